"""The piles in the middle: as high as their cards, on nobody's numerals, and never on each other."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any
from unittest.mock import MagicMock

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageDraw

from kiosk.config.loader import CONFIGS, load
from kiosk.display.context import CentreContext, TableContext
from kiosk.display.games.cards.motion import CardMotion
from kiosk.display.games.cards.picture import PICTURE
from kiosk.display.games.cards.piles import draw_medal, pile_places
from kiosk.display.paint.brass_art import MedalLook, margin_of
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.marks import Picture, Sketch, Stretch
from kiosk.display.paint.pile_art import EdgesLook, PlaceLook
from kiosk.display.paint.theme import WHITE
from kiosk.game.cards.cards import DECK, NUMBERS
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.table_layout import Frame, Layout, Place, arrange
from kiosk.protocol import Move

SIZES = [(1280, 720), (1920, 1080), (3840, 2160)]
TABLES = ["two_seats", "four_seats", "twelve_seats"]


def table(name: str, size: tuple[int, int] = (1920, 1080)) -> Layout:
    settings = load(CONFIGS / f"{name}.toml")
    plans, area = settings.plan(), Place(size[0] / 2, size[1] / 2, *size)
    return arrange(area, plans, [plan.seat for plan in plans], settings.table.diagonal_mm, CardParts.of((), len(plans)))


def drawn(
    canned: Any, layout: Layout, piles: Mapping[int, str], owners: Mapping[int, int], state: str = "play"
) -> Sketch:
    snapshot = replace(canned.snapshot(state, 4), piles=tuple(piles.items()))
    told = tuple((cell, (SeatNumber(1), SeatNumber(seat))) for cell, seat in owners.items())
    sketch = Sketch(Frame())
    context = CentreContext(TableContext.of(snapshot), layout, (), snapshot.piles, owners=told)
    PICTURE.draw_ground(sketch, context, WHITE)
    PICTURE.draw_centre(sketch, context, WHITE, touchable=True)
    return sketch


def looks(sketch: Sketch, kind: type) -> list[Any]:
    return [mark.look for mark in sketch.marks if isinstance(mark.look, kind)]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TABLES)
def test_no_pile_touches_another_one_however_high(name: str, size: tuple[int, int]) -> None:
    """Neither top cards nor the edges below them; a medal may hang over its own card only."""
    bodies = []
    for place in pile_places(table(name, size)):
        top = place.top(NUMBERS - 1)
        foot = next(look for look in place.edges(NUMBERS - 1) if look.part == "foot")
        left, _, right, lower = foot.box
        low = top.top - lower
        bodies.append(Place((2 * top.left + left + right) / 2, (top.top + low) / 2, right - left, top.top - low))
    assert len(bodies) == len(table(name, size).cells) > 1
    for one, other in itertools.combinations(bodies, 2):
        assert not one.inset(1).overlaps(other.inset(1))


@pytest.mark.parametrize("name", TABLES)
def test_four_cards_and_seven_are_told_apart_by_their_height(name: str) -> None:
    place = pile_places(table(name))[0]
    four, seven = (sum(look.depth for look in place.edges(height) if look.part == "foot") for height in (4, 7))
    assert seven - four >= max(3, 0.04 * place.place.h)


@pytest.mark.parametrize("height", [1, 2, 5, 9])
@pytest.mark.parametrize("lean", [-1, 0, 1])
def test_the_edges_leave_the_top_card_free_and_show_every_card_below_it(height: int, lean: int) -> None:
    w, h, step = 130, 182, 4.0
    whole = Image.new("L", (w + 100, h + 60))
    for part in ("foot", "side") if lean else ("foot",):
        look = EdgesLook(w, h, height, step, lean, part)
        picture = look.paint()
        assert picture.size == look.extent
        whole.paste(picture.getchannel("A"), (50 + look.box[0], look.box[1]))
    inside = whole.crop((50 + 13, 13, 50 + w - 13, h))
    assert inside.getextrema() == (0, 0)
    below = [whole.getpixel((50 + w // 2, h + row)) for row in range(60)]
    seen = sum(level > 128 for level in below)
    assert (height - 1) * step <= seen <= height * step + 1
    beside = {side: whole.getpixel((50 + w + 2 if side > 0 else 47, h // 2)) > 128 for side in (-1, 1)}
    assert beside == {side: side == lean and height > 2 for side in (-1, 1)}


@pytest.mark.parametrize("ways", [2, 4])
@pytest.mark.parametrize("width", [60, 98, 130, 260])
def test_a_medal_covers_no_numeral(ways: int, width: int) -> None:
    """The pixels that differ between a colour's numbers are those of its numerals."""
    top = Place(0.0, 0.0, width, round(1.4 * width))
    sketch = Sketch(Frame())
    draw_medal(sketch, SeatNumber(3), top, WHITE)
    (mark,) = sketch.marks
    assert isinstance(mark, Picture)
    assert isinstance(mark.look, MedalLook)
    radius = mark.look.size / 2 + margin_of(mark.look.size) / 2
    for color in Color:
        faces = [FaceLook(f"{color.letter}{number}", width, round(1.4 * width), ways) for number in range(1, 10)]
        middle = faces[0].extent[0] / 2 + mark.x, faces[0].extent[1] / 2 - mark.y
        pictures = [face.paint().convert("RGB") for face in faces]
        medal = Image.new("L", pictures[0].size)
        ImageDraw.Draw(medal).circle(middle, radius, fill=255)
        assert medal.getbbox()
        for one, other in itertools.pairwise(pictures):
            difference = ImageChops.difference(one, other)
            assert difference.getbbox()
            assert ImageChops.composite(difference, Image.new("RGB", one.size), medal).getbbox() is None


