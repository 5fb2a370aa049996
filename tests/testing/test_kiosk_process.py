"""The processes of a kiosk for tests: its children, its environment, and what a failure shows."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.protocol.client import NotRunning
from kiosk.testing.kiosk_process import KioskProcess, environment_of

pytestmark = pytest.mark.process


@pytest.fixture(scope="module")
def kiosk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[KioskProcess]:
    """A kiosk of another program, with a variable of its own and without another."""
    command = ("env", "BY_PROGRAM=1", sys.executable, "-m", "kiosk")
    beside = {"OWN": "1", "KIVY_NO_ARGS": ""}
    kiosk = KioskProcess(tmp_path_factory.mktemp("kiosk"), "--seed", "1", command=command, beside=beside)
    yield kiosk
    kiosk.close()


def state_of(pid: int) -> str:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]


def test_a_kiosk_of_another_program_has_its_variables(kiosk: KioskProcess) -> None:
    environment = Path(f"/proc/{kiosk.pid}/environ").read_bytes().split(b"\0")
    assert {b"BY_PROGRAM=1", b"OWN=1", b"KIVY_GL_BACKEND=mock"} <= set(environment)
    assert not any(variable.startswith(b"KIVY_NO_ARGS") for variable in environment)


def test_children_are_frozen_and_killed_and_nothing_is_left(kiosk: KioskProcess) -> None:
    display, table = kiosk.child("display"), kiosk.child("table")
    assert display
    assert table
    assert kiosk.child("replay") is None
    with kiosk.frozen("table"):
        kiosk.wait("it stands still", lambda: state_of(table) == "T")
    kiosk.wait("it goes on", lambda: state_of(table) != "T")
    assert kiosk.kill("display") == display
    kiosk.wait("another display", lambda: kiosk.child("display") not in (None, display) and kiosk.scene_values())
    assert kiosk.child("table") == table
    with pytest.raises(AssertionError, match=r"it never comes: not within 0\.1 s\noutput:\n(.|\n)*joined"):
        kiosk.wait("it never comes", lambda: None, 0.1)
    assert "failed to compile" not in kiosk.output()
    kiosk.close()
    with pytest.raises(NotRunning):
        kiosk.scene_values()
    with pytest.raises(ProcessLookupError):
        os.kill(table, 0)


def test_a_kiosk_that_ends_at_once_says_why(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=r"the kiosk starts: kiosk has ended with 2\n(.|\n)*no\.toml"):
        KioskProcess(tmp_path, "--config", "no.toml", log=tmp_path / "another.log")
    assert (tmp_path / "another.log").stat().st_size


def test_the_environment_is_not_that_of_the_developers_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setenv("KIVY_WINDOW", "x11")
    monkeypatch.setenv("LIKE_ANY_OTHER", "1")
    environment = environment_of(tmp_path, None)
    assert environment.keys().isdisjoint({"DISPLAY", "KIVY_WINDOW"})
    assert (environment["LIKE_ANY_OTHER"], environment["HOME"]) == ("1", str(tmp_path))
    assert environment_of(tmp_path, ":7")["DISPLAY"] == ":7"
    assert environment_of(tmp_path, None, Path("/short"))["KIOSK_RUNTIME_DIR"] == "/short"
