"""Virtual machines for the tests: an appliance that was set up once, started from a disk of the test's own."""

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from PIL import Image

from tests.rig.vm.appliance import CALM, Start, VirtualTable, configuration, installed, kernel
from tests.rig.vm.kernel import Kernel

PICTURES = "KIOSK_PICTURES"
"""A folder: what the screens show is kept there, for people to look at."""
BOARD = "LDR-SEAT-4"


@pytest.fixture(scope="session")
def started_with() -> Kernel:
    """Tree, kernel and modules of the machines."""
    return kernel()


@pytest.fixture(scope="session")
def disk(started_with: Kernel, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The disk of an appliance with four seats, pins, a panel, and a dice board at seat 4.

    It is calm: an emulated processor would do nothing but draw what flies while nobody plays.
    """
    folder = tmp_path_factory.mktemp("disk")
    yield installed(folder, started_with, configuration(board=BOARD, more=CALM))
    shutil.rmtree(folder)


@pytest.fixture
def machine(started_with: Kernel, disk: Path, tmp_path: Path) -> Iterator[Start]:
    """Makes a machine with a copy of the disk."""
    with ExitStack() as made:

        def make(**options: object) -> VirtualTable:
            for file in disk.parent.iterdir():
                if file.is_file():
                    copy = tmp_path / file.name
                    subprocess.run(["cp", "--reflink=auto", "--sparse=always", str(file), str(copy)], check=True)
            return made.enter_context(VirtualTable(tmp_path, started_with, tmp_path / disk.name, **options))

        yield make
    shutil.rmtree(tmp_path)


@pytest.fixture
def table(machine: Start) -> VirtualTable:
    """One that shows the attract state."""
    table = machine()
    table.boot()
    table.wait_until_shown("attract")
    return table


@pytest.fixture
def keep(request: pytest.FixtureRequest) -> Callable[[str, Image.Image], None]:
    """Keeps a picture for whoever has asked for pictures."""
    folder = os.environ.get(PICTURES)

    def save(name: str, picture: Image.Image) -> None:
        if folder:
            Path(folder).mkdir(parents=True, exist_ok=True)
            picture.save(Path(folder) / f"{request.node.name}-{name}.png")

    return save
