"""The real table on a failing disk: it reports the fault, pauses, goes on, and no score is wrong."""

from __future__ import annotations

import errno
import itertools
import logging
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.faults.fault import english
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import RoundEnded
from kiosk.replay.verify import verify
from tests.benchmarks.link_players import Players
from tests.benchmarks.processes import until
from tests.rig import ENDS_WITH_US
from tests.rig.disk import ALWAYS, Kind, WatchedDisk
from tests.rig.kiosk_process import KIOSK, LIMIT, environment_of
from tests.rig.reading import read_folder

pytestmark = [pytest.mark.disk, pytest.mark.process]

log = logging.getLogger(__name__)

FAULTS: Final = tuple(itertools.product((Kind.WRITE, Kind.SYNC), (errno.ENOSPC, errno.EIO, errno.EROFS)))
LONG: Final = 60
"""The number of faults in the long version."""

FREEZE: Final = 2.5
"""The seconds from a Stop to the scores, if the disk is quick."""


class Seen(NamedTuple):
    """The snapshots that the table has shown."""

    state: str
    saving: str
    notice: msg.Fault | None


class People(Players):
    """Twelve quick players. ``seen``: the distinct snapshots that they were shown."""

    def __init__(self, path: Path) -> None:
        self.seen: list[Seen] = []
        super().__init__(path)

    def _take(self, snapshot: msg.Snapshot, data: bytes, at: int) -> None:
        seen = Seen(snapshot.state, snapshot.saving, snapshot.notice)
        if self.seen[-1:] != [seen]:
            self.seen.append(seen)
        super()._take(snapshot, data, at)

    def _tick(self, snapshot: msg.Snapshot, now: int) -> None:
        if snapshot.state == "play":
            self._say(msg.Mark(now))
        super()._tick(snapshot, now)

    def play_until(self, what: str, found: Callable[[Seen], bool], since: int) -> int:
        """Play until they have seen it, after the first ``since`` snapshots; return how many there were then."""
        deadline = time.monotonic() + LIMIT
        while True:
            place = next((place for place in range(since, len(self.seen)) if found(self.seen[place])), None)
            if place is not None:
                return place + 1
            assert time.monotonic() < deadline, f"{what}: not within {LIMIT:.0f} s; seen: {self.seen[since:]}"
            self.step()


class Table:
    """``kiosk table`` with its journal on a watched disk."""

    def __init__(self, folder: Path) -> None:
        environment = environment_of(folder, None)
        state = Path(environment["KIOSK_STATE_DIR"])
        state.mkdir()
        self.disk = WatchedDisk(folder / "control", state)
        self._state = state
        self._log = (folder / "table.log").open("wb")
        self.process = subprocess.Popen(
            [*ENDS_WITH_US, KIOSK, "table", "--config", CONFIGS / "twelve_seats.toml", "--seed", "6"],
            env=environment | self.disk.environment,
            cwd=folder,
            stdout=self._log,
            stderr=self._log,
        )
        self.socket = folder / "table/sock"
        self.output = folder / "table.log"

    def rounds(self) -> tuple[RoundLog, ...]:
        """Return the rounds in its journal."""
        return read_folder(self._state / "journal").rounds

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        self._log.close()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    try:
        until(table.socket.exists)
        yield table
    finally:
        table.close()


def hurt(table: Table, people: People, kind: Kind, error: int, seen: int) -> int:
    """Make the next call of the kind fail while they play: they are informed, pause, and play on."""
    seen = people.play_until("they play", lambda one: one.state == "play", seen)
    table.disk.fail(kind, table.disk.calls(kind) + 1, error=error)
    hits = table.disk.hit
    told = people.play_until("the pause", lambda one: one.state == "paused" and bool(one.notice), seen)
    notice = people.seen[told - 1].notice
    assert notice is not None
    assert "nothing of this round is lost" in english(notice)
    assert table.disk.hit == hits + 1
    return people.play_until("they play on", lambda one: one.state == "play", told)


def check_scores(table: Table, result: msg.RoundResult | None) -> None:
    """Check that the journal has the same scores, and that they result when it is decided again."""
    newest = next(one for one in reversed(table.rounds()) if one.ended)
    assert verify(newest).problems == ()
    ended = newest.ended
    assert isinstance(ended, RoundEnded)
    assert result is not None
    assert [(line.seat, line.points, line.total) for line in result.lines] == [
        (line.seat, line.points, line.total) for line in ended.lines
    ]


def end(table: Table) -> None:
    """End the table, and check that it reports no error."""
    table.process.send_signal(signal.SIGTERM)
    assert table.process.wait(LIMIT) == 0, table.output.read_text()
    assert "Traceback" not in table.output.read_text()


def test_a_round_on_a_failing_and_then_slow_disk_comes_to_its_right_scores(table: Table) -> None:
    people = People(table.socket)
    seen = hurt(table, people, Kind.SYNC, errno.EIO, 0)
    table.disk.fail(Kind.SYNC, 1, ALWAYS, delay=FREEZE + 0.5)
    seen = people.play_until("a Stop waits for the disk", lambda one: one == ("stopped", "waiting", None), seen)
    seen = people.play_until("the scores", lambda one: one.state == "round_result", seen)
    table.disk.clear()
    assert people.newest is not None
    check_scores(table, people.newest.result)
    end(table)


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_round_after_round_on_a_failing_disk_comes_to_its_right_scores(table: Table) -> None:
    people = People(table.socket)
    seen = rounds = 0
    for kind, error in itertools.islice(itertools.cycle(FAULTS), LONG):
        seen = hurt(table, people, kind, error, seen)
        seen = people.play_until("the scores", lambda one: one.state == "round_result", seen)
        assert people.newest is not None
        check_scores(table, people.newest.result)
        rounds += 1
    end(table)
    log.info("%d rounds, a fault in each, every one decided again: 0 wrong scores", rounds)
