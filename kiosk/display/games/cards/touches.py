"""Cards under a finger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kiosk.display.games.touches import Turn
from kiosk.display.scene import Item
from kiosk.game.cards import parse_card
from kiosk.game.seats import SeatNumber
from kiosk.protocol import FlipHand, PlayCard, RefillSlot, SeatView, Snapshot, ToTable, TuckCard


class CardRow:
    """The own row: it takes cards of the stack (a refill, or a tuck) and of the discard (a tuck)."""

    place: Final = "row"
    from_items: Final = frozenset({"stack", "discard"})

    def slots_for(self, item: Item, view: SeatView) -> tuple[int, ...]:
        """As the table says it."""
        return {"stack": view.stack_to, "discard": view.discard_to}.get(item.what, ())

    def fits_centre(self, item: Item, view: SeatView, snapshot: Snapshot) -> bool:
        """Return whether the card that lies there may go to the centre; of one face down nobody knows."""
        shown = _top(item, view)
        if not isinstance(shown, str):
            return False
        card = parse_card(shown)
        below = f"{card.color.letter}{card.number - 1}"
        fits = card.number == 1 or any(top == below for _, top in snapshot.piles)
        return fits and not (item.what == "stack" and view.stack_barred)

    def lay(self, seat: SeatNumber, source: str, slot: int, at: int) -> ToTable:
        """The table makes a refill of it where the slot is empty."""
        return TuckCard(seat, source, slot, at)


class CardTouches:
    """The card game under the fingers."""

    pieces: Final = frozenset({"row", "stack", "discard"})
    turns: Final[Mapping[str, Turn]] = {"hand": FlipHand}
    only_seen: Final = frozenset({"pile"})
    row: Final = CardRow()

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """The item itself."""
        return item

    def source(self, item: Item) -> str:
        """Return a row's card by its slot."""
        return f"row {item.slot}" if item.what == "row" else item.what

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the top card; of a stack face down its count."""
        return _top(item, view)

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """A card finds its pile by the nearest cells."""
        return PlayCard(seat, self.source(item), near(), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """A tap on an empty slot asks for a refill."""
        if item.what != "row" or item.seat is None or item.slot is None or item.card:
            return None
        return RefillSlot(item.seat, item.slot, at)


def _top(item: Item, view: SeatView) -> str | int | None:
    if item.what == "row":
        return view.row[item.slot].card if item.slot is not None and item.slot < len(view.row) else None
    if item.what == "stack":
        return view.stack_card or view.stack_count or None
    return view.discard_card if item.what == "discard" else None
