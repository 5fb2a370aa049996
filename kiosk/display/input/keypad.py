"""Touches in the service menu, and the PIN while it is typed: it leaves the display only as a whole."""

from __future__ import annotations

from typing import Final

from kiosk.display.input.controls import NAME_LENGTH
from kiosk.display.scene import Item
from kiosk.protocol import ServicePin, ServiceTap, ServiceTile, ServiceView, Snapshot, ToTable
from kiosk.service.pin import FEWEST, MOST

KEYS: Final = (*"123456789", "erase", "0", "enter")
"""The keys of the keypad, in rows of three."""

PIN_PAGES: Final = frozenset({"pin", "new_pin"})
"""The pages of the menu with a keypad."""
NAMING: Final = "house_name"
"""The page of the menu that asks for a name."""
_WRITES: Final = frozenset({"letter", "erase", "done"})

FELT: Final = "felt"
"""The key of the ``ServiceTap`` for each finger in the panel test: it only shows that somebody is there."""

_GLOWS_NS: Final = 350_000_000
"""The time for which a pressed key glows."""
_PAUSE_NS: Final = 500_000_000
"""The debounce time: drumming on the glass, or a habitual double tap, counts as one touch."""


class Keypad:
    """The keypad and the tiles of the service menu."""

    def __init__(self) -> None:
        self._typed = ""
        self.written = ""
        """The letters typed so far, on a page that asks for a name."""
        self._touched = 0
        self._key, self._key_at = "", 0

    def glowing(self, now: int) -> str:
        """Return the key (``KEYS``) that was pressed just now; empty if none was."""
        return self._key if now - self._key_at < _GLOWS_NS else ""

    @property
    def digits(self) -> int:
        """The number of digits typed so far."""
        return len(self._typed)

    def keep(self, snapshot: Snapshot) -> None:
        """Forget digits and letters when their page is closed."""
        if snapshot.service is None or snapshot.service.page != NAMING:
            self.written = ""
        if snapshot.service is None or snapshot.service.page not in PIN_PAGES:
            self._typed = ""

    def tap(self, item: Item, at: int, view: ServiceView) -> ToTable | None:
        """Return the message for a tapped control; None if only something was typed."""
        if view.page == NAMING and item.what in _WRITES:
            return self._write(item, at)
        if item.what in ("digit", "erase"):
            self._key, self._key_at = item.text if item.what == "digit" and item.text else item.what, at
        if item.what == "digit":
            self._typed = (self._typed + (item.text or ""))[:MOST]
        elif item.what == "erase":
            self._typed = self._typed[:-1]
        elif item.what == "enter":
            return self._enter(at)
        elif item.what in ("back", "close", "language"):
            return ServiceTap(item.what, at)
        elif item.what == "turn":
            return ServiceTap(item.what, at, str(item.slot))
        elif item.what == "tile" and item.slot is not None and item.slot < len(view.tiles):
            return self._touch(view.tiles[item.slot], at)
        return None

    def _write(self, item: Item, at: int) -> ServiceTap | None:
        """Take a key of the page that asks for a name; return the name as a message once it is done."""
        if item.what == "done":
            return ServiceTap("name", at, self.written.strip())
        self.written = self.written[:-1] if item.what == "erase" else (self.written + (item.text or ""))[:NAME_LENGTH]
        return None

    def _enter(self, at: int) -> ServicePin | None:
        """Return the PIN as a message; None if it is too short, because the number of tries is limited."""
        if len(self._typed) < FEWEST:
            return None
        pin, self._typed = self._typed, ""
        return ServicePin(pin, at)

    def _touch(self, tile: ServiceTile, at: int) -> ServiceTap | None:
        before, self._touched = self._touched, at
        if tile.state == "sure" and at - before < _PAUSE_NS:
            return None
        return ServiceTap(tile.key, at, tile.value)
