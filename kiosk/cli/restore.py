"""``kiosk restore``: verify and restore a backup."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from kiosk.backup import restore
from kiosk.backup.manifest import CONFIGURATION, Backup, find, read_backup
from kiosk.backup.medium import BackupError, words
from kiosk.backup.soundness import check
from kiosk.backup.waiting import cancel
from kiosk.cli.common import Told, config_option, say, say_all
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of
from kiosk.cli.usb_stick import THE_STICK, megabytes, stick
from kiosk.config.schema import Records
from kiosk.system import paths
from kiosk.system.privileges import as_owner


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
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
        raise Told(str(error)) from None
    if any(file.path == CONFIGURATION for file in backup.manifest.files):
        say(f"The configuration is left as it is; that of the backup: {source / CONFIGURATION}")
    return 0


def _cancel() -> int:
    try:
        made = cancel(paths.state_dir())
    except OSError as error:
        raise Told(f"{error.filename or paths.state_dir()}: nothing was cancelled: {words(error)}") from None
    say("No restore waits." if made is None else f"The restore of the backup of {made} is cancelled.")
    return 0


def _say_read(backup: Backup, damage: Sequence[str]) -> None:
    files, made, how = len(backup.manifest.files), backup.manifest.made, "damaged" if damage else "whole"
    say(f"{backup.folder}: {how}, {files} files, {megabytes(backup.bytes)}, made {made} by {backup.manifest.program}.")
    say_all(damage, sys.stderr)


def _rebuild(options: argparse.Namespace) -> None:
    """Fill a results store that the backup did not have from the journal, unless the results are elsewhere."""
    from kiosk.results.importer import refresh  # noqa: PLC0415  its database takes longer to load than all the rest
    from kiosk.results.store import StoreError, open_store  # noqa: PLC0415

    records = Records()
    with contextlib.suppress(Told):  # an invalid configuration does not keep the results from being made
        records = settings_of(options.config).records
    if records.store:
        return
    try:
        with as_owner(paths.state_dir()), closing(open_store("", paths.store_file())) as store:
            filled = refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked)
    except (StoreError, OSError) as error:
        say_all((f"The results could not be rebuilt: {error}: kiosk scores tries it again",), sys.stderr)
        return
    say_all(filled.problems, sys.stderr)
    say(f"The results were rebuilt from the journal: {filled.rounds} {'round' if filled.rounds == 1 else 'rounds'}.")
