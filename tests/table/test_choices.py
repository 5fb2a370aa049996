"""The choices of the lobby (kiosk/display/README.md, RULES.md C15, E19, O28) and the rules that follow from them."""

from __future__ import annotations

import pytest

from kiosk.game.cards.editions import PRESETS, rules_of
from kiosk.game.cards.game import LENGTHS, length_of, length_text
from kiosk.game.cards.rules import MatchEnd, MatchEndKind, MisplayKind, ProStep
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.game_rules import NUMBER, has_form, rules_of_game, rules_with
from kiosk.game.house_options import HOUSE
from kiosk.game_registry import registry
from kiosk.protocol.state import State
from kiosk.table.choices import Choices, offers
from kiosk.table.games.cards import MAY_NEVER_END
from kiosk.table.settings import TableSettings

ENDS = {
    "single_round": MatchEnd(MatchEndKind.SINGLE_ROUND),
    "rounds 7": MatchEnd(MatchEndKind.FIXED_ROUNDS, n=7),
    "points 200": MatchEnd(MatchEndKind.TARGET, points=200),
    "minutes 20": MatchEnd(MatchEndKind.TIME, minutes=20),
}


@pytest.fixture
def choices():
    return Choices(TableSettings(()))


def chosen(choices, players=4):
    return {choice.key: choice.value for choice in choices.view(players).choices}


def warnings(choices, players):
    return {choice.key: choice.warning for choice in choices.view(players).choices if choice.warning is not None}


@pytest.mark.parametrize(
    ("game", "preset"), [*(("cards", name) for name in PRESETS), *(("dice", name) for name in DICE_PRESETS)]
)
def test_an_edition_that_is_chosen_is_played_as_it_is(choices, game, preset):
    choices.choose("game", game)
    choices.choose("preset", preset)
    played = choices.game()
    assert played.name == game
    assert played.rules == {**PRESETS, **DICE_PRESETS}[preset].rules


@pytest.mark.parametrize("value", ENDS)
def test_every_kind_of_length_can_be_chosen(choices, value):
    choices.choose("length", value)
    assert choices.game().rules.match_end == ENDS[value]
    assert chosen(choices)["length"] == value


def test_another_edition_brings_its_own_length_and_no_variant(choices):
    choices.choose("length", "minutes 10")
    choices.choose("pro", "exactly_one")
    choices.choose("bots", "off")
    choices.choose("preset", "nordic_is")
    assert chosen(choices) == {
        "game": "cards",
        "preset": "nordic_is",
        "length": "points 99",
        "pro": "off",
        "touch_mode": "drag",
        "bots": "off",
    }


def test_a_length_is_kept_until_the_edition_changes(choices):
    choices.choose("preset", "nordic_is")
    choices.choose("length", "rounds 3")
    choices.choose("touch_mode", "tap")
    assert choices.game().rules.match_end == MatchEnd(MatchEndKind.FIXED_ROUNDS, n=3)


@pytest.mark.parametrize(("rounds", "text"), [(1, "single_round"), (4, "rounds 4"), (5, "rounds 5"), (99, "rounds 99")])
def test_a_configured_number_of_rounds_is_the_default_and_can_be_chosen_again(rounds, text):
    choices = Choices(TableSettings((), rounds=rounds))
    assert chosen(choices)["length"] == text
    choices.choose("length", "minutes 30")
    choices.choose("length", text)
    assert chosen(choices)["length"] == text


@pytest.mark.parametrize(("rounds", "chosen"), [(5, ""), (4, "rounds 7"), (5, "points 200")])
def test_a_disc_goes_through_a_few_lengths_the_chosen_one_and_the_editions_own(rounds, chosen):
    choices = Choices(TableSettings((), rounds=rounds))
    choices.choose("length", chosen)
    (length,) = (one for one in choices.view(4).choices if one.key == "length")
    few = {"single_round", "rounds 3", "rounds 5", "points 100", "minutes 10", f"rounds {rounds}", length.value}
    assert {*length.stops} == few
    assert length.stops == tuple(one for one in length.values if one in few)
    choices.choose("preset", "nordic_is")
    (length,) = (one for one in choices.view(4).choices if one.key == "length")
    assert length.value == "points 99"
    assert length.value in length.stops


