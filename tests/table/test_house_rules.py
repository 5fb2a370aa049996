"""House rules: single options of the edition that somebody proposes in the lobby, for one match."""

from __future__ import annotations

import pytest

from kiosk.game.cards.rules import Recycle
from kiosk.game.game_rules import rules_of_game
from kiosk.game.house_options import HOUSE, HouseOption
from kiosk.game.options import FalseStopKind, MatchEnd, MatchEndKind
from kiosk.game_registry import registry
from kiosk.journal.records import RoundStarted
from kiosk.protocol.state import State
from kiosk.table.choices import Choices
from kiosk.table.settings import TableSettings

NEEDS = {
    "dead_by_order": {"house recycle": "turn_over"},
    **{name: {"pro": "any_lower"} for name in ("pro.sources", "pro.empty_slot")},
}
"""Options that have an effect only together with others."""
IGNORE = ("house false_stop", "ignore")


@pytest.fixture
def choices():
    return Choices(TableSettings(()))


def rules(table):
    return table.session.table.choices.game().rules


def house(table):
    return dict(table.snapshot().house_rules)


# ---------------------------------------------------------------- the choices


def test_the_options_of_the_edition_are_shown_with_their_values(choices):
    shown = {rule.key: rule for rule in choices.view(4).house}
    rule = shown["house false_stop"]
    assert (rule.value, rule.usual) == ("seconds 2", "seconds 2")
    assert "ignore" in rule.values
    assert "house pro.sources" not in shown  # without the pro variant it has no effect
    choices.choose("pro", "exactly_one")
    assert "house pro.sources" in {rule.key for rule in choices.view(4).house}


def test_a_changed_option_is_played_and_marked(choices):
    choices.choose(*IGNORE)
    assert choices.game().rules.false_stop.kind is FalseStopKind.IGNORE
    assert choices.house_rules == {"house false_stop": "ignore"}
    (rule,) = (rule for rule in choices.view(4).house if rule.key == "house false_stop")
    assert (rule.value, rule.usual) == (*IGNORE[1:], "seconds 2")


def test_the_editions_own_value_is_no_house_rule(choices):
    choices.choose(*IGNORE)
    choices.choose("house false_stop", "seconds 2")
    assert choices.house_rules == {}
    assert not [key for key in choices.chosen if key.startswith(HOUSE)]


@pytest.mark.parametrize(("key", "value"), [("preset", "nordic_is"), ("game", "dice")])
def test_another_edition_has_no_house_rules(choices, key, value):
    choices.choose(*IGNORE)
    choices.choose(key, value)
    assert choices.house_rules == {}


@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("preset", [0, -1])
def test_every_value_that_matters_can_be_chosen_and_makes_its_rules(choices, game, preset):
    options = rules_of_game(game)
    choices.choose("game", game)
    choices.choose("preset", list(options.presets)[preset])
    mattered = 0
    for option in options.house_options:
        if option.matters(choices.game().rules):
            mattered += 1
            for word in option.values:
                choices.choose(HOUSE + option.name, word)
                assert option.word(choices.game().rules) == word
    assert mattered > len(options.house_options) / 2


def test_an_option_that_loses_its_effect_is_no_house_rule_any_more(choices):
    choices.choose("house recycle", "turn_over")
    choices.choose("house dead_by_order", "end_round")
    choices.choose("house recycle", "shuffle")
    assert choices.house_rules == {}
    choices.choose("pro", "any_lower")
    choices.choose("house pro.sources", "stack")
    choices.choose("pro", "off")
    assert choices.house_rules == {}


@pytest.mark.parametrize("key", ["house nothing", "house", "preset", "house pro.sources"])
def test_what_is_no_option_now_cannot_be_changed(choices, key):
    assert choices.may_change(key, "stack") is False


def test_the_present_value_is_no_change(choices):
    assert choices.may_change("house recycle", "shuffle") is False
    assert choices.may_change("house recycle", "turn_over") is True


# ---------------------------------------------------------------- the match


def test_they_hold_for_one_match_only(session_table):
    table = session_table(2, journal=True)
    table.start(1, bots=True, **{"length": "single_round", "house recycle": "turn_over"})
    assert table.match.game.rules.recycle is Recycle.TURN_OVER
    (started,) = table.written_of(RoundStarted)
    assert (started.chosen["house recycle"], started.rules["recycle"]) == ("turn_over", "turn_over")
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    assert house(table) == {"house recycle": "turn_over"}  # the result tells it
    table.pass_time(1_000)
    table.tap_button(1)
    assert (table.state, house(table)) == (State.LOBBY, {})


