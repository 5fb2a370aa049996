"""A bell: whoever rings waits for nothing, and whoever listens hears it."""

from __future__ import annotations

import threading
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.system.bell import Bell, ring

LIMIT_S = 20.0


def test_a_ring_is_heard_until_it_is_closed(tmp_path: Path) -> None:
    heard, path = threading.Semaphore(0), tmp_path / "new" / "bell"
    with closing(Bell(path, heard.release)):
        assert path.stat().st_mode & 0o777 == 0o600
        ring(path)
        assert heard.acquire(timeout=LIMIT_S)
    assert not path.exists()
    assert not heard.acquire(timeout=0.05), "its end is no ring"


def test_nobody_who_rings_waits_or_fails(tmp_path: Path) -> None:
    ring(tmp_path / "nobody")
    (tmp_path / "file").touch()
    ring(tmp_path / "file")
    ring(tmp_path / ("x" * 200))
    asleep = threading.Event()
    bell = Bell(tmp_path / "bell", asleep.wait)
    for _ in range(2000):  # more than the kernel keeps
        ring(tmp_path / "bell")
    asleep.set()
    bell.close()


def test_the_next_one_takes_the_place_of_one_that_a_crash_has_left_and_keeps_it(tmp_path: Path) -> None:
    heard, path = threading.Semaphore(0), tmp_path / "bell"
    earlier = Bell(path, lambda: None)
    with closing(Bell(path, heard.release)):
        earlier.close()
        ring(path)
        assert heard.acquire(timeout=LIMIT_S)


def test_a_place_that_cannot_be_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="too long"):
        Bell(tmp_path / ("x" * 200), lambda: None)
