"""Our own cards: sharp at their size, distinguishable without colour, and for colour-blind players, too."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

import pytest
from PIL import Image, ImageChops, ImageFilter

from kiosk.display.paint.art import PatchLook, SignLook, card_margin, disc, put_centred, soft_disc, stamp, tinted
from kiosk.display.paint.card_art import BackLook, FaceLook, _numeral
from kiosk.display.paint.icons import ICONS
from kiosk.display.paint.shapes import COLOR_SHAPES, SEAT_SYMBOLS
from kiosk.display.paint.theme import CARD_PAINTS, FELT, INK, LAMP, LEATHER, Rgba, seat_color
from kiosk.drawings.gallery.color_vision import KINDS, seen
from kiosk.game.cards.cards import DECK
from kiosk.game.colors import Color
from kiosk.game.seats import SeatNumber


def _linear(color: Rgba) -> tuple[float, ...]:
    return tuple(part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in color[:3])


def _lab(linear: tuple[float, ...]) -> tuple[float, float, float]:
    """Return CIE Lab (D65), in which distances correspond to perceived differences."""
    r, g, b = linear
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.95047,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.08883,
    )
    x, y, z = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in xyz)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _seen(color: Rgba, kind: str) -> tuple[float, float, float]:
    return _lab(_linear(Rgba(*seen(color[:3], kind))))


def _distance(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True)) ** 0.5


def _differ(one: Image.Image, other: Image.Image) -> bool:
    return ImageChops.difference(one.convert("RGB"), other.convert("RGB")).getbbox() is not None


def _least_apart(colors: Iterable[Rgba], kind: str) -> float:
    """Return the smallest distance between two of these for colour-blind eyes; 2.3 is just noticeable."""
    return min(_distance(_seen(one, kind), _seen(other, kind)) for one, other in itertools.combinations(colors, 2))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", ["middle", "edge", "pattern"])
def test_cards_and_dice_stay_apart_for_colour_blind_eyes(kind: str, part: str) -> None:
    assert _least_apart((getattr(paint, part) for paint in CARD_PAINTS.values()), kind) > 25


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("seats", "least"), [(4, 14), (12, 10)])
def test_seats_stay_apart_for_colour_blind_eyes(kind: str, seats: int, least: float) -> None:
    assert _least_apart((seat_color(SeatNumber(seat)) for seat in range(1, seats + 1)), kind) >= least


def test_every_colour_has_a_shape_of_its_own() -> None:
    assert set(COLOR_SHAPES) == set(Color)
    shapes = [SignLook(f"color {int(color)}", 40).paint() for color in Color]
    for one, other in itertools.combinations(shapes, 2):
        assert _differ(one.getchannel("A"), other.getchannel("A"))


def test_twelve_seats_have_twelve_symbols_and_colours() -> None:
    assert len(SEAT_SYMBOLS) == 12
    backs = [BackLook(SeatNumber(seat), 64, 96).paint() for seat in range(1, 13)]
    for one, other in itertools.combinations(backs, 2):
        assert _differ(one, other)
    assert len({seat_color(SeatNumber(seat)) for seat in range(1, 13)}) == 12


@pytest.mark.parametrize("ways", [1, 2, 4])
def test_every_face_is_another_picture_of_the_size_asked_for(ways: int) -> None:
    pictures = []
    for card in DECK:
        look = FaceLook(str(card), 40, 60, ways)
        picture = look.paint()
        assert picture.size == look.extent == (40 + 2 * card_margin(40), 60 + 2 * card_margin(40))
        pictures.append(picture.tobytes())
    assert len(set(pictures)) == 40


@pytest.mark.parametrize("width", [1, 4, 6, 9, 15])
def test_a_card_is_drawn_however_small_the_window_is(width: int) -> None:
    for look in (FaceLook("b10", width, round(1.5 * width), 4), BackLook(SeatNumber(12), width, round(1.5 * width))):
        assert look.paint().size == look.extent


@pytest.mark.parametrize("color", Color, ids=str)
@pytest.mark.parametrize("part", ["middle", "edge"])
def test_numerals_of_cards_stand_out_from_their_field(color: Color, part: str) -> None:
    paint = CARD_PAINTS[color]
    assert _contrast(paint.ink, getattr(paint, part)) >= 7


def test_text_stands_out_from_felt_and_leather_where_the_lamp_is_brightest() -> None:
    for ground in (FELT, LEATHER):
        lit = Rgba(*(level * light for level, light in zip(ground[:3], LAMP[:3], strict=True)))
        assert _contrast(INK, lit) >= 4.5


def _contrast(one: Rgba, other: Rgba) -> float:
    """Return the contrast of WCAG 2.2, 1 to 21."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(color: Rgba) -> float:
    return sum(part * share for part, share in zip(_linear(color), (0.2126, 0.7152, 0.0722), strict=True))


def test_six_and_nine_are_underlined_and_no_other_number_is() -> None:
    underlined = []
    for number in range(1, 11):
        numeral = _numeral(number, 60, 200)
        lowest = numeral.crop((0, numeral.height - 3, numeral.width, numeral.height - 1)).tobytes()
        if min(lowest[6 : numeral.width - 6]) > 250:
            underlined.append(number)
    assert underlined == [6, 9]


def test_a_face_for_two_sides_reads_the_same_from_both() -> None:
    margin = card_margin(90) + 8
    field = FaceLook("g7", 90, 135, 2).paint().convert("L").crop((margin, margin, margin + 74, margin + 119))
    ink = field.point(lambda level: 255 if level > 200 else 0)
    turned = ink.rotate(180)
    differing = sum(value > 0 for value in ImageChops.difference(ink, turned).tobytes())
    assert differing < 0.06 * len(ink.tobytes())


@pytest.mark.parametrize(
    "look",
    [
        PatchLook("fill", 12),
        PatchLook("line", 12, 2),
        PatchLook("glow", 12, 9),
        *(SignLook(f"icon {name}", 24) for name in ICONS),
    ],
    ids=str,
)
def test_a_look_paints_what_it_says(look: PatchLook | SignLook) -> None:
    picture = look.paint()
    assert picture.size == look.extent
    assert picture.mode == "RGBA"
    assert picture.getchannel("A").getextrema()[1] > 100


@pytest.mark.parametrize("size", [20, 21, 47, 48, 133])
@pytest.mark.parametrize("blur", [0.7, 3.0, 9.2])
def test_a_disc_blurred_by_half_is_the_disc_blurred_as_a_whole(size: int, blur: float) -> None:
    whole = Image.new("L", (size + 18, size + 18))
    whole.paste(disc(size), (9, 12))
    assert soft_disc(size, 9, 3, blur).tobytes() == whole.filter(ImageFilter.GaussianBlur(blur)).tobytes()


def test_an_ink_stamped_on_an_opaque_field_is_a_tinted_mask_laid_on_it() -> None:
    stamped = Image.merge("RGBA", [Image.linear_gradient("L").resize((60, 40))] * 3 + [Image.new("L", (60, 40), 255)])
    laid, ink = stamped.copy(), Rgba(0.7, 0.2, 0.9, 1)
    stamp(stamped, disc(31), ink.bytes, 22.5, 17.5)
    put_centred(laid, tinted(disc(31), ink), 22.5, 17.5)
    assert stamped.tobytes() == laid.tobytes()