def test_a_power_cut_does_not_end_them(session_table):
    table = session_table(2, journal=True)
    table.start(1, 2, **{"house recycle": "turn_over"})
    table.pass_time(1_000)
    before = rules(table)
    table.cut_power()
    assert (house(table), rules(table)) == ({"house recycle": "turn_over"}, before)
    assert table.match.game.rules == before


@pytest.mark.parametrize(
    ("game", "option"),
    [(game, option) for game in registry.names() for option in rules_of_game(game).house_options],
    ids=lambda value: getattr(value, "name", value),
)
def test_a_round_comes_to_its_end_with_every_value(session_table, game, option):
    for word in option.values:
        table = session_table(2)
        length = "rounds_each 1" if game == "dice" else "single_round"
        before = NEEDS.get(option.name, {})
        table.start(1, bots=True, **{"game": game, "length": length, **before, HOUSE + option.name: word})
        assert option.word(table.match.game.rules) == word
        table.play_on(1, until=lambda table=table: table.state is State.ROUND_RESULT)


# ---------------------------------------------------------------- kept by the staff

FRIDAY = {
    "game": "cards",
    "preset": "nordic_is",
    "length": "points 99",
    "pro": "off",
    "house false_stop": "ignore",
}
KEPT = {"Friday": FRIDAY, "Dice": {"game": "dice", "preset": "wuerfel_schmidt"}}


@pytest.fixture
def with_kept():
    return Choices(TableSettings((), house_rules=KEPT))


def edition(choices):
    (choice,) = (choice for choice in choices.view(4).choices if choice.key == "preset")
    return choice


def test_kept_house_rules_are_among_the_editions_of_their_game(with_kept):
    assert edition(with_kept).values[-1] == "Friday"
    with_kept.choose("game", "dice")
    assert edition(with_kept).values[-1] == "Dice"


def test_choosing_them_chooses_edition_and_options(with_kept):
    with_kept.choose("house recycle", "turn_over")
    with_kept.choose("preset", "Friday")
    assert (edition(with_kept).value, with_kept.preset) == ("Friday", "nordic_is")
    assert with_kept.house_rules == dict([IGNORE])


def test_another_length_of_theirs_keeps_the_name_another_option_does_not(with_kept):
    with_kept.choose("preset", "Friday")
    with_kept.choose("length", "rounds 3")
    assert edition(with_kept).value == "Friday"
    with_kept.choose("house misplay", "points 1")
    assert edition(with_kept).value == "nordic_is"


@pytest.mark.parametrize("preset", ["nordic_is", "table_default"])
def test_an_edition_without_house_rules_is_chosen_again_by_its_name(with_kept, preset):
    with_kept.choose("preset", "Friday")
    with_kept.choose("preset", preset)
    assert (edition(with_kept).value, with_kept.house_rules) == (preset, {})


def test_the_edition_without_them_is_chosen_by_its_own_plate_whether_they_have_a_name_or_not(with_kept):
    with_kept.choose("preset", "nordic_is")
    with_kept.choose("length", "rounds 3")
    with_kept.choose("house recycle", "shuffle")
    assert edition(with_kept).value == "nordic_is"
    with_kept.choose("preset", "nordic_is")
    assert (with_kept.house_rules, with_kept.chosen["length"]) == ({}, "points 99")


@pytest.mark.parametrize("name", ["", "Friday"])
def test_a_touch_on_the_edition_that_is_played_as_it_is_resets_nothing(with_kept, name):
    with_kept.choose("preset", name or "nordic_is")
    with_kept.choose("length", "rounds 3")
    with_kept.choose("preset", name or "nordic_is")
    assert with_kept.chosen["length"] == "rounds 3"


@pytest.mark.parametrize("preset", ["junior", "nordic_is"])
def test_a_name_of_an_edition_is_that_of_the_edition(preset):
    choices = Choices(TableSettings((), house_rules={"junior": {**FRIDAY, "preset": preset}}))
    choices.choose("preset", "junior")
    assert (choices.preset, choices.name, choices.house_rules) == ("junior", "", {})
    choices.take_up({"game": "cards", "preset": "junior"})
    assert choices.preset == "junior"
    assert edition(choices).values.count("junior") == 1


