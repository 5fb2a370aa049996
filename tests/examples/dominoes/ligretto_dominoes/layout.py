"""The layout of the tiles: a row in front of each seat, and a chain that winds through the middle of the table."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from kiosk.layout.table_layout import Place
from kiosk.protocol import SeatView

TILES: Final = 7
SHOWN: Final = 30
"""The number of cells of the chain: of a longer chain only its two ends are shown."""

# Parts of a panel, in card widths.
_TILE: Final = 0.9
_GAP: Final = 0.1
_TALL: Final = 1.8
_COUNT: Final = 0.84
_DRAW: Final = 1.3
_END: Final = 1.3
_LARGER: Final = 0.9  # the size of a tile in the chain, relative to one in front of a seat


@dataclass(frozen=True)
class DominoParts:
    """The parts of dominoes for a number of players (``kiosk.layout.table_layout.Parts``).

    In a panel: ``count`` (tiles left), ``tile N``, ``stock``, ``end`` (tiles laid).
    """

    tiles: int = TILES

    @property
    def stop(self) -> float:
        """The diameter of the Stop sign."""
        return 1.04

    @property
    def spare(self) -> None:
        """None: the chain takes its cells in their order."""
        return None

    @property
    def tight(self) -> DominoParts:
        """The same: there is no room to save."""
        return self

    def body(self, card: float, further: float = 0.0) -> dict[str, Place]:
        """Return, from left to right, count, tiles, stock and end; ``further`` pixels more are shared by their gaps."""
        widths = [
            ("count", _COUNT),
            *((f"tile {slot}", _TILE) for slot in range(self.tiles)),
            ("stock", _DRAW),
            ("end", _END),
        ]
        gap = _GAP + further / card / (len(widths) - 1)
        x = -(sum(wide for _, wide in widths) + gap * (len(widths) - 1)) / 2
        places = {}
        for name, wide in widths:
            places[name] = Place((x + wide / 2) * card, 0.0, wide * card, _TALL * card)
            x += wide + gap
        return places

    def cells(self, centre: Place, card: float) -> tuple[Place, ...]:
        """Return the chain's cells: rows in alternating directions, each cell two squares wide."""
        rows, columns, wide = _grid(centre)
        cells = []
        for index in range(SHOWN):
            row, column = divmod(index, columns)
            column = columns - 1 - column if row % 2 else column
            x = centre.x + (column - (columns - 1) / 2) * wide
            y = centre.y + ((rows - 1) / 2 - row) * wide * 0.7
            cells.append(Place(round(x), round(y), math.floor(wide), math.floor(wide / 2)))
        return tuple(cells)

    def suits(self, centre: Place, card: float) -> bool:
        """Return whether the tiles of the chain are large enough, compared with those in front of a seat."""
        return _grid(centre)[2] >= _LARGER * _TALL * card


def _grid(centre: Place) -> tuple[int, int, float]:
    """Return the rows, the columns and the cell width that make the tiles largest."""
    options = []
    for columns in range(1, SHOWN + 1):
        rows = -(-SHOWN // columns)
        options.append((min(centre.w / columns, centre.h / (0.7 * rows)), rows, columns))
    wide, rows, columns = max(options)
    return rows, columns, wide


class _Layout:
    """The ``layout`` part of the registry's entry."""

    def parts(self, views: Sequence[SeatView], players: int) -> DominoParts:
        """Return the same parts for any number of players."""
        return DominoParts()


LAYOUT: Final = _Layout()
