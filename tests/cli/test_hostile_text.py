"""Escape sequences in names, journals, backups, configurations and file names never reach the terminal raw."""

from __future__ import annotations

import csv
import io
import json
import unicodedata
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from msgspec import structs

from kiosk.backup.manifest import MANIFEST
from kiosk.cli import main
from kiosk.config.loader import CONFIGS
from kiosk.journal.records import AnyRecord, RoundEnded, RoundStarted, SeatChanged
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.system.printable import printable
from kiosk.system.spreadsheet import BOM
from tests.replay.conftest import BotMatch

EVIL = "\x1b]0;x\x07\x1b[2J\x9b31m\u202eoge\u2066\u200f\u2028\x7f\rEve\nforged"
"""It sets a terminal's title, clears it, changes its colour, reverses text and forges a line."""
NAME = EVIL.replace("\n", "")
"""The same in one line: where a line break would be refused."""
BIDI = "\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"


def obeyed(text: str) -> set[str]:
    """Return the characters of a text that a terminal obeys, besides line breaks and tabs."""
    return {sign for sign in text if unicodedata.category(sign) in ("Cc", "Zl", "Zp") or sign in BIDI} - {"\n", "\t"}


def spoiled(record: AnyRecord) -> AnyRecord:
    """Return the record with hostile texts wherever it has free ones."""
    if isinstance(record, RoundStarted):
        seats = tuple(structs.replace(seat, bot=False, name=f"{EVIL}{seat.seat}") for seat in record.seats)
        origin = structs.replace(record.origin, table=EVIL, version=EVIL)
        return structs.replace(record, match=EVIL, origin=origin, seats=seats, chosen={"preset": EVIL, "pro": EVIL})
    if isinstance(record, RoundEnded):
        lines = tuple(structs.replace(line, bot=False, name=f"{EVIL}{line.seat}") for line in record.lines)
        return structs.replace(record, lines=lines)
    return record


