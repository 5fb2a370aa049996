"""Import of the journal into the store: every counted round once, even if several programs import it repeatedly."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

from msgspec import structs
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from kiosk.journal import erasures, import_mark
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.reader import RoundLog, read_journal
from kiosk.journal.records import MatchEnded, RoundLine, RoundStarted
from kiosk.results.model import Match, ReadFile, Result, Round
from kiosk.results.players import People, forget, forgotten_names, overdue, stay_forgotten
from kiosk.results.store import Store
from kiosk.system.progress import Track, untracked

DECIDED: Final = "decided"
"""``Match.ended`` of a match that was played to its end."""

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OFF: Final = "off"
_HOUSE: Final = "house "
"""The prefix of a changed option among the choices (``kiosk.game.house_options.HOUSE``)."""
_AT_ONCE: Final = 20
"""Number of rounds in one transaction: a server far away must not keep the watchdog, or other tables, waiting."""
_CHUNK: Final = 500
"""Number of ids in one query: databases limit the parameters of a statement."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The outcome of an import: the number of new rounds, and descriptions of problems, with the file's name.

    ``notes``: what was left out of the files read now, but never counted (``kiosk.journal.reader``).
    """

    rounds: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()


def fill(
    store: Store,
    folder: Path,
    now: datetime,
    track: Track = untracked,
    alive: Callable[[], None] = lambda: None,
) -> Filled:
    """Import all counted rounds of the journal's files in ``folder`` that are not in the store yet.

    Unchanged files are not read again. ``alive`` is called again and again meanwhile. Raises ``StoreError``.
    """
    folder = folder.absolute()
    try:
        there = {str(path): path for path in files(folder)}
    except OSError as error:
        fix = "make it readable for the user that this runs as, or run this as the table's user"
        return Filled(0, (f"{folder}: the journal cannot be read ({error.strerror}): {fix}",))
    with store.reading() as session:
        read = {file.path: file for file in _read_before(session, folder)}
    if gone := read.keys() - there.keys():
        store.write(lambda session: _drop(session, gone))
    rounds, problems, notes = 0, list[str](), list[str]()
    for name, path in track(there.items(), "Importing", len(there)):
        looks = import_mark.looks(path)  # before reading: later writes are read the next time
        if name in read and read[name].looks == looks:
            problems += read[name].problems
            continue
        filled = _fill_from(store, path, looks, now, alive)
        rounds += filled.rounds
        problems += filled.problems
        notes += filled.notes
    return Filled(rounds, tuple(problems), tuple(notes))


def refresh(
    store: Store,
    folder: Path,
    names_days: int,
    now: datetime,
    track: Track = untracked,
    alive: Callable[[], None] = lambda: None,
) -> Filled:
    """Fill the store (see ``fill``), and forget players who have not played for ``names_days``. Raises ``StoreError``.

    Names that the file beside the journal lists as forgotten stay forgotten, even after a restored backup.
    """
    left = erasures.read(folder)
    with store.reading() as session:
        known = forgotten_names(session)
    if known.joined(left) != known or left.key not in ("", known.key):
        store.write(lambda session: stay_forgotten(session, left, "kiosk", now))
    filled = fill(store, folder, now, track, alive)
    with store.reading() as session:
        due = overdue(session, names_days, now)
    if due:
        store.write(lambda session: forget(session, names_days, now))
    return replace(filled, problems=filled.problems + tell_table(store, folder) + tell_pruner(store, folder))


def tell_table(store: Store, folder: Path) -> tuple[str, ...]:
    """Write the digests of forgotten names beside the journal; return problems with that. Raises ``StoreError``."""
    with store.reading() as session:
        names = forgotten_names(session)
    try:
        names.write(folder)
    except OSError as error:
        return (f"{folder}: the list of deleted names cannot be written ({error.strerror}): the lobby may offer them",)
    return ()


def tell_pruner(store: Store, folder: Path) -> tuple[str, ...]:
    """Write the list of imported files beside the journal; return problems with that. Raises ``StoreError``.

    The newest file is left out: it is being written.
    """
    with store.reading() as session:
        read = {Path(file.path).name: file.looks for file in _read_before(session, folder.absolute())}
    try:
        closed = [path.name for path in files(folder)[:-1]]
        import_mark.write(folder, {name: read[name] for name in closed if name in read})
    except OSError as error:
        return (f"{folder}: the list of imported files cannot be written ({error.strerror}): old rounds stay there",)
    return ()


def _fill_from(store: Store, path: Path, looks: str, now: datetime, alive: Callable[[], None]) -> Filled:
    """Import one file, a few rounds at a time, unless it has been pruned meanwhile."""
    try:
        journal = read_journal(path)
    except JournalError as error:
        return Filled(0, (str(error),) if path.exists() else ())
    added = 0
    for first in range(0, len(journal.rounds), _AT_ONCE):
        alive()
        some = journal.rounds[first : first + _AT_ONCE]
        added += store.write(lambda session, some=some: add_rounds(session, some, now))  # type: ignore[misc]
    mark = ReadFile(host=_host(), path=str(path), looks=looks, problems=list(journal.problems))
    store.write(lambda session: session.merge(mark))
    return Filled(added, journal.problems, journal.notes)


def add_rounds(session: Session, logs: Sequence[RoundLog], now: datetime) -> int:
    """Add the counted rounds that are not in the store yet, and the ends of their matches; return their number."""
    counted = {log.round: log for log in logs if log.ended is not None}
    for known in _there(session, list(counted)):
        del counted[known]
    adding = _Adding(session, now)
    for log in counted.values():
        adding.add(log)
    session.flush()
    for log in logs:
        _end_match(session, log)
    return len(counted)


def _there(session: Session, ids: list[str]) -> Iterator[str]:
    for first in range(0, len(ids), _CHUNK):
        yield from session.scalars(select(Round.id).where(Round.id.in_(ids[first : first + _CHUNK])))


class _Adding:
    """Rounds on their way into the store, within one transaction."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._session = session
        self._people = People(session, now)
        self._matches: dict[str, Match] = {}
        self._arrived = session.scalar(select(func.max(Round.arrived))) or 0

    def add(self, log: RoundLog) -> None:
        """Add a counted round."""
        begin, ended = log.started, log.ended
        if ended is None:
            raise ValueError("the round was not counted")
        started = _EPOCH + timedelta(seconds=log.entries[0].wall)
        match = self._match(begin, started)
        self._arrived += 1
        counted = Round(
            id=begin.round,
            match=match,
            arrived=self._arrived,
            started=started,
            lasted_ms=ended.at // 10**6,
            by=ended.by,
            decided=ended.decided,
            near_ties=ended.near_ties,
            **_told(begin),
        )
        self._session.add(counted)
        for position, line in enumerate(ended.lines):
            if not line.away:  # a seat that did not play has no result
                player = None if line.bot else self._people.player(line.name, match, started)
                counted.results.append(Result(position=position, player=player, **_result(line)))

    def _match(self, begin: RoundStarted, started: datetime) -> Match:
        match = self._matches.get(begin.match) or self._session.get(Match, begin.match)
        if match is None:
            match = Match(id=begin.match, table_name=begin.origin.table, started=started, winners=[])
            self._session.add(match)
        self._matches[begin.match] = match
        return match


