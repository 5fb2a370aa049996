"""systemd/setup in a temporary project; fakes of apt, dpkg, sudo and Python record the calls."""

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from tests.rig.pythons import VERSIONS

ROOT = Path(__file__).parents[2]
SETUP = ROOT / "systemd/setup"
COMMON = ROOT / "systemd/common.sh"
CONSTRAINTS = ROOT / "systemd/constraints.txt"

STAND_INS = {
    "dpkg-query": """
        for last; do :; done
        case "$last" in *t64) grep -qx "$last" "$NOTES/renamed" || exit 1 ;; esac
        grep -qx "$last" "$NOTES/absent" && exit 1
        printf installed
        """,
    "apt-get": """
        echo "apt-get $*" >>"$NOTES/asked"
        case "$*" in *update*) touch "$NOTES/updated" ;; esac
        test ! -e "$NOTES/stale" || test -e "$NOTES/updated"
        """,
    "id": 'cat "$NOTES/uid"',
    "sudo": "exit 1",
    "npm": """
        test ! -e "$NOTES/no-npm" || exit 127
        case "$*" in install*) ;; *) exit 0 ;; esac
        test ! -e "$NOTES/npm-fails" || { echo "no way to the packages" >&2; exit 1; }
        echo "npm $*" >>"$NOTES/asked"
        for wanted; do case "$wanted" in @*@*)
            folder=.venv/micropython/node_modules/${wanted%@*}
            mkdir -p "$folder" && echo "{\\"version\\": \\"${wanted##*@}\\"}" >"$folder/package.json" ;;
        esac; done
        """,
    "python": """
        case "$*" in
        "-c import sys; sys.exit"*) test ! -e "$NOTES/old-python" ;;
        -c*) echo 3.11.7 ;;
        -VV) echo Python 3.11.7 ;;
        "-m venv"*) echo "$*" >>"$NOTES/asked"; mkdir -p .venv/bin; cp "$0" .venv/bin/python ;;
        "-m pip"*)
            echo "$*" >>"$NOTES/asked"
            case "$*" in *" uv "*) cp "${PYTHON%/*}/uv" .venv/bin/uv ;; esac ;;
        esac
        """,
    "uv": """
        case "$*" in
        "python install"*) echo "uv $*" >>"$NOTES/asked"; test ! -e "$NOTES/no-way" ;;
        "python find"*) for last; do :; done; echo "$UV_PYTHON_INSTALL_DIR/$last/bin/python" ;;
        esac
        """,
    **dict.fromkeys(
        (f"python{version}" for version in VERSIONS),
        """
        ! grep -qx "${0##*/}" "$NOTES/absent" && echo "$0"
        """,
    ),
}


class FreshMachine:
    """A copy of the set-up script in an empty project, on a machine that is described by files."""

    def __init__(self, folder: Path) -> None:
        self.project, self.notes, self._bin = folder / "project", folder / "notes", folder / "bin"
        for made in (self.project / "systemd", self.notes, self._bin):
            made.mkdir(parents=True)
        for script in (SETUP, COMMON):
            shutil.copy(script, self.project / "systemd")
        self.change("systemd/constraints.txt", "kivy==2.3.1\n")
        self.change("pyproject.toml", "")
        self.note("absent", "")
        self.note("renamed", "")
        self.note("uid", "1000")
        for name, script in STAND_INS.items():
            (self._bin / name).write_text(f"#!/bin/sh\n{script}\n")
            (self._bin / name).chmod(0o755)

    def change(self, name: str, text: str) -> None:
        (self.project / name).write_text(text)

    def note(self, name: str, text: str = "") -> None:
        (self.notes / name).write_text(text + "\n")

    def run(self, *arguments: str) -> "subprocess.CompletedProcess[str]":
        """Run the script; the calls of the fakes are in ``asked``."""
        (self.notes / "asked").write_text("")
        environment = {
            "PATH": f"{self._bin}:/usr/bin:/bin",
            "NOTES": str(self.notes),
            "PYTHON": str(self._bin / "python"),
        }
        script = self.project / "systemd/setup"
        return subprocess.run([script, *arguments], env=environment, capture_output=True, text=True, check=False)

    @property
    def pythons(self) -> list[str]:
        """The interpreters found, each after its version."""
        return (self.project / ".venv/pythons.txt").read_text().splitlines()

    @property
    def asked(self) -> list[str]:
        return (self.notes / "asked").read_text().splitlines()


@pytest.fixture
def machine(tmp_path: Path) -> FreshMachine:
    return FreshMachine(tmp_path)


def test_the_first_run_makes_the_environment_and_the_second_has_nothing_to_do(machine: FreshMachine) -> None:
    assert machine.run("dev").returncode == 0
    assert [words.split()[1] for words in machine.asked] == ["venv", "pip", "pip"]
    again = machine.run("dev")
    assert (again.returncode, again.stdout, again.stderr, machine.asked) == (0, "", "", [])


@pytest.mark.parametrize("name", ["pyproject.toml", "systemd/constraints.txt"])
def test_changed_dependencies_are_installed_into_the_same_environment(machine: FreshMachine, name: str) -> None:
    machine.run("dev")
    machine.change(name, "changed\n")
    assert machine.run("dev").returncode == 0
    assert [words.split()[1] for words in machine.asked] == ["pip", "pip"]
    assert all("-c systemd/constraints.txt" in words for words in machine.asked)


