"""The words of what people choose, which stand in configurations, journals and stores: none may get another name."""

from __future__ import annotations

from typing import Any

import pytest

from kiosk.game.cards.game import LENGTHS, length_of, length_text
from kiosk.game.cards.game import RULES as CARDS
from kiosk.game.dice.game import RULES as DICE
from kiosk.game.game_rules import GameRules
from kiosk.game.options import MatchEnd, MatchEndKind

PENALTIES = {
    "false_stop": "ignore, seconds 2, seconds 5, points 2, points 5",
    "misplay": "return, seconds 2, points 1, points 2",
}
CARD_RULES = PENALTIES | {
    "stop_mode": "press, press_with_timeout, auto",
    "play_after_empty": "allow, deny",
    "refill": "auto, manual, optional",
    "stack": "direct, via_row, hidden",
    "one_from_stack": "allow, forbid",
    "discard_chain": "chain, third_only",
    "hand_use": "anytime, table_first, warn, block",
    "recycle": "shuffle, turn_over",
    "dead_by_order": "reshuffle, end_round",
    "dead_detection": "grace, vote",
    "stack_size": "cards 6, cards 8, cards 10, cards 12",
    "row_size": "players, cards 3",
    "match_tie": "shared, extra_round",
    "pro.sources": "both, stack, discard",
    "pro.empty_slot": "stack_only, stack_or_discard",
}
DICE_RULES = PENALTIES | {"stop_mode": "press, press_with_timeout, auto", "dice_tie": "tiebreak_round, shared"}
CARD_EDITIONS = [
    *("table_default", "schmidt_de_fr_it", "schmidt_2017_en", "schmidt_2017_fr", "schmidt_2017_ru"),
    *("schmidt_2017_ru_footnote", "schmidt_2017_he", "nordic_is", "wikipedia", "brettspielwelt", "junior"),
]


@pytest.mark.parametrize(("rules", "words"), [(CARDS, CARD_RULES), (DICE, DICE_RULES)], ids=["cards", "dice"])
def test_house_rules_keep_their_words(rules, words):
    assert {option.name: ", ".join(option.values) for option in rules.house_options} == words


def test_choices_of_a_match_keep_their_words():
    assert {key: ", ".join(forms) for key, forms in CARDS.match_choices.items()} == {
        "length": "single_round, rounds {n}, points {n}, minutes {n}",
        "pro": "off, exactly_one, any_lower",
    }
    assert {key: ", ".join(forms) for key, forms in DICE.match_choices.items()} == {
        "length": "rounds_each 1, rounds_each 2, rounds_each 3",
        "handicap_mode": "leave_out, transfer",
    }


def test_editions_keep_their_names():
    assert [preset.name for preset in CARDS.presets.values()] == list(CARDS.presets) == CARD_EDITIONS
    assert [preset.name for preset in DICE.presets.values()] == list(DICE.presets)
    assert list(DICE.presets) == ["university_games_2013", "wuerfel_schmidt"]


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("single_round", MatchEnd(MatchEndKind.SINGLE_ROUND)),
        ("rounds 5", MatchEnd(MatchEndKind.FIXED_ROUNDS, n=5)),
        ("points 99", MatchEnd(MatchEndKind.TARGET, points=99)),
        ("minutes 20", MatchEnd(MatchEndKind.TIME, minutes=20)),
    ],
)
def test_a_length_of_cards_is_written_as_it_is_read(text, end):
    assert length_of(text) == end
    assert length_text(end) == text
    assert text.replace("5", "{n}").replace("99", "{n}").replace("20", "{n}") in LENGTHS


def test_a_match_of_one_round_has_one_word():
    assert length_text(MatchEnd(MatchEndKind.FIXED_ROUNDS, n=1)) == "single_round"
    assert length_text(MatchEnd(MatchEndKind.TARGET, n=1, points=99)) == "points 99"


@pytest.mark.parametrize("text", ["", "rounds", "rounds 1", "rounds 1000", "laps 3", "points {n}", "single_round 2"])
def test_what_is_no_length_is_none(text):
    assert length_of(text) is None


@pytest.mark.parametrize("rules", [CARDS, DICE], ids=["cards", "dice"])
def test_a_number_in_a_penalty_s_word_is_that_of_the_rules(rules):
    false_stop, misplay = _values(rules, "false_stop"), _values(rules, "misplay")
    assert [str(penalty.kind) for penalty in false_stop] == ["ignore", *["lockout"] * 2, *["penalty"] * 2]
    assert [str(penalty.kind) for penalty in misplay] == ["return", "lockout", *["penalty"] * 2]
    assert [penalty.ms for penalty in (*false_stop[1:3], misplay[1])] == [2000, 5000, 2000]
    assert [penalty.points for penalty in (*false_stop[3:], *misplay[2:])] == [2, 5, 1, 2]


def test_a_number_of_cards_in_a_word_is_that_of_the_rules():
    assert _values(CARDS, "stack_size") == [6, 8, 10, 12]
    assert [_values(CARDS, "row_size")[1].slots(players) for players in (2, 3, 4, 12)] == [3] * 4


def _values(rules: GameRules, name: str) -> list[Any]:
    """Return what the words of an option set, in their order."""
    base = next(iter(rules.presets.values())).rules
    option = next(option for option in rules.house_options if option.name == name)
    return [getattr(option.set_in(base, word), name) for word in option.values]
