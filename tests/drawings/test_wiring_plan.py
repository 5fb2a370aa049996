"""The wiring plan: every pin with its parts and its end, every lamp on its way through the chips, nothing overlaps."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest

from hardware.api import ChipLine
from hardware.gpio.header import header_pin
from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import Settings
from kiosk.drawings.lamp_wiring import LampWiring
from kiosk.drawings.wiring_plan import draw

SVG = "{http://www.w3.org/2000/svg}"
PACKAGED = sorted(CONFIGS.glob("*.toml"))
LETTER = 0.58  # the average width of a letter, in font sizes
ODD = """
[hardware]
uses = ["serial"]
[[seat]]
number = 3
edge = "south"
stop_pin = 2
play_pin = 27
lamp_pin = 22
[[seat]]
number = 2
edge = "north"
stop_pin = 4
"""
ELSEWHERE = ODD.replace("stop_pin = 2\n", "stop_pin = 17\n") + 'lamp_pin = "gpiochip2:3"\n'


def _drawn(settings: Settings) -> ET.Element:
    return ET.fromstring(draw(settings, "table"))  # noqa: S314  our own


def _texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def _box(element: ET.Element) -> tuple[float, float, float, float]:
    x, y, size = (float(element.get(key, "nan")) for key in ("x", "y", "font-size"))
    wide = len(element.text or "") * size * LETTER
    left = x - {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
    return left, y - 0.75 * size, left + wide, y + 0.2 * size


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_every_button_is_led_to_its_terminals(path) -> None:
    settings = load(path)
    texts = _texts(_drawn(settings))
    assert len(settings.wiring()) == len(settings.seat)
    for wires in settings.wiring():
        for name, signal in (("Play", 1), ("Stop", 3)):
            place = texts.index(f"seat {wires.seat} {name}")
            assert texts[place + 1] == f"X{wires.seat}.{signal}, its ground X{wires.seat}.{signal + 1}"
            pin = wires.play_pin if name == "Play" else wires.stop_pin
            assert pin is not None
            assert texts[place - 2 : place] == [str(header_pin(pin)), f"GPIO {pin}"]


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_every_lamp_is_led_through_its_driver_to_its_seat(path) -> None:
    settings = load(path)
    lamps = LampWiring(settings)
    texts = _texts(_drawn(settings))
    assert [(c.seat, c.pin) for c in lamps.channels] == [(w.seat, w.lamp_pin) for w in settings.wiring()]
    assert len({(c.driver, c.number) for c in lamps.channels}) == len(lamps.channels)
    assert all(0 <= c.number < 8 and c.input + c.output == 19 for c in lamps.channels)  # they face each other
    for channel in lamps.channels:
        assert f"seat {channel.seat} Lamp, X{channel.seat}.6" in texts
        if isinstance(channel.pin, ChipLine):
            port = f"GP{'AB'[channel.pin.line // 8]}{channel.pin.line % 8}"
            pin = channel.pin.line + (21 if channel.pin.line < 8 else -7)
            (place,) = (i for i, text in enumerate(texts) if text in (f"{port} {pin}", f"{pin} {port}"))
            assert texts[place + 1] == f"{channel.driver}, pin {channel.input}"
        else:
            assert texts[texts.index(f"seat {channel.seat} Lamp") + 1] == f"to {channel.driver}, pin {channel.input}"


@pytest.mark.parametrize(
    ("name", "parts", "chips"),
    [
        (
            "two",
            "2 x cable of 6 wires, 4 x 330 Ω, 4 x 2.2 kΩ, 1 x ESD clamp of four lines",
            "1 x ULN2803A, 1 x fuse 0.63 A slow",
        ),
        (
            "twelve",
            "12 x cable of 6 wires, 24 x 330 Ω, 24 x 2.2 kΩ, 6 x ESD clamp of four lines",
            "2 x ULN2803A, 1 x MCP23017, 1 x 100 nF, 1 x fuse 0.63 A slow",
        ),
    ],
)
def test_the_parts_are_counted(name: str, parts: str, chips: str) -> None:
    texts = _texts(_drawn(load(CONFIGS / f"{name}_seats.toml")))
    assert f"Parts: {parts}." in texts
    assert f"For the lamps: {chips}." in texts


@pytest.mark.parametrize(
    "settings", [*map(load, PACKAGED), parse(ODD), parse(ELSEWHERE)], ids=[*(path.stem for path in PACKAGED), "a", "b"]
)
def test_no_text_covers_another_or_leaves_the_paper(settings: Settings) -> None:
    root = _drawn(settings)
    _left, _top, width, height = map(float, root.get("viewBox", "").split())
    boxes = [(_box(element), element.text) for element in root.iter(f"{SVG}text")]
    assert len(boxes) > 10
    for (left, top, right, bottom), text in boxes:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= width, text
        assert bottom <= height, text
    for (one, text), (other, beside) in itertools.combinations(boxes, 2):
        gap = max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3])
        assert gap >= 0, (text, beside)


def test_a_button_at_gpio_2_or_3_gets_no_second_pull_up() -> None:
    texts = _texts(_drawn(parse(ODD)))
    assert any("3 x 330 Ω, 2 x 2.2 kΩ" in text for text in texts)
    assert "GPIO 2 and 3 have a pull-up on the Pi's board: no 2.2 kΩ there." in texts
    assert "the serial console" in texts


def test_an_expander_that_is_not_known_is_drawn_by_its_lines() -> None:
    texts = _texts(_drawn(parse(ELSEWHERE)))
    assert texts[texts.index("E1: gpiochip2") + 1 :][:2] == ["line 3", "U1, pin 2"]
    assert "E1, line 3" in texts


def test_a_table_without_lamps_has_no_drivers() -> None:
    texts = _texts(_drawn(parse(ODD.replace("lamp_pin = 22\n", ""))))
    assert len(texts) > 10
    assert not any("ULN2803A" in text or "supply" in text for text in texts if not text.startswith("Every ground"))


def test_the_command_draws_it(tmp_path, capsys) -> None:
    config, drawing = tmp_path / "my.toml", tmp_path / "my.svg"
    config.write_text(ODD)
    assert main(["config", "show", str(config), "--svg", str(drawing), "--plan", "wiring"]) == 0
    assert drawing.read_text() == draw(parse(ODD), "my")
    assert capsys.readouterr().out.startswith("[[seat]]")
