"""The pieces: dominoes, and the chain that they form."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Final, NamedTuple

MOST_PIPS: Final = 6


class End(StrEnum):
    """The ends of the chain."""

    LEFT = "left"
    RIGHT = "right"


class Tile(NamedTuple):
    """A domino by its numbers of pips, the lower one first; written ``2-5``."""

    low: int
    high: int

    def __str__(self) -> str:
        return f"{self.low}-{self.high}"


SET: Final = tuple(Tile(low, high) for high in range(MOST_PIPS + 1) for low in range(high + 1))
"""The 28 tiles of a set."""


def parse_tile(text: str) -> Tile:
    """Return the tile that is written like this; ``ValueError`` for any other text."""
    found = _BY_TEXT.get(text)
    if found is None:
        raise ValueError(f"{text!r} is no domino (0-0 to 6-6, the lower number first)")
    return found


_BY_TEXT: Final = {str(tile): tile for tile in SET}


class Link(NamedTuple):
    """A tile in the chain, read from left to right, and the seat that laid it."""

    left: int
    right: int
    seat: int


@dataclass(slots=True)
class Chain:
    """The chain on the table, read from left to right."""

    links: list[Link] = field(default_factory=list)

    def number(self, end: End) -> int | None:
        """Return the number that is open at an end; None if the chain is empty."""
        if not self.links:
            return None
        return self.links[0].left if end is End.LEFT else self.links[-1].right

    def fits(self, tile: Tile, end: End) -> bool:
        """Return whether the tile may be laid at that end."""
        number = self.number(end)
        return number is None or number in tile

    def lay(self, seat: int, tile: Tile, end: End) -> None:
        """Add a tile, which must fit, to an end."""
        number = self.number(end)
        if number is None:
            self.links.append(Link(*tile, seat))
            return
        meets, other = tile if number == tile.low else (tile.high, tile.low)
        if end is End.LEFT:
            self.links.insert(0, Link(other, meets, seat))
        else:
            self.links.append(Link(meets, other, seat))
