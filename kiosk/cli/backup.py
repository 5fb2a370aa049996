"""``kiosk backup`` and ``kiosk restore``: all that a table keeps, to a USB stick or a folder and back."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Final

from kiosk.backup import restore
from kiosk.backup.backup import Places, back_up
from kiosk.backup.manifest import CONFIGURATION, Backup, find, read_backup
from kiosk.backup.medium import BackupError, words
from kiosk.backup.soundness import check
from kiosk.backup.waiting import cancel
from kiosk.cli.common import CommandError, config_option, say, say_all
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of
from kiosk.config.schema import RecordsConfig
from kiosk.config.secrecy import passwords
from kiosk.system import paths
from kiosk.system.privileges import as_owner


def backup_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the target and the options."""
    parser.add_argument("target", nargs="?", type=Path, metavar="TARGET", help=f"a folder ({THE_STICK})")
    config_option(parser)
    parser.set_defaults(run=run_backup)


def run_backup(options: argparse.Namespace) -> int:
    """Back up, and report what was written; the exit status is 1 if the backup is not whole."""
    target = options.target or stick()
    try:
        made = back_up(target, Places(paths.state_dir(), options.config), tracked)
    except BackupError as error:
        raise CommandError(str(error)) from None
    count = len(made.manifest.files)
    checked = "but not whole" if made.problems else "read back and compared"
    say(f"{made.folder}: {count} files, {megabytes(made.bytes)}, written, {checked}.")
    if not made.manifest.files:
        say("Nothing has been played or set here yet: the backup is empty.")
    with contextlib.suppress(CommandError):  # an invalid configuration is backed up unchanged
        settings = settings_of(options.config)
        if settings.records.store:
            say("The results are in a separate database (records.store), not included here: back it up where it is.")
        if any(passwords(settings)):
            say("The copy of the configuration has *** in place of its password.")
    if made.problems:
        say_all((*made.problems[1:], f"The backup is there, but not whole: {made.problems[0]}"), sys.stderr)
    return 1 if made.problems else 0


def restore_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the source and the options."""
    words = f"a backup, or a folder of backups, of which the last is taken ({THE_STICK})"
    parser.add_argument("source", nargs="?", type=Path, metavar="SOURCE", help=words)
    when = parser.add_mutually_exclusive_group()
    when.add_argument("--check", action="store_true", help="only verify it")
    when.add_argument("--next-start", action="store_true", help="restore it at the table's next start")
    when.add_argument(
        "--this-boot", action="store_true", help="the same, but drop it if the machine is switched off before that"
    )
    when.add_argument("--cancel", action="store_true", help="drop one that waits for the table's next start")
    config_option(parser)
    parser.set_defaults(run=run_restore)


def run_restore(options: argparse.Namespace) -> int:
    """Verify a backup, and restore it; what is damaged in it is told, and the rest comes back."""
    if options.cancel:
        return _cancel()
    damage: list[str] = []
    waits = options.next_start or options.this_boot
    try:
        source = find(options.source or stick())
        backup = read_backup(source)
        if options.check:
            check(backup, tracked)
            _say_read(backup, damage)
            return 0
        if not waits:
            restore.refuse_while_it_runs(paths.state_dir())
        ready = restore.make_ready(source, paths.state_dir(), tracked, damage.append, this_boot=options.this_boot)
        _say_read(backup, damage)
        if waits:
            say("It is put in place when the table starts next; until then `kiosk restore --cancel` drops it.")
        else:
            say(restore.told(restore.put_in_place(ready)))
            if not paths.store_file().exists() and backup.manifest.files:
                _rebuild(options)
            say("If `kiosk venue` runs, start it again.")
    except BackupError as error:
        raise CommandError(str(error)) from None
    if any(file.path == CONFIGURATION for file in backup.manifest.files):
        say(f"The configuration is left as it is; that of the backup: {source / CONFIGURATION}")
    return 0


def _cancel() -> int:
    try:
        made = cancel(paths.state_dir())
    except OSError as error:
        raise CommandError(f"{error.filename or paths.state_dir()}: nothing was cancelled: {words(error)}") from None
    say("No restore waits." if made is None else f"The restore of the backup of {made} is cancelled.")
    return 0


def _say_read(backup: Backup, damage: Sequence[str]) -> None:
    files, made, how = len(backup.manifest.files), backup.manifest.made, "damaged" if damage else "whole"
    say(f"{backup.folder}: {how}, {files} files, {megabytes(backup.bytes)}, made {made} by {backup.manifest.program}.")
    say_all(damage, sys.stderr)


def _rebuild(options: argparse.Namespace) -> None:
    """Fill a results store that the backup did not have from the journal, unless the results are elsewhere."""
    from kiosk.results.importer import refresh  # noqa: PLC0415  its database takes longer to load than all the rest
    from kiosk.results.store import open_store  # noqa: PLC0415
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415

    records = RecordsConfig()
    with contextlib.suppress(CommandError):  # an invalid configuration does not keep the results from being made
        records = settings_of(options.config).records
    if records.store:
        return
    try:
        opened = partial(open_store, "", paths.store_file(), time_zone=records.time_zone, track=tracked)
        with as_owner(paths.state_dir()), closing(opened()) as store:
            filled = refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked)
    except (StoreError, OSError) as error:
        say_all((f"The results could not be rebuilt: {error}: kiosk scores tries it again",), sys.stderr)
        return
    say_all(filled.problems, sys.stderr)
    say(f"The results were rebuilt from the journal: {filled.rounds} {'round' if filled.rounds == 1 else 'rounds'}.")


THE_STICK: Final = "default: the stick that is plugged in"


def stick() -> Path:
    """Return the folder where the appliance mounts a USB stick. Raises CommandError if there is none."""
    stick = paths.usb_stick()
    if not stick.is_mount():
        raise CommandError(
            "No USB stick is plugged in here: plug one in (FAT or exFAT) and wait a moment, or name a folder."
        )
    return stick


def megabytes(count: int) -> str:
    """Return a number of bytes as text, such as ``1.5 MB``."""
    return f"{count / (1 << 20):.1f} MB"
