"""The winner of a round of dice at the table (RULES.md N11, Q3, Q4)."""

from __future__ import annotations

import pytest

from kiosk.protocol.state import State


@pytest.fixture
def two(table):
    table.start(1, 2, game="dice", length="rounds_each 1")
    table.pass_time(2000)
    return table


def test_who_places_the_last_die_first_wins_though_another_calls_first(two):
    two.lay_dice("", "r1", "g1")
    two.bring(2, ago=40, source="die g1")
    two.bring(1, source="die r1")
    two.settle()
    two.tap_button(1)
    two.wait_for(lambda: two.state is State.ROUND_RESULT, 6_000)
    assert two.snapshot().caller == 1
    assert two.round.winner == 1
    assert [line.points for line in two.snapshot().result.lines] == [0, 0]


def finish(table, first, second, apart):
    """Let both place their last die, on spaces of two colours; return the winner of the round."""
    table.lay_dice("", *("r1" if seat == first else "b1" for seat in (1, 2)))
    table.bring(first, source="die r1", ago=apart)
    table.bring(second, source="die b1")
    table.settle()
    assert (table.brought(1), table.brought(2)) == (1, 1)
    return table.play_.roster.number(table.round.winner)


@pytest.mark.parametrize("first", [1, 2])
def test_last_dice_placed_within_the_uncertainty_are_a_photo_finish_that_the_lot_decides(session_table, first):
    wins = 0
    for seed in range(1, 41):
        table = session_table(2, seed=seed)
        table.start(1, 2, game="dice")
        table.pass_time(100)
        wins += finish(table, first, 3 - first, apart=16) == 1
    assert 8 <= wins <= 32


@pytest.mark.parametrize("first", [1, 2])
def test_above_the_uncertainty_who_placed_the_last_die_first_wins(session_table, first):
    for seed in range(1, 9):
        table = session_table(2, seed=seed)
        table.start(1, 2, game="dice")
        table.pass_time(100)
        assert finish(table, first, 3 - first, apart=17) == first


@pytest.mark.parametrize("first", [1, 2])
def test_a_photo_finish_never_parts_a_last_die_from_the_one_that_it_follows(session_table, first):
    for seed in range(1, 9):
        table = session_table(2, seed=seed)
        table.start(1, 2, game="dice")
        table.pass_time(100)
        table.lay_dice("", *("r1" if seat == first else "r2" for seat in (1, 2)))
        table.bring(first, source="die r1", ago=1)
        table.bring(3 - first, source="die r2")
        table.settle()
        assert (table.brought(1), table.brought(2)) == (1, 1)
        assert table.play_.roster.number(table.round.winner) == first


def broken_off(table, *trays):
    """Let seat 1 place its ``r1``, and all vote; return the result."""
    table.lay_dice("", *trays)
    table.bring(1, source="die r1")
    table.settle()
    for seat in (1, 2):
        table.vote(seat)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 6_000)
    table.pass_time(1000)
    return table.snapshot().result


def test_a_round_broken_off_before_anybody_has_placed_the_last_die_has_no_winner(two):
    result = broken_off(two, "r1 y2", "b1 b2")
    assert (result.by, result.winners) == ("abort", ())
    assert [(line.points, line.won) for line in result.lines] == [(0, False), (0, False)]
    assert [two.lamp(seat) for seat in (1, 2)] == ["ready", "ready"]


def test_a_round_broken_off_after_the_last_die_is_won_by_who_placed_it(two):
    result = broken_off(two, "r1", "b1 b2")
    assert (result.by, result.winners) == ("abort", (1,))
    assert [(line.points, line.won) for line in result.lines] == [(2, True), (-2, False)]
    assert two.lamp(1) == "winner"


def test_dice_that_are_not_placed_are_told_face_up_until_the_next_round(two):
    """RULES.md N16: also once the round is over, and while its points are counted."""
    two.lay_dice("", "r1", "g5 b2")
    two.bring(1, source="die r1")
    two.settle()
    two.tap_button(1)
    for state in (State.STOPPED, State.ROUND_RESULT):
        two.wait_for(lambda state=state: two.state is state, 6_000)
        assert [set(view.dice) for view in two.snapshot().seats[:2]] == [set(), {"g5", "b2"}]
