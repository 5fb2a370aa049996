"""``kiosk state``: what everybody at the running table may see, as JSON."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable

from kiosk.cli.common import Told, say, say_all
from kiosk.protocol import Snapshot
from kiosk.protocol.client import NotRunning, snapshots
from kiosk.system import paths
from kiosk.testing.plain import plain


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--watch", action="store_true", help="a line for every change, until Ctrl-C")
    what.add_argument("--fields", action="store_true", help="instead, what each field and each of its words means")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the snapshot as a line of JSON, or one for every snapshot; or what its fields mean."""
    if options.fields:
        from kiosk.cli.fields import about_snapshots  # noqa: PLC0415  # imports half the table

        say_all(about_snapshots())
        return 0
    return tell(lambda snapshot: json.dumps(plain(snapshot), ensure_ascii=False), watch=options.watch)


def tell(line: Callable[[Snapshot], str], *, watch: bool) -> int:
    """Print the line of the newest snapshot, or of every one with another line than the one before."""
    last = ""
    try:
        for snapshot in snapshots(paths.table_socket()):
            told = line(snapshot)
            if told != last:
                say(told)
            if not watch:
                return 0
            last = told
    except NotRunning as gone:
        raise Told(str(gone)) from None
    return 0
