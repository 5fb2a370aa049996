"""Cards laid on their own row, and the cost of a refusal, from the finger to the panel."""

from __future__ import annotations

import pytest

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.cards.editions import rules_of as made_of
from kiosk.game.cards.rules import Enforcement, FalseStop, FalseStopKind, HandUse, Misplay, MisplayKind, OneFromStack
from kiosk.table.games.cards import CardGame

FACE_DOWN = "schmidt_2017_ru_footnote"
BY_HAND = "schmidt_de_fr_it"


@pytest.fixture
def at_table(session_table):
    """Return a factory of tables of two in this position: an edition, with single options replaced."""

    def make(position, preset="table_default", pro="off", **options):
        table = session_table(2)
        table.start(1, 2, preset=preset, pro=pro)
        table.match.game = CardGame(made_of(preset, pro=table.match.game.rules.pro, **options))
        table.pass_time(1000)
        table.lay(position)
        return table

    return make


def tuck(table, source, slot, ago=0):
    table.say(msg.TuckCard(1, source, slot, table.at(ago)))
    table.settle()


def refill(table, slot):
    table.say(msg.RefillSlot(1, slot, table.now))
    table.settle()


def call_falsely(table):
    table.tap_button(1, Button.STOP)
    table.pass_time(150)


def row(table):
    return [(slot.card, slot.count) for slot in table.view(1).row]


OTHER = "| row y9 y8 y7 y6 y5 stack y1 hand g5"


def test_a_stack_card_dragged_onto_an_empty_place_fills_it(at_table):
    table = at_table(f"- | row b9 - b7 b6 b5 stack y1 r9 hand g5 {OTHER}", BY_HAND)
    table.hold(1, "stack")
    tuck(table, "stack", 1)
    assert row(table)[1] == ("r9", 1)
    assert (table.view(1).stack_count, table.view(1).held, table.view(1).ticker) == (1, None, ())
    assert [move.kind for move in table.snapshot().moves if move.slot == 1] == ["refill"]


def test_a_tap_on_an_empty_place_fills_it(at_table):
    table = at_table(f"- | row b9 - b7 b6 b5 stack y1 r9 hand g5 {OTHER}", BY_HAND)
    assert table.view(1).stack_to == (1,)
    refill(table, 1)
    assert row(table)[1] == ("r9", 1)
    assert table.view(1).stack_to == ()


def test_a_stack_card_that_the_play_button_has_played_does_not_fill_the_gap_too(at_table):
    table = at_table(f"r8 | row b9 - b7 b6 b5 stack y1 r9 hand g5 {OTHER}", BY_HAND)
    table.hold(1, "stack")
    table.settle()
    table.tap_button(1, Button.PLAY)
    tuck(table, "stack", 1)
    assert (table.view(1).centered, table.view(1).stack_count, row(table)[1]) == (1, 1, (None, 0))


def test_a_locked_seat_s_refill_is_refused_and_the_card_comes_back(at_table):
    table = at_table(f"- | row b9 - b7 b6 b5 stack y1 r9 hand g5 {OTHER}", BY_HAND)
    call_falsely(table)
    tuck(table, "stack", 1)
    assert table.verdicts(1) == ["stack_not_empty", "locked"]
    last = table.snapshot().moves[-1]
    assert (last.kind, last.source, row(table)[1]) == ("back", "stack", (None, 0))


def test_a_card_laid_on_a_pile_of_the_pro_variant_is_tucked(at_table):
    table = at_table(f"- | row b9 g8 b7 b6 b5 stack y1 r7 hand g5 {OTHER}", pro="exactly_one")
    assert table.view(1).stack_to == (1,)
    tuck(table, "stack", 1)
    assert row(table)[1] == ("r7", 2)
    assert table.snapshot().moves[-1].kind == "tuck"


@pytest.mark.parametrize(
    ("position", "pro", "source", "slot", "reason", "card"),
    [
        ("row b9 g8 b7 b6 b5 stack y1 r7", "exactly_one", "stack", 0, "not_descending", "r7"),
        ("row b9 g8 r8 b6 b5 stack y1 r7", "exactly_one", "stack", 2, "same_colour", "r7"),
        ("row b9 g8 b7 b6 b5 stack y1 r7", "off", "stack", 1, "pro_variant_off", "r7"),
        ("row b9 - b7 b6 b5 stack y1 r7 discard r5", "exactly_one", "discard", 1, "slot_needs_stack_card", "r5"),
    ],
)
def test_a_card_that_may_not_lie_there_comes_back_with_its_reason(at_table, position, pro, source, slot, reason, card):
    table = at_table(f"- | {position} hand g5 {OTHER}", BY_HAND, pro)
    tuck(table, source, slot)
    (verdict,) = table.view(1).ticker
    assert (verdict.reason, verdict.card) == (reason, card)
    assert (table.snapshot().moves[-1].kind, table.snapshot().moves[-1].source) == ("back", source)


