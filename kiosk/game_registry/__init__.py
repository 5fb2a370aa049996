"""The games that this program knows: one entry a game, which joins what each layer needs of it.

It imports no game and no layer: an entry names the modules of a game as text, and each layer loads its own part when it
first needs it. So the table's process never loads a picture, and a game from another package needs no change here.
"""
