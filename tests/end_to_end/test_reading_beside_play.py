"""The journal of a real table is read while twelve people play, and after the table was killed in the middle of it."""

from __future__ import annotations

import contextlib
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.command import run_here
from tests.rig.kiosk_process import LIMIT, environment_of
from tests.soak.table_kills import People, table

pytestmark = pytest.mark.process

COMMANDS = (["replay"], ["replay", "--list"], ["replay", "1"], ["venue", "--once"], ["scores"])


def outcomes(folder: Path) -> dict[str, tuple[int, str]]:
    """Return the status and the errors of every command that reads the journal."""
    ended = {" ".join(command): run_here(environment_of(folder, None), *command) for command in COMMANDS}
    return {name: (process.returncode, process.stderr) for name, process in ended.items()}


@contextlib.contextmanager
def players(folder: Path) -> Iterator[None]:
    """Twelve people who play, in a thread of their own, until the block or the table ends."""
    people, over = People(folder / "table/sock"), threading.Event()

    def play() -> None:
        with contextlib.suppress(OSError):
            while not over.is_set():
                people.step()

    thread = threading.Thread(target=play)
    thread.start()
    try:
        deadline = time.monotonic() + LIMIT
        while not people.playing:
            assert time.monotonic() < deadline, people.newest
            over.wait(0.05)
        yield
    finally:
        over.set()
        thread.join()


def wait_for_commits(log: Path) -> None:
    """Wait until several commits are in the log: it is emptied at the end of a round."""
    deadline = time.monotonic() + LIMIT
    while not (log.exists() and log.stat().st_size > 100_000):
        assert time.monotonic() < deadline, "the round is not recorded"
        time.sleep(0.02)


def test_a_table_is_read_while_it_plays_and_after_it_was_killed(tmp_path: Path) -> None:
    with table(tmp_path) as process, players(tmp_path):
        log = tmp_path / "state" / "journal" / "journal-000001.sqlite-wal"
        wait_for_commits(log)
        live = outcomes(tmp_path)
        wait_for_commits(log)
        process.kill()
        process.wait()
    killed = outcomes(tmp_path)
    log.write_bytes(log.read_bytes()[:-5000])  # the last commit was not written to its end
    torn = outcomes(tmp_path)
    for read in (live, killed, torn):
        assert {status for status, _ in read.values()} == {0}, read
    assert "note: journal-000001.sqlite: the last" in torn["replay"][1]
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    damaged = outcomes(tmp_path)
    assert {damaged[name][0] for name in ("replay", "replay --list", "venue --once")} == {1}
    assert damaged["scores"][0] == 0, "it shows what there is"
    assert all("the write-ahead log is damaged" in damaged[name][1] for name in ("replay", "replay --list", "scores"))
