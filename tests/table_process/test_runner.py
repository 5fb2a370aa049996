"""The runner, the one thread that owns the session: it shows all changes, and only changes."""

from __future__ import annotations

import logging
import queue
import threading

import pytest

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Fault,
    Instant,
    LampState,
    TrayReading,
    TrayState,
)
from kiosk import protocol as msg
from kiosk.table.inputs import DisplayJoined, FromDisplay, TimePassed
from kiosk.table_process.runner import Inbox, Runner

STUCK = Fault("button.stuck", {"seconds": 10})
LOST = Fault("input.lost", {"error": "KeyError"})


class Audience:
    def __init__(self):
        self.shown = []

    def show(self, snapshot):
        self.shown.append(snapshot)


class Lamps:
    def __init__(self):
        self.shown = []

    def show(self, seat, state, since=None):
        self.shown.append((seat, state.value))

    def close(self):
        pass


class Trays:
    """Dice readers of which only the lamps matter."""

    def __init__(self):
        self.lit = []

    def light(self, seat, lamp):
        self.lit.append((seat, lamp.value))


class Run:
    """A runner over a virtual table that takes these inputs in this thread and then ends."""

    def __init__(self, table, lamps=None, journal=None):
        self.table = table
        self.inbox: Inbox = queue.SimpleQueue()
        self.audience, self.lamps, self.trays = Audience(), lamps or Lamps(), Trays()
        self.runner = Runner(
            table.session, self.inbox, self.lamps, self.audience, lambda: self.table.now, self.trays, journal
        )

    def take(self, *inputs):
        """Run with all inputs queued; changes are shown when all have been taken."""
        for input_ in [*inputs, None]:
            self.inbox.put(input_)
        self.runner.run()
        return self.audience.shown


@pytest.fixture
def run(table):
    return Run(table)


def edge(table, seat=1):
    return ButtonEdge(seat, Button.STOP, pressed=True, at=table.now)


def test_the_first_snapshot_is_shown_at_once(run):
    (shown,) = run.take()
    assert (shown.id, shown.state) == (1, "attract")


def test_only_what_has_changed_is_shown(run, table):
    shown = run.take(TimePassed(), DisplayJoined("display 2"), FromDisplay("display 2", msg.Mark(5)), TimePassed())
    assert len(shown) == 1
    shown = run.take(edge(table), TimePassed())
    assert [snapshot.id for snapshot in shown] == [1, 2]
    assert shown[-1].state == "ready"


def test_an_input_that_changes_nothing_visible_shows_nothing(run, table):
    run.take(edge(table))
    before = len(run.audience.shown)
    run.take(FromDisplay("display 1", msg.ChooseOption(1, "nonsense", "", table.now)))
    assert len(run.audience.shown) == before


def test_lamps_are_told_once_a_change(run, table):
    run.take(edge(table), TimePassed(), TimePassed())
    told = [state for seat, state in run.lamps.shown if seat == 1]
    assert told == ["chase", "heard"]


def test_reports_go_to_the_log_once(run, table, caplog):
    table.session.table.reports.append("display 1 said nothing")
    with caplog.at_level(logging.WARNING):
        run.take(TimePassed())
    assert [record.message for record in caplog.records] == ["display 1 said nothing"]
    assert table.session.table.reports == []


def test_time_passes_for_the_session_when_nothing_comes_in(run, table):
    """The clock is beyond the next deadline: the runner passes it to the session without any input."""
    called = threading.Event()
    handle = table.session.handle

    def watched(input_, now, **more):
        if isinstance(input_, TimePassed):
            called.set()
            run.inbox.put(None)
        handle(input_, now, **more)

    table.session.handle = watched
    table.now = Instant(table.session.next_deadline() + 1)
    run.runner.run()
    assert called.is_set()


def test_a_thousand_idle_calls_cost_no_snapshot(run, table):
    run.take(*[FromDisplay("display 1", msg.Mark(table.now))] * 1000)
    assert len(run.audience.shown) == 1