def test_without_rights_the_exact_command_is_printed_and_the_rest_is_done(machine: FreshMachine) -> None:
    machine.note("absent", "libegl1\nlibmtdev1")
    ended = machine.run("dev")
    assert ended.returncode == 0
    assert "sudo apt-get install libegl1 libmtdev1\n" in ended.stderr
    assert [words.split()[1] for words in machine.asked] == ["venv", "pip", "pip"]


def test_root_gets_only_the_missing_system_libraries_installed(machine: FreshMachine) -> None:
    machine.note("uid", "0")
    machine.note("absent", "libegl1\nxserver-xorg-core")
    machine.run("dev")
    installs = [words for words in machine.asked if words.startswith("apt-get")]
    assert [words.split(" -y ")[1] for words in installs] == ["libegl1"]


def test_a_library_that_is_there_under_the_name_it_has_in_trixie_is_not_missing(machine: FreshMachine) -> None:
    machine.note("uid", "0")
    machine.note("absent", "libmtdev1")
    machine.note("renamed", "libmtdev1t64")
    assert machine.run("dev").returncode == 0
    assert not any(words.startswith("apt-get") for words in machine.asked)


def test_the_rig_brings_the_x_server_too(machine: FreshMachine) -> None:
    machine.note("uid", "0")
    machine.note("absent", "xserver-xorg-core")
    machine.run("dev", "--rig")
    assert machine.asked[0].endswith("install --no-install-recommends -y xserver-xorg-core")


def test_the_rig_brings_micropython_once(machine: FreshMachine) -> None:
    machine.run("dev")
    assert not any(words.startswith("npm") for words in machine.asked)
    machine.run("dev", "--rig")
    (install,) = (words for words in machine.asked if words.startswith("npm"))
    assert re.search(r"--prefix \.venv/micropython @micropython/[\w-]+@[\d.]+$", install)
    again = machine.run("dev", "--rig")
    assert (again.returncode, machine.asked) == (0, [])


def test_the_rig_finds_every_python_that_the_kiosk_supports(machine: FreshMachine) -> None:
    assert machine.run("dev", "--rig").returncode == 0
    assert [line.split()[0] for line in machine.pythons] == list(VERSIONS)
    assert all(line.endswith(f"/bin/python{line.split()[0]}") for line in machine.pythons)


def test_a_python_that_is_missing_is_downloaded(machine: FreshMachine) -> None:
    machine.note("absent", "python3.12")
    assert machine.run("dev", "--rig").returncode == 0
    assert [words for words in machine.asked if words.startswith("uv")] == [
        "uv python install --no-progress --no-bin 3.12"
    ]
    assert machine.pythons[1] == f"3.12 {machine.project}/.venv/pythons/3.12/bin/python"


def test_a_python_that_cannot_be_downloaded_is_told(machine: FreshMachine) -> None:
    machine.note("absent", "python3.12")
    machine.note("no-way")
    ended = machine.run("dev", "--rig")
    assert ended.returncode == 0
    assert "without Python 3.12 the packages cannot be tested there" in ended.stderr
    assert [line.split()[0] for line in machine.pythons] == ["3.11", "3.13"]


def test_without_node_the_rest_of_the_rig_is_made_and_the_mend_is_told(machine: FreshMachine) -> None:
    machine.note("no-npm")
    ended = machine.run("dev", "--rig")
    assert ended.returncode == 0
    assert "sudo apt-get install nodejs npm && systemd/setup dev --rig\n" in ended.stderr


def test_what_npm_complains_of_is_not_hidden(machine: FreshMachine) -> None:
    machine.note("npm-fails")
    ended = machine.run("dev", "--rig")
    assert ended.returncode == 1
    assert ended.stderr.startswith("no way to the packages\nsystemd/setup: npm could not install @micropython/")


def test_stale_package_lists_are_renewed_once(machine: FreshMachine) -> None:
    machine.note("uid", "0")
    machine.note("absent", "libegl1")
    machine.note("stale")
    assert machine.run("dev").returncode == 0
    assert ["update" in words for words in machine.asked if words.startswith("apt-get")] == [False, True, False]


def test_a_python_that_does_not_fit_is_named(machine: FreshMachine) -> None:
    machine.note("old-python")
    ended = machine.run("dev")
    assert ended.returncode == 1
    assert "is no Python 3.11 to 3.13" in ended.stderr


@pytest.mark.parametrize("arguments", [[], ["prod"], ["dev", "--rigg"], ["dev", "--rig", "more"]])
def test_unknown_words_get_the_usage_and_change_nothing(machine: FreshMachine, arguments: list[str]) -> None:
    ended = machine.run(*arguments)
    assert (ended.returncode, machine.asked) == (2, [])
    assert ended.stderr.startswith("usage: sudo systemd/setup appliance")


def test_every_dependency_is_pinned_to_one_version_and_nothing_names_a_registry() -> None:
    lines = [line for line in CONSTRAINTS.read_text().splitlines() if not line.startswith("#")]
    pinned = {_normal(re.fullmatch(r"([\w.-]+)==[\w.]+", line)[1]) for line in lines}  # type: ignore[index]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["dev"]
    assert {_normal(re.split(r"[][><=]", line)[0]) for line in wanted} <= pinned
    assert not any("://" in path.read_text() for path in (SETUP, COMMON, ROOT / "systemd/appliance", CONSTRAINTS))


def _normal(name: str) -> str:
    return re.sub("[-_.]+", "-", name).lower()