def test_a_pile_wears_the_medal_of_the_seat_that_laid_its_top_card(canned: Any) -> None:
    sketch = drawn(canned, table("four_seats"), {3: "r2", 5: "b7"}, {3: 2, 5: 4})
    assert [look.seat for look in looks(sketch, MedalLook)] == [2, 4]
    assert [look.card for look in looks(sketch, FaceLook)] == ["r2", "b7"]
    assert {look.cards for look in looks(sketch, EdgesLook)} == {2, 7}


def test_a_pile_without_a_known_owner_wears_no_medal(canned: Any) -> None:
    assert not looks(drawn(canned, table("four_seats"), {3: "r2"}, {}), MedalLook)


@pytest.mark.parametrize("taken", [0, 1, 5, 14, 16])
def test_the_few_empty_places_nearest_to_the_middle_are_shown(canned: Any, taken: int) -> None:
    layout = table("four_seats")
    order = range(len(layout.cells))
    sketch = drawn(canned, layout, dict.fromkeys(order[:taken], "r1"), {})
    empty = [(mark.x, mark.y) for mark in sketch.marks if isinstance(mark.look, PlaceLook)]
    wanted = [(layout.cells[cell].x, layout.cells[cell].y) for cell in order[taken : taken + 4]]
    assert sorted(empty) == sorted(wanted)
    assert len([item for item in sketch.items if item.what == "pile"]) == len(layout.cells), "all may be used"


def test_a_countdown_counts_on_plain_felt(canned: Any) -> None:
    assert not looks(drawn(canned, table("four_seats"), {3: "r1"}, {}, "countdown"), PlaceLook)


@pytest.mark.parametrize("name", TABLES)
def test_everything_that_piles_show_is_painted_before_the_round(canned: Any, name: str) -> None:
    layout = table(name)
    ahead = set(CardMotion().looks(layout))
    cells, seats = len(layout.cells), list(layout.panels)
    for shift in range(3):
        cards = [str(card) for card in DECK if card.number < NUMBERS][shift::3]
        piles = dict(zip(range(cells), itertools.cycle(cards), strict=False))
        owners = dict(zip(range(cells), itertools.cycle(seats), strict=False))
        sketch = drawn(canned, layout, piles, owners)
        looks = {mark.look for mark in sketch.marks}
        assert len(looks) > len(set(piles.values()))
        assert looks <= ahead


@pytest.mark.parametrize(("card", "covers"), [("r1", ""), ("r2", "r1"), ("b9", "b8"), ("b10", "b9")])
def test_a_card_lands_on_the_one_below_it(card: str, covers: str) -> None:
    layout, landed = table("four_seats"), MagicMock()
    panel = layout.panels[SeatNumber(1)]
    CardMotion().play(landed, Move(1, "play", SeatNumber(1), "row 0", card, 3), panel, layout)
    (*_, look, cell), lies = landed.land.call_args.args, landed.land.call_args.kwargs["lies"]
    assert cell.overlaps(layout.cells[3])
    assert (look.card, lies.stays) == (card, card[1:] != str(NUMBERS))
    assert lies.under == (replace(look, card=covers) if covers else None), "as large, and as it lay there"


@pytest.mark.parametrize("name", TABLES)
def test_the_hole_in_a_shadow_lies_below_its_pile(canned: Any, name: str) -> None:
    """What a shade leaves out (its borders are drawn) must be covered by cards, whatever the height and place."""
    layout = table(name)
    places = pile_places(layout)
    assert len(places) == len(layout.cells) > 0
    for cell, place in enumerate(places):
        for height in (1, 9):
            sketch = drawn(canned, layout, {cell: f"r{height}"}, {})
            (shade,) = (mark for mark in sketch.marks if isinstance(mark, Stretch))
            hole = Place(shade.x, shade.y, shade.w - 2 * shade.look.border, shade.h - 2 * shade.look.border)
            top = place.top(height)
            lowest = top.bottom - (height - 1) * place.step
            assert top.left + 1 <= hole.left
            assert hole.right <= top.right - 1
            assert lowest + 1 <= hole.bottom
            assert hole.top <= top.top - 1
