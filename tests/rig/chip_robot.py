"""People at a table whose buttons are wired to emulated GPIO chips: fingers on the glass, presses on the chips."""

from __future__ import annotations

import itertools
import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from hardware.api import Button, Instant, LampState, milliseconds, now
from hardware.gpio.lamp_patterns import PATTERNS
from hardware.realtime import Realtime
from tests.rig.gpio_seats import GpioSeats
from tests.rig.kiosk_process import LIMIT, KioskProcess
from tests.rig.robot import FLIP_COOLDOWN, Robot
from tests.rig.scene import Scene, Thing
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher

APART: Final = milliseconds(0.08)
"""The time between two of many presses: more than the uncertainty of buttons, so that no lot decides."""

_STEADY: Final = milliseconds(1300)
"""Longer than any blinking pattern of a lamp stays the same."""
_NEAR: Final = 0.3
"""The fraction by which a step of a pattern may be longer or shorter on a busy machine."""
_POLL: Final = 0.001


class ChipRobot(Robot):
    """A ``Robot`` with buttons at ``seats``. A seat with nothing that fits flips with the Play button."""

    def __init__(self, table: TouchTable, kiosk: KioskProcess, watcher: Watcher, seats: GpioSeats) -> None:
        super().__init__(table, kiosk, watcher)
        self.seats = seats

    def button(self, seat: int, button: Button) -> None:
        """Press and release it."""
        self.seats.press(seat, button)
        self.seats.release(seat, button)

    def call(self, order: Sequence[int]) -> None:
        """Press these Stop buttons in this order, within a millisecond; the edges arrive in the opposite one."""
        first = now()
        stamps = {seat: Instant(first + place * APART) for place, seat in enumerate(order)}
        with Realtime().edges():  # a kernel is not interrupted between them
            while now() <= max(stamps.values()):
                pass  # no edge is stamped before it happens
            for seat in reversed(order):
                self.seats.press(seat, Button.STOP, stamps[seat])
        for seat in order:
            self.seats.release(seat, Button.STOP)

    def spare(self, scene: Scene, seat: int) -> Thing | None:
        """Return None: a Play button would play the card that is carried."""
        return None

    def flip(self, seats: Iterable[int], scene: Scene) -> None:
        """Press the Play buttons of these seats, as far as they may flip again."""
        at = time.monotonic()
        able = [seat for seat in seats if at - self._flipped[seat] > FLIP_COOLDOWN]
        self._flipped.update(dict.fromkeys(able, at))
        for seat in able:
            self.button(seat, Button.PLAY)

    # ------------------------------------------------------------ lamps

    def see_lamps(self, expected: Mapping[int, LampState]) -> None:
        """Watch the chip's outputs until each of these seats' lamps has shown its pattern; ``AssertionError`` if not.

        Required are two steps in a row of a blinking pattern, or a steady level for a while.
        """
        watched = {seat: _Lamp(self.seats, seat) for seat in expected}
        deadline = time.monotonic() + LIMIT
        while missing := [seat for seat, state in expected.items() if not watched[seat].shows(state)]:
            told = {seat: (expected[seat], watched[seat].steps) for seat in missing}
            assert time.monotonic() < deadline, f"lamps (wanted, seen in ms): {told}"
            time.sleep(_POLL)


class _Lamp:
    """The changes of a lamp at an output, each with its stamp."""

    def __init__(self, seats: GpioSeats, seat: int) -> None:
        self._seats, self._seat = seats, seat
        self._since = seats.lamp_changed(seat)
        self._writes = seats.lamp_writes(seat)
        self.steps: list[tuple[bool, float]] = []
        """Lit or dark, and for how many milliseconds; the first one had begun before the first look."""

    def shows(self, state: LampState) -> bool:
        """Look at it; return whether it has shown this state's pattern since the beginning."""
        self._look()
        steps = [(step.level >= 0.5, step.lasts / 1e6) for step in PATTERNS[state]]
        if len(steps) == 1:
            return now() - self._since >= _STEADY and self._seats.lamp(self._seat) is steps[0][0]
        wanted = _joined(steps)
        seen = self.steps[1:]
        return any(
            all(_alike(one, other) for one, other in zip(pair, turn, strict=True))
            for pair in itertools.pairwise(seen)
            for turn in zip(wanted, [*wanted[1:], wanted[0]], strict=True)
        )

    def _look(self) -> None:
        changed, lit = self._seats.lamp_changed(self._seat), self._seats.lamp(self._seat)
        writes = self._seats.lamp_writes(self._seat)
        if changed != self._since:
            if writes == self._writes + 1:
                self.steps.append((not lit, (changed - self._since) / 1e6))
            else:
                self.steps.clear()  # it changed between two looks
            self._since, self._writes = changed, writes


def _alike(seen: tuple[bool, float], wanted: tuple[bool, float]) -> bool:
    return seen[0] is wanted[0] and abs(seen[1] - wanted[1]) <= _NEAR * wanted[1]


def _joined(steps: list[tuple[bool, float]]) -> list[tuple[bool, float]]:
    """Join steps of the same level in a row, also from the end to the beginning."""
    joined = [steps[0]]
    for lit, lasts in steps[1:]:
        if joined[-1][0] is lit:
            joined[-1] = (lit, joined[-1][1] + lasts)
        else:
            joined.append((lit, lasts))
    if len(joined) > 1 and joined[0][0] is joined[-1][0]:
        joined[0] = (joined[0][0], joined[0][1] + joined.pop()[1])
    return joined
