"""Journals on disks whose power is cut: they are written, cut, and what is left is checked."""

from __future__ import annotations

import itertools
import random
import shutil
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final

from kiosk.journal.reader import JournalRead, unfinished
from kiosk.journal.records import AnyRecord, RoundStarted
from kiosk.journal.writer_thread import Flusher, Keep
from tests.rig.disk import Entry, WatchedDisk, What
from tests.rig.disk.cuts import Cut, Disk, cuts
from tests.rig.disk.writer import Job, Writer
from tests.rig.reading import read_folder

KEEP: Final = Keep(days=400, megabytes=100)
FOLDER: Final = "journal"


@dataclass(frozen=True)
class Doing:
    """The records written to a journal, and the disk's trace of it.

    ``start``: the durable content before; ``prunes``: rounds of earlier matches may be removed.
    """

    root: str
    records: Sequence[AnyRecord]
    trace: tuple[Entry, ...]
    start: Cut | None = None
    prunes: bool = False

    def without(self, what: What, ending: str) -> Doing:
        """Return a copy without the entries of this kind about paths with this ending."""
        trace = tuple(entry for entry in self.trace if entry.what != what or not entry.path.endswith(ending))
        return replace(self, trace=trace)

    def count(self, what: What, ending: str) -> int:
        """Return how often that has happened to a path with this ending."""
        return sum(entry.what == what and entry.path.endswith(ending) for entry in self.trace)

    def spared(self, acknowledged: int) -> int:
        """Return the round before which rounds may be gone: those of matches before the one being written."""
        rounds = by_round(self.records)
        matches = [_started(round_).match for round_ in rounds]
        ends = itertools.accumulate(len(round_) for round_ in rounds)
        current = next((match for match, end in zip(matches, ends, strict=True) if acknowledged < end), matches[-1])
        return matches.index(current) if self.prunes else 0


@dataclass
class Cutting:
    """Cuts of a ``Doing``.

    ``inside``: those before everything was durable; ``gone_on``: those after which writing continued; ``lost``: the
    errors found, a text per cut.
    """

    cuts: int = 0
    inside: int = 0
    gone_on: int = 0
    lost: list[str] = field(default_factory=list)


def write(folder: Path, records: Sequence[AnyRecord], **more: Any) -> Doing:
    """Have the real flusher write the records on a watched disk, in a new ``folder``. ``more``: of the ``Job``."""
    job = Job(str(folder / "disk" / FOLDER), records, **more)
    return replace(_written(folder, job), prunes=job.megabytes == 0)


def write_on(folder: Path, doing: Doing, cut: Cut, **more: Any) -> Doing:
    """Let it go on with what a cut has left."""
    root = folder / "disk"
    cut.lay_out(doing.root, root)
    found = sum(len(log.entries) for log in read_folder(root / FOLDER).rounds)
    files = {path.replace(doing.root, str(root), 1): content for path, content in cut.files.items()}
    folders = tuple(path.replace(doing.root, str(root), 1) for path in cut.folders)
    start = Cut(files, folders, b"%d" % found)
    return _written(folder, Job(str(root / FOLDER), doing.records, go_on=True, **more), start)


def _written(folder: Path, job: Job, start: Cut | None = None) -> Doing:
    root = folder / "disk"
    root.mkdir(parents=True, exist_ok=True)
    disk = WatchedDisk(folder / "control", root, traces=True)
    with Writer(disk, folder) as writer:
        outcome = writer.run(job)
    assert not outcome.failure, outcome.failure
    assert outcome.hit or job.fault is None
    assert outcome.durable == len(job.records)
    return Doing(str(root), job.records, tuple(disk.trace()), start)


