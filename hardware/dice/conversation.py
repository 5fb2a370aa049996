"""State machine of one connection to a dice-reader board, without I/O: time and bytes in, bytes and events out.

A 16-bit checksum lets one badly damaged line in 65,536 through. Therefore a board's identity and the content of its
tray, on which seats and rolls depend, are accepted only when the board has reported the same twice in a row. The second
report is requested at once, which takes some milliseconds; if the request is lost, the next heartbeat serves.
"""

from __future__ import annotations

from enum import Enum, auto
from typing import Final, TypeAlias

from msgspec.structs import replace

from hardware.api import Duration, Instant, TrayLamp, TrayState, milliseconds
from hardware.dice.protocol import (
    U16,
    U32,
    BoardError,
    BoardFrame,
    BoardHello,
    Decoder,
    FrameDone,
    FrameRefused,
    HostFrame,
    OtherVersion,
    Refusal,
    Report,
    ReportNow,
    SetTrayLamp,
    WhoAreYou,
    encode,
)

SILENT: Final = milliseconds(1_500)
"""Time without a report after which the last one is stale. A board reports every 500 ms at least."""
GONE: Final = milliseconds(3_000)
"""Time without a report after which the port has to be closed and opened again."""
SLOWEST_START: Final = milliseconds(30_000)
"""The longest time in which a board may start, where opening its port restarts it."""
HELLO_AGAIN: Final = milliseconds(1_000)
REPORT_AGAIN: Final = milliseconds(100)
REPORT_PACE: Final = milliseconds(20)
"""Minimum time between two requests for a report: no board scans its tray more often."""
LIGHT_AGAIN: Final = milliseconds(1_000)
SAME_TIME_MS: Final = 1_500
"""Maximum time between two reports, by the board's clock, for the second to confirm the first."""

_MOVES: Final = frozenset({TrayState.ROLLING, TrayState.FAULT})
"""States in which no roll counts and the dice may change at every scan: two reports need only agree on the state."""


class Silence(Enum):
    """Events of a board that no longer reports."""

    LOST = auto()
    """The last report is stale; the next one is delivered even if nothing has changed."""
    GONE = auto()
    """This connection is over."""


Event: TypeAlias = BoardHello | OtherVersion | Report | FrameRefused | BoardError | Silence
"""An accepted frame, or the board's silence. ``FrameRefused`` is always the answer to a lamp command."""