def _told(begin: RoundStarted) -> dict[str, Any]:
    """Return the columns taken from a round's first record."""
    pro = begin.chosen.get("pro", _OFF)
    return {
        "number": begin.number,
        "table_name": begin.origin.table,
        "version": begin.origin.version,
        "game": begin.game,
        "edition": begin.chosen.get("preset", ""),
        "pro": "" if pro == _OFF else pro,
        "house_rules": house_rules(begin.chosen),
        "touch": begin.touch,
        "real_dice": begin.real_dice,
        "extra": bool(begin.tied),
        "bots": begin.chosen.get("bots", ""),
    }


def house_rules(chosen: Mapping[str, str]) -> str | None:
    """Return the options of the edition that were changed, of the choices made for a match; None: none."""
    changed = sorted((key.removeprefix(_HOUSE), value) for key, value in chosen.items() if key.startswith(_HOUSE))
    return ", ".join(f"{option}: {value}" for option, value in changed) or None


def _result(line: RoundLine) -> dict[str, Any]:
    """Return a seat's result as columns, without the player."""
    return {name: value for name, value in structs.asdict(line).items() if name not in ("name", "away")}


def _end_match(session: Session, log: RoundLog) -> None:
    """Store the end of the round's match, if the log has one and the store has the match but no end of it yet."""
    over = log.over
    if over is None:
        return
    ended, winners = (DECIDED, list(over.winners)) if isinstance(over, MatchEnded) else (over.why, [])
    unknown = update(Match).where(Match.id == log.started.match, Match.ended.is_(None))
    session.execute(unknown.values(ended=ended, winners=winners))


def _read_before(session: Session, folder: Path) -> Sequence[ReadFile]:
    """Return the imported files of this machine's folder."""
    files = session.scalars(select(ReadFile).where(ReadFile.host == _host()))
    return [file for file in files if Path(file.path).parent == folder]


def _drop(session: Session, gone: Iterable[str]) -> None:
    """Delete the entries of files that the journal has pruned."""
    session.execute(delete(ReadFile).where(ReadFile.host == _host(), ReadFile.path.in_(gone)))


def _host() -> str:
    return socket.gethostname()
