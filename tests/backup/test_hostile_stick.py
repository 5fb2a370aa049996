"""A stick whose names and databases were made to do harm: one line, no traceback, no wait without end."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
from contextlib import closing
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

from kiosk.backup import backup as making
from kiosk.backup import medium, restore
from kiosk.backup.backup import back_up
from kiosk.backup.manifest import MANIFEST, find
from kiosk.backup.medium import BackupError

NAME = "ligretto-backup-2026-11-20-200000"
VIEW_WITHOUT_END = """CREATE VIEW store_version AS
    WITH RECURSIVE row(version_num) AS (SELECT '0001' UNION ALL SELECT version_num FROM row) SELECT * FROM row"""
COLUMN = "ALTER TABLE counted ADD COLUMN more GENERATED ALWAYS AS (zeroblob(1000000000))"
INSERT = "INSERT INTO store_version VALUES "


def forged(stick: Path, store: bytes) -> Path:
    """Make a backup of a results store, with its correct checksum."""
    folder = stick / NAME
    (folder / "journal").mkdir(parents=True)
    (folder / "results.sqlite").write_bytes(store)
    kept = {"path": "results.sqlite", "bytes": len(store), "blake2b": blake2b(store, digest_size=32).hexdigest()}
    told = {"format": 1, "program": "0.1.0", "made": "2026-11-20T20:00:00+0000", "files": [kept]}
    (folder / MANIFEST).write_text(json.dumps(told))
    return folder


def database(file: Path, *statements: str) -> bytes:
    with closing(sqlite3.connect(file)) as connection, connection:
        for statement in statements:
            connection.execute(statement)
    return file.read_bytes()


def refused(what: Any) -> str:
    with pytest.raises(BackupError) as caught:
        what()
    return str(caught.value)


def test_names_without_end_are_not_all_read(stick: Path, state: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A damaged FAT may list a folder's names again and again."""
    back_up(stick, state.places)
    monkeypatch.setattr(medium, "MOST_NAMES", 50)
    for number in range(60):
        (stick / f"{number}").touch()
    for what in (lambda: find(stick), lambda: back_up(stick, state.places)):
        assert "more than 50 files in it: name another folder, or take another stick" in refused(what)


def test_folders_without_end_do_not_keep_a_backup_from_being_made(stick: Path, state: Any) -> None:
    """In a damaged FAT a folder may contain itself."""
    inner = os.open(stick, os.O_RDONLY)
    for name in (f"{NAME}.part", *["x"] * 2000):
        os.mkdir(name, dir_fd=inner)
        outer, inner = inner, os.open(name, os.O_RDONLY, dir_fd=inner)
        os.close(outer)
    os.close(inner)
    try:
        made = back_up(stick, state.places)
        assert find(stick) == made.folder
    finally:
        subprocess.run(["rm", "-rf", stick], check=True)  # pytest could not


def test_an_unfinished_backup_that_stays_is_not_written_into(
    stick: Path, state: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(making.time, "strftime", lambda _: "2026-11-21-200000")
    monkeypatch.setattr(making, "_clear", lambda _: None)
    (stick / "ligretto-backup-2026-11-21-200000.part").mkdir()
    assert back_up(stick, state.places).folder.name == "ligretto-backup-2026-11-21-200000-2"


@pytest.mark.parametrize(
    "statement", [VIEW_WITHOUT_END, COLUMN, "CREATE TRIGGER x AFTER INSERT ON counted BEGIN SELECT 1; END"]
)
def test_results_that_would_compute_something_are_refused(stick: Path, tmp_path: Path, statement: str) -> None:
    store = database(tmp_path / "store", "CREATE TABLE counted (number)", statement)
    told = refused(lambda: restore.make_ready(forged(stick, store), tmp_path / "state"))
    assert "results.sqlite was made by another program: take another backup" in told
    assert list((tmp_path / "state").iterdir()) == []


@pytest.mark.parametrize("version", ["(hex(zeroblob(500000)))", "(x'1b')", "(5)", "(NULL)"])
def test_a_version_that_is_none_is_told_in_short(stick: Path, tmp_path: Path, version: str) -> None:
    store = database(tmp_path / "store", "CREATE TABLE store_version (version_num)", INSERT + version)
    told = refused(lambda: restore.make_ready(forged(stick, store), tmp_path / "state"))
    assert "a newer kiosk has written the results" in told
    assert len(told) < 500
