"""``kiosk capture``: write down what hands do at the running kiosk, as a script for ``kiosk drive``."""

from __future__ import annotations

import argparse
import contextlib
import sys
import time
from collections.abc import Iterable
from contextlib import ExitStack
from pathlib import Path
from typing import Final, TextIO

from kiosk.cli.common import Told, file_name
from kiosk.display.remote_control import ask_strokes
from kiosk.protocol.client import NotRunning, ask_hands
from kiosk.protocol.display import LONGEST_TOUCH_S
from kiosk.system import paths
from kiosk.testing.capture import Capture
from kiosk.testing.presses import read_time

_EVERY_S: Final = 0.2
_TOUCH_NS: Final = (LONGEST_TOUCH_S + 1) * 10**9
_LAST: Final = 2**40
"""More than the number of any act: what was before the capture is not asked for."""
_HEAD: Final = (
    "# Captured by `kiosk capture`. To get the same cards, play it with `kiosk drive` on a kiosk of the same",
    "# configuration and --seed, as long after its start.",
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file, and for how long."""
    parser.description = (
        "Write what hands do at buttons, boards and screen into a script for `kiosk drive`, until Ctrl-C"
    )
    parser.add_argument(
        "script", type=file_name, metavar="FILE", help="the script; it must not exist; -: standard output"
    )
    parser.add_argument("--time", metavar="TIME", help="end after this time, such as 90s")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Capture until the time is over, the user ends it, or the kiosk ends."""
    try:
        lasts = None if options.time is None else read_time(options.time)
    except ValueError as error:
        raise Told(str(error)) from None
    try:
        problem = _capture(options.script, lasts)
    except NotRunning as error:
        raise Told(str(error)) from None
    except OSError as error:
        problem = f"{options.script}: cannot be written any more ({error.strerror}): make room on the disk"
        raise Told(problem) from None
    if problem is not None:
        raise Told(f"{problem} What was captured before is in the script.")
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
        raise Told(f"{file}: exists already: give the script another name, or remove it") from None
    except OSError as error:
        raise Told(f"{file}: cannot be written ({error.strerror})") from None
