"""Pins in a process of their own, on emulated chips: the table's reports when it ends, hangs or cannot start.

The other promises of buttons are in ``test_button_sources``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import queue
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import pytest

from hardware import child_process
from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Duration,
    Fault,
    HardwareError,
    HardwareInput,
    LampState,
    Wiring,
    milliseconds,
    now,
)
from hardware.backoff import Backoff
from hardware.gpio.lamps import PWM_HZ
from hardware.pin_process import client, server
from hardware.pin_process.client import DEVICE, PinProcessClient
from hardware.pin_process.messages import LampStates, Message, PeerGone, PinsAlive, PinsSetup, SocketEnd
from hardware.realtime import Realtime
from kiosk.faults.fault import english
from tests.benchmarks.processes import until
from tests.rig import ENDS_WITH_US
from tests.rig.gpiochip import Chip, EmulatedChips, libraries

pytestmark = [pytest.mark.gpiochip, pytest.mark.process]

STOP, PLAY, LAMP = 4, 5, 6
WIRING = [Wiring(1, STOP, PLAY, LAMP)]
LIMIT_S = 30.0
PWM_PERIODS = 10 * 1_000_000_000 // PWM_HZ
OTHER = Chip(3, "raspberrypi-exp-gpio", 8)

TABLE = """
import sys
from hardware.api import LampState, Wiring
from hardware.pin_process.client import PinProcessClient
from hardware.realtime import Realtime
pins = PinProcessClient(sys.argv[1], [Wiring(1, 4, 5, 6)], Realtime("not here"))
pins.start(print)
pins.show(1, LampState.READY)
sys.stdin.read()
"""

Told = TypeVar("Told", bound=HardwareInput)


@pytest.fixture
def chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[EmulatedChips]:
    with EmulatedChips(tmp_path) as chips:
        for name, value in chips.environment.items():
            monkeypatch.setenv(name, value)
        yield chips


class Table:
    """A client with the pins."""

    def __init__(self, library: str, chips: EmulatedChips) -> None:
        self.chips = chips
        self.dims = library == "lgpio"
        self.got: queue.SimpleQueue[HardwareInput] = queue.SimpleQueue()
        self.pins = PinProcessClient(library, WIRING, Realtime("it is not what is tested here"))  # type: ignore[arg-type]
        self.pins.start(self.got.put)

    def next(self, kind: type[Told]) -> Told:
        told = self.got.get(timeout=LIMIT_S)
        assert isinstance(told, kind), told
        return told

    def signal(self, number: signal.Signals) -> None:
        os.kill(self.pins.pid, number)

    def healthy_again(self) -> None:
        assert self.next(DeviceHealthy).device == DEVICE


@pytest.fixture(params=libraries())
def table(request: pytest.FixtureRequest, chips: EmulatedChips, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    monkeypatch.setattr(client, "ASK_S", 0.3)
    table = Table(request.param, chips)
    yield table
    table.pins.close()
    assert not chips.output(LAMP)


one_library = pytest.mark.parametrize("table", libraries()[-1:], indirect=True)
"""For what the client does whichever library its process has."""


def all_are_healthy(table: Table) -> None:
    """Return the next reports of the pin process and both buttons."""
    healthy = {table.next(DeviceHealthy).device for _device in range(3)}
    assert healthy == {DEVICE, "seat 1 stop button", "seat 1 play button"}


def test_a_lamp_is_switched_again_and_again_only_while_it_is_dimmed(table: Table) -> None:
    table.pins.show(1, LampState.LOCKED)
    if table.dims:
        switched = table.chips.writes(LAMP) + 100
        until(lambda: table.chips.writes(LAMP) > switched)
    for state, lit in ((LampState.READY, True), (LampState.OFF, False)):
        table.pins.show(1, state)
        until(lambda lit=lit: table.chips.output(LAMP) is lit and now() - table.chips.changed(LAMP) > PWM_PERIODS)


def test_a_press_is_heard_in_the_process_of_the_pins_which_lights_the_lamp(table: Table) -> None:
    at = table.chips.press(STOP)
    press = table.next(ButtonEdge)
    assert (press.seat, press.button, press.pressed) == (1, Button.STOP, True)
    assert press.heard is not None
    assert abs(press.at - at) < 1000 < press.heard - at <= now() - at
    until(lambda: table.chips.output(LAMP))


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_process_that_ends_or_hangs_is_told_and_started_again_and_nothing_stays_pressed(
    table: Table, number: signal.Signals
) -> None:
    table.chips.press(STOP)
    assert table.next(ButtonEdge).pressed
    table.signal(number)
    fault = table.next(DeviceFault)
    assert fault.device == DEVICE
    assert ("SIGKILL" if number is signal.SIGKILL else "does not answer") in english(fault.fault)
    release = table.next(ButtonEdge)
    assert (release.seat, release.button, release.pressed) == (1, Button.STOP, False)
    table.healthy_again()
    table.chips.release(STOP)
    table.chips.press(PLAY)
    press = table.next(ButtonEdge)
    assert (press.button, press.pressed) == (Button.PLAY, True)


@one_library
@pytest.mark.parametrize("number", [signal.SIGCONT, signal.SIGKILL])
def test_whoever_tells_lamps_never_waits_for_a_process_that_hangs_and_the_newest_word_counts(
    table: Table, monkeypatch: pytest.MonkeyPatch, number: signal.Signals
) -> None:
    monkeypatch.setattr(client, "UNANSWERED", 1 << 30)  # it hangs for good
    table.signal(signal.SIGSTOP)

    def tell() -> None:
        for state in [LampState.LOCKED, LampState.OFF] * 2000 + [LampState.READY]:
            table.pins.show(1, state)

    telling = threading.Thread(target=tell, daemon=True)
    telling.start()
    telling.join(LIMIT_S)
    assert not telling.is_alive(), "it waits"
    table.signal(number)
    until(lambda: table.chips.output(LAMP))


def test_lamps_show_in_a_new_process_what_they_showed_before(table: Table) -> None:
    table.pins.show(1, LampState.READY)
    until(lambda: table.chips.output(LAMP))
    table.signal(signal.SIGKILL)
    table.next(DeviceFault)
    writes = table.chips.writes(LAMP)
    table.healthy_again()
    until(lambda: table.chips.writes(LAMP) > writes and table.chips.output(LAMP))


@one_library
def test_while_it_cannot_be_started_again_every_button_is_at_fault(table: Table) -> None:
    chips = table.chips.folder / "chips"
    known = chips.read_text()
    chips.write_text("")
    table.signal(signal.SIGKILL)
    assert table.next(DeviceFault).device == DEVICE
    faults = [table.next(DeviceFault) for _button in range(2)]
    assert [(fault.seat, fault.button) for fault in faults] == [(1, Button.STOP), (1, Button.PLAY)]
    assert "no GPIO chip" in english(faults[0].fault)
    chips.write_text(known)
    healthy = {table.next(DeviceHealthy).device for _device in range(3)}
    assert healthy == {DEVICE, "seat 1 stop button", "seat 1 play button"}
    table.chips.press(STOP)
    assert table.next(ButtonEdge).pressed


@one_library
def test_a_machine_without_memory_for_it_is_a_fault_and_tried_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, refusals = subprocess.Popen, [OSError(errno.ENOMEM, "Cannot allocate memory")]

    def start(*args: Any, **options: Any) -> subprocess.Popen[bytes]:
        if refusals:
            raise refusals.pop()
        return works(*args, **options)

    monkeypatch.setattr(child_process.subprocess, "Popen", start)
    table.signal(signal.SIGKILL)
    assert table.next(DeviceFault).device == DEVICE
    assert "cannot be started (Cannot allocate memory)" in english(table.next(DeviceFault).fault)
    table.next(DeviceFault)
    all_are_healthy(table)


@one_library
def test_a_machine_without_a_thread_to_listen_to_it_is_a_fault_and_tried_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    works, refusals = threading.Thread.start, [RuntimeError("can't start new thread")]

    def start(thread: threading.Thread) -> None:
        if thread.name == "pins" and refusals:
            raise refusals.pop()
        works(thread)

    monkeypatch.setattr(threading.Thread, "start", start)
    table.signal(signal.SIGKILL)
    assert table.next(DeviceFault).device == DEVICE
    assert "can't start new thread" in english(table.next(DeviceFault).fault)
    table.next(DeviceFault)
    all_are_healthy(table)
    table.chips.press(STOP)
    assert table.next(ButtonEdge).pressed


def test_faults_of_single_pins_come_through_and_are_told_anew_by_a_new_process(table: Table) -> None:
    table.chips.hold(PLAY)
    table.signal(signal.SIGKILL)
    assert table.next(DeviceFault).device == DEVICE
    assert table.next(DeviceHealthy).device == DEVICE
    fault = table.next(DeviceFault)
    assert (fault.device, fault.button) == ("seat 1 play button", Button.PLAY)
    assert english(fault.fault).startswith("GPIO 5 does not work")


def test_a_table_that_ends_just_when_the_process_is_lost_ends(
    chips: EmulatedChips, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "ASK_S", 0.1)
    pins = PinProcessClient(libraries()[0], WIRING, Realtime("it is not what is tested here"))  # type: ignore[arg-type]
    ending = threading.Thread(target=pins.close, daemon=True)

    def end(item: HardwareInput) -> None:
        if isinstance(item, DeviceFault) and not ending.is_alive():
            ending.start()
            until(lambda: pins.closed)

    pins.start(end)
    os.kill(pins.pid, signal.SIGKILL)
    until(lambda: ending.ident is not None)
    ending.join(LIMIT_S)
    assert not ending.is_alive()


@pytest.mark.parametrize("library", libraries())
def test_pins_that_cannot_be_used_at_all_are_refused_with_the_mend(
    library: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with EmulatedChips(tmp_path, [OTHER]) as chips:
        for name, value in chips.environment.items():
            monkeypatch.setenv(name, value)
        with pytest.raises(HardwareError) as error:
            PinProcessClient(library, WIRING, Realtime("not here"))  # type: ignore[arg-type]
        assert "no GPIO chip" in english(error.value.fault)


def test_a_process_that_says_nothing_is_not_waited_for_for_ever(
    chips: EmulatedChips, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "START_S", 0.001)
    with pytest.raises(HardwareError) as error:
        PinProcessClient("libgpiod", WIRING, Realtime("not here"))
    assert "has not begun" in english(error.value.fault)


def test_a_process_that_ends_at_once_is_told_with_how(chips: EmulatedChips, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONHOME", "/nowhere")
    with pytest.raises(HardwareError) as error:
        PinProcessClient("libgpiod", WIRING, Realtime("not here"))
    assert "it has ended" in english(error.value.fault)


def test_a_table_that_ends_while_a_process_begins_does_not_wait_for_it(
    chips: EmulatedChips, monkeypatch: pytest.MonkeyPatch
) -> None:
    pins = PinProcessClient(libraries()[0], WIRING, Realtime("not here"))  # type: ignore[arg-type]
    pins.start(lambda _item: None)
    silent = subprocess.Popen([*ENDS_WITH_US, "sleep", "600"])
    its_end: list[int] = []

    def start(_command: object, pass_fds: list[int], **_: object) -> subprocess.Popen[bytes]:
        its_end.append(os.dup(pass_fds[0]))
        return silent

    monkeypatch.setattr(child_process.subprocess, "Popen", start)
    monkeypatch.setattr(client, "START_S", 600.0)
    monkeypatch.setattr(client, "ENDING_S", 0.1)
    os.kill(pins.pid, signal.SIGKILL)
    until(lambda: pins.pid == silent.pid)
    ending = threading.Thread(target=pins.close, daemon=True)
    ending.start()
    ending.join(LIMIT_S)
    os.close(*its_end)
    assert not ending.is_alive()
    assert silent.returncode == -signal.SIGABRT


def test_a_process_that_hangs_says_in_the_log_where_before_it_is_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """It hangs in a library, before it has threads: the fault handler may fail at frames of threads that go on."""
    here = tmp_path / "here"
    hanging = f"import time, pathlib\npathlib.Path({str(here)!r}).touch()\ntime.sleep({10 * LIMIT_S})\n"
    (tmp_path / "gpiozero.py").write_text(hanging)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    monkeypatch.setattr(child_process, "ABORT_S", LIMIT_S)
    process = client.Process()
    until(here.exists)
    assert english(process.end(0)) == "it has ended (SIGABRT)"
    process.way.end.close()
    told = capfd.readouterr().err
    assert str(tmp_path / "gpiozero.py") in told
    assert "pin_process/server.py" in told


def test_a_thread_that_ends_in_the_process_ends_it(monkeypatch: pytest.MonkeyPatch) -> None:
    table, pins = (SocketEnd(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
    monkeypatch.setattr(threading, "excepthook", partial(server.end_all, pins))
    thread = threading.Thread(target=[].pop, name="lamps")
    thread.start()
    thread.join()
    with pytest.raises(PeerGone):
        pins.receive()
    pins.send(PinsAlive(None))
    assert table.receive() == PinsAlive(None), "what the others had to say is still told"
    for way in (table, pins):
        way.end.close()


class Answering:
    """A stand-in for a process: it answers a number of requests, and ends."""

    def __init__(self, answers: int) -> None:
        self.early: list[Message] = []
        ours, self._theirs = (SocketEnd(end) for end in socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET))
        self.way = ours
        self.pid = id(self)
        self._answers = answers

    def begin(self, _setup: PinsSetup) -> None:
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        with contextlib.suppress(PeerGone):
            while self._answers:
                told = self._theirs.receive()
                if isinstance(told, LampStates) and told.ask:
                    self._answers -= 1
                    self._theirs.send(PinsAlive(None))
        self._theirs.end.close()

    def hang_up(self) -> None:
        with contextlib.suppress(OSError):
            self.way.end.shutdown(socket.SHUT_RDWR)

    def end(self, _patience_s: float) -> Fault:
        self.hang_up()
        return Fault("pins.ended", {"how": "exit status 0"})


def waits_between(processes: list[Answering], steady: int, monkeypatch: pytest.MonkeyPatch) -> list[Duration]:
    """Return the wait before the start of each process but the first; the last one is ended by this."""
    waits: list[Duration] = []

    class Waits(Backoff):
        def wait(self) -> Duration:
            waits.append(super().wait())
            return Duration(0)

    for name, value in (("ASK_S", 0.002), ("UNANSWERED", 1 << 30), ("STEADY", steady)):
        monkeypatch.setattr(client, name, value)
    monkeypatch.setattr(client, "Backoff", lambda _random: Waits(lambda: 0.5))
    monkeypatch.setattr(client, "Process", iter(processes).__next__)
    pins = PinProcessClient("libgpiod", WIRING, Realtime("not here"))
    pins.start(lambda _item: None)
    until(lambda: pins.pid == processes[-1].pid)
    pins.close()
    return waits


def test_a_process_that_is_lost_again_and_again_is_begun_ever_more_seldom(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = [Answering(answers) for answers in (1, 2, 3, 1 << 30)]
    assert waits_between(processes, 60, monkeypatch) == [milliseconds(ms) for ms in (250, 500, 1000)]


def test_a_process_that_has_worked_for_long_is_begun_again_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of two hundred answers two are seen, however late they come."""
    processes = [Answering(answers) for answers in (1, 200, 1 << 30)]
    assert waits_between(processes, 2, monkeypatch) == [milliseconds(250)] * 2


@pytest.mark.parametrize("library", libraries())
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_however_the_table_ends_its_lamps_go_dark_and_its_pins_are_free(
    chips: EmulatedChips, library: str, number: signal.Signals
) -> None:
    program = [*ENDS_WITH_US, sys.executable, "-c", TABLE, library]
    with subprocess.Popen(program, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL) as table:
        chips.wait_watched(STOP, PLAY)
        until(lambda: chips.output(LAMP))
        table.send_signal(number)
        table.wait(LIMIT_S)
    until(lambda: not chips.output(LAMP))
    until(lambda: not chips.watched(STOP))
