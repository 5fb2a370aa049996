"""Checkpoints: a simulation goes on where it was interrupted, with the same numbers; no other simulation does."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from kiosk.cli import simulate
from kiosk.cli.main import main
from kiosk.simulator.run import WorkersLostError
from tests.rig.kiosk_process import LIMIT
from tests.rig.waiting import wait_for

DICE = ["simulate", "--game", "dice", "--players", "2", "--workers", "1", "--json", "--rounds"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "checkpoint.json"


@pytest.fixture
def breaks(monkeypatch: pytest.MonkeyPatch) -> Callable[[BaseException], None]:
    """Return a function after which a simulation breaks off when it has played 30 rounds."""

    def arrange(error: BaseException) -> None:
        def broken(_: Any) -> Any:
            def play(work: Any, chunks: Any) -> Any:
                for _part in range(3):
                    yield work(chunks.take(1))
                raise error

            return play

        monkeypatch.setattr(simulate, "players", broken)

    return arrange


def played(rounds: int, *options: str) -> int:
    return main([*DICE, str(rounds), *options])


def test_an_interrupted_simulation_goes_on_with_the_same_numbers(
    file: Path,
    breaks: Callable[[BaseException], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert played(100) == 0
    whole = capsys.readouterr().out
    breaks(KeyboardInterrupt())
    assert played(100, "--checkpoint", str(file)) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err == f"{file}: 30 of 100 rounds; the same command goes on from there\n"
    monkeypatch.undo()
    assert played(100, "--checkpoint", str(file)) == 0
    assert capsys.readouterr().out == whole


def test_without_a_checkpoint_ctrl_c_ends_quietly(
    breaks: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    breaks(KeyboardInterrupt())
    assert played(100) == 130
    assert capsys.readouterr().err == ""


def test_lost_workers_leave_a_checkpoint(
    file: Path, breaks: Callable[[BaseException], None], capsys: pytest.CaptureFixture[str]
) -> None:
    breaks(WorkersLostError("all gone"))
    assert played(100, "--checkpoint", str(file)) == 2
    assert capsys.readouterr().err.splitlines()[0] == "all gone"
    assert json.loads(file.read_bytes())["result"]["done"] == 30
    assert played(100) == 2
    assert capsys.readouterr().err == "all gone\n"


def test_more_rounds_are_added_to_those_of_a_checkpoint(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(60) == 0
    whole = capsys.readouterr().out
    assert played(20, "--checkpoint", str(file)) == played(60, "--checkpoint", str(file)) == 0
    assert capsys.readouterr().out.endswith(whole)
    assert played(20, "--checkpoint", str(file)) == 2
    assert "has 60 rounds already: give --rounds 60 or more" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("other", "told"),
    [
        (["--seed", "2"], "seed: 1, not 2"),
        (["--bots", "random"], 'bots: ["greedy","greedy"], not ["random","random"]'),
        (["--extra", "1,0"], "options.extra: null, not [1,0]"),
        (["--sweep", "rounds_per_player=1,2"], "variants: "),
        (["--preset", "wuerfel_schmidt"], "variants: "),
    ],
)
def test_a_checkpoint_of_another_simulation_is_refused(
    other: list[str], told: str, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert played(10, "--checkpoint", str(file)) == 0
    before = file.read_bytes()
    assert played(10, "--checkpoint", str(file), *other) == 2
    said = capsys.readouterr().err
    assert told in said
    assert "give another file, or delete this one" in said
    assert file.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"{}", b"[1]", b"\xff", b'{"simulation": {}, "result": {"done": 1}}'])
def test_a_file_that_is_no_checkpoint_is_refused_and_kept(
    content: bytes, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file.write_bytes(content)
    assert played(10, "--checkpoint", str(file)) == 2
    assert "is no checkpoint of kiosk simulate" in capsys.readouterr().err
    assert file.read_bytes() == content


def test_a_checkpoint_that_cannot_be_written_is_told_at_once(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "folder").write_text("a file")
    for path in (tmp_path, tmp_path / "folder" / "checkpoint"):
        assert played(10**9, "--checkpoint", str(path)) == 2
        assert f"--checkpoint {path}: cannot be" in capsys.readouterr().err


@pytest.mark.process
def test_a_killed_simulation_goes_on_from_its_latest_checkpoint(file: Path) -> None:
    command = [sys.executable, "-m", "kiosk", *DICE, "1000000", "--checkpoint", str(file)]
    with subprocess.Popen(command) as simulation:
        try:
            wait_for("a checkpoint", file.exists, LIMIT, lambda: simulation.poll() is None, 0.02)
        finally:
            simulation.send_signal(signal.SIGKILL)
    done = json.loads(file.read_bytes())["result"]["done"]
    assert 0 < done < 1_000_000
    assert played(done + 1, "--checkpoint", str(file)) == 0
    assert json.loads(file.read_bytes())["result"]["done"] == done + 1


@pytest.mark.process
@pytest.mark.parametrize(
    ("signals", "status"), [([signal.SIGINT] * 3, 130), ([signal.SIGTERM], 130), ([signal.SIGKILL], -signal.SIGKILL)]
)
def test_a_simulation_ends_with_its_processes_however_it_is_ended(
    signals: list[signal.Signals], status: int, file: Path
) -> None:
    """A second Ctrl-C left it waiting for its processes for ever, and SIGTERM left them behind."""
    command = [sys.executable, "-m", "kiosk", *DICE, "1000000", "--workers", "2", "--checkpoint", str(file)]
    with subprocess.Popen(command, start_new_session=True, stderr=subprocess.PIPE, text=True) as simulation:
        try:
            wait_for("a checkpoint", file.exists, LIMIT, lambda: simulation.poll() is None, 0.02)
            processes = children_of(simulation.pid)
            assert len(processes) >= 2
            for one in signals:
                with contextlib.suppress(ProcessLookupError):
                    simulation.send_signal(one) if one is signal.SIGKILL else os.killpg(simulation.pid, one)
            assert simulation.wait(LIMIT) == status
        finally:
            simulation.kill()
        wait_for("the processes are gone", lambda: not any(map(runs, processes)), LIMIT, lambda: True, 0.02)
        assert simulation.stderr is not None
        said = simulation.stderr.read()
    assert "Traceback" not in said
    assert signals == [signal.SIGKILL] or "the same command goes on from there" in said


def children_of(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children")
    return [*map(int, children.read_text().split())]


def runs(process: int) -> bool:
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
