"""The journal keeps every round; which of them a results store takes is judged by the same bounds everywhere."""

from __future__ import annotations

import math
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.config.loader import CONFIGS, ConfigError, parse
from kiosk.display.input.controls import NAME_LENGTH
from kiosk.game.seats import SeatNumber
from kiosk.journal import bounds
from kiosk.journal.admission import why_not
from kiosk.journal.file import checksum
from kiosk.journal.reader import JournalEntry, RoundLog, read_journal, unfinished
from kiosk.journal.records import RoundEnded, RoundLine, decode, encode
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.table.people import tidy_name
from tests.rig.records import begun


def ended(**line) -> RoundEnded:
    return RoundEnded(5, "stop", (RoundLine(SeatNumber(1), **({"points": 1, "total": 1} | line)),))


@pytest.mark.parametrize(
    "line",
    [{"points": 2**70}, {"total": -(2**70)}, {"name": "A\ud800"}, {"handicap": object()}, {"reaction_ms": 2**64 - 1}],
)
def test_the_journal_keeps_a_round_whatever_a_game_says_of_it(line, tmp_path):
    reports = []
    flusher = Flusher(tmp_path / "journal", reports.append, Keep(days=30, megabytes=200))
    flusher.write([begun("odd"), ended(**line)])
    flusher.write([begun("next"), ended()])
    flusher.close()
    (path,) = (tmp_path / "journal").glob("journal-0*.sqlite")
    logs = {log.round: log for log in read_journal(path).rounds}
    assert set(logs) == {"odd", "next"}
    assert logs["next"].ended == ended()
    assert flusher.health().fault is None


def test_numbers_beyond_the_format_become_the_nearest():
    assert decode(encode(ended(points=2**70, total=-(2**70))), 1) == ended(points=2**64 - 1, total=-(2**63))
    assert decode(encode(ended(name="A\ud800")), 1) == ended(name="A?")


@given(st.one_of(st.floats(), st.none(), st.text(), st.integers()))
def test_a_time_is_admitted_only_if_every_calendar_has_it(wall):
    log = RoundLog("r", (JournalEntry(0, wall, begun("r")), JournalEntry(1, wall, ended())))
    admitted = isinstance(wall, float | int) and math.isfinite(wall) and 0 <= wall < bounds.LATEST
    assert (why_not(log) == "") == admitted


def test_a_name_that_may_be_chosen_is_one_that_is_admitted():
    assert NAME_LENGTH == bounds.CHOSEN_NAME
    assert tidy_name("x" * bounds.CHOSEN_NAME) is not None
    assert tidy_name("x" * (bounds.CHOSEN_NAME + 1)) is None
    for name in ("\ufdfa" * bounds.CHOSEN_NAME, "a\0b"):
        assert tidy_name(name) is None
        assert why_not(
            RoundLog("r", (JournalEntry(0, 1.0, begun("r")), JournalEntry(1, 1.0, ended(name=name))), (), Path())
        )


@pytest.mark.parametrize(
    ("what", "begin", "end"),
    [
        ("its choices", {"chosen": {"a\0b": "on"}}, {}),
        ("its edition", {"chosen": {"preset": "x" * 1000}}, {}),
        ("its number,", {"number": 2**40}, {}),
        ("its cause", {}, {"by": "x" * 1000}),
        ("seat 1: its points,", {}, {"lines": (RoundLine(SeatNumber(1), points=2**40, total=0),)}),
        ("a seat has two results", {}, {"lines": (RoundLine(SeatNumber(1), points=1, total=1),) * 2}),
    ],
)
def test_a_round_that_is_not_admitted_is_told_with_what_is_beyond_the_bounds(what, begin, end):
    log = RoundLog(
        "r", (JournalEntry(0, 1.0, replace(begun("r"), **begin)), JournalEntry(1, 1.0, replace(ended(), **end)))
    )
    assert f"{why_not(log)} ".startswith(f"{what} ")
    assert why_not(RoundLog("r", (JournalEntry(0, 1.0, begun("r")), JournalEntry(1, 1.0, ended())))) == ""


@pytest.mark.parametrize("name", ["a\\u0000b", "a\\nb", "x" * 41])
def test_a_table_s_name_that_no_store_takes_is_told_by_the_configuration(name):
    text = (CONFIGS / "two_seats.toml").read_text() + f'\n[table]\nname = "{name}"\n'
    with pytest.raises(ConfigError, match="the name of this table"):
        parse(text, "table.toml")


@pytest.mark.parametrize("wall", [float("inf"), float("-inf"), 1e300, 1e18, -1.0])
def test_a_round_goes_on_whatever_its_clock_said(wall, tmp_path):
    """As after a restart, whose match is the last in the journal."""
    flusher = Flusher(tmp_path / "journal", lambda _: None, Keep(days=30, megabytes=200), wall=lambda: wall)
    flusher.write([begun("r")])
    flusher.close()
    log = unfinished(tmp_path / "journal")
    assert log is not None
    assert log.entries[0].wall == wall
    flusher = Flusher(tmp_path / "journal", lambda _: None, Keep(days=30, megabytes=200))
    flusher.go_on(log)
    flusher.write([ended()])
    flusher.close()
    assert flusher.health().fault is None
    newest = max((tmp_path / "journal").glob("journal-0*.sqlite"))
    assert read_journal(newest).rounds[0].ended == ended()


def test_a_record_with_a_time_that_is_none_is_told(tmp_path):
    flusher = Flusher(tmp_path / "journal", lambda _: None, Keep(days=30, megabytes=200))
    flusher.write([begun("r"), ended()])
    flusher.close()
    (path,) = (tmp_path / "journal").glob("journal-0*.sqlite")
    start, end = encode(begun("r")), encode(ended())
    first = checksum(b"", 1, ("r", 0, "noon", start))
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("UPDATE records SET wall = 'noon', sum = ? WHERE seq = 1", (first,))
        wall = file.execute("SELECT wall FROM records WHERE seq = 2").fetchone()[0]
        last = checksum(first, 2, ("r", 1, wall, end))
        file.execute("UPDATE records SET sum = ? WHERE seq = 2", (last,))
        file.execute("UPDATE heads SET sum = ?", (last,))
    read = read_journal(path)
    assert read.rounds == ()
    assert "record 1 of 2 has no time" in read.problems[0]
