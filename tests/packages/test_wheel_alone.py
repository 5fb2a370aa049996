"""The wheel alone, without the source, in a new environment of each Python: a kiosk starts there and is asked.

With the newest Python, the one farthest from that of most developers, a game is played, recorded and counted as well.
Older ones start a kiosk in the slow version only; the oldest is Debian Bookworm's, where
``tests/appliance/test_boot.py`` plays.
"""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Client
from pathlib import Path

import pytest
from PIL import Image

from kiosk import protocol as msg
from kiosk.config.loader import DEFAULT
from kiosk.game.seats import SeatNumber
from tests.packages.conftest import ROOT, Packages
from tests.rig.kiosk_process import KioskProcess
from tests.rig.pythons import VERSIONS, interpreter
from tests.rig.watcher import Watcher
from tests.testing.test_readme_examples import blocks

pytestmark = [
    pytest.mark.long,
    pytest.mark.process,
    pytest.mark.pythons,
    pytest.mark.timeout(600),
    pytest.mark.ui,
]

ONE = SeatNumber(1)
ROUND_S = 240.0
SEED = "12"
"""A short round, of 20 s or so."""
TABLE = '[game]\nrounds = 1\nbots = "master"\n[idle]\nask_s = 900\nleave_s = 1000\n'
"""One round of quick bots, beside a person who only looks on."""


PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
INSTALL = ["install", "--quiet"]
PINNED = ["-c", ROOT / "systemd/constraints.txt"]


def installed(version: str, packages: Packages, folder: Path, *others: object) -> Path:
    """Return the programs of a new environment into which the wheel is installed, and others beside it."""
    environment = folder / "environment"
    subprocess.run([interpreter(version), "-m", "venv", "--without-pip", environment], check=True)
    there = [*PIP, "--python", environment / "bin/python", *INSTALL, "--no-compile"]
    subprocess.run([*there, packages.wheel, *others, *PINNED], check=True, env=_clean())
    return environment / "bin"


@contextmanager
def started(bin_folder: Path, folder: Path) -> Iterator[tuple[KioskProcess, Callable[..., str]]]:
    """A kiosk of that environment, which paints; and a function that runs a command beside it."""
    home = folder / "home"
    home.mkdir()
    table = home / "table.toml"
    table.write_text(f"{DEFAULT.read_text(encoding='utf-8')}\n{TABLE}", encoding="utf-8")
    real = {"PYTHONPATH": "", "KIVY_GL_BACKEND": "", "KIOSK_PAINTING": "", "SDL_VIDEODRIVER": "offscreen"}
    arguments = ["--config", str(table), "--seed", SEED]
    with KioskProcess(home, *arguments, beside=real, program=bin_folder / "kiosk") as kiosk:

        def told(*words: str) -> str:
            done = subprocess.run(
                kiosk.command(*words), env=kiosk.environment, cwd=home, capture_output=True, text=True, check=False
            )
            assert (done.returncode, done.stderr) == (0, ""), words
            return done.stdout

        yield kiosk, told


def _clean() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def play_a_round(kiosk: KioskProcess) -> None:
    """Sit down at seat 1 and let the bots play until there is a result."""
    socket = kiosk.socket("table")
    with Watcher(socket) as watcher, Client(str(socket), family="AF_UNIX") as display:

        def press(button: str) -> None:
            display.send_bytes(msg.encode(msg.PressButton(ONE, button, time.monotonic_ns())))

        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        press("stop")
        watcher.wait_for("the lobby", lambda shown: shown.state == "ready")
        press("play")  # ready
        press("play")  # without waiting for others
        watcher.wait_for("the round", lambda shown: shown.state == "play")
        watcher.wait_for("the result", lambda shown: shown.state == "round_result", ROUND_S)


def a_picture_is_shown(kiosk: KioskProcess, told: Callable[..., str]) -> None:
    told("screenshot", "table.png")
    with Image.open(kiosk.folder / "table.png") as picture:
        assert len(picture.getcolors(picture.width * picture.height)) > 1000


