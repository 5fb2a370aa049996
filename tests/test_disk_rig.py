"""The watched disk records every call, fails the chosen ones, and its power cuts keep everything that was synced."""

from __future__ import annotations

import errno
import os
import random
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.rig import disk as rig
from tests.rig.disk import ALWAYS, Entry, Kind, WatchedDisk, What
from tests.rig.disk.cuts import BLOCK, Cut, Disk, cuts

ROOT = "/disk"
FILE = f"{ROOT}/file"
BEYOND = f"{ROOT}/beyond"
MANY = 300

PROGRAM = """
import os, sys
folder, steps = sys.argv[1], sys.argv[2:]
descriptor = os.open(f"{folder}/file", os.O_RDWR | os.O_CREAT)
for step in steps:
    try:
        if step == "sync":
            os.fsync(descriptor)
        elif step == "cut":
            os.ftruncate(descriptor, 2)
        elif step == "folder":
            os.fsync(os.open(folder, os.O_RDONLY))
        elif step == "rename":
            os.replace(f"{folder}/file", f"{folder}/other")
        else:
            print(os.write(descriptor, step.encode()))
    except OSError as error:
        print(error.errno)
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "folder"
    folder.mkdir()
    return folder


def run(disk: WatchedDisk, folder: Path, *steps: str) -> list[int]:
    """Run the program; return the results of its writes and failures."""
    command = [sys.executable, "-c", PROGRAM, str(folder), *steps]
    output = subprocess.run(command, env=os.environ | disk.environment, check=True, capture_output=True, text=True)
    return [int(line) for line in output.stdout.split()]


def cut_after(*entries: Entry) -> list[Cut]:
    """Return many cuts of a disk with a durable file, after these entries."""
    disk = Disk(ROOT)
    disk.put(FILE, b"old" * 1000)
    for entry in entries:
        disk.apply(entry)
    chance = random.Random(7)  # noqa: S311  repeatable
    return [disk.cut(chance) for _ in range(MANY)]


def entry(what: What, path: str = FILE, place: int = 0, data: bytes = b"") -> Entry:
    return Entry(what, path, place, data)


def test_a_missing_compiler_is_told_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert "systemd/setup dev --rig" in (rig.missing() or "")


@pytest.mark.disk
def test_everything_that_happens_to_the_files_is_in_the_trace_in_order(tmp_path: Path, folder: Path) -> None:
    disk = WatchedDisk(tmp_path / "control", folder, traces=True)
    assert run(disk, folder, "hello", "sync", "cut", "rename", "folder") == [5]
    file = str(folder / "file")
    assert list(disk.trace()) == [
        entry(What.CREATED, file),
        entry(What.WRITTEN, file, 0, b"hello"),
        entry(What.SYNCED, file),
        entry(What.TRUNCATED, file, 2),
        entry(What.RENAMED, file, 0, os.fsencode(folder / "other")),
        entry(What.SYNCED, str(folder)),
    ]
    assert [disk.calls(kind) for kind in Kind] == [2, 2, 2]
    assert disk.written == 5


@pytest.mark.disk
def test_the_call_that_is_to_fail_fails_and_only_that(tmp_path: Path, folder: Path) -> None:
    disk = WatchedDisk(tmp_path / "control", folder)
    disk.fail(Kind.WRITE, 2, error=errno.ENOSPC, kept=1)
    disk.fail(Kind.SYNC, 1, error=errno.EIO)
    assert run(disk, folder, "aaa", "bbb", "sync", "ccc", "sync") == [3, errno.ENOSPC, errno.EIO, 3]
    assert disk.hit == 2
    assert (folder / "file").read_bytes() == b"aaaccc"


@pytest.mark.disk
def test_a_write_may_be_short_and_a_fault_last_until_it_is_cleared(tmp_path: Path, folder: Path) -> None:
    disk = WatchedDisk(tmp_path / "control", folder)
    disk.fail(Kind.WRITE, 1, ALWAYS, kept=2)
    assert run(disk, folder, "aaa", "bbb") == [2, 2]
    disk.clear()
    assert run(disk, folder, "ccc") == [3]


def test_what_was_synced_outlives_every_cut() -> None:
    written = entry(What.WRITTEN, place=BLOCK, data=b"new" * 100)
    cuts = list(cut_after(written, entry(What.SYNCED), entry(What.WRITTEN, place=3 * BLOCK, data=b"later")))
    assert len(cuts) > 1
    for cut in cuts:
        assert cut.files[FILE][: BLOCK + 300] == (b"old" * 1000).ljust(BLOCK, b"\0") + b"new" * 100


def test_what_was_not_synced_may_be_there_gone_torn_or_garbage() -> None:
    found = {cut.files[FILE] for cut in cut_after(entry(What.WRITTEN, data=b"new" * 1000))}
    assert {b"old" * 1000, b"new" * 1000} < found
    assert any(content[:512] == (b"new" * 171)[:512] and content.endswith(b"old") for content in found)
    assert any(b"new" not in content and content != b"old" * 1000 for content in found)


def test_garbage_takes_its_neighbours_of_the_same_block_along() -> None:
    small = entry(What.WRITTEN, place=2000, data=b"x")
    assert any(not cut.files[FILE].startswith(b"oldold") for cut in cut_after(small))


def test_a_name_is_safe_when_its_folder_was_synced() -> None:
    made = [entry(What.CREATED, BEYOND), entry(What.SYNCED, BEYOND)]
    assert {BEYOND in cut.files for cut in cut_after(*made)} == {True, False}
    assert all(BEYOND in cut.files for cut in cut_after(*made, entry(What.SYNCED, ROOT)))


def test_a_rename_happens_or_does_not() -> None:
    names = {frozenset(cut.files) for cut in cut_after(entry(What.RENAMED, data=BEYOND.encode()))}
    assert names == {frozenset({FILE}), frozenset({BEYOND})}


def test_what_a_failed_sync_should_have_kept_is_never_safe_again() -> None:
    lost = [entry(What.WRITTEN, data=b"new"), entry(What.SYNC_FAILED), entry(What.SYNCED)]
    assert {cut.files[FILE][:3] for cut in cut_after(*lost)} > {b"old", b"new"}


def test_a_cut_knows_what_was_acknowledged_before_it() -> None:
    trace = [entry(What.ACKNOWLEDGED, data=b"%d" % count) for count in range(5)]
    found = cuts(Disk(ROOT), trace, [0, 2, 5], random.Random(1))  # noqa: S311  repeatable
    assert [cut.acknowledged for cut in found] == [b"", b"1", b"4"]
