"""A backup is restored completely or nothing changes; and the previous state is kept."""

from __future__ import annotations

import errno
import logging
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from types import SimpleNamespace

import pytest

from kiosk.backup import restore
from kiosk.backup.backup import back_up
from kiosk.backup.manifest import read_backup
from kiosk.backup.medium import BackupError, alone_in
from kiosk.backup.restore import finish, make_ready, put_in_place, refuse_while_it_runs, told
from kiosk.backup.waiting import Restore, restore_of, waiting
from kiosk.journal import erasures
from kiosk.journal.folder import Folder, FolderTakenError
from kiosk.journal.ledger import FILE, Change, Ledger

KEY = "00" * 16


@pytest.fixture
def backup(state, stick) -> Path:
    return back_up(stick, state.places).folder


@pytest.fixture
def later(state, backup):
    """A later state of the table: another round, another result, other settings."""
    state.play(2, "later").close()
    state.count(2)
    (state.folder / "service.toml").write_text("later")
    return state.says()


def test_all_is_as_it_was_when_the_backup_was_made(state, stick):
    before = state.says()
    folder = back_up(stick, state.places).folder
    state.count(2)
    put_in_place(make_ready(folder, state.folder))
    assert state.says() == before


def test_another_table_s_folder_is_filled_as_well(state, backup, tmp_path):
    other = type(state)(tmp_path / "fresh", tmp_path / "none")
    put_in_place(make_ready(backup, other.folder))
    assert other.says() == state.says()


def test_what_was_there_before_is_kept(state, backup, later):
    kept = put_in_place(make_ready(backup, state.folder))
    assert kept.parent == state.folder
    assert type(state)(kept, state.configuration).says() == later
    assert str(kept) in told(kept)


def test_settings_made_since_are_gone_where_the_backup_has_none(state, stick):
    (state.folder / "service.toml").unlink()
    folder = back_up(stick, state.places).folder
    (state.folder / "service.toml").write_text("since")
    kept = put_in_place(make_ready(folder, state.folder))
    assert not (state.folder / "service.toml").exists()
    assert (kept / "service.toml").read_text() == "since"


def test_unwanted_names_come_with_a_backup_and_today_s_closing_does_not(state, stick, tmp_path):
    """Closed until tomorrow is said of a day; in a backup it would close a table on another one."""
    for name in ("unwanted-names.txt", "closed-until"):
        (state.folder / name).write_text("then")
    folder = back_up(stick, state.places).folder
    fresh = tmp_path / "fresh"
    put_in_place(make_ready(folder, fresh))
    assert (fresh / "unwanted-names.txt").read_text() == "then"
    assert not (fresh / "closed-until").exists()
    for name in ("unwanted-names.txt", "closed-until"):
        (state.folder / name).write_text("now")
    put_in_place(make_ready(folder, state.folder))
    assert (state.folder / "unwanted-names.txt").read_text() == "then"
    assert (state.folder / "closed-until").read_text() == "now"


@pytest.mark.parametrize(("key", "stays"), [("", "then"), ("11" * 16, "then"), (KEY, "now")])
def test_a_new_leaderboard_can_be_undone_wherever_its_voided_rounds_are(state, stick, key, stays):
    """On a new card as the backup has it; on the same table as it is now, since its decisions stay."""
    mark, change = state.folder / "leaderboard-cleared", Change(datetime(2026, 11, 1, tzinfo=UTC), "me", "void x", {})
    Ledger(KEY, {"x": "then"}, {}, (change,)).write(state.journal)
    mark.write_text("then")
    folder = back_up(stick, state.places).folder
    mark.write_text("now")
    Ledger(key, {"y": "now"}, {}, (change,) * 2).write(state.journal)
    if not key:
        (state.journal / FILE).unlink()
        mark.unlink()
    put_in_place(make_ready(folder, state.folder))
    assert mark.read_text() == stays


