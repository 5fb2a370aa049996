"""A web page of the simulated rim: buttons, lamps, dice boards, and the table's live picture (``kiosk rim``)."""
