"""All boards of a table: real threads, the real pyserial, simulated boards at pseudo-terminals."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from serial import Serial

from hardware.api import DeviceFault, DeviceHealthy, Fault, TrayLamp, TrayState, milliseconds
from hardware.dice import conversation, readers
from hardware.dice.protocol import TAKEN, DropCause
from kiosk.faults.fault import english

EMPTY, ROLLING, SETTLED, LOST = TrayState.EMPTY, TrayState.ROLLING, TrayState.SETTLED, TrayState.LOST
Tables = Callable[..., Any]
DESCRIPTORS = Path("/proc/self/fd")


def eventually(is_so: Callable[[], bool], timeout: float = 10) -> None:
    """Wait for something that no reading reports."""
    end = time.monotonic() + timeout
    pause = threading.Event()
    while not is_so():
        assert time.monotonic() < end
        pause.wait(0.01)


def test_a_throw_is_told_to_its_seat_moving_and_settled(table: Tables) -> None:
    t = table(2).start()
    t.heard.reading(2, EMPTY)
    t.boards[2].throw(["r3", "g4"], 60)
    moving = t.heard.reading(2, ROLLING, "r? g?")
    settled = t.heard.reading(2, SETTLED, "r3 g4")
    assert settled.boot == moving.boot
    assert 400 < settled.board_ms - moving.board_ms < 1_500
    assert settled.at > moving.at
    assert {reading.seat for reading in t.heard.all if reading.state is not EMPTY} == {2}


def test_a_board_that_is_pulled_out_is_lost_and_back_with_its_tray_and_its_lamp(table: Tables) -> None:
    t = table(1).start()
    t.readers.light(1, TrayLamp.READY)
    t.boards[1].put("y5")
    t.heard.reading(1, SETTLED, "y5")
    eventually(lambda: bool(t.boards[1].lamp == "READY"))
    t.boards[1].unplug()
    t.heard.reading(1, LOST)
    fault = t.heard.fault("put it in again")
    assert (fault.device, fault.seat) == ("dice board LDR-1", 1)
    assert t.health("LDR-1").connected is False
    t.readers.light(1, TrayLamp.LOCK)
    since = len(t.heard.all)
    t.boards[1].plug()
    t.heard.healthy("dice board LDR-1", since)
    t.heard.reading(1, SETTLED, "y5", since)
    eventually(lambda: bool(t.boards[1].lamp == "LOCK"))
    assert t.health("LDR-1").fault is None


def test_a_lamp_is_not_kept_waiting_by_a_port_that_has_just_been_found(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    found, go_on, lit = threading.Event(), threading.Event(), threading.Event()
    start = readers.Reader.start

    def slow(one: readers.Reader) -> None:  # as on a machine too busy for a new thread
        found.set()
        go_on.wait(10)
        start(one)

    monkeypatch.setattr(readers.Reader, "start", slow)
    t = table(1).start()
    assert found.wait(10)
    threading.Thread(target=lambda: (t.readers.light(1, TrayLamp.FIND), lit.set()), daemon=True).start()
    in_time = lit.wait(1)
    go_on.set()
    assert in_time
    eventually(lambda: bool(t.boards[1].lamp == "FIND"))


def test_where_a_thread_is_lacking_the_board_is_told_and_found_as_soon_as_there_is_one(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = [RuntimeError("can't start new thread"), OSError(24, "Too many open files")]
    start = threading.Thread.start

    def refused(thread: threading.Thread) -> None:
        if lacking and thread.name.startswith("dice port "):
            raise lacking.pop()
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refused)
    t = table(1)
    before = len(list(DESCRIPTORS.iterdir()))
    t.start()
    assert t.heard.fault("Too many open files").device == "dice ports"
    assert t.heard.fault("can't start new thread").device == "dice ports"
    t.heard.reading(1, EMPTY)
    t.heard.healthy("dice ports", 0)
    t.readers.close()
    assert len(list(DESCRIPTORS.iterdir())) == before


def test_a_silent_board_is_lost_its_port_opened_again_and_the_board_found(
    table: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(conversation, "GONE", milliseconds(1_600))
    t = table(1).start()
    t.heard.reading(1, EMPTY)
    t.boards[1].fault("silent")
    lost = t.heard.reading(1, LOST)
    assert lost.dice == ()
    assert t.heard.fault("does not answer").seat == 1
    eventually(lambda: bool(t.readers.health()[0].fault))
    t.boards[1].mend()
    t.heard.reading(1, EMPTY, since=len(t.heard.all))
    assert sum(isinstance(item, DeviceFault) for item in t.heard.all) == 1


def test_a_second_board_with_the_same_identity_is_refused_until_the_first_has_gone(table: Tables) -> None:
    t = table(1).start()
    t.heard.reading(1, EMPTY)
    twin = t.boards.plug_twin(1)
    fault = t.heard.fault("calls itself LDR-1")
    assert fault.device == f"dice port {twin.port.name}"
    twin.put("g1")
    eventually(lambda: all(health.connected for health in t.readers.health()))
    assert not any(item.dice for item in t.heard.all if not isinstance(item, DeviceFault | DeviceHealthy))
    t.boards[1].unplug()
    t.heard.reading(1, SETTLED, "g1")
    t.heard.healthy(fault.device)


def test_a_board_of_no_seat_is_told_with_the_line_to_write_and_its_dice_count_for_nobody(table: Tables) -> None:
    t = table(2, seats={"LDR-1": 1}).start()
    t.boards[2].put("g1")
    assert 'write dice_board = "LDR-2"' in english(t.heard.fault("belongs to no seat").fault)
    t.heard.reading(1, EMPTY)
    eventually(lambda: bool(t.health("LDR-2").connected))
    assert {item.seat for item in t.heard.all} == {None, 1}
    assert t.health("LDR-2").seat is None


def test_a_board_set_to_another_seat_is_told_and_serves_the_configured_one(table: Tables) -> None:
    t = table(1)
    t.boards[1].own_seat = 7
    t.boards[1].restart()
    t.start()
    assert t.heard.fault("set to seat 7").seat == 1
    t.heard.reading(1, EMPTY)
    t.boards[1].unplug()
    t.heard.reading(1, LOST)
    since = len(t.heard.all)
    t.boards[1].plug()
    t.heard.fault("set to seat 7", since)


def test_a_board_of_another_version_is_told(table: Tables) -> None:
    t = table(1)
    t.boards[1].fault("wrong_version")
    t.boards[1].restart()
    t.start()
    assert "LDR/1" in english(t.heard.fault("speaks LDR/2").fault)
    t.boards[1].mend()
    t.heard.reading(1, EMPTY)
    t.heard.healthy(f"dice port {t.boards[1].port.name}")


def test_a_board_that_is_not_there_is_told_with_its_seat(table: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "FOUND_WITHIN", milliseconds(800))
    t = table(1, seats={"LDR-1": 1, "LDR-9": 9}).start()
    assert t.heard.fault("was not found").seat == 9
    absent = t.health("LDR-9")
    assert (absent.port, absent.seat, absent.connected) == ("", 9, False)
    assert absent.fault == Fault("board.not_found")
    assert [item.seat for item in t.heard.all if isinstance(item, DeviceFault)] == [9]


def test_health_names_ports_boards_firmware_and_counters(table: Tables) -> None:
    t = table(1).start()
    t.boards[1].fault("garbage")
    t.heard.reading(1, EMPTY)
    eventually(lambda: t.health("LDR-1").counters[DropCause.BAD_GRAMMAR] > 1)
    health = t.health("LDR-1")
    assert (health.port, health.seat, health.connected) == (str(t.boards[1].port), 1, True)
    assert health.firmware == "1.0.0"
    assert health.counters[TAKEN] > 2
    assert health.fault is None


def test_counters_survive_a_replug(table: Tables) -> None:
    t = table(1).start()
    t.heard.reading(1, EMPTY)
    before = t.health("LDR-1").counters[TAKEN]
    t.boards[1].unplug()
    eventually(lambda: not any(health.port for health in t.readers.health()))
    since = len(t.heard.all)
    t.boards[1].plug()
    t.heard.reading(1, EMPTY, since=since)
    assert t.health("LDR-1").counters[TAKEN] > before


@pytest.mark.parametrize("fault", ["half_frames", "garbage"])
def test_a_bad_cable_delays_the_dice_and_never_changes_them(table: Tables, fault: str) -> None:
    t = table(1).start()
    t.boards[1].fault(fault)
    t.boards[1].put("r1", "b6")
    t.heard.reading(1, SETTLED, "r1 b6")
    assert {item.dice for item in t.heard.all if item.state is SETTLED} == {((("b", 6), ("r", 1)))}


def test_a_flooding_board_costs_little_and_keeps_nobody_waiting(table: Tables) -> None:
    t = table(2).start()
    t.heard.reading(2, EMPTY)
    t.boards[1].fault("flood")
    began = time.monotonic()
    for value in range(1, 4):
        t.boards[2].throw([f"r{value}"], 60)
        put = time.monotonic_ns()
        assert t.heard.reading(2, SETTLED, f"r{value}").at - put < milliseconds(2_000)
    frames = t.readers.health()[0].counters[TAKEN]
    assert frames * 26 < 2 * readers.READ_MOST + readers.BYTES_PER_SECOND * (time.monotonic() - began)
    assert t.heard.fault("without a pause").seat == 1


def test_a_port_that_another_program_uses_is_told_and_taken_when_it_is_free(table: Tables) -> None:
    t = table(1)
    with Serial(str(t.boards[1].port), exclusive=True):
        t.start()
        eventually(lambda: t.readers.health()[0].fault == Fault("port.in_use"))
    t.heard.reading(1, EMPTY)


def test_a_failing_sink_ends_no_reader(table: Tables) -> None:
    t = table(1)
    told: list[object] = []

    def fail(item: object) -> None:
        told.append(item)
        raise RuntimeError("full")

    t.readers.start(fail)
    eventually(lambda: bool(told))
    count = len(told)
    t.boards[1].put("r1")
    eventually(lambda: len(told) > count)


def test_after_closing_nothing_is_left(table: Tables) -> None:
    t = table(3)
    before = threading.active_count()
    t.start()
    t.heard.reading(3, EMPTY)
    t.readers.close()
    assert threading.active_count() == before
    with Serial(str(t.boards[1].port), exclusive=True) as port:  # free again
        assert port.is_open
