"""The screen saver: dims the screen when nobody plays, turns it dark when the table is closed, and shifts the picture.

A closed table that is touched dimly shows when it opens, and turns dark again.

Pure except for ``Backlights``. Times are CLOCK_MONOTONIC nanoseconds, so a wall clock that jumps has no effect.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final, Literal

from kiosk.protocol import House, Snapshot
from kiosk.protocol.state import State

FULL: Final = 100
"""Full brightness, in percent."""

DARK: Final = 0

_SECOND: Final = 1_000_000_000
STEP_NS: Final = _SECOND // 10
"""The interval at which to call it, besides at each touch."""

_STEP: Final = 4
"""The step of dimming, in percent per tenth of a second; brightening is immediate."""

WANDER_S: Final = 120
"""Seconds between two shifts of an inviting picture."""
_NOBODY_PLAYS: Final = frozenset({State.ATTRACT, State.CLOSED, None})
"""States that may last for days: they are dimmed and shifted. None: there is no table, and the picture says so."""

TELLS_S: Final = 6
"""Seconds for which a closed table shows when it opens, after a touch, a button press or a round."""
_READABLE: Final = 30
"""The minimum brightness in percent for reading that, however dim or dark the staff wants the screen."""
_WANDERING: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_FAR: Final = 0.004
"""The maximum shift against burn-in, as a part of the picture's height: 4 pixels of 1080."""


class ScreenSaver:
    """The brightness of the screen, from the table's state and the last touch. ``now``: the current time."""

    def __init__(self, now: int) -> None:
        self._house = House()
        self._state: State | None = None
        self._heard = 0
        self._since = now  # the time of the last sign of life
        self._level = FULL
        self._stepped = now

    def follow(self, snapshot: Snapshot, now: int) -> None:
        """Take the latest snapshot. A press of any button is a sign of life, as is a new state."""
        heard = sum(view.heard for view in snapshot.seats)
        if snapshot.state != self._state or heard != self._heard:
            self._since = now
        self._house, self._state, self._heard = snapshot.house, snapshot.state, heard

    def lost(self, now: int) -> None:
        """Note that the table is gone. Outside its opening hours it stays dark."""
        if self._state != State.CLOSED:
            self._state, self._since = None, now

    def touched(self, now: int) -> bool:
        """Note a touch; return whether the screen was dark, so that this touch only wakes it."""
        was_dark = self._level == DARK and self._state != State.CLOSED
        self._since = now
        return was_dark

    def level(self, now: int) -> int:
        """Return the brightness in percent at ``now``; dimming takes a step with each call."""
        wanted = self._wanted(now)
        if wanted >= self._level:
            self._level = wanted
        elif now - self._stepped >= STEP_NS:
            self._level, self._stepped = max(wanted, self._level - _STEP), now
        return self._level

    @property
    def light(self) -> Literal["off", "dim", "on"]:
        """How bright the screen is, in a word (``DisplayHealth``)."""
        if self._level == DARK:
            return "off"
        return "on" if self._level >= self._house.brightness else "dim"

    def _wanted(self, now: int) -> int:
        house, idle = self._house, now - self._since
        dimmed = round(house.brightness * house.dimmed / FULL)
        if self._state == State.CLOSED:
            return max(dimmed, _READABLE) if idle < TELLS_S * _SECOND else DARK
        if self._state not in _NOBODY_PLAYS:
            return house.brightness
        if house.dark_after_s and idle >= house.dark_after_s * _SECOND:
            return DARK
        return dimmed if idle >= house.dim_after_s * _SECOND else house.brightness

    def offset(self, now: int, height: float) -> tuple[int, int]:
        """Return the shift in pixels of a picture of this height, against burn-in while nobody plays."""
        if self._state not in _NOBODY_PLAYS:
            return 0, 0
        far = max(1, round(_FAR * height))
        x, y = _WANDERING[now // (WANDER_S * _SECOND) % len(_WANDERING)]
        return x * far, y * far


class Backlights:
    """The backlights that the kernel can dim. ``at``: the kernel's list of them.

    If one cannot be set for a moment (its bus is disturbed, its screen off), each ``show`` tries again: otherwise a
    table that was dark overnight would stay dark.
    """

    def __init__(self, at: Path = Path("/sys/class/backlight")) -> None:
        self._lamps = [lamp for folder in sorted(at.glob("*")) if (lamp := _lamp(folder)) is not None]
        self._shown: dict[_Lamp, int] = {}
        self._complained: set[_Lamp] = set()

    def show(self, level: int) -> bool:
        """Set the brightness in percent; False if no backlight can be set (now): the picture must be dimmed instead."""
        for lamp in self._lamps:
            if self._shown.get(lamp) != level:
                self._set(lamp, level)
        return any(self._shown.get(lamp) == level for lamp in self._lamps)

    def _set(self, lamp: _Lamp, level: int) -> None:
        try:
            _give(lamp, level)
        except OSError as error:
            self._shown.pop(lamp, None)
            if lamp not in self._complained:
                self._complained.add(lamp)
                log.warning("%s: the screen's light cannot be set (%s): the picture is dimmed", lamp[0], error.strerror)
        else:
            self._shown[lamp] = level
            self._complained.discard(lamp)


_Lamp = tuple[Path, int]
"""The file of its brightness, and the maximum value of that."""


def _lamp(folder: Path) -> _Lamp | None:
    """Return the backlight in ``folder``, None if this process may not set it."""
    try:
        lamp = folder / "brightness", int((folder / "max_brightness").read_text())
        _give(lamp, FULL)
    except (OSError, ValueError):
        return None
    return lamp


def _give(lamp: _Lamp, level: int) -> None:
    file, largest = lamp
    lowest = 0 if level == DARK else 1
    file.write_text(str(max(lowest, largest * level // FULL)))


log = logging.getLogger(__name__)

Dim = Callable[[int], None]
"""A function that shows the picture at a brightness in percent."""


def dimmer(backlights: Backlights | None, curtain: Dim) -> Dim:
    """Return the function that dims the screen: by its backlight, otherwise by a curtain over the picture.

    A dark screen gets the curtain in either case: a backlight at its lowest may still shine.
    """

    def show(level: int) -> None:
        by_lamp = backlights is not None and backlights.show(level)
        curtain(FULL if by_lamp and level != DARK else level)

    return show
