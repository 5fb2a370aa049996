"""The pages of the rules: a picture as large as leaves its sentence legible, and the ways to other pages below that."""

from __future__ import annotations

import pytest

from kiosk.display.paint.text import wrap
from kiosk.display.screens.rule_pages import (
    Letters,
    PicturePage,
    listed,
    on_felt,
    paired_plan,
    plan_of,
    reason_place,
)
from kiosk.layout.place import Place

SIX = tuple(f"Rule {number}: a sentence of some length that tells one thing and no more." for number in range(1, 7))
WHY = ("Doesn't fit anywhere", "A card of the table goes before that")
LONG = Place(0, 0, 1000, 190)
SHORT = Place(0, 0, 240, 90)
LETTERS = Letters(20, 30, 18)
SMALL = Letters(13, 20, 12)
WAYS = 60.0


def _plans() -> list[tuple[Place, PicturePage]]:
    paired = paired_plan(LONG, SIX, WHY, LETTERS, WAYS)
    assert paired is not None
    return [(LONG, paired), (LONG, plan_of(LONG, SIX, LETTERS, WAYS)), (SHORT, plan_of(SHORT, SIX, SMALL, 0.0))]


@pytest.mark.parametrize("rtl", [False, True], ids=["from the left", "from the right"])
def test_picture_sentence_and_ways_lie_beside_each_other_within_the_room(*, rtl: bool) -> None:
    for room, plan in _plans():
        split = plan.split(room, rtl=rtl)
        picture, text, ways = split
        assert not any(one.overlaps(other) for one in split for other in split if one is not other)
        assert min(part.left for part in split) >= room.left - 1
        assert max(part.right for part in split) <= room.right + 1
        assert min(part.bottom for part in split) >= room.bottom - 1
        assert (picture.x >= text.x) if rtl else (picture.x <= text.x)
        assert ways.h == (WAYS if room is LONG else 0)
        assert (ways.x, ways.w) == (text.x, text.w)


def test_two_pictures_take_half_of_a_wide_room_and_all_of_its_height() -> None:
    (_, paired), *_ = _plans()
    picture, text, _ = paired.split(LONG, rtl=False)
    assert picture.h == LONG.h
    assert picture.w * picture.h >= 0.5 * LONG.w * LONG.h
    assert paired.size >= LETTERS.size
    assert all(wrap(one, paired.size, (text.w, text.h), bold=True)[0].size == paired.size for one in SIX)


def test_what_nobody_could_read_beside_two_pictures_has_a_page_of_its_own() -> None:
    assert paired_plan(SHORT, SIX, WHY, SMALL, 0.0) is None
    assert paired_plan(LONG, SIX, (" ".join(SIX * 3),), LETTERS, WAYS) is None, "the reason is as long as a page"


def test_letters_are_as_small_as_they_have_to_be_and_no_smaller() -> None:
    assert plan_of(LONG, ("Short.",), LETTERS, WAYS).size == LETTERS.most
    assert 5 <= plan_of(SHORT, (" ".join(SIX),), LETTERS, 0.0).size < 20


def test_a_reason_stands_in_one_line_at_the_bottom_or_in_two_if_that_was_hard_to_read() -> None:
    felt = Place(0, 0, 300, 160)
    place, size = reason_place(felt, "Too late", 24, 18)
    assert (size, place.bottom) == (24, on_felt(felt).bottom)
    longer, less = reason_place(felt, "Doesn't fit anywhere at all", 24, 18)
    assert 18 <= less < 24
    assert longer.h < place.h
    two, least = reason_place(felt, "A card of the table goes before those of the hand", 24, 18)
    assert (least, two.h) == (18, 2 * longer.h * 18 / less)


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
