"""Packages of others: a broken one hides no other, and what a call into one does ends nobody."""

from __future__ import annotations

import logging
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import pytest

from hardware.other_packages import ForeignError, called, entry_points, tried
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


def test_packages_are_looked_through_only_for_a_group_that_a_file_names_or_that_cannot_be_read(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    package = installed_package(tmp_path, "good", "NAME = 5", GOOD)
    monkeypatch.syspath_prepend(package)
    groups: list[str] = []

    def points_of(group: str) -> None:
        monkeypatch.setattr(metadata, "distributions", lambda: groups.append(group) or ())
        entry_points(group=group)

    points_of("of_nobody")
    points_of(GROUP)
    file = package / "good-1.0.dist-info/entry_points.txt"
    file.unlink()
    file.mkdir()
    points_of("of_nobody")
    assert groups == [GROUP, "of_nobody"]


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


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: os._exit(0), r"ends the program \(exit status 0\)"),
        (lambda: os.kill(os.getpid(), signal.SIGKILL), r"ends the program \(SIGKILL\)"),
        (signal.pause, "not returned within 0.2 s"),
        (lambda: (subprocess.Popen(["sleep", "1"]), os._exit(3)), r"ends the program \(exit status 3\)"),
    ],
    ids=["exits", "dies", "hangs", "leaves a child"],
)
def test_what_would_end_or_freeze_the_program_does_so_in_a_copy(call: Callable[[], object], why: str) -> None:
    with pytest.raises(ForeignError, match=why):
        tried(call, 0.2 if call is signal.pause else 30.0)


@pytest.mark.parametrize("call", [lambda: os.write(1, b"unseen"), _raises(SystemExit(3)), _raises(ValueError())])
def test_what_returns_or_raises_is_no_concern_of_the_copy(
    capfd: pytest.CaptureFixture[str], call: Callable[[], object]
) -> None:
    files, children = _open_files(), _children()
    tried(call)
    assert (_open_files(), _children() - children) == (files, set())
    assert capfd.readouterr() == ("", "")


def _open_files() -> int:
    return len([*Path("/proc/self/fd").iterdir()])


def _children() -> set[str]:
    """The process's children, those of other tests among them, ended or not."""
    return {pid for task in Path("/proc/self/task").iterdir() for pid in (task / "children").read_text().split()}
