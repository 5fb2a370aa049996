"""The rules of the game, pure: no clock, no randomness, no input or output.

State and a command give events; the same command in the same state gives the same events for ever. An illegal
move is an event with a reason (``refusals``). Seats are numbered from 0 here.
"""
