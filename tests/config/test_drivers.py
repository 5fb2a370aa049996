"""A driver that this computer does not have is a warning of ``kiosk config check``: the table may have it."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from hardware.installed_drivers import DriverRole
from kiosk.cli.main import main
from kiosk.config import drivers
from kiosk.config.loader import CONFIGS, parse
from tests.hardware.drivers import Point, provide

GPIO = (CONFIGS / "four_seats.toml").read_text().replace('kind = "simulated"', 'kind = "gpio"\npin_factory = "lgpio"')


def test_drivers_that_are_missing_are_told_with_the_key_the_value_and_the_fix(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("gpiod", "lgpio"):
        monkeypatch.setitem(sys.modules, module, None)
    chip, lamps = drivers.warnings(parse(GPIO))
    assert chip.startswith('hardware.kind: "gpio": on this computer the Python module gpiod 2 is missing: install ')
    assert lamps.startswith('on this computer hardware.pin_factory is "lgpio", and the Python module lgpio is missing')
    assert lamps.endswith('or set hardware.pin_factory to "auto" (lamps are full or dark then)')


def test_simulated_hardware_needs_no_driver(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in ("gpiod", "lgpio"):
        monkeypatch.setitem(sys.modules, module, None)
    assert not list(drivers.warnings(parse(GPIO.replace('"gpio"', '"simulated"'))))


@pytest.mark.parametrize(
    ("store", "line"),
    [
        ("nonsense", "that is no SQLAlchemy address: write it as in postgresql+psycopg://user@server/database"),
        ("mysql+nothing://venue@a/b", "mysql+nothing://venue@a/b: no driver for mysql+nothing ("),
    ],
)
def test_a_results_store_that_cannot_be_opened_here_is_told(
    store: str, line: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "t.toml"
    file.write_text(f'{(CONFIGS / "two_seats.toml").read_text()}\n[records]\nstore = "{store}"\n')
    assert main(["config", "check", str(file)]) == 0
    (warning,) = (text for text in capsys.readouterr().out.splitlines() if "warning" in text)
    assert warning.startswith(f"t.toml: warning: records.store: {line}")


def test_the_drivers_that_are_installed_are_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "t.toml"
    file.write_text(f'{(CONFIGS / "two_seats.toml").read_text()}\n[records]\nstore = "oracle://a/b"\n')
    assert main(["config", "check", str(file)]) == 0
    assert "; installed: sqlite, postgresql+psycopg: install its driver" in capsys.readouterr().out


def test_a_driver_of_another_package_that_cannot_be_loaded_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(
        monkeypatch, Point(DriverRole.BUTTONS, "own", ImportError("no smbus")), Point(DriverRole.LAMPS, "strip", dict)
    )
    told = (
        '[hardware]\nbuttons = "own"\nlamps = "strip"\n[hardware.options.strip]\nleds = 3\n[hardware.options.stripe]\n'
    )
    broken, useless = drivers.warnings(parse(f"{(CONFIGS / 'two_seats.toml').read_text()}\n{told}"))
    assert broken.startswith(
        'hardware.buttons: "own": on this computer the driver own of ligretto-own 1.0 does not work'
    )
    assert "ImportError: no smbus" in broken
    assert useless == "hardware.options.stripe: means nothing: no driver of this name is chosen"
