"""Import of the journal into the store: every counted round once, even if several programs import it repeatedly."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final

from msgspec import structs
from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from kiosk.game.awards import Award
from kiosk.game.changed_editions import old_house_rules
from kiosk.journal import bounds, clock_set, erasures, import_mark, ledger, set_aside
from kiosk.journal.admission import why_not
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.ledger import EMPTY, Ledger, LedgerError
from kiosk.journal.reader import RoundLog, read_journal
from kiosk.journal.records import MatchEnded, RoundLine, RoundStarted
from kiosk.journal.set_aside import SetAside
from kiosk.results import keeping
from kiosk.results.calendar import day_of, zone_of
from kiosk.results.highlights import Highlights, highlights_of
from kiosk.results.ledger import adopt, known_rounds, tell_ledger
from kiosk.results.model import PLACE, Calendar, MatchRow, ReadFile, ResultRow, RoundRow
from kiosk.results.players import ImportedPlayers, forget, forgotten_names, overdue, stay_forgotten
from kiosk.results.ranked import DECIDED
from kiosk.results.store import RefusedError, ResultsStore
from kiosk.system.progress import Track, untracked

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OFF: Final = "off"
_HOUSE: Final = "house "
"""The prefix of a changed option among the choices (``kiosk.game.house_options.HOUSE``)."""
_AT_ONCE: Final = 20
"""Number of rounds in one transaction: a server far away must not keep the watchdog, or other tables, waiting."""
_NAMES: Final = 40
"""Room for a file's name in ``ReadFile.path``."""


@dataclass(frozen=True, slots=True)
class Filled:
    """The outcome of an import: the number of new rounds, and descriptions of problems, with the file's name.

    ``set_aside``: the rounds of all files, read now or earlier, that the store cannot take; the problems tell them.
    ``notes``: what was left out of the files read now, but never counted (``kiosk.journal.reader``).
    """

    rounds: int
    problems: tuple[str, ...]
    notes: tuple[str, ...] = ()
    set_aside: tuple[SetAside, ...] = ()


def fill(
    store: ResultsStore,
    folder: Path,
    now: datetime,
    track: Track = untracked,
    alive: Callable[[], None] = lambda: None,
    left: Ledger = EMPTY,
) -> Filled:
    """Import all counted rounds of the journal's files in ``folder`` that are not in the store yet.

    A round that the store cannot take is set aside, and the rest goes on. Unchanged files are not read again. ``alive``
    is called again and again meanwhile; ``left`` knows voided rounds and players. Raises ``StoreError``.
    """
    place = _place(folder)
    try:
        there = {f"{place}/{path.name}": path for path in files(folder)}
    except OSError as error:
        fix = "make it readable for the user that this runs as, or run this as the table's user"
        return Filled(0, (f"{folder}: the journal cannot be read ({error.strerror}): {fix}",))
    with store.reading() as session:
        read = {file.path: file for file in _read_before(session, place)}
    if gone := read.keys() - there.keys():
        store.write(lambda session: _drop(session, gone))
    rounds, problems, notes, aside = 0, list[str](), list[str](), list[SetAside]()
    for name, path in track(there.items(), "Importing", len(there)):
        looks = import_mark.looks(path)  # before reading: later writes are read the next time
        if name in read and read[name].looks == looks:
            problems += read[name].problems
            aside += [SetAside(**one) for one in read[name].set_aside or ()]
            continue
        filled = _Import(store, now, alive, left).file(path, name, looks)
        rounds += filled.rounds
        problems += filled.problems
        notes += filled.notes
        aside += filled.set_aside
    problems += [f"{line}; {set_aside.TRY_AGAIN} tries again" for line in set_aside.told(aside)]
    return Filled(rounds, tuple(problems), tuple(notes), tuple(aside))


