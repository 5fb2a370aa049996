"""The example game, imported from its folder, and installed as users would install it."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.game_registry import registry

DOMINOES = Path(__file__).parent / "dominoes"
sys.path.append(str(DOMINOES))


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
    folder = tmp_path_factory.mktemp("dominoes")
    source = shutil.copytree(DOMINOES, folder / "source", ignore=shutil.ignore_patterns("__pycache__"))
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*pip, "--target", str(folder / "site"), str(source)], check=True)
    return folder / "site"
