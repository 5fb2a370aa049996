"""A seat's light beats for its last three pieces, faster and faster, and is steady for those who want it calm."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.light_art import GLOW, RING
from kiosk.display.paint.marks import Light, Picture
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.theme import seat_color, seat_light
from kiosk.display.paint.tray_art import StopLook
from kiosk.display.widgets.seat_light import EMBER
from tests.display.table import Table

pytestmark = pytest.mark.ui


def lights(table: Table, canned: Any, left: int, *, calm: bool = False) -> list[Light]:
    """Return the lights of seat 1 with so many cards in its stack."""
    play = canned.snapshot("play", 4)
    seat = replace(play.seats[0], stack_count=left, calm=calm, may_stop=left == 0)
    table.show(replace(play, seats=(seat, *(replace(view, may_stop=False) for view in play.seats[1:]))))
    line = seat_light(seat.seat).mix(seat_color(seat.seat), 0.5)
    shown = [mark for mark in (*table.marks(1), *table.marks("rings")) if isinstance(mark, Light)]
    return [light for light in shown if light in table.marks(1) or light.tint == line]


def test_the_light_beats_faster_and_faster_for_the_last_pieces(table: Table, canned: Any) -> None:
    assert lights(table, canned, 4) == []
    found = [
        [
            light.beat
            for light in lights(table, canned, left)
            if not light.grows and light.tint not in {tint for _, tint in EMBER}
        ]
        for left in (3, 2, 1, 0)
    ]
    assert [len(set(beats)) for beats in found] == [1, 1, 1, 1], "all of a seat in step"
    assert [beats[0] for beats in found] == pytest.approx([1 / 1.8, 1 / 1.3, 1 / 0.9, 2.0])
    assert max(map(max, found)) <= 3, "no more than three flashes a second"


@pytest.mark.parametrize("left", [3, 2, 1])
def test_a_ring_leaves_the_edge_with_each_beat(table: Table, canned: Any, left: int) -> None:
    shown = lights(table, canned, left)
    (beat,) = {light.beat for light in shown if not light.grows}
    rings = {light.phase: light.beat for light in shown if light.grows}
    assert len(rings) == 4 - left, "more are on their way towards the end"
    assert list(rings.values()) == pytest.approx([beat / len(rings)] * len(rings))
    assert sorted(rings) == pytest.approx([(number + 0.25) / len(rings) for number in range(len(rings))])


def test_the_light_of_a_stop_sign_beats_from_the_instant_at_which_its_seat_may_call(table: Table, canned: Any) -> None:
    play, since = canned.snapshot("play", 4), 7_000_123_000_000
    caller = replace(play.seats[0], stack_count=0, may_stop=True, may_stop_from=since)
    table.show(replace(play, seats=(caller, *(replace(view, may_stop=False) for view in play.seats[1:]))))
    beating = [mark for mark in table.marks(1) if isinstance(mark, Light) and mark.beat]
    assert len(beating) >= 4
    for light in beating:
        turn = (light.beat * since / 1e9 + light.phase) % 1
        assert turn == pytest.approx(0.0 if light.grows else 0.75, abs=1e-6), "a ring leaves, the others grow bright"


def test_the_counter_of_the_last_piece_stands_in_rings(table: Table, canned: Any) -> None:
    around = [
        sum(light.look == RING and not light.grows for light in lights(table, canned, left)) for left in (3, 2, 1)
    ]
    assert around == [0, 0, 2]


def test_the_stop_sign_that_calls_stands_in_a_halo(table: Table, canned: Any) -> None:
    stop = lights(table, canned, 0)
    assert any(light.grows for light in stop)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_a_stop_sign_grows_to_twice_its_size_when_it_calls_and_always_says_so(
    table_of: Callable[..., Table], canned: Any, seats: int
) -> None:
    table, play = table_of(seats, (1920, 1080)), canned.snapshot("play", seats)
    signs, texts = [], []
    for left in (5, 0):
        seat = replace(play.seats[0], stack_count=left, may_stop=left == 0)
        table.show(replace(play, seats=(seat, *play.seats[1:])))
        looks = [mark.look for mark in table.marks(1) if isinstance(mark, Picture)]
        signs.append(next(look for look in looks if isinstance(look, StopLook)))
        texts.append({look.text for look in looks if isinstance(look, TextLook)})
    assert [sign.lit for sign in signs] == [False, True]
    assert signs[1].size + 1 >= 2 * signs[0].size
    assert all("STOP" in said for said in texts)
    assert "5" in texts[0]
    assert "0" not in texts[1], "the sign has the room of the count, which says nothing then"


def test_the_whole_tray_beats_only_while_its_seat_may_call(table: Table, canned: Any) -> None:
    widest = [max(light.h for light in lights(table, canned, left) if light.look == GLOW) for left in (1, 0)]
    assert widest[1] > 1.5 * widest[0]


@pytest.mark.parametrize("left", [0, 1, 3])
def test_while_others_may_call_no_light_beats_here(table: Table, canned: Any, left: int) -> None:
    play = canned.snapshot("play", 4)
    one, other, *rest = (replace(view, may_stop=False, stack_count=9) for view in play.seats)
    calls = replace(other, stack_count=0, may_stop=True)
    table.show(replace(play, seats=(replace(one, stack_count=left, may_stop=left == 0), calls, *rest)))
    found = {seat: [mark for mark in table.marks(seat) if isinstance(mark, Light)] for seat in (1, 2)}
    assert all(found.values())
    assert any(light.beat for light in found[2])
    assert any(light.beat for light in found[1]) is (left == 0), "of two that may call both beat"


def test_a_calm_seat_has_a_steady_light_and_no_rings(table: Table, canned: Any) -> None:
    for left in (1, 0):
        shown = lights(table, canned, left, calm=True)
        assert shown
        assert not any(light.beat or light.grows for light in shown)