@pytest.mark.parametrize("left_out", [("pro",), ("length",), ("pro", "length")])
def test_what_kept_house_rules_leave_out_is_as_in_the_edition(left_out):
    kept = {key: value for key, value in FRIDAY.items() if key not in left_out}
    choices = Choices(TableSettings((), house_rules={"Friday": kept}))
    choices.choose("preset", "Friday")
    assert choices.name == "Friday"
    assert choices.edition_choices == FRIDAY


def test_the_order_in_which_they_are_written_does_not_matter():
    kept = {"house pro.sources": "stack", "pro": "any_lower", "preset": "nordic_is", "game": "cards"}
    choices = Choices(TableSettings((), house_rules={"Pro": kept}))
    choices.choose("preset", "Pro")
    assert (choices.name, choices.house_rules) == ("Pro", {"house pro.sources": "stack"})
    again = Choices(TableSettings(()))
    again.take_up(kept)
    assert again.edition_choices == choices.edition_choices


def test_an_option_without_effect_among_them_takes_no_name_away():
    choices = Choices(TableSettings((), house_rules={"Friday": {**FRIDAY, "house pro.sources": "stack"}}))
    choices.choose("preset", "Friday")
    assert (choices.name, choices.house_rules) == ("Friday", dict([IGNORE]))


def test_a_match_of_dice_keeps_them_without_a_handicap_mode(session_table):
    kept = {"Dice": {"game": "dice", "preset": "wuerfel_schmidt", "house misplay": "points 1"}}
    table = session_table(2, house_rules=kept, game="dice")
    table.start(1, bots=True, preset="Dice", length="rounds_each 1")
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(1_000)
    table.tap_button(1)
    assert (table.state, house(table)) == (State.LOBBY, {"house misplay": "points 1"})


def test_a_length_that_is_kept_is_offered():
    kept = {"Long": {"game": "cards", "preset": "nordic_is", "length": "minutes 45"}}
    choices = Choices(TableSettings((), house_rules=kept))
    choices.choose("preset", "Long")
    assert choices.game().rules.match_end == MatchEnd(MatchEndKind.TIME, minutes=45)


def test_editions_that_differ_in_their_length_alone_are_told_apart_by_it():
    short = {"game": "cards", "preset": "nordic_is", "length": "points 50"}
    choices = Choices(TableSettings((), house_rules={"Short": short}))
    choices.choose("preset", "nordic_is")
    assert choices.name == ""
    choices.choose("preset", "Short")
    assert (choices.name, choices.chosen["length"]) == ("Short", "points 50")
    choices.choose("preset", "nordic_is")
    assert (choices.name, choices.chosen["length"]) == ("", "points 99")


def test_options_that_do_not_go_together_are_not_offered(monkeypatch):
    def refuse(*_: object) -> None:
        raise ValueError("stack_size must be odd")

    monkeypatch.setattr(HouseOption, "set_in", refuse)
    kept = {"Odd": {"game": "cards", "preset": "nordic_is", "house stack_size": "cards 6"}}
    assert "Odd" not in edition(Choices(TableSettings((), house_rules=kept))).values


def test_what_is_kept_of_an_edition_that_is_gone_is_not_offered():
    choices = Choices(TableSettings((), house_rules={"Old": {"game": "cards", "preset": "burnt"}}))
    assert "Old" not in edition(choices).values


def test_kept_house_rules_hold_for_the_next_match_too(session_table):
    table = session_table(2, house_rules=KEPT)
    table.start(1, bots=True, preset="Friday", length="single_round")
    assert house(table) == dict([IGNORE])
    table.play_on(1, until=lambda: table.state is State.MATCH_RESULT)
    table.pass_time(1_000)
    table.tap_button(1)
    assert (table.state, house(table)) == (State.LOBBY, dict([IGNORE]))


def test_a_snapshot_tells_their_name(session_table):
    table = session_table(2, house_rules=KEPT)
    table.start(1, bots=True, preset="Friday", length="single_round")
    assert (table.state, table.snapshot().house_name) == (State.PLAY, "Friday")


def test_a_power_cut_does_not_end_kept_ones(session_table):
    table = session_table(2, journal=True, house_rules=KEPT)
    table.start(1, 2, preset="Friday")
    table.pass_time(1_000)
    table.cut_power()
    assert table.session.table.choices.name == "Friday"
