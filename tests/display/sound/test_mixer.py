"""The mixer: which output it opens and keeps, what becomes of one that fails, is gone or hangs, and what it tells."""

from __future__ import annotations

import os
import socket
import wave
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest

from kiosk.display.sound.device import CHANGES_S
from kiosk.display.sound.messages import (
    CHUNKS,
    CRACKLES,
    LARGEST,
    Configure,
    MixerState,
    Order,
    StartSound,
    decode_state,
    encode,
)
from kiosk.display.sound.mixdown import RATE
from kiosk.display.sound.mixer import (
    ALIVE_S,
    GAPS,
    GAPS_S,
    HANGS_S,
    LOOKS_S,
    Fill,
    Mixer,
    OpenedOutput,
    OutputOpenError,
)
from kiosk.display.sound.outputs import Output, Socket
from kiosk.protocol import SoundHealth

USB = Output("USB Audio", Socket.USB, "Device")
JACK = Output("Headphones", Socket.JACK, "Headphones")
CHUNK = 512


class Outputs:
    """Outputs of no machine, whose sound is asked for by ``hear``."""

    def __init__(self) -> None:
        self.found: tuple[Output, ...] = (JACK,)
        self.driver = "disk"
        self.failing: set[Output] = set()
        self.tried: list[Output] = []
        self.fills: dict[Output, Fill] = {}
        self.chunk = 0
        self.lost_one = False
        self.while_opening: Callable[[Output], object] = lambda _: None

    def lost(self) -> bool:
        return self.lost_one

    def there(self) -> tuple[Output, ...]:
        return self.found

    def open(self, output: Output, fill: Fill, chunk: int = CHUNK) -> OpenedOutput:
        self.tried.append(output)
        self.chunk = chunk
        self.while_opening(output)
        if output in self.failing:
            raise OutputOpenError("ALSA: Couldn't open audio device: Device or resource busy")
        self.fills[output] = fill
        return OpenedOutput(self.driver, chunk, RATE)

    def hear(self, output: Output) -> np.ndarray:
        memory = memoryview(bytearray(b"\x55" * 4 * CHUNK))
        self.fills[output](None, memory)
        return np.frombuffer(memory, np.int16).reshape(-1, 2)


