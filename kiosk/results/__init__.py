"""The results store of a venue: filled from the journal, with rankings, listings and exports.

An ordinary program: the table runs without it, and it never talks to the table. Its only input is the journal.
"""
