"""Rules as plain values, and back."""

import pytest

from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.editions import rules_of as card_rules
from kiosk.game.cards.rules import CardRules, MatchEnd, MatchEndKind
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.game_rules import changes_of, rules_of, rules_plain, rules_with

EVERY_EDITION = pytest.mark.parametrize(
    ("game", "rules"),
    [
        *(("cards", preset.rules) for preset in PRESETS.values()),
        *(("dice", preset.rules) for preset in DICE_PRESETS.values()),
    ],
    ids=[*PRESETS, *DICE_PRESETS],
)


@EVERY_EDITION
def test_the_rules_of_every_edition_come_back_equal(game, rules):
    assert rules_of(game, rules_plain(rules)) == rules


@EVERY_EDITION
def test_what_differs_from_the_first_edition_tells_the_whole_rules(game, rules):
    assert rules_with(game, changes_of(game, rules)) == rules


def test_only_what_differs_from_the_first_edition_is_told():
    rules = card_rules("brettspielwelt", match_end=MatchEnd(MatchEndKind.SINGLE_ROUND))
    assert changes_of("cards", rules).keys() == {"match_end", "misplay", "dead_detection"}
    assert changes_of("cards", CardRules()) == {}


def test_an_option_that_an_older_program_did_not_know_has_its_default():
    plain = rules_plain(CardRules())
    del plain["pro"]
    assert rules_of("cards", plain) == CardRules()


def test_what_no_option_can_be_is_an_error():
    with pytest.raises(ValueError, match="not rules of cards"):
        rules_with("cards", {"stop_mode": "never"})
