"""``kiosk scores``: the rankings, and manual changes to them."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from tempfile import TemporaryFile
from typing import Any, Final

from sqlalchemy.orm import Session

from kiosk.cli import even
from kiosk.cli.common import Told, config_option, say, say_all
from kiosk.cli.progress import tracked
from kiosk.cli.settings import last_good_option, usable_settings
from kiosk.config.schema import Records
from kiosk.game_registry import registry
from kiosk.results import audit, export, players, queries
from kiosk.results.audit import whoever
from kiosk.results.export import Form
from kiosk.results.importer import refresh, tell_table
from kiosk.results.standings import Wanted, midnight, period, standings
from kiosk.results.store import Store, StoreError, open_store
from kiosk.system import paths
from kiosk.system.printable import printable

_PERIODS = ("all", "today", "week", "month")
_YEARS: Final = range(1971, 9999)
"""Years whose days begin and end, in every time zone, at a moment that Python can represent."""


_GIVEN: Final = argparse.SUPPRESS
"""The default of an option that is valid before and after the subcommand: a value given before it is kept."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of the rankings, and the subcommands."""
    parser.description = "Without a command: print the rankings, the best player first."
    _listing(parser, run_standings)
    _filters(parser)
    parser.set_defaults(**dict.fromkeys(_round_filters()) | {"period": "all", "form": "table"})
    parser.add_argument("--all", action="store_true", help="include seats with a handicap or dice rolled on screen")
    parser.add_argument("--bots", action="store_true", help="include the bots, as one entry")
    parser.add_argument("--guests", action="store_true", help="include players without a name, as one entry")
    last_good_option(parser)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")

    rounds = actions.add_parser("rounds", help="list rounds, including voided ones")
    _listing(rounds, run_rounds)
    _filters(rounds)
    even_parser = actions.add_parser("even", help="find the handicap that makes two players even")
    _listing(even_parser, run_even)
    _filters(even_parser)
    even.add_options(even_parser)
    _listing(actions.add_parser("players", help="list all players with a name"), run_players)
    _listing(actions.add_parser("audit", help="list manual changes"), run_audit)

    delete = actions.add_parser("delete-player", help="turn all rounds of a player into a guest's, permanently")
    delete.add_argument("name", metavar="NAME")
    delete.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    void = actions.add_parser("void", help="exclude a round from the rankings")
    unvoid = actions.add_parser("unvoid", help="count a voided round again")
    for action in (void, unvoid):
        action.add_argument("round", metavar="ROUND", help="its id, or the beginning of it: kiosk scores rounds")
    void.add_argument("--reason", metavar="TEXT", required=True, help="the reason; it is stored, so write no names")
    unvoid.set_defaults(reason=None)
    for action, run in ((delete, run_delete), (void, run_void), (unvoid, run_void)):
        config_option(action)
        action.set_defaults(run=run)

    reset = actions.add_parser("reset", help="restart the rankings: void all rounds of this table (none is deleted)")
    reset.add_argument("--reason", metavar="TEXT", required=True, help="the reason; it is stored, so write no names")
    reset.add_argument("--yes", action="store_true", help="do not ask for confirmation")
    config_option(reset)
    reset.set_defaults(run=run_reset)


def _listing(parser: argparse.ArgumentParser, run: Callable[[argparse.Namespace], int]) -> None:
    config_option(parser)
    form = parser.add_mutually_exclusive_group()
    for name in ("json", "csv"):
        words = f"print {name.upper()}"
        form.add_argument(f"--{name}", dest="form", action="store_const", const=name, default=_GIVEN, help=words)
    parser.set_defaults(run=run)


def _filters(parser: argparse.ArgumentParser) -> None:
    for name, told in _round_filters().items():
        parser.add_argument(f"--{name}", default=_GIVEN, **told)


def _day(text: str) -> date:
    try:
        day = date.fromisoformat(text)
    except ValueError:
        day = date.min
    if not _YEARS.start <= day.year < _YEARS.stop:
        raise argparse.ArgumentTypeError(f"{text!r} is not a valid date: write it as in 2026-11-21")
    return day


def _round_filters() -> dict[str, dict[str, Any]]:
    """Return the options that select rounds, by name."""
    return {
        "game": {"choices": registry.names()},
        "edition": {"metavar": "EDITION", "help": "see: kiosk rules"},
        "touch": {"choices": ("drag", "tap")},
        "table": {"metavar": "NAME", "help": "its name in its configuration (table.name)"},
        "period": {"choices": _PERIODS, "help": "by this machine's calendar (default: all)"},
        "from": {"type": _day, "metavar": "DATE", "help": "the first day, as in 2026-11-21"},
        "to": {"type": _day, "metavar": "DATE", "help": "the last day"},
    }


def _wanted(options: argparse.Namespace) -> Wanted:
    first, last = getattr(options, "from"), options.to
    if options.period != "all" and (first or last):
        raise Told("--period and --from or --to: give one or the other")
    since, until = period(options.period, datetime.now().astimezone().date())
    if first is not None:
        since = midnight(first)
    if last is not None:
        until = midnight(last + timedelta(days=1))
    return Wanted(options.game, options.edition, options.table, options.touch, since, until)


