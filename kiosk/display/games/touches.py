"""Any game's pieces and controls under a finger: the items, and the message that a gesture sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol, TypeAlias

from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView, Snapshot, ToTable

Turn: TypeAlias = Callable[[SeatNumber, int], ToTable]
"""Returns the message with which a seat asks for new pieces at an instant."""


class OwnRow(Protocol):
    """The places of a panel on which the seat can lay its own pieces."""

    @property
    def place(self) -> str:
        """The kind of their items, each of which has a ``slot``."""

    @property
    def from_items(self) -> frozenset[str]:
        """The kinds of items whose pieces can be laid there."""

    def slots_for(self, item: Item, view: SeatView) -> tuple[int, ...]:
        """Return the slots that take the item's piece, as far as its seat can know."""

    def fits_centre(self, item: Item, view: SeatView, snapshot: Snapshot) -> bool:
        """Return whether the item's piece may go to the centre instead, judging by visible cards."""

    def lay(self, seat: SeatNumber, source: str, slot: int, at: int) -> ToTable:
        """Return the message of a piece let go on a slot."""


class GameTouches(Protocol):
    """A game under the fingers (``kiosk.display.input.gestures``)."""

    @property
    def pieces(self) -> frozenset[str]:
        """The kinds of items (``Item.what``) from which a piece can be taken."""

    @property
    def turns(self) -> Mapping[str, Turn]:
        """The kinds of items that give new pieces when tapped, and vote when held for a second."""

    @property
    def only_seen(self) -> frozenset[str]:
        """The kinds of items in the centre that are shown but cannot be touched, because nobody has to reach there."""

    @property
    def row(self) -> OwnRow | None:
        """None if pieces cannot be laid in the own panel."""

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the item that is meant by a touch of ``item``; ``items``: all items of the scene."""

    def source(self, item: Item) -> str:
        """Return a piece's item as a source of pieces, as messages write it (``row 2``)."""

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the piece on top of an item; of a face-down pile its count; None: nothing can be taken."""

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return the message of a piece let go outside the panel, or tapped in tap mode; ``near``: nearest cells."""

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return the message of a tap on an item without a piece; None: it has no effect."""