def test_the_editions_disc_comes_around_in_a_few_touches_and_has_the_tables_own_and_what_the_staff_keep():
    common = ["table_default", "schmidt_de_fr_it", "schmidt_2017_en", "brettspielwelt", "junior"]

    def stops(choices):
        (editions,) = (one for one in choices.view(4).choices if one.key == "preset")
        assert {*editions.stops} <= {*editions.values}
        return [*editions.stops]

    choices = Choices(TableSettings(()))
    assert stops(choices) == common
    choices.choose("preset", "wikipedia")
    assert stops(choices) == [*common[:3], "wikipedia", *common[3:]]
    kept = {"Club": {"game": "cards", "preset": "schmidt_2017_ru", "length": "rounds 3"}}
    choices = Choices(TableSettings((), presets={"cards": "nordic_is"}, house_rules=kept))
    assert stops(choices) == [*common[:3], "nordic_is", *common[3:], "Club"]
    assert stops(Choices(TableSettings((), game="dice"))) == []


def test_lengths_are_offered_in_the_order_of_kind_and_number():
    (values,) = (
        choice.values for choice in Choices(TableSettings((), rounds=4)).view(2).choices if choice.key == "length"
    )
    assert values == (
        "single_round", "rounds 3", "rounds 4", "rounds 5", "rounds 7", "rounds 10", "points 50", "points 99",
        "points 100", "points 200", "minutes 10", "minutes 20", "minutes 30",
    )  # fmt: skip


@pytest.mark.parametrize("step", ProStep)
def test_the_pro_variant_is_played_with_either_step(choices, step):
    choices.choose("pro", step.value)
    assert (choices.game().rules.pro.enabled, choices.game().rules.pro.step) == (True, step)
    choices.choose("pro", "off")
    assert not choices.game().rules.pro.enabled


def test_tap_mode_locks_after_a_wrong_card_unless_it_costs_a_point_anyway(choices):
    choices.choose("touch_mode", "tap")
    assert (choices.game().rules.misplay.kind, choices.game().rules.misplay.ms) == (MisplayKind.LOCKOUT, 600)
    choices.choose("preset", "brettspielwelt")
    assert choices.game().rules.misplay.kind is MisplayKind.PENALTY


@pytest.mark.parametrize(
    ("game", "offer"),
    [(game, offer) for game in registry.names() for offer in offers(game, TableSettings(()))],
    ids=lambda part: getattr(part, "key", part),
)
def test_what_is_no_choice_changes_nothing(choices, game, offer):
    choices.choose("game", game)
    before = chosen(choices)
    for value in ("", "poker", "rounds -1", "rounds 3 ", "True", "4"):
        choices.choose(offer.key, value)
    choices.choose("poker", "true")
    assert chosen(choices) == before


@pytest.mark.parametrize(
    ("players", "warned"), [(5, {}), (6, {"length": MAY_NEVER_END}), (12, {"length": MAY_NEVER_END})]
)
def test_points_with_six_players_or_more_are_warned_of(choices, players, warned):
    choices.choose("length", "points 50")
    assert warnings(choices, players) == warned


def test_points_that_the_edition_brings_are_warned_of_too_and_rounds_are_not(choices):
    assert warnings(choices, 12) == {}
    choices.choose("preset", "wikipedia")
    assert warnings(choices, 12) == {"length": MAY_NEVER_END}
    choices.choose("length", "minutes 30")
    assert warnings(choices, 12) == {}


def test_bots_count_among_the_players_who_may_never_reach_the_points(session_table):
    table = session_table(6)
    table.tap_button(1)
    table.choose(1, "length", "points 99")
    assert [choice.warning for choice in table.snapshot().lobby.choices if choice.key == "length"] == [MAY_NEVER_END]
    table.choose(1, "bots", "off")
    assert [choice.warning for choice in table.snapshot().lobby.choices if choice.key == "length"] == [None]


@pytest.mark.parametrize(("value", "rounds"), [("rounds_each 1", 4), ("rounds_each 2", 8), ("rounds_each 3", 12)])
def test_a_match_of_dice_has_so_many_rounds_for_each_player(choices, value, rounds):
    choices.choose("game", "dice")
    choices.choose("length", value)
    assert choices.game().rules.rounds(4) == rounds


def test_another_game_keeps_what_holds_for_both_and_nothing_else(choices):
    for key, value in (("touch_mode", "tap"), ("bots", "off"), ("preset", "wikipedia"), ("game", "dice")):
        choices.choose(key, value)
    assert chosen(choices) == {
        "game": "dice",
        "preset": "university_games_2013",
        "length": "rounds_each 3",
        "handicap_mode": "leave_out",
        "touch_mode": "tap",
        "bots": "off",
    }
    choices.choose("game", "cards")
    assert (chosen(choices)["preset"], chosen(choices)["touch_mode"]) == ("table_default", "tap")


