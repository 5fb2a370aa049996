"""What a seat has done in a match that is worth telling: kept for each round, and added up. Pure."""

from __future__ import annotations

from typing import Final

from msgspec import Struct, structs

SPELL_MS: Final = 10_000
"""The length of a spell in which pieces are counted: the busiest one, and the last one of a round."""


class Deeds(Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat's deeds in a round, or in the rounds of a match that it played; ``plus`` adds a later round.

    Journals keep them, so that whoever reads a match needs no table.
    """

    points: tuple[int, ...] = ()
    """The points of each round."""
    lasted_ms: int = 0
    laid: int = 0
    """Pieces brought to the centre."""
    races: int = 0
    """Races won: others came too late for the same place."""
    first: int = 0
    last: int = 0
    """Rounds whose first or last piece was its own."""
    opened: int = 0
    finished: int = 0
    """Piles begun and finished."""
    closing: int = 0
    """Pieces of the last spells of rounds."""
    stops: int = 0
    false_stops: int = 0
    busiest: int = 0
    """The most pieces in a spell."""
    in_a_row: int = 0
    """The most pieces with no other seat's between them."""
    sure: int = 0
    """The most pieces without a refused move between them."""
    pile: int = 0
    """The most pieces in one pile."""
    roll: int = 0
    """The most pieces of one roll."""
    color: int = 0
    """The most pieces of one colour in a round."""
    soonest_ms: int | None = None
    """The least time from GO to its first piece."""

    def plus(self, later: Deeds) -> Deeds:
        """Return the deeds of both."""
        soonest = [one for one in (self.soonest_ms, later.soonest_ms) if one is not None]
        sums = {name: getattr(self, name) + getattr(later, name) for name in _SUMS}
        most = {name: max(getattr(self, name), getattr(later, name)) for name in _MOST}
        return Deeds(**sums, **most, soonest_ms=min(soonest, default=None))


_MOST: Final = ("busiest", "in_a_row", "sure", "pile", "roll", "color")
_SUMS: Final = tuple(field.name for field in structs.fields(Deeds) if field.name not in (*_MOST, "soonest_ms"))
