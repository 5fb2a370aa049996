"""Bots play dice like people: they see what a person sees, and weigh waiting against rolling."""

from __future__ import annotations

import itertools
from statistics import fmean

import pytest
from msgspec.structs import replace

from hardware.api import Button, Instant
from kiosk import protocol as msg
from kiosk.bots.dice import LONGEST_WAIT, DiceBot, DiceBotView, dice_bot_view, waiting_pays
from kiosk.bots.strength import STEADY
from kiosk.config.loader import load
from kiosk.game.commands import Leave
from kiosk.game.dice.commands import Roll
from kiosk.game.dice.dice import DicePosition, DiceSeatPosition, parse_colors, parse_dice
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.dice import DiceGame
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import TableSettings
from tests.rig.bot_rounds import play_to_end

SEAT = SeatNumber(1)
MS = 1_000_000
SURE = replace(STEADY, miss=0.0, fumble=0.0, wait=1.0)
"""Overlooks nothing, never fumbles, always thinks."""


def view(lying="r5", others="", board=(1, 1, 1, 1), **changed):
    """Return the view of a seat with nothing that fits, unless overridden."""
    dice = parse_dice(lying)
    seen = {
        "dice": tuple(die.color for die in dice),
        "lying": dice,
        "others": frozenset(parse_dice(others)),
        "board": board,
        "locked": False,
        "may_stop": False,
    }
    return DiceBotView(**(seen | changed))


def moves(seen, looks, strength=SURE, seed=1):
    """Return its actions in ``looks`` looks and moves; None if it looked again or fumbled."""
    bot = DiceBot(SEAT, strength, seed, Instant(0))
    return [bot.act(seen, bot.due) for _ in range(looks)]


def kinds(seen, looks=40, **more):
    return {type(move) for move in moves(seen, looks, **more) if move is not None}


# ---------------------------------------------------------------- what it does


def test_it_places_what_fits_and_nothing_else():
    assert {move.die for move in moves(view("b2 g5 r3"), 40) if move is not None} == {"b2"}
    assert kinds(view("b3 g5 r1")) == {msg.RollDice}


def test_it_rolls_at_first_and_whenever_nothing_fits():
    assert kinds(view(lying="", dice=parse_colors("rrgb"))) == {msg.RollDice}
    assert kinds(view("r1 r6")) == {msg.RollDice}


def test_while_it_is_locked_it_goes_on_looking():
    assert kinds(view("b2", locked=True)) == set()


def test_it_calls_when_it_may():
    called = moves(view("", may_stop=True), 20)
    assert {move.button for move in called if move is not None} == {Button.STOP}


def test_it_overlooks_a_die_as_often_as_its_strength_says():
    done = [move for move in moves(view("b2"), 4000, replace(SURE, miss=0.22)) if move is not None]
    assert abs(fmean(isinstance(move, msg.PlaceDie) for move in done) - 0.78) < 4 * (0.22 * 0.78 / len(done)) ** 0.5


def test_it_draws_back_before_a_person_who_carries_an_equal_die():
    seen = view("r5", board=(4, 1, 1, 1), carried=frozenset({"r5"}))
    assert kinds(seen, strength=replace(SURE, courtesy=1.0)) == set()
    assert kinds(seen, strength=replace(SURE, courtesy=0.5)) == {msg.PlaceDie}
    assert kinds(replace(seen, carried=frozenset({"r4"})), strength=replace(SURE, courtesy=1.0)) == {msg.PlaceDie}


def test_it_never_votes_for_something_always_goes():
    assert kinds(view(), looks=1000) == {msg.RollDice}


@pytest.mark.parametrize(
    ("seen", "pays"),
    [
        (view("r3", others="r2"), True),
        (view("r4", others="r2"), False),  # the space before its own stays free
        (view("r3", others="r3"), False),  # the other's die does not fit either
        (view("r3", others=""), False),
        (view("r3 b6 g6 y6", others="r2"), True),  # 1 die in a wait, 4/6 in a roll
        (view("r3 b6 b6 g6 g6 y6 y6", others="r2"), False),  # 1.08 in a roll
        (view("r3 r4 b6 b6 g6 g6 y6 y6", others="r2"), True),  # two in sequence
        (view("r3 b3 b6 g6 g6 y6 y6", others="r2 b2"), True),
        (view("r4 r5", others="r2"), False),
        (view("r6", others="r5", board=(4, 0, 0, 0)), True),
        (view("b2", others="r6", board=(5, 0, 0, 0)), False),  # nothing follows a 6
    ],
)
def test_waiting_pays_for_a_die_that_follows_one_that_another_is_about_to_place(seen, pays):
    assert waiting_pays(seen) is pays


def test_it_waits_where_that_pays_but_not_for_ever():
    seen = view("r3", others="r2")
    done = moves(seen, LONGEST_WAIT + 3)
    assert done[: LONGEST_WAIT + 1] == [None] * (LONGEST_WAIT + 1)
    assert any(isinstance(move, msg.RollDice) for move in done)


