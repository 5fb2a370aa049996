"""The display's end of its mixer: orders never wait; one that ends or hangs is replaced."""

from __future__ import annotations

import contextlib
import logging
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from kiosk.display.sound import speaker as module
from kiosk.display.sound.device import Failure
from kiosk.display.sound.messages import (
    CHUNKS,
    CRACKLES,
    LARGEST,
    Configure,
    Fade,
    MixerState,
    Order,
    StartSound,
    decode,
    encode_state,
)
from kiosk.display.sound.outputs import Output, Socket
from kiosk.display.sound.speaker import PAUSES, SOON, STUCK_S, Speaker
from kiosk.faults.fault import Fault
from kiosk.protocol import SoundHealth
from tests.rig.waiting import wait_for

S = 1_000_000_000
USB = Output("USB Audio", Socket.USB, "Device", born=7)


class Child:
    """A mixer's end of the socket, and what ``Popen`` returns of it. ``status``: with which it is found ended."""

    def __init__(self, theirs: socket.socket) -> None:
        self.socket = theirs.dup()
        self.socket.setblocking(False)
        self.status = -9
        self.killed = False
        self.hangs = False  # in a driver, where nothing ends it

    def hear(self) -> list[Order]:
        return decode(self.socket.recv(LARGEST))

    def say(
        self,
        health: SoundHealth,
        failures: tuple[Failure, ...] = (),
        opening: Output | None = None,
        ends: int | None = None,
    ) -> None:
        self.socket.send(encode_state(MixerState(health, failures, opening, ends)))

    def kill(self) -> None:
        self.killed = True
        self.socket.close()

    def wait(self, timeout: float) -> int:
        if self.hangs:
            raise subprocess.TimeoutExpired("mixer", timeout)
        return self.status


class Rig:
    """A speaker, the time, and all its mixers."""

    def __init__(self) -> None:
        self.now = 1000 * S
        self.children: list[Child] = []
        self.fails = False
        self.speaker = Speaker(self._start, lambda: self.now)

    def _start(self, theirs: socket.socket) -> Child:
        if self.fails:
            raise OSError("no more processes")
        self.children.append(Child(theirs))
        return self.children[-1]

    def pass_s(self, seconds: float) -> None:
        """Let time pass, with a frame a second."""
        until = self.now + round(seconds * S)
        while self.now + S < until:
            self.now += S
            self.speaker.frame()
        self.now = until
        self.speaker.frame()

    def be_away_s(self, seconds: float) -> None:
        """Let time pass in one frame."""
        self.now += round(seconds * S)
        self.speaker.frame()

    def end(self, status: int = 1) -> None:
        """Let the newest mixer end."""
        self.children[-1].status = status
        self.children[-1].socket.close()
        self.speaker.frame()


@pytest.fixture
def rig() -> Iterator[Rig]:
    made = Rig()
    made.speaker.begin()
    made.speaker.frame()
    yield made
    made.speaker.close()


def test_it_starts_with_the_first_picture_and_is_told_its_device() -> None:
    rig = Rig()
    rig.pass_s(1)
    rig.speaker.send([Fade(1)])  # nobody to hear it
    assert not rig.children
    rig.speaker.configure("usb")
    rig.speaker.begin()
    rig.speaker.frame()
    assert rig.children[0].hear() == [Configure("usb")]
    rig.speaker.configure("usb")
    rig.speaker.configure("hdmi")
    assert rig.children[0].hear() == [Configure("hdmi")]
    with pytest.raises(BlockingIOError):
        rig.children[0].hear()
    rig.speaker.close()
    assert rig.children[0].killed


def test_the_orders_of_a_frame_are_one_packet(rig: Rig) -> None:
    orders: list[Order] = [StartSound("stop.wav", 31, 1.0, 0.5, rig.now), Fade(3)]
    rig.children[0].hear()
    rig.speaker.send(orders)
    rig.speaker.send([])
    assert rig.children[0].hear() == orders


def test_what_is_ordered_while_there_is_no_mixer_is_lost(rig: Rig) -> None:
    for _ in range(2):
        rig.end()
        rig.speaker.send([Fade(0), Fade(1)])
        rig.pass_s(PAUSES[1] / S - 0.1)
    rig.pass_s(PAUSES[-1] / S)
    rig.children[-1].say(SoundHealth())
    rig.speaker.frame()
    assert rig.speaker.health is not None
    assert rig.speaker.health.lost == 4


def test_what_it_tells_is_known(rig: Rig) -> None:
    assert rig.speaker.health is None
    rig.children[0].say(SoundHealth(device="USB", chunk=512))
    rig.speaker.frame()
    assert rig.speaker.health == SoundHealth(device="USB", chunk=512)


