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
from kiosk.protocol import DriveBoard, DrivePins
from kiosk.system.regular_file import WRITTEN_BYTES, read_regular
from kiosk.testing.boards import read_deed
from kiosk.testing.presses import HOLD_NS, read_presses, read_seat, read_time
from kiosk.testing.script import Deed, ScriptError, play, read_script

_HOLD: Final = "hold"


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
        data = (
            sys.stdin.buffer.read(WRITTEN_BYTES)
            if options.script == "-"
            else read_regular(Path(options.script), WRITTEN_BYTES)
        )
        play(read_script(data.decode(), _COMMANDS), _Clock())
    except UnicodeDecodeError:
        raise Told(f"{name}: is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise Told(f"{name}: cannot be read ({error.strerror})") from None
    except ScriptError as error:
        raise Told(f"{name}, {error}") from None
    return 0


def _press(words: Sequence[str]) -> Deed:
    hold = HOLD_NS
    if _HOLD in words:
        if words[-2:-1] != [_HOLD]:
            raise ValueError("write hold and its time last, as in press 1 play hold 2s")
        words, hold = words[:-2], read_time(words[-1])
    edges = read_presses(words, hold)

    def press() -> int:
        move_hardware(DrivePins(edges))
        return edges[-1].after

    return press


def _touch(words: Sequence[str]) -> Deed:
    if len(words) < 2:
        raise ValueError("write a seat and a place, as in touch 3 row:1 centre")
    seat, places = read_seat(words[0]), list(words[1:])

    def touch_them() -> int:
        touch(seat, places)
        return 0

    return touch_them


def _board(words: Sequence[str]) -> Deed:
    wish: DriveBoard = read_deed(words)

    def move() -> int:
        move_hardware(wish)
        return 0

    return move


_COMMANDS: Final = {"press": _press, "touch": _touch, "dice-board": _board}
