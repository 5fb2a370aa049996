"""``kiosk restore``: verify and restore a backup."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.backup import restore
from kiosk.backup.manifest import CONFIGURATION, Backup, find, read_backup, verify
from kiosk.backup.medium import BackupError
from kiosk.cli.common import Told, config_option, say
from kiosk.cli.progress import tracked
from kiosk.cli.usb_stick import THE_STICK, megabytes, stick
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the source and the options."""
    words = f"a backup, or a folder of backups, of which the last is taken ({THE_STICK})"
    parser.add_argument("source", nargs="?", type=Path, metavar="SOURCE", help=words)
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--check", action="store_true", help="only verify it")
    when.add_argument("--next-start", action="store_true", help="restore it at the table's next start")
    config_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Verify a backup, and restore it."""
    try:
        source = find(options.source or stick())
        backup = read_backup(source)
        if options.check:
            verify(backup, tracked)
            _say_whole(backup)
            return 0
        if not options.next_start:
            restore.refuse_while_it_runs(paths.state_dir())
        ready = restore.make_ready(source, paths.state_dir(), tracked)
        _say_whole(backup)
        if options.next_start:
            say("It is put in place when the table starts next.")
        else:
            say(restore.told(restore.put_in_place(ready)))
            say("If `kiosk venue` runs, start it again.")
    except BackupError as error:
        raise Told(str(error)) from None
    if any(file.path == CONFIGURATION for file in backup.manifest.files):
        say(f"The configuration is left as it is; that of the backup: {source / CONFIGURATION}")
    return 0


def _say_whole(backup: Backup) -> None:
    files, made = len(backup.manifest.files), backup.manifest.made
    say(f"{backup.folder}: whole, {files} files, {megabytes(backup.bytes)}, made {made} by {backup.manifest.program}.")
