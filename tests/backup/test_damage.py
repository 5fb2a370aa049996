"""Damage at the table is found by a backup, damage of a backup by a restore; whatever is whole comes back."""

from __future__ import annotations

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk.backup import backup as making
from kiosk.backup.backup import back_up
from kiosk.backup.manifest import MANIFEST, digest, read_backup
from kiosk.backup.medium import BackupError
from kiosk.backup.restore import make_ready, put_in_place
from kiosk.backup.soundness import check
from kiosk.cli.main import main
from kiosk.journal import erasures, ledger
from kiosk.journal.ledger import Change, Ledger
from kiosk.results import queries
from kiosk.results.importer import refresh
from kiosk.results.store import open_store
from tests.results.conftest import NOON, Journals

PAGE = 4096
KEY = "00" * 16


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    """A table's folder after an evening: twelve rounds in two files, a voided one."""
    folder = tmp_path_factory.mktemp("evening")
    journal = Journals(folder / "journal")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIOSK_STATE_DIR", str(folder))
        for match in ("m1", "m2"):
            journal.write(*(journal.round({"name": "Ada"}, {"name": "Bob"}, match=match) for _ in range(6)))
        with closing(open_store("", folder / "results.sqlite")) as store:
            refresh(store, journal.folder, 365, NOON)
            store.write(lambda session: queries.void(session, "round-2", "the cat", "staff@pi", NOON))
            refresh(store, journal.folder, 365, NOON)
    return folder


@pytest.fixture
def table(evening, tmp_path, monkeypatch):
    """A table's own folder after that evening; it is that of the commands."""
    folder = shutil.copytree(evening, tmp_path / "table")
    monkeypatch.setenv("KIOSK_STATE_DIR", str(folder))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / "run"))
    return folder


