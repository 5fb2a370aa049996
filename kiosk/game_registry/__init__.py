"""The registry of games: one entry per game, which names the parts that each layer needs.

It imports no game and no layer: an entry names a game's modules as text, and each layer loads its own part lazily. So
the table's process never loads a picture, and a game from another package needs no change here.
"""
