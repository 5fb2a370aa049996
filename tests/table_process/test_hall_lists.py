"""What the hall tells a table reaches it with its age; garbage is told and dropped."""

from __future__ import annotations

import logging
import os
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.hall.venue_file import LARGEST, OLD_S, VERSION, HallScore, VenueFile, encode
from kiosk.table.inputs import HallBest
from kiosk.table_process.hall_lists import HallLists

ADA = HallScore(SeatNumber(3), 31, "Ada")
SHOWN: dict[str, tuple[msg.BestScore, ...]] = {"cards": (msg.BestScore(SeatNumber(3), 31, "Ada"),)}


class Watched:
    """A file, what was put of it, and a clock."""

    def __init__(self, folder: Path, *, names: bool = True) -> None:
        self.file = folder / "venue.json"
        self.now = 100.0
        self.put: list[HallBest] = []
        self.lists = HallLists(self.file, self.put.append, names=names, clock=lambda: self.now)

    def write(self, data: bytes) -> None:
        fresh = self.file.with_suffix(".new")
        fresh.write_bytes(data)
        fresh.replace(self.file)

    def tell(self, score: HallScore = ADA) -> None:
        self.write(encode(VenueFile(VERSION, self.now, {"cards": (score,)})))


def test_the_halls_best_are_told_with_their_age_and_after_ten_minutes_no_more(tmp_path: Path) -> None:
    watched = Watched(tmp_path)
    watched.lists.look()
    assert watched.put == []
    watched.tell()
    watched.lists.look()
    watched.lists.look()
    assert watched.put == [HallBest(SHOWN, 0)]
    watched.now += 119
    watched.lists.look()
    assert watched.put[1:] == [HallBest(SHOWN, 1)]
    watched.file.unlink()  # the uplink ended: what it has told is told until it is old
    watched.now += OLD_S - 119
    watched.lists.look()
    assert watched.put[2:] == [HallBest()]
    watched.tell()
    watched.lists.look()
    assert watched.put[3:] == [HallBest(SHOWN, 0)]


def test_a_table_without_names_shows_none(tmp_path: Path) -> None:
    watched = Watched(tmp_path, names=False)
    watched.tell()
    watched.lists.look()
    assert watched.put == [HallBest({"cards": (msg.BestScore(SeatNumber(3), 31),)})]


@pytest.mark.parametrize("garbage", [b"\0" * 100, b"[" * 60_000, b"{}", b" " * (LARGEST + 1)])
def test_garbage_is_told_once_and_dropped(tmp_path: Path, caplog: pytest.LogCaptureFixture, garbage: bytes) -> None:
    watched = Watched(tmp_path)
    watched.tell()
    watched.lists.look()
    watched.write(garbage)
    with caplog.at_level(logging.WARNING):
        watched.lists.look()
        watched.lists.look()
    assert watched.put[1:] == [HallBest()]
    (line,) = caplog.messages
    assert line.startswith(f"{watched.file}: is not used (")


def test_neither_a_pipe_nor_a_folder_holds_the_thread(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    watched = Watched(tmp_path)
    os.mkfifo(watched.file)
    watched.lists.look()
    assert "it is a pipe, not a file" in caplog.text
    watched.file.unlink()
    watched.file.mkdir()
    watched.lists.look()
    assert "it is a folder, not a file" in caplog.text
    assert watched.put == []
