"""The screen saver: the screen is dimmed when nobody plays, dark when the table is closed, and the picture wanders.

A closed table that somebody touches says dimly when it opens, and is dark again.

Pure but for ``Backlights``. Times are CLOCK_MONOTONIC nanoseconds: a wall clock that jumps changes nothing here.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kiosk.protocol import House, Snapshot

FULL: Final = 100
"""Percent of the light that a screen can give."""

DARK: Final = 0

_SECOND: Final = 1_000_000_000
STEP_NS: Final = _SECOND // 10
"""The interval at which it is to be looked at, and at once when somebody touches the glass."""

_STEP: Final = 4
"""Percent by which it grows darker each tenth of a second; it is bright again at once."""

WANDER_S: Final = 120
"""Seconds for which an inviting picture stays where it is."""
_GONE: Final = "gone"
_NOBODY_PLAYS: Final = frozenset({"attract", "closed", _GONE})
"""States that may last for days: they are dimmed and wander. ``gone``: there is no table, and the picture says so."""

TELLS_S: Final = 6
"""Seconds for which a closed table says when it opens, to whoever touches it, presses a button or has just played."""
_READABLE: Final = 30
"""Percent of the light by which that can be read, however dim or dark the staff wants the screen."""
_WANDERING: Final = ((0, 0), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1))
_FAR: Final = 0.004
"""The distance that it wanders at most against burn-in, as a part of the picture's height: 4 pixels of 1080."""


class Care:
    """The brightness of the screen, by what the table shows and the last touch. ``now``: the present time."""

    def __init__(self, now: int) -> None:
        self._house = House()
        self._state = _GONE
        self._heard = 0
        self._since = now  # nobody has played
        self._level = FULL
        self._stepped = now

    def follow(self, snapshot: Snapshot, now: int) -> None:
        """Take in what the table shows. A press of any button is a sign of life, as a new state is."""
        heard = sum(view.heard for view in snapshot.seats)
        if snapshot.state != self._state or heard != self._heard:
            self._since = now
        self._house, self._state, self._heard = snapshot.house, snapshot.state, heard

    def lost(self, now: int) -> None:
        """The table is gone. Outside of its hours it stays dark."""
        if self._state != "closed":
            self._state, self._since = _GONE, now

    def touched(self, now: int) -> bool:
        """Somebody touches the glass: whether the screen was dark, so that this touch only wakes it."""
        was_dark = self._level == DARK and self._state != "closed"
        self._since = now
        return was_dark

    def level(self, now: int) -> int:
        """Percent of the screen's light at ``now``, a little darker with each call when it is to be darker."""
        wanted = self._wanted(now)
        if wanted >= self._level:
            self._level = wanted
        elif now - self._stepped >= STEP_NS:
            self._level, self._stepped = max(wanted, self._level - _STEP), now
        return self._level

    def _wanted(self, now: int) -> int:
        house, idle = self._house, now - self._since
        dimmed = round(house.brightness * house.dimmed / FULL)
        if self._state == "closed":
            return max(dimmed, _READABLE) if house.opens and idle < TELLS_S * _SECOND else DARK
        if self._state not in _NOBODY_PLAYS:
            return house.brightness
        if house.dark_after_s and idle >= house.dark_after_s * _SECOND:
            return DARK
        return dimmed if idle >= house.dim_after_s * _SECOND else house.brightness

    def offset(self, now: int, height: float) -> tuple[int, int]:
        """By how many pixels a picture of this height is moved, so that nothing burns in where nobody plays."""
        if self._state not in _NOBODY_PLAYS:
            return 0, 0
        far = max(1, round(_FAR * height))
        x, y = _WANDERING[now // (WANDER_S * _SECOND) % len(_WANDERING)]
        return x * far, y * far


class Backlights:
    """The lamps behind the screen that the kernel can dim. ``at``: where it lists them.

    One that takes no light for a moment (its bus is disturbed, its screen off) is told again at each ``show``: else
    a table that was dark over night would stay dark.
    """

    def __init__(self, at: Path = Path("/sys/class/backlight")) -> None:
        self._lamps = [lamp for folder in sorted(at.glob("*")) if (lamp := _lamp(folder)) is not None]
        self._shown: dict[_Lamp, int] = {}
        self._complained: set[_Lamp] = set()

    def show(self, level: int) -> bool:
        """Give so many percent of the light; False: they cannot be dimmed (now), the picture is to be."""
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
"""The file that says how bright it is, and the largest number that may stand there."""


def _lamp(folder: Path) -> _Lamp | None:
    """Return the backlight in ``folder``, if this process may set it."""
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
"""Shows the picture with so many percent of its light."""


def dimmer(backlights: Backlights | None, curtain: Dim) -> Dim:
    """Return what dims the screen: its backlight where there is one, else a curtain before the picture.

    A dark screen is dark either way: a backlight at its lowest may still shine.
    """

    def show(level: int) -> None:
        by_lamp = backlights is not None and backlights.show(level)
        curtain(FULL if by_lamp and level != DARK else level)

    return show
