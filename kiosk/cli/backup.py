"""``kiosk backup`` and ``kiosk restore``: all that a table keeps, onto a stick and back."""

from __future__ import annotations

import argparse
import contextlib
from pathlib import Path

from kiosk.cli.common import Commands, Told, config_option, say, settings_of
from kiosk.system import paths


def add(commands: Commands) -> None:
    """Both."""
    backup = commands.add_parser("backup", help="copy all that this table keeps to a USB stick or a folder")
    backup.add_argument("target", nargs="?", type=Path, metavar="TARGET", help=f"a folder ({_THE_STICK})")
    config_option(backup)
    backup.set_defaults(run=_backup)

    restore = commands.add_parser("restore", help="bring a backup back")
    words = f"a backup, or a folder in which some lie: the last of them ({_THE_STICK})"
    restore.add_argument("source", nargs="?", type=Path, metavar="SOURCE", help=words)
    when = restore.add_mutually_exclusive_group()
    when.add_argument("--check", action="store_true", help="only say whether it is whole")
    when.add_argument("--next-start", action="store_true", help="put it in place when the table starts next")
    config_option(restore)
    restore.set_defaults(run=_restore)


_THE_STICK = "default: the stick that is plugged in"


def _stick() -> Path:
    """Where the appliance mounts a USB stick."""
    stick = paths.runtime_dir() / "usb"
    if not stick.is_mount():
        raise Told("No USB stick is plugged in here: plug one in (FAT or exFAT) and wait a moment, or name a folder.")
    return stick


def _backup(options: argparse.Namespace) -> int:
    from kiosk.backup.backup import BackupError, Places, back_up  # noqa: PLC0415

    target = options.target or _stick()
    try:
        made = back_up(target, Places(paths.state_dir(), options.config))
    except BackupError as error:
        raise Told(str(error)) from None
    count = len(made.manifest.files)
    say(f"{made.folder}: {count} files, {_megabytes(made.bytes)}, written, read back and compared.")
    if not made.manifest.files:
        say("Nothing has been played or set here yet: there is nothing in it.")
    with contextlib.suppress(Told):  # a configuration that is bad is backed up as it is
        if settings_of(options.config).records.store:
            say(
                "The results lie in a database of their own (records.store): it is not in here, back it up where it is."
            )
    return 0


def _restore(options: argparse.Namespace) -> int:
    from kiosk.backup import restore  # noqa: PLC0415
    from kiosk.backup.backup import CONFIGURATION, BackupError, find, verified  # noqa: PLC0415

    try:
        source = find(options.source or _stick())
        backup = verified(source)
        files, made = len(backup.manifest.files), backup.manifest.made
        say(f"{source}: whole, {files} files, {_megabytes(backup.bytes)}, made {made} by {backup.manifest.program}.")
        if options.check:
            return 0
        if not options.next_start:
            restore.refuse_while_it_runs(paths.state_dir())
        ready = restore.make_ready(source, paths.state_dir())
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


def _megabytes(count: int) -> str:
    return f"{count / (1 << 20):.1f} MB"
