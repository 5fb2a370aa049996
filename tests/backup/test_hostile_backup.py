"""A backup made to do harm: nothing is read or written beyond what its manifest promises, and that has to fit."""

from __future__ import annotations

import json
import os
import shutil
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Self

import pytest

from kiosk.backup import manifest, restore
from kiosk.backup.backup import back_up
from kiosk.backup.manifest import MANIFEST, read_backup, verified
from kiosk.backup.medium import BackupError, from_medium
from kiosk.backup.restore import make_ready
from kiosk.backup.waiting import waiting
from kiosk.cli.main import main

MEGABYTE = 1 << 20


@pytest.fixture
def backup(state, stick) -> Path:
    return back_up(stick, state.places).folder


@pytest.fixture
def opened(monkeypatch) -> list[str]:
    """The names of the files that are opened on the stick."""
    names: list[str] = []

    def recording(file: Path) -> Any:
        names.append(file.name)
        return from_medium(file)

    for reader in (manifest, restore):
        monkeypatch.setattr(reader, "from_medium", recording)
    return names


@pytest.fixture
def rewrite(backup) -> Callable[..., None]:
    """Return a function that changes the manifest's entry of ``service.toml``."""

    def change(**keys: object) -> None:
        told = json.loads((backup / MANIFEST).read_text())
        (entry,) = (entry for entry in told["files"] if entry["path"] == "service.toml")
        entry |= keys
        (backup / MANIFEST).write_text(json.dumps(told))

    return change


def copied(state) -> set[str]:
    """Return the files of the prepared backup."""
    ready = waiting(state.folder)
    assert ready is not None
    return {str(path.relative_to(ready)) for path in ready.rglob("*") if path.is_file()}


def test_room_is_asked_for_before_a_file_is_read(state, backup, opened, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=MEGABYTE))
    with pytest.raises(BackupError, match=r"1\.0 MB are free, 1\.\d MB are needed: make room there"):
        make_ready(backup, state.folder)
    assert opened == [MANIFEST]
    assert waiting(state.folder) is None


def test_the_command_asks_for_room_first_too(state, backup, opened, monkeypatch, capsys):
    monkeypatch.setenv("KIOSK_STATE_DIR", str(state.folder))
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=MEGABYTE))
    assert main(["restore", str(backup)]) == 2
    assert "MB are needed" in capsys.readouterr().err
    assert set(opened) == {MANIFEST}


def test_more_than_any_disk_has_is_refused_unread(state, backup, opened, rewrite):
    """A sparse file has such a size without any content."""
    os.truncate(backup / "service.toml", 1 << 43)
    rewrite(bytes=1 << 43)
    with pytest.raises(BackupError, match=r"MB are free, 83886\d\d\.\d MB are needed"):
        make_ready(backup, state.folder)
    assert set(opened) == {MANIFEST}


@pytest.mark.parametrize("size", [-1, -(1 << 60), 1 << 63, 1 << 200, 1.5, "9", None])
def test_a_size_that_is_none_is_refused(backup, rewrite, size):
    rewrite(bytes=size)
    with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
        read_backup(backup)


def test_a_file_with_more_than_is_promised_is_not_read(state, backup, opened):
    with (backup / "service.toml").open("ab") as file:
        file.truncate(1 << 36)
    told: list[str] = []
    make_ready(backup, state.folder, tell=told.append)
    assert told[0].startswith(f"service.toml has {1 << 36} bytes, not ")
    assert "service.toml" not in copied(state)


def test_of_a_file_that_grows_meanwhile_only_what_was_promised_is_copied(state, backup, monkeypatch):
    plainly, promised = restore.differences, (backup / "service.toml").read_bytes()

    def grow(one: manifest.Backup, *_: object) -> list[manifest.Difference]:
        found = plainly(one)
        with (backup / "service.toml").open("ab") as file:
            file.truncate(1 << 36)
        return found

    monkeypatch.setattr(restore, "differences", grow)
    ready = make_ready(backup, state.folder)
    assert (ready / "service.toml").read_bytes() == promised


def test_of_a_file_that_never_ends_only_what_was_promised_is_verified(backup, monkeypatch):
    """As a network or a program behind a file system may pretend."""
    read: list[int] = []

    class Endless:
        def __init__(self, size: int) -> None:
            self._size = size

        def __enter__(self) -> Self:
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def fileno(self) -> int:
            return self._size

        def read(self, count: int) -> bytes:
            read.append(count)
            return bytes(count)

    promised = {file.path: file.bytes for file in read_backup(backup).manifest.files}
    one = read_backup(backup)
    monkeypatch.setattr(manifest, "from_medium", lambda file: Endless(promised[str(file.relative_to(backup))]))
    monkeypatch.setattr(manifest.os, "fstat", lambda size: SimpleNamespace(st_size=size))
    with pytest.raises(BackupError, match="wrong checksum"):
        manifest.verify(one)
    assert sum(read) == sum(promised.values())


