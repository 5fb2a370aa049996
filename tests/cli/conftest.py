"""A machine on which every command has something to print."""

from __future__ import annotations

import io
import json
import os
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from kiosk.cli import even
from kiosk.doctor import devices
from kiosk.doctor.facts import WindowFacts
from kiosk.first_boot import card
from kiosk.game.seats import SeatNumber
from kiosk.journal.file import JournalFile, JournalRow
from kiosk.journal.records import AnyRecord, RoundEnded, RoundLine, RoundStarted, Sitting, encode
from kiosk.protocol import Snapshot
from tests.rig import stores
from tests.rig.raspberry_pi_os import BOOT, pack_once
from tests.rig.records import begun
from tests.rig.shared import Shared

SCENARIO = {
    "game": "cards",
    "center": [],
    "seats": [{"row": ["r1", "b2", "y9", "g5"], "stack": ["g9"], "hand": [], "discard": []}] * 2,
    "commands": [{"at": 0, "seat": 0, "do": "play", "from": "row 0"}],
}


@pytest.fixture(scope="module", autouse=True)
def _stores_are_quick() -> Iterator[None]:
    with stores.quick():
        yield


@pytest.fixture
def played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A kiosk's folders after a round of Ada and Bob, named ``round-1``, and a journal in which it has just begun.

    Return the folder that contains all of them.
    """
    state, runtime = tmp_path / "state", tmp_path / "run"
    (state / "journal").mkdir(parents=True)
    monkeypatch.setenv("KIOSK_STATE_DIR", str(state))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(runtime))
    write(state / "journal" / "journal-000001.sqlite", *of_ada_and_bob(1))
    write(tmp_path / "unended.sqlite", of_ada_and_bob(1)[0])
    return tmp_path


def of_ada_and_bob(number: int) -> tuple[RoundStarted, RoundEnded]:
    """Return the records of a round of Ada and Bob."""
    seats = (Sitting(SeatNumber(1), name="Ada"), Sitting(SeatNumber(2), name="Bob"))
    lines = tuple(RoundLine(seat.seat, 5, 5, name=seat.name) for seat in seats)
    start = begun(f"round-{number}", chosen={"preset": "table_default"}, seats=seats)
    return start, RoundEnded(5, "STOP", lines)


def write(path: Path, start: RoundStarted, *others: AnyRecord) -> None:
    """Write the records of a round into a file of a journal."""
    file = JournalFile(path)
    file.append(
        [JournalRow(start.round, number, 1.7e9, encode(record)) for number, record in enumerate((start, *others))]
    )
    file.close()


@pytest.fixture
def machine(played: Path, no_window: None, shared: Shared, monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, str]]:
    """The files and devices of a machine, by the name of the placeholder in a command.

    Ada and Bob have played five rounds, as many as ``kiosk scores even`` needs.
    """
    for number in range(2, 6):
        write(played / "state" / "journal" / f"journal-{number:06}.sqlite", *of_ada_and_bob(number))
    boot = played / "bootfs"
    for folder in (boot, played / "stick"):
        folder.mkdir()
    for name, text in BOOT.items():
        (boot / name).write_text(text)
    mounts = played / "mountinfo"
    mounts.write_text(f"97 22 179:1 / {boot} rw - vfat /dev/mmcblk0p1 rw\n")
    monkeypatch.setattr(Path, "is_mount", lambda self: self == boot)
    monkeypatch.setattr(card, "MOUNTS", mounts)
    pack_once(monkeypatch, shared)
    (played / "scenario.json").write_text(json.dumps(SCENARIO))
    monkeypatch.setattr("kiosk.cli.watch.ask_scene", lambda _: "{}")
    monkeypatch.setattr("kiosk.cli.watch.snapshots", lambda _: iter([Snapshot(1, 0, "attract", ())]))
    monkeypatch.setattr("sys.stdin", io.StringIO())
    make_even = even.make_even  # the least that bots play: what they find out is not looked at
    monkeypatch.setattr(even, "make_even", lambda bots, *others: make_even(replace(bots, rounds=10), *others))
    board, port = os.openpty()
    yield {
        "stick": str(played / "stick"),
        "boot": str(boot),
        "scenario": str(played / "scenario.json"),
        "folder": str(played),
        "unended": str(played / "unended.sqlite"),
        "hall": str(played / "hall.zip"),
        "port": os.ttyname(port),
    }
    os.close(board)
    os.close(port)


@pytest.fixture
def no_window(monkeypatch: pytest.MonkeyPatch) -> None:
    """No window is opened to see who draws it: that takes longer than all the rest of a report, and of the doctor."""
    monkeypatch.setattr(devices, "screen", lambda _: WindowFacts(error="not tried"))
