"""The pages of the rules: as many pictures side by side as leave their sentences legible."""

from __future__ import annotations

import pytest

from kiosk.display.screens.rule_pages import listed, plan_of
from kiosk.layout.place import Place

SIX = tuple(f"Rule {number}: a sentence of some length that tells one thing and no more." for number in range(1, 7))
LONG = Place(0, 0, 1200, 190)
SHORT = Place(0, 0, 240, 90)


def test_a_wide_panel_has_several_pictures_on_a_page_and_a_narrow_one_a_single_one() -> None:
    assert plan_of(LONG, SIX, 20).each == 3
    assert plan_of(SHORT, SIX, 13).each == 1


@pytest.mark.parametrize("room", [LONG, SHORT], ids=["wide", "narrow"])
@pytest.mark.parametrize("rtl", [False, True], ids=["from the left", "from the right"])
def test_pictures_and_sentences_lie_beside_each_other_within_the_room(room: Place, *, rtl: bool) -> None:
    plan = plan_of(room, SIX, 13)
    cells = plan.cells(room, plan.each, rtl=rtl)
    parts = [part for cell in cells for part in plan.split(cell, rtl=rtl)]
    assert not any(one.overlaps(other) for one in parts for other in parts if one is not other)
    assert min(part.left for part in parts) >= room.left - 1
    assert max(part.right for part in parts) <= room.right + 1
    assert (cells[0].x >= cells[-1].x) if rtl else (cells[0].x <= cells[-1].x)


def test_letters_are_as_small_as_they_have_to_be_and_no_smaller() -> None:
    assert plan_of(LONG, ("Short.",), 20).size == 30
    assert 5 <= plan_of(SHORT, (" ".join(SIX),), 20).size < 20


def test_sentences_of_a_list_are_all_told_on_as_many_pages_as_they_need() -> None:
    for room, rtl in ((LONG, False), (SHORT, False), (SHORT, True)):
        pages = listed(room, SIX, 14, rtl=rtl)
        lines = [line for page in pages for line in page]
        assert sum(line.begins for line in lines) == len(SIX)
        assert " ".join(line.look.text for line in lines) == " ".join(SIX)
        for line in lines:
            assert room.left <= line.x - line.look.extent[0] / 2 + 3
            assert line.x + line.look.extent[0] / 2 - 3 <= room.right
            assert abs(line.y - room.y) <= room.h / 2
    assert len(listed(LONG, SIX, 14, rtl=False)) < len(listed(SHORT, SIX, 14, rtl=False))
