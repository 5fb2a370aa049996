"""Hands at the running kiosk's simulated hardware: ``kiosk press``, ``touch``, ``drive`` and ``capture``."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TextIO

from kiosk.cli.common import CommandError, file_name
from kiosk.display.remote_control import ask_strokes
from kiosk.protocol import DriveBoard, DrivePins
from kiosk.protocol.client import NotRunning, ask_hands, drive
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.written_text import NotText, decoded
from kiosk.testing.capture import Capture
from kiosk.testing.places import read_way, touch_way
from kiosk.testing.presses import HOLD_NS, read_presses, read_seat, read_time
from kiosk.testing.running_kiosk import running_kiosk
from kiosk.testing.script import ScriptError, play, read_script


def press_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the presses, and how long they last."""
    parser.description = "Press simulated buttons, stamped at their pins: kiosk press 2 stop 3 stop+0.5ms"
    words = "pairs of a seat and stop or play, with a delay after the first press if wanted: stop+0.5ms"
    parser.add_argument("presses", nargs="+", metavar="SEAT BUTTON", help=words)
    words = f"how long each button is held (default: {HOLD_NS // 10**6}ms)"
    parser.add_argument("--hold", default=None, metavar="TIME", help=words)
    parser.set_defaults(run=run_press)


def run_press(options: argparse.Namespace) -> int:
    """Press the buttons, and return when all are released."""
    try:
        hold = HOLD_NS if options.hold is None else read_time(options.hold)
        edges = read_presses(options.presses, hold)
        move_hardware(DrivePins(edges))
    except (ValueError, NotRunning) as error:
        raise CommandError(str(error)) from None
    time.sleep(edges[-1].after / 1e9)
    return 0


def move_hardware(wish: DrivePins | DriveBoard) -> None:
    """Move the running table's simulated hardware. Raises NotRunning, and ValueError if it cannot be done.

    The messages are for the user.
    """
    if why_not := drive(paths.table_socket(), wish):
        raise ValueError(why_not)


def touch_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the seat and the places."""
    parser.description = "Tap a place, or drag from one to another: kiosk touch 3 hand, kiosk touch 3 row:1 centre"
    parser.add_argument("seat", metavar="SEAT", help="whose hand it is, from 1")
    words = "what `kiosk scene` calls it; of several the number, from 1, or the card or text: row:1, language:Deutsch"
    parser.add_argument("places", nargs="+", metavar="PLACE", help=words)
    parser.add_argument("--takes", metavar="TIME", help="how long it takes (default: 60ms, a drag 200ms)")
    parser.set_defaults(run=run_touch)


def run_touch(options: argparse.Namespace) -> int:
    """Touch, and return after the lift."""
    try:
        nanoseconds = None if options.takes is None else read_time(options.takes)
        touch_way(paths.display_socket(), read_seat(options.seat), read_way(options.places, nanoseconds))
    except (ValueError, NotRunning) as error:
        raise CommandError(str(error)) from None
    return 0


_DESCRIPTION: Final = "Play a script: a line for each act. It is read whole before the first act."
_EPILOG: Final = """acts, as from a shell, with a time from the script's beginning, or after the act before:
  press 1 play
  touch 1 ready
  wait play
  8s press 1 stop 2 stop+0.5ms hold 200ms
  9s touch 1 row:1 at:0.4,0.6+80ms centre+150ms
  touch 1 hand takes 200ms
  dice-board throw 4 r1 g2
After a state that is waited for (`wait play`), times count from its beginning.
A place that is not on the screen yet is looked for two seconds long. What follows a # is ignored."""


