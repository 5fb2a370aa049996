"""A real table and its journal: killed in play it comes back in the same round, and scores are counted once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from multiprocessing.connection import Client

import pytest

from kiosk import protocol as msg
from kiosk.config.loader import parse
from kiosk.journal.reader import unfinished
from kiosk.journal.records import BrokenOff, Judged, Paused
from kiosk.protocol.client import ask_health
from kiosk.table_process.journal import identities, origin
from tests.benchmarks.processes import until
from tests.rig.reading import read_folder

LIMIT_S = 30.0


class Table:
    """``kiosk table`` in a folder of its own, and a display that plays seat 1."""

    def __init__(self, folder):
        self.folder = folder
        self.journal = folder / "state" / "journal"
        self.start()

    def start(self):
        socket = self.folder / "table/sock"
        socket.unlink(missing_ok=True)  # left by a killed table
        with (self.folder / "table.log").open("a") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "kiosk", "table", "--seed", "1"],
                env=os.environ | {"KIOSK_RUNTIME_DIR": str(self.folder), "KIOSK_STATE_DIR": str(self.folder / "state")},
                cwd=self.folder,
                stderr=log,
            )
        until(socket.exists)
        self.display = Client(str(socket), family="AF_UNIX")
        self.say(msg.Hello(msg.PROTOCOL))

    def say(self, message):
        self.display.send_bytes(msg.encode(message))

    def until(self, what):
        end = time.monotonic() + LIMIT_S
        while self.display.poll(max(0.0, end - time.monotonic())):
            seen = msg.decode_from_table(self.display.recv_bytes())
            if isinstance(seen, msg.Snapshot) and what(seen):
                return seen
        raise AssertionError((self.folder / "table.log").read_text())

    def go_on(self):
        """Press until it counts: a state ignores presses for a moment at first."""
        end = time.monotonic() + LIMIT_S
        while time.monotonic() < end:
            self.press()
            while self.display.poll(0.1):
                seen = msg.decode_from_table(self.display.recv_bytes())
                if isinstance(seen, msg.Snapshot) and seen.state == "countdown":
                    return
        raise AssertionError((self.folder / "table.log").read_text())

    def press(self, seat=1):
        self.say(msg.PressButton(seat, "stop", time.monotonic_ns()))

    def end(self, how):
        self.process.send_signal(how)
        self.process.wait(LIMIT_S)
        self.display.close()


@pytest.fixture
def table(tmp_path):
    table = Table(tmp_path)
    yield table
    if table.process.poll() is None:
        table.end(signal.SIGKILL)


def start_match(table):
    table.until(lambda seen: seen.state == "attract")
    table.press()
    table.until(lambda seen: seen.state == "ready")
    table.say(msg.ChooseOption(1, "name", "Ada", time.monotonic_ns()))
    table.press()
    table.until(lambda seen: seen.seats[0].state == "ready")
    table.press()
    return table.until(lambda seen: seen.state == "countdown")


@pytest.mark.process
@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM])
def test_a_table_that_ends_in_play_comes_back_in_the_same_round(table, how):
    start_match(table)
    table.until(lambda seen: seen.piles)
    table.end(how)
    cut = unfinished(table.journal)
    assert [type(record) for record in cut.records].count(Judged) > 0
    table.start()
    shown = table.until(lambda seen: seen.state == "recovery")
    assert shown.seats[0].name == "Ada"
    assert sum(seat.centered for seat in shown.seats) == sum(
        event[0] == "Played" for record in cut.records if isinstance(record, Judged) for event in record.events
    )
    table.go_on()
    table.until(lambda seen: seen.state == "play")
    table.end(signal.SIGKILL)
    (log,) = read_folder(table.journal).rounds
    assert log.records[: len(cut.records)] == cut.records
    assert isinstance(log.records[len(cut.records)], Paused)


@pytest.mark.process
def test_the_doctor_hears_how_the_journal_is(table):
    start_match(table)
    table.until(lambda seen: seen.moves)
    journal = ask_health(table.folder / "table/sock").journal
    assert journal.file.startswith(str(table.journal))
    assert journal.fault is None


@pytest.mark.process
def test_a_second_table_does_not_write_into_the_same_journal(table, tmp_path):
    other = subprocess.run(
        [sys.executable, "-m", "kiosk", "table"],
        env=os.environ | {"KIOSK_RUNTIME_DIR": str(tmp_path / "other"), "KIOSK_STATE_DIR": str(tmp_path / "state")},
        capture_output=True,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert other.returncode != 0
    assert "journal" in other.stderr
    assert "Traceback" not in other.stderr


@pytest.mark.process
def test_names_that_were_chosen_are_offered_again(table):
    start_match(table)
    table.say(msg.LeaveSeat(1, time.monotonic_ns()))
    table.until(lambda seen: seen.state == "attract")
    table.end(signal.SIGTERM)
    assert isinstance(read_folder(table.journal).rounds[-1].over, BrokenOff)
    table.start()
    table.until(lambda seen: seen.state == "attract")
    table.press()
    assert table.until(lambda seen: seen.lobby is not None).lobby.names == ("Ada",)


def test_rounds_have_names_that_never_come_twice():
    names = identities()
    assert len({next(names) for _ in range(1000)}) == 1000


def test_the_origin_tells_table_program_and_boot():
    settings = parse(
        '[table]\nname = "Blue"\n[[seat]]\nnumber=1\nedge="south"\nposition=0.2\n'
        '[[seat]]\nnumber=2\nedge="south"\nposition=0.8\n'
    )
    told = origin(settings)
    assert told.table == "Blue"
    assert told.version
    assert len(told.boot) == 36