def run_standings(options: argparse.Namespace) -> int:
    """Print the rankings."""
    wanted = replace(_wanted(options), handicaps=options.all, bots=options.bots, guests=options.guests)
    return _list(options, lambda session: standings(session, wanted), export.STANDINGS)


def run_rounds(options: argparse.Namespace) -> int:
    """Print the rounds."""
    wanted = _wanted(options)
    return _list(options, lambda session: queries.rounds(session, wanted), export.ROUNDS)


def run_even(options: argparse.Namespace) -> int:
    """Print the handicaps that make two players even."""
    wanted = _wanted(options)
    with _store(options) as (store, _), store.reading() as session:
        pair = even.common_rounds(session, wanted, options.names)
    return even.tell(options, pair)


def run_players(options: argparse.Namespace) -> int:
    """Print all players with a name."""
    return _list(options, queries.players, export.PLAYERS)


def run_audit(options: argparse.Namespace) -> int:
    """Print manual changes."""
    return _list(options, audit.trail, export.AUDIT)


def _list(options: argparse.Namespace, look: Callable[[Session], Any], forms: Mapping[str, Form]) -> int:
    with TemporaryFile("w+", encoding="utf-8", newline="") as text:  # a slow reader must not block the store
        with _store(options) as (store, _), store.reading() as session:
            text.writelines(f"{line}\n" for line in forms[options.form](look(session)))
        text.seek(0)
        shutil.copyfileobj(text, sys.stdout)
    return 0


def run_delete(options: argparse.Namespace) -> int:
    """Delete a player; the exit status is 1 if the table could not be notified."""
    with _store(options) as (store, records):
        with store.reading() as session:
            known = players.find(session, options.name)
        if known is None:
            raise Told(f"{options.name!r} is not a player: kiosk scores players lists them")
        if not options.yes and not _sure(f"Delete {known.name}, and turn all their rounds into a guest's?"):
            return 1
        who, now = whoever(), datetime.now(UTC)
        rounds = store.write(lambda session: players.delete(session, options.name, who, now))
        untold = tell_table(store, paths.journal_dir())
    say(f"{known.name} is deleted; {rounds or 0} rounds are a guest's now.")
    say_all(untold, sys.stderr)
    if not untold:
        say("The table no longer offers the name after its next start.")
    say(_told_of_journal(records))
    return 1 if untold else 0


def _told_of_journal(records: Records) -> str:
    return (
        "The journal's files still contain the name until they are pruned, "
        f"after {records.keep_days} days on which the table was on (records.keep_days). To remove it at once, "
        f"stop the kiosk and delete {paths.journal_dir()}: its rounds can then no longer be replayed."
    )


def _sure(question: str) -> bool:
    if not sys.stdin.isatty():
        raise Told("Cannot ask for confirmation here: use --yes")
    return input(f"{printable(question)} Type yes: ").strip().lower() == "yes"


def run_void(options: argparse.Namespace) -> int:
    """Void a round, or let it count again."""
    if options.reason is not None and not options.reason.strip():
        raise Told("--reason: give a reason, in a word or two")
    who, now = whoever(), datetime.now(UTC)
    with _store(options) as (store, _):
        try:
            found, changed = store.write(lambda session: queries.void(session, options.round, options.reason, who, now))
        except queries.NoSuchRound as error:
            raise Told(str(error)) from None
    counts = "counts" if options.reason is None else "is voided and no longer counts"
    say(f"Round {found} {counts}{'' if changed else ', as before'}.")
    return 0


def run_reset(options: argparse.Namespace) -> int:
    """Void all rounds of this table."""
    if not options.reason.strip():
        raise Told("--reason: give a reason, in a word or two")
    if not options.yes and not _sure("Void all rounds of this table?"):
        return 1
    settings, who, now = usable_settings(options)[0], whoever(), datetime.now(UTC)
    shared = bool(settings.records.store)  # its own store has no other rounds, under whatever table name
    wanted = Wanted(table=settings.table.name if shared else None)
    with _store(options) as (store, _):
        count = store.write(lambda session: queries.reset(session, wanted, options.reason, who, now))
    say(f"{count} rounds are voided and no longer count: kiosk scores audit lists them.")
    return 0


@contextmanager
def _store(options: argparse.Namespace) -> Iterator[tuple[Store, Records]]:
    """Open the store, filled as far as possible; yield it with its part of the configuration."""
    records = usable_settings(options)[0].records
    try:
        store = open_store(records.store, paths.store_file())
    except StoreError as error:
        raise Told(str(error)) from None
    try:
        told, unfilled = _filled(store, records)
        say_all(told, sys.stderr)
        yield store, records
        if unfilled:
            say_all((unfilled,), sys.stderr)  # last, because the same error may end the command
    except StoreError as error:
        raise Told(str(error)) from None
    finally:
        store.close()


def _filled(store: Store, records: Records) -> tuple[tuple[str, ...], str]:
    """Fill the store as far as possible; return the problems, and why it cannot be written, if so."""
    try:
        return refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked).problems, ""
    except StoreError as error:  # a read-only store can still be shown
        return (), str(error)
