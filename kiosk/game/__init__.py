"""The rules of the games, pure: no clock, no randomness, no input or output.

A command applied to a state returns events, deterministically. An illegal move is an event with a reason
(``refusals``). Seats are numbered from 0 here.
"""
