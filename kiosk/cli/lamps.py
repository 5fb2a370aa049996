"""``kiosk lamps``: what the lamps of the running table show, as JSON."""

from __future__ import annotations

import argparse
import json

from kiosk.cli.state import tell
from kiosk.protocol import Snapshot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the option to watch."""
    parser.add_argument("--watch", action="store_true", help="a line for every change, until Ctrl-C")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print each seat's lamp (``hardware.api.LampState``) as a line of JSON, or a line for every change."""
    return tell(_line, watch=options.watch)


def _line(snapshot: Snapshot) -> str:
    return json.dumps({str(view.seat): view.lamp for view in snapshot.seats})
