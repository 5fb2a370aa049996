"""``kiosk venue database``: prepare a hall's store on a PostgreSQL server."""

from __future__ import annotations

import argparse
from typing import Any

from kiosk.cli.common import CommandError, config_option, say
from kiosk.cli.settings import settings_of


def add_arguments(actions: Any) -> None:
    """Add the command."""
    database = actions.add_parser("database", help="prepare a hall's store on a PostgreSQL server")
    database.description = (
        "Make a hall's store in a database of its own, or bring it up to this version, with the roles that fill it and "
        "show it; neither can change more than it has to. After an upgrade, first of all this is done again."
    )
    database.add_argument(
        "address",
        metavar="ADDRESS",
        help="the database, as who administers it: postgresql+psycopg://postgres@server/hall",
    )
    config_option(database)
    database.add_argument("--password-file", metavar="FILE", default="", help="where that user's password is, if any")
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


def _days(text: str) -> int:
    if not text.isdecimal() or int(text) > _MOST_DAYS:
        raise argparse.ArgumentTypeError(f"{text!r} is no number of days: 0 to {_MOST_DAYS}")
    return int(text)


_MOST_DAYS = 36_500


def run_database(options: argparse.Namespace) -> int:
    """Prepare the database, and say what is left to do."""
    from kiosk.results.server_roles import Roles, prepare  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.store import StoreError  # noqa: PLC0415

    records = settings_of(options.config).records
    days = records.names_days if options.names_days is None else options.names_days
    roles = Roles(options.owner, options.uplink, options.scoreboard)
    try:
        new = prepare(options.address, roles, days, password_file=options.password_file, time_zone=records.time_zone)
    except StoreError as error:
        raise CommandError(str(error)) from None
    say(f"The hall's store is ready: tables fill it as {roles.tables}, kiosk venue serve shows it as {roles.pages}.")
    say(f"Names are forgotten {days} days after their last round at any table.")
    for role in new:
        if role != roles.owner:
            say(f"{role} is new, and has no password yet: in psql, \\password {role}")
    return 0
