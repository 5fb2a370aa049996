"""Beside a language from right to left, controls follow each other from right to left, and arrows point so."""

from __future__ import annotations

from collections import defaultdict

import pytest

from kiosk.display.paint.art import SignLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.drawings.gallery import states as gallery
from tests.display import shown

GRIDS = ("language", "names", "new-name", "more", "more-preset", "more-length", "options")


def _panel(name: str, language: str, seats: int = 2) -> Sketch:
    """Return the first seat's panel in this state; it is not turned."""
    state = shown.of_gallery(next(one for one in gallery.STATES if one.name == name), seats)
    picture = shown.picture(state, seats, shown.Way((1920, 1080), (language, "de", "fr")))
    assert picture is not None
    part = next(part for part in picture.parts if part.where.startswith("seat 1 "))
    assert part.sketch.frame.rotation == 0
    return part.sketch


def _rows(sketch: Sketch) -> dict[int, list[tuple[str, int | None]]]:
    """Return the controls of each row, from left to right, without the words, which differ."""
    rows: dict[int, list[tuple[float, str, int | None]]] = defaultdict(list)
    for item in sketch.items:
        rows[round(item.y)].append((item.x, item.what, item.slot))
    return {y: [(what, slot) for _, what, slot in sorted(row)] for y, row in rows.items() if len(row) > 1}


@pytest.mark.parametrize("name", [name for name in GRIDS if any(one.name == name for one in gallery.STATES)])
def test_controls_are_in_the_reverse_order(name: str) -> None:
    usual, other = _rows(_panel(name, "en")), _rows(_panel(name, "xr"))
    assert usual
    assert {y: row[::-1] for y, row in usual.items()} == other


def test_arrows_point_to_the_left() -> None:
    turns = {
        language: {
            mark.turn
            for mark in _panel("more-length", language).marks
            if isinstance(mark, Picture) and mark.look == SignLook("icon back", getattr(mark.look, "size", 0))
        }
        for language in ("en", "xr")
    }
    assert turns == {"en": {0.0}, "xr": {180.0}}


@pytest.mark.parametrize("page", ["service-menu", "service-settings"])
def test_what_leads_on_in_the_staffs_menu_points_to_the_left(page: str) -> None:
    usual, other = ([_turns(language, page, sign) for sign in ("icon open", "icon back")] for language in ("en", "xr"))
    assert usual[0]
    assert {*usual[0], *usual[1]} == {0.0}
    assert [[180.0] * len(turns) for turns in usual] == other


def _turns(language: str, name: str, sign: str) -> list[float]:
    """Return how each such sign is turned."""
    state = shown.of_gallery(next(one for one in gallery.STATES if one.name == name), 2)
    picture = shown.picture(state, 2, shown.Way((1920, 1080), (language, "de", "fr")))
    assert picture is not None
    marks = (mark for part in picture.parts for mark in part.sketch.marks)
    return [
        mark.turn
        for mark in marks
        if isinstance(mark, Picture) and isinstance(mark.look, SignLook) and mark.look.sign == sign
    ]
