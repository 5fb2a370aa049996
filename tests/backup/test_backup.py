"""A backup is complete or it does not exist; its content is the table's."""

from __future__ import annotations

import errno
import json
import os
import shutil
import sqlite3
import time
from contextlib import closing
from pathlib import Path
from types import SimpleNamespace

import pytest

from kiosk.backup import backup, manifest, medium
from kiosk.backup.backup import back_up
from kiosk.backup.manifest import MANIFEST, find, read_backup, verified
from kiosk.backup.medium import BackupError
from kiosk.journal.records import Judged, Origin, Paused, RoundStarted
from kiosk.journal.writer_thread import Flusher, Keep
from tests.rig.reading import read_folder


def test_everything_that_a_table_keeps_is_in_it(state, stick):
    made = back_up(stick, state.places)
    names = [file.path for file in made.manifest.files]
    assert names == ["results.sqlite", "journal/journal-000001.sqlite", "service.toml", "table.toml"]
    assert made.folder.parent == stick
    assert verified(made.folder) == made
    assert made.bytes == sum((made.folder / name).stat().st_size for name in names)


def test_nothing_is_kept_of_the_pin_of_the_service_menu(state, stick):
    (state.folder / "service-pin").write_text("scrypt$...")
    made = back_up(stick, state.places)
    assert not list(made.folder.rglob("*pin*"))


def test_a_round_that_is_being_played_is_in_it_as_far_as_it_was_written(state, stick):
    running = state.play(2, "running")
    assert running.log_bytes() > 0
    made = back_up(stick, state.places)
    read = read_folder(made.folder / "journal")
    assert ([log.round for log in read.rounds], read.problems) == (["evening-1", "running"], ())
    assert not list(made.folder.rglob("*-wal"))
    running.append([])
    running.close()
    assert len(read_folder(state.journal).rounds) == 2


def test_whatever_is_written_meanwhile_a_backup_is_the_beginning_of_it(state, stick):
    moves = [Judged(at, ("Play", 1, f"r{at}"), ()) for at in range(2000)]
    start = RoundStarted("live", "m", 1, Origin("t", "1"), "cards", {}, {}, (), seed=1, lot=2)
    flusher = Flusher(state.journal, lambda _: None, Keep(days=30, megabytes=200))
    lengths = []
    try:
        flusher.write([start])
        for first in range(0, 2000, 250):
            flusher.write([*moves[first : first + 250], Paused(first, "asked")])  # a barrier: written at once
            read = read_folder(back_up(stick, state.places).folder / "journal")
            assert read.problems == ()
            live = next((log.records for log in read.rounds if log.round == "live"), ())
            told = [record for record in live if isinstance(record, Judged)]
            assert told == moves[: len(told)]
            lengths.append(len(told))
    finally:
        flusher.close()
    assert lengths == sorted(lengths)
    assert lengths[-1] > 0


def test_the_results_are_those_between_two_transactions(state, stick):
    with closing(sqlite3.connect(state.folder / "results.sqlite", isolation_level=None)) as writer:
        writer.execute("BEGIN IMMEDIATE")
        writer.execute("INSERT INTO counted VALUES (2)")
        made = back_up(stick, state.places)
        writer.execute("COMMIT")
    with closing(sqlite3.connect(made.folder / "results.sqlite")) as store:
        assert store.execute("SELECT number FROM counted").fetchall() == [(1,)]


def test_a_table_that_has_kept_nothing_makes_an_empty_backup(tmp_path, stick):
    made = back_up(stick, backup.Places(tmp_path / "none"))
    assert made.manifest.files == ()
    assert verified(made.folder) == made


def test_two_backups_of_a_second_have_two_names(state, stick, monkeypatch):
    monkeypatch.setattr(backup.time, "strftime", lambda form: "2026-11-21-200000")
    names = [back_up(stick, state.places).folder.name for _ in range(2)]
    assert names == ["ligretto-backup-2026-11-21-200000", "ligretto-backup-2026-11-21-200000-2"]
    assert find(stick).name == names[1]


def test_names_fit_a_stick_that_knows_no_capitals_and_no_signs(state, stick):
    made = back_up(stick, state.places)
    parts = [part for path in [made.folder, *made.folder.rglob("*")] for part in path.relative_to(stick).parts]
    assert MANIFEST in parts
    assert all(set(part) <= set("abcdefghijklmnopqrstuvwxyz0123456789-.") for part in parts)


def test_nothing_asks_for_owners_modes_or_links(state, stick, monkeypatch):
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(errno.EPERM, "a FAT stick has none")

    for name in ("chmod", "chown", "fchmod", "fchown", "link", "symlink", "utime"):
        monkeypatch.setattr(os, name, refuse)
    verified(back_up(stick, state.places).folder)


