"""The drawing of the header's wiring: every pin is in it, and text and drawing agree."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest

from hardware.gpio.header import HEADER, header_pin
from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.drawings.pinout import draw, text, uses

SVG = "{http://www.w3.org/2000/svg}"
PACKAGED = sorted(CONFIGS.glob("*.toml"))
LETTER = 0.62  # the maximum average width of a letter, in font sizes
MIXED = """
[hardware]
uses = ["serial"]
[[seat]]
number = 3
edge = "south"
stop_pin = 17
play_pin = 27
lamp_pin = "mcp23017:12"
[[seat]]
number = 2
edge = "north"
stop_pin = 4
lamp_pin = 22
"""


def test_the_text_says_of_every_pin_what_is_wired_there() -> None:
    told = text(parse(MIXED)).splitlines()
    pins = [line.split() for line in told[:20]]
    assert pins[0] == ["3V3", "1", "|", "2", "5V"]
    assert pins[1] == ["I2C", "GPIO", "2", "3", "|", "4", "5V"]
    assert pins[3] == ["seat", "2", "Stop", "GPIO", "4", "7", "|", "8", "GPIO", "14", "the", "serial", "console"]
    assert pins[5] == ["seat", "3", "Stop", "GPIO", "17", "11", "|", "12", "GPIO", "18", "free"]
    assert pins[6] == ["seat", "3", "Play", "GPIO", "27", "13", "|", "14", "GND"]
    assert pins[7] == ["seat", "2", "Lamp", "GPIO", "22", "15", "|", "16", "GPIO", "23", "free"]
    assert told[20:23] == ["", "mcp23017:", "  line 12  seat 3 Lamp"]


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_the_text_fits_a_window_of_90_columns(path) -> None:
    assert 40 < max(map(len, text(load(path)).splitlines())) <= 90


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_the_drawing_names_every_pin_and_what_is_wired_there(path) -> None:
    settings = load(path)
    root = ET.fromstring(draw(settings, path.stem))  # noqa: S314  our own
    titles = {title.text for title in root.iter(f"{SVG}title")}
    assert {title.split(":")[0] for title in titles} == {f"Pin {pin.number}" for pin in HEADER}
    for pin, use in uses(settings).items():
        if isinstance(pin, int):
            assert f"Pin {header_pin(pin)}: GPIO {pin}, {use.words}" in titles
        else:
            texts = [element.text for element in root.iter(f"{SVG}text")]
            assert texts.count(f"line {pin.line}") == 1
            assert texts.count(use.words) == 1


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_nothing_of_the_drawing_leaves_the_paper(path) -> None:
    root = ET.fromstring(draw(load(path), path.stem))  # noqa: S314  our own
    _left, _top, width, height = map(float, root.get("viewBox", "").split())
    written = list(root.iter(f"{SVG}text"))
    assert len(written) > len(HEADER)
    for element in written:
        x, y, size = (float(element.get(key, "nan")) for key in ("x", "y", "font-size"))
        wide = len(element.text or "") * size * LETTER
        left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        assert left >= 0
        assert left + wide <= width, element.text
        assert size <= y <= height


def test_two_expanders_are_listed_one_by_one() -> None:
    told = text(parse(MIXED.replace("lamp_pin = 22", 'lamp_pin = "gpiochip5:1"')))
    assert "gpiochip5:\n  line  1  seat 2 Lamp\n\nmcp23017:\n  line 12  seat 3 Lamp" in told


def test_the_command_prints_the_text_and_saves_the_drawing(tmp_path, capsys) -> None:
    config, drawing = tmp_path / "my.toml", tmp_path / "my.svg"
    config.write_text(MIXED)
    assert main(["pinout", "--config", str(config), "--svg", str(drawing)]) == 0
    assert capsys.readouterr().out == text(parse(MIXED)) + "\n"
    assert drawing.read_text() == draw(parse(MIXED), "my")


def test_a_drawing_that_cannot_be_saved_is_told(tmp_path, capsys) -> None:
    assert main(["pinout", "--svg", str(tmp_path / "absent" / "my.svg")]) == 2
    assert "cannot be written" in capsys.readouterr().err
