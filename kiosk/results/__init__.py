"""What a venue wants beside the table: the results store, filled from the journal, and what can be asked of it.

An ordinary program: the table runs without it, and it never talks to the table. It reads journals and nothing else.
"""