def test_the_game_that_is_chosen_already_loses_nothing(table):
    table.tap_button(1)
    table.choose(1, "preset", "wikipedia")
    table.choose(1, "handicap", "6")
    table.choose(1, "game", "cards")
    assert table.snapshot().preset == "wikipedia"
    assert table.view(1).handicap == 6
    table.choose(1, "game", "dice")
    assert table.view(1).handicap == 0, "ten cards are not ten dice"


def test_the_configured_game_and_edition_are_offered_first(session_table):
    table = session_table(4, game="dice", presets={"dice": "wuerfel_schmidt"})
    table.tap_button(1)
    assert (table.snapshot().game, table.snapshot().preset) == ("dice", "wuerfel_schmidt")


@pytest.mark.parametrize(
    ("players", "warned"), [(4, {}), (5, {"game": "house_rule 4"}), (12, {"game": "house_rule 2"})]
)
def test_more_than_four_at_dice_are_told_the_house_rule(choices, players, warned):
    choices.choose("game", "dice")
    assert warnings(choices, players) == warned


# ---------------------------------------------------------------- an edition for beginners


def test_an_edition_for_beginners_suggests_the_slowest_bots_and_another_one_the_usual(choices):
    choices.choose("preset", "junior")
    assert chosen(choices)["bots"] == "gentle"
    choices.choose("preset", "wikipedia")
    assert chosen(choices)["bots"] == "steady"
    choices.choose("preset", "junior")
    choices.choose("game", "dice")
    assert chosen(choices)["bots"] == "steady"


@pytest.mark.parametrize("bots", ["off", "steady", "master"])
def test_bots_that_somebody_has_chosen_stay_whatever_the_edition(choices, bots):
    choices.choose("bots", bots)
    choices.choose("preset", "junior")
    assert chosen(choices)["bots"] == bots
    choices.choose("preset", "wikipedia")
    assert chosen(choices)["bots"] == bots


def test_a_suggestion_can_be_changed_and_is_not_made_again(choices):
    choices.choose("preset", "junior")
    choices.choose("bots", "quick")
    choices.choose("preset", "table_default")
    choices.choose("preset", "junior")
    assert chosen(choices)["bots"] == "quick"


def test_where_bots_are_off_an_edition_for_beginners_seats_none(session_table):
    table = session_table(4, bots="off")
    table.tap_button(1)
    table.choose(1, "preset", "junior")
    assert table.session.table.choices.chosen["bots"] == "off"


OWN_JUNIOR = {"presets": {"cards": "junior"}}


@pytest.mark.parametrize(("bots", "told"), [(None, "gentle"), ("quick", "quick"), ("off", "off")])
def test_the_tables_own_edition_suggests_them_from_the_start_unless_they_are_configured(bots, told):
    choices = Choices(TableSettings((), bots=bots, **OWN_JUNIOR))
    assert chosen(choices)["bots"] == told
    choices.choose("preset", "wikipedia")
    assert chosen(choices)["bots"] == (bots or "steady")
    choices.choose("preset", "junior")
    assert chosen(choices)["bots"] == told


def test_bots_of_the_start_are_no_choice_of_somebody():
    choices = Choices(TableSettings((), **OWN_JUNIOR))
    choices.choose("game", "dice")
    assert chosen(choices)["bots"] == "steady"
    choices.choose("game", "cards")
    assert chosen(choices)["bots"] == "gentle"


# ---------------------------------------------------------------- what may be configured


@pytest.mark.parametrize("game", registry.names())
def test_all_that_follows_an_edition_is_known_to_the_rules_with_its_values(game):
    """The configuration checks kept house rules by them, without the table's code."""
    rules = rules_of_game(game)
    follows = {offer.key: offer for offer in offers(game, TableSettings(())) if offer.follows}
    assert {*follows} == {*rules.match_choices, *(HOUSE + option.name for option in rules.house_options)}
    for key, forms in rules.match_choices.items():
        assert all(has_form(value, forms) for value in follows[key].values)
        assert all(NUMBER in form or form in follows[key].values for form in forms)


@pytest.mark.parametrize("text", ["single_round", "rounds 2", "points 999", "minutes 45"])
def test_a_length_is_read_as_it_is_written(text):
    assert has_form(text, LENGTHS)
    assert length_text(length_of(text)) == text


@pytest.mark.parametrize(
    "text", ["", "rounds", "rounds 1", "rounds 1000", "rounds 05", "rounds 3 ", "laps 3", "points \u0665"]
)
def test_what_is_no_length_is_none(text):
    assert not has_form(text, LENGTHS)
    assert length_of(text) is None


