"""``kiosk doctor``: what is wrong with this machine as a table, and the mend.

``facts`` says what is known of the machine, ``gather`` and its helpers find it out, ``checks`` judge it (a table of
pure functions, so that whoever has the facts can run them), ``report`` prints it. Devices and folders are looked at by
whoever uses them (``look``): on an appliance by the user of each service (``services``), otherwise by whoever asks.
Nothing here loads any graphics: what the screen is comes from the running display, or from a short process of its own.
"""
