"""The pieces of any game on their way: under a finger, in flight, rolling.

A *source* is where a piece of a seat lies, as messages write it (``row 2``, ``die r3``); a *part* is a part of its
panel (``Panel.places``).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Protocol

from kiosk.display.games.memory import Kept
from kiosk.display.paint.art import Look
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import Move, SeatView


class Flyer(Protocol):
    """Something that makes pictures fly: ``kiosk.display.motion.movement.Movement``."""

    def land(self, panel: Panel, source: str, look: Look, cell: Place) -> None:
        """A piece goes to a cell of the centre, from the finger that carries it or from its place.

        It lands under the symbol of its seat. ``look``: as large as in the cell.
        """

    def lay(self, panel: Panel, source: str, part: str, look: Look) -> None:
        """A piece goes to a part of its own panel, from the finger that carries it or from its place."""

    def shift(self, panel: Panel, start: str, end: str, look: Look) -> None:
        """A picture goes from one part of the panel to another; nothing that a finger carries is meant."""

    def collect(self, look: Look, cell: Place) -> None:
        """The piece on a cell is taken away."""

    def tumble(
        self, panel: Panel, part: str, seconds: float, draw: Random, looks: Callable[[int], Sequence[Look]]
    ) -> None:
        """A piece comes to rest at a part of the panel in so many seconds, in hops that are drawn.

        ``looks``: its looks on so many hops, the last one as it comes to lie.
        """


class GameMotion(Protocol):
    """A game's pieces on their way."""

    @property
    def landing(self) -> frozenset[str]:
        """Moves (``Move.kind``) that are heard."""

    # ---- where pieces lie

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the piece that lies there face up."""

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether a piece lies there, be it face down."""

    def home(self, source: str, kept: Kept) -> str:
        """Return the part where a piece of this source lies, or lay; ``kept``: of its seat."""

    def sized_like(self, source: str) -> str:
        """Return a part that is as large as the pieces of this source."""

    # ---- how they look and move

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return a piece as it lies at a source of the panel; None: face down."""

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield all that a round in this layout may show of the pieces, to be painted before it begins."""

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Have a move fly; ``panel``: its seat's. One that it does not know shows nothing.

        ``back`` (a refused piece returns) is every game's, and does not come here.
        """

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Have what rolls (``SeatView.rolling_until``) tumble for so many seconds more."""
