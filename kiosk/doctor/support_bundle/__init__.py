"""``kiosk report``: what somebody who helps from afar has to know of a table, in one file without personal data.

``parts`` says what is in it, ``machine``, ``hardware`` and ``rounds`` find some of it out, ``private`` takes out of
every part what tells who plays there and where the table stands, ``bundle`` writes the file.
"""
