"""The plate of the staff's menu: its parts lie apart, and the plan on it is the table as seen from there."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from msgspec.structs import replace

from kiosk.layout.place import Frame, Place
from kiosk.layout.staff_layout import with_plate
from kiosk.layout.table_layout import TURN, Layout

if TYPE_CHECKING:
    from kiosk.protocol import SeatPlan

SIZES = [(1280, 720), (1920, 1080), (1080, 1920)]


def _is_within(inner: Place, outer: Place) -> bool:
    return (
        abs(inner.x - outer.x) <= (outer.w - inner.w) / 2 + 1 and abs(inner.y - outer.y) <= (outer.h - inner.h) / 2 + 1
    )


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("seat", [1, 2, 3, 4])
def test_the_parts_of_the_plate_lie_apart_within_it(
    laid: Callable[..., Layout], plans: Callable[[int], tuple[SeatPlan, ...]], seat: int, size: tuple[int, int]
) -> None:
    layout = with_plate(laid(4, size), plans(4), seat, keypad=False)
    plate, unit = layout.panels[seat], min(size) / 1080
    assert layout.panels.keys() == {seat}
    assert layout.tabs.keys() == {1, 2, 3, 4} - {seat}
    assert {number: tab.edge for number, tab in layout.tabs.items()}.items() <= {
        plan.seat: plan.edge for plan in plans(4)
    }.items()
    assert all(tab.size == (0, 0) for tab in layout.tabs.values())
    assert _is_within(plate.bounds, layout.area)
    along, across = (layout.area.w, layout.area.h) if TURN[plate.edge] % 180 == 0 else (layout.area.h, layout.area.w)
    assert abs(along - plate.size[0] - 84 * unit) <= 2
    assert abs(across - plate.size[1] - 84 * unit) <= 2
    x, y = plate.frame.to_window(0, -plate.size[1] / 2)
    assert min(x, y, size[0] - x, size[1] - y) <= 1, "it touches its own edge"
    whole, parts = Place(0, 0, *plate.size), {name: plate.places[name] for name in ("head", "leave", "body", "note")}
    for part in parts.values():
        assert _is_within(part, whole.inset(30 * unit))
    for one, other in itertools.combinations(parts.values(), 2):
        assert not one.overlaps(other)
    head, leave, body, note = parts.values()
    assert (leave.w, leave.h, head.h) == pytest.approx((80 * unit,) * 3)
    assert (head.y, head.left, leave.right) == (leave.y, body.left, pytest.approx(body.right))
    assert 0 < leave.left - head.right < 30 * unit
    assert body.bottom == pytest.approx(note.top)
    assert note.w == pytest.approx(body.w)
    assert head.bottom - body.top == pytest.approx(20 * unit)
    assert plate.curve * plate.size[1] == pytest.approx(280 * unit, abs=2), "as round as a tray, deep as it is"


@pytest.mark.parametrize(("seats", "size"), [*((seats, size) for seats in (2, 4) for size in SIZES), (12, SIZES[1])])
def test_the_plan_shows_the_table_with_every_seat_at_its_own_edge(
    laid: Callable[..., Layout], plans: Callable[[int], tuple[SeatPlan, ...]], seats: int, size: tuple[int, int]
) -> None:
    for seat in {plan.edge: plan.seat for plan in plans(seats)}.values():
        layout = with_plate(laid(seats, size), plans(seats), seat, keypad=False)
        plate, unit = layout.panels[seat], min(size) / 1080
        places, turn = plate.places, plate.frame.rotation
        plan, beside, strip = places["plan"], places["beside"], places["strip"]
        table = (layout.area.w, layout.area.h) if turn % 180 == 0 else (layout.area.h, layout.area.w)
        assert plan.w / plan.h == pytest.approx(table[0] / table[1])
        for one, other in itertools.combinations((plan, beside, strip), 2):
            assert not one.overlaps(other)
        for part in (plan, beside, strip):
            assert _is_within(part, places["body"])
            assert min(part.w, part.h) > 0.15 * min(plan.w, plan.h)
        assert min(plan.bottom, beside.bottom) - strip.top >= 34 * unit - 1e-6
        assert max(plan.w / places["body"].w, plan.h / places["body"].h) > 0.45
        trays = {one.seat: places[f"plan {one.seat}"] for one in plans(seats)}
        for one, other in itertools.combinations(trays.values(), 2):
            assert not one.overlaps(other)
        for one, other in itertools.combinations(plans(seats), 2):
            if (TURN[one.edge] - TURN[other.edge]) % 180 == 0:
                assert trays[one.seat][2:] == pytest.approx(trays[other.seat][2:]), "as many sit opposite"
        for one in plans(seats):
            tray, own = trays[one.seat], Frame(0, 0, turn - TURN[one.edge])
            assert _is_within(tray, plan)
            x, y = own.to_window(tray.x - plan.x, tray.y - plan.y)
            deep = plan.h / 2 if own.rotation % 180 == 0 else plan.w / 2
            depth = min(tray.w, tray.h) if seats < 12 else (tray.h if own.rotation % 180 == 0 else tray.w)
            assert y - depth / 2 == pytest.approx(-deep), "it lies at its player's edge"
            assert depth == pytest.approx(0.22 * min(plan.w, plan.h))
            panel = laid(seats, size).panels[one.seat]
            real, _ = Frame(0, 0, -TURN[one.edge]).to_window(
                panel.frame.x - layout.area.x, panel.frame.y - layout.area.y
            )
            assert abs(x) < 1 or (x > 0) is (real > 0), "as its tray lies at that edge"


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_beside_the_keypad_others_keep_trays_that_it_does_not_cover(
    laid: Callable[..., Layout], plans: Callable[[int], tuple[SeatPlan, ...]], size: tuple[int, int]
) -> None:
    usual = laid(4, size)
    assert len(usual.panels) == 4
    for seat in usual.panels:
        layout = with_plate(usual, plans(4), seat, keypad=True)
        plate, unit = layout.panels[seat], min(size) / 1080
        assert plate.size == (pytest.approx(620 * unit, abs=2), pytest.approx(786 * unit, abs=2))
        assert layout.panels.keys() | layout.tabs.keys() == usual.panels.keys()
        assert not layout.panels.keys() & layout.tabs.keys()
        assert "plan" not in plate.places
        assert {seat, (seat + 1) % 4 + 1} <= layout.panels.keys(), "who sits opposite has room"
        for number, panel in layout.panels.items():
            if number == seat:
                continue
            assert not panel.bounds.inset(-0.08 * min(size)).overlaps(plate.bounds)
            assert panel.size[0] == usual.panels[number].size[0]
            assert 0.55 <= panel.size[1] / usual.panels[number].size[1] <= 1
            rim, was = (one.frame.to_window(0, -one.size[1] / 2) for one in (panel, usual.panels[number]))
            assert rim == pytest.approx(was), "its player's side stays"


def test_a_language_from_right_to_left_has_the_head_and_its_cross_on_the_other_side(
    laid: Callable[..., Layout], plans: Callable[[int], tuple[SeatPlan, ...]]
) -> None:
    usual = laid(2)
    turned = replace(usual, panels={**usual.panels, 1: replace(usual.panels[1], rtl=True)})
    one, other = (with_plate(layout, plans(2), 1, keypad=False).panels[1].places for layout in (usual, turned))
    for name in ("head", "leave"):
        assert other[name] == one[name]._replace(x=-one[name].x)
    assert other["body"] == one["body"]
