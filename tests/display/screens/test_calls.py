"""Calls of a celebration: as large as the felt allows, none on another one."""

from __future__ import annotations

import itertools

import pytest

from kiosk.display.screens.centre_result import Lines, call_depth, call_sizes
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import Side

CORE = 0.5
TURNS = {"south": 0, "east": 90, "north": 180, "west": 270}


def _sides(edges: tuple[str, ...], w: float, h: float) -> list[Side]:
    return [
        Side(edge, Frame(0, 0, TURNS[edge]), *((w, h) if TURNS[edge] % 180 == 0 else (h, w)), "en") for edge in edges
    ]


@pytest.mark.parametrize("edges", [("south",), ("south", "north"), tuple(TURNS)], ids=str)
@pytest.mark.parametrize("size", [(1400, 500), (1900, 560), (700, 690)], ids=str)
@pytest.mark.parametrize("text", ["STOP!", "LIGRETTO STOP!", "LIGRETTO STOP !"])
def test_calls_fill_the_felt_around_the_medal_without_touching(
    edges: tuple[str, ...], size: tuple[float, float], text: str
) -> None:
    calls = [(side, Lines.of(text)) for side in _sides(edges, *size)]
    letters = min(call_sizes(calls, CORE))
    medal = Place(0, 0, 2 * CORE * letters, 2 * CORE * letters)
    places = [medal]
    for side, call in calls:
        x, y = side.frame.to_window(0, -call_depth(side, call, letters, CORE))
        w, h = call.width * letters, call.height * letters
        places.append(Place(x, y, *((w, h) if side.frame.rotation % 180 == 0 else (h, w))))
    felt = Place(0, 0, *size)
    assert all(felt.left <= one.left and one.right <= felt.right for one in places)
    assert all(felt.bottom <= one.bottom and one.top <= felt.top for one in places)
    assert not any(one.overlaps(other) for one, other in itertools.combinations(places, 2))
    assert letters >= 0.16 * min(size)


def test_the_first_word_of_a_call_stands_above_the_others() -> None:
    assert [text for text, _ in Lines.of("LIGRETTO STOP !").lines] == ["LIGRETTO", "STOP !"]
    assert [text for text, _ in Lines.of("STOP!").lines] == ["STOP!"]
