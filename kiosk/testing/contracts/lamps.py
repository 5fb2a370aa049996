"""The contract of lamps (``hardware.api.Lamps``)."""

from __future__ import annotations

import statistics
import threading
import time
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from hardware.api import Instant, Lamps, LampState, Sink, milliseconds
from hardware.gpio.lamp_patterns import FULL_OR_DARK, PATTERNS, level
from kiosk.testing.contracts.record import Arrivals, Timed, no_thread_left, until

SAME: Final = 0.02
"""Tolerance of a brightness: an LED may have 256 levels."""
SAMPLE_MS: Final = 5
LATE: Final = milliseconds(30)
"""Tolerance of the times of a pattern."""
KEPT: Final = 0.8
"""The fraction of samples that have to match: a busy machine delays some."""
SHOWN_WITHIN_S: Final = 0.001
"""The median time that ``show`` may take, in seconds."""


class LampsContract(Timed):
    """The promises of ``Lamps``. A subclass overrides the methods up to ``break_lamp``."""

    seats: Sequence[int] = (1, 2)
    """Two seats or more that have a lamp."""
    dims: bool = True
    """False for lamps that are full or dark."""

    def open(self, sink: Sink) -> Lamps:
        """Return new lamps, which report faults to ``sink``."""
        raise NotImplementedError

    def level(self, seat: int) -> float:
        """Return the brightness of a seat's lamp, 0 to 1: the fraction of its full brightness, or of the time."""
        raise NotImplementedError

    def break_lamp(self, seat: int) -> None:
        """Let this seat's lamp fail from now on, alone or with others. Called after ``open``."""
        raise NotImplementedError

    # ------------------------------------------------------------ the tests

    @pytest.fixture
    def record(self) -> Arrivals:
        """Return the sink for faults."""
        return Arrivals(self.clock)

    @pytest.fixture
    def lamps(self, record: Arrivals) -> Iterator[Lamps]:
        """Yield open lamps."""
        lamps = self.open(record)
        yield lamps
        lamps.close()

    def _shows(self, seat: int, wanted: float) -> None:
        def is_so() -> bool:
            self.pass_time(1)
            return abs(self.level(seat) - wanted) <= SAME

        until(f"the lamp of seat {seat} shows {wanted:g}", is_so)

    def _matches(self, seat: int, state: LampState, since: Instant, present: Instant) -> bool:
        """Return whether the lamp shows what the pattern says now, or said a moment ago."""
        seen = self.level(seat)
        moments = (Instant(present - late) for late in range(0, LATE + 1, milliseconds(1)))
        return any(abs(seen - level(state, since, moment, dims=self.dims)[0]) <= SAME for moment in moments)

    def test_lamps_are_dark_until_something_is_shown(self, lamps: Lamps) -> None:
        """Nothing glows from the start on."""
        self.pass_time(50)
        assert [self.level(seat) for seat in self.seats] == [0.0] * len(self.seats)

    @pytest.mark.parametrize("state", LampState)
    def test_every_state_has_its_pattern(self, lamps: Lamps, state: LampState) -> None:
        """Every state is shown as ``hardware.gpio.lamp_patterns`` says, step by step."""
        seat, pattern = self.seats[0], (PATTERNS if self.dims else FULL_OR_DARK)[state]
        wanted = {step.level for step in pattern}
        since = self.clock()
        lamps.show(seat, state, since)
        self.pass_time(LATE / 1e6)
        end = self.clock() + 2 * sum(step.lasts for step in pattern)
        matches: list[bool] = []
        while self.clock() < end and (wanted or len(matches) < 20):
            self.pass_time(SAMPLE_MS)
            matches.append(self._matches(seat, state, since, self.clock()))
            wanted = {one for one in wanted if abs(one - self.level(seat)) > SAME}
        assert statistics.mean(matches) >= KEPT
        assert not wanted, f"these levels were not shown: {sorted(wanted)}"

    def test_a_pattern_begins_when_it_is_told_to(self, lamps: Lamps) -> None:
        """Before ``since`` the lamp is dark."""
        seat = self.seats[0]
        lamps.show(seat, LampState.READY)
        self._shows(seat, 1.0)
        since = Instant(self.clock() + milliseconds(300))
        lamps.show(seat, LampState.WAVE, since)
        self._shows(seat, 0.0)
        assert self.clock() < since - milliseconds(100), "it was lit too early"
        while self.clock() < since - milliseconds(50):
            assert self.level(seat) <= SAME
            self.pass_time(SAMPLE_MS)
        self._shows(seat, 1.0)
        assert self.clock() >= since

    def test_the_same_state_again_does_not_restart_its_pattern(self, lamps: Lamps) -> None:
        """Otherwise a lamp that is told its state again and again would never reach the end of it."""
        seat = self.seats[0]
        lamps.show(seat, LampState.WINNER)
        self._shows(seat, 1.0)
        dark, end = False, self.clock() + 2 * sum(step.lasts for step in PATTERNS[LampState.WINNER])
        while self.clock() < end and not dark:
            lamps.show(seat, LampState.WINNER)
            self.pass_time(20)
            dark = self.level(seat) <= SAME
        assert dark

    def test_every_seat_has_a_state_of_its_own(self, lamps: Lamps) -> None:
        """What one seat shows changes no other."""
        first, *others = self.seats
        lamps.show(first, LampState.READY)
        self._shows(first, 1.0)
        assert [self.level(seat) for seat in others] == [0.0] * len(others)
        for seat in others:
            lamps.show(seat, LampState.READY)
            self._shows(seat, 1.0)
        lamps.show(first, LampState.OFF)
        self._shows(first, 0.0)
        assert [self.level(seat) for seat in others] == [1.0] * len(others)

    def test_a_seat_without_a_lamp_is_ignored(self, lamps: Lamps) -> None:
        """Nothing is raised, and no other lamp changes."""
        lamps.show(max(self.seats) + 1, LampState.READY)
        self.pass_time(50)
        assert [self.level(seat) for seat in self.seats] == [0.0] * len(self.seats)

    def test_show_returns_at_once(self, lamps: Lamps) -> None:
        """``show`` is called by the thread that judges presses, and must not wait for a device."""
        times = []
        for state in (*LampState, *LampState):
            for seat in self.seats:
                before = time.perf_counter()
                lamps.show(seat, state)
                times.append(time.perf_counter() - before)
        assert statistics.median(times) <= SHOWN_WITHIN_S

    def test_any_thread_may_show(self, lamps: Lamps) -> None:
        """A press sets its lamp in the thread of the buttons, the table the others in its own."""
        errors: list[Exception] = []

        def show_all() -> None:
            try:
                for state in (*LampState, LampState.READY):
                    for seat in self.seats:
                        lamps.show(seat, state)
            except Exception as error:
                errors.append(error)

        threads = [threading.Thread(target=show_all) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert errors == []
        for seat in self.seats:
            self._shows(seat, 1.0)

    def test_a_lamp_that_fails_is_a_fault_told_once(self, lamps: Lamps, record: Arrivals) -> None:
        """``show`` raises nothing; lamps without a fault go on."""
        seat, *others = self.seats
        self.break_lamp(seat)
        for state in (LampState.READY, LampState.OFF, LampState.READY, LampState.INVITED):
            lamps.show(seat, state)
            self.pass_time(100)
        fault = record.fault("the broken lamp", lambda item: item.seat in (seat, None))
        record.reported_once()
        for other in others if fault.seat is not None else ():
            lamps.show(other, LampState.READY)
            self._shows(other, 1.0)

    def test_close_turns_all_off_and_ends_its_threads(self, record: Arrivals) -> None:
        """Afterwards ``show`` still raises nothing: the table may be in the middle of one."""
        with no_thread_left():
            lamps = self.open(record)
            for seat in self.seats:
                lamps.show(seat, LampState.READY)
                self._shows(seat, 1.0)
            lamps.close()
            assert [self.level(seat) for seat in self.seats] == [0.0] * len(self.seats)
            lamps.show(self.seats[0], LampState.READY)
        assert self.level(self.seats[0]) == 0.0

    def test_close_frees_what_it_used(self, record: Arrivals) -> None:
        """The lamps can be opened again, in the same process."""
        for _ in range(2):
            lamps = self.open(record)
            lamps.show(self.seats[0], LampState.READY)
            self._shows(self.seats[0], 1.0)
            lamps.close()