def test_of_a_stack_face_down_only_empty_places_are_told_to_take_its_card(at_table):
    table = at_table(f"- | row b9 - g8 b6 b5 stack y1 r7 hand g5 {OTHER}", FACE_DOWN, "exactly_one")
    assert (table.view(1).stack_to, table.view(1).stack_barred) == ((1,), True)
    tuck(table, "stack", 0)
    (verdict,) = table.view(1).ticker
    assert (verdict.reason, verdict.card) == ("not_descending", None)


@pytest.mark.parametrize(
    ("preset", "options", "position", "barred"),
    [
        ("table_default", {}, "row b9 b8 b7 b6 b5 stack y2 r1", False),
        ("table_default", {"one_from_stack": OneFromStack.FORBID}, "row b9 b8 b7 b6 b5 stack y2 r1", True),
        ("table_default", {"one_from_stack": OneFromStack.FORBID}, "row b9 b8 b7 b6 b5 stack y2 r2", False),
        (FACE_DOWN, {}, "row b9 b8 b7 b6 b5", False),
    ],
)
def test_a_stack_that_may_not_go_to_the_centre_says_so(at_table, preset, options, position, barred):
    assert at_table(f"- | {position} hand g5 {OTHER}", preset, **options).view(1).stack_barred is barred


# ---------------------------------------------------------------- what it costs

MISFIT = f"- | row b9 b8 b7 b6 b5 stack y1 r9 hand g5 {OTHER}"
FALSE = {"penalty": FalseStop(FalseStopKind.PENALTY, points=5), "lockout": FalseStop(FalseStopKind.LOCKOUT, ms=1500)}
WRONG = {"penalty": Misplay(MisplayKind.PENALTY, points=1), "lockout": Misplay(MisplayKind.LOCKOUT, ms=600)}


def play_wrong(table):
    table.play(1, "row 0")
    table.settle()


ERRS = {"false_stop": call_falsely, "misplay": play_wrong}


@pytest.mark.parametrize(("kind", "points"), [("false_stop", 5), ("misplay", 1)])
def test_a_penalty_is_told_with_its_points_and_adds_up(at_table, kind, points):
    table = at_table(MISFIT, **{kind: (FALSE if kind == "false_stop" else WRONG)["penalty"]})
    for _ in range(2):
        ERRS[kind](table)
    view = table.view(1)
    assert [(verdict.points, verdict.times) for verdict in view.ticker] == [(points, 2)]
    assert (view.penalty, view.locked_until, table.view(2).penalty) == (2 * points, 0, 0)


@pytest.mark.parametrize("kind", ["false_stop", "misplay"])
def test_a_lock_is_told_with_the_move_that_cost_it(at_table, kind):
    table = at_table(MISFIT, **{kind: (FALSE if kind == "false_stop" else WRONG)["lockout"]})
    ERRS[kind](table)
    view = table.view(1)
    assert view.ticker[0].locked_until == view.locked_until > table.now


def test_a_wrong_card_that_only_returns_costs_nothing(at_table):
    table = at_table(MISFIT)
    play_wrong(table)
    (verdict,) = table.view(1).ticker
    assert (verdict.reason, verdict.points, verdict.locked_until) == ("does_not_fit", 0, 0)


@pytest.mark.parametrize(
    ("enforcement", "told", "flipped"),
    [
        (Enforcement.OFF, [], True),
        (Enforcement.WARN, [("table_card_first", True)], True),
        (Enforcement.BLOCK, [("table_card_first", False)], False),
    ],
)
def test_a_flip_while_a_table_card_fits_is_free_warned_of_or_refused(at_table, enforcement, told, flipped):
    options = {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": enforcement}
    table = at_table(f"b8 | row b9 b7 b6 b5 b4 stack y1 r9 hand g5 {OTHER}", **options)
    table.flip(1)
    table.settle()
    assert [(verdict.reason, verdict.allowed) for verdict in table.view(1).ticker] == told
    assert (table.view(1).hand_count == 0) is flipped


def test_a_flip_is_not_warned_of_while_no_table_card_fits(at_table):
    options = {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.WARN}
    table = at_table(MISFIT, **options)
    table.flip(1)
    table.settle()
    assert table.view(1).ticker == ()


def test_a_refusal_is_told_until_the_next_move_of_its_seat_succeeds(at_table):
    table = at_table(MISFIT)
    play_wrong(table)
    table.flip(2)
    table.settle()
    assert [verdict.reason for verdict in table.view(1).ticker] == ["does_not_fit"]
    table.say(msg.CastVote(1, table.now))
    table.settle()
    assert table.view(1).ticker, "a vote is no move"
    table.flip(1)
    table.settle()
    assert table.view(1).ticker == ()
