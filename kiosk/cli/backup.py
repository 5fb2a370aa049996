"""``kiosk backup``: copy all that a table keeps to a USB stick or a folder."""

from __future__ import annotations

import argparse
import contextlib
import sys
from pathlib import Path

from kiosk.backup.backup import Places, back_up
from kiosk.backup.medium import BackupError
from kiosk.cli.common import Told, config_option, say, say_all
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of
from kiosk.cli.usb_stick import THE_STICK, megabytes, stick
from kiosk.config.secrecy import passwords
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the target and the options."""
    parser.add_argument("target", nargs="?", type=Path, metavar="TARGET", help=f"a folder ({THE_STICK})")
    config_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Back up, and report what was written; the exit status is 1 if the backup is not whole."""
    target = options.target or stick()
    try:
        made = back_up(target, Places(paths.state_dir(), options.config), tracked)
    except BackupError as error:
        raise Told(str(error)) from None
    count = len(made.manifest.files)
    checked = "but not whole" if made.problems else "read back and compared"
    say(f"{made.folder}: {count} files, {megabytes(made.bytes)}, written, {checked}.")
    if not made.manifest.files:
        say("Nothing has been played or set here yet: the backup is empty.")
    with contextlib.suppress(Told):  # an invalid configuration is backed up unchanged
        settings = settings_of(options.config)
        if settings.records.store:
            say("The results are in a separate database (records.store), not included here: back it up where it is.")
        if any(passwords(settings)):
            say("The copy of the configuration has *** in place of its password.")
    if made.problems:
        say_all((*made.problems[1:], f"The backup is there, but not whole: {made.problems[0]}"), sys.stderr)
    return 1 if made.problems else 0
