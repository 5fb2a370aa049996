"""``kiosk press``: press buttons of the running kiosk's simulated hardware."""

from __future__ import annotations

import argparse
import time

from kiosk.cli.common import Told
from kiosk.protocol import DriveBoard, DrivePins
from kiosk.protocol.client import NotRunning, drive
from kiosk.system import paths
from kiosk.testing.presses import HOLD_NS, read_presses, read_time


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the presses, and how long they last."""
    parser.description = "Press simulated buttons, stamped at their pins: kiosk press 2 stop 3 stop+0.5ms"
    words = "pairs of a seat and stop or play, with a delay after the first press if wanted: stop+0.5ms"
    parser.add_argument("presses", nargs="+", metavar="SEAT BUTTON", help=words)
    words = f"how long each button is held (default: {HOLD_NS // 10**6}ms)"
    parser.add_argument("--hold", default=None, metavar="TIME", help=words)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Press the buttons, and return when all are released."""
    try:
        hold = HOLD_NS if options.hold is None else read_time(options.hold)
        edges = read_presses(options.presses, hold)
        move_hardware(DrivePins(edges))
    except (ValueError, NotRunning) as error:
        raise Told(str(error)) from None
    time.sleep(edges[-1].after / 1e9)
    return 0


def move_hardware(wish: DrivePins | DriveBoard) -> None:
    """Move the running table's simulated hardware. Raises NotRunning, and ValueError if it cannot be done.

    The messages are for the user.
    """
    if why_not := drive(paths.table_socket(), wish):
        raise ValueError(why_not)
