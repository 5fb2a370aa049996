"""The promises of hardware/README.md about pins, files and commands."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.gpio.header import header_pin
from hardware.gpio.pin_uses import FUNCTIONS
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import Seat
from tests.rig.commands import ALL

README = Path(__file__).parents[2] / "hardware" / "README.md"
TEXT = README.read_text(encoding="utf-8")
PACKAGED = sorted(path.name for path in CONFIGS.glob("*_seats.toml"))


def _pin(pin: int | str | None) -> str:
    return f"GPIO {pin} (pin {header_pin(pin)})" if isinstance(pin, int) else str(pin)


def _row(seat: Seat) -> str:
    return f"| {seat.number} | {seat.edge} | {_pin(seat.stop_pin)} | {_pin(seat.play_pin)} | {_pin(seat.lamp_pin)} |"


def _section(heading: str) -> str:
    found = re.search(rf"^{re.escape(heading)}$(.*?)(?=^#)", TEXT, re.MULTILINE | re.DOTALL)
    assert found, f"there is no {heading!r}"
    return found[1]


@pytest.mark.parametrize("name", PACKAGED)
def test_the_pin_map_is_that_of_the_packaged_configuration(name: str) -> None:
    rows = [line for line in _section(f"### kiosk/config/{name}").splitlines() if re.match(r"\| \d", line)]
    assert rows == [_row(seat) for seat in load(CONFIGS / name).seat]


def test_pins_that_are_kept_for_something_are_named_with_their_place() -> None:
    kept = _section("## Pin map")
    for function, pins in (("eeprom", "0, 1 (27, 28)"), ("i2c", "2, 3 (3, 5)"), ("serial", "14, 15 (8, 10)")):
        assert f"| {pins} |" in kept
        assert FUNCTIONS[function].pins == set(map(int, pins.partition(" (")[0].split(", ")))
    assert "| 7 to 11 (26, 24, 21, 19, 23) |" in kept
    assert [header_pin(pin) for pin in sorted(FUNCTIONS["spi"].pins)] == [26, 24, 21, 19, 23]


def test_every_command_is_one() -> None:
    named = set(re.findall(r"`kiosk ([a-z][a-z-]*)", TEXT))
    assert {"doctor", "pinout", "dice-board", "config"} <= named
    assert named - set(ALL) == set()


def test_every_file_and_place_that_is_pointed_at_is_there() -> None:
    for target in re.findall(r"\]\(([^)]+)\)", TEXT):
        name, _, anchor = target.partition("#")
        assert (README.parent / name).exists(), target
        if anchor:
            led = README.parent / name if name else README
            lines = led.read_text(encoding="utf-8").splitlines()
            headings = [
                re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines if line[:1] == "#"
            ]
            assert anchor in headings
    flashed = re.search(r"mpremote cp (.*) : ", TEXT)
    assert flashed
    assert [name for name in flashed[1].split() if not (README.parent / "firmware" / name).exists()] == []
