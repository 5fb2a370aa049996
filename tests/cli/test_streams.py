"""Standard streams that are full or closed, in every command: a line on standard error, and no traceback."""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.cli import streams
from kiosk.cli.common import say, say_text
from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS
from kiosk.protocol import client
from kiosk.results.store import open_store
from kiosk.system import paths
from tests.rig.commands import ALL, RUNNABLE
from tests.rig.kiosk_process import LIMIT, KioskProcess, environment_of
from tests.rig.waiting import wait_for

FULL = "standard output: cannot be written (No space left on device)\n"

PRINTING = (
    "scene",
    "state",
    "lamps --watch",
    "doctor",
    "doctor --json",
    f"config check {CONFIGS / 'two_seats.toml'}",
    "config show",
    "pinout",
    "rules",
    "rules table_default",
    "simulate --rounds 1 --workers 1",
    "simulate --rounds 1 --workers 1 --json",
    "replay {unended}",
    "replay --list",
    "replay {unended} 1",
    "replay {unended} 1 --print",
    "replay {unended} 1 --step",
    "replay {unended} 1 --scenario -",
    "dice-board monitor {port} --seconds 1",
    "dice-board simulate",
    "referee {scenario}",
    "scores",
    "scores --csv",
    "scores rounds",
    "scores even Ada Bob --rounds 100 --workers 1",
    "scores players",
    "scores audit",
    "scores person Ada",
    "scores rebuild",
    "scores delete-player Ada --yes",
    "scores void round-1 --reason test",
    "scores unvoid round-1",
    "scores reset --reason test --yes",
    "scores retry",
    "venue --once",
    "venue staff",
    "venue backup {hall}",
    "venue restore {hall}",
    "backup {stick}",
    "restore {backup}",
    "report {folder}",
    "pin set --random",
    "pin remove",
    "first-boot --to {boot} --timezone UTC",
)
"""Commands that print something, with placeholders for what ``machine`` has."""

QUIET = {"gallery", "screenshot", "press", "touch", "drive"} | {
    f"dice-board {do}" for do in ("throw", "plug", "unplug", "fault", "repair")
}
"""Commands that print nothing if they succeed."""
ON_A_SERVER = {"venue adopt", "venue database"}
"""Commands that print nothing without a PostgreSQL server."""
GO_ON = {"", "capture", "dev", "rim", "table", "display", "venue serve", "uplink"}
"""Programs that must not end because of their output. (``venue`` is one without ``--once``.)"""


def run_on_full_disk(monkeypatch: pytest.MonkeyPatch, words: list[str]) -> int:
    """Run a command in this process, with a full disk as standard output; return its status."""
    with open("/dev/full", "wb") as full, monkeypatch.context() as patch:  # noqa: PTH123
        patch.setattr(sys, "stdout", streams.reporting(full.fileno(), None))
        return main(words)


def test_every_command_is_tried() -> None:
    tried = {max((name for name in RUNNABLE if f"{line} ".startswith(f"{name} ")), key=len) for line in PRINTING}
    assert tried | QUIET | ON_A_SERVER | GO_ON == set(RUNNABLE)