def test_the_pin_stays_as_it_is(state, backup):
    (state.folder / "service-pin").write_text("now")
    put_in_place(make_ready(backup, state.folder))
    assert (state.folder / "service-pin").read_text() == "now"


def test_what_sqlite_has_left_of_the_old_store_does_not_meet_the_new_one(state, backup):
    (state.folder / "results.sqlite-journal").write_bytes(b"hot")
    kept = put_in_place(make_ready(backup, state.folder))
    assert not (state.folder / "results.sqlite-journal").exists()
    assert (kept / "results.sqlite-journal").read_bytes() == b"hot"


def test_nothing_is_replaced_while_the_table_runs(state, backup, later):
    with closing(Folder(state.journal)):
        with pytest.raises(BackupError, match="a table runs here, nothing was changed: end it"):
            refuse_while_it_runs(state.folder)
        ready = make_ready(backup, state.folder)
        with pytest.raises(BackupError, match="a table runs here"):
            put_in_place(ready)
    assert state.says() == later


@pytest.mark.parametrize("step", ["_set_aside", "discard"])
def test_no_table_can_start_from_the_first_to_the_last_step(state, backup, monkeypatch, step):
    ready, done, tried = make_ready(backup, state.folder), getattr(restore, step), []

    def start(*arguments: object) -> None:
        with pytest.raises(FolderTakenError):
            Folder(state.journal)
        tried.append(True)
        done(*arguments)

    monkeypatch.setattr(restore, step, start)
    put_in_place(ready)
    assert tried


def test_what_is_ready_is_put_in_place_by_the_next_start(state, backup, caplog):
    before = state.says()
    state.count(2)
    make_ready(backup, state.folder)
    with caplog.at_level(logging.WARNING):
        finish(state.folder)
    assert state.says() == before
    assert "A backup was put in place" in caplog.text
    assert waiting(state.folder) is None
    caplog.clear()
    finish(state.folder)
    assert not caplog.text


def test_what_the_menu_made_ready_is_put_in_place_before_the_machine_is_switched_off(state, backup):
    before = state.says()
    state.count(2)
    make_ready(backup, state.folder, this_boot=True)
    finish(state.folder)
    assert state.says() == before


def test_what_the_menu_made_ready_is_dropped_after_a_power_cut_and_that_is_told(state, backup, caplog, monkeypatch):
    state.count(2)
    now = state.says()
    make_ready(backup, state.folder, this_boot=True)
    assert restore_of(state.folder) == Restore(backup_minute(backup))
    monkeypatch.setattr("kiosk.backup.waiting.boot_id", lambda: "another")
    with caplog.at_level(logging.WARNING):
        finish(state.folder)
    assert state.says() == now
    assert waiting(state.folder) is None
    assert f"The backup of {backup_minute(backup)} is not restored" in caplog.text
    assert restore_of(state.folder) == Restore(backup_minute(backup), dropped=True)
    finish(state.folder)
    assert restore_of(state.folder) is None, "told until the next start"


def test_one_that_is_half_in_place_is_finished_after_a_power_cut(state, backup, monkeypatch):
    """Dropping it then would leave a mixture."""
    before = state.says()
    state.count(2)
    ready = make_ready(backup, state.folder, this_boot=True)
    monkeypatch.setattr(restore, "_set_aside", lambda *_: [].pop())
    with pytest.raises(IndexError):
        put_in_place(ready)
    monkeypatch.undo()
    monkeypatch.setattr("kiosk.backup.waiting.boot_id", lambda: "another")
    finish(state.folder)
    assert state.says() == before


def backup_minute(backup: Path) -> str:
    return read_backup(backup).manifest.minute


def test_what_a_cut_has_left_takes_no_room_after_the_next_start(state):
    left = state.folder / "restore-2026-01-01-000000.part"
    (left / "journal").mkdir(parents=True)
    with alone_in(state.folder):
        finish(state.folder)
    assert left.exists(), "somebody makes one ready just now"
    finish(state.folder)
    assert not left.exists()