# The first, as it takes longest: what a worker of ``.ci/run`` begins with ends in time.
def test_with_the_newest_python_a_game_is_played_recorded_and_counted(packages: Packages, tmp_path: Path) -> None:
    """And the developers' examples run, those of kiosk/testing/README.md, the game of another package among them."""
    game = shutil.copytree(ROOT / "tests/examples/dominoes", tmp_path / "dominoes")
    bin_folder = installed(VERSIONS[-1], packages, tmp_path, "pytest", game)
    with started(bin_folder, tmp_path) as (kiosk, told):
        assert told("--version").startswith("kiosk 0.")
        assert "table_default" in told("rules")
        assert told("config", "check", str(kiosk.folder / "table.toml")).startswith("table.toml: good\n")
        for kind in ("cards", "dice"):
            assert "mean score" in told("simulate", "--game", kind, "--rounds", "20", "--workers", "1")
        play_a_round(kiosk)
        a_picture_is_shown(kiosk, told)
        assert "comes out as it was recorded" in told("replay", "1")
        lines = csv.DictReader(io.StringIO(told("scores", "rounds", "--csv").removeprefix("\ufeff")))
        assert [line["bot"] for line in lines] == ["false", "true", "true", "true"]
    examples_pass(bin_folder, tmp_path)


def examples_pass(bin_folder: Path, tmp_path: Path) -> None:
    folder = tmp_path / "examples"
    folder.mkdir()
    for number, code in enumerate(blocks("python")):
        (folder / f"test_{number}.py").write_text(code)
    home = {**_clean(), "HOME": str(tmp_path)}
    told = [bin_folder / "python", "-m", "pytest", "-q", "-p", "no:cacheprovider", folder]
    done = subprocess.run(told, cwd=folder, env=home, capture_output=True, text=True, check=False)
    assert re.search(r"^\d+ passed in ", done.stdout, re.MULTILINE), done.stdout + done.stderr  # and none skipped


@pytest.mark.parametrize("version", VERSIONS[1:-1])
def test_an_older_python_reads_every_file_and_has_a_wheel_of_all_that_is_needed(
    version: str, packages: Packages, tmp_path: Path
) -> None:
    with zipfile.ZipFile(packages.wheel) as wheel:
        wheel.extractall(tmp_path)
    compiled = [interpreter(version), "-m", "compileall", "-q", tmp_path / "kiosk", tmp_path / "hardware"]
    subprocess.run(compiled, check=True, env=_clean())
    would = [*PIP, *INSTALL, "--dry-run", "--ignore-installed", "--only-binary=:all:", f"--target={tmp_path / 'there'}"]
    subprocess.run([*would, f"--python-version={version}", packages.wheel, *PINNED], check=True, env=_clean())


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS[:-1])
def test_a_kiosk_of_an_older_python_starts_and_is_asked(version: str, packages: Packages, tmp_path: Path) -> None:
    bin_folder = installed(version, packages, tmp_path)
    with started(bin_folder, tmp_path) as (kiosk, told):
        assert told("--version").startswith("kiosk 0.")
        assert "mean score" in told("simulate", "--rounds", "1", "--workers", "1")
        a_picture_is_shown(kiosk, told)
        told("config", "show", str(kiosk.folder / "table.toml"), "--svg", "plan.svg")
        assert told("scores") == "No named player has results that match.\n"
    gallery = [bin_folder / "kiosk", "gallery", "pictures"]
    done = subprocess.run(gallery, env=_clean(), cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr.startswith("kiosk gallery is for developers")) == (2, True)


@pytest.mark.slow
def test_the_core_is_compiled_where_that_is_asked_for(source: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """``HATCH_BUILD_HOOK_ENABLE_MYPYC=1 pip install .`` in a new environment; it plays as the pure one does.

    Slow, because ``.ci/run`` builds the same wheel (``systemd/setup dev --fast``) and judges the core in it.
    """
    folder = tmp_path_factory.mktemp("compiled") / "environment"
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    versions = dict.fromkeys(("PIP_CONSTRAINT", "PIP_BUILD_CONSTRAINT"), str(ROOT / "systemd/constraints.txt"))
    asked = {"HATCH_BUILD_HOOK_ENABLE_MYPYC": "1"} | versions  # one is for older versions of pip
    pip = [folder / "bin/python", "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-compile", "."]
    subprocess.run(pip, check=True, cwd=source, env=_clean() | asked)

    def told(python: object, *words: str) -> str:
        run = [str(python), *words]
        return subprocess.run(run, cwd=folder, env=_clean(), capture_output=True, text=True, check=True).stdout

    where = "import kiosk.game.cards.round as core; print(core.__file__)"
    assert told(folder / "bin/python", "-c", where).strip().endswith(".so")
    play = ("-m", "kiosk", "simulate", "--rounds", "50", "--workers", "1", "--seed", "3", "--json")
    assert told(folder / "bin/python", *play) == told(sys.executable, *play)
