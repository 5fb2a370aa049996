"""The contract of a dice-reader board: the board's side of LDR/1 (hardware/dice/PROTOCOL.md)."""

from __future__ import annotations

import itertools
import os
import time
import tty
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NamedTuple, Protocol, TypeVar

import pytest

from hardware.api import TrayState
from hardware.dice.protocol import (
    DIE_WORDS,
    U16,
    BoardHello,
    DropCause,
    Frame,
    FrameDone,
    FrameRefused,
    OtherVersion,
    Refusal,
    Report,
    checksum,
    decode,
)

STEP_MS: Final = 10
"""The time between two steps of a board, in milliseconds."""
BEAT_MS: Final = 500
SETTLED_MS: Final = 400
LONGEST_S: Final = 0.05
"""How long a read of a port may block, in seconds."""

_Kind = TypeVar("_Kind", bound=Frame)


class Firmware(Protocol):
    """A board: a firmware's core (``hardware.firmware.ldr_core.Board``), or a board behind a port (``PortBoard``)."""

    def step(self, now: int, received: bytes = b"") -> bytes:
        """Run until ``now`` (milliseconds since the start, never decreasing); return what it sends meanwhile.

        ``received``: the bytes that the host sends at the beginning.
        """


class PortBoard:
    """A board behind a serial port, in real time. What it says before its first whole line is dropped.

    The port is opened as the kiosk opens it. ``close`` it at the end.
    """

    def __init__(self, port: Path) -> None:
        self._port = os.open(port, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
        tty.setraw(self._port)
        self._began: float | None = None
        self._in_step = False

    def step(self, now: int, received: bytes = b"") -> bytes:
        """See ``Firmware.step``."""
        if self._began is None:
            self._began = time.monotonic() - now / 1000
        if received:
            os.write(self._port, received)
        time.sleep(max(0.0, self._began + now / 1000 - time.monotonic()))
        try:
            said = os.read(self._port, 1 << 16)
        except BlockingIOError:
            return b""
        if not self._in_step:
            begin = 0 if said.startswith(b"$") else said.find(b"\n") + 1
            self._in_step = begin > 0 or said.startswith(b"$")
            return said[begin:] if self._in_step else b""
        return said

    def close(self) -> None:
        """Close the port."""
        os.close(self._port)


class _Heard(NamedTuple):
    """A frame, and the time at which it was complete."""

    at: int
    frame: Frame


class Talk:
    """A conversation with a board, in whose time only the test moves; ``heard``: every frame so far."""

    def __init__(self, board: Firmware) -> None:
        self.at = 0
        self.heard: list[_Heard] = []
        self._board = board
        self._rest = b""
        self._seq = 0

    def send(self, body: str, ms: int = 100) -> list[Frame]:
        """Send a frame with a new number in place of ``#``; return what the board says within ``ms``."""
        return self.send_bytes(frame_of(body.replace("#", str(self.next_seq()))), ms)

    def next_seq(self) -> int:
        """Return the number of the host's next frame."""
        self._seq += 1
        return self._seq

    @property
    def seq(self) -> int:
        """The number of the host's last frame."""
        return self._seq

    def send_bytes(self, data: bytes, ms: int = 100) -> list[Frame]:
        """Send bytes; return what the board says within ``ms``."""
        since, end = len(self.heard), self.at + ms
        while self.at < end:
            self._rest += self._board.step(self.at, data)
            data = b""
            *lines, self._rest = self._rest.split(b"\n")
            for line in lines:
                frame = decode(line)
                assert not isinstance(frame, DropCause), f"a board says nothing but frames: {line!r} is {frame}"
                self.heard.append(_Heard(self.at, frame))
            self.at += STEP_MS
        return [one.frame for one in self.heard[since:]]

    def wait(self, ms: int) -> list[Report]:
        """Let time pass; return the board's reports."""
        return of(Report, self.send_bytes(b"", ms))


def frame_of(body: str) -> bytes:
    """Return the line of a frame with this body."""
    return b"$%b*%b\n" % (body.encode(), checksum(body.encode()))


def of(kind: type[_Kind], frames: Sequence[Frame]) -> list[_Kind]:
    """Return the frames of a kind."""
    return [frame for frame in frames if isinstance(frame, kind)]


REFUSED: Final = (
    ("HQ # v=2", Refusal.VERSION),
    ("HQ #", Refusal.ARGUMENT),
    ("GS # v=1", Refusal.ARGUMENT),
    ("LD # m=BLINK", Refusal.ARGUMENT),
    ("LD #", Refusal.ARGUMENT),
    ("XY #", Refusal.COMMAND),
)
"""Frames that a board refuses, and why."""

LAMPS: Final = ("READY", "LOCK", "FIND", "OFF")

GARBAGE: Final = (
    b"\n",
    b"hello\n",
    b"$HQ 1 v=1*0000\n",
    b"$HQ 1 v=1\n",
    b"$*FFFF\n",
    bytes(range(0x80, 0x100)) + b"\n",
    b"$" + b"A" * 500 + b"\n",
)
"""What a board drops without an answer."""


class BoardContract:
    """The promises of a board. A subclass overrides the methods up to ``lamp``.

    Dice are words: a colour ``R``, ``G``, ``B``, ``Y`` or ``X`` (not read), and a value ``1`` to ``6`` or ``?`` (not
    read).
    """

    late_ms: int = 2 * STEP_MS
    """Tolerance of times; for a board behind a port 150 or so."""

    def open(self) -> Firmware:
        """Return a board that starts now, with nothing in its tray."""
        raise NotImplementedError

    def see(self, *dice: str, moving: bool = False) -> None:
        """Let the sensor see these dice from now on."""
        raise NotImplementedError

    def lamp(self) -> str:
        """Return what the tray's lamp shows: OFF, READY, LOCK or FIND."""
        raise NotImplementedError

    def close(self, board: Firmware) -> None:
        """Release the board at the end of a test; nothing is to be done for a core."""

    # ------------------------------------------------------------ the tests

    @pytest.fixture
    def talk(self) -> Iterator[Talk]:
        """Yield a conversation with a board whose tray has been found to be empty."""
        board = self.open()
        talk = Talk(board)
        talk.wait(SETTLED_MS + STEP_MS + self.late_ms)
        yield talk
        self.close(board)

    def test_it_says_who_it_is(self, talk: Talk) -> None:
        """``HQ`` is answered by ``HI``, with the same identity each time."""
        hellos = [of(BoardHello, talk.send("HQ # v=1")) for _ in range(2)]
        assert [len(one) for one in hellos] == [1, 1]
        (first,), (second,) = hellos
        assert (first.board, first.boot, first.max_dice) == (second.board, second.boot, second.max_dice)
        assert not of(OtherVersion, [one.frame for one in talk.heard])

    def test_its_frames_are_numbered(self, talk: Talk) -> None:
        """``seq`` counts every frame of the board, modulo 65,536."""
        for body in ("HQ # v=1", "GS #", "LD # m=READY", "XY #"):
            talk.send(body)
        numbers = [one.frame.seq for one in talk.heard]
        assert all(then == (first + 1) & U16 for first, then in itertools.pairwise(numbers))

    def test_it_reports_when_it_is_asked(self, talk: Talk) -> None:
        """``GS`` is answered by ``ST`` at once."""
        talk.wait(BEAT_MS // 2)
        assert of(Report, talk.send("GS #", ms=self.late_ms + STEP_MS))

    def test_it_reports_at_least_every_half_second(self, talk: Talk) -> None:
        """The heartbeat repeats the whole tray; ``rev`` and ``boot`` stay, ``up`` counts on."""
        since = len(talk.heard)
        talk.wait(4 * BEAT_MS)
        reports = [one for one in talk.heard[since:] if isinstance(one.frame, Report)]
        assert len(reports) >= 3
        for (first_at, first), (then_at, then) in itertools.pairwise(reports):
            assert isinstance(first, Report)
            assert isinstance(then, Report)
            assert then_at - first_at <= BEAT_MS + self.late_ms
            assert (first.rev, first.boot, first.dice) == (then.rev, then.boot, then.dice)
            assert abs((then.up_ms - first.up_ms) - (then_at - first_at)) <= self.late_ms

    def test_an_empty_tray_is_empty(self, talk: Talk) -> None:
        """Nothing in the tray, for long enough: ``E``."""
        assert talk.wait(BEAT_MS + self.late_ms)[-1].state is TrayState.EMPTY

    def test_dice_settle_after_400_ms(self, talk: Talk) -> None:
        """A change is told at once as ``R``; after 400 ms without another one the tray is ``S``, its list sorted."""
        self.see("Y1", "R4", "B2")
        reports = talk.wait(SETTLED_MS + 2 * STEP_MS + 2 * self.late_ms)
        assert reports[0].state is TrayState.ROLLING
        settled = reports[-1]
        assert settled.state is TrayState.SETTLED
        assert [DIE_WORDS[die] for die in settled.dice] == ["B2", "R4", "Y1"]
        first = next(report for report in reports if report.dice == settled.dice)
        assert SETTLED_MS - self.late_ms <= settled.up_ms - first.up_ms <= SETTLED_MS + 2 * self.late_ms

    def test_a_change_has_a_new_revision(self, talk: Talk) -> None:
        """``rev`` counts on with every change of dice or state, and the host applies each once."""
        before = talk.wait(BEAT_MS + self.late_ms)[-1].rev
        self.see("R4")
        reports = talk.wait(SETTLED_MS + 2 * STEP_MS + 2 * self.late_ms)
        trays = {report.rev: (report.state, report.dice) for report in reports}
        assert min(trays) == before + 1
        assert len(set(trays.values())) == len(trays)
        assert all((report.state, report.dice) == trays[report.rev] for report in reports)

    def test_dice_that_move_roll(self, talk: Talk) -> None:
        """As long as anything moves the tray is ``R``, and a die that moves has no value."""
        self.see("R?", "G?", moving=True)
        reports = talk.wait(2 * SETTLED_MS)
        assert {report.state for report in reports} == {TrayState.ROLLING}
        assert {die.value for die in reports[-1].dice} == {None}
        self.see("R4", "G6")
        assert talk.wait(SETTLED_MS + 2 * STEP_MS + 2 * self.late_ms)[-1].state is TrayState.SETTLED

    @pytest.mark.parametrize("die", ["R?", "X4", "X?"])
    def test_a_die_that_cannot_be_read_is_a_fault(self, talk: Talk, die: str) -> None:
        """It is never ``S``: a wrong reading would count."""
        self.see("B2", die)
        reports = talk.wait(SETTLED_MS + 2 * STEP_MS + 2 * self.late_ms)
        assert reports[-1].state is TrayState.FAULT
        assert TrayState.SETTLED not in {report.state for report in reports}

    @pytest.mark.parametrize("lamp", LAMPS)
    def test_it_sets_its_lamp(self, talk: Talk, lamp: str) -> None:
        """``LD`` is answered by ``OK`` with the number of the frame."""
        frames = talk.send(f"LD # m={lamp}")
        assert [done.re for done in of(FrameDone, frames)] == [talk.seq]
        assert self.lamp() == lamp

    @pytest.mark.parametrize(("body", "why"), REFUSED)
    def test_it_refuses_what_it_cannot_do(self, talk: Talk, body: str, why: Refusal) -> None:
        """A frame that it does not understand is answered by ``NO`` with its number and the reason."""
        lamp = self.lamp()
        frames = talk.send(body)
        assert [(refused.re, refused.why) for refused in of(FrameRefused, frames)] == [(talk.seq, why)]
        assert not of(BoardHello, frames)
        assert not of(FrameDone, frames)
        assert self.lamp() == lamp

    @pytest.mark.parametrize("garbage", GARBAGE, ids=range(len(GARBAGE)))
    def test_what_is_no_frame_is_dropped(self, talk: Talk, garbage: bytes) -> None:
        """Damaged lines are not answered, and the next frame is."""
        frames = talk.send_bytes(garbage)
        assert not [frame for frame in frames if isinstance(frame, BoardHello | FrameDone | FrameRefused)]
        assert len(of(BoardHello, talk.send("HQ # v=1"))) == 1

    def test_a_frame_after_noise_on_its_line_is_heard(self, talk: Talk) -> None:
        """A line is decoded from its last ``$``."""
        assert len(of(BoardHello, talk.send_bytes(b"\x00noise$GS 1*" + frame_of("HQ 7 v=1")))) == 1

    def test_a_frame_may_come_in_pieces_or_with_others(self, talk: Talk) -> None:
        """Serial ports keep no boundaries; a CR before the LF is tolerated."""
        for byte in frame_of("HQ 7 v=1")[:-1]:
            assert not of(BoardHello, talk.send_bytes(bytes((byte,)), STEP_MS))
        assert len(of(BoardHello, talk.send_bytes(b"\r\n"))) == 1
        frames = talk.send_bytes(frame_of("HQ 8 v=1") + frame_of("LD 9 m=FIND"))
        assert len(of(BoardHello, frames)) == 1
        assert [done.re for done in of(FrameDone, frames)] == [9]

    def test_its_lines_are_short(self, talk: Talk) -> None:
        """As many dice as the board says that it sees fit into a line of 160 bytes, which the host would else drop."""
        (hello,) = of(BoardHello, talk.send("HQ # v=1"))
        self.see(*["R4"] * min(hello.max_dice, 30))
        report = talk.wait(SETTLED_MS + 2 * STEP_MS + 2 * self.late_ms)[-1]
        assert len(report.dice) == min(hello.max_dice, 30)