def test_of_two_that_were_made_ready_the_last_comes(state, backup, stick):
    make_ready(backup, state.folder)
    state.count(2)
    newer = back_up(stick, state.places).folder
    make_ready(newer, state.folder)
    finish(state.folder)
    assert state.says()["counted"] == [1, 2]
    assert not list(state.folder.glob("restore-*"))


@pytest.mark.parametrize("cut", range(12))
def test_a_restore_that_is_cut_anywhere_is_gone_on_with(state, backup, later, monkeypatch, cut):
    """A power cut after any number of renames; the next start finishes the restore, and the previous state is kept."""
    ready = make_ready(backup, state.folder)
    rename, done = Path.rename, []

    def cut_off(path: Path, target: Path) -> Path:
        if len(done) == cut:
            raise OSError(errno.EIO, "cut")
        done.append(path)
        return rename(path, target)

    with monkeypatch.context() as patched:
        patched.setattr(Path, "rename", cut_off)
        finish(state.folder)
    finish(state.folder)
    says = state.says()
    assert (says["rounds"], says["counted"]) == (["evening-1"], [1])
    (kept,) = state.folder.glob("before-restore-*")
    assert kept.name == f"before-{ready.name}"
    assert type(state)(kept, state.configuration).says() == later


def test_no_folder_of_the_table_is_renamed(state, backup, monkeypatch):
    """The journal's folder may be a mount, or on layers (a read-only system): there it cannot be renamed."""
    ready, rename = make_ready(backup, state.folder), Path.rename

    def rename_files(path: Path, target: Path) -> Path:
        if path.is_dir() and path != ready:
            raise OSError(errno.EXDEV, "lies on layers")
        return rename(path, target)

    monkeypatch.setattr(Path, "rename", rename_files)
    put_in_place(ready)
    assert state.says()["rounds"] == ["evening-1"]


def test_of_two_that_are_made_ready_at_once_the_second_is_told_to_wait(state, backup):
    with alone_in(state.folder), pytest.raises(BackupError, match="is running here: wait for its end"):
        make_ready(backup, state.folder)
    assert waiting(make_ready(backup, state.folder).parent)


def test_a_backup_of_which_nothing_is_whole_changes_nothing(state, backup, later):
    for file in backup.rglob("*.*l*"):
        file.write_bytes(b"other")
    with pytest.raises(BackupError, match=r"damaged, nothing was changed: results.sqlite has 5 bytes, not \d+"):
        make_ready(backup, state.folder)
    assert state.says() == later
    assert waiting(state.folder) is None


def test_a_stick_that_is_pulled_while_it_is_copied_changes_nothing(state, backup, later, monkeypatch):
    def pulled(*_: object) -> list[object]:
        shutil.rmtree(backup)
        return []

    monkeypatch.setattr(restore, "differences", pulled)
    with pytest.raises(BackupError, match="nothing was changed: it was pulled out, or is broken"):
        make_ready(backup, state.folder)
    assert state.says() == later
    assert not list(state.folder.glob("restore-*"))


def test_too_little_room_is_told_before_anything_is_copied(state, backup, later, monkeypatch):
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=1000))
    with pytest.raises(BackupError, match=r"0\.0 MB are free"):
        make_ready(backup, state.folder)
    assert state.says() == later


def _version(file: Path, version: int) -> None:
    with closing(sqlite3.connect(file)) as database:
        database.execute(f"PRAGMA user_version = {version}")


def test_a_journal_of_a_newer_kiosk_is_refused(state, stick):
    _version(state.journal / "journal-000001.sqlite", 99)
    folder = back_up(stick, state.places).folder
    with pytest.raises(BackupError, match=r"nothing was changed: .*written by a newer program \(version 99"):
        make_ready(folder, state.folder)
    assert waiting(state.folder) is None


