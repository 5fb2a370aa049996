"""``kiosk report``: a support bundle with all facts about a table, in one file without personal data.

``parts`` lists its parts, ``machine``, ``hardware`` and ``rounds`` collect some of them, ``redaction`` removes from
every part the identities of players and the table's location, ``bundle`` writes the file.
"""