def test_one_that_takes_nothing_loses_orders_which_are_counted_and_is_ended(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(2000):
        rig.speaker.send([Fade(0)])
    rig.pass_s(3 * STUCK_S - 1)
    assert len(rig.children) == 1
    rig.children[0].say(SoundHealth())
    rig.pass_s(0)
    assert rig.speaker.health is not None
    assert 500 < rig.speaker.health.lost < 2000
    rig.pass_s(STUCK_S - 1)
    assert not rig.children[0].killed
    rig.pass_s(2)
    assert rig.children[0].killed
    assert "said nothing" in caplog.text


def test_another_output_is_told_as_soon_as_it_is_taken(rig: Rig) -> None:
    for _ in range(2000):
        rig.speaker.send([Fade(0)])
    rig.speaker.configure("jack")
    rig.speaker.configure("usb")
    with contextlib.suppress(BlockingIOError):
        while True:
            assert rig.children[0].hear() in ([Fade(0)], [Configure()])
    rig.pass_s(0)
    rig.pass_s(0)
    assert rig.children[0].hear() == [Configure("usb")]
    with pytest.raises(BlockingIOError):
        rig.children[0].hear()


def test_one_that_ends_is_followed_by_another_and_the_pauses_grow(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    for number, pause in enumerate([*PAUSES[1:], PAUSES[-1]], 1):
        rig.end()
        assert rig.speaker.health is not None
        assert rig.speaker.health.ends == number
        assert rig.speaker.health.error
        rig.pass_s(pause / S - 0.01)
        assert len(rig.children) == number
        rig.pass_s(0.02)
        assert len(rig.children) == number + 1
    assert len(caplog.records) == 1, "it is told once"
    rig.children[-1].say(SoundHealth())
    rig.be_away_s(SOON / S)
    rig.children[-1].say(SoundHealth())
    rig.pass_s(1)
    rig.end()
    rig.pass_s(0)
    assert len(rig.children) == len(PAUSES) + 2, "one that lived for long is replaced at once"


def test_one_that_hangs_in_a_driver_is_not_waited_for_and_another_one_follows(rig: Rig) -> None:
    rig.children[0].hangs = True
    rig.pass_s(3 * STUCK_S + 1)
    assert rig.children[0].killed
    assert rig.speaker.health is not None
    assert rig.speaker.health.ends == 1
    rig.pass_s(PAUSES[1] / S)
    assert len(rig.children) == 2


def test_one_beside_a_display_that_was_away_itself_goes_on(rig: Rig) -> None:
    for _ in range(9):  # a machine that slept, or had time for neither
        rig.be_away_s(STUCK_S)
    assert not rig.children[0].killed
    rig.pass_s(3 * STUCK_S)
    assert rig.children[0].killed


def test_the_next_mixer_knows_what_has_failed_unless_another_output_is_wanted(rig: Rig) -> None:
    failures = (Failure(USB, 2, "busy", 1.0, 2.0, 5.0, 1),)
    rig.children[0].say(SoundHealth(), failures)
    rig.speaker.frame()
    rig.end(0)
    rig.pass_s(0)
    assert rig.children[1].hear() == [Configure(failures=failures)]
    rig.children[1].say(SoundHealth(), failures)
    rig.pass_s(0)
    with pytest.raises(BlockingIOError):
        rig.children[1].hear()
    rig.speaker.configure("jack")
    rig.end(0)
    rig.pass_s(0)
    assert rig.children[2].hear() == [Configure("jack")]


@pytest.mark.parametrize("hangs", [True, False])
def test_an_output_at_which_a_mixer_hangs_or_dies_is_known_to_the_next_one(rig: Rig, *, hangs: bool) -> None:
    rig.children[0].say(SoundHealth(), opening=USB)
    rig.speaker.frame()
    rig.children[0].status = -11
    if hangs:
        rig.pass_s(STUCK_S + 1)
    else:
        rig.end(-11)
    rig.pass_s(PAUSES[1] / S)
    (told,) = rig.children[1].hear()
    assert isinstance(told, Configure)
    assert [(one.output, one.count, one.hangs) for one in told.failures] == [(USB, 1, True)]
    rig.end()
    rig.pass_s(PAUSES[2] / S)
    (again,) = rig.children[2].hear()
    assert isinstance(again, Configure)
    assert again.failures == told.failures, "it was not at it when it ended"


def test_one_that_ends_for_another_output_is_followed_at_once_and_is_no_fault(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        rig.end(0)
        rig.pass_s(0)
    assert len(rig.children) == 4
    assert not caplog.records
    assert rig.children[-1].hear() == [Configure()]


def test_one_that_says_that_it_ends_may_take_its_time(rig: Rig) -> None:
    rig.children[0].say(SoundHealth(), ends=0)
    rig.speaker.frame()
    rig.children[0].hangs = True
    rig.end()
    rig.pass_s(0)
    assert len(rig.children) == 2
    assert rig.speaker.health is not None
    assert rig.speaker.health.ends == 0
    rig.end(-11)
    assert rig.speaker.health.ends == 1, "the next one has announced nothing"


def test_one_that_leaves_gaps_is_followed_by_one_with_larger_chunks(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    rig.end(CRACKLES)
    rig.pass_s(0)
    assert rig.children[-1].hear() == [Configure(chunk=CHUNKS[-1])]
    assert "gaps" in caplog.text
    rig.speaker.configure("usb")
    assert rig.children[-1].hear() == [Configure("usb", CHUNKS[-1])]


def test_one_that_talks_nonsense_or_cannot_be_started_is_no_reason_to_stop(rig: Rig) -> None:
    rig.children[0].socket.send(b"\xff\xff")
    rig.fails = True
    rig.pass_s(0)
    assert rig.children[0].killed
    for _ in range(5):
        rig.be_away_s(100)
    assert rig.speaker.health is not None
    assert "no more processes" in rig.speaker.health.error
    rig.fails = False
    rig.be_away_s(100)
    assert len(rig.children) == 2


def test_another_output_is_logged(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.WARNING)  # the first one is no news
    for device in ("USB", "USB", "", "HDMI", "USB"):
        rig.children[-1].say(SoundHealth(device=device, devices=("USB", "HDMI")))
        rig.speaker.frame()
    assert [record.message for record in caplog.records] == ["sounds go to HDMI", "sounds go to USB"]


def test_why_nothing_is_heard_is_logged_once_and_a_missing_card_is_no_news(
    rig: Rig, caplog: pytest.LogCaptureFixture
) -> None:
    busy = SoundHealth(fault=Fault("sound.busy", {"output": "USB"}), devices=("USB",))
    for state in (SoundHealth(fault=Fault("sound.no_card")), busy, busy, busy):
        rig.children[0].say(state)
        rig.speaker.frame()
    assert len(caplog.records) == 1
    assert "another program uses the loudspeaker (USB)" in caplog.text


# ---------------------------------------------------------------- the real mixer


class Real:
    """A speaker with real mixers, which play into a file. ``disk``: SDL's driver, which writes at its usual pace."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, driver: str = "disk") -> None:
        self.file = folder / "heard.raw"
        monkeypatch.setenv("SDL_AUDIODRIVER", driver)
        monkeypatch.setenv("SDL_DISKAUDIOFILE", str(self.file))
        self.processes: list[subprocess.Popen[bytes]] = []
        self.speaker = Speaker(self._start)
        self.speaker.begin()

    def _start(self, theirs: socket.socket) -> Any:
        self.processes.append(module.start(theirs))
        return self.processes[-1]

    def until(self, what: str, found: Any) -> None:
        def frame() -> bool:
            self.speaker.frame()
            return bool(found())

        wait_for(what, frame, 60.0, lambda: True, 0.005)

    def plays(self) -> bool:
        health = self.speaker.health
        return health is not None and health.chunk > 0 and self.processes[-1].poll() is None

    def sounds(self) -> bool:
        """Order a sound, and return whether something is heard by now."""
        self.speaker.send([StartSound("stop.wav", 0, 1.0, 1.0, time.monotonic_ns())])
        return self.file.exists() and any(self.file.read_bytes())


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Real]:
    made = Real(tmp_path, monkeypatch)
    yield made
    made.speaker.close()


@pytest.mark.process
def test_a_real_mixer_sounds_is_replaced_when_killed_or_frozen_and_ends_with_its_display(real: Real) -> None:
    real.until("a mixer", real.plays)
    health = real.speaker.health
    assert health is not None
    assert (health.device, health.driver, health.chunk, health.rate, health.fault) == (
        "disk",
        "disk",
        512,
        44_100,
        None,
    )
    assert health.files > 50
    assert not health.broken
    assert health.start_ms > 0
    assert 5 < health.memory_mb < 60
    real.until("a sound", real.sounds)
    os.kill(real.processes[0].pid, signal.SIGKILL)
    real.processes[0].wait()
    real.file.write_bytes(b"")
    real.until("the next mixer", lambda: len(real.processes) == 2 and real.plays())
    real.until("a sound again", real.sounds)
    os.kill(real.processes[1].pid, signal.SIGSTOP)
    for _ in range(5000):
        real.speaker.send([Fade(0)])  # it would wait for ever if it waited at all
    real.speaker.close()
    assert real.processes[1].wait(60) == -signal.SIGKILL


@pytest.mark.process
def test_a_real_mixer_whose_display_has_died_ends_and_one_without_a_card_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Real(tmp_path, monkeypatch, driver="nonsense")
    real.until("its report", lambda: real.speaker.health is not None)
    health = real.speaker.health
    assert health is not None
    assert (health.device, health.chunk) == ("", 0)
    assert health.fault is not None
    assert health.fault.code == "sound.failed"
    assert "nonsense" in health.fault.values["error"]
    real.speaker.send([StartSound("stop.wav", 0, 1.0, 1.0, time.monotonic_ns())])
    assert real.processes[0].poll() is None
    assert real.speaker._child is not None
    real.speaker._child.socket.close()  # as the end of the display closes it
    assert real.processes[0].wait(60) == 0


@pytest.mark.process
def test_neither_the_mixer_nor_the_display_loads_what_the_other_one_needs() -> None:
    def loaded(module: str, *unwanted: str) -> str:
        code = f"import sys, {module}; print([one for one in {unwanted!r} if one in sys.modules])"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        return run.stdout.splitlines()[-1]  # pygame greets

    assert loaded("kiosk.display.sound.speaker", "numpy", "pygame", "kivy") == "[]"
    assert loaded("kiosk.display.sound.mixer_process", "kivy", "PIL", "pygame.examples") == "[]"
