"""Options are written in the form in which they are read."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace

from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.rules import CardRules, Pro, RowSize
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules
from kiosk.game.options import FalseStop, FalseStopKind, MatchEnd, MatchEndKind
from kiosk.referee.game_referee import referee_of_game
from kiosk.referee.node import Node
from kiosk.referee.options import options_json, read_options

EVERY = [(game, name) for game, presets in (("cards", PRESETS), ("dice", DICE_PRESETS)) for name in presets]
RULES = {"cards": PRESETS, "dice": DICE_PRESETS}


@pytest.mark.parametrize(("game", "name"), EVERY)
def test_the_options_of_an_edition_over_those_of_any_other_make_that_edition(game, name):
    rules = RULES[game][name].rules
    own = referee_of_game(game).options
    for other in RULES[game].values():
        written = json.loads(json.dumps(options_json(rules, other.rules, own)))
        assert read_options(Node(written), other.rules, 4, own) == rules
        assert (written == {}) is (rules == other.rules)


@pytest.mark.parametrize(
    "rules",
    [
        CardRules(
            stack_size=(10, 4, 13, 7), flip_cooldown_ms=(350, 350, 0, 2350), row_size=RowSize(((2, 4), (3, 4)), 2)
        ),
        CardRules(match_end=MatchEnd(MatchEndKind.TIME, minutes=20), pro=Pro(enabled=True, sources=())),
        CardRules(false_stop=FalseStop(FalseStopKind.PENALTY, points=3)),
        replace(DICE_PRESETS["wuerfel_schmidt"].rules, dice_extra=(0, 2, 1, 0), house_seats=True),
        DiceRules(roll_ms=(400, 900, 900, 2900)),
    ],
    ids=["handicaps", "by time", "a fine", "extra dice", "rolls"],
)
def test_rules_of_no_edition_are_written_too(rules):
    game, edition = ("cards", "nordic_is") if isinstance(rules, CardRules) else ("dice", "university_games_2013")
    base, own = RULES[game][edition].rules, referee_of_game(game).options
    assert read_options(Node(json.loads(json.dumps(options_json(rules, base, own)))), base, 4, own) == rules
