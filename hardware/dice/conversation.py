"""One connection with a dice-reader board, without input or output: time and bytes in, bytes and what is believed out.

A checksum of 16 bits lets one badly damaged line in 65,536 through. So whatever a roll or a seat hangs on is believed
when the board has said it twice running: who it is, and what lies in its tray. The second time is asked for at once,
which costs some milliseconds, and comes with the next heartbeat if that question is lost.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum, auto
from typing import Final, TypeAlias

from hardware.api import Duration, Instant, TrayLamp, TrayState, milliseconds
from hardware.dice.decoder import Decoder
from hardware.dice.protocol import (
    U16,
    U32,
    BoardError,
    BoardFrame,
    Done,
    Hello,
    HostFrame,
    Light,
    OtherVersion,
    Refusal,
    Refused,
    Report,
    ReportNow,
    WhoAreYou,
    encode,
)

SILENT: Final = milliseconds(1_500)
"""Without a report for so long, what the board said last is stale. It reports every 500 ms at least."""
GONE: Final = milliseconds(3_000)
"""Without a report for so long, the port is to be closed and opened again."""
HELLO_AGAIN: Final = milliseconds(1_000)
REPORT_AGAIN: Final = milliseconds(100)
REPORT_PACE: Final = milliseconds(20)
"""Two reports are asked for at least so far apart: no board looks at its tray more often."""
LIGHT_AGAIN: Final = milliseconds(1_000)
SAME_TIME_MS: Final = 1_500
"""Two reports running lie at most so far apart by the board's clock."""

_MOVES: Final = frozenset({TrayState.ROLLING, TrayState.FAULT})
"""States that make no roll count and may change at every look: these are believed when the state is told twice."""


class Silence(Enum):
    """What a connection tells of a board that says nothing."""

    LOST = auto()
    """What it said last is stale; what it says next is told again, changed or not."""
    GONE = auto()
    """This connection is over."""


Event: TypeAlias = Hello | OtherVersion | Report | Refused | BoardError | Silence
"""What is believed: a frame, or that nothing comes any more. A ``Refused`` is the lamp's."""


class Conversation:
    """Begins with asking who the board is; a report counts once that is known, each (boot, rev) once."""

    def __init__(self, at: Instant, decoder: Decoder[BoardFrame]) -> None:
        decoder.restart()
        self.lamp: TrayLamp | None = None
        """What is to be shown at the tray's lamp, again after the board's restart; None: nothing yet."""
        self.board: Hello | None = None
        """Who the board is; None: not known yet."""
        self._decoder = decoder
        self._seq = 0
        self._heard = at  # the last report; before the board is known: any frame
        self._lost = False
        self._hello: Hello | OtherVersion | None = None  # said once
        self._hello_at: Instant | None = at
        self._asked_hello = at
        self._report: Report | None = None  # the last one
        self._report_at: Instant | None = None
        self._asked_report = Instant(at - REPORT_PACE)
        self._applied: tuple[int, int] | None = None
        self._lit: TrayLamp | None = None  # sent, and answered if no time stands beside it
        self._lit_seq: int | None = None
        self._light_at: Instant | None = None
        self._events: list[Event] = []

    def step(self, at: Instant, data: bytes = b"") -> tuple[bytes, list[Event]]:
        """Take what has come by ``at``: what is to be sent now, and what is believed since the last step."""
        for frame in self._decoder.feed(data):
            self._take(frame, at)
        if at - self._heard >= GONE:
            self._events.append(Silence.GONE)
        elif at - self._heard >= SILENT and not self._lost:
            self._lose()
        sent = b"".join(encode(frame) for frame in self._questions(at))
        events, self._events = self._events, []
        return sent, events

    @property
    def due(self) -> Instant:
        """When to step again if nothing comes."""
        silence = Instant(self._heard + (GONE if self._lost else SILENT))
        return min(at for at in (silence, self._hello_at, self._report_at, self._light_at) if at is not None)

    def _lose(self) -> None:
        self._lost = True
        self._report = self._applied = self._report_at = None
        self._events.append(Silence.LOST)

    # ------------------------------------------------------------------------------------------ what the board says

    def _take(self, frame: BoardFrame, at: Instant) -> None:
        if self.board is None:
            self._hear(at)
        match frame:
            case Hello() | OtherVersion():
                self._take_hello(replace(frame, seq=0), at)
            case Report():
                self._take_report(frame, at)
            case Done(re=seq) if seq == self._lit_seq:
                self._lit_seq = self._light_at = None
            case Refused(re=seq, why=why) if seq == self._lit_seq and why is not Refusal.BUSY:  # busy: asked again
                self._lit_seq = self._light_at = None
                self._events.append(frame)
            case BoardError():
                self._events.append(frame)

    def _hear(self, at: Instant) -> None:
        self._heard = at
        self._lost = False

    def _take_hello(self, hello: Hello | OtherVersion, at: Instant) -> None:
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
        if isinstance(hello, Hello):
            self.board = hello
            self._hello_at = self._report = self._applied = self._lit = None
            self._hear(at)

    def _take_report(self, report: Report, at: Instant) -> None:
        if self.board is None or report.boot != self.board.boot:
            if self._hello_at is None:  # it has started anew, or the number is damaged: its hello tells
                self._hello_at = max(at, Instant(self._asked_hello + HELLO_AGAIN))
            return
        self._hear(at)
        before, self._report = self._report, report
        if (report.boot, report.rev) == self._applied:
            self._report_at = None
            return
        told = before and _agreed(before, report)
        if told:
            self._report_at = None
            self._applied = (told.boot, told.rev)
            self._events.append(told)
        else:
            self._report_at = max(at, Instant(self._asked_report + REPORT_PACE))

    # ------------------------------------------------------------------------------------------ what the host says

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
            questions.append(Light(self._lit_seq, self.lamp))
            self._light_at = _after(at, LIGHT_AGAIN)
        return questions

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) & U16
        return self._seq


def _after(at: Instant, wait: Duration) -> Instant:
    return Instant(at + wait)


def _agreed(before: Report, report: Report) -> Report | None:
    """What two reports running say, both; None if they do not agree."""
    if before.state is not report.state or (report.up_ms - before.up_ms) & U32 > SAME_TIME_MS:
        return None
    if (before.rev, before.dice) == (report.rev, report.dice):
        return before  # since then: its clock is nearer to the change
    return report if report.state in _MOVES else None
