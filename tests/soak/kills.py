"""The table is killed at any moment (SIGKILL), and comes back with everything that was acknowledged, or more.

Lives of a table of twelve in virtual time, its journal on a real disk: each is a child that is killed while it plays at
full speed, and the next one takes up what it finds. Each life reports its records to the parent, the match's state
after them, and the acknowledgements; then the parent reads the disk.
"""

from __future__ import annotations

import logging
import multiprocessing
import os
import random
import select
import shutil
import signal
import struct
import sys
import tempfile
import threading
import time
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final, NoReturn

import msgspec

from hardware.api import Instant
from kiosk.game.seats import SeatNumber
from kiosk.journal import writer_thread
from kiosk.journal.health import Durable
from kiosk.journal.reader import RoundLog, unfinished
from kiosk.journal.records import AnyRecord, RoundStarted, encode
from kiosk.journal.writer_thread import Flusher
from kiosk.table.inputs import Input
from kiosk.table.session import Session
from tests.rig.day import START, Day, Overhearing, seats
from tests.rig.reading import read_folder
from tests.rig.standing import standing
from tests.rig.visitors import MINUTE, Visitors

LIVES: Final = 25
"""The number of lives of a table with the same journal."""
TWELVE: Final = 0.5
"""The fraction of tables with twelve people; at the others bots sit beside fewer."""
TELL_EVERY: Final = 1000
"""Lives between two printed lines."""
LONGEST_S: Final = 0.5
"""A life, from the fork to its end."""
GATHER_S: Final = (0.0, 0.02, 0.2)
"""The delay of a record in the flusher, by life: a cut comes between commits or within one."""
say = sys.stdout.write

_LENGTH: Final = struct.Struct("=I")


class Said(msgspec.Struct, tag=True):
    """Records that the runner is about to pass to its journal; ``standing``: the match's state after them."""

    records: list[bytes]
    kinds: list[str]
    rounds: list[str]
    """The round that begins with each; empty: it belongs to the one before."""
    standing: str


class Kept(msgspec.Struct, tag=True):
    """A report that the first ``count`` of this life's records are acknowledged."""

    count: int


class TakenUp(msgspec.Struct, tag=True):
    """The beginning of a life: its state, before anything has happened in it."""

    state: str
    standing: str
    at: int
    """The time of the round, ns."""


_decode: Final = msgspec.msgpack.Decoder(Said | Kept | TakenUp).decode


# ---------------------------------------------------------------- the child


class _Voice:
    """The reports of a life: whole messages, from two threads."""

    def __init__(self, pipe: int) -> None:
        self._pipe = pipe
        self._lock = threading.Lock()

    def tell(self, message: Said | Kept | TakenUp) -> None:
        data = msgspec.msgpack.encode(message)
        data = _LENGTH.pack(len(data)) + data
        with self._lock:
            while data:
                data = data[os.write(self._pipe, data) :]


def _live(folder: Path, people: Sequence[SeatNumber], seed: int, pipe: int) -> None:
    """Take up the interrupted match, and play on, with people at these seats and bots at the others."""
    voice = _Voice(pipe)

    def before(session: Session, journal: Flusher) -> Overhearing:
        def hear(records: Sequence[AnyRecord]) -> None:
            if records:
                kinds = [type(record).__name__ for record in records]
                rounds = [record.round if isinstance(record, RoundStarted) else "" for record in records]
                voice.tell(Said([encode(record) for record in records], kinds, rounds, standing(session)))

        return Overhearing(journal, hear)

    def told(input_: Input | None) -> None:
        if isinstance(input_, Durable):
            voice.tell(Kept(input_.count))

    chance = random.Random(seed)  # noqa: S311  a life that can be had again, but for its end
    vars(writer_thread)["GATHER_S"] = chance.choice(GATHER_S)
    start = Instant(START + chance.randrange(10 * MINUTE))  # another boot
    visitors = Visitors(people, seed, start, Instant(start + 10_000 * MINUTE), least=len(people))
    day = Day(folder, visitors, seed=seed, start=start, before=before, told=told)
    voice.tell(TakenUp(day.session.table.state.value, standing(day.session), day.session.table.round_time()))
    day.run()


# ---------------------------------------------------------------- the parent


class Found(Counter[str]):
    """The counts over all lives."""


