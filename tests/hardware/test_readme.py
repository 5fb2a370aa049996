"""The promises of hardware/README.md about pins, files and commands, and of BUYING.md about sizes and numbers."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from hardware.gpio.header import header_pin
from hardware.gpio.pin_uses import FUNCTIONS
from kiosk.config import fit_check
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import SeatConfig
from kiosk.drawings.lamp_wiring import LampWiring
from tests.rig.commands import ALL

README = Path(__file__).parents[2] / "hardware" / "README.md"
BUYING = README.with_name("BUYING.md")
TEXT = README.read_text(encoding="utf-8")
SEATS = {2: "two", 3: "three", 4: "four", 6: "six", 8: "eight", 12: "twelve"}
PACKAGED = sorted(path.name for path in CONFIGS.glob("*_seats.toml"))


def _pin(pin: int | str | None) -> str:
    return f"GPIO {pin} (pin {header_pin(pin)})" if isinstance(pin, int) else str(pin)


def _row(seat: SeatConfig) -> str:
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


def _table(heading: str) -> list[list[str]]:
    """Return the rows of the first table below a heading of BUYING.md, without its head."""
    found = re.search(rf"(?ms)^## {heading}$.*?^\|[^\n]*\n\|[-|]+\n(.*?)^(?!\|)", BUYING.read_text(encoding="utf-8"))
    assert found, heading
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in found[1].splitlines()]


def _screen_for(name: str, room: float) -> str:
    """Return the smallest usual screen at which each person has this much edge."""
    text = (CONFIGS / f"{name}_seats.toml").read_text()
    for inches in fit_check.SCREENS:
        settings = parse(f"{text}\n[table]\ndiagonal_mm = {inches * fit_check.INCH}\n")
        if min(fit_check.edge_each(settings).values()) >= room:
            return f"{inches} inches"
    return "none"


def test_the_sizes_of_tables_are_those_that_the_check_of_a_configuration_tells() -> None:
    told = {int(row[0]): row[2:] for row in _table("The size of the table")}
    assert told.keys() == SEATS.keys()
    for seats, name in SEATS.items():
        if seats > 2:  # two have no neighbours
            wanted = [_screen_for(name, room) for room in fit_check.ROOMS.values()]
            assert [cell.partition(";")[0] for cell in told[seats]] == wanted, seats


def test_the_list_has_as_many_parts_as_the_tables_are_wired_with() -> None:
    rows = {
        row[0].partition(",")[0]: [cell if cell.isdigit() else "0" for cell in row[1:7]] for row in _table("The list")
    }
    for column, name in enumerate(SEATS.values()):
        settings = load(CONFIGS / f"{name}_seats.toml")
        buttons, lamps = 2 * len(settings.seat), LampWiring(settings)
        expanders = [part for part in lamps.parts if "MCP23017" in part]
        wanted = {
            "Stop button with LED lamp": len(settings.seat),
            "Play button": len(settings.seat),
            "330 Ω": buttons,
            "2.2 kΩ": buttons,
            "ESD clamp of four lines": -(-buttons // 4),
            "ULN2803A (DIP-18) and socket": len(lamps.drivers),
            "MCP23017 (DIP-28) and socket": len(expanders),
            "100 nF": len(expanders),
            "screw terminals": len(settings.seat),
        }
        assert {part: rows[part][column] for part in wanted} == {part: str(count) for part, count in wanted.items()}


def test_every_command_is_one() -> None:
    named = set(re.findall(r"`kiosk ([a-z][a-z-]*)", TEXT + BUYING.read_text(encoding="utf-8")))
    assert {"doctor", "pinout", "dice-board", "config"} <= named
    assert named - set(ALL) == set()


@pytest.mark.parametrize("document", [README, BUYING], ids=lambda path: path.stem)
def test_every_file_and_place_that_is_pointed_at_is_there(document: Path) -> None:
    for target in re.findall(r"\]\(([^)]+)\)", document.read_text(encoding="utf-8")):
        name, _, anchor = target.partition("#")
        assert (README.parent / name).exists(), target
        if anchor:
            led = README.parent / name if name else document
            lines = led.read_text(encoding="utf-8").splitlines()
            headings = [
                re.sub(r"[^\w -]", "", line.lstrip("# ").lower()).replace(" ", "-") for line in lines if line[:1] == "#"
            ]
            assert anchor in headings
    flashed = re.search(r"mpremote cp (.*) : ", TEXT)
    assert flashed
    assert [name for name in flashed[1].split() if not (README.parent / "firmware" / name).exists()] == []
