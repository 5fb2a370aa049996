"""The emulated GPIO chips report what they do not support, and behave like wires."""

from __future__ import annotations

import importlib.util
import shutil
from pathlib import Path

import pytest

from tests.rig import gpiochip
from tests.rig.gpiochip import Chip, EmulatedChips

SPEC = importlib.util.find_spec("json")


@pytest.fixture(autouse=True)
def _everything_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(importlib.util, "find_spec", lambda _name: SPEC)


def test_a_machine_that_has_everything_misses_nothing() -> None:
    assert gpiochip.missing() is None


def test_a_missing_compiler_is_told_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda _name: None)
    assert "no gcc" in (reason := gpiochip.missing() or "")
    assert "systemd/setup dev --rig" in reason


def test_a_missing_library_is_told_with_its_mend(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "gpiod" else SPEC)
    assert gpiochip.missing() == "Python modules are missing (gpiod): run systemd/setup dev"


@pytest.mark.gpiochip
def test_a_line_that_nobody_has_is_not_watched_and_puts_nothing_out(tmp_path: Path) -> None:
    with EmulatedChips(tmp_path, [Chip(), Chip(3, "mcp23017", 16)]) as chips:
        chips.press(4)
        assert not chips.watched(4)
        assert chips.output(15, chip=3) is None
        with pytest.raises(AssertionError, match=r"nobody watches the lines \[4\] of chip 0"):
            chips.wait_watched(4, limit=0)
