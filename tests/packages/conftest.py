"""The packages for an index: the sdist, and the wheel built from that."""

from __future__ import annotations

import subprocess
import sys
import tarfile
import tempfile
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple
from zipfile import ZipFile

import pytest

from tests.rig.shared import Shared

ROOT = Path(__file__).parents[2]


class Packages(NamedTuple):
    """The files of a release."""

    sdist: Path
    wheel: Path

    def contents(self) -> dict[str, bytes]:
        """Return the files in the wheel by their names."""
        with ZipFile(self.wheel) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}

    def metadata(self) -> Message:
        """Return the wheel's metadata; its payload is the description."""
        (text,) = (text for name, text in self.contents().items() if name.endswith(".dist-info/METADATA"))
        return Parser().parsestr(text.decode())


@pytest.fixture(scope="session")
def packages(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Packages:
    """The files of a release; one process of a run builds them for all."""
    folder = tmp_path_factory.mktemp("packages")
    for name, content in shared.get("packages", "packages", _built).items():
        (folder / name).write_bytes(content)
    (sdist,), (wheel,) = folder.glob("*.tar.gz"), folder.glob("*.whl")
    return Packages(sdist, wheel)


def _built() -> dict[str, bytes]:
    with tempfile.TemporaryDirectory() as folder:
        build = [sys.executable, "-m", "build", "--quiet", "--outdir", folder, str(ROOT)]
        done = subprocess.run(build, capture_output=True, text=True, check=False, timeout=300)
        assert done.returncode == 0, done.stdout + done.stderr
        return {file.name: file.read_bytes() for file in Path(folder).iterdir()}


@pytest.fixture
def source(packages: Packages, tmp_path: Path) -> Path:
    """The unpacked sdist."""
    with tarfile.open(packages.sdist) as tar:
        tar.extractall(tmp_path, filter="data")  # as installers do
    (folder,) = tmp_path.iterdir()
    return folder
