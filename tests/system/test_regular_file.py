"""Bounded reading: only regular files, and never more of them than the limit."""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.system.files import read_regular, write_file


@pytest.fixture
def strange(tmp_path: Path) -> Iterator[dict[str, Path]]:
    """Paths that lead to no regular file."""
    os.mkfifo(tmp_path / "fifo")
    with closing(socket.socket(socket.AF_UNIX)) as listening:
        listening.bind(str(tmp_path / "socket"))
        yield {
            "a folder": tmp_path,
            "a pipe": tmp_path / "fifo",
            "a socket": tmp_path / "socket",
            "a device": Path("/dev/zero"),
        }


def test_a_file_is_read(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for content in (b"", b"x" * 10):
        file.write_bytes(content)
        assert read_regular(file, 10) == content
    (tmp_path / "link").symlink_to(file)
    assert read_regular(tmp_path / "link", 10) == b"x" * 10


def test_what_is_no_file_is_refused_and_not_waited_for(strange: dict[str, Path]) -> None:
    for what, path in strange.items():
        with pytest.raises(OSError, match=f"it is {what}, not a file") as error:
            read_regular(path, 10)
        assert error.value.filename == str(path)


def test_what_is_too_large_is_refused_before_it_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "file"
    with file.open("wb") as sparse:
        sparse.truncate(10 << 30)
    monkeypatch.setattr(os, "read", lambda *_: pytest.fail("it was read"))
    with pytest.raises(OSError, match="it is larger than 1 MB"):
        read_regular(file, 1 << 20)


def test_what_grows_while_it_is_read_is_refused_at_the_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, read = tmp_path / "file", []
    file.write_bytes(b"x")
    monkeypatch.setattr(os, "read", lambda _, count: read.append(count) or bytes(count))
    with pytest.raises(OSError, match="it is larger than 3 MB"):
        read_regular(file, 3 << 20)
    assert sum(read) <= (3 << 20) + 1


def test_a_file_without_a_size_is_read(tmp_path: Path) -> None:
    assert b"MemTotal" in read_regular(Path("/proc/meminfo"), 1 << 20)


def test_nothing_but_a_file_is_ever_replaced(strange: dict[str, Path]) -> None:
    for what, path in strange.items():
        with pytest.raises(OSError, match=f"it is {what}, not a file"):
            write_file(path, b"content")
        assert not path.is_file()
        assert not path.with_name(f"{path.name}.new").exists()
