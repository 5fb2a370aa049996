"""The atlas: every picture is painted once while it is shown, and a long day needs no more space than its rounds."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.text import TextLook

pytestmark = pytest.mark.ui

SIDE = 256


@pytest.fixture
def new_atlas() -> Any:
    """A function that makes an atlas with pages of a given size."""
    from kivy.core.window import Window  # noqa: PLC0415  # textures need a GL context

    from kiosk.display.paint.atlas import Atlas  # noqa: PLC0415

    assert Window is not None
    return Atlas


def texts(count: int, size: int = 20) -> list[TextLook]:
    """Return ``count`` different texts."""
    return [TextLook(f"{number} ms faster", size) for number in range(count)]


def overlap(one: Any, other: Any) -> bool:
    """Return whether two spots overlap by more than an edge."""
    apart = one.left >= other.right or other.left >= one.right or one.bottom >= other.top or other.bottom >= one.top
    return one.page is other.page and not apart


def pixels(spot: Any) -> bytes:
    """Return the picture on its page."""
    x, y = round(spot.left * spot.page.width), round(spot.bottom * spot.page.height)
    return bytes(spot.page.get_region(x, y, spot.w, spot.h).pixels)


def test_equal_looks_are_painted_once_and_no_two_on_the_same_spot(new_atlas: Any) -> None:
    atlas = new_atlas(2048)
    face = atlas.spot(FaceLook("r3", 40, 60))
    assert atlas.spot(FaceLook("r3", 40, 60)) is face
    spots = [face, *(atlas.spot(FaceLook(f"{color}3", width, 60)) for color in "rgby" for width in (41, 43, 70))]
    assert len(atlas) == len(spots)
    for number, one in enumerate(spots):
        assert one.page is face.page
        assert one.right - one.left == pytest.approx(one.w / one.page.width)
        assert not any(overlap(one, other) for other in spots[:number])


@pytest.mark.usefixtures("unpainted")
def test_texts_without_end_stay_on_one_page(new_atlas: Any) -> None:
    from kiosk.display.paint import atlas as module  # noqa: PLC0415

    atlas = new_atlas(module.SIDE)
    for look in texts(4 * module.LATEST):
        atlas.spot(look)
    assert atlas.pages == 1
    assert module.LATEST <= len(atlas) < 4 * module.LATEST


@pytest.mark.usefixtures("unpainted")
def test_what_was_asked_for_last_is_not_painted_anew(new_atlas: Any) -> None:
    from kiosk.display.paint import atlas as module  # noqa: PLC0415

    atlas = new_atlas(module.SIDE)
    looks = texts(4 * module.LATEST)
    for look in looks:
        atlas.spot(looks[0])  # requested all the time, though its spot is not kept
        atlas.spot(look)
    assert all(look in atlas for look in (looks[0], *looks[-module.LATEST + 1 :]))
    assert looks[1] not in atlas


def test_what_is_shown_stays_as_it_is_while_others_come_and_go(new_atlas: Any) -> None:
    atlas = new_atlas(SIDE)
    shown = [atlas.spot(look) for look in (TextLook("Seat 1", 20), FaceLook("g7", 30, 70))]
    before = [pixels(spot) for spot in shown]
    assert all(any(part) for part in before)
    for number in range(250):
        atlas.spot(TextLook(f"{number} ms faster", 20))
        atlas.spot(FaceLook("rgby"[number % 4] + str(number % 10 + 1), 30 + number % 7, 70 + number % 5))
    assert TextLook("0 ms faster", 20) not in atlas
    assert [pixels(spot) for spot in shown] == before
    assert atlas.spot(TextLook("Seat 1", 20)) is shown[0]


def test_cards_that_are_shown_and_find_no_room_get_a_page_more_and_only_then(new_atlas: Any) -> None:
    atlas = new_atlas(SIDE)
    faces = [FaceLook(f"{color}{number}", 60, 90) for color in "rgby" for number in range(1, 4)]
    for look in faces:
        atlas.spot(look)
    assert atlas.pages == 1
    shown = [atlas.spot(look) for look in faces]
    assert atlas.pages > 1
    assert not any(overlap(one, other) for number, one in enumerate(shown) for other in shown[:number])


@pytest.mark.parametrize("look", [TextLook("2", 222, bold=True), TextLook("x" * 90, 20)], ids=["high", "wide"])
def test_a_picture_larger_than_a_page_gets_a_larger_one(new_atlas: Any, look: TextLook) -> None:
    atlas = new_atlas(SIDE)
    spot = atlas.spot(look)
    assert (spot.w, spot.h) == look.extent
    assert (spot.right - spot.left) * spot.page.width == pytest.approx(spot.w)


@pytest.mark.usefixtures("unpainted")
def test_what_a_layer_draws_is_not_painted_over(new_atlas: Any) -> None:
    from kiosk.display.paint.layer import Layer  # noqa: PLC0415
    from kiosk.display.paint.marks import Picture  # noqa: PLC0415
    from kiosk.layout.table_layout import Frame  # noqa: PLC0415

    atlas = new_atlas(SIDE)
    layer = Layer(atlas)
    drawn = Picture(TextLook("Seat 1", 20), 50, 50)
    layer.show([drawn], Frame())
    quads = layer.drawn[0].shape
    for look in texts(600):
        atlas.spot(look)
    layer.show([drawn, Picture(TextLook("Seat 2", 20), 90, 90)], Frame())
    assert layer.drawn[0].shape == quads
    assert atlas.spot(drawn.look) is layer.drawn[0].spot
    layer.show([], Frame())
    for look in texts(600):
        atlas.spot(look)
    assert drawn.look not in atlas


@pytest.mark.usefixtures("unpainted")
def test_a_picture_takes_the_room_of_the_oldest_and_all_others_stay(new_atlas: Any) -> None:
    atlas = new_atlas(SIDE)
    atlas.enough = 1
    faces = [FaceLook(f"{color}{number}", 40, 70) for number in range(1, 10) for color in "rgby"]
    for look in faces:
        atlas.spot(look)
        if faces[0] not in atlas:
            break
    there = faces[1 : faces.index(look) + 1]
    assert [*atlas] == there
    atlas.spot(FaceLook("r5", 39, 70))
    assert [*atlas] == [*there[1:], FaceLook("r5", 39, 70)]
    assert atlas.pages == 1


@pytest.mark.usefixtures("unpainted")
def test_a_picture_for_which_too_little_can_go_gets_a_page_and_none_goes(new_atlas: Any) -> None:
    atlas = new_atlas(2 * SIDE)
    atlas.enough = 1
    faces = [FaceLook(f"{color}{number}", 60, 90) for number in range(1, 6) for color in "rgby"]
    spots = [atlas.spot(look) for look in faces][::2]
    assert all(spot.page is spots[0].page for spot in spots)
    atlas.spot(FaceLook("y9", 200, 90))
    assert atlas.pages == 2
    assert all(look in atlas for look in faces)