def test_a_file_that_is_exchanged_after_it_was_verified_is_found_in_the_copy(state, backup, monkeypatch):
    plainly = restore.differences

    def exchange(one: manifest.Backup, *_: object) -> list[manifest.Difference]:
        found = plainly(one)
        file = backup / "service.toml"
        file.write_bytes(bytes(file.stat().st_size))
        return found

    monkeypatch.setattr(restore, "differences", exchange)
    with pytest.raises(BackupError, match=r"service\.toml is damaged"):
        make_ready(backup, state.folder)
    assert not list(state.folder.glob("restore-*"))


def test_a_manifest_that_is_exchanged_meanwhile_does_not_count(state, backup, monkeypatch):
    plainly, promised = restore.differences, {file.path for file in read_backup(backup).manifest.files}

    def exchange(one: manifest.Backup, *_: object) -> list[manifest.Difference]:
        found = plainly(one)
        (backup / MANIFEST).write_text("{}")
        return found

    monkeypatch.setattr(restore, "differences", exchange)
    make_ready(backup, state.folder)
    assert copied(state) == promised | {MANIFEST}


def test_what_the_manifest_does_not_list_is_neither_read_nor_copied(state, backup, opened):
    promised = {file.path for file in read_backup(backup).manifest.files}
    (backup / "service-pin").write_text("mine")
    (backup / "journal" / "journal-000002.sqlite").write_bytes(b"more")
    (backup / "results.sqlite-wal").write_bytes(b"more")
    (backup / "journal" / "deep").mkdir()
    for number in range(1000):
        (backup / "journal" / "deep" / f"{number}").touch()
    make_ready(backup, state.folder)
    assert copied(state) == promised | {MANIFEST}
    assert set(opened) == {Path(path).name for path in promised | {MANIFEST}}


@pytest.mark.parametrize("kind", ["a link", "a link to a device", "a pipe", "a folder"])
def test_what_is_no_file_in_it_is_left_out(state, backup, tmp_path, kind):
    make: dict[str, Callable[[Path], object]] = {
        "a link": lambda file: file.symlink_to(tmp_path / "aside"),
        "a link to a device": lambda file: file.symlink_to("/dev/zero"),
        "a pipe": os.mkfifo,
        "a folder": Path.mkdir,
    }
    (backup / "service.toml").rename(tmp_path / "aside")
    make[kind](backup / "service.toml")
    told: list[str] = []
    ready = make_ready(backup, state.folder, tell=told.append)
    assert told[0].startswith("service.toml cannot be read")
    assert not (ready / "service.toml").exists()


def entries(count: int) -> list[dict[str, object]]:
    return [{"path": f"journal/journal-{n:06}.sqlite", "bytes": 1, "blake2b": "x"} for n in range(count)]


def test_a_file_that_is_listed_twice_is_refused(state, backup):
    told = json.loads((backup / MANIFEST).read_text())
    told["files"] += told["files"][:1]
    (backup / MANIFEST).write_text(json.dumps(told))
    with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
        make_ready(backup, state.folder)


def test_ten_thousand_files_that_are_not_there_are_told_in_short(backup):
    told = {"format": 1, "program": "1", "made": "1", "files": entries(10_000)}
    (backup / MANIFEST).write_text(json.dumps(told))
    with pytest.raises(BackupError, match="is missing") as error:
        verified(backup)
    assert "and 9990 more files" in str(error.value)
    assert len(str(error.value)) < 1000


@pytest.mark.parametrize("text", ['{"format": 1, "x": [', '{"format": 1, "program": "', "[", "{}," * 9])
def test_a_manifest_without_end_needs_little_memory_and_time(backup, text):
    filling = {"[": "[", '"': "x"}.get(text[-1], "{},")
    with (backup / MANIFEST).open("w") as file:
        file.write(text)
        for _ in range(40):
            file.write(filling * (MEGABYTE // len(filling)))
    began = time.monotonic()
    tracemalloc.start()
    try:
        with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
            read_backup(backup)
        assert tracemalloc.get_traced_memory()[1] < 64 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert time.monotonic() - began < 10


@pytest.mark.parametrize("key", ["program", "made"])
def test_a_word_that_fills_the_screen_is_refused(backup, key):
    told = json.loads((backup / MANIFEST).read_text())
    (backup / MANIFEST).write_text(json.dumps({**told, key: "x" * 101}))
    with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
        read_backup(backup)