class Table:
    """The parent's knowledge of the table with one journal, from the reports of its lives."""

    def __init__(self, folder: Path, people: Sequence[SeatNumber], found: Found) -> None:
        self._folder = folder
        self._people = people
        self._found = found
        self._records: dict[str, list[bytes]] = {}
        """Of each round, as reported."""
        self._stood: dict[tuple[str, int], str] = {}
        """The match's state after each number of records of the round."""
        self._round = ""
        self._cut: RoundLog | None = None
        """The round that the next life takes up."""

    def live(self, seed: int, seconds: float) -> None:
        """Run a life of ``seconds``. AssertionError if it, or the disk, is wrong."""
        told = list(_messages(_run(self._folder, self._people, seed, seconds)))
        said: list[tuple[str, int]] = []
        kept = 0
        for message in told:
            if isinstance(message, TakenUp):
                self._check_taken_up(message)
            elif isinstance(message, Kept):
                kept = message.count
            else:
                said += self._note(message)
        self._found["lives"] += 1
        self._found["lives that were cut before they had begun"] += not told
        self._found["records said"] += len(said)
        self._found["records acknowledged"] += kept
        self._read(said, kept)

    def _note(self, message: Said) -> Iterator[tuple[str, int]]:
        """Note reported records; yield each one's round and number."""
        for record, kind, begins in zip(message.records, message.kinds, message.rounds, strict=True):
            if begins:
                assert begins not in self._records, f"round {begins} begins twice"
                self._round = begins
            records = self._records.setdefault(self._round, [])
            yield self._round, len(records)
            records.append(record)
            self._stood.pop((self._round, len(records)), None)  # another life had reported something else there
            self._found[f"said: {kind}"] += 1
        self._stood[self._round, len(self._records[self._round])] = message.standing

    def _check_taken_up(self, message: TakenUp) -> None:
        """Check that it goes on with exactly the records on the disk."""
        cut = self._cut
        self._found[f"taken up: {message.state}"] += 1
        if cut is None:
            assert (message.state, message.standing) == ("attract", ""), message
            return
        assert message.state == "recovery", message
        self._round = cut.round
        self._records[cut.round] = self._records[cut.round][: len(cut.entries)]  # new records follow these
        at = max(getattr(record, "at", 0) for record in cut.records)
        if cut.ended is None:
            assert message.at == at, f"{message.at} ns of the round have passed, {at} on the disk"
        expected = self._stood.get((cut.round, len(cut.entries)))
        if expected is None:
            self._found["cut within a batch"] += 1
        else:
            assert message.standing == expected, f"after {len(cut.entries)} records\n{_difference(expected, message)}"
            self._found["stands as it stood"] += 1

    def _read(self, said: Sequence[tuple[str, int]], kept: int) -> None:
        """Check the disk: it has a beginning of the reported records, including all that were acknowledged."""
        read = read_folder(self._folder)
        assert not read.problems, read.problems
        on_disk = {log.round: [encode(record) for record in log.records] for log in read.rounds}
        for name, records in on_disk.items():
            assert records == self._records[name][: len(records)], f"round {name} is another on the disk"
        there = sum(number < len(on_disk.get(name, ())) for name, number in said)
        ahead = [place for place, (name, number) in enumerate(said) if number < len(on_disk.get(name, ()))]
        assert ahead == list(range(there)), "the disk has later records without earlier ones"
        assert there >= kept, f"{kept} records of this life were acknowledged, {there} are on the disk"
        self._found["records lost that nobody had been promised"] += len(said) - there
        self._cut = unfinished(self._folder)


def _difference(expected: str, message: TakenUp) -> str:
    pairs = zip(expected.splitlines(), message.standing.splitlines(), strict=False)
    lines = [f"stood: {before}\nstands: {after}" for before, after in pairs if before != after]
    return "\n".join(lines) or f"stood: {expected!r}\nstands: {message.standing!r}"


def _run(folder: Path, people: Sequence[SeatNumber], seed: int, seconds: float) -> bytes:
    """Run a child for ``seconds``; return all its reports."""
    ours, theirs = os.pipe()
    child = os.fork()
    if not child:
        _be_child(folder, people, seed, theirs)
    os.close(theirs)
    end = time.monotonic() + seconds
    told, alive = bytearray(), True
    while True:
        if alive and not select.select([ours], [], [], max(0.0, end - time.monotonic()))[0]:
            os.kill(child, signal.SIGKILL)
            alive = False
        data = os.read(ours, 1 << 16)
        told += data
        if not data:
            break
        if alive and time.monotonic() >= end:
            os.kill(child, signal.SIGKILL)
            alive = False
    os.close(ours)
    _, status = os.waitpid(child, 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL, f"the life with seed {seed} has ended by itself"
    return bytes(told)


def _be_child(folder: Path, people: Sequence[SeatNumber], seed: int, pipe: int) -> NoReturn:
    try:
        _live(folder, people, seed, pipe)
    except BaseException:
        traceback.print_exc()
    os._exit(1)


def _messages(data: bytes) -> Iterator[Said | Kept | TakenUp]:
    """Yield all complete messages."""
    place = 0
    while place + _LENGTH.size <= len(data):
        (length,) = _LENGTH.unpack_from(data, place)
        place += _LENGTH.size + length
        if place <= len(data):
            yield _decode(data[place - length : place])


def main(count: int, seed: int, jobs: int) -> int:
    """Run ``count`` lives in ``jobs`` processes and print the counts; return the exit status."""
    began, found = time.monotonic(), Found()
    tables = [(seed * 1_000_000 + first, min(LIVES, count - first)) for first in range(0, count, LIVES)]
    with multiprocessing.get_context("spawn").Pool(jobs) as pool:
        for part in pool.imap_unordered(kill, tables):
            found.update(part)
            if found["lives"] // TELL_EVERY > (found["lives"] - part["lives"]) // TELL_EVERY:
                say(f"{time.strftime('%H:%M:%S')} {found['lives']} lives\n")
                sys.stdout.flush()
    for what, times in sorted(found.items()):
        say(f"{what:52} {times}\n")
    say(f"{count} kills of the table in {time.monotonic() - began:.0f} s: nothing lost, nothing invented\n")
    return 0


def kill(table: tuple[int, int]) -> Found:
    """Run the lives of one table: the seed of the first, and how many, each cut at a random moment.

    AssertionError names the loss; the journal stays in place then.
    """
    seed, lives = table
    found, chance = Found(), random.Random(seed)  # noqa: S311
    logging.disable(logging.CRITICAL)  # reports of faults made by visitors
    people = seats() if chance.random() < TWELVE else chance.sample(seats(), chance.randint(2, 11))
    folder = Path(tempfile.mkdtemp(prefix="kills-"))
    one = Table(folder, people, found)
    for life in range(seed, seed + lives):
        one.live(life, chance.uniform(0, LONGEST_S))
    shutil.rmtree(folder)
    return found
