"""The piles during a Stop, however many and however high: on nobody else's, on no word, and whole on the felt."""

from __future__ import annotations

import itertools
import math
from collections.abc import Collection, Iterator
from random import Random

import pytest

from kiosk.config.loader import CONFIGS, load
from kiosk.display.games.cards.piles import PilePlace, places_now
from kiosk.game.cards.cards import NUMBERS
from kiosk.game.refusals import RoundEnd
from kiosk.layout.call_room import call_room
from kiosk.layout.card_layout import CardParts
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import TURN, Layout, arrange

TABLES = ["two_seats", "three_seats", "four_seats", "six_seats", "eight_seats", "twelve_seats"]
SIZES = [(1280, 720), (1080, 1920), (1920, 1080), (2560, 1080), (3840, 2160)]
Corners = list[tuple[float, float]]


def legible_tables() -> Iterator[object]:
    for name, size in itertools.product(TABLES, SIZES):
        settings = load(CONFIGS / f"{name}.toml")
        plans, area = settings.plan(), Place(size[0] / 2, size[1] / 2, *size)
        parts = CardParts.of((), len(plans))
        layout = arrange(area, plans, [plan.seat for plan in plans], settings.table.diagonal_mm, parts)
        if layout.legible:
            yield pytest.param(layout, id=f"{name}-{size[0]}x{size[1]}")


def body(place: PilePlace, height: int) -> Corners:
    """Return the corners of a pile, with the edges of its lower cards, in the window."""
    upright = place._replace(place=place.place._replace(x=0, y=0), turn=0.0, scale=1.0)
    top = upright.top(height)
    foot = next(look for look in upright.edges(height) if look.part == "foot")
    left, _, right, lower = foot.box
    sides = (top.left + left + 1, top.left + right - 1), (top.top - lower, top.top)  # pictures have a clear pixel
    frame = Frame(*place.place[:2], place.turn)
    around = [(0, 0), (1, 0), (1, 1), (0, 1)]
    return [frame.to_window(place.scale * sides[0][i], place.scale * sides[1][j]) for i, j in around]


def apart(one: Corners, other: Corners) -> float:
    """Return the gap between two rectangles along the direction in which it is the largest; below 0 they overlap."""
    gaps = []
    for corners in (one, other):
        for (ax, ay), (bx, by) in itertools.pairwise(corners[:3]):
            long = math.dist((ax, ay), (bx, by))
            dx, dy = (bx - ax) / long, (by - ay) / long
            low, high = ([x * dx + y * dy for x, y in each] for each in (one, other))
            gaps.append(max(min(low) - max(high), min(high) - max(low)))
    return max(gaps)


def words(layout: Layout, taken: Collection[int]) -> list[Place]:
    """Return where the words lie, with the medal, without the gaps around them."""
    centre, room = layout.centre, call_room(layout, taken)
    lies, half = centre.w >= centre.h, max(centre.w, centre.h) / 2
    found = [Place(0, 0, 2 * room.wide, 1.9 * room.deep)]
    if not all((TURN[panel.edge] % 180 == 0) == lies for panel in layout.panels.values()):
        found += [Place(side * (room.end + half) / 2, 0, half - room.end, 2.9 * room.size) for side in (-1, 1)]
    return [
        place._replace(x=place.x + centre.x, y=place.y + centre.y)
        if lies
        else Place(centre.x + place.y, centre.y + place.x, place.h, place.w)
        for place in found
    ]


@pytest.mark.parametrize("layout", list(legible_tables()))
def test_no_pile_lies_on_another_one_or_is_cut_off_during_a_stop(layout: Layout) -> None:
    count, draw = len(layout.cells), Random(1)  # noqa: S311
    for caller in {panel.edge: seat for seat, panel in layout.panels.items()}.values():
        for taken in (range(count), range(count // 2), *(draw.sample(range(count), count * 3 // 4) for _ in range(2))):
            places = places_now(layout, [(cell, "r1") for cell in taken], caller, RoundEnd.STOP)
            spoken = [body_of(place) for place in words(layout, taken)]
            bodies = [body(places[cell], NUMBERS - 1) for cell in taken]
            for one, other in itertools.combinations(bodies, 2):
                if math.dist(one[0], other[0]) < 3 * places[0].place.w:
                    assert apart(one, other) >= -1
            for corners in bodies:
                assert min(apart(corners, each) for each in spoken) >= -1
                assert max(layout.centre.distance(*corner) for corner in corners) <= 2


def body_of(place: Place) -> Corners:
    return [(place.left, place.bottom), (place.right, place.bottom), (place.right, place.top), (place.left, place.top)]
