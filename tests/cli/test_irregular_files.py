"""Devices, pipes, sockets and endless files in place of a file: each command says so in a line, and ends."""

from __future__ import annotations

import os
import resource
import shutil
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from kiosk.cli import main
from kiosk.config.loader import CONFIGS
from kiosk.journal.file import JournalFile
from kiosk.system.ending import USAGE

pytestmark = [pytest.mark.timeout(30), pytest.mark.usefixtures("no_window")]

KINDS: Final = {
    "zero": "it is a device",
    "urandom": "it is a device",
    "fifo": "it is a pipe",
    "socket": "it is a socket",
    "folder": "it is a folder",
    "sparse": "it is larger than",
}
FILES: Final = [kind for kind in KINDS if kind != "folder"]
"""For commands that take a folder as well."""

MEMORY: Final = 400 << 20
"""Bytes that a command may need at most."""


@pytest.fixture
def put() -> Iterator[Callable[[str, Path], Path]]:
    """Return a function that makes something of a kind at a path."""
    with ExitStack() as open_sockets:

        def make(kind: str, path: Path) -> Path:
            path.parent.mkdir(parents=True, exist_ok=True)
            if kind == "fifo":
                os.mkfifo(path)
            elif kind == "socket":
                here = os.open(path.parent, os.O_RDONLY)  # the name of a socket must be short
                open_sockets.callback(os.close, here)
                listening = open_sockets.enter_context(closing(socket.socket(socket.AF_UNIX)))
                listening.bind(f"/proc/self/fd/{here}/{path.name}")
            elif kind == "folder":
                path.mkdir()
            elif kind == "sparse":
                with path.open("wb") as sparse:
                    sparse.truncate(10 << 30)
            else:
                path.symlink_to(f"/dev/{kind}")
            return path

        yield make


class Said(NamedTuple):
    """The outcome of a command: its status, and what it printed."""

    status: int
    out: str
    err: str


@pytest.fixture
def kiosk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Said]:
    """Return a runner of ``kiosk`` with a state folder of its own, which must not need much memory."""
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path / "run"))
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Said:
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        status = main.main([*map(str, arguments)])
        assert (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) << 10 < MEMORY
        return Said(status, *capsys.readouterr())

    return run


Put = Callable[[str, Path], Path]
Kiosk = Callable[..., Said]


def refused(said: Said, kind: str) -> None:
    """Check that a command said in one line what is wrong."""
    assert (said.status, said.err.count("\n")) == (USAGE, 1), said
    assert KINDS[kind] in said.err


@pytest.mark.parametrize("kind", FILES)
@pytest.mark.parametrize("options", [[], ["1"], ["--list"], ["1", "--print"]])
def test_as_a_journal(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str, options: list[str]) -> None:
    refused(kiosk("replay", put(kind, tmp_path / "it"), *options), kind)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", ["journal-000001.sqlite", "journal-000001.sqlite-wal"])
def test_in_the_journal_s_folder(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str, name: str) -> None:
    folder = tmp_path / "state" / "journal"
    folder.mkdir(parents=True)
    if name.endswith("-wal"):
        JournalFile(folder / "journal-000001.sqlite").close()
        (folder / name).unlink(missing_ok=True)
    put(kind, folder / name)
    for command in (["replay"], ["replay", "--list"], ["venue", "--once"]):
        said = kiosk(*command)
        assert said.status == 1
        assert f"{name}: cannot be read ({KINDS[kind]}" in said.out + said.err
    said = kiosk("scores")
    assert said.status == 0
    assert KINDS[kind] in said.err
    if not name.endswith("-wal"):
        assert kiosk("report", tmp_path / "report.zip").status == 0
    refused(kiosk("backup", tmp_path), kind)


@pytest.mark.parametrize("kind", ["zero", "urandom", "fifo", "socket", "folder"])
def test_as_the_results_store(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    put(kind, tmp_path / "state" / "results.sqlite")
    refused(kiosk("scores"), kind)
    assert kiosk("venue", "--once").status == 1
    assert kiosk("report", tmp_path / "report.zip").status == 0
    refused(kiosk("backup", tmp_path), kind)
    config = tmp_path / "table.toml"
    address = f"[records]\nstore = 'sqlite:///{tmp_path / 'state' / 'results.sqlite'}'\n"
    config.write_text((CONFIGS / "two_seats.toml").read_text() + address)
    refused(kiosk("scores", "--config", config), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_as_a_checkpoint(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    refused(kiosk("simulate", "--rounds", "1", "--workers", "1", "--checkpoint", put(kind, tmp_path / "it")), kind)


@pytest.mark.parametrize("kind", FILES)
def test_as_a_backup(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    said = kiosk("restore", put(kind, tmp_path / "it"))
    assert (said.status, said.err.count("\n")) == (USAGE, 1)
    assert "there is no backup of a kiosk" in said.err


@pytest.mark.parametrize("kind", KINDS)
def test_as_the_manifest_of_a_backup_or_a_file_in_it(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "service.toml").write_text("[sound]\n")
    (tmp_path / "stick").mkdir()
    kiosk("backup", tmp_path / "stick")
    (backup,) = (tmp_path / "stick").iterdir()
    for name in ("service.toml", "manifest.json"):
        (backup / name).rename(tmp_path / "aside")
        put(kind, backup / name)
        for options in (["--check"], []):
            said = kiosk("restore", *options, backup)
            assert (said.status, said.err.count("\n")) == (USAGE, 1)
            assert name in said.err or "there is no backup" in said.err
        shutil.rmtree(backup / name) if kind == "folder" else (backup / name).unlink()
        (tmp_path / "aside").rename(backup / name)
    assert kiosk("restore", "--check", backup).status == 0


@pytest.mark.parametrize("kind", KINDS)
def test_as_a_configuration(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    file = put(kind, tmp_path / "it")
    refused(kiosk("config", "check", file), kind)
    refused(kiosk("config", "show", file), kind)
    refused(kiosk("pinout", "--config", file), kind)
    refused(kiosk("scores", "--config", file), kind)
    refused(kiosk("venue", "--once", "--config", file), kind)
    refused(kiosk("backup", tmp_path, "--config", file), kind)
    refused(kiosk("first-boot", "--to", tmp_path, "--config", file), kind)
    said = kiosk("doctor", "--config", file)
    assert said.status == 1
    assert KINDS[kind] in said.out
    assert kiosk("report", tmp_path / "report.zip", "--config", file).status == 0


@pytest.mark.parametrize("kind", KINDS)
def test_as_other_files_to_be_read(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    file = put(kind, tmp_path / "it")
    refused(kiosk("referee", file), kind)
    refused(kiosk("report", "--notes", file), kind)
    refused(kiosk("first-boot", "--to", tmp_path, "--ssh-key", file), kind)


def test_as_standard_input(kiosk: Kiosk, monkeypatch: pytest.MonkeyPatch) -> None:
    with Path("/dev/zero").open() as endless:
        monkeypatch.setattr("sys.stdin", endless)
        refused(kiosk("referee", "-"), "sparse")


@pytest.mark.parametrize("kind", ["zero", "urandom", "fifo", "socket"])
def test_as_the_file_of_a_report(kiosk: Kiosk, put: Put, tmp_path: Path, kind: str) -> None:
    file = put(kind, tmp_path / "it")
    refused(kiosk("report", file), kind)
    assert file.exists()
    assert not file.is_file()
