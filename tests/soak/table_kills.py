"""``kiosk table`` is killed in the middle of a round of twelve people (SIGKILL), again and again, in real time.

Every result that was shown is in the journal, once; every round in it comes out as recorded; and the table comes back
with the cards where the journal's last record leaves them, as they were shown.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from hardware.api import now
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load
from kiosk.journal.reader import RoundLog, unfinished
from kiosk.journal.records import MatchEnded, RoundEnded
from kiosk.replay.verify import verify
from kiosk.table.session import Session
from kiosk.table_process.table_settings import table_settings
from tests.benchmarks.link_players import Players
from tests.benchmarks.processes import START_S, until
from tests.rig import ENDS_WITH_US
from tests.rig.kiosk_process import KIOSK, environment_of
from tests.rig.reading import read_folder

TWELVE: Final = CONFIGS / "twelve_seats.toml"
LIVES: Final = 30
"""The number of lives of a table with the same journal."""
LONGEST_S: Final = 10.0
"""From the first snapshot on."""
_OF_A_SEAT: Final = (
    *("seat", "row", "stack_card", "stack_count", "discard_card", "discard_count", "hand_count", "centered"),
    *("dice", "penalty", "voted"),
)

say = sys.stdout.write


class People(Players):
    """Twelve players, who remember their snapshots."""

    def __init__(self, path: Path) -> None:
        self.first: msg.Snapshot | None = None
        self.lay: dict[Hashable, int] = {}
        """Each arrangement of cards and dice, with the last snapshot that had it."""
        self.results: dict[tuple[int, ...], str] = {}
        """The totals of every result that was shown, with its state."""
        self.there = threading.Event()
        super().__init__(path)

    def _take(self, snapshot: msg.Snapshot, data: bytes, at: int) -> None:
        self.first = self.first or snapshot
        self.lay[lying(snapshot)] = snapshot.id
        if snapshot.result is not None and snapshot.saving != "waiting":
            self.results[tuple(line.total for line in snapshot.result.lines)] = snapshot.state
        super()._take(snapshot, data, at)
        self.there.set()

    def _tick(self, snapshot: msg.Snapshot, now_ns: int) -> None:
        if snapshot.state == "play":
            self._say(msg.Mark(now_ns))
        super()._tick(snapshot, now_ns)


def lying(shown: msg.Snapshot) -> Hashable:
    """Return the positions of everything visible, and the round's state."""
    seats = tuple(tuple(getattr(view, name) for name in _OF_A_SEAT) for view in shown.seats)
    return shown.game, shown.round_no, seats, shown.piles, shown.board


@contextmanager
def table(folder: Path) -> Iterator[subprocess.Popen[bytes]]:
    """``kiosk table``, killed with the block."""
    path = folder / "table/sock"
    path.unlink(missing_ok=True)
    command = [*ENDS_WITH_US, str(KIOSK), "table", "--config", str(TWELVE)]
    with (folder / "table.log").open("ab") as log:
        process = subprocess.Popen(command, env=environment_of(folder, None), stdout=log, stderr=log)
    try:
        until(path.exists)
        yield process
    finally:
        process.kill()
        process.wait()


class Journal:
    """The journal in a folder, and what its lives have shown."""

    def __init__(self, folder: Path, found: Counter[str]) -> None:
        self._folder = folder
        self._found = found
        self._cut: RoundLog | None = None
        self._lay: dict[Hashable, int] = {}

    def live(self, seconds: float) -> None:
        """Run a life of ``seconds``. AssertionError reports a loss."""
        with table(self._folder) as process:
            people = People(self._folder / "table/sock")
            assert people.there.wait(START_S), (self._folder / "table.log").read_text()
            self._check_taken_up(people)
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                people.step()
            process.kill()
            process.wait()
        self._read(people)
        self._found["lives"] += 1

    def _check_taken_up(self, people: People) -> None:
        """Check that everything lies as after the last record on the disk, and as shown before the cut."""
        assert people.first is not None
        self._found[f"taken up: {people.first.state}"] += 1
        if self._cut is None:
            assert people.first.state == "attract", people.first.state
            return
        assert people.first.state == "recovery", people.first.state
        session = Session(table_settings(load(TWELVE)), iter(range(1 << 30)), now(), iter(map(str, range(99))))
        session.recover(self._cut.records)
        assert lying(people.first) == lying(session.snapshot(1)), "it is not what the journal says"
        seen = lying(people.first) in self._lay
        self._found["lies as it was shown" if seen else "lies as nobody had been shown yet"] += 1

    def _read(self, people: People) -> None:
        """Check the disk."""
        read = read_folder(self._folder / "state" / "journal")
        assert not read.problems, read.problems
        for log in read.rounds:
            assert verify(log).problems == (), log
            assert sum(isinstance(record, RoundEnded) for record in log.records) <= 1, "counted twice"
        counted = {tuple(line.total for line in log.ended.lines): log for log in read.rounds if log.ended is not None}
        for totals, state in people.results.items():
            assert totals in counted, f"{state} was shown, and is not on the disk: {totals}"
            assert state != "match_result" or isinstance(counted[totals].over, MatchEnded), "the match's end is lost"
            self._found[f"{state} shown and kept"] += 1
        self._found["rounds on the disk"] += len(read.rounds)
        self._cut, self._lay = unfinished(self._folder / "state" / "journal"), people.lay


def main(count: int, seed: int = 1) -> int:
    """Kill ``count`` times and print; return the exit status."""
    began, found = time.monotonic(), Counter[str]()
    chance = random.Random(seed)  # noqa: S311
    for first in range(0, count, LIVES):
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder), found)
            for _ in range(first, min(first + LIVES, count)):
                journal.live(chance.uniform(0, LONGEST_S))
    for what, times in sorted(found.items()):
        say(f"{what:40} {times}\n")
    say(f"{count} kills of kiosk table in {time.monotonic() - began:.0f} s: nothing lost, nothing counted twice\n")
    return 0
