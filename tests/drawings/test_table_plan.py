"""The drawing of a table: everything is in it, nothing sticks out, and it is a portable SVG."""

from __future__ import annotations

import itertools
import xml.etree.ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.gpio.header import header_pin
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import Settings
from kiosk.drawings.table_plan import draw

SVG = "{http://www.w3.org/2000/svg}"
PACKAGED = sorted(path.stem for path in CONFIGS.glob("*.toml"))
LETTER = 0.62  # the maximum average width of a letter, in font sizes

Box = tuple[float, float, float, float]


def _drawn(settings: Settings) -> ET.Element:
    return ET.fromstring(draw(settings, "table"))  # noqa: S314  our own


def _packaged(name: str) -> tuple[Settings, ET.Element]:
    settings = load(CONFIGS / f"{name}.toml")
    return settings, _drawn(settings)


def _numbers(element: ET.Element, *keys: str) -> list[float]:
    return [float(element.get(key, "nan")) for key in keys]


def _box(element: ET.Element) -> Box:
    """Return the extent of an element: left, top, right, bottom; approximate for a text."""
    match element.tag.removeprefix(SVG):
        case "rect":
            x, y, w, h = _numbers(element, "x", "y", "width", "height")
            return x, y, x + w, y + h
        case "circle":
            x, y, r = _numbers(element, "cx", "cy", "r")
            return x - r, y - r, x + r, y + r
        case "line":
            x, y, to_x, to_y = _numbers(element, "x1", "y1", "x2", "y2")
            return min(x, to_x), min(y, to_y), max(x, to_x), max(y, to_y)
        case "polygon":
            points = [tuple(map(float, point.split(","))) for point in element.get("points", "").split()]
            return (
                min(x for x, _ in points),
                min(y for _, y in points),
                max(x for x, _ in points),
                max(y for _, y in points),
            )
        case "text":
            x, y, size = _numbers(element, "x", "y", "font-size")
            wide = len(element.text or "") * size * LETTER
            left = {"start": 0.0, "middle": -wide / 2, "end": -wide}[element.get("text-anchor", "start")]
            if element.get("transform"):
                return x - size, y - wide / 2, x, y + wide / 2
            return x + left, y - size, x + left + wide, y
    raise AssertionError(element.tag)


def _apart(one: Box, other: Box, slack: float) -> bool:
    return max(other[0] - one[2], one[0] - other[2], other[1] - one[3], one[1] - other[3]) >= -slack


def _of_kind(root: ET.Element, *kinds: str) -> list[ET.Element]:
    return [element for element in root if element.get("class") in kinds]


def _check(settings: Settings, root: ET.Element) -> None:
    left, top, width, height = map(float, root.get("viewBox", "").split())
    for element in root:
        covers = _box(element)
        assert covers[0] >= left
        assert covers[1] >= top
        assert covers[2] <= left + width
        assert covers[3] <= top + height
    # labels of a device lie on it; the legend's symbols have no title
    solid = [e for e in _of_kind(root, "panel", "play", "stop") if e.find(f"{SVG}title") is not None]
    lamps = [_box(e) for e in _of_kind(root, "lamp") if e.find(f"{SVG}title") is not None]
    stops = [_box(e) for e in _of_kind(root, "stop")]
    for lamp in lamps:  # a lamp is inside its Stop button
        assert any(s[0] <= lamp[0] and s[1] <= lamp[1] and lamp[2] <= s[2] and lamp[3] <= s[3] for s in stops)
    for one, other in itertools.combinations(map(_box, solid), 2):
        assert _apart(one, other, 0.2)  # three numbers rounded to a tenth
    (screen,) = map(_box, _of_kind(root, "screen"))
    assert all(_apart(screen, _box(e), 0.1) for e in solid if e.get("class") != "panel")


