"""``kiosk doctor``: what is wrong with this machine as a table, and the mend.

``facts`` says what is known of the machine, ``gather`` and its helpers find it out, ``checks`` judge it (a table of
pure functions, so that whoever has the facts can run them), ``report`` prints it. Nothing here loads any graphics:
what the screen is comes from the running display, or from a short process of its own.
"""
