"""The words of this game in ``kiosk.protocol.GameMove``, and tiles as the sources of messages."""

from __future__ import annotations

from typing import Final

from ligretto_dominoes.tiles import Tile, parse_tile

LAY: Final = "lay"
"""A tile is let go; ``slot``: nearer to the left (0) or the right (1) end of the chain."""
DRAW: Final = "draw"
"""A tap on the stock."""
TILE: Final = "tile "
"""The source of a tile: this, and the tile (``tile 2-5``)."""


def tile_at(source: str) -> Tile:
    """The tile that is its own source; ``ValueError`` if it is none."""
    if not source.startswith(TILE):
        raise ValueError(f"{source!r} names no tile")
    return parse_tile(source.removeprefix(TILE))