def drive_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the script."""
    parser.description = _DESCRIPTION
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("script", type=file_name, metavar="FILE", help="the script; -: standard input")
    parser.set_defaults(run=run_drive)


def run_drive(options: argparse.Namespace) -> int:
    """Play the script to its end."""
    name = "standard input" if options.script == "-" else options.script
    try:
        data = (
            sys.stdin.buffer.read(WRITTEN_BYTES)
            if options.script == "-"
            else read_regular(Path(options.script), WRITTEN_BYTES)
        )
        acts = read_script(decoded(data))
        with running_kiosk(paths.table_socket(), paths.display_socket()) as hands:
            play(acts, hands)
    except NotText:
        raise CommandError(f"{name}: is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise CommandError(f"{name}: cannot be read ({error.strerror})") from None
    except ScriptError as error:
        raise CommandError(f"{name}, {error}") from None
    return 0


_EVERY_S: Final = 0.2
_TOUCH_NS: Final = (LONGEST_TOUCH_S + 1) * 10**9
_LAST: Final = 2**40
"""More than the number of any act: what was before the capture is not asked for."""
_HEAD: Final = (
    "# Captured by `kiosk capture`. To get the same cards, play it with `kiosk drive` on a kiosk of the same",
    "# configuration and --seed, as long after its start.",
)


def capture_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, and for how long."""
    parser.description = (
        "Write what hands do at buttons, boards and screen into a script for `kiosk drive`, until Ctrl-C"
    )
    parser.add_argument(
        "script", type=file_name, metavar="FILE", help="the script; it must not exist; -: standard output"
    )
    parser.add_argument("--time", metavar="TIME", help="end after this time, such as 90s")
    parser.set_defaults(run=run_capture)


def run_capture(options: argparse.Namespace) -> int:
    """Capture until the time is over, the user ends it, or the kiosk ends."""
    try:
        lasts = None if options.time is None else read_time(options.time)
    except ValueError as error:
        raise CommandError(str(error)) from None
    try:
        problem = _capture(options.script, lasts)
    except NotRunning as error:
        raise CommandError(str(error)) from None
    except OSError as error:
        problem = f"{options.script}: cannot be written any more ({error.strerror}): make room on the disk"
        raise CommandError(problem) from None
    if problem is not None:
        raise CommandError(f"{problem} What was captured before is in the script.")
    return 0


def _capture(script: str, lasts: int | None) -> str | None:
    """Capture for so many nanoseconds; return what ended it before that or its user did, None if nothing did."""
    capture = Capture(time.monotonic_ns())
    capture.take_hands(ask_hands(paths.table_socket(), _LAST))  # before the file is made: there may be no kiosk
    capture.take_strokes(ask_strokes(paths.display_socket(), _LAST))
    with ExitStack() as closing:
        output = _opened(script, closing)
        _write(output, _HEAD)
        problem = _follow(capture, output, None if lasts is None else capture.began + lasts)
        _write(output, capture.end(time.monotonic_ns()))
    return problem


def _follow(capture: Capture, output: TextIO, ends: int | None) -> str | None:
    """Write down what happens until the end; return what ended it before, None if nothing did."""
    try:
        while ends is None or time.monotonic_ns() < ends:
            time.sleep(_EVERY_S)
            _look(capture)
            _write(output, capture.lines(time.monotonic_ns() - _TOUCH_NS))
    except NotRunning as error:
        return str(error)
    except KeyboardInterrupt:
        pass
    with contextlib.suppress(NotRunning):
        _look(capture)  # what has happened since the last time
    return None


def _look(capture: Capture) -> None:
    capture.take_hands(ask_hands(paths.table_socket(), capture.acts))
    capture.take_strokes(ask_strokes(paths.display_socket(), capture.strokes))


def _write(output: TextIO, lines: Iterable[str]) -> None:
    output.writelines(f"{line}\n" for line in lines)
    output.flush()


def _opened(file: str, closing: ExitStack) -> TextIO:
    if file == "-":
        return sys.stdout
    try:
        return closing.enter_context(Path(file).open("x", encoding="utf-8"))
    except FileExistsError:
        raise CommandError(f"{file}: exists already: give the script another name, or remove it") from None
    except OSError as error:
        raise CommandError(f"{file}: cannot be written ({error.strerror})") from None