class Conversation:
    """One connection. It first asks for the board's identity; then it delivers reports, each (boot, rev) once.

    ``starts``: the time for the board's first answer, ``GONE`` at least.
    """

    def __init__(self, at: Instant, decoder: Decoder[BoardFrame], starts: Duration = GONE) -> None:
        decoder.restart()
        self._starts = starts
        self.lamp: TrayLamp | None = None
        """The state wanted of the tray's lamp, sent again after a restart of the board; None: nothing yet."""
        self.board: BoardHello | None = None
        """The board's identity; None: not known yet."""
        self._decoder = decoder
        self._seq = 0
        self._heard = at  # the last report; before the board is known: any frame
        self._lost = False
        self._hello: BoardHello | OtherVersion | None = None  # received once, and not confirmed yet
        self._hello_at: Instant | None = at
        self._asked_hello = at
        self._report: Report | None = None  # the last one
        self._report_at: Instant | None = None
        self._asked_report = Instant(at - REPORT_PACE)
        self._applied: tuple[int, int] | None = None
        self._lit: TrayLamp | None = None  # sent; acknowledged if ``_light_at`` is None
        self._lit_seq: int | None = None
        self._light_at: Instant | None = None
        self._events: list[Event] = []

    def step(self, at: Instant, data: bytes = b"") -> tuple[bytes, list[Event]]:
        """Take the bytes received by ``at``; return the bytes to send now, and the events since the last step."""
        for frame in self._decoder.feed(data):
            self._take(frame, at)
        if at - self._heard >= self._gone:
            self._events.append(Silence.GONE)
        elif at - self._heard >= SILENT and not self._lost:
            self._lose()
        sent = b"".join(encode(frame) for frame in self._questions(at))
        events, self._events = self._events, []
        return sent, events

    @property
    def due(self) -> Instant:
        """The time of the next step if no bytes arrive before."""
        silence = Instant(self._heard + (self._gone if self._lost else SILENT))
        return min(at for at in (silence, self._hello_at, self._report_at, self._light_at) if at is not None)

    @property
    def _gone(self) -> Duration:
        return GONE if self.board else max(GONE, self._starts)

    def _lose(self) -> None:
        self._lost = True
        self._report = self._applied = self._report_at = None
        self._events.append(Silence.LOST)

    # ------------------------------------------------------------------------------------------ received frames

    def _take(self, frame: BoardFrame, at: Instant) -> None:
        if self.board is None:
            self._hear(at)
        match frame:
            case BoardHello() | OtherVersion():
                self._take_hello(replace(frame, seq=0), at)
            case Report():
                self._take_report(frame, at)
            case FrameDone(re=seq) if seq == self._lit_seq:
                self._lit_seq = self._light_at = None
            case FrameRefused(re=seq, why=why) if (
                seq == self._lit_seq and why is not Refusal.BUSY
            ):  # if busy, sent again
                self._lit_seq = self._light_at = None
                self._events.append(frame)
            case BoardError():
                self._events.append(frame)

    def _hear(self, at: Instant) -> None:
        self._heard = at
        self._lost = False

    def _take_hello(self, hello: BoardHello | OtherVersion, at: Instant) -> None:
        if hello == self.board:
            self._hello = self._hello_at = None
            return
        before, self._hello = self._hello, hello
        if hello != before:
            self._hello_at = max(at, Instant(self._asked_hello + REPORT_PACE))
            return
        self._hello = None
        self._hello_at = Instant(at + HELLO_AGAIN)
        self._events.append(hello)
        if isinstance(hello, BoardHello):
            self.board = hello
            self._hello_at = self._report = self._applied = self._lit = None
            self._hear(at)

    def _take_report(self, report: Report, at: Instant) -> None:
        if self.board is None or report.boot != self.board.boot:
            if self._hello_at is None:  # the board has restarted, or the number is damaged: ask for its identity
                self._hello_at = max(at, Instant(self._asked_hello + HELLO_AGAIN))
            return
        self._hear(at)
        before, self._report = self._report, report
        if (report.boot, report.rev) == self._applied:
            self._report_at = None
            return
        agreed = before and _agreed(before, report)
        if agreed:
            self._report_at = None
            self._applied = (agreed.boot, agreed.rev)
            self._events.append(agreed)
        else:
            self._report_at = max(at, Instant(self._asked_report + REPORT_PACE))

    # ------------------------------------------------------------------------------------------ sent frames

    def _questions(self, at: Instant) -> list[HostFrame]:
        questions: list[HostFrame] = []
        if self._hello_at is not None and at >= self._hello_at:
            questions.append(WhoAreYou(self._next_seq()))
            self._asked_hello, self._hello_at = at, _after(at, HELLO_AGAIN)
        if self._report_at is not None and at >= self._report_at:
            questions.append(ReportNow(self._next_seq()))
            self._asked_report, self._report_at = at, _after(at, REPORT_AGAIN)
        again = self._light_at is not None and at >= self._light_at
        if self.board is not None and self.lamp is not None and (again or self.lamp is not self._lit):
            self._lit, self._lit_seq = self.lamp, self._next_seq()
            questions.append(SetTrayLamp(self._lit_seq, self.lamp))
            self._light_at = _after(at, LIGHT_AGAIN)
        return questions

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) & U16
        return self._seq


def _after(at: Instant, wait: Duration) -> Instant:
    return Instant(at + wait)


def _agreed(before: Report, report: Report) -> Report | None:
    """Return what two consecutive reports agree on; None: they differ."""
    if before.state is not report.state or (report.up_ms - before.up_ms) & U32 > SAME_TIME_MS:
        return None
    if (before.rev, before.dice) == (report.rev, report.dice):
        return before  # its timestamp is closer to the change
    return report if report.state in _MOVES else None