def test_results_of_a_newer_kiosk_are_refused(state, stick):
    with closing(sqlite3.connect(state.folder / "results.sqlite")) as store, store:
        store.execute("UPDATE store_version SET version_num = '9999'")
    folder = back_up(stick, state.places).folder
    with pytest.raises(
        BackupError, match=r"a newer kiosk has written the results \(version 9999, this program knows 0"
    ):
        make_ready(folder, state.folder)


def test_a_store_that_was_never_filled_comes_back(state, stick):
    (state.folder / "results.sqlite").write_bytes(b"")
    folder = back_up(stick, state.places).folder
    put_in_place(make_ready(folder, state.folder))
    with closing(sqlite3.connect(state.folder / "results.sqlite")) as store:
        assert store.execute("SELECT name FROM sqlite_schema").fetchall() == []


def test_names_that_were_deleted_since_stay_deleted(state, stick):
    state.forget("one")
    folder = back_up(stick, state.places).folder
    state.forget("one", "two", "three")
    kept = put_in_place(make_ready(folder, state.folder))
    assert set(erasures.read(state.journal).until) == {"one", "two", "three"}
    assert str(kept) in told(kept)


def test_a_backup_from_before_the_first_deletion_knows_them_too(state, stick):
    folder = back_up(stick, state.places).folder
    state.forget("one")
    put_in_place(make_ready(folder, state.folder))
    assert set(erasures.read(state.journal).until) == {"one"}


def test_another_tables_backup_brings_no_name_back_that_was_deleted_or_hidden_here(state, stick):
    theirs = erasures.ForgottenNames("11" * 16, {"theirs": 5.0})
    theirs.write(state.journal)
    folder = back_up(stick, state.places).folder
    state.forget("one", "two")
    ours = erasures.read(state.journal)
    hall = erasures.NameList("99" * 16, {}, frozenset({"hidden there"}))
    erasures.ForgottenNames(ours.key, ours.until, others=(hall,)).write(state.journal)
    put_in_place(make_ready(folder, state.folder))
    found = erasures.read(state.journal)
    assert (found.key, found.until.keys()) == (theirs.key, {"theirs"})
    assert {one.key: {*one.until, *one.hidden} for one in found.others} == {
        ours.key: {"one", "two"},
        hall.key: {"hidden there"},
    }


def test_what_root_restores_belongs_to_the_table_s_user(owned, backup):
    put_in_place(make_ready(backup, owned))
    refuse_while_it_runs(owned)
    assert {(path.stat().st_uid, path.stat().st_gid) for path in owned.rglob("*")} == {(12345, 12346)}
    assert (owned / "journal" / "journal-000001.sqlite").is_file()


def test_a_link_that_lies_in_the_table_s_folder_leads_root_nowhere(owned, backup, secret):
    """A user who has taken over the table must not reach root's files when a backup is restored."""
    (owned / "journal").symlink_to(secret)
    ready = make_ready(backup, owned)
    for attempt in (lambda: put_in_place(ready), lambda: refuse_while_it_runs(owned)):
        with pytest.raises(BackupError, match="this user may not write there"):
            attempt()
    assert [path.name for path in secret.iterdir()] == ["shadow"]
    assert (secret / "shadow").stat().st_uid == 0


def test_a_folder_that_is_somebody_else_s_is_told(state, backup, monkeypatch):
    def refused(*_: object) -> None:
        raise PermissionError(errno.EACCES, "no", str(state.journal))

    monkeypatch.setattr(restore, "Folder", refused)
    with pytest.raises(BackupError, match=r"nothing was changed: this user may not write there: .*use sudo"):
        refuse_while_it_runs(state.folder)


def test_the_last_good_configuration_of_another_machine_does_not_come(state, stick):
    """Falling back on it would mean other pins than the wired ones."""
    last_good = state.folder / "config-last-good.toml"
    last_good.write_text("theirs")
    folder = back_up(stick, state.places).folder
    last_good.write_text("ours")
    kept = put_in_place(make_ready(folder, state.folder))
    assert last_good.read_text() == "ours"
    assert not (kept / last_good.name).exists()