def refresh(
    store: ResultsStore,
    folder: Path,
    names_days: int,
    now: datetime,
    track: Track = untracked,
    alive: Callable[[], None] = lambda: None,
) -> Filled:
    """Fill the store (see ``fill``), and forget players who have not played for ``names_days``. Raises ``StoreError``.

    On a day on which the staff have set the clock nobody is forgotten, nor counted as overdue. If ``names_days`` is 0,
    they go all the same.

    What the files beside the journal say, even after an older store has come back, is true of the store too: names stay
    forgotten (``erasures``), voided rounds do not count (``ledger``).
    """
    gone = erasures.read(folder)
    with store.reading() as session:
        known = forgotten_names(session)
    if known.joined(gone) != known or gone.key not in ("", known.key):
        store.write(lambda session: stay_forgotten(session, gone, "kiosk", now))
    try:
        left = ledger.read(folder)
    except LedgerError:  # told when it is written anew
        left = EMPTY
    back = adopt(store, left)
    filled = fill(store, folder, now, track, alive, left)
    while _is_due(store, names_days, now) and not (names_days and clock_set.was_set_today(folder, now)):
        alive()
        store.write(lambda session: forget(session, names_days, now))
    problems = tell_beside(store, folder) + tell_pruner(store, folder) + _tell_set_aside(folder, filled.set_aside)
    problems += _tell_time_zone(store)
    notes = (f"{folder}: {back} manual changes were not in the store yet",) if back else ()
    return replace(filled, problems=filled.problems + problems, notes=filled.notes + notes)


def _is_due(store: ResultsStore, names_days: int, now: datetime) -> bool:
    with store.reading() as session:
        return bool(overdue(session, names_days, now))


def try_again(store: ResultsStore, folder: Path) -> int:
    """Have the next ``fill`` read the files of rounds that were set aside again; return the number of these rounds.

    Raises ``StoreError``.
    """
    with store.reading() as session:
        read = [file for file in _read_before(session, _place(folder)) if file.set_aside]
    if read:
        store.write(lambda session: _drop(session, [file.path for file in read]))
    return sum(len(file.set_aside or ()) for file in read)


def tell_beside(store: ResultsStore, folder: Path) -> tuple[str, ...]:
    """Write what originates in the store beside the journal; return problems with that. Raises ``StoreError``."""
    return tell_table(store, folder) + tell_ledger(store, folder)


def _tell_set_aside(folder: Path, rounds: Sequence[SetAside]) -> tuple[str, ...]:
    try:
        set_aside.write(folder, rounds)
    except OSError as error:
        return (f"{folder}: the list of rounds set aside cannot be written ({error.strerror}): the doctor cannot know",)
    return ()


def _tell_time_zone(store: ResultsStore) -> tuple[str, ...]:
    with store.reading() as session:
        zone = session.scalars(select(Calendar.time_zone)).one()
    if zone == store.time_zone:
        return ()
    fix = f'records.time_zone = "{zone}" here; or, for all tables, kiosk scores rebuild --time-zone {store.time_zone}'
    return (f"{store.name}: it counts days in {zone}, this table in {store.time_zone}: {fix}",)


def tell_table(store: ResultsStore, folder: Path) -> tuple[str, ...]:
    """Write the digests of forgotten names beside the journal; return problems with that. Raises ``StoreError``."""
    with store.reading() as session:
        names = forgotten_names(session)
    try:
        names.write(folder)
    except OSError as error:
        return (f"{folder}: the list of deleted names cannot be written ({error.strerror}): the lobby may offer them",)
    return ()


def tell_pruner(store: ResultsStore, folder: Path) -> tuple[str, ...]:
    """Write the list of imported files beside the journal; return problems with that. Raises ``StoreError``.

    The newest file is left out while it is being written; and files of rounds that were set aside: they are only there.
    """
    with store.reading() as session:
        done = (file for file in _read_before(session, _place(folder)) if not file.set_aside)
        read = {Path(file.path).name: file.looks for file in done}
    try:
        there = files(folder)
        closed = [path.name for path in there if path != there[-1] or import_mark.is_closed(path)]
        import_mark.write(folder, {name: read[name] for name in closed if name in read})
    except OSError as error:
        return (f"{folder}: the list of imported files cannot be written ({error.strerror}): old rounds stay there",)
    return ()