# ---------------------------------------------------------------- handicaps


def stacks(table):
    return [len(seat.stack) for seat in table.round.seats]


def next_round(table):
    """End the round, and let everybody go on."""
    table.wait_for(lambda: table.round.ended or table.state is State.ROUND_RESULT)
    ended = table.play_
    table.wait_for(lambda: table.state is State.COUNTDOWN and table.play_ is not ended)


def deal(table, *people, **handicaps):
    for seat, size in handicaps.items():
        table.tap_button(int(seat[1:]))
        table.choose(int(seat[1:]), "handicap", size)
    for seat in people:
        while table.view(seat).state != "ready" and table.state is State.LOBBY:
            table.tap_button(seat)
    table.wait_for(lambda: table.state is State.COUNTDOWN, 16_000)


def test_a_handicap_is_dealt_to_its_seat_alone(table):
    deal(table, 1, 2, s2="6")
    assert stacks(table) == [10, 6, 10, 10]
    assert [view.handicap for view in table.snapshot().seats] == [10, 6, 10, 10]


def test_without_a_handicap_the_editions_rules_stay_as_they_are(table):
    deal(table, 1, 2, s2="10")
    assert table.round.rules.stack_size == 10


@pytest.mark.parametrize("change", [("preset", "junior"), ("house stack_size", "cards 6")])
def test_what_everybody_has_under_other_rules_is_no_handicap(table, change):
    table.tap_button(2)
    table.choose(2, "handicap", "6")
    table.choose(2, *change)
    deal(table, 1, 2)
    table.wait_for(lambda: table.state is State.COUNTDOWN)
    assert stacks(table) == [6, 6, 6, 6]
    assert table.match.handicaps == {}
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    assert {line.handicap for line in table.snapshot().result.lines} == {None}


def test_a_handicap_holds_again_where_it_is_one_again(table):
    table.tap_button(2)
    table.choose(2, "handicap", "6")
    for preset in ("junior", "table_default"):
        table.choose(2, "preset", preset)
    deal(table, 1, 2)
    assert table.match.handicaps == {2: 6}


@pytest.mark.parametrize("value", ["3", "14", "", "x", "-6", "6 ", "\u0666"])
def test_a_handicap_that_is_not_offered_changes_nothing(table, value):
    table.tap_button(1)
    table.choose(1, "handicap", "6")
    table.choose(1, "handicap", value)
    assert table.view(1).handicap == 6


def test_every_offered_handicap_can_be_chosen_and_taken_back(table):
    table.tap_button(1)
    for size in (*range(4, 10), *range(11, 14), 10):
        table.choose(1, "handicap", str(size))
        assert table.view(1).handicap == size
    assert table.seat(1).handicap is None


def test_a_handicap_is_the_seats_own_and_gone_when_it_leaves(table):
    table.sit_down(2)
    table.tap_button(1)
    table.choose(1, "handicap", "6")
    table.leave(1)
    table.tap_button(1)
    assert [view.handicap for view in table.snapshot().seats] == [10, 10, 10, 10]


def test_a_handicap_is_not_changed_while_a_match_is_played(table):
    deal(table, 1, 2, s2="6")
    table.choose(2, "handicap", "4")
    first = table.play_
    table.play_on(1, 2, until=lambda: table.state is State.COUNTDOWN and table.play_ is not first)
    assert stacks(table) == [10, 6, 10, 10]


