"""The examples, imported from their folders, and installed as users would install them."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.game_registry import registry

EXAMPLES = Path(__file__).parent
DOMINOES = EXAMPLES / "dominoes"
HARDWARE = EXAMPLES / "keyboard_matrix", EXAMPLES / "led_strip"
sys.path += map(str, (DOMINOES, *HARDWARE))


@pytest.fixture
def registered(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Register the game in this process and return its name."""
    from ligretto_dominoes import ENTRY  # noqa: PLC0415  the path is known by now

    class Point:
        name, value = ENTRY.name, "ligretto_dominoes:ENTRY"

        @staticmethod
        def load() -> object:
            return ENTRY

    monkeypatch.setattr(registry, "entry_points", lambda **_: (Point,))
    registry.entries.cache_clear()
    yield ENTRY.name
    monkeypatch.undo()
    registry.entries.cache_clear()
    registry.part.cache_clear()


@pytest.fixture(scope="session")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the game; a kiosk with it on its PYTHONPATH finds the game."""
    return _installed(tmp_path_factory.mktemp("dominoes"), DOMINOES)


@pytest.fixture(scope="session")
def installed_hardware(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the keyboard matrix and the LED strip."""
    return _installed(tmp_path_factory.mktemp("hardware"), *HARDWARE)


def _installed(folder: Path, *packages: Path) -> Path:
    ignored = shutil.ignore_patterns("__pycache__")
    sources = [str(shutil.copytree(package, folder / package.name, ignore=ignored)) for package in packages]
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), *sources], check=True)
    return folder / "site"
