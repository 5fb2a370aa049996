"""``kiosk doctor``: diagnosis of this machine as a table, with a fix for each problem.

``facts`` defines the data, ``gather`` and its helpers collect it, ``checks`` evaluates it (a table of pure functions of
the facts), ``printout`` prints the findings. Devices and folders are examined with the rights of their user (``look``):
on an appliance the user of each service (``services``), otherwise the user of the doctor. No module here loads any
graphics: facts about the screen come from the running display, or from a short process of its own.
"""