def test_who_does_not_think_of_waiting_rolls_at_once():
    assert isinstance(moves(view("r3", others="r2"), 2, replace(SURE, wait=0.0))[1], msg.RollDice)


# ---------------------------------------------------------------- what it sees


def test_it_sees_what_lies_open_and_nothing_else():
    assert set(DiceBotView.__struct_fields__) == {
        "dice", "lying", "others", "board", "locked", "may_stop", "carried",
    }  # fmt: skip


def seat(dice, rolled=None):
    return DiceSeatPosition(parse_colors(dice), None if rolled is None else parse_dice(rolled))


def test_what_a_roll_shows_is_seen_by_nobody_before_it_rests():
    round_ = DiceRound(DiceRules(roll_ms=900), DicePosition((seat("rb"), seat("g"))))
    assert dice_bot_view(round_, 0, 0).lying == ()
    round_.apply(Roll(100, 0, parse_dice("r3 b1")))
    for at in (100, 999):
        own, other = (dice_bot_view(round_, index, at) for index in (0, 1))
        assert (own.lying, own.locked, own.dice) == ((), True, parse_colors("rb"))
        assert other.others == frozenset()
    own, other = (dice_bot_view(round_, index, 1000) for index in (0, 1))
    assert (own.lying, own.locked) == (parse_dice("r3 b1"), False)
    assert other.others == set(parse_dice("r3 b1"))
    assert (other.lying, other.others & set(other.lying)) == ((), set())


def test_who_has_left_is_not_waited_for_and_sees_nothing():
    round_ = DiceRound(DiceRules(), DicePosition((seat("r", "r2"), seat("r", "r1"), seat("g", "g1"))))
    assert dice_bot_view(round_, 0, 0).others == set(parse_dice("r1 g1"))
    round_.apply(Leave(0, 1))
    assert dice_bot_view(round_, 0, 0).others == set(parse_dice("g1"))
    assert dice_bot_view(round_, 1, 0) is None


# ---------------------------------------------------------------- a table of bots


def new_match(seats, rules, seed=1, waits=(STEADY.wait,)):
    sources = TableSettings(load().plan()).sources()
    numbers = [SeatNumber(number) for number in range(1, seats + 1)]
    seeds = itertools.count(seed * 1_000_000)
    endless = replace(rules, rounds_per_player=1000)
    match = MatchPlay(DiceGame(endless), Roster(numbers), MoveFeed(), sources, seeds.__next__)
    for number, wait in zip(numbers, itertools.cycle(waits), strict=False):
        match.seat_bot(number, Instant(0))
        match.bots[number].strength = replace(STEADY, wait=wait)
    return match


def run_rounds(match, count):
    """Play ``count`` rounds in virtual time; yield each at its end."""
    now = Instant(0)
    for _ in range(count):
        play = match.start_round(now)
        now = play_to_end(match, play, now, longest_s=600)
        yield play.round


@pytest.mark.parametrize("seats", [2, 4, 12])
@pytest.mark.parametrize("preset", DICE_PRESETS)
def test_a_table_of_bots_plays_every_edition_to_the_end(preset, seats):
    rounds = list(run_rounds(new_match(seats, DICE_PRESETS[preset].rules, seed=seats), 15))
    assert {round_.ended.by.value for round_ in rounds} <= {"stop", "auto_stop"}
    assert sum(round_.ended.by.value == "stop" for round_ in rounds) > 10
    assert len({round_.winner for round_ in rounds}) > 1


def test_a_round_of_four_bots_lasts_as_long_as_one_of_people():
    lasted = fmean(round_.ended.at for round_ in run_rounds(new_match(4, DiceRules()), 30))
    assert 12_000 < lasted < 40_000


def test_bots_are_judged_as_people_are_and_ask_for_nothing_absurd():
    match = new_match(4, DiceRules(), seed=3)
    reasons = set()
    for _ in run_rounds(match, 40):
        reasons |= {verdict.reason for ticker in match.record.tickers.values() for verdict in ticker}
    assert "beaten_to_it" in reasons
    assert not reasons & {"dice_left", "not_rolled", "empty_source", "nothing_to_roll", "reading_mismatch"}


@pytest.mark.slow
def test_who_thinks_of_waiting_wins_more_often():
    winners = [round_.winner for round_ in run_rounds(new_match(4, DiceRules(), waits=(1.0, 0.0)), 800)]
    assert sum(winner in (0, 2) for winner in winners) > 440, "about 57 %; by chance 400, give or take 14"


@pytest.mark.slow
def test_no_seat_is_better_than_another():
    winners = [round_.winner for round_ in run_rounds(new_match(4, DiceRules(), seed=11), 800)]
    assert all(abs(winners.count(index) - 200) < 50 for index in range(4)), "four errors"
