"""The rankings, and manual changes to them: what ``kiosk scores`` does. Its arguments: ``kiosk.cli.scores``."""

from __future__ import annotations

import argparse
import pickle
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import replace
from datetime import UTC, datetime
from functools import partial
from itertools import chain, islice
from os import SEEK_END
from tempfile import TemporaryFile
from typing import IO, Any, Final, TypeVar

from sqlalchemy.orm import Session

from kiosk.cli import even
from kiosk.cli.common import CommandError, say, say_all, separator
from kiosk.cli.progress import tracked
from kiosk.cli.settings import usable_settings
from kiosk.config.schema import RecordsConfig
from kiosk.results import audit, export, person, players, queries
from kiosk.results.audit import whoever
from kiosk.results.calendar import set_zone, zone_of
from kiosk.results.export import Form
from kiosk.results.importer import refresh, tell_beside, try_again
from kiosk.results.person import PersonCopy
from kiosk.results.ranked import ResultFilter, days_of
from kiosk.results.rebuilding import Rebuilt, rebuild
from kiosk.results.standings import standings
from kiosk.results.store import ResultsStore, open_store, read_store
from kiosk.results.store_errors import StoreError
from kiosk.system import paths, time_zones
from kiosk.system.printable import printable

T = TypeVar("T")

_TOP: Final = 100
"""Number of players of each group in a ranking that people read; programs get all."""


def _wanted(options: argparse.Namespace, session: Session) -> ResultFilter:
    """Return the filter of rounds; its days are those of the store."""
    first, last = getattr(options, "from"), options.to
    if options.period != "all":
        if first or last:
            raise CommandError("--period and --from or --to: give one or the other")
        first, last = days_of(options.period, datetime.now(zone_of(session)).date())
    return ResultFilter(options.game, options.edition, options.table, options.touch, first, last)


def run_standings(options: argparse.Namespace) -> int:
    """Print the rankings."""
    top = options.top or (_TOP if options.form == "table" else None)
    more = {"handicaps": options.all, "bots": options.bots, "guests": options.guests}
    with TemporaryFile() as file:
        return _list(
            options,
            lambda session: standings(
                session, replace(_wanted(options, session), **more), top, lambda rows: _read(rows, file)
            ),
            export.STANDINGS,
        )


def run_rounds(options: argparse.Namespace) -> int:
    """Print the rounds."""
    with TemporaryFile() as file:
        return _list(
            options, lambda session: _read(queries.rounds(session, _wanted(options, session)), file), export.ROUNDS
        )


def run_even(options: argparse.Namespace) -> int:
    """Print the handicaps that make two players even."""
    with _reading(options) as session:
        pair = even.common_rounds(session, _wanted(options, session), options.names)
    return even.tell(options, pair)


def run_players(options: argparse.Namespace) -> int:
    """Print all players with a name."""
    return _list(options, queries.players, export.PLAYERS)


def run_audit(options: argparse.Namespace) -> int:
    """Print manual changes."""
    return _list(options, audit.trail, export.AUDIT)


def run_person(options: argparse.Namespace) -> int:
    """Print everything that is kept about a name."""

    def look(session: Session) -> PersonCopy:
        if (copy := person.copy_of(session, options.name)) is None:
            raise CommandError(
                f"Nothing is kept about {options.name!r}: kiosk scores players lists all names; who the guests were, "
                "and which names were deleted or forgotten, is not known"
            )
        return copy

    return _list(options, look, export.PERSON)


def _list(options: argparse.Namespace, look: Callable[[Session], Any], forms: Mapping[str, Form]) -> int:
    """Print what ``look`` returns, which is no longer read from the store: a slow reader must not block that."""
    more = separator(options)
    with _reading(options) as session:
        found = look(session)
    sys.stdout.writelines(f"{line}\n" for line in forms[options.form](found, **more))
    return 0


def _read(found: Iterator[T], file: IO[bytes]) -> Iterator[T]:
    """Read everything now, and return it from the file: a large store has no room in memory.

    The file may have several such parts, which are read one after the other.
    """
    begin = file.seek(0, SEEK_END)
    while some := [*islice(found, queries.AT_ONCE)]:
        pickle.dump(some, file)
    pickle.dump([], file)
    return _read_again(file, begin)


