"""What the running table and its screen show: ``kiosk state``, ``lamps``, ``scene`` and ``screenshot``."""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from pathlib import Path

from kiosk.cli.common import CommandError, say, say_all
from kiosk.display.remote_control import ask_scene, ask_screenshot
from kiosk.protocol import Snapshot
from kiosk.protocol.client import NotRunning, snapshots
from kiosk.system import paths
from kiosk.testing.report import plain


def state_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--watch", action="store_true", help="a line for every change, until Ctrl-C")
    what.add_argument("--fields", action="store_true", help="instead, what each field and each of its words means")
    parser.set_defaults(run=run_state)


def run_state(options: argparse.Namespace) -> int:
    """Print the snapshot as a line of JSON, or one for every snapshot; or what its fields mean."""
    if options.fields:
        from kiosk.cli.fields import about_snapshots  # noqa: PLC0415  # imports half the table

        say_all(about_snapshots())
        return 0
    return _tell(lambda snapshot: json.dumps(plain(snapshot), ensure_ascii=False), watch=options.watch)


def _tell(line: Callable[[Snapshot], str], *, watch: bool) -> int:
    """Print the line of the newest snapshot, or of every one with another line than the one before."""
    last = ""
    try:
        for snapshot in snapshots(paths.table_socket()):
            newest = line(snapshot)
            if newest != last:
                say(newest)
            if not watch:
                return 0
            last = newest
    except NotRunning as gone:
        raise CommandError(str(gone)) from None
    return 0


def lamps_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the option to watch."""
    parser.add_argument("--watch", action="store_true", help="a line for every change, until Ctrl-C")
    parser.set_defaults(run=run_lamps)


def run_lamps(options: argparse.Namespace) -> int:
    """Print each seat's lamp (``hardware.api.LampState``) as a line of JSON, or a line for every change."""
    return _tell(_lamps_line, watch=options.watch)


def _lamps_line(snapshot: Snapshot) -> str:
    return json.dumps({str(view.seat): view.lamp for view in snapshot.seats})


def scene_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: there is one screen."""
    parser.set_defaults(run=run_scene)


def run_scene(_options: argparse.Namespace) -> int:
    """Print all touchable items as JSON."""
    try:
        say(ask_scene(paths.display_socket()))
    except ConnectionError as error:
        raise CommandError(str(error)) from None
    return 0


def screenshot_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file's name."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.set_defaults(run=run_screenshot)


def run_screenshot(options: argparse.Namespace) -> int:
    """Save a PNG file."""
    if options.file.suffix.lower() != ".png":
        raise CommandError(f"{options.file}: screenshots are PNG files: name it {options.file.with_suffix('.png')}")
    try:
        error = ask_screenshot(paths.display_socket(), options.file.absolute())
    except ConnectionError as absent:
        raise CommandError(str(absent)) from None
    if error:
        raise CommandError(error)
    return 0
