"""``kiosk dice-board monitor``: the frames of a board, and counters of damaged lines."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Final

import serial

from hardware.api import Instant, TrayDie, TrayState, milliseconds, now
from hardware.dice.protocol import (
    DIE_WORDS,
    TAKEN,
    U16,
    VERSION,
    BoardError,
    BoardFrame,
    BoardHello,
    FrameDone,
    FrameRefused,
    OtherVersion,
    Report,
    ReportNow,
    WhoAreYou,
    board_decoder,
    encode,
)

BAUD: Final = 115_200
"""Baud rate, which USB ignores. Never 1200, at which some boards start their boot loader."""
ASK_AGAIN: Final = milliseconds(1000)
LINES_A_SECOND: Final = 60
"""Maximum lines shown per second; further ones are only counted."""
_NOTHING: Final = "No frame received: flash the board's firmware (hardware/README.md), or try another port."
_READ_S: Final = 0.05
_REOPEN_S: Final = 0.5
_SECOND: Final = milliseconds(1000)


class Monitor:
    """The monitor of a port, without I/O. ``at`` is always the current time."""

    def __init__(self, at: Instant) -> None:
        self._began = at
        self._decoder = board_decoder()
        self._shown_drops: dict[str, int] = dict(self._decoder.counters)
        self._known = False
        self._seq = 0
        self._ask_at = at
        self._second = 0
        self._lines_in_second = 0
        self._left_out = 0

    def opened(self, at: Instant) -> None:
        """Reset the state for a newly opened port: the board's identity must be requested again."""
        self._decoder.restart()
        self._known = False
        self._ask_at = at

    def questions(self, at: Instant) -> tuple[bytes, list[str]]:
        """Return the bytes to send now, and the lines to print: ``HQ`` and ``GS``, every second until answered."""
        if self._known or at < self._ask_at:
            return b"", []
        self._ask_at = Instant(at + ASK_AGAIN)
        asked = encode(WhoAreYou(self._next_seq())) + encode(ReportNow(self._next_seq()))
        return asked, [self.line(at, "> HQ  identify yourself"), self.line(at, "> GS  report now")]

    def take(self, at: Instant, data: bytes) -> list[str]:
        """Return the lines to print for the frames and drops that ``data`` completes."""
        lines: list[str] = []
        for frame in self._decoder.feed(data):
            self._known = self._known or isinstance(frame, BoardHello)
            lines += self._within_measure(at, f"< {words(frame)}")
        drops = self._decoder.counters
        for cause, count in drops.items():
            if cause != TAKEN and count > self._shown_drops[cause]:
                more = count - self._shown_drops[cause]
                lines += self._within_measure(at, f"! {more} dropped: {cause.replace('_', ' ')}")
        self._shown_drops = dict(drops)
        return lines

    def line(self, at: Instant, text: str) -> str:
        """Return ``text`` with its time, in seconds since the monitor started."""
        return f"{(at - self._began) / _SECOND:10.3f}  {text}"

    def summary(self) -> str:
        """Return all counters, and a hint if no frame was received."""
        counters = self._decoder.counters
        lines = [f"{name.replace('_', ' '):14}{count:>12}" for name, count in counters.items()]
        return "\n".join(lines if counters[TAKEN] else [*lines, _NOTHING])

    def _within_measure(self, at: Instant, text: str) -> list[str]:
        lines: list[str] = []
        second = (at - self._began) // _SECOND
        if second != self._second:
            if self._left_out:
                lines.append(self.line(at, f"  ({self._left_out} more in the second before)"))
            self._second, self._lines_in_second, self._left_out = second, 0, 0
        self._lines_in_second += 1
        if self._lines_in_second > LINES_A_SECOND:
            self._left_out += 1
        else:
            lines.append(self.line(at, text))
        return lines

    def _next_seq(self) -> int:
        self._seq = (self._seq + 1) & U16
        return self._seq


def words(frame: BoardFrame) -> str:
    """Return a description of a board's frame, beginning with its two letters."""
    match frame:
        case BoardHello(board=board, firmware=firmware, seat=seat, max_dice=most, boot=boot):
            where = f"seat {seat}" if seat else "no seat set"
            return f"HI  {board}, firmware {firmware}, {where}, up to {most} dice, boot {boot:08X}"
        case OtherVersion(version=version):
            return f"HI  speaks LDR/{version}; this program speaks LDR/{VERSION}: flash the board's firmware again"
        case Report(rev=rev, up_ms=up, state=state, dice=dice, boot=boot):
            return f"ST  {state:8}{_dice_words(state, dice):24}  rev {rev}, up {up / 1000:.3f} s, boot {boot:08X}"
        case FrameDone(re=asked):
            return f"OK  done: frame {asked}"
        case FrameRefused(re=asked, why=why):
            return f"NO  refused: frame {asked} ({why.name.lower()})"
        case BoardError(code=code, number=number):
            return f"ER  {code} {number}"


def _dice_words(state: TrayState, dice: Iterable[TrayDie]) -> str:
    """Return the dice in the tray in words; empty if the tray is."""
    if state is TrayState.EMPTY:
        return ""
    return " ".join(DIE_WORDS[die] for die in dice) or "nothing seen"


class NoPort(Exception):  # noqa: N818  a message for the user
    """The port cannot be opened; the text gives the reason."""


def monitor(port: str, say: Callable[[str], None], seconds: float | None = None) -> None:
    """Print the frames of the board at ``port`` until Ctrl-C or for ``seconds``, then the counters.

    A port that vanishes is reopened as soon as it is back. Raises NoPort if it cannot be opened at first.
    """
    shown = Monitor(now())
    end = None if seconds is None else now() + milliseconds(seconds * 1000)
    terminal: serial.Serial | None = _open_first(port)
    with _counters_at_the_end(shown, say):
        while end is None or now() < end:
            if terminal is None:
                terminal = _open_again(port)
                if terminal is None:
                    continue
                shown.opened(now())
                say(shown.line(now(), "  the port is back"))
            asked, lines = shown.questions(now())
            data = _exchange(terminal, asked)
            for line in lines:
                say(line)
            if data is None:
                terminal.close()
                terminal = None
                say(shown.line(now(), "  the port is gone; waiting for it"))
                continue
            for line in shown.take(now(), data):
                say(line)


@contextmanager
def _counters_at_the_end(shown: Monitor, say: Callable[[str], None]) -> Iterator[None]:
    try:
        yield
    except KeyboardInterrupt:
        say("")
    finally:
        say(shown.summary())


def _open(port: str) -> serial.Serial:
    return serial.Serial(port, BAUD, timeout=_READ_S, write_timeout=1.0, exclusive=True)


def _open_first(port: str) -> serial.Serial:
    try:
        return _open(port)
    except OSError as error:  # a SerialException is one too
        raise NoPort(os.strerror(error.errno) if error.errno else str(error)) from None


def _open_again(port: str) -> serial.Serial | None:
    """Return the port if it is back, or None after a short wait."""
    try:
        return _open(port)
    except OSError:
        time.sleep(_REOPEN_S)
        return None


def _exchange(terminal: serial.Serial, asked: bytes) -> bytes | None:
    """Send ``asked``, and return the bytes received within 50 ms; None if the port is gone."""
    try:
        terminal.write(asked)
        data: bytes = terminal.read(max(1, terminal.in_waiting))
    except OSError:
        return None
    return data
