"""The examples of hardware/YOUR_OWN.md are parts of files that the tests run; its configuration is a valid one."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.installed_drivers import DriverRole
from kiosk.config.drivers import warnings
from kiosk.config.loader import CONFIGS, parse
from kiosk.testing import contracts
from tests.hardware.drivers import Point, provide

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "hardware/YOUR_OWN.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(?:python)?\n(.*?)^```$", TEXT)
TAKEN = [block for block in BLOCKS if block.startswith("# tests/")]


@pytest.mark.parametrize("block", TAKEN, ids=[block.partition("\n")[0] for block in TAKEN])
def test_an_example_is_part_of_the_file_that_it_names(block: str) -> None:
    name, _, code = block.removeprefix("# ").partition("\n")
    assert f"\n{code}" in (ROOT / name).read_text(encoding="utf-8")


def test_the_configuration_is_valid(monkeypatch: pytest.MonkeyPatch) -> None:
    (written,) = (block for block in BLOCKS if block not in TAKEN)
    names = {DriverRole.BUTTONS: "keyboard_matrix", DriverRole.LAMPS: "led_strip"}
    provide(monkeypatch, *(Point(role, name, dict) for role, name in names.items()))
    four = (CONFIGS / "four_seats.toml").read_text()
    settings = parse(four.replace('[hardware]\nkind = "simulated"', written))
    assert settings.hardware.drivers() == names
    assert set(settings.hardware.options) == set(names.values())
    assert list(warnings(settings)) == []


def test_the_tables_are_complete() -> None:
    assert set(re.findall(r"`(\w+Contract)`", TEXT)) == {
        name for name in contracts.__all__ if name.endswith("Contract")
    }
    assert set(re.findall(r"(?m)^\| `(\w+)` \| `(ligretto_kiosk\.\w+)` \|", TEXT)) == {
        (role.value, role.group) for role in DriverRole
    }


def test_every_file_and_place_that_is_pointed_at_is_there() -> None:
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"(?m)^#+ (.*)$", TEXT)}
    targets = re.findall(r"\]\(([^)]+)\)", TEXT)
    paths = re.findall(r"`((?:tests|hardware|kiosk)/[\w/.]+)`", TEXT)
    assert targets
    assert paths
    for target in targets:
        name, _, anchor = target.partition("#")
        assert not name or (ROOT / "hardware" / name).exists(), target
        assert not anchor or anchor in headings, target
    for path in paths:
        assert (ROOT / path).exists(), path
