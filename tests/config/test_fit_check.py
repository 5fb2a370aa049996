"""Warnings for a table that is too small for its seats, and that the suggested fix works."""

from __future__ import annotations

import re

import pytest
from msgspec import structs

from kiosk.config import fit_check
from kiosk.config.fit_check import summary
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import Settings

TWELVE = (CONFIGS / "twelve_seats.toml").read_text()
SMALL = TWELVE.replace("1920", "1280").replace("1080", "720")
NEAR = TWELVE + "[table]\ndiagonal_mm = 500\n"


def warnings(settings: Settings) -> list[str]:
    """Return all warnings but those of test_elbow_room.py."""
    room = fit_check.edge_warnings(settings)
    return [line for line in fit_check.warnings(settings) if line not in room]


def _seat(number: int, edge: str, position: float) -> str:
    return f'[[seat]]\nnumber = {number}\nedge = "{edge}"\nposition = {position}\n'


def _without(settings: Settings, line: str) -> Settings:
    """Return the table without the seats that the line suggests to leave out."""
    left_out = {int(number) for number in re.findall(r"\d+", line.rpartition("leave out")[2])}
    assert left_out
    return structs.replace(settings, seat=tuple(seat for seat in settings.seat if seat.number not in left_out))


@pytest.mark.parametrize("path", sorted(CONFIGS.glob("*.toml")), ids=lambda path: path.stem)
def test_a_packaged_table_can_be_read_by_all_its_seats(path) -> None:
    assert warnings(load(path)) == []


def test_a_panel_of_its_own_under_a_window_that_does_not_fill_the_screen_is_told() -> None:
    panel = TWELVE + '[touch]\nprovider = "evdev"\n'
    (line,) = warnings(parse(panel))
    assert line.startswith("window.fullscreen: ")
    assert warnings(parse(panel.replace("[window]", "[window]\nfullscreen = true"))) == []


@pytest.mark.parametrize("key", ["rotation = 90", 'device = "/dev/input/event3"', "matrix = [0, 1, 0, 1, 0, 0]"])
def test_keys_of_a_panel_that_is_not_read_are_told(key: str) -> None:
    text = TWELVE.replace("[window]", "[window]\nfullscreen = true") + f"[touch]\n{key}\n"
    (line,) = warnings(parse(text))
    assert line.startswith(f"touch.{key.split(maxsplit=1)[0]}: ")
    assert line.endswith('write provider = "evdev"')
    assert warnings(parse(text + 'provider = "evdev"')) == []


@pytest.mark.parametrize(("pin", "told"), [(2, True), (8, True), (9, False)])
def test_a_lamp_that_would_glow_while_the_pi_starts_is_told(pin: int, told: bool) -> None:
    text = _seat(1, "south", 0.5) + f"lamp_pin = {pin}\n" + _seat(2, "north", 0.5)
    lines = warnings(parse(text))
    assert [line.startswith(f"[[seat]] 1, lamp_pin: {pin} is pulled up") for line in lines] == [True] * told


def test_too_few_pixels_are_told_for_both_games_with_what_would_do() -> None:
    lines = warnings(parse(SMALL))
    assert [re.search(r"taken, (\w+) would be", line).group(1) for line in lines] == ["cards", "dice"]
    assert all(line.startswith("window.width: with all 12 seats taken, ") for line in lines)
    sizes = [re.search(r"from (\d+) x (\d+) pixels on", line).groups() for line in lines]
    width, height = max(sizes, key=lambda size: int(size[0]))
    assert warnings(parse(TWELVE.replace("1920", width).replace("1080", height))) == []


def test_a_small_screen_is_told_with_the_size_that_would_do() -> None:
    lines = warnings(parse(NEAR))
    assert all(line.startswith("table.diagonal_mm: ") for line in lines)
    needed = max(int(re.search(r"take a screen from (\d+) mm on", line).group(1)) for line in lines)
    assert warnings(parse(NEAR.replace("= 500", f"= {needed}"))) == []


@pytest.mark.parametrize("text", [SMALL, NEAR])
def test_leaving_out_the_named_seats_makes_the_others_legible(text: str) -> None:
    settings = parse(text)
    longest = max(warnings(settings), key=lambda line: line.rpartition("leave out")[2].count(" "))
    assert not [line for line in warnings(_without(settings, longest)) if "leave out" in line]


def test_of_a_crowded_edge_a_seat_is_left_out_and_none_of_the_others() -> None:
    crowd = "".join(_seat(number, "south", 0.2 * number) for number in range(1, 5)) + _seat(5, "north", 0.5)
    lines = warnings(parse(crowd))
    assert lines
    assert all(re.search(r"leave out seat [1-4]$", line) for line in lines)


def test_where_no_panels_fit_at_all_it_is_told_and_no_crash() -> None:
    lanes = "".join(_seat(n, "west" if n % 2 else "east", n // 2 * 0.15) for n in range(1, 13))
    lines = warnings(parse(lanes + "[window]\nwidth = 640\nheight = 360\n"))
    assert all("would be 0 px" in line for line in lines)
    assert len(lines) == 2


def test_a_panel_far_from_its_buttons_is_told_with_the_place_that_it_has() -> None:
    text = _seat(1, "south", 0.5) + _seat(2, "north", 0.02)
    (line,) = warnings(parse(text))
    assert line.startswith("[[seat]] 2, position: 0.02 is too close to a corner or a neighbour: the panel of seat 2 ")
    better = re.search(r"move them towards (0\.\d+)$", line).group(1)
    assert warnings(parse(text.replace("0.02", better))) == []


def test_the_summary_tells_seats_screen_sizes_and_wires() -> None:
    assert summary(load(CONFIGS / "twelve_seats.toml")) == [
        "12 seats: 4 south, 2 west, 4 north, 2 east",
        "edge for each person: 238 mm south, 268 mm west, 238 mm north, 268 mm east",
        "screen: 952 x 535 mm, 1920 x 1080 px",
        "with every seat taken: cards 25 mm wide, dice 21 mm wide",
        "wired: 24 buttons, 12 lamps, simulated hardware",
    ]
