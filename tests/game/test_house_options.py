"""The options that people may change at the table (RULES.md section 2), and the rules with a value of each."""

from __future__ import annotations

import random

import pytest

from kiosk.game.cards.editions import PRESETS
from kiosk.game.cards.game import HOUSE_OPTIONS as CARD_OPTIONS
from kiosk.game.cards.rules import CardRules, Recycle, RefillActuation, Refilling, RowSize
from kiosk.game.dice.game import HOUSE_OPTIONS as DICE_OPTIONS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.game_rules import rules_of, rules_plain
from kiosk.game.house_options import HouseOption, changed, of_values
from kiosk.game.options import FalseStop, FalseStopKind, StopMode

EDITIONS = [
    *(("cards", preset, CARD_OPTIONS) for preset in PRESETS.values()),
    *(("dice", preset, DICE_OPTIONS) for preset in DICE_PRESETS.values()),
]


@pytest.mark.parametrize(("game", "preset", "options"), EDITIONS, ids=lambda value: getattr(value, "name", ""))
def test_every_value_of_every_edition_is_offered(game, preset, options):
    assert {option.name: option.word(preset.rules) for option in options if not option.word(preset.rules)} == {}


@pytest.mark.parametrize(("game", "preset", "options"), EDITIONS, ids=lambda value: getattr(value, "name", ""))
def test_a_value_that_is_set_is_the_value_that_is_read(game, preset, options):
    assert options
    assert all(len(option.values) > 1 for option in options)
    for option in options:
        for word in option.values:
            rules = option.set_in(preset.rules, word)
            assert option.word(rules) == word
            assert option.set_in(rules, option.word(preset.rules)) == preset.rules


@pytest.mark.parametrize(("game", "preset", "options"), EDITIONS, ids=lambda value: getattr(value, "name", ""))
def test_any_combination_is_valid_and_survives_the_journal(game, preset, options):
    chance = random.Random(preset.name)  # noqa: S311  no secrets
    for _ in range(50):
        words = {option.name: chance.choice(list(option.values)) for option in options}
        rules = changed(options, preset.rules, words)
        assert {option.name: option.word(rules) for option in options} == words
        assert rules_of(game, rules_plain(rules)) == rules


def test_options_have_names_of_their_own():
    for options in (CARD_OPTIONS, DICE_OPTIONS):
        names = [option.name for option in options]
        assert len(set(names)) == len(names)


def test_a_value_may_set_several_parts_of_the_rules():
    refill = next(option for option in CARD_OPTIONS if option.name == "refill")
    rules = refill.set_in(CardRules(), "optional")
    assert (rules.refill, rules.refill_actuation) == (Refilling.OPTIONAL, RefillActuation.MANUAL)


def test_a_part_within_a_part_is_set_alone():
    option = next(option for option in CARD_OPTIONS if option.name == "pro.empty_slot")
    before = CardRules()
    after = option.set_in(before, "stack_or_discard")
    assert (after.pro.empty_slot.value, after.pro.step) == ("stack_or_discard", before.pro.step)


def test_an_unknown_word_changes_nothing():
    assert changed(CARD_OPTIONS, CardRules(), {"recycle": "burn", "no such option": "x"}) == CardRules()


def test_a_value_that_is_not_offered_has_no_word():
    assert of_values("stop_timeout_ms", seconds_5=5000).word(CardRules(stop_timeout_ms=1)) == ""


def test_what_the_rules_do_not_allow_is_an_error_that_names_the_option():
    with pytest.raises(ValueError, match="stack_size"):
        HouseOption("stack_size", {"none": {"stack_size": 0}}).set_in(CardRules(), "none")


@pytest.mark.parametrize(
    ("name", "rules", "matters"),
    [
        ("play_after_empty", CardRules(), True),
        ("play_after_empty", CardRules(stop_mode=StopMode.AUTO), False),
        ("dead_by_order", CardRules(), False),
        ("dead_by_order", CardRules(recycle=Recycle.TURN_OVER), True),
        ("one_from_stack", CardRules(), True),
        ("pro.sources", CardRules(), False),
        ("recycle", CardRules(), True),
    ],
)
def test_an_option_matters_only_where_it_has_an_effect(name, rules, matters):
    assert next(option for option in CARD_OPTIONS if option.name == name).matters(rules) is matters


def test_words_with_a_number_are_written_with_a_space():
    option = of_values(
        "false_stop", ignore=FalseStop(FalseStopKind.IGNORE), points_2=FalseStop(FalseStopKind.PENALTY, points=2)
    )
    assert list(option.values) == ["ignore", "points 2"]


def test_no_row_is_longer_than_the_editions():
    """With many players the cards would become too small."""
    row = next(option for option in CARD_OPTIONS if option.name == "row_size")
    for parts in row.values.values():
        size = parts["row_size"]
        assert all(size.slots(players) <= RowSize().slots(players) for players in range(2, 13))
