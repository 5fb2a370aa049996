"""Places by the names of the scene: numbers from 1, cards, texts; unclear ones are told with what is there."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.testing.places import point_of


def item(what: str, x: int, seat: int | None = 1, **more: Any) -> dict[str, Any]:
    return {
        "what": what,
        "seat": seat,
        "x": x,
        "y": 7,
        "slot": None,
        "card": None,
        "text": None,
        "enabled": True,
    } | more


SCENE = {
    "size": [1280, 720],
    "items": [
        item("row", 10, slot=0, card="b7"),
        item("row", 20, slot=1, card="g1"),
        item("row", 99, seat=2, slot=0, card="r3"),
        item("stack", 30),
        item("language", 40, text="Deutsch"),
        item("language", 50, text="English"),
        item("pile", 60, seat=None, slot=4, card="r2"),
        item("ready", 70, enabled=False),
    ],
}


@pytest.mark.parametrize(
    ("place", "point"),
    [
        ("row:2", (20, 7)),
        ("row:b7", (10, 7)),
        ("stack", (30, 7)),
        ("language:english", (50, 7)),
        ("pile:5", (60, 7)),
        ("centre", (640, 360)),
    ],
)
def test_a_place_is_a_point_in_the_window(place: str, point: tuple[int, int]) -> None:
    assert point_of(SCENE, 1, place) == point


@pytest.mark.parametrize(
    ("place", "told"),
    [
        (
            "hand",
            "'hand' is not on the screen for seat 1; there are: centre, row:1, row:2, stack, language:Deutsch, lang",
        ),
        ("row:3", "is not on the screen"),
        ("row", "is there more than once"),
    ],
)
def test_what_cannot_be_touched_is_told(place: str, told: str) -> None:
    with pytest.raises(ValueError, match=told):
        point_of(SCENE, 1, place)