class Rig:
    """A mixer, its display's end, and the time in seconds."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 1000.0
        monkeypatch.setattr("kiosk.display.sound.mixer.time.monotonic_ns", lambda: round(self.now * 1e9))
        # Of this process, which is large: to ask takes a twentieth of a second.
        monkeypatch.setattr("kiosk.display.sound.mixer._memory_mb", lambda: 34)
        self.display, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self.display.setblocking(False)
        self.outputs = Outputs()
        self.folder = folder
        self.mixer = Mixer(theirs, folder, round((self.now - 1.5) * 1e9), self.outputs)
        self.theirs = theirs

    def tell(self, *orders: Order) -> None:
        self.display.send(encode(orders))
        assert self.mixer.hear()

    def turn(self, seconds: float = LOOKS_S) -> int | None:
        """Let time pass, in which what was opened last asks for sound; return the exit status, if it ends."""
        self.now += seconds
        for output in [*self.outputs.fills][-1:]:
            self.outputs.hear(output)
        return self.mixer.turn(self.now)

    def told(self) -> SoundHealth:
        """Return the latest that it has told of its health."""
        return self.said().health

    def said(self) -> MixerState:
        """Return the latest that it has told."""
        state = None
        try:
            while True:
                state = decode_state(self.display.recv(LARGEST))
        except BlockingIOError:
            assert state is not None
            return state

    def play(self) -> None:
        self.tell(StartSound("loud.wav", 0, 1.0, 0.5, round((self.now - 0.05) * 1e9)))


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Rig]:
    with wave.open(str(tmp_path / "loud.wav"), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes(np.full(RATE, 8000, np.int16).tobytes())
    (tmp_path / "broken.wav").write_bytes(b"RIFF")
    made = Rig(tmp_path, monkeypatch)
    yield made
    made.display.close()
    made.theirs.close()


def test_it_opens_what_its_display_wants_plays_and_tells_of_itself(rig: Rig, caplog: pytest.LogCaptureFixture) -> None:
    assert rig.turn() is None
    assert not rig.outputs.tried, "it does not know yet what is wanted"
    rig.tell(Configure())
    assert rig.turn() is None
    told = rig.told()
    assert (told.device, told.driver, told.chunk, told.rate, told.fault) == ("Headphones", "disk", CHUNK, RATE, None)
    assert (told.devices, told.files, told.broken, told.start_ms) == (("Headphones",), 1, ("broken.wav",), 1500)
    assert told.nice == os.getpriority(os.PRIO_PROCESS, 0)
    rig.play()
    assert rig.outputs.hear(JACK)[-1].tolist() == [8000, 4000]


def test_a_file_that_cannot_be_played_is_logged(rig: Rig, caplog: pytest.LogCaptureFixture, tmp_path: Path) -> None:
    Mixer(rig.theirs, tmp_path, 0, rig.outputs)
    assert "broken.wav" in caplog.text


def test_what_it_tells_is_what_changed_and_now_and_then_that_it_lives(rig: Rig) -> None:
    rig.tell(Configure())
    rig.turn()
    rig.told()
    rig.turn(ALIVE_S - LOOKS_S)
    with pytest.raises(AssertionError):
        rig.told()
    rig.turn(LOOKS_S)
    assert rig.told().device == "Headphones"
    rig.tell(StartSound("loud.wav", 0, 1.0, 1.0, round((rig.now - 10) * 1e9)))
    rig.outputs.hear(JACK)
    rig.turn()
    assert rig.told().stale == 1


def test_without_a_card_it_waits_and_drops_what_it_is_told(rig: Rig) -> None:
    rig.outputs.found = ()
    rig.tell(Configure())
    for _ in range(5):
        assert rig.turn() is None
    told = rig.told()
    assert told.fault is not None
    assert (told.fault.code, told.chunk) == ("sound.no_card", 0)
    rig.play()
    rig.outputs.found = (JACK,)
    rig.turn()
    assert rig.told().fault is None
    assert not rig.outputs.hear(JACK).any(), "what came before is over"


def test_an_output_that_does_not_open_is_tried_again_ever_more_rarely(rig: Rig) -> None:
    rig.outputs.failing = {JACK}
    rig.tell(Configure())
    for _ in range(100):
        assert rig.turn() is None
    assert 5 < len(rig.outputs.tried) < 10
    told = rig.told()
    assert told.fault is not None
    assert told.fault.code == "sound.busy"
    rig.outputs.failing.clear()
    for _ in range(40):
        rig.turn()
    assert rig.told().device == "Headphones"


def test_it_ends_for_a_better_output_only_if_that_one_opens(rig: Rig) -> None:
    rig.tell(Configure())
    rig.turn()
    rig.outputs.found, rig.outputs.failing = (JACK, USB), {USB}
    assert rig.turn() is None
    told = rig.told()
    assert told.device == "Headphones"
    assert told.fault is not None
    assert told.fault.code == "sound.busy"
    rig.outputs.failing.clear()
    status = None
    for _ in range(5):
        status = rig.turn() if status is None else status
    assert status == rig.said().ends == 0
    assert not rig.outputs.hear(USB).any(), "it was only tried"


def test_it_ends_when_its_output_is_gone_or_another_one_is_wanted(rig: Rig) -> None:
    rig.outputs.found = (JACK, USB)
    rig.tell(Configure("jack"))
    rig.turn()
    assert rig.outputs.tried == [JACK]
    rig.tell(Configure("usb"))
    assert rig.turn(0) == 0
    rig.tell(Configure("jack"))
    rig.turn()
    rig.outputs.found = (USB,)
    assert rig.turn() == 0


@pytest.mark.parametrize("gives_up", [False, True])
def test_one_that_hangs_or_is_given_up_ends_it_and_the_next_mixer_takes_another(rig: Rig, *, gives_up: bool) -> None:
    """A driver that has given an output up goes on to ask for sound, which nobody hears."""
    rig.outputs.found = (JACK, USB)
    rig.tell(Configure())
    rig.turn()
    assert rig.turn() is None
    if gives_up:
        rig.outputs.lost_one = True
        assert rig.turn() == 0
    else:
        rig.now += HANGS_S + 1
        assert rig.mixer.turn(rig.now) == 0
    said = rig.said()
    assert said.health.device == ""
    assert said.health.fault is not None
    assert said.health.fault.code == "sound.failed"
    follow(rig, said)
    assert rig.turn(0.1) is None
    assert (rig.outputs.tried, rig.told().device) == ([USB, JACK], "Headphones")


def follow(rig: Rig, said: MixerState) -> None:
    """Start the next mixer as the display does, with what the one before has told."""
    rig.outputs.lost_one = False
    rig.outputs.fills.clear()
    rig.mixer = Mixer(rig.theirs, rig.folder, round(rig.now * 1e9), rig.outputs)
    rig.tell(Configure(failures=said.failures))


def test_what_opens_beside_another_and_then_fails_changes_the_mixer_ever_more_rarely(rig: Rig) -> None:
    """In a quarter of an hour; its failures are in the report."""
    rig.outputs.found = (JACK, USB)
    ends, began = [], rig.now
    rig.outputs.failing = {USB}
    rig.tell(Configure())
    while rig.now < began + 900:
        rig.outputs.failing = set() if rig.mixer._opened else {USB}  # the probe succeeds, the opening does not
        if rig.turn() is not None:
            said = rig.said()
            ends.append(rig.now)
            follow(rig, said)
    assert 3 < len(ends) < 8
    rig.turn()
    (failing,) = rig.told().failing
    assert (failing.output, failing.changes, failing.pause_s) == (USB.words, len(ends), CHANGES_S[len(ends)])
    assert "busy" in failing.error


def test_one_that_is_pulled_out_while_it_is_opened_is_gone_not_broken(rig: Rig) -> None:
    def pull(output: Output) -> None:
        rig.outputs.found = ()
        rig.outputs.failing = {output}

    rig.outputs.while_opening = pull
    rig.tell(Configure())
    rig.turn()
    told = rig.told()
    assert told.fault is not None
    assert (told.fault.code, told.devices, told.failing) == ("sound.no_card", (), ())


def test_it_tells_what_it_opens_before_it_does_and_what_came_of_it_at_once(rig: Rig) -> None:
    rig.outputs.found, rig.outputs.failing = (JACK, USB), {USB}
    said: list[Output | None] = []
    rig.outputs.while_opening = lambda _: said.append(rig.said().opening)
    rig.tell(Configure())
    rig.turn()
    assert said == [USB, JACK]
    assert rig.said().opening is None


def test_one_that_takes_long_to_fail_comes_last_from_then_on(rig: Rig) -> None:
    def hang(output: Output) -> None:
        rig.now += HANGS_S + 1 if output == USB else 0

    rig.outputs.found, rig.outputs.failing = (JACK, USB), {USB}
    rig.outputs.while_opening = hang
    rig.tell(Configure())
    for _ in range(100):
        assert rig.turn() is None
    assert rig.outputs.tried == [USB, JACK]
    assert [failure.hangs for failure in rig.said().failures] == [True]


def test_what_fails_while_it_mixes_is_silent_at_once_and_ends_it(rig: Rig, monkeypatch: pytest.MonkeyPatch) -> None:
    rig.tell(Configure())
    rig.turn()
    rig.play()
    monkeypatch.setattr("kiosk.display.sound.mixdown._bent", lambda _: 1 / 0)
    for _ in range(3):
        assert not rig.outputs.hear(JACK).any()
    with pytest.raises(ZeroDivisionError):
        rig.turn()


def fill_late(rig: Rig, times: int, every_s: float) -> int | None:
    """Let the output ask for sound, ``times`` times after it has run dry; return the exit status, if the mixer ends."""
    for _ in range(times):
        rig.now += every_s
        rig.outputs.hear(JACK)
        rig.now += 0.011
        rig.outputs.hear(JACK)
    return rig.mixer.turn(rig.now)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_gaps_are_told_and_too_many_ask_for_larger_chunks(rig: Rig, chunk: int) -> None:
    rig.outputs.driver = "alsa"
    rig.tell(Configure(chunk=chunk))
    rig.mixer.turn(rig.now)
    assert rig.outputs.chunk == chunk
    rig.now += 1.0  # until it begins
    rig.outputs.hear(JACK)
    assert fill_late(rig, GAPS - 1, 0.05) is None
    assert fill_late(rig, 1, GAPS_S) is None, "they were rare enough"
    assert fill_late(rig, GAPS, 0.05) == rig.said().ends == (CRACKLES if chunk < CHUNKS[-1] else None)
    if chunk == CHUNKS[-1]:
        rig.mixer.turn(rig.now + LOOKS_S)
        assert rig.told().gaps == 2 * GAPS


def test_a_sound_server_asks_whenever_it_likes(rig: Rig) -> None:
    rig.tell(Configure())
    rig.mixer.turn(rig.now)
    assert fill_late(rig, GAPS, 0.05) is None
    assert rig.told().gaps == 0


def test_it_ends_with_its_display(rig: Rig) -> None:
    rig.display.close()
    assert rig.mixer.run() == 0


def test_a_display_that_reads_nothing_does_not_stop_it(rig: Rig) -> None:
    rig.theirs.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1)  # the least that there is
    rig.tell(Configure())
    for _ in range(40):
        assert rig.turn(ALIVE_S) is None
    with pytest.raises(BlockingIOError):
        rig.theirs.send(bytes(1000), socket.MSG_DONTWAIT)
