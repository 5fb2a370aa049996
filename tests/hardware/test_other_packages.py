"""Packages of others: a broken one hides no other, and what a call into one does ends nobody."""

from __future__ import annotations

import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.other_packages import ForeignError, called, entry_points
from tests.rig.package import installed_package

GROUP = "ligretto_kiosk.of_a_test"
GOOD = f"[{GROUP}]\nown = good:NAME\n"


@pytest.mark.parametrize(
    "text",
    [
        b"[other]\nthis is no entry point\n",
        f"[{GROUP}]\nthis is no entry point\n".encode(),
        f"[{GROUP}]\n= own\n".encode(),
        f"{GOOD}[other]\nx\n".encode(),
        f"[{GROUP}\nown = broken:NAME".encode(),
        b"\xff\xfe" + GOOD.encode(),
        f"{GOOD}own = broken\0:NAME".encode(),
    ],
)
def test_a_package_with_broken_entry_points_hides_no_other(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, text: bytes
) -> None:
    broken = installed_package(tmp_path / "broken", "broken", "", "")
    (broken / "broken-1.0.dist-info/entry_points.txt").write_bytes(text)
    monkeypatch.syspath_prepend(installed_package(tmp_path / "good", "good", "NAME = 5", GOOD))
    monkeypatch.syspath_prepend(broken)
    found = {point.dist.name: point for point in entry_points(group=GROUP, name="own") if point.dist}
    assert found["good"].load() == 5


def test_what_cannot_be_read_is_told_with_its_place(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.syspath_prepend(installed_package(tmp_path, "broken", "", f"[{GROUP}]\nthis is no entry point\n"))
    with caplog.at_level(logging.WARNING):
        assert entry_points(group=GROUP) == ()
        assert entry_points(group=GROUP) == ()
    (told,) = caplog.messages
    assert "broken-1.0.dist-info: its entry points cannot be read" in told


def test_a_package_that_is_there_twice_counts_once(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for version in ("1.0", "2.0"):
        monkeypatch.syspath_prepend(installed_package(tmp_path / version, "good", "NAME = 5", GOOD, version))
    (point,) = entry_points(group=GROUP)
    assert point.dist is not None
    assert point.dist.version == "2.0"


def _raises(error: BaseException) -> Callable[[], None]:
    def call() -> None:
        raise error

    return call


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (_raises(RuntimeError("odd")), "RuntimeError: odd"),
        (lambda: sys.exit(3), "SystemExit: 3"),
        (_raises(KeyboardInterrupt()), "KeyboardInterrupt"),
        (threading.Event().wait, "it has not returned within 0.1 s"),
    ],
)
def test_a_call_that_raises_or_does_not_return_is_an_error(call: Callable[[], object], why: str) -> None:
    with pytest.raises(ForeignError) as told:
        called(call, 0.1)
    assert str(told.value) == why


def test_the_answer_of_a_call_is_returned() -> None:
    assert called(lambda: 7) == 7
