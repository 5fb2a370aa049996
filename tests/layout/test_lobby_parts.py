"""The lobby's layout: everybody can practise on free felt before the own tray, at every table and screen."""

from __future__ import annotations

import itertools
import math

import pytest

from kiosk.game_registry import registry
from kiosk.layout.lobby_parts import lobby_parts, practice_places
from kiosk.layout.table_layout import Layout, Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import PROTOCOL, SeatPlan, Welcome
from tests.rig.evening import EDGES

SIZES = [(1280, 720), (1920, 1080), (3840, 2160), (2560, 1080), (1080, 1920)]


def _layout(seats: int, size: tuple[int, int], game: str) -> Layout:
    plans = tuple(SeatPlan(number, *place) for number, place in enumerate(EDGES[seats], 1))
    welcome = Welcome(PROTOCOL, plans, 1092.0, simulated=True)
    return TableShape.of(Place(size[0] / 2, size[1] / 2, *size), welcome, None, game).layout(welcome)


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", sorted(EDGES))
def test_everybody_practises_within_the_channel_and_on_free_felt(seats: int, size: tuple[int, int], game: str) -> None:
    layout = _layout(seats, size, game)
    parts = lobby_parts(layout.centre)
    places = {seat: layout.panels[seat].covers(place) for seat, place in practice_places(layout).items()}
    assert places.keys() == layout.panels.keys()
    bends, radius = parts.channel.inset(parts.radius), parts.radius - parts.width / 2
    for seat, lies in places.items():
        assert all(not panel.bounds.overlaps(lies) for panel in layout.panels.values()), seat
        for round_ in (parts.wheel, *parts.discs):
            x = min(max(round_.x, lies.left), lies.right)
            y = min(max(round_.y, lies.bottom), lies.top)
            assert math.dist((x, y), (round_.x, round_.y)) >= round_.w / 2, seat
        for x, y in itertools.product((lies.left, lies.right), (lies.bottom, lies.top)):
            nearest = min(max(x, bends.left), bends.right), min(max(y, bends.bottom), bends.top)
            assert math.dist((x, y), nearest) < radius, f"seat {seat} lies on the channel"
    for one, other in itertools.combinations(places.values(), 2):
        assert not one.overlaps(other)


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seats", sorted(EDGES))
def test_the_discs_lie_apart_on_both_sides_of_the_wheel(seats: int, size: tuple[int, int]) -> None:
    centre = _layout(seats, size, "cards").centre
    channel, wheel, discs = lobby_parts(centre)
    assert wheel[:2] == (round(centre.x), round(centre.y))
    assert len({(disc.w, disc.h) for disc in discs}) == 1
    assert discs[0].w == discs[0].h > 0.45 * wheel.w
    for one, other in itertools.combinations((wheel, *discs), 2):
        assert math.dist(one[:2], other[:2]) > (one.w + other.w) / 2
    for disc in discs:
        assert abs(disc.x - channel.x) <= (channel.w - disc.w) / 2 + 1e-6
        assert abs(disc.y - channel.y) <= (channel.h - disc.h) / 2 + 1e-6
    for turned in ([2 * wheel.x - disc.x for disc in discs], [2 * wheel.y - disc.y for disc in discs]):
        of = 0 if turned[0] != 2 * wheel.y - discs[0].y else 1
        assert sorted(turned) == pytest.approx(sorted(disc[of] for disc in discs)), "both sides are the same"


@pytest.mark.parametrize("centre", [Place(0, 0, 3000, 500), Place(0, 0, 500, 3000)], ids=str)
def test_beside_a_long_middle_the_discs_lie_in_one_row_and_are_larger(centre: Place) -> None:
    channel, wheel, discs = lobby_parts(centre)
    along = sorted((disc.x, disc.y)[centre.h > centre.w] for disc in discs)
    assert {(disc.y, disc.x)[centre.h > centre.w] for disc in discs} == {0}
    assert discs[0].w > 0.5 * min(channel.w, channel.h)
    near, far = along[2:]
    assert wheel.w / 2 < near - discs[0].w / 2 < far - 2 * discs[0].w, "somebody can practise between them"


@pytest.mark.parametrize("seats", [2, 4])
def test_everybody_practises_before_the_controls_if_that_place_is_free(seats: int) -> None:
    layout = _layout(seats, (1920, 1080), "cards")
    places = practice_places(layout)
    assert places.keys() == layout.panels.keys()
    for seat, place in places.items():
        panel = layout.panels[seat]
        if panel.edge in ("west", "east"):
            continue  # discs lie there
        assert place.x * panel.runs > 0.2 * panel.size[0]
        assert 0 < place.bottom - panel.size[1] / 2 < 0.6 * panel.card
