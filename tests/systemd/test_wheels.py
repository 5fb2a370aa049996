"""Nothing is built on a Raspberry Pi: each package of an appliance has a wheel that it can install."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterable
from importlib.metadata import requires
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

pytestmark = pytest.mark.long  # asks the package index: the usual run of the tests needs no network

ROOT = Path(__file__).parents[2]
PIP = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--dry-run", "--ignore-installed"]
WHEELS = [*PIP, "--quiet", "--no-deps", "--only-binary=:all:"]


class System(NamedTuple):
    """64-bit Raspberry Pi OS or Debian for arm64, from pip's point of view."""

    name: str
    python: str
    glibc: int
    """The x of glibc's version 2.x."""

    def __str__(self) -> str:
        return f"Python {self.python}, aarch64, glibc 2.{self.glibc} ({self.name})"

    @property
    def options(self) -> list[str]:
        """Options for pip to select packages for that system."""
        manylinux = [f"manylinux_2_{glibc}_aarch64" for glibc in range(self.glibc, 16, -1)]
        platforms = [*manylinux, "manylinux2014_aarch64", "linux_aarch64"]
        return [f"--python-version={self.python}", *(f"--platform={platform}" for platform in platforms)]

    @property
    def evaluated(self) -> dict[str, str]:
        """The environment for markers of requirements without extras."""
        return {**self.markers, "extra": ""}

    @property
    def markers(self) -> dict[str, str]:
        """The environment markers of that system; pip would use those of the Python that it runs in."""
        return {
            "implementation_name": "cpython",
            "os_name": "posix",
            "platform_machine": "aarch64",
            "platform_python_implementation": "CPython",
            "platform_system": "Linux",
            "python_full_version": self.python,
            "python_version": self.python.rpartition(".")[0],
            "sys_platform": "linux",
        }


BOOKWORM = System("Bookworm", "3.11.2", 36)
TRIXIE = System("Trixie", "3.13.5", 41)


@pytest.fixture(scope="module", autouse=True)
def _index() -> None:
    if subprocess.run([*WHEELS, "--retries=0", "babel"], capture_output=True, check=False).returncode:
        pytest.skip("pip finds no packages: connect this machine to the network")


def asked_for() -> list[Requirement]:
    """Return the requirements of pyproject.toml for an appliance."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(line) for line in [*project["dependencies"], *project["optional-dependencies"]["gpio"]]]


def pinned(names: Iterable[str]) -> list[str]:
    """Return these packages with their versions, as arguments for pip."""
    lines = (ROOT / "systemd/constraints.txt").read_text().splitlines()
    pins: dict[str, str] = {canonicalize_name(line.split("==")[0]): line for line in lines if "==" in line}
    assert not set(names) - set(pins), f"not in systemd/constraints.txt: {sorted(set(names) - set(pins))}"
    return sorted(pins[name] for name in names)


def wheels(system: System, packages: list[str], report: Path) -> list[dict[str, Any]]:
    """Return the metadata of the wheels that pip would install; ``AssertionError`` names the packages without one."""

    def ask(*these: str) -> bool:
        command = [*WHEELS, *system.options, f"--target={report.parent}", f"--report={report}", *these]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0

    if not ask(*packages):
        raise AssertionError(f"no wheel for {system}: {', '.join(one for one in packages if not ask(one))}")
    return [found["metadata"] for found in json.loads(report.read_text())["install"]]


def needed_here(system: System) -> list[Requirement]:
    """Return the requirements as the packages installed here tell them: most likely all, so that pip is asked once."""
    found, open_ = dict[str, Requirement](), asked_for()
    while open_:
        one = open_.pop()
        if canonicalize_name(one.name) not in found and (not one.marker or one.marker.evaluate(system.evaluated)):
            found[canonicalize_name(one.name)] = one
            open_ += map(Requirement, requires(one.name) or ())
    return [*found.values()]


@pytest.mark.parametrize("system", [BOOKWORM, TRIXIE], ids=lambda system: system.name)
def test_each_package_of_an_appliance_has_a_wheel_for_a_raspberry_pi(system: System, tmp_path: Path) -> None:
    needed, level = set[str](), needed_here(system)
    assert {one.name for one in asked_for()} <= {one.name for one in level}
    while new := {canonicalize_name(requirement.name) for requirement in level} - needed:
        assert not any(requirement.extras for requirement in level), "extras of packages are not looked for yet"
        needed |= new
        found = wheels(system, pinned(new), tmp_path / "report.json")
        assert {canonicalize_name(metadata["name"]) for metadata in found} == new
        requirements = (Requirement(line) for metadata in found for line in metadata.get("requires_dist", []))
        level = [one for one in requirements if not one.marker or one.marker.evaluate(system.evaluated)]
    assert {"kivy", "msgspec"} <= needed


def test_a_package_that_a_raspberry_pi_would_have_to_build_is_told(tmp_path: Path) -> None:
    packages = pinned(["lgpio", "babel"])
    assert len(wheels(BOOKWORM, packages, tmp_path / "report.json")) == 2
    with pytest.raises(AssertionError) as told:
        wheels(TRIXIE, packages, tmp_path / "report.json")
    assert str(told.value) == "no wheel for Python 3.13.5, aarch64, glibc 2.41 (Trixie): lgpio==0.2.2.0"
