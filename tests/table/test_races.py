"""Races for a pile, and the loser's verdict."""

from __future__ import annotations

import pytest

from hardware.api import Button, milliseconds
from kiosk import protocol as msg
from kiosk.protocol.state import State
from kiosk.table.arbiter import SourceClass

PIECES = {"cards": "row 0", "dice": "die r4"}


@pytest.fixture
def two(table, game):
    table.start(1, 2, game=game)
    table.pass_time(2000)
    return table


@pytest.fixture
def cards(table):
    table.start(1, 2)
    table.pass_time(2000)
    return table


def winner(table):
    return 1 if table.brought(1) else 2


def test_the_loser_gets_its_card_back_and_is_told_who_was_faster_by_how_much(two):
    two.scene("race")
    two.bring(2, ago=30)
    two.bring(1)
    two.settle()
    assert winner(two) == 2
    (verdict,) = two.view(1).ticker
    assert (verdict.reason, verdict.card, verdict.by, verdict.margin_ms, verdict.lot) == (
        "beaten_to_it",
        "r4",
        2,
        30,
        False,
    )
    assert ("back", 1, PIECES[two.game], "r4") in [(m.kind, m.seat, m.source, m.card) for m in two.snapshot().moves]
    assert two.brought(1) == 0


@pytest.mark.parametrize(("held_ms", "reason"), [(2400, "beaten_to_it"), (1900, "does_not_fit")])
def test_a_piece_that_was_on_its_way_when_a_rival_was_faster_has_lost_a_race(two, held_ms, reason):
    """RULES.md E4: from its pick-up on, or if it was picked up later, within 500 ms."""
    two.scene("race")
    two.bring(2, ago=2000)
    two.hold(1, PIECES[two.game], ago=held_ms)
    two.bring(1)
    two.settle()
    (verdict,) = two.view(1).ticker
    assert verdict.reason == reason
    assert verdict.by == (2 if reason == "beaten_to_it" else None)


def test_a_piece_under_the_finger_that_the_play_button_plays_was_on_its_way_too(two):
    two.scene("race")
    two.bring(2, ago=2000)
    two.hold(1, PIECES[two.game], ago=2400)
    two.tap_button(1, Button.PLAY)
    two.settle()
    assert [verdict.reason for verdict in two.view(1).ticker] == ["beaten_to_it"]


def test_within_the_uncertainty_it_is_a_dead_heat_without_a_margin(two):
    two.scene("race")
    two.bring(1, ago=16)
    two.bring(2)
    two.settle()
    (verdict,) = two.view(3 - winner(two)).ticker
    assert (verdict.reason, verdict.by, verdict.margin_ms, verdict.lot) == ("beaten_to_it", winner(two), None, True)


def test_just_above_the_uncertainty_the_margin_is_told(two):
    two.scene("race")
    two.bring(2, ago=17)
    two.bring(1)
    two.settle()
    assert winner(two) == 2
    assert two.view(1).ticker[0].margin_ms == 17


def test_both_seats_win_about_half_of_the_dead_heats_over_the_rounds_seeds(session_table, game):
    wins = 0
    for seed in range(1, 61):
        table = session_table(2, seed=seed)
        table.start(1, 2, game=game)
        table.scene("race")
        table.bring(1)
        table.bring(2)
        table.settle()
        wins += winner(table) == 1
    assert 15 <= wins <= 45


def test_two_who_lose_to_a_third_are_told_its_margin_and_no_lot(session_table, game):
    """They are a dead heat between each other, but that is not what they lost."""
    table = session_table(3)
    table.start(1, 2, 3, game=game)
    table.pass_time(1000)
    table.scene("race")
    table.bring(3, ago=49)
    table.bring(1)
    table.bring(2)
    table.settle()
    assert table.brought(3) == 1
    for seat in (1, 2):
        (verdict,) = table.view(seat).ticker
        assert (verdict.by, verdict.margin_ms, verdict.lot) == (3, 49, False)


