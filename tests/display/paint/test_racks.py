"""Racks: rectangles never overlap, and where there is no room the least possible goes for another one."""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.paint.racks import Box, Rack

WORTHS = st.sampled_from([*range(1, 9), math.inf])
SIZES = st.tuples(st.integers(1, 110), st.integers(1, 60))


def rack_of(sizes: list[tuple[int, int]]) -> tuple[Rack[Any], list[Box]]:
    """Return a rack with room for some of these rectangles, and these."""
    rack: Rack[Any] = Rack(SimpleNamespace(width=100), 40, 140)
    return rack, [box for size in sizes if (box := rack.take(*size)) is not None]


@given(st.data())
def test_places_that_are_taken_and_given_back_never_overlap(data: st.DataObject) -> None:
    rack, taken = rack_of([])
    for _ in range(data.draw(st.integers(1, 40))):
        if taken and data.draw(st.booleans()):
            rack.give(taken.pop(data.draw(st.integers(0, len(taken) - 1))))
            continue
        box = rack.take(*data.draw(SIZES))
        if box is not None:
            assert 0 <= box.x <= 100 - box.w
            assert 40 <= box.y <= 140 - box.h
            for other in taken:
                apart = box.x >= other.x + other.w or other.x >= box.x + box.w
                assert apart or box.y >= other.y + other.h or other.y >= box.y + box.h
            taken.append(box)
    for box in taken:
        rack.give(box)
    assert rack.take(100, 100) is not None


@given(st.lists(st.tuples(SIZES, WORTHS), max_size=40), SIZES)
def test_what_is_worth_least_goes_and_only_if_that_leaves_enough_room(
    wanted: list[tuple[tuple[int, int], float]], size: tuple[int, int]
) -> None:
    rack, boxes = rack_of([size for size, _ in wanted])
    owners = [SimpleNamespace(box=box, worth=worth) for box, (_, worth) in zip(boxes, wanted, strict=False)]
    for one in owners:
        rack.own(one.box, one)
    if rack.take(*size) is not None:
        return
    dearest, go = rack.cheapest(*size)
    for one in owners:
        if one.worth < dearest:
            rack.give(one.box)
    assert rack.take(*size) is None, "there would have been room for less"
    if dearest < math.inf:
        assert max(one.worth for one in go) == dearest
        for one in go:
            if one.worth == dearest:
                rack.give(one.box)
        assert rack.take(*size) is not None


def test_of_equals_no_more_go_than_the_room_of_one_takes() -> None:
    rack, boxes = rack_of([(30, 100), (30, 100), (30, 100)])
    for worth, box in enumerate(boxes):
        rack.own(box, SimpleNamespace(worth=worth, box=box))
    dearest, go = rack.cheapest(40, 100)
    assert (dearest, [one.worth for one in go]) == (1, [0, 1])