def cut_often(doing: Doing, times: int, chance: random.Random, folder: Path, go_on_every: int) -> Cutting:
    """Cut the power ``times`` times, at random moments. ``folder``: where the results are laid out, again and again."""
    found = Cutting()
    disk = Disk(doing.root)
    if doing.start is not None:
        disk.begin(doing.start)
    places = sorted(chance.randint(0, len(doing.trace)) for _ in range(times))
    for cut in cuts(disk, doing.trace, places, chance):
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        cut.lay_out(doing.root, folder)
        goes_on = found.cuts % go_on_every == 0
        try:
            wrong = _checked(folder / FOLDER, doing, int(cut.acknowledged or 0), goes_on=goes_on)
        except Exception as error:  # any exception is a finding
            wrong = [repr(error)]
        found.gone_on += goes_on
        found.cuts += 1
        found.inside += int(cut.acknowledged or 0) < len(doing.records)
        if wrong:
            found.lost.append(f"{cut.acknowledged.decode() or 'nothing'} acknowledged: {'; '.join(wrong)}")
    return found


def _checked(journal: Path, doing: Doing, acknowledged: int, *, goes_on: bool) -> list[str]:
    spared, read = doing.spared(acknowledged), read_folder(journal)
    wrong = [*wrongs(read, doing.records, acknowledged, spared), *(f"a problem: {text}" for text in read.problems)]
    return list(went_on(journal, doing.records, spared)) if goes_on and not wrong else wrong


def by_round(records: Iterable[AnyRecord]) -> list[list[AnyRecord]]:
    """Return the records of each round, with those that follow it up to the next."""
    rounds: list[list[AnyRecord]] = []
    for record in records:
        if isinstance(record, RoundStarted):
            rounds.append([])
        rounds[-1].append(record)
    return rounds


def wrongs(read: JournalRead, records: Sequence[AnyRecord], acknowledged: int, spared: int = 0) -> Iterator[str]:
    """Yield the errors of a journal of which ``acknowledged`` records were acknowledged; none if all is well.

    Its content must be the beginning of the written records, at least as far as acknowledged: no other records, no
    duplicates, no other order. ``spared``: rounds before this one may be gone.
    """
    expected = by_round(records)
    logs = {log.round: log for log in read.rounds}
    names = [_name(round_) for round_ in expected]
    order = [log.round for log in read.rounds]
    if order != [name for name in names if name in logs]:
        yield f"the rounds {order} were never written in that order"
    before, ends = 0, False
    for index, (name, whole) in enumerate(zip(names, expected, strict=True)):
        found = logs[name].records if name in logs else ()
        if found != tuple(whole[: len(found)]):
            yield f"round {index + 1} is another one"
        if index >= spared:
            due = min(max(acknowledged - before, 0), len(whole))
            if len(found) < due:
                yield f"round {index + 1} has {len(found)} records, of {due} acknowledged; told: {read.problems}"
            if found and ends:
                yield f"round {index + 1} goes on after a gap"
            ends |= len(found) < len(whole)
        before += len(whole)


def went_on(folder: Path, records: Sequence[AnyRecord], spared: int = 0) -> Iterator[str]:
    """Write the rest of the records to the content of ``folder``; yield the errors then."""
    read = read_folder(folder)
    done = _found(read, records)
    log = unfinished(folder)
    if log is not None and log.entries != read.rounds[-1].entries:
        yield f"round {log.round} is to go on, which is not the newest"
    flusher = Flusher(folder, lambda _report: None, KEEP)
    if log is not None:
        flusher.go_on(log)
    flusher.write(records[done:])
    flusher.close()
    for wrong in wrongs(read_folder(folder), records, len(records), spared):
        yield f"after going on from {done}: {wrong}"


def _found(read: JournalRead, records: Sequence[AnyRecord]) -> int:
    """Return how many of the records are there, those of pruned rounds included."""
    if not read.rounds:
        return 0
    newest = read.rounds[-1]
    rounds = itertools.takewhile(lambda round_: _name(round_) != newest.round, by_round(records))
    return sum(len(round_) for round_ in rounds) + len(newest.entries)


def _name(round_: Sequence[AnyRecord]) -> str:
    return _started(round_).round


def _started(round_: Sequence[AnyRecord]) -> RoundStarted:
    first = round_[0]
    assert isinstance(first, RoundStarted)
    return first