@pytest.mark.parametrize("line", PRINTING)
def test_a_full_disk_is_told_in_one_line(
    line: str, machine: dict[str, str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    if "{backup}" in line:
        main(["backup", machine["stick"]])
        capsys.readouterr()
        machine["backup"] = machine["stick"]
    if "{hall}" in line:
        open_store("", paths.hall_file()).close()
        main(["venue", "backup", machine["hall"]])
        capsys.readouterr()
    assert run_on_full_disk(monkeypatch, shlex.split(line.format_map(machine))) == 1
    assert capsys.readouterr().err == FULL


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("option", ["--help", "--version"])
def test_a_full_disk_is_told_instead_of_help_and_version(
    name: str, option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run_on_full_disk(monkeypatch, [*name.split(), option]) == 1
    assert capsys.readouterr().err == FULL


# ------------------------------------------------------------ encodings

SIGNS = ("doctor", "pinout", "rules --language he table_default", "simulate --rounds 1 --workers 1", "scores players")
"""Commands that print more than ASCII: arrows, units, other scripts, tables."""


@pytest.mark.parametrize("encoding", ["ascii", "iso8859-1"])
@pytest.mark.parametrize("line", [*SIGNS, "scores rounds", "simulate --help"])
def test_whatever_a_terminals_encoding_lacks_is_printed_in_ascii(
    encoding: str, line: str, machine: dict[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = tmp_path / "told"
    with told.open("wb") as file, monkeypatch.context() as patch:
        like = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
        patch.setattr(sys, "stdout", streams.reporting(file.fileno(), like))
        with contextlib.suppress(SystemExit):
            assert main(shlex.split(line.format_map(machine))) in {0, 1}  # the doctor finds faults here
        sys.stdout.flush()
    printed = told.read_text(encoding=encoding)
    assert len(printed) > 50


@pytest.mark.parametrize(
    ("text", "ascii_"),
    [
        ("└─┘ 1 ± 2 → 330 Ω", "+-+ 1 +- 2 -> 330 Ohm"),
        ('{"name": "Zoë 🎲"}', r'{"name": "Zo\u00eb \ud83c\udfb2"}'),
        ("שלום", r"\u05e9\u05dc\u05d5\u05dd"),
    ],
)
def test_names_are_escaped_as_in_json_and_signs_of_ours_become_similar_ones(
    text: str, ascii_: str, tmp_path: Path
) -> None:
    told = tmp_path / "told"
    with told.open("wb") as file:
        say(text, streams.reporting(file.fileno(), io.TextIOWrapper(io.BytesIO(), encoding="ascii")))
    assert told.read_text() == f"{ascii_}\n"
    if text.startswith("{"):
        assert json.loads(ascii_) == json.loads(text)


def test_directions_that_an_encoding_lacks_are_left_out(tmp_path: Path) -> None:
    told = tmp_path / "told"
    with told.open("wb") as file:
        stream = streams.reporting(file.fileno(), io.TextIOWrapper(io.BytesIO(), encoding="ascii"))
        say_text("\u2068Zoe\u2069: \u200f12", stream, directed=True)
    assert told.read_text() == "Zoe: 12\n"


# ------------------------------------------------------------ real processes


def kiosk(line: str, redirected: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command in a shell, with its streams redirected."""
    command = f"{shlex.quote(sys.executable)} -m kiosk {line} {redirected}"
    return subprocess.run(
        ["sh", "-c", command], env=os.environ | environment, check=False, capture_output=True, text=True, timeout=60
    )


BUFFERS = [("rules table_default", ""), ("--help", "1")]
"""Commands with and without Python's buffer, in which short texts would wait for the end of the process."""


@pytest.mark.process
@pytest.mark.parametrize(("line", "unbuffered"), BUFFERS)
@pytest.mark.parametrize(
    ("redirected", "status", "told"),
    [
        (">/dev/full", 1, FULL),
        (">&-", 1, "standard output: cannot be written (Bad file descriptor)\n"),
        (">/dev/full 2>/dev/full", 1, ""),
        (">&- 2>&-", 1, ""),
        ("2>/dev/full >/dev/null", 0, ""),
        ("2>&- >/dev/null", 0, ""),
    ],
)
def test_streams_that_are_full_or_closed(line: str, redirected: str, status: int, told: str, unbuffered: str) -> None:
    done = kiosk(line, redirected, PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stdout, done.stderr) == (status, "", told)


@pytest.mark.process
def test_an_error_that_cannot_be_told_keeps_its_status() -> None:
    for redirected in ("2>/dev/full", "2>&-"):
        done = kiosk("screenshot table.jpg", redirected)
        assert (done.returncode, done.stdout, done.stderr) == (2, "", "")


@pytest.mark.process
def test_a_closed_input_is_an_empty_one(tmp_path: Path) -> None:
    done = kiosk("pin set --stdin", "<&-", KIOSK_STATE_DIR=str(tmp_path))
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.process
@pytest.mark.parametrize(("line", "unbuffered"), BUFFERS)
def test_a_reader_that_has_read_enough_gets_no_traceback(line: str, unbuffered: str) -> None:
    done = kiosk(line, "| true", PYTHONUNBUFFERED=unbuffered)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.process
def test_no_file_takes_the_place_of_a_closed_stream() -> None:
    """Otherwise a library that writes to standard error would write into the journal."""
    program = (
        "import os; from kiosk.cli import streams; streams.guard(); file = open(os.devnull);"
        " os.write(9, str(file.fileno()).encode())"
    )
    with subprocess.Popen(
        ["sh", "-c", f"exec {shlex.quote(sys.executable)} -c {shlex.quote(program)} 9>&1 <&- >&- 2>&-"],
        stdout=subprocess.PIPE,
    ) as process:
        said, _ = process.communicate(timeout=60)
    assert int(said) > 2


def until(what: str, found: Callable[[], bool], process: subprocess.Popen[bytes]) -> None:
    wait_for(what, found, LIMIT, lambda: process.poll() is None, 0.01)


@pytest.mark.process
def test_a_table_goes_on_without_its_log(tmp_path: Path) -> None:
    """And without streams; a full disk under its log: the test of a whole kiosk."""
    command = f"exec {shlex.quote(sys.executable)} -m kiosk table >&- 2>&-"
    with subprocess.Popen(["sh", "-c", command], env=environment_of(tmp_path, None)) as table:
        try:
            socket = tmp_path / "table/sock"
            until("the table's socket", socket.exists, table)
            for _ in range(3):  # each connection writes to the log
                assert client.ask_health(socket, LIMIT)
        finally:
            table.terminate()
        assert table.wait(LIMIT) == 0


@pytest.mark.process
@pytest.mark.ui
def test_a_kiosk_goes_on_without_its_log(tmp_path: Path) -> None:
    with KioskProcess(tmp_path, log=Path("/dev/full")) as kiosk_process:
        before = kiosk_process.child("table"), kiosk_process.child("display")
        kiosk_process.wait_for("a scene of the table", lambda scene: scene)
        assert (kiosk_process.child("table"), kiosk_process.child("display")) == before


def imported(store: Path) -> set[str]:
    """Return the rounds in a store, which may just be being made."""
    with closing(sqlite3.connect(f"file:{store}?mode=ro", uri=True)) as read, contextlib.suppress(sqlite3.Error):
        return {name for (name,) in read.execute("SELECT id FROM rounds")}
    return set()


def answers(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port)):
        return True
    return False


@pytest.mark.process
def test_results_are_imported_without_a_log(played: Path) -> None:
    """`kiosk venue` prints every import to standard output."""
    command = f"exec {shlex.quote(sys.executable)} -m kiosk venue >/dev/full 2>/dev/full"
    with subprocess.Popen(["sh", "-c", command]) as venue:
        try:
            until("the list of imported files", (played / "state" / "results.sqlite").exists, venue)
            until("its import", lambda: "round-1" in imported(played / "state" / "results.sqlite"), venue)
            assert venue.poll() is None
        finally:
            venue.send_signal(signal.SIGTERM)
        assert venue.wait(LIMIT) == 0


@pytest.mark.process
@pytest.mark.parametrize("line", ["rim", "venue serve"])
def test_pages_are_served_without_a_log(line: str, tmp_path: Path) -> None:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = f"exec {shlex.quote(sys.executable)} -m kiosk {line} --port {port} >/dev/full 2>/dev/full"
    with subprocess.Popen(["sh", "-c", command], env={**os.environ, "KIOSK_STATE_DIR": str(tmp_path)}) as server:
        try:
            until("an answer", lambda: answers(port), server)
        finally:
            server.terminate()


@pytest.mark.process
@pytest.mark.parametrize("locale", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0"}])
def test_a_locale_that_is_not_utf8_gives_no_traceback(locale: dict[str, str], tmp_path: Path) -> None:
    done = kiosk("pinout", "", KIOSK_STATE_DIR=str(tmp_path), PYTHONUTF8="0", **locale)
    assert done.returncode == 0
    assert "330 Ohm" in done.stdout
    assert done.stderr == ""