def test_a_stick_that_syncs_no_folders_will_do(state, stick, monkeypatch):
    fsync, asked = os.fsync, []

    def files_alone(descriptor: int) -> None:
        if os.path.isdir(f"/proc/self/fd/{descriptor}"):  # noqa: PTH112
            asked.append(descriptor)
            raise OSError(errno.EINVAL, "no")
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", files_alone)
    verified(back_up(stick, state.places).folder)
    assert asked


def test_a_stick_without_room_is_told_before_anything_is_written(state, stick, monkeypatch):
    older = back_up(stick, state.places).folder
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1 << 20))
    with pytest.raises(BackupError, match=r"1\.0 MB are free, 1\.\d MB are needed: make room there \(1 older backup"):
        back_up(stick, state.places)
    assert list(stick.iterdir()) == [older]


def test_without_a_stick_no_folder_is_made_in_its_place(state, tmp_path):
    with pytest.raises(BackupError, match="there is no such folder: plug in the stick"):
        back_up(tmp_path / "media" / "stick", state.places)
    assert not (tmp_path / "media").exists()


def test_of_two_at_once_the_second_is_told_to_wait(state, stick):
    """It would take the first one's folder for one that a pulled stick has left."""
    told = []

    def meanwhile(files, what, _count):
        with pytest.raises(BackupError, match="another backup or restore is running here"):
            back_up(stick, state.places)
        told.append(what)
        return files

    assert verified(back_up(stick, state.places, meanwhile).folder)
    assert "Copying" in told


def test_a_folder_that_cannot_be_locked_will_do(state, stick, monkeypatch):
    asked = []

    def refused(*locked: object) -> None:
        asked.append(locked)
        raise OSError(errno.EBADF, "NFS locks no folder")

    monkeypatch.setattr(medium.fcntl, "flock", refused)
    verified(back_up(stick, state.places).folder)
    assert asked


def test_what_a_pulled_stick_has_left_is_taken_away(state, stick):
    left = stick / "ligretto-backup-2026-01-01-000000.part"
    (left / "journal").mkdir(parents=True)
    (left / "results.sqlite").write_bytes(b"half")
    made = back_up(stick, state.places)
    assert list(stick.iterdir()) == [made.folder]


def test_a_medium_that_gives_back_other_bytes_is_found_out(state, stick, monkeypatch):
    write = backup.write_synced

    def forgetful(file: Path, data: bytes) -> None:
        write(file, bytes(len(data)) if file.suffix == ".sqlite" else data)

    monkeypatch.setattr(backup, "write_synced", forgetful)
    with pytest.raises(BackupError, match=r"results\.sqlite is damaged \(wrong checksum\)"):
        back_up(stick, state.places)
    assert not list(stick.iterdir())


def test_results_that_are_no_database_are_left_out_and_told(state, stick):
    (state.folder / "results.sqlite").write_bytes(b"no database at all " * 300)
    made = back_up(stick, state.places)
    assert next(file.path for file in made.manifest.files) == "journal/journal-000001.sqlite"
    (problem,) = made.problems
    assert str(state.folder / "results.sqlite") in problem
    assert "a restore rebuilds the results from the journal" in problem


def test_results_that_are_held_for_long_are_no_damage(state, stick, monkeypatch):
    monkeypatch.setattr(backup, "_PATIENCE_S", 0.01)
    with closing(sqlite3.connect(state.folder / "results.sqlite", isolation_level=None)) as holder:
        holder.execute("BEGIN EXCLUSIVE")
        with pytest.raises(BackupError, match=r"the results cannot be copied .*: try again"):
            back_up(stick, state.places)
    assert not list(stick.iterdir())


def test_a_damaged_file_of_the_journal_is_kept_as_it_is(state, stick):
    file = state.journal / "journal-000001.sqlite"
    data = bytearray(file.read_bytes())
    data[-200:] = bytes(200)
    file.write_bytes(data)
    made = back_up(stick, state.places)
    assert read_folder(made.folder / "journal").problems == read_folder(state.journal).problems
    assert file.name in made.problems[0]


