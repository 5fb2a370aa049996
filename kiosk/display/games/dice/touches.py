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
        """Return the tray for dice without a face, otherwise the item itself."""
        if item.what != "die" or item.card is not None:
            return item
        return next((other for other in items if other.what == "tray" and other.seat == item.seat), None)

    def source(self, item: Item) -> str:
        """Return the die as a source: by its face, whatever its place in the tray."""
        return f"{DIE}{item.card}"

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the die; None while the dice roll."""
        return item.card if item.card in view.dice and now >= view.rolling_until else None

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return a placement; a die has only one space."""
        return PlaceDie(seat, str(item.card), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return None: a tap on rolling dice has no effect."""
        return None
