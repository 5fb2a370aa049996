"""How a round is scored, in one sentence of the chosen rules."""

from __future__ import annotations

import pytest

from kiosk.display.screens.rules import score_text
from kiosk.game.game_rules import changes_of, rules_of_game
from kiosk.locale.speaker import speaker


def _told(game: str, preset: str) -> str:
    rules = rules_of_game(game).presets[preset].rules
    return score_text(game, changes_of(game, rules), speaker("en"))


def test_a_stack_card_costs_what_the_edition_says() -> None:
    assert _told("cards", "table_default") == "You get 1 point per card in the centre, minus 2 per stack card."


def test_children_lose_nothing() -> None:
    assert "minus" not in _told("cards", "junior")


@pytest.mark.parametrize("preset", rules_of_game("dice").presets)
def test_with_dice_it_tells_who_gets_the_points(preset: str) -> None:
    assert "The first to finish gets all those points" in _told("dice", preset)