@pytest.mark.parametrize("place", range(5))
def test_a_changed_byte_anywhere_is_found(state, stick, place):
    folder = back_up(stick, state.places).folder
    file = sorted(path for path in folder.rglob("*") if path.is_file())[place]
    data = bytearray(file.read_bytes())
    data[len(data) // 2] ^= 1
    file.write_bytes(data)
    if file.name != MANIFEST:
        with pytest.raises(BackupError, match=f"damaged, nothing was changed: .*{file.name} is damaged"):
            verified(folder)
    else:
        with pytest.raises(BackupError, match="damaged"):
            verified(folder)


@pytest.mark.parametrize("path", ["../../etc/passwd", "/etc/passwd", "journal/../x", "other.sqlite", "service.toml\n"])
def test_a_list_that_leads_elsewhere_is_refused(state, stick, path):
    folder = back_up(stick, state.places).folder
    manifest = json.loads((folder / MANIFEST).read_text())
    manifest["files"][0]["path"] = path
    (folder / MANIFEST).write_text(json.dumps(manifest))
    with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
        verified(folder)


def test_a_newer_backup_is_told_as_one_whatever_else_it_says(state, stick):
    folder = back_up(stick, state.places).folder
    (folder / MANIFEST).write_text('{"format": 2, "program": "9.1", "content": {}}')
    with pytest.raises(BackupError, match=r"a newer kiosk has made it \(9\.1\): update this one"):
        verified(folder)


@pytest.mark.parametrize("text", ["[" * 100_000, '{"format": ' + "1" * 1000])
def test_a_list_without_end_is_no_list(state, stick, text, monkeypatch):
    folder = back_up(stick, state.places).folder
    (folder / MANIFEST).write_text(text)
    monkeypatch.setattr(manifest, "LIST_BYTES", 500 if text[0] == "{" else manifest.LIST_BYTES)
    with pytest.raises(BackupError, match="not a backup's manifest, or damaged"):
        verified(folder)


def test_what_is_no_file_is_neither_waited_for_nor_followed(state, stick):
    folder = back_up(stick, state.places).folder
    (folder / "service.toml").unlink()
    os.mkfifo(folder / "service.toml")
    (folder / "table.toml").rename(folder / "elsewhere")
    (folder / "table.toml").symlink_to("elsewhere")
    with pytest.raises(BackupError, match=r"service.toml cannot be read .*; table.toml cannot be read"):
        verified(folder)


def test_a_file_of_another_size_is_not_read_at_all(state, stick, monkeypatch):
    """A stick may hold more than the memory does."""
    folder = back_up(stick, state.places).folder
    with (folder / "results.sqlite").open("r+b") as file:
        file.truncate(1 << 36)
    parts = manifest.parts

    def read(reading, size):
        assert os.readlink(f"/proc/self/fd/{reading.fileno()}") != str(folder / "results.sqlite")  # noqa: PTH115
        return parts(reading, size)

    monkeypatch.setattr(manifest, "parts", read)
    (store,) = (file for file in read_backup(folder).manifest.files if file.path == "results.sqlite")
    with pytest.raises(BackupError, match=f": results.sqlite has {1 << 36} bytes, not {store.bytes}: "):
        verified(folder)


@pytest.mark.parametrize("look", [lambda stick, _: find(stick), lambda stick, state: back_up(stick, state.places)])
def test_a_stick_that_was_pulled_just_now_is_told(state, stick, monkeypatch, look):
    def gone(path: Path, **_: object) -> os.stat_result:
        raise OSError(errno.EIO, "Input/output error", str(path))

    monkeypatch.setattr(Path, "stat", gone)
    with pytest.raises(BackupError, match="it was pulled out, or is broken"):
        look(stick, state)


def test_a_link_that_lies_in_the_table_s_folder_is_not_read_by_root(owned, stick, secret):
    (owned / "service.toml").symlink_to(secret / "shadow")
    with pytest.raises(BackupError, match=r"service\.toml: cannot be read"):
        back_up(stick, backup.Places(owned))
    assert not list(stick.iterdir())


def test_the_last_backup_of_a_stick_is_found_and_halves_are_not(state, stick):
    older = back_up(stick, state.places).folder
    older.rename(stick / "ligretto-backup-2020-01-01-000000")
    newer = back_up(stick, state.places).folder
    shutil.copytree(newer, stick / "ligretto-backup-2999-01-01-000000.part")
    assert find(stick) == newer
    assert find(older.with_name("ligretto-backup-2020-01-01-000000")).name == "ligretto-backup-2020-01-01-000000"
    with pytest.raises(BackupError, match="there is no backup of a kiosk"):
        find(stick / "elsewhere")


def test_a_stamp_is_of_the_table_s_own_clock(state, stick):
    before = time.strftime("%Y-%m-%dT%H:%M")
    made = back_up(stick, state.places).manifest.made
    assert before <= made[:16] <= time.strftime("%Y-%m-%dT%H:%M")
