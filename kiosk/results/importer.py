"""Import of the journal into the store: every counted round once, even if several programs import it repeatedly."""

from __future__ import annotations

import os
import socket
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import Final

from msgspec import structs
from sqlalchemy import delete, select
from sqlalchemy.orm import Session

from kiosk.journal import bounds, clock_set, erasures, import_mark, ledger, set_aside
from kiosk.journal.admission import why_not
from kiosk.journal.file import JournalError
from kiosk.journal.folder import files
from kiosk.journal.ledger import EMPTY, Ledger, LedgerError
from kiosk.journal.reader import Place, read_on
from kiosk.journal.set_aside import SetAside
from kiosk.results.adding import add
from kiosk.results.arrivals import Arrival, arriving
from kiosk.results.forgotten import forgotten_names, stay_forgotten, without_forgotten
from kiosk.results.ledger import adopt, tell_ledger
from kiosk.results.model import PLACE, Calendar, ReadFile
from kiosk.results.players import forget, overdue
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import RefusedError, StoreError
from kiosk.system import time_zones
from kiosk.system.boot import machine
from kiosk.system.progress import Track, untracked

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
    importing, newest = _Import(store, now, alive, left), next(reversed(there.values()), None)
    rounds, problems, notes, aside = 0, list[str](), list[str](), list[SetAside]()
    for name, path in track(there.items(), "Importing", len(there)):
        seen = import_mark.looks(path)  # before reading: later writes are read the next time
        grows = path == newest and not import_mark.is_closed(path)
        before = read[name].looks if name in read else ""
        if before == seen or (grows and before.startswith(import_mark.grown(seen, None))):
            problems += read[name].problems
            aside += [SetAside(**one) for one in read[name].set_aside or ()]
            continue
        filled = importing.file(path, name, seen, import_mark.read_on_at(before, seen), grows=grows)
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
        while store.write(lambda session: stay_forgotten(session, gone, "kiosk", now), alive):
            alive()
    try:
        left = ledger.read(folder)
    except LedgerError:  # told when it is written anew
        left = EMPTY
    back = adopt(store, left)
    filled = fill(store, folder, now, track, alive, left)
    while _is_due(store, names_days, now) and not (names_days and clock_set.was_set_today(folder, now)):
        alive()
        store.write(lambda session: forget(session, names_days, now), alive)
    problems = tell_beside(store, folder) + tell_pruner(store, folder) + _tell_set_aside(folder, filled.set_aside)
    problems += _tell_time_zone(store) + _finish_erasing(store, alive)
    notes = (f"{folder}: {back} manual changes were not in the store yet",) if back else ()
    return replace(filled, problems=filled.problems + problems, notes=filled.notes + notes)


def _is_due(store: ResultsStore, names_days: int, now: datetime) -> bool:
    with store.reading() as session:
        return bool(overdue(session, names_days, now, 1))


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


def _finish_erasing(store: ResultsStore, alive: Callable[[], None]) -> tuple[str, ...]:
    try:
        store.finish_erasing(alive)
    except StoreError as error:  # the next time: all else is done
        return (str(error),)
    return ()


def _tell_time_zone(store: ResultsStore) -> tuple[str, ...]:
    with store.reading() as session:
        zone = session.scalars(select(Calendar.time_zone)).one()
    if time_zones.are_one(zone, store.time_zone):
        return ()
    fix = f'records.time_zone = "{zone}" here; or, for all tables, kiosk scores rebuild --time-zone {store.time_zone}'
    return (f"{store.name}: it counts days in {zone}, this table in {store.time_zone}: {fix}",)


def tell_table(store: ResultsStore, folder: Path) -> tuple[str, ...]:
    """Write the digests of forgotten and hidden names beside the journal; return problems with that.

    Raises ``StoreError``.
    """
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
        self._host = machine()

    def file(self, path: Path, name: str, seen: str, place: Place | None, *, grows: bool) -> Filled:
        """Import one file, known to the store by ``name``, unless it has been pruned meanwhile.

        ``seen``: its fingerprint; ``grows``: whether it is still written, and then ``place`` is where to read on.
        """
        try:
            journal, place = read_on(path, place if grows else None)
        except JournalError as error:
            return Filled(0, (str(error),) if path.exists() else ())
        wanted = [log for log in journal.rounds if log.ended is not None or log.over is not None]
        whys = {log.round: why for log in wanted if (why := why_not(log))}
        fit = [log for log in wanted if log.round not in whys]
        added = 0
        for first in range(0, len(fit), _AT_ONCE):
            self._alive()
            count, refused = self._add([arriving(log) for log in fit[first : first + _AT_ONCE]])
            added += count
            whys |= refused
        aside = tuple(
            SetAside(path.name, bounds.shown(log.round), whys[log.round]) for log in wanted if log.round in whys
        )
        looks = import_mark.grown(seen, None if aside else place) if grows else seen
        mark = ReadFile(host=_host(), path=name, looks=looks, problems=list(journal.problems))
        mark.set_aside = [structs.asdict(one) for one in aside] or None
        self._store.write(lambda session: session.merge(mark))
        return Filled(added, journal.problems, journal.notes, aside)

    def _add(self, arrivals: Sequence[Arrival]) -> tuple[int, dict[str, str]]:
        """Import rounds together, or, if the store refuses that, one by one; return the reasons of those refused."""
        try:
            return self._store.write(partial(self._write, arrivals=arrivals)), {}
        except RefusedError as error:
            if len(arrivals) == 1:
                return 0, {arrivals[0].round: str(error)}
        parts = [self._add([one]) for one in arrivals]
        return sum(count for count, _ in parts), {name: why for _, refused in parts for name, why in refused.items()}

    def _write(self, session: Session, arrivals: Sequence[Arrival]) -> int:
        return add(session, without_forgotten(session, arrivals), self._now, self._host, self._left)


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
