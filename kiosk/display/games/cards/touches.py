"""Cards under a finger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kiosk.display.games.touches import Turn
from kiosk.display.scene import Item
from kiosk.game.cards.cards import parse_card
from kiosk.game.seats import SeatNumber
from kiosk.protocol import FlipHand, PlayCard, RefillSlot, SeatView, Snapshot, ToTable, TuckCard


class CardRow:
    """The own row: it takes cards from the stack (a refill, or a tuck) and from the discard (a tuck)."""

    place: Final = "row"
    from_items: Final = frozenset({"stack", "discard"})

    def slots_for(self, item: Item, view: SeatView) -> tuple[int, ...]:
        """Return the slots that the table lists."""
        return {"stack": view.stack_to, "discard": view.discard_to}.get(item.what, ())

    def fits_centre(self, item: Item, view: SeatView, snapshot: Snapshot) -> bool:
        """Return whether the item's card may go to the centre; False for a face-down card, which is unknown."""
        shown = _top(item, view)
        if not isinstance(shown, str):
            return False
        card = parse_card(shown)
        below = f"{card.color.letter}{card.number - 1}"
        piles = snapshot.piles if view.lesson is None else view.lesson.piles
        fits = card.number == 1 or any(top == below for _, top in piles)
        return fits and not (item.what == "stack" and view.stack_barred)

    def lay(self, seat: SeatNumber, source: str, slot: int, at: int) -> ToTable:
        """Return a tuck; the table makes it a refill if the slot is empty."""
        return TuckCard(seat, source, slot, at)


class CardTouches:
    """The card game under the fingers."""

    pieces: Final = frozenset({"row", "stack", "discard"})
    turns: Final[Mapping[str, Turn]] = {"hand": FlipHand}
    only_seen: Final = frozenset({"pile"})
    row: Final = CardRow()

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the item itself."""
        return item

    def source(self, item: Item) -> str:
        """Return the item's name, for a card of the row with its slot."""
        return f"row {item.slot}" if item.what == "row" else item.what

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the top card; of a face-down stack its count."""
        return _top(item, view)

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return a play with the nearest cells, among which the table finds the pile."""
        return PlayCard(seat, self.source(item), near(), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return a request for a refill if the item is an empty slot."""
        if item.what != "row" or item.seat is None or item.slot is None or item.card:
            return None
        return RefillSlot(item.seat, item.slot, at)


def _top(item: Item, view: SeatView) -> str | int | None:
    if item.what == "row":
        return view.row[item.slot].card if item.slot is not None and item.slot < len(view.row) else None
    if item.what == "stack":
        return view.stack_card or view.stack_count or None
    return view.discard_card if item.what == "discard" else None