def test_a_4_on_ones_own_3_within_the_uncertainty_is_played(cards):
    cards.lay("r2 | row r3 r4 b7 b6 b5 stack b1 b2 hand g5 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    cards.play(1, "row 0", ago=2)
    cards.play(1, "row 1", ago=1)
    cards.settle()
    assert cards.round.seats[0].centered == 2
    assert cards.verdicts(1) == []


def test_somebody_elses_4_just_after_the_3_is_played(cards):
    for first, second in ((1, 2), (2, 1)):
        parts = {first: "row r3 b8 b7 b6 b5 stack b1", second: "row r4 y8 y7 y6 y5 stack y1"}
        cards.lay(f"r2 | {parts[1]} | {parts[2]}")
        cards.play(first, "row 0", ago=2)
        cards.play(second, "row 0", ago=1)
        cards.settle()
        assert cards.verdicts(second) == []
        assert sum(cards.round.center.finished) == 0
        assert [str(top) for top in cards.round.center.piles.values()] == ["r4"]


def test_a_verdict_that_is_out_is_never_reopened(two):
    two.scene("race")
    two.bring(1)
    two.settle()
    assert winner(two) == 1
    two.turn(1)
    two.settle()
    two.bring(2, ago=400)
    two.settle()
    assert winner(two) == 1
    assert two.verdicts(2) == ["beaten_to_it"]
    assert any("1 inputs" in report for report in two.session.table.reports), "it is counted and told"


def test_a_silent_display_is_told_to_the_operator(two):
    two.scene("race")
    two.talks = False
    two.pass_time(20)
    two.press(1)
    two.pass_time(60)
    assert any("display 1 sent no mark" in report for report in two.session.table.reports)


def test_a_touch_panels_known_delay_is_taken_off_its_stamps(session_table, game):
    late = SourceClass(offset=milliseconds(20), uncertainty=milliseconds(8), delivery=None)
    table = session_table(2, touch=late)
    table.start(1, 2, game=game)
    table.pass_time(1000)
    table.scene("race")
    table.hold(2, PIECES[game], ago=40)
    table.settle()
    table.press(2, Button.PLAY, ago=15)
    table.bring(1)  # let go 20 ms ago: 5 ms before the button
    table.settle()
    (verdict,) = [*table.view(1).ticker, *table.view(2).ticker]
    assert verdict.lot


@pytest.mark.parametrize(("gap", "near_ties"), [(0, 1), (20, 1), (29, 1), (31, 0)])
def test_a_race_lost_by_less_than_30_ms_is_a_near_tie_of_the_result(two, gap, near_ties):
    if two.game == "dice":
        two.lay_dice("r3", "r4", "r4")
    else:
        two.lay("r3 | row r4 b8 b7 b6 b5 hand g5 | row r4 y8 y7 y6 y5 hand g5")
    two.bring(2, ago=gap)
    two.bring(1)
    two.settle()
    two.tap_button(winner(two))
    two.wait_for(lambda: two.state is State.ROUND_RESULT, 5000)
    assert two.snapshot().result.near_ties == near_ties


def test_flipping_while_the_discards_top_is_carried_is_refused(cards):
    cards.lay("- | row b9 b8 b7 b6 b5 stack b1 hand g5 g6 g7 discard r9 | row y9 y8 y7 y6 y5 stack y1 hand g5")
    cards.hold(1, "discard")
    cards.flip(1)
    cards.settle()
    assert cards.verdicts(1) == ["locked"]
    cards.say(msg.Drop(1, cards.now))
    cards.flip(1)
    cards.settle()
    assert cards.verdicts(1) == [], "put down again: it may flip"
    assert len(cards.round.seats[0].discard) == 4


def test_equal_piles_take_the_card_where_it_was_let_go(cards):
    cards.lay("r3 r3 | row r4 b8 b7 b6 b5 stack b1 | row y9 y8 y7 y6 y5 stack y1")
    cells = sorted(cards.round.center.piles)
    cards.play(1, "row 0", near=(cells[1], cells[0]))
    cards.settle()
    assert str(cards.round.center.piles[cells[1]]) == "r4"
