"""``kiosk touch``: touch the running kiosk's screen, by the names of ``kiosk scene``."""

from __future__ import annotations

import argparse
import json
from typing import Final

from kiosk.cli.common import Told, number
from kiosk.display.remote_control import ask_scene, move_finger
from kiosk.protocol.client import NotRunning
from kiosk.system import paths
from kiosk.testing.places import point_of
from kiosk.testing.presses import read_time

TAP_NS: Final = 60_000_000
DRAG_NS: Final = 200_000_000
"""How long a tap and a drag last, unless said otherwise."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the seat and the places."""
    parser.description = "Tap a place, or drag from one to another: kiosk touch 3 hand, kiosk touch 3 row:1 centre"
    parser.add_argument("seat", type=number(1, 12), metavar="SEAT", help="whose hand it is, from 1")
    words = "what `kiosk scene` calls it; of several the number, from 1, or the card or text: row:1, language:Deutsch"
    parser.add_argument("places", nargs="+", metavar="PLACE", help=words)
    parser.add_argument("--time", metavar="TIME", help="how long it takes (default: 60ms, a drag 200ms)")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Touch, and return after the lift."""
    try:
        touch(options.seat, options.places, None if options.time is None else read_time(options.time))
    except (ValueError, NotRunning) as error:
        raise Told(str(error)) from None
    return 0


def touch(seat: int, places: list[str], nanoseconds: int | None = None) -> None:
    """Touch the places one after the other, with one finger of that seat.

    Raises ValueError with a message for the user, or NotRunning.
    """
    scene = json.loads(ask_scene(paths.display_socket()))
    points = [point_of(scene, seat, place) for place in places]
    usual = TAP_NS if len(points) == 1 else DRAG_NS
    problem = move_finger(paths.display_socket(), points, (usual if nanoseconds is None else nanoseconds) / 1e9)
    if problem is not None:
        raise ValueError(problem)
