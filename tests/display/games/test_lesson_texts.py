"""What lessons ask for: the rule beside the move, and the Stop that the seat has."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from kiosk.display.games.game import picture_of_game
from kiosk.locale.speaker import speaker
from kiosk.protocol import LessonView


def _told(game: str, lesson: LessonView, *, wide: bool = True, screen_stop: bool = False, mode: str = "drag") -> str:
    context: Any = SimpleNamespace(
        view=SimpleNamespace(lesson=lesson, screen_stop=screen_stop),
        say=speaker("en"),
        panel=SimpleNamespace(roomy=wide),
        table=SimpleNamespace(touch_mode=mode),
    )
    return picture_of_game(game).lesson(context)


@pytest.mark.parametrize("mode", ["drag", "tap"])
@pytest.mark.parametrize("wide", [True, False])
def test_a_card_on_another_one_tells_the_rule(wide: bool, mode: str) -> None:
    lesson = LessonView(2, 5, act="play", source="discard", piece="g2", onto="g1")
    assert "same colour, one higher" in _told("cards", lesson, wide=wide, mode=mode).lower()


@pytest.mark.parametrize("wide", [True, False])
def test_the_card_that_leaves_a_gap_tells_what_fills_it(wide: bool) -> None:
    lesson = LessonView(3, 5, act="play", source="row 1", piece="g3", onto="g2")
    told = _told("cards", lesson, wide=wide)
    assert "stack fills" in told
    assert "empty" in told


@pytest.mark.parametrize("mode", ["drag", "tap"])
@pytest.mark.parametrize("wide", [True, False])
def test_a_die_on_its_space_tells_the_order_of_its_colour(wide: bool, mode: str) -> None:
    lesson = LessonView(1, 3, act="place", source="die r1", piece="r1")
    assert _told("dice", lesson, wide=wide, mode=mode).endswith("up to 6")


@pytest.mark.parametrize("wide", [True, False])
@pytest.mark.parametrize("game", ["cards", "dice"])
def test_the_stop_is_the_button_at_the_edge_where_there_is_one_that_works(game: str, wide: bool) -> None:
    lesson = LessonView(4, 5, act="stop")
    assert "edge" in _told(game, lesson, wide=wide)
    assert "edge" not in _told(game, lesson, wide=wide, screen_stop=True)


@pytest.mark.parametrize(
    ("seat", "read"),
    [
        ({"bot": True}, {"bot"}),
        ({"bot": False, "new": False, "stack_card": "b7"}, {"bot", "new", "stack_card"}),
    ],
)
def test_a_name_line_does_not_follow_the_cards_of_who_gets_no_hint(seat: dict[str, Any], read: set[str]) -> None:
    class Seat:
        def __getattribute__(self, name: str) -> Any:
            asked.add(name)
            return seat[name]

    asked: set[str] = set()
    context: Any = SimpleNamespace(view=Seat(), table=SimpleNamespace(state="play", game="cards"))
    assert picture_of_game("cards").hint(context) == ""
    assert asked == read, "whenever one of these changes, the line is drawn again"


@pytest.mark.parametrize(
    ("changed", "hinted"),
    [
        ({}, True),
        ({"discard_card": "g2"}, False),
        ({"hand_count": 0}, False),
        ({"new": False}, False),
        ({"bot": True}, False),
    ],
)
def test_in_the_first_round_a_person_reads_how_to_turn_cards_until_they_have(
    changed: dict[str, Any], hinted: bool
) -> None:
    seat = {"discard_card": None, "discard_count": 0, "hand_count": 24, "new": True, "bot": False}
    view = SimpleNamespace(**{**seat, "stack_count": 10, "stack_card": "b7", "ticker": (), **changed})
    for state, is_play in (("play", True), ("stopped", False)):
        context: Any = SimpleNamespace(view=view, say=speaker("en"), table=SimpleNamespace(state=state, game="cards"))
        told = picture_of_game("cards").hint(context)
        assert told == ("Nothing fits? Tap your draw pile" if hinted and is_play else "")
