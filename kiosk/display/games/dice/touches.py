"""Dice under a finger."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from kiosk.display.games.touches import Turn
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.protocol import DIE, PlaceDie, RollDice, SeatView, ToTable


class DiceTouches:
    """The dice game under the fingers."""

    pieces: Final = frozenset({"die"})
    turns: Final[Mapping[str, Turn]] = {"tray": RollDice}
    only_seen: Final = frozenset({"space"})
    row: Final = None

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Dice that show nothing mean their tray."""
        if item.what != "die" or item.card is not None:
            return item
        return next((other for other in items if other.what == "tray" and other.seat == item.seat), None)

    def source(self, item: Item) -> str:
        """A die by how it lies, wherever in the tray."""
        return f"{DIE}{item.card}"

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """The die; dice that roll do not lie."""
        return item.card if item.card in view.dice and now >= view.rolling_until else None

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """A die has but one space."""
        return PlaceDie(seat, str(item.card), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Dice that roll mean nothing."""
        return None