class _Import:
    """The import of the journal's files, a few rounds at a time."""

    def __init__(self, store: ResultsStore, now: datetime, alive: Callable[[], None], left: Ledger) -> None:
        self._store = store
        self._now = now
        self._alive = alive
        self._left = left

    def file(self, path: Path, name: str, looks: str) -> Filled:
        """Import one file, known to the store by ``name``, unless it has been pruned meanwhile."""
        try:
            journal = read_journal(path)
        except JournalError as error:
            return Filled(0, (str(error),) if path.exists() else ())
        wanted = [log for log in journal.rounds if log.ended is not None or log.over is not None]
        whys = {log.round: why for log in wanted if (why := why_not(log))}
        fit = [log for log in wanted if log.round not in whys]
        added = 0
        for first in range(0, len(fit), _AT_ONCE):
            self._alive()
            some = fit[first : first + _AT_ONCE]
            count, refused = self._add(some, {log.round: highlights_of(log) for log in some})
            added += count
            whys |= refused
        aside = tuple(
            SetAside(path.name, bounds.shown(log.round), whys[log.round]) for log in wanted if log.round in whys
        )
        mark = ReadFile(host=_host(), path=name, looks=looks, problems=list(journal.problems))
        mark.set_aside = [structs.asdict(one) for one in aside] or None
        self._store.write(lambda session: session.merge(mark))
        return Filled(added, journal.problems, journal.notes, aside)

    def _add(self, logs: Sequence[RoundLog], told: Mapping[str, Highlights]) -> tuple[int, dict[str, str]]:
        """Import rounds together, or, if the store refuses that, one by one; return the reasons of those refused."""
        try:
            return self._store.write(lambda session: add_rounds(session, logs, self._now, self._left, told)), {}
        except RefusedError as error:
            if len(logs) == 1:
                return 0, {logs[0].round: str(error)}
        parts = [self._add([log], told) for log in logs]
        return sum(count for count, _ in parts), {name: why for _, refused in parts for name, why in refused.items()}


def add_rounds(
    session: Session,
    logs: Sequence[RoundLog],
    now: datetime,
    left: Ledger = EMPTY,
    told: Mapping[str, Highlights] | None = None,
) -> int:
    """Add the counted rounds that are not in the store yet, and the ends of their matches; return their number.

    All are admitted (``kiosk.journal.admission``). ``left`` knows which are voided; ``told``: what is told of each
    round, so that no writer has to wait while it is derived.
    """
    told = told if told is not None else {log.round: highlights_of(log) for log in logs}
    counted = {log.round: log for log in logs if log.ended is not None}
    for known in known_rounds(session, list(counted)):
        del counted[known]
    adding = _Adding(session, now, left)
    touched = {log.started.match for log in counted.values()}
    over = [*session.scalars(select(MatchRow.id).where(MatchRow.id.in_(touched), MatchRow.ended.is_not(None)))]
    keeping.add(session, [], over, -1)
    with session.no_autoflush:  # a round, its results and all that is new are written at once
        for log in counted.values():
            adding.add(log, told[log.round])
    session.flush()
    for log in logs:
        if _end_match(session, log):
            over.append(log.started.match)
            _give_awards(session, log.started.match, told[log.round].awards)
    keeping.add(session, [*counted], over)
    return len(counted)


