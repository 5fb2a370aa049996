"""The examples, imported from their folders, and installed as users would install them."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.game_registry import registry
from kiosk.journal.codec import codec_of
from tests.rig.shared import Shared

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
    monkeypatch.setattr(registry, "_BROKEN", {})
    registry.entries.cache_clear()
    yield ENTRY.name
    monkeypatch.undo()
    registry.entries.cache_clear()
    registry.part.cache_clear()
    codec_of.cache_clear()


@pytest.fixture(scope="session")
def installed(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the game; a kiosk with it on its PYTHONPATH finds the game."""
    return _installed(shared, tmp_path_factory.mktemp("site"), DOMINOES)


@pytest.fixture(scope="session")
def installed_hardware(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder into which pip has installed the keyboard matrix and the LED strip."""
    return _installed(shared, tmp_path_factory.mktemp("site"), *HARDWARE)


def _installed(shared: Shared, site: Path, *packages: Path) -> Path:
    """Return the folder with these packages; one process of a run lets pip install them for all."""
    for name, content in shared.get("examples", packages, lambda: _by_pip(packages)).items():
        (site / name).parent.mkdir(parents=True, exist_ok=True)
        (site / name).write_bytes(content)
    return site


def _by_pip(packages: tuple[Path, ...]) -> dict[str, bytes]:
    """Return the files that pip installs, by their names."""
    ignored = shutil.ignore_patterns("__pycache__")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        sources = [str(shutil.copytree(package, folder / package.name, ignore=ignored)) for package in packages]
        pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-build-isolation", "--no-compile"]
        subprocess.run([*pip, "--target", str(folder / "site"), *sources], check=True)
        files = (file for file in (folder / "site").rglob("*") if file.is_file())
        return {str(file.relative_to(folder / "site")): file.read_bytes() for file in files}