def _read_again(file: IO[bytes], begin: int) -> Iterator[Any]:
    file.seek(begin)
    yield from chain.from_iterable(iter(partial(pickle.load, file), []))


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
    days = f"after {records.keep_days} days on which the table was on (records.keep_days)"
    if not records.names_days:
        days = (
            "on the next day or after the machine's next start, as soon as kiosk venue has read them "
            "(records.names_days = 0)"
        )
    return (
        f"The journal's files still contain the name until they are pruned, {days}. To remove it at once, "
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
        count = store.write(lambda session: change(session, wanted, options.reason, who, now, tracked))
        untold = tell_beside(store, paths.journal_dir())
    done = "count again" if options.undo else "are voided and no longer count"
    say(f"{count} rounds {done}: kiosk scores audit lists them.")
    say_all(untold, sys.stderr)
    return 1 if untold else 0


def run_retry(options: argparse.Namespace) -> int:
    """Try to count the rounds that were set aside; the exit status is 1 if some still are."""
    with _opened(options) as (store, records):
        tried = try_again(store, paths.journal_dir())
        filled = refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked)
    say_all(filled.problems, sys.stderr)
    left = len(filled.set_aside)
    say(f"{tried} {'round' if tried == 1 else 'rounds'} had been set aside; {left} {'is' if left == 1 else 'are'} now.")
    return 1 if left else 0


def run_rebuild(options: argparse.Namespace) -> int:
    """Make the standings anew; the exit status is 1 if some of those that were kept were wrong."""
    zone = options.time_zone
    if zone is not None and time_zones.zone(zone) is None:
        raise CommandError(f"--time-zone: {zone!r} is no time zone: write Area/City, as in Europe/Berlin")

    def work(session: Session) -> Rebuilt:
        if zone is not None:
            set_zone(session, zone)
        return rebuild(session, tracked)

    with _store(options) as (store, _):
        days, differences = store.write(work)
    if zone is not None:
        say(f"Days are counted in {zone}: {days} {'round is' if days == 1 else 'rounds are'} of another day now.")
        return 0
    if days:
        say(f"{days} {'round was' if days == 1 else 'rounds were'} on a wrong day.")
    say_all(map(export.difference_line, differences), sys.stdout)
    wrong = len(differences)
    say(f"The standings are made anew: {wrong or 'no'} {'row was' if wrong == 1 else 'rows were'} wrong.")
    return 1 if days or wrong else 0


@contextmanager
def _reading(options: argparse.Namespace) -> Iterator[Session]:
    """A session that only reads, in the hall's store or in the table's, which is filled as far as possible."""
    with _hall(options) if options.hall else _own(options) as store, store.reading(long=True) as session:
        yield session


@contextmanager
def _own(options: argparse.Namespace) -> Iterator[ResultsStore]:
    with _store(options) as (store, _):
        yield store


@contextmanager
def _hall(options: argparse.Namespace) -> Iterator[ResultsStore]:
    venue = usable_settings(options)[0].venue
    if not venue.store:
        raise CommandError("[venue] store names no server: without --hall this table's own results are read")
    try:
        with closing(
            read_store(venue.store, paths.hall_file(), password_file=venue.password_file, section="venue")
        ) as store:
            yield store
    except StoreError as error:
        raise CommandError(str(error)) from None


@contextmanager
def _store(options: argparse.Namespace) -> Iterator[tuple[ResultsStore, RecordsConfig]]:
    """Open the store, filled as far as possible; yield it with its part of the configuration."""
    with _opened(options) as (store, records):
        report, unfilled = _filled(store, records)
        say_all(report, sys.stderr)
        yield store, records
        if unfilled:
            say_all((unfilled,), sys.stderr)  # last, because the same error may end the command


@contextmanager
def _opened(options: argparse.Namespace) -> Iterator[tuple[ResultsStore, RecordsConfig]]:
    if options.hall:
        raise CommandError("--hall only reads: names are deleted and rounds voided at /staff of the hall's pages")
    records = usable_settings(options)[0].records
    try:
        with closing(
            open_store(
                records.store,
                paths.store_file(),
                password_file=records.password_file,
                time_zone=records.time_zone,
                track=tracked,
            )
        ) as store:
            yield store, records
    except StoreError as error:
        raise CommandError(str(error)) from None


def _filled(store: ResultsStore, records: RecordsConfig) -> tuple[tuple[str, ...], str]:
    """Fill the store as far as possible; return the problems, and why it cannot be written, if so."""
    try:
        return refresh(store, paths.journal_dir(), records.names_days, datetime.now(UTC), tracked).problems, ""
    except StoreError as error:  # a read-only store can still be shown
        return (), str(error)