class _Adding:
    """Rounds on their way into the store, within one transaction."""

    def __init__(self, session: Session, now: datetime, left: Ledger) -> None:
        self._session = session
        self._left = left
        self._people = ImportedPlayers(session, now, left)
        self._matches: dict[str, MatchRow] = {}
        self._arrived = session.scalar(select(func.max(RoundRow.arrived))) or 0
        self._zone = zone_of(session)

    def add(self, log: RoundLog, told: Highlights) -> None:
        """Add a counted round."""
        begin, ended = log.started, log.ended
        if ended is None:
            raise ValueError("the round was not counted")
        started = _EPOCH + timedelta(seconds=log.entries[0].wall)
        match = self._match(begin, started)
        self._people.look_up(line.name for line in ended.lines if not line.bot)
        self._arrived += 1
        counted = RoundRow(
            id=begin.round,
            match=match,
            arrived=self._arrived,
            started=started,
            day=day_of(started, self._zone),
            lasted_ms=ended.at // 10**6,
            by=ended.by,
            decided=ended.decided,
            near_ties=ended.near_ties,
            void_reason=self._left.voided.get(begin.round),
            story=told.story,
            races=told.races,
            **_told(begin),
        )
        self._session.add(counted)
        for position, line in enumerate(ended.lines):
            if not line.away:  # a seat that did not play has no result
                player = None if line.bot else self._people.player(line.name, match, started, begin.origin.boot)
                counted.results.append(ResultRow(position=position, player=player, **_result(line)))

    def _match(self, begin: RoundStarted, started: datetime) -> MatchRow:
        match = self._matches.get(begin.match) or self._session.get(MatchRow, begin.match)
        if match is None:
            match = MatchRow(id=begin.match, table_name=begin.origin.table, started=started, winners=[])
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
        "house_rules": house_rules(begin),
        "touch": begin.touch,
        "real_dice": begin.real_dice,
        "extra": bool(begin.tied),
        "bots": begin.bots,
    }


def house_rules(begin: RoundStarted) -> str | None:
    """Return the options in which a round differs from what its edition is today; None: in none.

    They were changed by choices made for its match, or the edition has been corrected since.
    """
    chosen = {key.removeprefix(_HOUSE): value for key, value in begin.chosen.items() if key.startswith(_HOUSE)}
    changed = sorted({**dict(old_house_rules(begin.chosen.get("preset", ""), begin.rules)), **chosen}.items())
    return ", ".join(f"{option}: {value}" for option, value in changed) or None


_NO_COLUMNS: Final = frozenset({"name", "away", "deeds"})
"""The fields of a line that the store has no column for."""


def _result(line: RoundLine) -> dict[str, Any]:
    """Return a seat's result as columns, without the player."""
    return {name: value for name, value in structs.asdict(line).items() if name not in _NO_COLUMNS}


def _end_match(session: Session, log: RoundLog) -> bool:
    """Store the end of the round's match, if the log has one and the store has the match but no end of it yet.

    Return whether that is so.
    """
    over = log.over
    if over is None:
        return False
    ended, winners = (DECIDED, list(over.winners)) if isinstance(over, MatchEnded) else (over.why, [])
    unknown = update(MatchRow).where(MatchRow.id == log.started.match, MatchRow.ended.is_(None))
    return bool(session.connection().execute(unknown.values(ended=ended, winners=winners)).rowcount)


def _give_awards(session: Session, match: str, given: Sequence[Award]) -> None:
    """Store each award with the seat's last result in the match: in an extra round not everybody has one."""
    if given:
        seats = select(ResultRow.seat, RoundRow.id).join(RoundRow).where(RoundRow.match_id == match)
        last = {row.seat: row.id for row in session.execute(seats.order_by(RoundRow.number))}
        for award in given:
            theirs = update(ResultRow).where(ResultRow.round_id == last.get(award.seat), ResultRow.seat == award.seat)
            session.execute(theirs.values(award=str(award.kind), award_figure=award.figure))


def _place(folder: Path) -> str:
    """Return how the store knows the journal's folder: by its path, or by a digest if that is beyond the bounds."""
    place = str(folder.absolute())
    if bounds.text_problem(place, PLACE - _NAMES):
        return blake2b(os.fsencode(place), digest_size=16).hexdigest()
    return place


def _read_before(session: Session, place: str) -> Sequence[ReadFile]:
    """Return the imported files of this machine's folder (``_place``)."""
    files = session.scalars(select(ReadFile).where(ReadFile.host == _host()))
    return [file for file in files if str(Path(file.path).parent) == place]


def _drop(session: Session, gone: Iterable[str]) -> None:
    """Delete the entries of files that the journal has pruned, or that are to be read again."""
    session.execute(delete(ReadFile).where(ReadFile.host == _host(), ReadFile.path.in_(gone)))


def _host() -> str:
    return socket.gethostname()