@pytest.mark.parametrize("name", PACKAGED)
def test_every_seat_and_every_pin_of_a_packaged_table_is_drawn(name: str) -> None:
    settings, root = _packaged(name)
    titles = [title.text for title in root.iter(f"{SVG}title")]
    wanted = [f"Seat {seat.number}, {seat.edge}" for seat in settings.seat]
    for wires in settings.wiring():
        for device, pin in (("Play", wires.play_pin), ("Stop", wires.stop_pin), ("Lamp", wires.lamp_pin)):
            if pin is not None:
                where = f"GPIO {pin}, pin {header_pin(pin)}" if isinstance(pin, int) else str(pin)
                wanted.append(f"Seat {wires.seat}: {device}, {where}")
    assert sorted(map(str, titles)) == sorted(wanted)


@pytest.mark.parametrize("name", PACKAGED)
def test_in_a_packaged_table_nothing_overlaps_or_leaves_the_paper(name: str) -> None:
    _check(*_packaged(name))


def test_the_list_of_wires_says_gpio_and_pin_and_what_stands_in_for_a_missing_button() -> None:
    settings = parse(
        '[[seat]]\nnumber = 7\nedge = "west"\nposition = 0.25\nstop_pin = 17\n[[seat]]\nnumber = 2\nedge = "east"\n'
    )
    texts = [text.text for text in _drawn(settings).iter(f"{SVG}text")]
    seven = texts.index("7", texts.index("Middle of its buttons"))
    assert texts[seven : seven + 6] == ["7", "west", "134 mm from the top", "tap the hand", "GPIO 17, pin 11", "none"]
    assert texts[-3:] == ["tap the hand", "on the screen", "none"]


def test_the_screen_s_measures_are_told_in_millimetres() -> None:
    """43 inches at 16:9."""
    texts = [text.text for text in _packaged("four_seats")[1].iter(f"{SVG}text")]
    assert "952 mm" in texts
    assert "535 mm" in texts


def test_the_same_table_gives_the_same_drawing() -> None:
    settings = load(CONFIGS / "twelve_seats.toml")
    assert draw(settings, "table") == draw(parse((CONFIGS / "twelve_seats.toml").read_text()), "table")


def test_a_name_with_signs_of_xml_is_written_as_it_is() -> None:
    root = ET.fromstring(draw(load(), "Tom & <Jerry>"))  # noqa: S314
    assert any((text.text or "").startswith("Tom & <Jerry>: 4 seats") for text in root.iter(f"{SVG}text"))


def test_a_screen_on_which_no_panels_fit_is_drawn_with_its_buttons_and_says_so() -> None:
    seats = "".join(
        f'[[seat]]\nnumber = {n}\nedge = "{edge}"\nposition = {n // 2 * 0.15}\nstop_pin = {n + 3}\n'
        for n, edge in zip(range(1, 13), itertools.cycle(["west", "east"]), strict=False)
    )
    root = _drawn(parse(seats + "[window]\nwidth = 640\nheight = 360\n"))
    assert "The panels do not fit." in [text.text for text in root.iter(f"{SVG}text")]
    assert sum(e.find(f"{SVG}title") is not None for e in _of_kind(root, "stop")) == 12


@settings(max_examples=30)
@given(
    places=st.lists(
        st.tuples(st.sampled_from(["south", "north", "west", "east"]), st.integers(0, 6)),
        min_size=2,
        max_size=8,
        unique=True,
    ),
    size=st.sampled_from([(1280, 720), (2560, 1080), (1600, 1200), (1080, 1920), (640, 4320), (7680, 360)]),
)
def test_any_table_is_drawn_without_overlap_inside_the_paper(
    places: list[tuple[str, int]], size: tuple[int, int]
) -> None:
    seats = "".join(
        f'[[seat]]\nnumber = {n}\nedge = "{edge}"\nposition = {place * 0.15}\n'
        f"stop_pin = {3 * n - 1}\nplay_pin = {3 * n}\nlamp_pin = {3 * n + 1}\n"
        for n, (edge, place) in enumerate(places, 1)
    )
    settings = parse(f"{seats}[window]\nwidth = {size[0]}\nheight = {size[1]}\n")
    _check(settings, _drawn(settings))