def test_a_latecomer_has_a_stack_of_the_usual_size_beside_a_handicap(table):
    table.tap_button(1)
    table.choose(1, "bots", "off")
    deal(table, 1, 3, s3="13")
    assert stacks(table) == [10, 13]
    table.tap_button(2)
    table.leave(2)
    table.tap_button(2)
    table.wait_for(lambda: table.state is State.PLAY)
    table.lay("- | row b9 b8 b7 b6 b5 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    table.tap_button(1)
    next_round(table)
    assert table.play_.roster.numbers == [1, 3, 2]
    assert stacks(table) == [10, 13, 10]
    assert [view.handicap for view in table.snapshot().seats] == [10, 10, 13, 10]


def test_the_bot_that_takes_a_place_over_and_who_comes_after_it_play_without_its_handicap(session_table):
    table = session_table(idle_to_bot=True, bots="steady")
    deal(table, 1, 2, s2="6")
    table.wait_for(lambda: table.state is State.PLAY)
    table.session.leave(table.seat(2), to_bot=True)
    assert table.view(2).handicap == 6  # as dealt
    table.tap_button(2)
    next_round(table)
    assert stacks(table) == [10, 10, 10, 10]


def test_a_handicap_is_told_in_the_result_and_holds_for_the_next_match(table):
    table.tap_button(1)
    table.choose(1, "length", "single_round")
    deal(table, 1, 2, s2="6")
    table.play_on(1, 2, until=lambda: table.state is State.MATCH_RESULT)
    assert {line.seat: line.handicap for line in table.snapshot().result.lines} == {1: None, 2: 6, 3: None, 4: None}
    table.pass_time(1000)
    table.tap_button(1)
    assert table.state is State.LOBBY
    assert table.view(2).handicap == 6


def cooled(table, **cooldowns):
    """Deal to seats 1 and 2, with these cooldowns of their own."""
    for seat, cooldown in cooldowns.items():
        table.tap_button(int(seat[1:]))
        table.choose(int(seat[1:]), "cooldown", cooldown)
    deal(table, 1, 2)


def test_a_cooldown_of_its_own_holds_for_the_flips_of_its_seat_alone(table):
    cooled(table, s2="2000")
    assert table.round.rules.flip_cooldown_ms == (350, 2350, 350, 350)
    assert [view.cooldown for view in table.snapshot().seats] == [0, 2000, 0, 0]
    table.wait_for(lambda: table.state is State.PLAY)
    table.turn(1)
    table.turn(2)
    table.settle()
    until = table.snapshot().seats[1].flip_locked_until
    assert 0 < until - table.now <= 2_350_000_000
    assert table.snapshot().seats[0].flip_locked_until == 0, "0.35 s are over before anybody sees them"
    table.wait_for(lambda: table.now >= until)
    assert table.snapshot().seats[1].flip_locked_until == 0


def test_the_usual_cooldown_leaves_the_editions_rules_as_they_are(table):
    table.tap_button(2)
    table.choose(2, "cooldown", "1000")
    cooled(table, s2="0")
    assert table.round.rules.flip_cooldown_ms == 350


@pytest.mark.parametrize("value", ["-500", "500", "1000 ", "", "x", "4000"])
def test_a_cooldown_that_is_not_offered_changes_nothing(table, value):
    table.tap_button(1)
    table.choose(1, "cooldown", "1000")
    table.choose(1, "cooldown", value)
    assert table.view(1).cooldown == 1000


def test_a_cooldown_is_gone_with_its_seat_and_with_the_game(table):
    for seat in (2, 3):
        table.tap_button(seat)
        table.choose(seat, "cooldown", "1000")
    table.leave(2)
    table.tap_button(2)
    assert [view.cooldown for view in table.snapshot().seats] == [0, 0, 1000, 0]
    table.agree(2, "game", "dice")
    assert [view.cooldown for view in table.snapshot().seats] == [0, 0, 0, 0]


def test_a_cooldown_is_told_in_the_result_and_a_bot_that_takes_over_has_none(session_table):
    table = session_table(idle_to_bot=True)
    table.tap_button(1)
    table.choose(1, "length", "rounds 3")
    cooled(table, s2="1000")
    table.wait_for(lambda: table.state is State.PLAY)
    table.session.leave(table.seat(2), to_bot=True)
    first = table.play_
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    assert [line.cooldown for line in table.snapshot().result.lines] == [0, 1000, 0, 0]
    table.play_on(1, until=lambda: table.state is State.COUNTDOWN and table.play_ is not first)
    assert table.round.rules.flip_cooldown_ms == 350


def test_a_snapshot_tells_the_rules_that_are_chosen_and_the_tables_own(table):
    table.tap_button(1)
    shown = table.snapshot()
    assert (shown.rules, shown.usual) == ({}, {})
    table.choose(1, "preset", "nordic_is")
    table.choose(1, "length", "single_round")
    shown = table.snapshot()
    assert rules_with("cards", shown.rules) == rules_of("nordic_is", match_end=MatchEnd(MatchEndKind.SINGLE_ROUND))
    assert rules_with("cards", shown.usual) == rules_of("table_default")


def test_the_tables_own_rules_are_those_of_its_configuration(session_table):
    table = session_table(4, presets={"cards": "wikipedia"})
    table.tap_button(1)
    table.choose(1, "preset", "table_default")
    assert rules_with("cards", table.snapshot().usual) == rules_of("wikipedia")
    assert rules_with("cards", table.snapshot().rules) == rules_of("table_default")
