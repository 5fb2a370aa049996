"""``kiosk drive``: play a script of what hands do at the running kiosk's simulated hardware."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from kiosk.cli.common import Told
from kiosk.cli.press import move_hardware
from kiosk.cli.touch import touch
from kiosk.game.seats import SeatNumber
from kiosk.protocol import DriveBoard, DrivePins
from kiosk.protocol.client import NotRunning
from kiosk.testing.presses import HOLD_NS, read_presses, read_time
from kiosk.testing.script import play, read_script

_BOARD: Final = ("throw", "plug", "unplug", "fault", "mend")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the script."""
    parser.description = "Play a script: a line for each act, as in kiosk/testing/README.md"
    parser.add_argument("script", metavar="FILE", help="the script; -: standard input")
    parser.set_defaults(run=run)


class _Clock:
    def __init__(self) -> None:
        self._began = time.monotonic_ns()

    def wait_until(self, at: int) -> None:
        self.wait(at - (time.monotonic_ns() - self._began))

    def wait(self, nanoseconds: int) -> None:
        time.sleep(max(0, nanoseconds) / 1e9)


def run(options: argparse.Namespace) -> int:
    """Play the script to its end."""
    name = "standard input" if options.script == "-" else options.script
    try:
        text = sys.stdin.read() if options.script == "-" else Path(options.script).read_text(encoding="utf-8")
        play(read_script(text, _DEEDS), _DEEDS, _Clock())
    except OSError as error:
        if isinstance(error, NotRunning):
            raise Told(str(error)) from None
        raise Told(f"{name}: cannot be read ({error.strerror})") from None
    except ValueError as error:
        raise Told(f"{name}, {error}") from None
    return 0


def _press(words: Sequence[str]) -> None:
    hold = HOLD_NS
    if "hold" in words:
        *words, _, told = words
        hold = read_time(told)
    move_hardware(DrivePins(read_presses(words, hold)))


def _touch(words: Sequence[str]) -> None:
    if len(words) < 2:
        raise ValueError("write a seat and a place, as in touch 3 row:1 centre")
    touch(_seat(words[0]), list(words[1:]))


def _board(words: Sequence[str]) -> None:
    if len(words) < 2 or words[0] not in _BOARD:
        raise ValueError(f"write {', '.join(_BOARD)} and a seat, as in dice-board throw 4 r1 g2")
    move_hardware(DriveBoard(SeatNumber(_seat(words[1])), words[0], tuple(words[2:])))  # type: ignore[arg-type]


def _seat(word: str) -> int:
    if not word.isdecimal() or not int(word):
        raise ValueError(f"{word!r} is no seat: write its number, from 1")
    return int(word)


_DEEDS: Final = {"press": _press, "touch": _touch, "dice-board": _board}
"""What a line of a script may begin with."""