def overwrite(file: Path, page: int) -> None:
    """Overwrite a page with noise."""
    with file.open("r+b") as there:
        there.seek(page * PAGE)
        there.write(bytes(range(256)) * (PAGE // 256))


def pages(file: Path) -> int:
    return file.stat().st_size // PAGE


def agreeing(folder: Path) -> None:
    """Change the manifest so that it agrees with the files, as if they had been damaged before they were copied."""
    told = json.loads((folder / MANIFEST).read_text())
    for entry in told["files"]:
        data = (folder / entry["path"]).read_bytes()
        entry |= {"bytes": len(data), "blake2b": digest([data])}
    (folder / MANIFEST).write_text(json.dumps(told))


def scores(capsys) -> list[dict]:
    assert main(["scores", "rounds", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_any_damaged_page_of_the_results_is_found_by_a_backup_and_told(table, stick, capsys):
    store, whole = table / "results.sqlite", (table / "results.sqlite").read_bytes()
    assert main(["backup", str(stick)]) == 0
    assert "read back and compared" in capsys.readouterr().out
    for page in range(pages(store)):
        overwrite(store, page)
        assert main(["backup", str(stick)]) == 1, page
        said = capsys.readouterr()
        assert "results.sqlite is damaged" in said.err
        assert "read back and compared" not in said.out
        assert "written, but not whole" in said.out
        store.write_bytes(whole)
    folders = sorted(stick.iterdir())
    assert [(folder / "results.sqlite").exists() for folder in folders] == [True] + [False] * pages(store)
    assert all((folder / "journal" / ledger.FILE).exists() for folder in folders)


def test_a_backup_without_the_damaged_results_comes_back_with_results_from_the_journal(table, stick, capsys):
    before = scores(capsys)
    overwrite(table / "results.sqlite", 5)
    main(["backup", str(stick)])
    capsys.readouterr()
    assert main(["restore", str(stick)]) == 0
    assert "The results were rebuilt from the journal: 12 rounds." in capsys.readouterr().out
    assert scores(capsys) == before
    assert {one["id"]: one["void_reason"] for one in before}["round-2"] == "the cat"


@pytest.mark.parametrize("agrees", [True, False], ids=["damaged before", "damaged after"])
def test_results_that_are_damaged_in_a_backup_are_rebuilt_and_all_else_comes_back(agrees, table, stick, capsys):
    before = scores(capsys)
    folder = back_up(stick, making.Places(table)).folder
    overwrite(folder / "results.sqlite", 5)
    if agrees:
        agreeing(folder)
    (table / "results.sqlite").unlink()
    shutil.rmtree(table / "journal")
    assert main(["restore", str(stick)]) == 0
    said = capsys.readouterr()
    assert "results.sqlite is damaged" in said.err
    assert "results.sqlite is left out: the results are rebuilt from the journal, as far back as that goes." in said.err
    assert "The results were rebuilt from the journal: 12 rounds." in said.out
    assert scores(capsys) == before


@pytest.mark.parametrize("agrees", [True, False])
def test_a_check_finds_whatever_a_restore_would_find(agrees, table, stick, capsys):
    folder = back_up(stick, making.Places(table)).folder
    assert main(["restore", "--check", str(stick)]) == 0
    capsys.readouterr()
    overwrite(folder / "results.sqlite", 5)
    if agrees:
        agreeing(folder)
    assert main(["restore", "--check", str(stick)]) == 2
    assert "results.sqlite is damaged" in capsys.readouterr().err


def test_a_check_tells_a_newer_store(table, stick):
    with closing(sqlite3.connect(table / "results.sqlite")) as store, store:
        store.execute("UPDATE store_version SET version_num = '9999'")
    made = back_up(stick, making.Places(table))
    assert "a newer kiosk has written the results" in made.problems[0], "it is whole, for another program"
    with pytest.raises(BackupError, match="a newer kiosk has written the results"):
        check(read_backup(made.folder))


def test_of_a_damaged_file_of_the_journal_whatever_can_be_read_comes_back(table, stick, capsys):
    folder = back_up(stick, making.Places(table)).folder
    (folder / "results.sqlite").unlink()
    file = folder / "journal" / "journal-000001.sqlite"
    data = bytearray(file.read_bytes())
    data[data.rindex(b"RoundEnded")] ^= 0xFF
    file.write_bytes(data)
    assert main(["restore", str(stick)]) == 0
    said = capsys.readouterr()
    assert "journal/journal-000001.sqlite is damaged (wrong checksum)" in said.err
    assert "whatever can be read comes back" in said.err
    assert "The results were rebuilt from the journal: 11 rounds." in said.out


def test_settings_that_are_damaged_do_not_keep_the_rest_from_coming_back(table, stick, capsys):
    (table / "service.toml").write_text('name = "x"\n')
    folder = back_up(stick, making.Places(table)).folder
    (folder / "service.toml").write_text("damaged")
    assert main(["restore", str(stick)]) == 0
    said = capsys.readouterr()
    assert "Left out: service.toml. All else comes back." in said.err
    assert ": damaged, " in said.out
    assert len(scores(capsys)) == 12


def test_letters_that_are_no_text_are_damage_too(table, stick):
    """Every listing would fail on them, although SQLite calls them sound."""
    with closing(sqlite3.connect(table / "results.sqlite")) as store, store:
        store.execute("UPDATE players SET name = CAST(x'ff' AS TEXT)")
    (problem,) = back_up(stick, making.Places(table)).problems
    assert "results.sqlite is damaged" in problem


def test_rounds_that_were_voided_since_the_backup_stay_voided(table, stick, capsys):
    back_up(stick, making.Places(table))
    assert main(["scores", "void", "round-5", "--reason", "later"]) == 0
    assert main(["scores", "unvoid", "round-2"]) == 0
    capsys.readouterr()
    before = scores(capsys)
    assert main(["restore", str(stick)]) == 0
    capsys.readouterr()
    assert scores(capsys) == before
    assert {one["id"]: one["void_reason"] for one in before if one["void_reason"]} == {"round-5": "later"}
    main(["scores", "audit", "--json"])
    assert [one["what"] for one in json.loads(capsys.readouterr().out)][1:] == ["void round-5: later", "unvoid round-2"]


def test_the_decisions_of_another_table_are_not_mixed_with_those_of_a_backup(state, stick):
    mine = Change(datetime(2026, 11, 1, tzinfo=UTC), "me", "void x", {})
    Ledger(KEY, {"x": "mine"}, {}, (mine,)).write(state.journal)
    folder = back_up(stick, state.places).folder
    Ledger("11" * 16, {"y": "theirs"}, {}, (mine,) * 2).write(state.journal)
    kept = put_in_place(make_ready(folder, state.folder))
    assert ledger.read(state.journal).voided == {"x": "mine"}
    assert ledger.read(kept / "journal").voided == {"y": "theirs"}


def test_a_damaged_ledger_is_told_and_that_of_the_table_stays(state, stick):
    Ledger(KEY, {"x": "mine"}).write(state.journal)
    folder = back_up(stick, state.places).folder
    (folder / "journal" / ledger.FILE).write_text("[")
    agreeing(folder)
    told: list[str] = []
    put_in_place(make_ready(folder, state.folder, tell=told.append))
    assert told[0].startswith(f"{ledger.FILE}: cannot be read (it is damaged)")
    assert ledger.read(state.journal).voided == {"x": "mine"}
    assert erasures.read(state.journal).key == ""
