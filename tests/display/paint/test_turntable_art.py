"""The scores on the turntable: every line is whole, and nothing lies outside the leather."""

from __future__ import annotations

import math
from itertools import pairwise, product

import pytest
from PIL import Image, ImageChops, ImageDraw

from kiosk.display.paint.score_chart import RIMMED, Chart, Scorer, Scores
from kiosk.display.paint.theme import seat_color
from kiosk.display.paint.turntable_art import PLATE, TurntableLook, empty_turntable
from kiosk.game.seats import SeatNumber

SIZE = 600
CROSSING = ((0, 5, 26, 49, 58), (0, 23, 34, 44, 50), (0, 13, 19, 37, 41), (0, 29, 38, 35, 29))


def scores(*totals: tuple[int, ...], counting: bool = False) -> Scores:
    scorers = (Scorer(SeatNumber(seat), f"Name {seat}", course) for seat, course in enumerate(totals, 1))
    return Scores(tuple(scorers), target=60, counting=counting, title="Round 4, first to 60")


@pytest.mark.parametrize("counting", [False, True])
def test_no_line_erases_another(counting: bool) -> None:
    """Wherever a seat's line runs, its colour or that of a seat above it is seen, at most a casing's width aside."""
    shown = scores(*CROSSING, counting=counting)
    chart, picture = Chart(shown), TurntableLook(SIZE, shown).paint().convert("RGB")
    middle, radius = picture.width / 2, PLATE * SIZE / 2
    colors = [seat_color(scorer.seat).bytes[:3] for scorer in shown.scorers]
    assert len(shown.scorers) == len(CROSSING)
    for scorer in shown.scorers:
        points = [(chart.x(number), chart.y(total)) for number, total in enumerate(scorer.totals)]
        for (x0, y0), (x1, y1) in pairwise(points[:-1] if counting else points):
            at = (middle + radius * (x0 + x1) / 2, middle - radius * (y0 + y1) / 2)
            near = [(round(at[0]) + dx, round(at[1]) + dy) for dx, dy in product(range(-3, 4), repeat=2)]
            pixels = [pixel for pixel in map(picture.getpixel, near) if isinstance(pixel, tuple)]
            assert min(math.dist(*both) for both in product(pixels, colors)) < 60, (scorer.seat, at)


@pytest.mark.parametrize("totals", [CROSSING, ((0, -20), (0, 100)), tuple((0, 30 - 5 * n) for n in range(12))])
def test_everything_lies_on_the_leather(totals: tuple[tuple[int, ...], ...]) -> None:
    picture, empty = TurntableLook(SIZE, scores(*totals)).paint(), empty_turntable(SIZE)
    drawn = ImageChops.difference(picture.convert("RGB"), empty.convert("RGB")).convert("L")
    outside = Image.new("L", drawn.size, 255)
    middle, radius = drawn.width / 2, 0.985 * PLATE * SIZE / 2
    for y in range(drawn.height):
        half = math.sqrt(max(0.0, radius**2 - (y + 0.5 - middle) ** 2))
        outside.paste(0, (math.ceil(middle - half), y, max(math.ceil(middle - half), math.floor(middle + half)), y + 1))
    assert ImageChops.multiply(drawn, outside).getbbox() is None


@pytest.mark.parametrize(
    "totals", [((0, 12), (0, 5), (0, 0)), ((0, 9), (0, -4)), tuple((0, 30 - 5 * n) for n in range(12))]
)
def test_of_the_first_round_each_line_of_the_list_has_a_bar_below_its_name(totals: tuple[tuple[int, int], ...]) -> None:
    shown = scores(*totals)
    chart = Chart(shown)
    ends = [chart.head(scorer, scorer.totals[-1]) for scorer in shown.scorers]
    assert [x for x, _ in ends] == sorted((x for x, _ in ends), reverse=True), "the best seat's is the longest"
    for index, (scorer, (x, y)) in enumerate(zip(shown.scorers, ends, strict=True)):
        (left, _), (right, _) = chart.groove(scorer)
        assert left <= x <= right < chart.name_right(scorer)
        assert math.copysign(1, x - chart.foot(scorer)[0]) in {math.copysign(1, scorer.totals[-1]), 1}
        feet = chart.name_y(index) - 0.36 * chart.name_size  # of letters: a capital is 0.72 of the size
        assert y + RIMMED * chart.head_size < feet < chart.row(index) + chart.line_h / 2


def test_nothing_is_seen_through_what_it_hides_however_it_is_turned() -> None:
    look = TurntableLook(300)
    alpha, reach = look.paint().getchannel("A"), math.hypot(*look.hides) / 2
    inside = Image.new("L", alpha.size)
    sides = [(0.5 - reach) * alpha.width, (0.5 + reach) * alpha.width]
    ImageDraw.Draw(inside).ellipse((sides[0], sides[0], sides[1], sides[1]), fill=255)
    assert ImageChops.subtract(inside, alpha).getbbox() is None
    assert look.hides[0] > 0.6
