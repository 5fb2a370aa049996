"""What a tap on a control means: a press, a choice, or something that only this picture knows (an open drawer)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from kiosk.display.scene import Item
from kiosk.messages import ChooseOption, Lobby, PressButton, Snapshot, ToTable
from kiosk.seats import SeatNumber

PRESSES: Final = {"seat": "play", "ready": "play", "go_on": "play", "again": "play", "stop": "stop"}
"""Controls that stand for an arcade button."""

SWITCH: Final = ("false", "true")

CHOICES: Final[dict[str, tuple[str, Callable[[Lobby], tuple[str, ...]]]]] = {
    "language": ("language", lambda lobby: lobby.languages),
    "mirror": ("mirrored", lambda _: SWITCH),
    "preset": ("preset", lambda lobby: lobby.presets),
    "rounds": ("rounds", lambda lobby: tuple(str(number) for number in lobby.rounds_choices)),
    "bots": ("bots", lambda _: SWITCH),
    "touch_mode": ("touch_mode", lambda _: ("drag", "tap")),
}
"""Controls that choose: the option's key and its values; an item's ``slot`` is the index of the value it chooses."""


DRAWERS: Final = frozenset({"more", "language"})
"""Controls that open something inside their panel."""


class Drawers:
    """Which panel has which drawer open."""

    def __init__(self) -> None:
        self._open: dict[SeatNumber, str] = {}

    def open_in(self, seat: SeatNumber) -> str | None:
        """What is open in the seat's panel."""
        return self._open.get(seat)

    def keep(self, snapshot: Snapshot) -> None:
        """Close what belongs to a lobby that is over."""
        if snapshot.state != "ready":
            self._open.clear()

    def tap(self, item: Item, at: int, snapshot: Snapshot) -> ToTable | None:
        """The message for a tapped control; None if it only opened or closed something."""
        seat = item.seat
        if seat is None or not item.enabled:
            return None
        if item.what in PRESSES:
            return PressButton(seat, PRESSES[item.what], at)
        if item.what in CHOICES and item.slot is not None and snapshot.lobby is not None:
            key, values = CHOICES[item.what]
            if item.what == "language":  # one look is enough: chosen, and closed
                self._open.pop(seat, None)
            return ChooseOption(seat, key, values(snapshot.lobby)[item.slot], at)
        if item.what in DRAWERS:
            self._open[seat] = item.what
        elif item.what == "close":
            self._open.pop(seat, None)
        return None
