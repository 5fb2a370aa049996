"""The picture of the table: felt, rim and trays."""

from __future__ import annotations

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter

from kiosk.display.paint.base import LARGEST, BaseLook, Tray
from kiosk.display.paint.edge_art import dashes, pieces
from kiosk.game.seats import SeatNumber

SIZE = (640, 360)


def table(*trays: Tray, size: tuple[int, int] = SIZE) -> Image.Image:
    return BaseLook(*size, 8.0, trays).paint()


def tray(edge: str, seat: int = 1) -> Tray:
    x, y, turn = {"south": (320, 50, 0), "north": (320, 310, 180), "west": (50, 180, 270), "east": (590, 180, 90)}[edge]
    return Tray(SeatNumber(seat), x, y, 240, 100, turn)


def brightness(picture: Image.Image, x: float, y: float, reach: int = 12) -> float:
    """Return the mean brightness around a point of the window, y upwards."""
    top = picture.height - y
    levels = picture.convert("L").crop((round(x - reach), round(top - reach), round(x + reach), round(top + reach)))
    return sum(levels.tobytes()) / len(levels.tobytes())


@pytest.mark.parametrize("size", [(640, 360), (360, 640), (101, 77), (1920, 1080)])
def test_it_is_as_large_as_the_window(size: tuple[int, int]) -> None:
    assert table(size=size).size == size


def test_a_larger_window_gets_a_picture_to_be_enlarged() -> None:
    look = BaseLook(3840, 2160, 30.0, ())
    assert look.extent == (LARGEST, 1080)
    assert look.paint().size == look.extent


def test_light_that_runs_over_the_table_falls_beside_the_trays() -> None:
    falls = BaseLook(*SIZE, 8.0, (tray("south"),)).light_falls()
    assert falls.size == SIZE
    felt, leather, rim = brightness(falls, 320, 200), brightness(falls, 320, 50), brightness(falls, 320, 4, 2)
    assert felt == rim == 255
    assert 0 < leather < 0.3 * felt


def test_the_lamp_is_over_the_middle() -> None:
    picture = table()
    middle = brightness(picture, 320, 180)
    assert middle > 1.25 * brightness(picture, 60, 180) > 1.25 * brightness(picture, 30, 30) * 0.9


@pytest.mark.parametrize("edge", ["south", "north", "west", "east"])
def test_a_tray_lies_at_its_place_and_is_lit_from_its_edge(edge: str) -> None:
    place, bare, laid = tray(edge), table(), table(tray(edge))
    changed = ImageChops.difference(bare, laid).convert("L").point(lambda level: 255 * (level > 36))
    box = changed.getbbox()  # without the light that falls onto the felt beside it
    assert box is not None
    w, h = (240, 100) if edge in ("south", "north") else (100, 240)
    assert abs((box[0] + box[2]) / 2 - place.x) < 12
    assert abs((bare.height - (box[1] + box[3]) / 2) - place.y) < 12
    assert abs(box[2] - box[0] - w) < 40
    assert abs(box[3] - box[1] - h) < 40
    outwards = {"south": (0, -1), "north": (0, 1), "west": (-1, 0), "east": (1, 0)}[edge]
    near, far = (
        brightness(laid, place.x + 30 * way * outwards[0], place.y + 30 * way * outwards[1]) for way in (1, -1)
    )
    assert near > far


def test_each_seat_has_a_tray_of_its_own() -> None:
    assert len({table(tray("south", seat)).tobytes() for seat in range(1, 13)}) == 12


def test_equal_looks_are_equal_pictures() -> None:
    assert table(tray("west")).tobytes() == table(tray("west")).tobytes()


def test_stitches_go_round_without_a_gap_at_the_corners() -> None:
    square = [(0.0, 0.0), (10.0, 0.0), (10.0, 10.0), (0.0, 10.0), (0.0, 0.0)]
    length = sum(abs(end[0] - start[0]) + abs(end[1] - start[1]) for start, end in dashes(square, 3, 1))
    assert length == pytest.approx(30)


@pytest.mark.parametrize("blur", [0.0, 0.6, 1.0, 6.3])
def test_a_seam_blurred_in_pieces_is_the_seam_blurred_as_a_whole(blur: float) -> None:
    line, whole = Image.new("L", (300, 170)), Image.new("L", (300, 170))
    ImageDraw.Draw(line).line([(20, 170), (64, 30), (210, 64), (299, 150)], 255, 5)
    for corner, part in pieces(line, 0.5, blur):
        whole.paste(part, corner)
    blurred = line.filter(ImageFilter.GaussianBlur(blur)).point([round(0.5 * level) for level in range(256)])
    assert whole.tobytes() == blurred.tobytes()
