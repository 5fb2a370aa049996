"""The contract of dice readers (``hardware.api.DiceReaders``)."""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Iterator, Sequence
from typing import Final

import pytest

from hardware.api import (
    DeviceFault,
    DiceReaders,
    HardwareInput,
    TrayDie,
    TrayLamp,
    TrayReading,
    TrayState,
)
from hardware.dice.protocol import DICE
from kiosk.testing.contracts.record import Arrivals, Timed, no_thread_left, until

HEARTBEATS_MS: Final = 1200
"""Milliseconds in which a board reports its unchanged tray at least twice."""
LIGHT_WITHIN_S: Final = 0.005
"""The median time that ``light`` may take, in seconds."""


class DiceReadersContract(Timed):
    """The promises of ``DiceReaders``. A subclass overrides the methods up to ``lamp``.

    Dice are words: a colour ``r``, ``g``, ``b``, ``y`` or ``x`` (not read), and a value ``1`` to ``6`` or ``?`` (not
    read). The tests wait for real boards, a second or so each.
    """

    seats: Sequence[int] = (1, 2)
    """Two seats or more that have a board."""

    def open(self) -> DiceReaders:
        """Return new readers, not started; all boards are there, with empty trays."""
        raise NotImplementedError

    def lay(self, seat: int, *dice: str) -> None:
        """Let exactly these dice lie in the tray."""
        raise NotImplementedError

    def throw(self, seat: int, *dice: str) -> None:
        """Throw these dice into the empty tray: they move for a while."""
        raise NotImplementedError

    def unplug(self, seat: int) -> None:
        """Let the seat's board be gone. Also called before ``start``."""
        raise NotImplementedError

    def plug(self, seat: int) -> None:
        """Let it be back."""
        raise NotImplementedError

    def lamp(self, seat: int) -> TrayLamp:
        """Return what the lamp at the seat's tray shows."""
        raise NotImplementedError

    # ------------------------------------------------------------ the tests

    @pytest.fixture
    def readers(self) -> Iterator[DiceReaders]:
        """Yield readers that are not started."""
        readers = self.open()
        yield readers
        readers.close()

    @pytest.fixture
    def record(self, readers: DiceReaders) -> Arrivals:
        """Start the readers, wait until every tray is known, and return what they deliver."""
        record = Arrivals(self.clock)
        readers.start(record)
        for seat in self.seats:
            _reading(record, seat, TrayState.EMPTY)
        return record

    def test_dice_that_lie_still_are_read(self, record: Arrivals) -> None:
        """A reading has the whole tray, with colours and values."""
        seat = self.seats[0]
        self.lay(seat, "r4", "b2", "y1")
        reading = _reading(record, seat, TrayState.SETTLED)
        assert sorted(reading.dice, key=str) == sorted(_dice("r4", "b2", "y1"), key=str)
        self.lay(seat)
        _reading(record, seat, TrayState.EMPTY, since=len(record.arrived))

    def test_a_throw_rolls_before_it_settles(self, record: Arrivals) -> None:
        """While dice move the tray is ROLLING; the values count once it is SETTLED."""
        seat, since = self.seats[0], len(record.arrived)
        self.throw(seat, "r4", "g6")
        settled = _reading(record, seat, TrayState.SETTLED, since)
        assert sorted(settled.dice, key=str) == sorted(_dice("r4", "g6"), key=str)
        states = [one.state for one in _of(record, seat, since)]
        assert set(states[: states.index(TrayState.SETTLED)]) == {TrayState.ROLLING}

    @pytest.mark.parametrize("die", ["r?", "x3"])
    def test_a_die_that_cannot_be_read_is_told(self, record: Arrivals, die: str) -> None:
        """The tray is in the state FAULT, and the die has None for what was not read."""
        seat = self.seats[0]
        self.lay(seat, "b2", die)
        reading = _reading(record, seat, TrayState.FAULT)
        assert set(_dice(die)) <= set(reading.dice)

    def test_a_tray_is_told_once_for_each_change(self, record: Arrivals) -> None:
        """What does not change is not told again, however often the board reports it."""
        seat = self.seats[0]
        self.lay(seat, "r4")
        _reading(record, seat, TrayState.SETTLED)
        since = len(record.arrived)
        self.pass_time(HEARTBEATS_MS)
        record.is_quiet(since)

    def test_readings_have_the_times_of_host_and_board(self, record: Arrivals) -> None:
        """``at`` is CLOCK_MONOTONIC, never in the future; ``board_ms`` counts on with one ``boot``."""
        seat, before = self.seats[0], self.clock()
        since = len(record.arrived)
        self.lay(seat, "r4")
        _reading(record, seat, TrayState.SETTLED, since)
        for reading, arrived in record.arrived[since:]:
            assert before <= reading.at <= arrived
        readings = _of(record, seat)
        assert len({reading.boot for reading in readings}) == 1
        assert all(first.board_ms <= then.board_ms for first, then in itertools.pairwise(readings))

    def test_every_seat_has_its_own_tray(self, record: Arrivals) -> None:
        """What lies in one tray changes no other."""
        first, *others = self.seats
        since = len(record.arrived)
        self.lay(first, "r4")
        _reading(record, first, TrayState.SETTLED, since)
        assert not [reading for other in others for reading in _of(record, other, since)]

    def test_a_board_that_is_gone_is_lost_and_a_fault_of_its_seat(self, record: Arrivals) -> None:
        """The tray is LOST once, without dice, and the fault is told once, as one of a tray."""
        seat, since = self.seats[0], len(record.arrived)
        self.unplug(seat)
        lost = _reading(record, seat, TrayState.LOST, since)
        assert (lost.dice, lost.boot, lost.board_ms) == ((), 0, 0)
        record.fault("the board is gone", lambda item: item.tray and item.seat == seat, since)
        self.pass_time(HEARTBEATS_MS)
        record.reported_once()
        assert [reading.state for reading in _of(record, seat, since)] == [TrayState.LOST]

    def test_a_board_that_is_back_is_read_again(self, record: Arrivals) -> None:
        """Its fault ends, and its tray is told, although nothing in it has changed."""
        seat = self.seats[0]
        self.unplug(seat)
        fault = record.fault("the board is gone", lambda item: item.tray and item.seat == seat)
        since = len(record.arrived)
        self.plug(seat)
        _reading(record, seat, TrayState.EMPTY, since)
        record.recovery(fault.device, since)
        self.lay(seat, "r4")
        _reading(record, seat, TrayState.SETTLED, since)

    def test_a_board_that_comes_later_is_found(self, readers: DiceReaders) -> None:
        """Boards are looked for all the time; until then the missing one is a fault of its seat."""
        seat = self.seats[0]
        self.unplug(seat)
        record = Arrivals(self.clock)
        readers.start(record)
        record.fault("the board is missing", lambda item: item.tray and item.seat == seat)
        self.plug(seat)
        _reading(record, seat, TrayState.EMPTY)

    def test_a_lamp_is_lit_again_after_a_reconnect(self, readers: DiceReaders, record: Arrivals) -> None:
        """The lamp shows the last state that it was given, whatever happens to the board."""
        seat = self.seats[0]
        for lamp in TrayLamp:
            readers.light(seat, lamp)
            until(f"the lamp shows {lamp}", lambda lamp=lamp: self.lamp(seat) is lamp)  # type: ignore[misc]
        self.unplug(seat)
        _reading(record, seat, TrayState.LOST)
        readers.light(seat, TrayLamp.LOCK)
        self.plug(seat)
        until("the lamp shows what was lit meanwhile", lambda: self.lamp(seat) is TrayLamp.LOCK)

    def test_light_returns_at_once_and_ignores_other_seats(self, readers: DiceReaders, record: Arrivals) -> None:
        """``light`` is called by the thread that judges presses, and must not wait for a board."""
        times = []
        for lamp in (*TrayLamp, *TrayLamp, *TrayLamp):
            for seat in (*self.seats, max(self.seats) + 1):
                before = time.perf_counter()
                readers.light(seat, lamp)
                times.append(time.perf_counter() - before)
        assert statistics.median(times) <= LIGHT_WITHIN_S

    def test_the_operator_sees_every_board(self, readers: DiceReaders, record: Arrivals) -> None:
        """``health`` has an entry for each seat: connected, or not, with the fault."""
        boards = {board.seat: board for board in readers.health()}
        assert {seat for seat in self.seats if boards[seat].connected} == set(self.seats)
        self.unplug(self.seats[0])
        record.fault("the board is gone", lambda item: item.tray and item.seat == self.seats[0])

        def is_missed() -> bool:
            of_seat = [board for board in readers.health() if board.seat == self.seats[0]]
            return bool(of_seat) and not any(board.connected for board in of_seat)

        until("the board is no longer connected", is_missed)
        assert any(board.fault for board in readers.health() if board.seat == self.seats[0])

    def test_a_sink_that_raises_does_not_end_delivery(self, readers: DiceReaders) -> None:
        """The sink must not raise; should it do so, later readings are delivered all the same."""
        record, (seat, *_) = Arrivals(self.clock), self.seats

        def sink(item: HardwareInput) -> None:
            if isinstance(item, TrayReading) and item.state is TrayState.EMPTY:
                raise RuntimeError("the sink fails, as the contract wants it")
            record(item)

        readers.start(sink)
        self.pass_time(500)
        self.lay(seat, "r4")
        _reading(record, seat, TrayState.SETTLED)

    def test_close_ends_delivery_and_threads_and_frees_what_it_used(self) -> None:
        """After ``close`` nothing is told, no thread is left, and the readers can be opened again."""
        for _ in range(2):
            readers, record = self.open(), Arrivals(self.clock)
            with no_thread_left():
                readers.start(record)
                for seat in self.seats:
                    _reading(record, seat, TrayState.EMPTY)
                readers.close()
            since = len(record.arrived)
            self.lay(self.seats[0], "r4")
            self.pass_time(HEARTBEATS_MS)
            record.is_quiet(since)
            self.lay(self.seats[0])

    def test_they_can_be_closed_without_a_start(self, readers: DiceReaders) -> None:
        """A table that cannot start closes what it has opened; health can be asked before the start."""
        assert not any(board.connected for board in readers.health())
        assert isinstance(readers.health(), tuple)

    def test_no_fault_is_told_while_all_is_well(self, record: Arrivals) -> None:
        """Boards that are there and report are no fault."""
        self.pass_time(HEARTBEATS_MS)
        assert record.all(DeviceFault) == []


def _of(record: Arrivals, seat: int, since: int = 0) -> list[TrayReading]:
    """Return the readings of a seat after the first ``since`` inputs."""
    return [one for one, _ in record.arrived[since:] if isinstance(one, TrayReading) and one.seat == seat]


def _reading(record: Arrivals, seat: int, state: TrayState, since: int = 0) -> TrayReading:
    """Return the first reading of a seat with this state, after the first ``since`` inputs."""

    def is_it(item: HardwareInput) -> bool:
        return isinstance(item, TrayReading) and (item.seat, item.state) == (seat, state)

    reading = record.wait_for(f"the tray of seat {seat} is {state}", is_it, since).what
    assert isinstance(reading, TrayReading)
    return reading


def _dice(*words: str) -> list[TrayDie]:
    return [DICE[word.upper()] for word in words]
