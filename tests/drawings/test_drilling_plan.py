"""The drilling plan: to scale, every hole where its button belongs, none too close to another."""

from __future__ import annotations

import itertools
import math
import xml.etree.ElementTree as ET

import pytest

from kiosk.cli.main import main
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import Settings
from kiosk.drawings.drilling_plan import Drill, draw, drilled

SVG = "{http://www.w3.org/2000/svg}"
PACKAGED = sorted(CONFIGS.glob("*.toml"))
LETTER = 0.62  # the maximum average width of a letter, in font sizes
LONELY = '[[seat]]\nnumber = 1\nedge = "west"\nstop_pin = 17\n[[seat]]\nnumber = 2\nedge = "east"\n'


def _drawn(settings: Settings, drill: Drill | None = None) -> ET.Element:
    return ET.fromstring(draw(settings, "table", drill or Drill()))  # noqa: S314  our own


def _texts(root: ET.Element) -> list[str]:
    return [element.text or "" for element in root.iter(f"{SVG}text")]


def test_a_unit_of_the_drawing_is_a_millimetre_on_paper() -> None:
    root = _drawn(load(CONFIGS / "four_seats.toml"))
    _left, _top, width, height = root.get("viewBox", "").split()
    assert (root.get("width"), root.get("height")) == (f"{width}mm", f"{height}mm")
    outer, picture = (next(e for e in root if e.get("class") == kind) for kind in ("outer", "picture"))
    assert (picture.get("width"), picture.get("height")) == ("951.8", "535.4")  # 43 inches
    assert (outer.get("width"), outer.get("height")) == ("1191.8", "775.4")  # and a rim of 120 mm


def test_the_holes_of_four_seats_are_where_they_were_measured_by_hand() -> None:
    """A rim of 120 mm, 43 inches; Stop is at the right hand of everybody."""
    wide, high = 951.8 + 240, 535.4 + 240
    found = {(hole.seat, hole.name): (hole.x, hole.y) for hole in drilled(load(CONFIGS / "four_seats.toml"), Drill())}
    wanted = {
        (1, "Play"): (wide / 2 - 30, high - 60),
        (1, "Stop"): (wide / 2 + 30, high - 60),
        (2, "Play"): (60, high / 2 - 30),
        (2, "Stop"): (60, high / 2 + 30),
        (3, "Play"): (wide / 2 + 30, 60),
        (3, "Stop"): (wide / 2 - 30, 60),
        (4, "Play"): (wide - 60, high / 2 + 30),
        (4, "Stop"): (wide - 60, high / 2 - 30),
    }
    assert found.keys() == wanted.keys()
    for key, place in wanted.items():
        assert found[key] == pytest.approx(place, abs=0.1), key


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_each_seat_has_two_holes_with_wood_between_and_around_them(path) -> None:
    settings, drill = load(path), Drill(stop=32, play=28, rim=100)
    holes = drilled(settings, drill)
    assert [hole.seat for hole in holes] == [seat.number for seat in settings.seat for _ in range(2)]
    assert {hole.name: hole.diameter for hole in holes} == {"Stop": 32, "Play": 28}
    for one, other in itertools.combinations(holes, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) >= 60 - 1e-6
    circles = [element for element in _drawn(settings, drill) if element.get("class") == "hole"]
    assert len(circles) == len(holes)


@pytest.mark.parametrize("path", PACKAGED, ids=lambda path: path.stem)
def test_every_hole_has_its_distance_beside_the_table_and_nothing_leaves_the_paper(path) -> None:
    settings = load(path)
    root = _drawn(settings)
    texts = _texts(root)
    holes = drilled(settings, Drill())
    assert len(holes) >= 2 * len(settings.seat)
    for hole in holes:
        assert f"{hole.along:.0f}" in texts
        assert f"{hole.along:.0f}, Ø {hole.diameter:.0f}" in texts
    _left, _top, width, height = map(float, root.get("viewBox", "").split())
    for element in root.iter(f"{SVG}text"):
        x, y, size = (float(element.get(key, "nan")) for key in ("x", "y", "font-size"))
        wide = len(element.text or "") * size * LETTER
        before = {"start": 0.0, "middle": wide / 2, "end": wide}[element.get("text-anchor", "start")]
        low, high, most = (
            (y - wide + before, y + before, height)
            if element.get("transform")
            else (
                x - before,
                x - before + wide,
                width,
            )
        )
        assert low >= 0, element.text
        assert high <= most, element.text


def test_a_button_that_is_not_wired_gets_no_hole_and_a_driver_s_all_do() -> None:
    assert [(hole.seat, hole.name) for hole in drilled(parse(LONELY), Drill())] == [(1, "Stop")]
    assert _texts(_drawn(parse(LONELY)))[-10:-5] == ["1", "west", "at the top", "none", "388, Ø 30"]


def test_holes_without_room_are_told() -> None:
    text = (CONFIGS / "twelve_seats.toml").read_text()
    small = parse(f"{text}\n[table]\ndiagonal_mm = 300\n")
    assert "DO NOT DRILL: too little room for the holes of 4, 6, 7, 8." in _texts(_drawn(small))
    assert not any("DO NOT DRILL" in text for text in _texts(_drawn(parse(text))))


def test_the_command_takes_the_sizes_of_the_buttons(tmp_path, capsys) -> None:
    config, drawing = tmp_path / "my.toml", tmp_path / "my.svg"
    config.write_text(LONELY)
    command = ["config", "show", str(config), "--svg", str(drawing), "--plan", "drilling"]
    assert main([*command, "--holes", "28.6", "24", "--rim", "90"]) == 0
    assert drawing.read_text() == draw(parse(LONELY), "my", Drill(28.6, 24, 90))
    capsys.readouterr()
    assert main([*command, "--holes", "80", "24", "--rim", "90"]) == 2
    assert "too narrow for such holes: write 100 or more" in capsys.readouterr().err
