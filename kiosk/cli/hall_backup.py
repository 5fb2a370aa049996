"""``kiosk venue backup`` and ``kiosk venue restore``: all that a hall keeps, in one file and back."""

from __future__ import annotations

import argparse
import shlex
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from kiosk.cli.backup import megabytes
from kiosk.cli.common import CommandError, config_option, say
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of
from kiosk.cli.venue_store import as_administrator, password_option
from kiosk.system import paths

if TYPE_CHECKING:
    from kiosk.config.schema import Settings
    from kiosk.hall.backup import About, Opening


def add_arguments(actions: Any) -> None:
    """Add the commands."""
    backup = actions.add_parser("backup", help="write all that a hall keeps into one file")
    backup.description = (
        "Write a hall's store ([venue] store), who may sign in at its pages, and the keys of its screens into FILE, "
        "while tables and pages go on. No password is in it in clear, but all names are."
    )
    backup.add_argument(
        "file", type=Path, metavar="FILE", help="the file, such as hall.zip; an older backup is replaced"
    )
    config_option(backup)
    backup.set_defaults(run=run_backup)
    restore = actions.add_parser("restore", help="make a hall what it was when a backup of it was made")
    restore.description = (
        "Make a hall's store what it was then, all or nothing; what was there before is kept beside FILE. What was "
        "deleted, hidden or voided since stays so if that store still knows it; tables send again what came later."
    )
    restore.add_argument("file", type=Path, metavar="FILE", help="what kiosk venue backup has written")
    words = "a database that kiosk venue database has prepared, as who administers it (default: the file of [venue])"
    restore.add_argument("address", nargs="?", default="", metavar="ADDRESS", help=words)
    password_option(restore)
    restore.add_argument("--check", action="store_true", help="only look whether the backup is whole")
    config_option(restore)
    restore.set_defaults(run=run_restore)


def _keys() -> Path:
    from kiosk.web.venue.credentials import CredentialsFile  # noqa: PLC0415  only these commands need it

    return CredentialsFile().path


def run_backup(options: argparse.Namespace) -> int:
    """Write the backup, and say what is in it."""
    from kiosk.backup.medium import BackupError  # noqa: PLC0415
    from kiosk.hall.backup import back_up  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.store import read_store  # noqa: PLC0415
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415

    venue = settings_of(options.config).venue
    _refuse_no_hall(venue.store)
    opening = partial(read_store, venue.store, paths.hall_file(), password_file=venue.password_file, section="venue")
    try:
        about = back_up(opening, _keys(), options.file, paths.state_dir(), tracked)
    except (BackupError, StoreError) as error:
        raise CommandError(str(error)) from None
    say(f"{options.file}: {megabytes(options.file.stat().st_size)}, written, read back and compared.")
    say(_told(about))
    say("Not in it: this configuration, passwords and roles of the server, what tables show just now.")
    say("Names are in it, and no deletion reaches it: keep it as you keep the hall's store, and not for longer.")
    return 0


def _refuse_no_hall(address: str) -> None:
    if not address and not paths.hall_file().exists():
        raise CommandError(
            f"{paths.hall_file()}: there is no hall here: name the configuration whose [venue] store is on a server "
            "(--config FILE); what a table keeps is backed up by kiosk backup"
        )


def _told(about: About) -> str:
    staff = "who may sign in at the pages and the keys of screens (as hashes)" if about.staff else "nobody's sign-in"
    return (
        f"In it: {about.rounds} rounds of {about.tables} tables, {about.names} names, {about.deleted} deleted and "
        f"{about.hidden} hidden ones (as digests), manual changes, {staff}."
    )


def run_restore(options: argparse.Namespace) -> int:
    """Restore the backup, or only check it, and say what came back and what did not."""
    from kiosk.backup.medium import BackupError  # noqa: PLC0415
    from kiosk.hall.backup import look, restore  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.audit import whoever  # noqa: PLC0415
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415

    settings = settings_of(options.config)
    keys, folder = _keys(), paths.state_dir()
    try:
        if options.check:
            about = look(options.file, folder)
            say(f"{options.file}: whole, made {about.made} by {about.program}.")
            say(_told(about))
            return 0
        opening = _opening(settings, options)
        done = restore(options.file, opening, keys, folder, whoever(), datetime.now(UTC), tracked)
    except (BackupError, StoreError) as error:
        raise CommandError(str(error)) from None
    say(f"The hall is what it was on {done.about.made}.")
    say(_told(done.about))
    if done.kept:
        say(f"What was there before is in {done.kept}, with all its names.")
        say(f"{done.changes} manual changes came later, and hold; {done.gone} names were deleted later, and stay so.")
    else:
        say(
            "The store was empty: what was deleted, hidden or voided later is not known to it. Do that again at /staff."
        )
    if done.count_again:
        say(f"These rounds were voided and come again from their tables: {shlex.join(done.count_again)}")
    if done.about.staff and not done.staff:
        say("Who may sign in at the pages stays as it is here.")
    say("Tables send again what came later, within a minute.")
    return 0


def _opening(settings: Settings, options: argparse.Namespace) -> Opening:
    """Return what opens the store that is to be restored: a server's as its owner. Raises CommandError, StoreError."""
    from kiosk.results.server_roles import owner_of  # noqa: PLC0415
    from kiosk.results.store import open_store  # noqa: PLC0415

    zone, address = settings.records.time_zone, options.address
    if not address and settings.venue.store:
        raise CommandError(
            "the hall's store is on a server: name it as who administers it, after FILE: "
            "postgresql+psycopg://hall_admin@server/hall"
        )
    if not address:
        return partial(open_store, "", paths.hall_file(), time_zone=zone)
    address, password_file = as_administrator(options)
    role = owner_of(address, password_file=password_file)
    return partial(open_store, address, Path(), password_file=password_file, section="venue", time_zone=zone, role=role)
