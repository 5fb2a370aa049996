"""The venue process: it follows the journal, and survives a missing store or journal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time

import pytest
from sqlalchemy import func, select

from kiosk.cli import venue
from kiosk.journal import import_mark
from kiosk.journal.file import JournalFile
from kiosk.journal.reader import JournalRead
from kiosk.results import importer
from kiosk.results.daemon import EVERY_S, Follower
from kiosk.results.model import RoundRow
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from kiosk.system.bell import ring
from tests.rig.systemd import Systemd


@pytest.fixture
def follower(journal, tmp_path):
    """A follower whose store can be ``away``; its messages are in ``said``."""

    class Following(Follower):
        away = False

        def __init__(self):
            self.said = []
            super().__init__(self.open, journal.folder, 365, self.said.append)

        def open(self, track):
            if self.away:
                raise StoreError("the server is away")
            return open_store("", tmp_path / "results.sqlite", track=track)

    return Following()


def test_new_rounds_come_at_the_next_look(journal, follower):
    assert follower.step() == EVERY_S
    journal.write(journal.round({}, {}))
    follower.step()
    follower.step()
    journal.write(journal.round({}, {}), journal.round({}, {}))
    follower.step()
    assert [line.split(" in ")[0] for line in follower.said] == ["1 new round", "2 new rounds"]


def test_a_store_that_is_away_is_told_once_and_tried_ever_less_often_until_it_is_back(journal, follower):
    journal.write(journal.round({}, {}))
    follower.away = True
    waits = [follower.step() for _ in range(8)]
    assert waits == [60, 120, 240, 300, 300, 300, 300, 300]
    assert follower.said == ["the server is away"]
    follower.away = False
    assert follower.step() == EVERY_S
    assert follower.said[1].startswith("1 new round in ")
    follower.away = True
    follower.step()
    assert follower.said[2:] == ["the server is away"]


def test_a_store_that_is_moved_away_is_filled_anew(journal, follower, tmp_path):
    journal.write(journal.round({}, {}))
    follower.step()
    (tmp_path / "results.sqlite").rename(tmp_path / "moved.sqlite")
    journal.write(journal.round({}, {}))
    follower.step()
    assert [line.split(" in ")[0] for line in follower.said] == ["1 new round", "2 new rounds"]
    assert (tmp_path / "results.sqlite").stat().st_mode & 0o777 == 0o600


def test_a_damaged_file_is_told_once_and_the_others_are_read(journal, follower):
    journal.write(journal.round({}, {})).write_bytes(b"nonsense" * 999)
    journal.write(journal.round({}, {}))
    follower.step()
    follower.step()
    assert len(follower.said) == 2
    assert str(journal.made[0]) in follower.said[0]


def test_once_says_by_its_status_whether_all_was_well(journal, follower):
    journal.write(journal.round({}, {}))
    assert follower.once() == 0
    journal.made[0].write_bytes(b"nonsense" * 999)
    assert follower.once() == 1
    follower.away = True
    assert follower.once() == 1


def test_what_a_crash_has_left_is_noted_once_and_no_problem(journal, follower):
    journal.folder.mkdir()
    file = JournalFile(journal.folder / "journal-000001.sqlite")
    journal.append(file, journal.round({}, {}))
    journal.append(file, journal.round({}, {}))
    file.abandon()
    log = journal.folder / "journal-000001.sqlite-wal"
    log.write_bytes(log.read_bytes()[:-6000])
    assert follower.once() == 0
    note, found = follower.said
    assert note.startswith("note: journal-000001.sqlite: the last ")
    assert found.startswith("1 new round in ")
    assert follower.once() == 0
    assert len(follower.said) == 2


def test_problems_that_an_older_reader_found_are_not_kept_for_ever(journal, follower, monkeypatch):
    journal.write(journal.round({}, {}))
    with monkeypatch.context() as before:
        before.setattr(importer, "read_on", lambda path, _: (JournalRead(path, (), ("a problem",)), None))
        before.setattr(import_mark, "_JUDGEMENT", "1")
        assert follower.once() == 1
    assert follower.once() == 0
    assert follower.said[-1].startswith("1 new round in ")


@pytest.mark.process
def test_the_venue_process_fills_the_store_and_ends_cleanly_when_asked(journal, tmp_path):
    journal.write(journal.round({}, {}))
    surroundings = os.environ | {"KIOSK_STATE_DIR": str(tmp_path)}
    command = [sys.executable, "-m", "kiosk", "venue"]
    with (
        Systemd(tmp_path / "notify", watchdog_s=2) as systemd,
        subprocess.Popen(command, env=surroundings | systemd.environment, stdout=subprocess.PIPE, text=True) as process,
    ):
        assert process.stdout is not None
        assert process.stdout.readline().startswith("Results come from ")
        assert process.stdout.readline().startswith("1 new round in ")
        told = systemd.hears(lambda word: word.startswith("STATUS="))
        assert told == ["READY=1", "WATCHDOG=1", "STATUS=all rounds are in the store"], "alive also while it fills"
        assert systemd.next() == "WATCHDOG=1"
        assert systemd.next() == "WATCHDOG=1", "also while there is nothing to do"
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert systemd.heard()[-1] == "STOPPING=1"
    store = open_store("", tmp_path / "results.sqlite")
    with store.reading() as session:
        assert session.scalar(select(func.count()).select_from(RoundRow)) == 1
    store.close()


def test_what_the_table_tells_is_looked_for_once_its_last_place_has_been_told(follower, monkeypatch, tmp_path):
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setattr(venue, "ROUND_TOLD_S", 0.1)
    with venue._told_by_the_table(follower):
        begun = time.monotonic()
        ring(tmp_path / "hall" / "journal.bell")
        follower._rest(60)
        assert 0.1 <= time.monotonic() - begun < 30


def test_without_a_bell_it_looks_from_time_to_time(follower, monkeypatch, tmp_path, capsys):
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / ("x" * 100)))
    with venue._told_by_the_table(follower):
        pass
    assert "the table cannot tell of new rounds there" in capsys.readouterr().out
