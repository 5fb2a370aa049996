"""Touches in the service menu, and the PIN while it is typed: it leaves the display only as a whole."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.input.controls import NAME_LENGTH
from kiosk.display.scene import Item, Pulled
from kiosk.protocol import ServicePin, ServiceTap, ServiceTile, ServiceView, Snapshot, ToTable
from kiosk.protocol.opening_hours import DAY, ends, minutes, span_text, time_text
from kiosk.protocol.staff_settings import SettingForm, staff_setting
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
_FRONT: Final = "menu"
"""The page with sliders."""
_PULLED_NS: Final = 1_000_000_000
"""The time for which a slider stays where a finger has left it: until the table has certainly said what holds."""
_HELD_NS: Final = 10_000_000_000
"""The time for which it stays under a finger that does not move: as long as a contact counts."""
DAY_BEGINS: Final = 6 * 60
"""The time of day at the beginning of the slider of the opening hours, minutes: most places close after midnight."""
_PARTS: Final = 48
"""The steps of that slider: half hours."""


def day_share(time: str) -> float:
    """Return where a time of day lies on the slider of the opening hours, from 0 to 1."""
    return (minutes(time) - DAY_BEGINS) % DAY / DAY


def day_span(hours: str) -> tuple[float, float] | None:
    """Return where hours of a day begin and end on that slider; None: they do not lie on it, or have no ends."""
    span = ends(hours)
    if span is None:
        return None
    first, last = map(day_share, span)
    return (first, last or 1.0) if first < (last or 1.0) else None


class Slide(NamedTuple):
    """A finger on a slider: where it came down and where it is, as shares of the slider in reading direction.

    Both are the same if it was a tap.
    """

    start: float
    end: float
    at: int
    lifted: bool


class Keypad:
    """The keypad and the tiles of the service menu."""

    def __init__(self) -> None:
        self._typed = ""
        self.written = ""
        """The letters typed so far, on a page that asks for a name."""
        self._touched = 0
        self._key, self._key_at = "", 0
        self._pulled, self._pulled_until = Pulled(), 0
        self._grip = (0.0, 0)  # where the finger on a slider came down, and the end of the hours that it pulls

    def glowing(self, now: int) -> str:
        """Return the key (``KEYS``) that was pressed just now; empty if none was."""
        return self._key if now - self._key_at < _GLOWS_NS else ""

    def pulled(self, now: int) -> Pulled:
        """Return the slider that is pulled, or was just now."""
        return self._pulled if now < self._pulled_until else Pulled()

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
        if snapshot.service is None or snapshot.service.page != _FRONT:
            self._pulled_until = 0

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

    def slide(self, item: Item, slide: Slide, view: ServiceView) -> ServiceTap | None:
        """Return the message for a finger on a slider: a level is set at once, the hours when it lifts.

        What a finger pulls is stored once it has lifted. A tap on the slider of the hours, which has two knobs, opens
        their page.
        """
        if item.slot is None or item.slot >= len(view.tiles):
            return None
        tile = view.tiles[item.slot]
        setting, shown = staff_setting(tile.value), self._pulled if self.pulled(slide.at) else Pulled()
        if setting is None or (setting.form is SettingForm.HOURS and slide.start == slide.end):
            return self._touch(tile, slide.at)
        before = shown.value if shown.key == tile.value else tile.text
        if setting.form is SettingForm.HOURS:
            value, sends = self._moved_hours(before, slide), slide.lifted
        else:
            value = min(setting.values, key=lambda one: abs(int(one) - 100 * slide.end))
            sends = value != before or (slide.lifted and slide.start != slide.end)
        self._pulled = Pulled(tile.value, value)
        self._pulled_until = slide.at + (_PULLED_NS if slide.lifted else _HELD_NS)
        return ServiceTap(tile.value, slide.at, value, pulled=not slide.lifted) if sends else None

    def _moved_hours(self, before: str, slide: Slide) -> str:
        """Return the hours with the end that lay nearer to where the finger came down moved to where it is."""
        span = day_span(before)
        if span is None:
            return before
        if self._grip[0] != slide.start:
            self._grip = slide.start, int(abs(span[1] - slide.start) < abs(span[0] - slide.start))
        steps = [round(share * _PARTS) for share in span]
        moved = self._grip[1]
        low, high = (0, steps[1] - 1) if moved == 0 else (steps[0] + 1, _PARTS)
        steps[moved] = min(max(round(slide.end * _PARTS), low), high)
        opens, closes = (time_text(DAY_BEGINS + step * DAY // _PARTS) for step in steps)
        return span_text(opens, closes)

    def _touch(self, tile: ServiceTile, at: int) -> ServiceTap | None:
        setting = staff_setting(tile.value) if tile.key == "page" else None
        if setting is not None and setting.is_switch:
            return ServiceTap(tile.value, at, setting.values[tile.text == setting.values[0]])
        before, self._touched = self._touched, at
        if tile.state == "sure" and at - before < _PAUSE_NS:
            return None
        return ServiceTap(tile.key, at, tile.value)
