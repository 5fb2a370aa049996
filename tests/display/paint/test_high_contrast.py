"""High contrast: flat grounds, pure inks, and 7:1 for all text."""

from __future__ import annotations

import pytest

from kiosk.display.paint.art import PatchLook
from kiosk.display.paint.base import BaseLook, Tray
from kiosk.display.paint.high_contrast import clear, heighten, ink_on
from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import (
    ACCENT,
    ALARM,
    CARD_COLORS,
    CONTRAST,
    FELT,
    GO,
    INK,
    INK_FAINT,
    INK_SOFT,
    IVORY,
    LEATHER,
    WALNUT,
    Rgba,
    contrast_of,
    over,
    seat_color,
)
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place

COLORS = (
    *(ACCENT, ALARM, FELT, GO, INK, INK_FAINT, INK_SOFT, IVORY, LEATHER, WALNUT),
    *CARD_COLORS.values(),
    *(seat_color(SeatNumber(seat)) for seat in range(1, 13)),
)
GROUND = Place(0, 0, 600, 200)
WORD = Place(0, 0, 200, 40)


@pytest.mark.parametrize("opacity", [0.1, 0.28, 0.6, 1.0])
@pytest.mark.parametrize("color", COLORS, ids=str)
def test_a_plate_of_any_colour_becomes_one_on_which_an_ink_has_a_contrast_of_seven(color: Rgba, opacity: float) -> None:
    plate = clear(color.fade(opacity))
    assert plate.a == 1
    assert contrast_of(ink_on(plate), plate) >= 7


def test_a_light_plate_stays_light_and_a_dark_one_dark() -> None:
    assert (ink_on(clear(ACCENT)), ink_on(clear(WALNUT))) == (CONTRAST.dark, CONTRAST.light)


def test_felt_and_trays_give_light_ink_a_contrast_of_seven() -> None:
    assert min(contrast_of(CONTRAST.light, ground) for ground in (CONTRAST.felt, CONTRAST.tray)) >= 7


def _heightened(sketch: Sketch, ground: Place | None = GROUND) -> list[tuple[Rgba, Rgba | None]]:
    """Return the ink of each text, and the plate drawn last before it that holds it."""
    heighten(sketch, ground)
    told = []
    for index, mark in enumerate(sketch.marks):
        if isinstance(mark, Picture) and isinstance(mark.look, TextLook):
            below = [one for one in sketch.marks[:index] if isinstance(one, Stretch)]
            plates = [one for one in below if Place(*one[1:5]).holds(mark.x, mark.y)]
            told.append((mark.tint, plates[-1].tint if plates else None))
    return told


@pytest.mark.parametrize("ink", [INK, INK_SOFT, INK_FAINT, ACCENT])
def test_a_text_on_the_tray_is_pure_light_on_a_flat_ground(ink: Rgba) -> None:
    sketch = Sketch(Frame())
    sketch.text("Seat 3", WORD, 30, ink)
    assert _heightened(sketch) == [(CONTRAST.light, CONTRAST.tray)]


def test_a_text_on_a_translucent_plate_gets_an_opaque_one() -> None:
    sketch = Sketch(Frame())
    sketch.fill(Place(0, 0, 300, 60), 8, ACCENT.fade(0.5))
    sketch.text("READY", WORD, 30, ACCENT)
    ((ink, plate),) = _heightened(sketch)
    assert plate == clear(over(ACCENT.fade(0.5), CONTRAST.tray))
    assert contrast_of(ink, plate) >= 7


@pytest.mark.parametrize("ground", [GROUND, None], ids=["panel", "middle"])
def test_a_text_on_a_card_or_on_the_felt_gets_a_plate_of_its_own(ground: Place | None) -> None:
    sketch = Sketch(Frame())
    sketch.face("y7", Place(0, 0, 240, 360))
    sketch.text("7", WORD, 30)
    sketch.text("Pause", WORD._replace(x=1000), 30)
    told = _heightened(sketch, ground)
    assert told[0] == (CONTRAST.light, CONTRAST.tray)
    assert told[1] == (CONTRAST.light, CONTRAST.tray)


def test_plaques_of_brass_become_flat_plates() -> None:
    sketch = Sketch(Frame())
    sketch.plaque("go", Place(0, 0, 300, 80), 20)
    sketch.text("Continue", WORD, 30)
    ((ink, plate),) = _heightened(sketch)
    assert plate is not None
    assert contrast_of(ink, plate) >= 7
    assert all(isinstance(mark.look, PatchLook) for mark in sketch.marks if isinstance(mark, Stretch))


def test_cards_get_an_edge_and_items_stay() -> None:
    sketch = Sketch(Frame(), SeatNumber(1))
    card = Place(10, 20, 60, 90)
    sketch.back(SeatNumber(2), card)
    sketch.item("hand", card)
    items = [*sketch.items]
    heighten(sketch, GROUND)
    face, edge = sketch.marks[-2:]
    assert isinstance(edge, Stretch)
    assert (edge.x, edge.y, edge.w, edge.h, edge.tint) == (face.x, face.y, 60, 90, CONTRAST.edge)  # type: ignore[union-attr]
    assert sketch.items == items


def test_a_tray_that_lies_in_the_tables_picture_is_not_drawn_again() -> None:
    drawn, lies = Sketch(Frame()), Sketch(Frame())
    for sketch in (drawn, lies):
        sketch.text("Seat 3", WORD, 30, INK)
    heighten(drawn, GROUND)
    heighten(lies, GROUND, lies=True)
    assert lies.marks == drawn.marks[1:]
    assert Place(*drawn.marks[0][1:5]) == GROUND


def test_a_plain_table_has_neither_texture_nor_light() -> None:
    tray = Tray(SeatNumber(3), 160, 30, 120, 60, 0)
    plain, lit = (BaseLook(320, 180, 8, (tray,), plain=plain).paint().convert("RGB") for plain in (True, False))
    for box, color in (((140, 60, 180, 90), CONTRAST.felt), ((120, 135, 200, 165), CONTRAST.tray)):
        assert plain.crop(box).getcolors() == [((box[2] - box[0]) * (box[3] - box[1]), color.bytes[:3])]
        assert len(lit.crop(box).getcolors(10_000)) > 50
