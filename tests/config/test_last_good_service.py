"""Services start with the last good configuration if the current one cannot be used; a developer gets the error."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware import api
from hardware.api import HardwareError
from kiosk import protocol as msg
from kiosk.cli import table
from kiosk.cli.main import main
from kiosk.cli.settings import INSTEAD
from kiosk.config.last_good import keep
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import Settings
from kiosk.faults.fault import Fault, english
from kiosk.protocol.client import ask_health
from kiosk.system import paths
from tests.benchmarks.processes import running, until

TWO = CONFIGS / "two_seats.toml"
BAD = {
    "syntax": "[[seat]\n",
    "pins": TWO.read_text().replace("stop_pin = 17", "stop_pin = 27", 1),
    "half a file": TWO.read_text().partition("stop_pin = ")[0] + "stop_pin = ",
    "nothing": "",
}


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("KIOSK_STATE_DIR", "KIOSK_RUNTIME_DIR"):
        monkeypatch.setenv(name, str(tmp_path))


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Settings, Fault | None]]:
    """The settings and faults that tables were started with; none of them really starts."""
    started: list[tuple[Settings, Fault | None]] = []

    def run_table(settings: Settings, _socket: Path, _seed: int | None, told: Fault | None, _file: Path | None) -> int:
        started.append((settings, told))
        return 0

    monkeypatch.setattr(table, "run_table", run_table)
    return started


def bad_file(folder: Path, what: str) -> Path:
    file = folder / "table.toml"
    if what in BAD:
        file.write_text(BAD[what])
        assert main(["config", "check", str(file)]) == 2
    return file


@pytest.mark.parametrize("what", [*BAD, "no file"])
def test_a_service_starts_with_the_last_good_one_and_says_so(
    what: str, tmp_path: Path, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    keep(load(TWO))
    file = bad_file(tmp_path, what)
    capsys.readouterr()
    assert main(["table", "--last-good", "--config", str(file)]) == 0
    assert started == [(load(TWO), INSTEAD)]
    log = capsys.readouterr().err
    assert "table.toml" in log, "what is wrong, and where"
    assert english(INSTEAD) in log


@pytest.mark.parametrize("what", [*BAD, "no file"])
def test_a_developer_gets_the_error(what: str, tmp_path: Path, started: list[Any]) -> None:
    keep(load(TWO))
    assert main(["table", "--config", str(bad_file(tmp_path, what))]) == 2
    assert started == []


def test_without_a_last_good_one_a_service_says_what_is_wrong_with_the_one_that_there_is(
    tmp_path: Path, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["table", "--last-good", "--config", str(bad_file(tmp_path, "syntax"))]) == 2
    told = capsys.readouterr().err
    assert "table.toml: line 1" in told
    assert "There is no last good configuration either" in told
    assert started == []


GONE = '\n[game]\nkind = "dominoes"\nrounds = 7\npresets = { dominoes = "usual" }\n'
NOT_INSTALLED = Fault("configuration.not_installed", {"file": "table.toml", "key": "game.kind", "value": "dominoes"})


@pytest.mark.parametrize("kept", [True, False], ids=["with a last good one", "at the first start"])
def test_without_a_game_that_was_uninstalled_a_service_runs_the_rest_and_says_so(
    kept: bool, tmp_path: Path, started: list[Any], capsys: pytest.CaptureFixture[str]
) -> None:
    """The last good configuration names the game as well."""
    if kept:
        paths.last_good_file().write_text(f"{TWO.read_text()}{GONE}")
    file = tmp_path / "table.toml"
    file.write_text(f"{TWO.read_text()}{GONE}")
    assert main(["table", "--last-good", "--config", str(file)]) == 0
    ((settings, told),) = started
    assert (settings.game.kind, settings.game.rounds) == ("cards", 7)
    assert told == NOT_INSTALLED
    log = capsys.readouterr().err
    assert "game.presets.dominoes" in log, "the log has all that is not installed"
    assert main(["table", "--config", str(file)]) == 2, "a developer gets the errors"


def test_of_the_last_good_one_too_only_what_is_not_installed_is_left_out(tmp_path: Path, started: list[Any]) -> None:
    paths.last_good_file().write_text(f"{TWO.read_text()}{GONE}")
    assert main(["table", "--last-good", "--config", str(bad_file(tmp_path, "syntax"))]) == 0
    ((settings, told),) = started
    assert (settings.game.kind, settings.game.rounds, told) == ("cards", 7, INSTEAD)


def test_a_good_configuration_is_used_and_nothing_is_told(tmp_path: Path, started: list[Any]) -> None:
    keep(load(TWO))
    assert main(["table", "--last-good", "--config", str(CONFIGS / "eight_seats.toml")]) == 0
    assert started == [(load(CONFIGS / "eight_seats.toml"), None)]


def test_pins_that_the_machine_does_not_have_are_a_bad_configuration_too(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(load(TWO))
    tried: list[tuple[Settings, Fault | None]] = []

    def run_table(settings: Settings, _socket: Path, _seed: int | None, told: Fault | None, _file: Path | None) -> int:
        tried.append((settings, told))
        if settings != load(TWO):
            raise HardwareError(api.Fault("chip.missing", {"wanted": "mcp23017"}))
        return 0

    monkeypatch.setattr(table, "run_table", run_table)
    config = ["--config", str(CONFIGS / "eight_seats.toml")]
    assert main(["table", *config]) == 2
    assert main(["table", "--last-good", *config]) == 0
    assert tried[1:] == [(load(CONFIGS / "eight_seats.toml"), None), (load(TWO), INSTEAD)]
    assert "no GPIO chip mcp23017" in capsys.readouterr().err


@pytest.mark.process
def test_a_table_runs_without_a_game_and_waits_for_it(tmp_path: Path) -> None:
    """What is kept as the last good configuration still names the game, which may be installed again."""
    paths.last_good_file().write_text(f"{TWO.read_text()}{GONE}")
    before = paths.last_good_file().read_text()
    file = tmp_path / "table.toml"
    file.write_text(f"{TWO.read_text()}{GONE}")
    with running(tmp_path / "table/sock", "-m", "kiosk", "table", "--last-good", "--config", str(file)):
        until((tmp_path / "table/sock").exists)
        until(lambda: bool(ask_health(tmp_path / "table/sock").faults))
        assert ask_health(tmp_path / "table/sock").faults == (msg.NamedFault("configuration", NOT_INSTALLED),)
    assert paths.last_good_file().read_text() == before


@pytest.mark.process
def test_the_running_table_tells_it_to_the_doctor_and_is_one_as_ever(tmp_path: Path) -> None:
    """Without pins, the table tries the new configuration, then starts with the last good one in the same process."""
    with running(tmp_path / "table/sock", "-m", "kiosk", "table", "--config", str(TWO)):
        until((tmp_path / "table/sock").exists)
        until(paths.last_good_file().exists)
    file = tmp_path / "table.toml"
    file.write_text(f'{TWO.read_text()}\n[hardware]\nkind = "gpio"\n')
    assert main(["config", "check", str(file)]) == 0
    with running(tmp_path / "table/sock", "-m", "kiosk", "table", "--last-good", "--config", str(file)):
        until((tmp_path / "table/sock").exists)
        until(lambda: bool(ask_health(tmp_path / "table/sock").faults))
        health = ask_health(tmp_path / "table/sock")
        doctor = subprocess.run(
            [sys.executable, "-m", "kiosk", "doctor", "--config", str(file)],
            capture_output=True,
            text=True,
            check=False,
        )
    assert health.faults == (msg.NamedFault("configuration", INSTEAD),)
    assert " ".join(english(INSTEAD).split()[:6]) in " ".join(doctor.stdout.split())