@pytest.fixture(scope="module")
def records() -> list[AnyRecord]:
    records = [*map(spoiled, BotMatch().records)]
    return [*records[:30], SeatChanged(0, 1, EVIL), *records[30:]]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, no_window: None, monkeypatch: pytest.MonkeyPatch, records: list[AnyRecord]) -> Path:
    """A kiosk that has played with hostile names."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / "run"))
    flusher = Flusher(tmp_path / "state" / "journal", lambda _: None, Keep(30, 200), wall=lambda: 1_790_000_000.0)
    flusher.write(records)
    flusher.close()
    return tmp_path


class Said(NamedTuple):
    """The outcome of a command: its status, and what it printed."""

    status: int
    out: str
    err: str


Kiosk = Callable[..., Said]


@pytest.fixture
def kiosk(capsys: pytest.CaptureFixture[str]) -> Kiosk:
    """Return a runner of ``kiosk`` that checks what it prints."""

    def run(*arguments: str) -> Said:
        try:
            status = main.main([*arguments])
        except SystemExit as end:  # argparse's
            status = int(str(end.code))
        out, err = capsys.readouterr()
        assert not obeyed(out + err)
        return Said(status, out, err)

    return run


@pytest.mark.parametrize("what", ["", "--list", "1", "1 --print", "1 --step", "1 --scenario -"])
def test_of_the_journal(kiosk: Kiosk, what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("\n" * 40))
    said = kiosk("replay", *what.split())
    assert said.status in (0, 1)
    assert said.out or said.err
    assert not [line for line in said.out.splitlines() if line.startswith("forged")]


@pytest.mark.parametrize("command", [[], ["rounds"], ["players"], ["audit"]])
def test_of_the_results(kiosk: Kiosk, command: list[str]) -> None:
    kiosk("scores", "reset", "--yes", "--reason", f"{EVIL}")
    for form in ([], ["--json"], ["--csv"]):
        said = kiosk("scores", *command, *form)
        assert said.status == 0
        assert not [line for line in said.out.splitlines() if line.startswith("forged")]


def test_json_keeps_the_names_and_csv_shows_them(kiosk: Kiosk) -> None:
    names = {f"{EVIL}{seat}" for seat in range(1, 5)}
    assert {player["name"] for player in json.loads(kiosk("scores", "players", "--json").out)} == names
    rows = csv.DictReader(io.StringIO(kiosk("scores", "players", "--csv").out.removeprefix(BOM)))
    assert {row["name"] for row in rows} == {*map(printable, names)}


def test_of_a_player_who_is_deleted(kiosk: Kiosk) -> None:
    assert r"\u001b]0;x" in kiosk("scores", "delete-player", f"{EVIL}1", "--yes").out
    assert kiosk("scores", "delete-player", f"{EVIL}9", "--yes").status == 2
    assert kiosk("scores", "void", EVIL, "--reason", "x").status == 2


def test_of_the_venue(kiosk: Kiosk, home: Path) -> None:
    broken = home / "state" / "journal" / "journal-000002.sqlite"
    broken.write_bytes((home / "state" / "journal" / "journal-000001.sqlite").read_bytes()[:-4096])
    assert kiosk("venue", "--once").status == 1


def test_of_a_backup(kiosk: Kiosk, home: Path) -> None:
    stick = home / EVIL
    stick.mkdir()
    assert r"\u001b]0;x" in kiosk("backup", str(stick)).out
    assert kiosk("restore", "--check", str(stick)).status == 0
    (backup,) = stick.iterdir()
    manifest = json.loads((backup / MANIFEST).read_text())
    (backup / MANIFEST).write_text(json.dumps({**manifest, "made": EVIL, "program": EVIL}))
    said = kiosk("restore", "--check", str(stick))
    assert (said.status, said.out.count("\n")) == (0, 1)
    (backup / MANIFEST).write_text(json.dumps({**manifest, "format": 99, "program": EVIL}))
    said = kiosk("restore", str(backup))
    assert (said.status, said.err.count("\n")) == (2, 1)
    manifest["files"][0]["path"] = EVIL
    (backup / MANIFEST).write_text(json.dumps(manifest))
    said = kiosk("restore", str(backup))
    assert (said.status, said.err.count("\n")) == (2, 1)


CONFIGURATIONS = {
    "good": f"[table]\nname = {json.dumps(NAME)}\n",
    "a key": f"[table]\n{json.dumps(EVIL)} = 1\n",
    "a section": f"[{json.dumps(EVIL)}]\nx = 1\n",
    "a value": f"[screen]\nbrightness = {json.dumps(EVIL)}\n",
    "an edition": f"[game]\npreset = {json.dumps(EVIL)}\n",
    "a syntax error": f"x = {EVIL}\n",
}


@pytest.mark.parametrize("what", CONFIGURATIONS)
def test_of_a_configuration(kiosk: Kiosk, home: Path, what: str) -> None:
    file = home / EVIL
    file.write_text((CONFIGS / "two_seats.toml").read_text() + CONFIGURATIONS[what])
    assert kiosk("config", "check", str(file)).status in (0, 2)
    kiosk("config", "show", str(file))
    kiosk("pinout", "--config", str(file))
    kiosk("doctor", "--config", str(file))
    assert json.loads(kiosk("doctor", "--json", "--config", str(file)).out)
    kiosk("scores", "--config", str(file))


def test_of_a_report(kiosk: Kiosk, home: Path) -> None:
    file = home / EVIL
    file.write_text((CONFIGS / "two_seats.toml").read_text() + CONFIGURATIONS["good"])
    (home / "notes").write_text(EVIL)
    assert kiosk("report", str(home / "report.zip"), "--config", str(file), "--notes", str(home / "notes")).status == 0
    with zipfile.ZipFile(home / "report.zip") as archive:
        for name in archive.namelist():
            text = archive.read(name).decode()
            assert not obeyed(text), name
            if name.endswith(".json"):
                json.loads(text)


@pytest.mark.parametrize("text", [EVIL, json.dumps({EVIL: 1}), json.dumps({"game": EVIL}), json.dumps([EVIL])])
def test_of_a_scenario(kiosk: Kiosk, home: Path, text: str) -> None:
    file = home / NAME
    file.write_text(text)
    said = kiosk("referee", str(file))
    assert (said.status, said.err.count("\n")) == (2, 1)


@pytest.mark.parametrize(
    "arguments",
    [[EVIL], ["replay", EVIL], ["restore", EVIL], ["config", "check", EVIL], ["report", "x", EVIL], ["referee", EVIL]],
)
def test_of_the_command_line_itself(kiosk: Kiosk, arguments: list[str]) -> None:
    assert kiosk(*arguments).status == 2
