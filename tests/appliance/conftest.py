"""Machines for the tests: new ones, and one that is already set up as an appliance, with a match running."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.rig.appliance import DISPLAY, TABLE, Appliance, source


@pytest.fixture
def fresh(tmp_path: Path) -> Iterator[Appliance]:
    """A new machine: Debian, booted, and the source of the kiosk."""
    with Appliance(tmp_path) as machine:
        machine.boot()
        yield machine
    shutil.rmtree(tmp_path)  # half a gigabyte


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The files written by setting up an appliance and playing on it until the plug is pulled."""
    folder = tmp_path_factory.mktemp("installed")
    with Appliance(folder) as machine:
        machine.boot()
        ended = machine.set_up()
        assert ended.returncode == 0, ended.stdout + ended.stderr
        machine.play()
        machine.pull_the_plug()
    yield machine.written  # unmounted by now
    shutil.rmtree(folder)


@pytest.fixture
def newer(tmp_path: Path) -> Path:
    """A version to upgrade to, which a test may also break."""
    return source(tmp_path / "newer", "0.1.1")


@pytest.fixture
def appliance(tmp_path: Path, installed: Path, newer: Path) -> Iterator[Appliance]:
    """An appliance with a running match; ``newer`` is at ``/newer``."""
    folder = tmp_path / "machine"
    folder.mkdir()
    with Appliance(folder, over=[installed], newer=newer) as machine:
        machine.boot()
        machine.wait_until_active(TABLE, DISPLAY)
        machine.play()
        yield machine
    shutil.rmtree(folder)
