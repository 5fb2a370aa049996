"""``kiosk venue database`` and ``adopt``: prepare a hall's store, and move a store that tables shared up to it."""

from __future__ import annotations

import argparse
import shlex
from contextlib import closing
from datetime import UTC, datetime
from typing import Any, Final

from kiosk.cli.common import CommandError, config_option, say, typed_secret
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of
from kiosk.system import paths


def add_arguments(actions: Any) -> None:
    """Add the commands."""
    database = actions.add_parser("database", help="prepare a hall's store on a PostgreSQL server")
    database.description = (
        "Make a hall's store in a database of its own, or bring it up to this version, with the roles that fill it and "
        "show it; neither can change more than it has to. After an upgrade, first of all this is done again."
    )
    database.add_argument(
        "address",
        metavar="ADDRESS",
        help="the database, as who administers it: postgresql+psycopg://hall_admin@server/hall",
    )
    config_option(database)
    password_option(database)
    for role, whose in (
        ("owner", "whose the store is; nobody connects as this"),
        ("uplink", "of tables, for [venue] store; another for each, if one must not speak for another"),
        ("scoreboard", "of kiosk venue serve"),
    ):
        name = f"ligretto_{role}"
        database.add_argument(f"--{role}", metavar="ROLE", default=name, help=f"the role {whose} (default: {name})")
    words = "after how many days without a round at any table a name is forgotten (default: records.names_days)"
    database.add_argument("--names-days", type=_days, metavar="DAYS", help=words)
    database.set_defaults(run=run_database)
    adopt = actions.add_parser(
        "adopt", help="move the results of this table from [records] store into a file of its own"
    )
    adopt.description = (
        "Move the results of this table from the server of [records] store into a file of its own, each round once; a "
        "hall is then told of them. Nothing is deleted at the server. Afterwards, [records] store is taken out."
    )
    config_option(adopt)
    words = "the name under which rounds were played; again for more (default: this table's name)"
    adopt.add_argument("--table", action="append", metavar="NAME", help=words)
    words = "move what only the file has back to the server, to which [records] store points again"
    adopt.add_argument("--back", action="store_true", help=words)
    adopt.set_defaults(run=run_adopt)


_TYPED: Final = "-"


def password_option(parser: argparse.ArgumentParser) -> None:
    """Add the option for the password of who administers a hall's database."""
    words = f"where that user's password is, if any; {_TYPED}: it is asked for"
    parser.add_argument("--password-file", metavar="FILE", default="", help=words)


def as_administrator(options: argparse.Namespace) -> tuple[str, str]:
    """Return the database's address and the place of its password, which is in the address if it was typed.

    Raises CommandError.
    """
    if options.password_file != _TYPED:
        return options.address, options.password_file
    from sqlalchemy import make_url  # noqa: PLC0415
    from sqlalchemy.exc import ArgumentError  # noqa: PLC0415

    try:
        url = make_url(options.address)
    except (ArgumentError, ValueError):  # ValueError: its port. Whoever opens it says what is wrong.
        return options.address, ""
    password = typed_secret(f"Password of {url.username or 'that user'}: ", "name a file that has it")
    return url.set(password=password).render_as_string(hide_password=False), ""


def _days(text: str) -> int:
    if not text.isdecimal() or int(text) > _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days: 0 to {_MOST_DAYS}")
    return int(text)


_MOST_DAYS = 36_500


def run_database(options: argparse.Namespace) -> int:
    """Prepare the database, and say what is left to do."""
    from kiosk.results.server_roles import Roles, prepare  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415

    records = settings_of(options.config).records
    days = records.names_days if options.names_days is None else options.names_days
    roles = Roles(options.owner, options.uplink, options.scoreboard)
    try:
        address, password_file = as_administrator(options)
        new = prepare(address, roles, days, password_file=password_file, time_zone=records.time_zone)
    except StoreError as error:
        raise CommandError(str(error)) from None
    say(f"The hall's store is ready: tables fill it as {roles.tables}, kiosk venue serve shows it as {roles.pages}.")
    when = {0: "on the day", 1: "1 day"}.get(days, f"{days} days")
    say(f"Names are forgotten {when} after their last round at any table.")
    for role in new:
        if role != roles.owner:
            say(f"{role} is new, and has no password yet: in psql, \\password {role}")
    return 0


def run_adopt(options: argparse.Namespace) -> int:
    """Move the results, and say what is left to do."""
    from kiosk.results.audit import whoever  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.moving import move  # noqa: PLC0415
    from kiosk.results.store import open_store  # noqa: PLC0415
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415

    settings = settings_of(options.config)
    records, file = settings.records, paths.store_file()
    if not records.store:
        raise CommandError("[records] store names no server: the results are in a file of this table already")
    if options.back and options.table:
        raise CommandError("--back moves all that the file has: leave out --table")
    tables = () if options.back else options.table or [settings.table.name]
    password_file, time_zone = records.password_file, records.time_zone
    try:
        with (
            closing(open_store(records.store, file, password_file=password_file, time_zone=time_zone)) as server,
            closing(open_store("", file, time_zone=time_zone)) as own,
        ):
            source, target = (own, server) if options.back else (server, own)
            moved = move(source, target, tables, whoever(), datetime.now(UTC), tracked)
    except StoreError as error:
        raise CommandError(str(error)) from None
    say(f"{moved.rounds} rounds are new in {target.name}.")
    for name, count in moved.left.items():
        say(f"{count} rounds of {name!r} stay: adopt them at that table, or here with --table {shlex.quote(name)}")
    if not options.back:
        say("Now take store out of [records] in the configuration, on an appliance by the set-up with --config, which")
        say("takes the network from kiosk venue. From then on it tells the hall of these rounds.")
        if settings.venue.names == "nowhere":
            say('The hall is told no names: [venue] names = "nowhere".')
    return 0
