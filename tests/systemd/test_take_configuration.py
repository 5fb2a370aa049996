"""The program that installs a stick's configuration as root, whatever the table has left for it."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.rig.script import FOLDER

SET_UP_THAT = {
    "works": 'cp "$3" "$NOTES/configured"; echo "$*" >"$NOTES/asked"; echo installed >"$OUTCOME"',
    "takes it back": 'echo "$*" >"$NOTES/asked"; echo taken-back >"$OUTCOME"; echo "not ready" >&2; exit 1',
    "cannot begin": 'echo "a warning" >&2; echo "another set-up is under way" >&2; exit 1',
}
STAND_INS = {
    "setpriv": 'echo "$1" >>"$NOTES/users"; while [ "$1" != -- ]; do shift; done; shift; exec "$@"',
    "id": "echo 1000",
}


class Root:
    """The program in a folder, with stand-ins for the set-up, for Python, and for other users."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.release, self._bin = folder / "release", folder / "bin"
        self.proposed = folder / "state/proposed-table.toml"
        for made in (self._bin, folder / "run", folder / "state", self.release / "systemd", self.release / "venv/bin"):
            made.mkdir(parents=True)
        for name, script in STAND_INS.items():
            self._program(self._bin / name, script)
        self._program(self.release / "venv/bin/python", 'echo "$*" >>"$NOTES/python"; cat "$4"')
        for name in ("take-configuration", "proposal.sh"):
            text = (FOLDER / name).read_text()
            for path, here in (("/run", "run"), ("/etc/ligretto-kiosk", "etc"), ("/var/lib/ligretto-kiosk", "state")):
                text = text.replace(f"={path}/", f"={folder}/{here}/").replace(f"-p {path})", f"-p {folder}/{here})")
            text = text.replace(f"{folder}/run/ligretto", f"{folder}/run")
            text = text.replace("PATH=/usr/sbin", f"PATH={self._bin}:/usr/sbin")
            self._program(self.release / "systemd" / name, text.removeprefix("#!/bin/sh\n"))

    def _program(self, file: Path, script: str) -> None:
        file.write_text(f"#!/bin/sh\n{script}\n")
        file.chmod(0o755)

    def run(self, set_up: str) -> list[str]:
        """Run it with a set-up that does this; return the outcome's lines."""
        outcome = self.folder / "run/configuration-outcome"
        self._program(self.release / "systemd/setup", SET_UP_THAT[set_up])
        environment = {"NOTES": str(self.folder), "OUTCOME": str(outcome)}
        subprocess.run([self.release / "systemd/take-configuration"], env=environment, check=True, timeout=60)
        assert [*outcome.parent.iterdir()] == [outcome]
        return outcome.read_text().splitlines()

    def noted(self, name: str) -> str:
        file = self.folder / name
        return file.read_text() if file.exists() else ""


@pytest.fixture
def root(tmp_path: Path) -> Root:
    return Root(tmp_path)


@pytest.mark.parametrize(
    ("set_up", "outcome"),
    [
        ("works", ["installed"]),
        ("takes it back", ["taken-back"]),
        ("cannot begin", ["refused", "another set-up is under way"]),
    ],
)
def test_the_set_up_gets_a_copy_on_trial_and_the_outcome_is_told(root: Root, set_up: str, outcome: list[str]) -> None:
    root.proposed.write_text("# of the stick\n")
    assert root.run(set_up) == outcome
    assert root.noted("configured") == ("# of the stick\n" if set_up == "works" else "")
    assert root.noted("asked").endswith(" --from-stick\n" if set_up != "cannot begin" else "")
    assert root.noted("users").split() == ["--reuid=ligretto-table", "--reuid=nobody"]
    assert not root.proposed.exists()


def _too_large(file: Path) -> None:
    file.write_bytes(b"#" * ((1 << 16) + 1))


@pytest.mark.parametrize(
    "left",
    [
        lambda file: None,
        lambda file: file.touch(),
        lambda file: file.mkdir(),
        os.mkfifo,
        lambda file: file.symlink_to("/etc/hostname"),
        lambda file: file.symlink_to("/dev/zero"),
        _too_large,
    ],
    ids=["nothing", "an empty file", "a folder", "a pipe", "a link", "a link to a device", "too much"],
)
def test_anything_but_one_small_regular_file_is_refused(root: Root, left: Callable[[Path], object]) -> None:
    left(root.proposed)
    word, why = root.run("works")
    assert (word, why) == ("refused", f"{root.proposed} is not one regular file of 1 to 65536 bytes")
    assert (root.noted("python"), root.noted("asked")) == ("", "")
