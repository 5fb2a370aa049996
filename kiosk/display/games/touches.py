"""The pieces and controls of any game under a finger: which items they are, and which message a gesture sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView, Snapshot, ToTable

Turn: TypeAlias = Callable[[SeatNumber, int], ToTable]
"""Makes the message of a seat that asks for new pieces at an instant."""


class OwnRow(Protocol):
    """Places of the own panel on which a seat's own pieces can be laid."""

    @property
    def place(self) -> str:
        """Their items, each with its ``slot``."""

    @property
    def from_items(self) -> frozenset[str]:
        """Items whose pieces can be laid there."""

    def slots_for(self, item: Item, view: SeatView) -> tuple[int, ...]:
        """Return the slots that take the piece that lies there, as far as its seat can know."""

    def fits_centre(self, item: Item, view: SeatView, snapshot: Snapshot) -> bool:
        """Return whether by what can be seen the piece that lies there may go to the centre instead."""

    def lay(self, seat: SeatNumber, source: str, slot: int, at: int) -> ToTable:
        """Return the message of a piece let go on a slot."""


class GameTouches(Protocol):
    """A game under the fingers (``kiosk.display.input.gestures``)."""

    @property
    def pieces(self) -> frozenset[str]:
        """Items (``Item.what``) from which a piece can be taken."""

    @property
    def turns(self) -> Mapping[str, Turn]:
        """Items that give new pieces when they are tapped, and a vote when they are held for a second."""

    @property
    def only_seen(self) -> frozenset[str]:
        """Items of the centre that are only looked at: nobody has to reach over there."""

    @property
    def row(self) -> OwnRow | None:
        """None: pieces are laid nowhere in the own panel."""

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the item that somebody means who touches ``item``, which is one of the scene's ``items``."""

    def source(self, item: Item) -> str:
        """Return a piece's item as a source of pieces, as messages write it (``row 2``)."""

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """The top of what lies at an item: a piece; of a pile face down its count; None: nothing can be taken."""

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """The message of a piece let go beyond the panel, or tapped in tap mode; ``near``: cells, nearest first."""

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return the message of a tap on a piece's item that takes no piece; None: it means nothing."""