def test_a_press_that_was_overtaken_on_its_way_still_wins_when_the_runner_is_late(run, table):
    """Both presses are queued for long when the runner looks: the one queued first happened last."""
    table.start(1, 2)
    table.lay("- | row b9 b8 b7 b6 b5 hand g5 | row y9 y8 y7 y6 y5 hand r5")
    table.pass_time(100)
    late, early = Instant(table.now - 20_000_000), Instant(table.now - 21_000_000)
    run.take(ButtonEdge(2, Button.STOP, pressed=True, at=late), ButtonEdge(1, Button.STOP, pressed=True, at=early))
    assert (run.audience.shown[-1].state, run.audience.shown[-1].caller) == ("stopped", 1)


def test_what_the_session_records_is_handed_on_before_anybody_sees_it(session_table):
    table = session_table(3, journal=True)
    table.sit_down(1, 2)
    seen = []

    class Journal:
        def write(self, records):
            seen.extend(type(record).__name__ for record in records)

    run = Run(table, journal=Journal())
    run.audience.show = lambda snapshot: seen.append(snapshot.state)
    table.now = table.session.table.deadline
    run.take(TimePassed())
    assert seen == ["ready", "RoundStarted", "countdown"]


def test_what_comes_while_it_is_at_work_waits_for_its_turn_and_an_end_among_it_ends(table):
    class Busy(Lamps):
        def show(self, seat, state, since=None):
            super().show(seat, state, since)
            if state is LampState.HEARD:
                run.inbox.put(edge(table, seat=2))
                run.inbox.put(None)

    run = Run(table, lamps=Busy())
    run.inbox.put(edge(table))
    run.runner.run()
    assert [view.heard for view in run.audience.shown[-1].seats[:2]] == [1, 1]


def test_a_seat_whose_device_is_at_fault_shows_that_again_after_a_press(run, table):
    run.take(DeviceFault("seat 1 play button", STUCK, table.now, 1, Button.PLAY))
    run.take(edge(table))
    assert [state for seat, state in run.lamps.shown if seat == 1] == ["chase", "fault", "fault"]


def test_every_press_is_measured_from_its_stamp_until_its_lamp_was_told(run, table):
    at = table.now
    pressed = ButtonEdge(1, Button.STOP, pressed=True, at=at, heard=Instant(at + 700_000))
    table.now = Instant(at + 1_000_000)
    run.take(pressed, ButtonEdge(1, Button.STOP, pressed=False, at=table.now))
    told = run.runner.press_times.told()
    assert (told.count, told.max_us) == (1, 700)


def test_the_end_of_a_match_and_of_the_table_leave_a_line_of_press_times_in_the_log(run, table, caplog):
    caplog.set_level(logging.INFO)
    run.take(ButtonEdge(1, Button.STOP, pressed=True, at=table.now, heard=table.now), TimePassed())
    assert [message for message in caplog.messages if "presses so far" in message] == [
        "1 presses so far, from edge to heard: p50 0.00 ms, p99 0.00 ms, max 0.00 ms"
    ]


def test_what_is_wrong_with_devices_is_in_the_log_and_told_until_it_is_over(run, table, caplog):
    stuck = DeviceFault("seat 2 stop button", STUCK, table.now, 2, Button.STOP)
    lost = DeviceFault("input queue", LOST, table.now)
    run.take(stuck, lost)
    lost_told, stuck_told = (msg.NamedFault(of.device, msg.Fault.of(of.fault), of.seat) for of in (lost, stuck))
    assert run.runner.faults == (lost_told, stuck_told)
    run.take(DeviceHealthy("seat 2 stop button", table.now, 2, Button.STOP))
    assert run.runner.faults == (lost_told,)
    assert caplog.messages == [
        "seat 2 stop button: it has been held down for 10 s: free it, or check its wires for a short circuit",
        "input queue: an input was lost (KeyError): report it, with the log",
        "seat 2 stop button: works again",
    ]


def test_a_trays_lamp_is_told_when_it_changes_alone(session_table):
    table = session_table(2, boards=frozenset({1}))
    table.put(TrayReading(1, TrayState.EMPTY, (), table.now, 1, 1))
    run = Run(table)
    run.take()
    assert run.trays.lit == [(1, "off")]
    table.start(1, 2, game="dice", dice_source="real")
    table.pass_time(700)
    run.take(TimePassed())
    table.tap_button(1)
    table.pass_time(200)
    run.take(TimePassed(), TimePassed())
    assert run.trays.lit == [(1, "off"), (1, "ready"), (1, "lock")]
