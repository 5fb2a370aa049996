"""The rankings, and manual changes to them: what ``kiosk scores`` does. Its arguments: ``kiosk.cli.scores``."""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from tempfile import TemporaryFile
from typing import Any

from sqlalchemy.orm import Session

from kiosk.cli import even
from kiosk.cli.common import CommandError, say, say_all, separator
from kiosk.cli.progress import tracked
from kiosk.cli.settings import usable_settings
from kiosk.config.schema import RecordsConfig
from kiosk.results import audit, export, players, queries
from kiosk.results.audit import whoever
from kiosk.results.export import Form
from kiosk.results.importer import refresh, tell_beside, try_again
from kiosk.results.standings import ResultFilter, midnight, period, standings
from kiosk.results.store import ResultsStore, StoreError, open_store
from kiosk.system import paths
from kiosk.system.printable import printable


def _wanted(options: argparse.Namespace) -> ResultFilter:
    first, last = getattr(options, "from"), options.to
    if options.period != "all" and (first or last):
        raise CommandError("--period and --from or --to: give one or the other")
    since, until = period(options.period, datetime.now().astimezone().date())
    if first is not None:
        since = midnight(first)
    if last is not None:
        until = midnight(last + timedelta(days=1))
    return ResultFilter(options.game, options.edition, options.table, options.touch, since, until)


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
    more = separator(options)
    with TemporaryFile("w+", encoding="utf-8", newline="") as text:  # a slow reader must not block the store
        with _store(options) as (store, _), store.reading() as session:
            text.writelines(f"{line}\n" for line in forms[options.form](look(session), **more))
        text.seek(0)
        shutil.copyfileobj(text, sys.stdout)
    return 0


def run_delete(options: argparse.Namespace) -> int:
    """Delete a player; the exit status is 1 if the table could not be notified."""
    with _store(options) as (store, records):
        with store.reading() as session:
            known = players.find(session, options.name)
        if known is None:
            raise CommandError(f"{options.name!r} is not a player: kiosk scores players lists them")
        if not options.yes and not _sure(f"Delete {known.name}, and turn all their rounds into a guest's?"):
            return 1
        who, now = whoever(), datetime.now(UTC)
        rounds = store.write(lambda session: players.delete(session, options.name, who, now))
        untold = tell_beside(store, paths.journal_dir())
    say(f"{known.name} is deleted; {rounds or 0} rounds are a guest's now.")
    say_all(untold, sys.stderr)
    if not untold:
        say("The table no longer offers the name.")
    say(_told_of_journal(records))
    return 1 if untold else 0


def _told_of_journal(records: RecordsConfig) -> str:
    return (
        "The journal's files still contain the name until they are pruned, "
        f"after {records.keep_days} days on which the table was on (records.keep_days). To remove it at once, "
        f"stop the kiosk and delete {paths.journal_dir()}: its rounds can then no longer be replayed."
    )


def _sure(question: str) -> bool:
    if not sys.stdin.isatty():
        raise CommandError("Cannot ask for confirmation here: use --yes")
    return input(f"{printable(question)} Type yes: ").strip().lower() == "yes"


def run_void(options: argparse.Namespace) -> int:
    """Void a round, or let it count again; the exit status is 1 if that could not be written beside the journal."""
    if options.reason is not None and not options.reason.strip():
        raise CommandError("--reason: give a reason, in a word or two")
    who, now = whoever(), datetime.now(UTC)
    with _store(options) as (store, _):
        try:
            found, changed = store.write(lambda session: queries.void(session, options.round, options.reason, who, now))
        except queries.NoSuchRound as error:
            raise CommandError(str(error)) from None
        untold = tell_beside(store, paths.journal_dir())
    counts = "counts" if options.reason is None else "is voided and no longer counts"
    say(f"Round {found} {counts}{'' if changed else ', as before'}.")
    say_all(untold, sys.stderr)
    return 1 if untold else 0


def run_reset(options: argparse.Namespace) -> int:
    """Void all rounds of this table, or undo that; the exit status is 1 if it was not written beside the journal."""
    if not options.reason.strip():
        raise CommandError("--reason: give a reason, in a word or two")
    question = "Count the voided rounds of this table again?" if options.undo else "Void all rounds of this table?"
    if not options.yes and not _sure(question):
        return 1
    settings, who, now = usable_settings(options)[0], whoever(), datetime.now(UTC)
    shared = bool(settings.records.store)  # its own store has no other rounds, under whatever table name
    wanted = ResultFilter(table=settings.table.name if shared else None)
    with _store(options) as (store, _):
        change = queries.undo_reset if options.undo else queries.reset
        count = store.write(lambda session: change(session, wanted, options.reason, who, now))
        untold = tell_beside(store, paths.journal_dir())
    done = "count again" if options.undo else "are voided and no longer count"
    say(f"{count} rounds {done}: kiosk scores audit lists them.")
    say_all(untold, sys.stderr)
    return 1 if untold else 0


def run_retry(options: argparse.Namespace) -> int:
    """Try to count the rounds that were set aside; the exit status is 1 if some still are."""
    records = usable_settings(options)[0].records
    with _opened(records) as store:
        tried = try_again(store, paths.journal_dir())
        filled = refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked)
    say_all(filled.problems, sys.stderr)
    left = len(filled.set_aside)
    say(f"{tried} {'round' if tried == 1 else 'rounds'} had been set aside; {left} {'is' if left == 1 else 'are'} now.")
    return 1 if left else 0


@contextmanager
def _store(options: argparse.Namespace) -> Iterator[tuple[ResultsStore, RecordsConfig]]:
    """Open the store, filled as far as possible; yield it with its part of the configuration."""
    records = usable_settings(options)[0].records
    with _opened(records) as store:
        report, unfilled = _filled(store, records)
        say_all(report, sys.stderr)
        yield store, records
        if unfilled:
            say_all((unfilled,), sys.stderr)  # last, because the same error may end the command


@contextmanager
def _opened(records: RecordsConfig) -> Iterator[ResultsStore]:
    try:
        with closing(open_store(records.store, paths.store_file(), password_file=records.password_file)) as store:
            yield store
    except StoreError as error:
        raise CommandError(str(error)) from None


def _filled(store: ResultsStore, records: RecordsConfig) -> tuple[tuple[str, ...], str]:
    """Fill the store as far as possible; return the problems, and why it cannot be written, if so."""
    try:
        return refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked).problems, ""
    except StoreError as error:  # a read-only store can still be shown
        return (), str(error)
