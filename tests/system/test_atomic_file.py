"""Atomic writes: a file has its new content completely, or the old one."""

from __future__ import annotations

import errno
import os

import pytest

from kiosk.system import files


def test_a_file_is_replaced_whole_and_its_folder_made(tmp_path):
    file = tmp_path / "new" / "file"
    files.write_file(file, b"one")
    files.write_file(file, b"two")
    assert file.read_bytes() == b"two"
    assert list(file.parent.iterdir()) == [file]
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_write_that_fails_leaves_the_old_content_and_nothing_else(tmp_path, monkeypatch):
    file = tmp_path / "file"
    files.write_file(file, b"one")

    def full(_: int) -> None:
        raise OSError(errno.ENOSPC, "full")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="full"):
            files.write_file(file, b"two")
    assert file.read_bytes() == b"one"
    assert list(tmp_path.iterdir()) == [file]


def test_a_folder_that_fails_to_sync_is_told_and_one_that_cannot_is_not(tmp_path, monkeypatch):
    answers = {errno.EINVAL: False, errno.EIO: True}
    for code, raises in answers.items():

        def answer(_: int, code: int = code) -> None:
            raise OSError(code, "folder")

        with monkeypatch.context() as patched:
            patched.setattr(os, "fsync", answer)
            if raises:
                with pytest.raises(OSError, match="folder"):
                    files.sync_folder(tmp_path)
            else:
                files.sync_folder(tmp_path)
