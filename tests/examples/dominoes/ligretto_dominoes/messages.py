"""The words of this game in ``kiosk.protocol.GameMove``, and the sources of tiles in messages."""

from __future__ import annotations

from typing import Final

from ligretto_dominoes.tiles import Tile, parse_tile

LAY: Final = "lay"
"""The move of a tile that is let go; ``slot``: the nearer end of the chain, left (0) or right (1)."""
DRAW: Final = "draw"
"""The move of a tap on the stock."""
TILE: Final = "tile "
"""The prefix of a tile's source, followed by the tile (``tile 2-5``)."""


def tile_at(source: str) -> Tile:
    """Return the tile of a source; ``ValueError`` if the source is not a tile."""
    if not source.startswith(TILE):
        raise ValueError(f"{source!r} names no tile")
    return parse_tile(source.removeprefix(TILE))
