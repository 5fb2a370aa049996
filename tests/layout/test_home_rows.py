"""The middle of the table while a round is counted: rows lie apart, beside the turntable, on the free felt."""

from __future__ import annotations

import itertools
import math

import pytest

from kiosk.config.loader import CONFIGS, load
from kiosk.drawings.gallery.states import TABLES
from kiosk.layout.card_layout import CardParts, row_slots
from kiosk.layout.counting import TURNTABLE, HomeRow, count_places, gate, home_arc, score_parts
from kiosk.layout.place import Frame
from kiosk.layout.table_layout import Layout, Place, arrange


def layout_of(seats: int, size: tuple[int, int]) -> Layout:
    configured = load(CONFIGS / f"{TABLES[seats]}_seats.toml")
    area = Place(size[0] / 2, size[1] / 2, *size)
    plan = configured.plan()
    parts = CardParts(seats, row_slots(seats))
    return arrange(area, plan, {seat.seat for seat in plan}, configured.table.diagonal_mm, parts)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (2560, 1080), (1600, 1200)])
@pytest.mark.parametrize("seats", sorted(TABLES))
def test_rows_and_turntable_lie_apart_on_the_felt(seats: int, size: tuple[int, int]) -> None:
    layout = layout_of(seats, size)
    turntable, rows, _ = count_places(layout)
    assert turntable.w > 0.68 * min(layout.centre.w, layout.centre.h)
    if size == (1920, 1080):
        least = 0.85 if seats == 8 else 0.98  # there pieces pass between it and a tray
        assert turntable.w > least * min(TURNTABLE, *layout.centre[2:]), "rows lie beside it where they have room"
    assert rows.keys() == layout.panels.keys()
    for one, other in itertools.combinations(rows.values(), 2):
        assert not one.box.overlaps(other.box)
    for seat, row in rows.items():
        box, centre = row.box, layout.centre
        assert abs(box.x - centre.x) <= (centre.w - box.w) / 2 + 1
        assert abs(box.y - centre.y) <= (centre.h - box.h) / 2 + 1
        dx, dy = max(0, abs(box.x - turntable.x) - box.w / 2), max(0, abs(box.y - turntable.y) - box.h / 2)
        assert math.hypot(dx, dy) >= turntable.w / 2
        assert row.w >= score_parts(layout.panels[seat]).pile.w


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920), (1920, 1080), (2560, 1080), (3840, 2160)])
@pytest.mark.parametrize("seats", sorted(TABLES))
def test_no_piece_passes_over_what_the_turntable_tells(seats: int, size: tuple[int, int]) -> None:
    layout = layout_of(seats, size)
    turntable, rows, bends = count_places(layout)
    for seat, row in rows.items() if layout.legible else ():
        panel = layout.panels[seat]
        pile = score_parts(panel).pile
        around = panel.covers(pile).inset(-0.08 * pile.w)  # larger on its way, and swinging
        for index in (0, 5, 10, 19):
            way = home_arc(row.slot(index, 20)[:2], bends[seat], panel.frame.to_window(*pile[:2]))
            for (x0, y0), (x1, y1) in itertools.pairwise(way):
                piece = around._replace(x=(x0 + x1) / 2, y=(y0 + y1) / 2)
                assert piece.distance(*turntable[:2]) >= 0.9 * turntable.w / 2


def test_a_full_row_keeps_its_length_and_begins_at_its_first_piece() -> None:
    row = next(iter(count_places(layout_of(4, (1920, 1080))).rows.values()))
    for count in (1, 3, 40):
        places = [row.frame.x - row.slot(index, count)[0] for index in range(count)]
        assert places == sorted(places) or places == sorted(places, reverse=True)
        assert max(places) - min(places) <= row.length - row.w + 1e-6
        assert row.slot(0, count) == row.slot(0, 1)


def test_a_full_row_is_a_fan_that_is_highest_in_the_middle() -> None:
    rows = count_places(layout_of(4, (1920, 1080))).rows.values()
    assert len(rows) == 4
    for row in rows:
        back = Frame(0, 0, -row.frame.rotation)
        heights = [back.to_window(x - row.frame.x, y - row.frame.y)[1] for x, y, _ in _slots(row, 41)]
        assert (heights[0], heights[20], heights[40]) == pytest.approx((min(heights), max(heights), min(heights)))
        assert 0.02 * row.h < max(heights) - min(heights) <= 0.1 * row.h
        leans = [rotation - row.frame.rotation for _, _, rotation in _slots(row, 41)]
        assert leans in (sorted(leans), sorted(leans, reverse=True))
        assert (leans[0] + leans[40], leans[20]) == pytest.approx((0, 0))
        assert abs(leans[0]) > 3
        leftmost, *_, rightmost = sorted(_slots(row, 41), key=lambda slot: back.to_window(slot[0], slot[1])[0])
        assert leftmost[2] > row.frame.rotation > rightmost[2], "the ends lean outwards"


def _slots(row: HomeRow, count: int) -> list[tuple[float, float, float]]:
    return [row.slot(index, count) for index in range(count)]


@pytest.mark.parametrize("seats", sorted(TABLES))
def test_the_first_piece_of_a_row_lies_nearest_to_its_way_into_the_tray(seats: int) -> None:
    layout = layout_of(seats, (1920, 1080))
    rows = count_places(layout).rows
    assert len(rows) == seats
    for seat, row in rows.items():
        panel = layout.panels[seat]
        enter = panel.frame.to_window(gate(panel), panel.size[1] / 2)
        ways = [math.dist(slot[:2], enter) for slot in _slots(row, 41)]
        assert min(ways[0], ways[-1]) == ways[0] < ways[-1]
