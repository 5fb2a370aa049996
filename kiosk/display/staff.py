"""What a touch in the service menu means; and the PIN while it is typed, which leaves this picture as a whole only."""

from __future__ import annotations

from typing import Final

from kiosk.display.scene import Item
from kiosk.messages import ServicePin, ServiceTap, ServiceView, Snapshot, ToTable

LONGEST: Final = 12
"""Digits of a PIN at most."""

KEYS: Final = (*"12345", "erase", *"67890", "enter")
"""The keypad, in two rows: panels are wide."""


class Staff:
    """The keypad, and the way from a tile to the table."""

    def __init__(self) -> None:
        self._typed = ""

    @property
    def digits(self) -> int:
        """How many have been typed."""
        return len(self._typed)

    def keep(self, snapshot: Snapshot) -> None:
        """Forget what was typed when there is no keypad any more."""
        if snapshot.service is None or snapshot.service.page != "pin":
            self._typed = ""

    def tap(self, item: Item, at: int, view: ServiceView) -> ToTable | None:
        """The message for a tapped control; None if only something was typed."""
        if item.what == "digit":
            self._typed = (self._typed + (item.text or ""))[:LONGEST]
        elif item.what == "erase":
            self._typed = self._typed[:-1]
        elif item.what == "enter":
            pin, self._typed = self._typed, ""
            return ServicePin(pin, at) if pin else None
        elif item.what in ("back", "close"):
            return ServiceTap(item.what, at)
        elif item.what == "turn":
            return ServiceTap(item.what, at, str(item.slot))
        elif item.what == "tile" and item.slot is not None and item.slot < len(view.tiles):
            tile = view.tiles[item.slot]
            return ServiceTap(tile.key, at, tile.value)
        return None
