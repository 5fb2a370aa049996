"""``kiosk touch``: touch the running kiosk's screen, by the names of ``kiosk scene``."""

from __future__ import annotations

import argparse

from kiosk.cli.common import Told
from kiosk.protocol.client import NotRunning
from kiosk.system import paths
from kiosk.testing.places import read_way
from kiosk.testing.presses import read_seat, read_time
from kiosk.testing.touches import touch_way


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the seat and the places."""
    parser.description = "Tap a place, or drag from one to another: kiosk touch 3 hand, kiosk touch 3 row:1 centre"
    parser.add_argument("seat", metavar="SEAT", help="whose hand it is, from 1")
    words = "what `kiosk scene` calls it; of several the number, from 1, or the card or text: row:1, language:Deutsch"
    parser.add_argument("places", nargs="+", metavar="PLACE", help=words)
    parser.add_argument("--takes", metavar="TIME", help="how long it takes (default: 60ms, a drag 200ms)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Touch, and return after the lift."""
    try:
        nanoseconds = None if options.takes is None else read_time(options.takes)
        touch_way(paths.display_socket(), read_seat(options.seat), read_way(options.places, nanoseconds))
    except (ValueError, NotRunning) as error:
        raise Told(str(error)) from None
    return 0
