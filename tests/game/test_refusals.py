"""Every reason of the card game, and their precedence (kiosk/referee/README.md, "Order of checks")."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.game.cards.commands import CardPlace, Played
from kiosk.game.cards.rules import (
    DiscardChain,
    Enforcement,
    FalseStop,
    FalseStopKind,
    HandUse,
    Misplay,
    MisplayKind,
    OneFromStack,
    PlayAfterEmpty,
    Pro,
    ProEmptySlot,
    RefillActuation,
    Refilling,
    StackFace,
    StackToCenter,
)
from kiosk.game.events import Penalized, Rejected, SeatLocked
from kiosk.game.refusals import Reason

OTHER = " | row g9 stack g8 hand y1"
"""A second seat that does nothing."""
MANUAL = {"refill": Refilling.MANDATORY, "refill_actuation": RefillActuation.MANUAL}
PRO = {"pro": Pro(enabled=True)}
BLOCK = {"hand_use": HandUse.TABLE_FIRST, "hand_use_enforcement": Enforcement.BLOCK}
DENY = {"play_after_empty": PlayAfterEmpty.DENY}
THIRD = {"discard_chain": DiscardChain.THIRD_ONLY}


@pytest.mark.parametrize(
    ("position", "words", "reason", "options"),
    [
        ("r1 | row b2 stack b1", "play row 0", Reason.DOES_NOT_FIT, {}),
        ("r1 | row r2 stack b1", "play row 0", None, {}),
        ("r1 | row r3 stack b1", "play row 0", Reason.DOES_NOT_FIT, {}),
        ("r4 | row r3 stack b1", "play row 0", Reason.DOES_NOT_FIT, {}),  # the erratum of S3, RULES.md C7
        ("r10 | row r1 stack b9", "play row 0", None, {}),
        ("- | row r1 stack b9", "play row 0", None, {}),
        ("r1 | row b9 stack r2", "play stack", None, {}),
        ("r1 | row b9 stack b8 discard r2", "play discard", None, {}),
        ("r1 | row b9 stack b8 hand r2", "play discard", Reason.EMPTY_SOURCE, {}),
        ("r1 | row - stack b8", "play row 0", Reason.EMPTY_SOURCE, {}),
        ("r1 | row r2 stack b8", "play row 1", Reason.EMPTY_SOURCE, {}),
        ("r1 | row r2", "play stack", Reason.EMPTY_SOURCE, {}),
        ("r1 | row r2", "play row 0", None, {}),
        ("r1 | row r2", "play row 0", Reason.STOP_FIRST, DENY),
        ("r1 | row r2 stack b1", "play row 0", None, DENY),
        ("r1 | row r2", "play stack", Reason.STOP_FIRST, DENY),  # before empty_source
        ("r1 | row r2 hand b1", "flip", Reason.STOP_FIRST, DENY),
        ("r1 | row r2 discard b1", "tuck discard 0", Reason.STOP_FIRST, DENY | PRO),
        ("r1 | row - hand b1", "refill 0", Reason.EMPTY_SOURCE, DENY),
        ("r1 | row - stack r2", "refill 0", None, MANUAL),
        ("r1 | row - stack r2", "refill 1", Reason.EMPTY_SOURCE, MANUAL),
        ("r1 | row - b4", "refill 0", Reason.EMPTY_SOURCE, MANUAL),
        ("r1 | row b4 stack r2", "refill 0", Reason.SLOT_OCCUPIED, MANUAL),
        ("r1 | row b4", "refill 0", Reason.EMPTY_SOURCE, MANUAL),  # before slot_occupied
        ("r1 | row - stack r2", "play stack", Reason.REFILL_FIRST, MANUAL),
        ("r1 | row - b9 stack b2", "play stack", Reason.REFILL_FIRST, MANUAL),  # before does_not_fit
        ("r1 | row - r2 stack b2", "play row 1", None, MANUAL),
        ("r1 | row - r2 stack b2 hand b1", "flip", None, MANUAL),
        ("r1 | row - stack r2", "play stack", None, {"refill": Refilling.OPTIONAL}),
        ("r1 | row - stack r2", "play stack", None, {}),
        ("r1 | row b9 stack r2", "play stack", Reason.VIA_ROW_ONLY, {"stack_to_center": StackToCenter.VIA_ROW}),
        ("r1 | row b9 stack r2", "play stack", Reason.VIA_ROW_ONLY, {"stack_face": StackFace.DOWN}),
        ("- | row b9 stack r1", "play stack", Reason.ONE_NOT_FROM_STACK, {"one_from_stack": OneFromStack.FORBID}),
        ("r1 | row b9 stack r2", "play stack", None, {"one_from_stack": OneFromStack.FORBID}),
        (
            "- | row b9 stack r1",
            "play stack",
            Reason.VIA_ROW_ONLY,
            {"one_from_stack": OneFromStack.FORBID, "stack_to_center": StackToCenter.VIA_ROW},
        ),
        (
            "- | row - stack r1",
            "play stack",
            Reason.ONE_NOT_FROM_STACK,
            {"one_from_stack": OneFromStack.FORBID} | MANUAL,
        ),
        ("r1 | row b9 stack b8 discard b2 r2", "play discard", None, THIRD),  # in a given position the third card is up
        ("r1 | row b9 stack b8", "flip", Reason.NOTHING_TO_FLIP, {}),
        ("r1 | row r2 stack b8", "flip", Reason.NOTHING_TO_FLIP, BLOCK),  # before table_card_first
        ("r1 | row b9 stack b8 hand b1", "flip", None, {}),
        ("r1 | row b9 stack b8 discard b1", "flip", None, {}),
        ("r1 | row r2 stack b8 hand b1", "flip", Reason.TABLE_CARD_FIRST, BLOCK),
        ("r1 | row b9 stack r2 hand b1", "flip", Reason.TABLE_CARD_FIRST, BLOCK),
        ("r1 | row b9 stack b8 hand b1", "flip", None, BLOCK),
        ("r1 | row b9 stack r2 hand b1", "flip", None, BLOCK | {"stack_to_center": StackToCenter.VIA_ROW}),
        ("r1 | row b9 stack r1 hand b1", "flip", None, BLOCK | {"one_from_stack": OneFromStack.FORBID}),
        ("r1 | row - stack r2 hand b1", "flip", None, BLOCK | MANUAL),
        ("r1 | row r2 stack b8 hand b1", "flip", None, BLOCK | {"hand_use_enforcement": Enforcement.WARN}),
        ("r1 | row r2 stack b8 hand b1", "flip", None, BLOCK | {"hand_use": HandUse.ANYTIME}),
        ("r1 | row r2", "stop", None, {}),
        ("r1 | row r2 stack b1", "stop", Reason.STACK_NOT_EMPTY, {}),
        ("r1 | row b6 stack b5", "tuck stack 0", Reason.PRO_VARIANT_OFF, {}),
        ("r1 | row b6 stack y5", "tuck row 0 0", Reason.PRO_VARIANT_OFF, PRO),
        (
            "r1 | row b6 stack y5",
            "tuck stack 0",
            Reason.PRO_VARIANT_OFF,
            {"pro": Pro(True, sources=(CardPlace.DISCARD,))},
        ),
        ("r1 | row b6", "tuck stack 0", Reason.PRO_VARIANT_OFF, DENY),  # before stop_first
        ("r1 | row b6 stack y5", "tuck stack 1", Reason.EMPTY_SOURCE, PRO),
        ("r1 | row b6 stack y5", "tuck discard 0", Reason.EMPTY_SOURCE, PRO),
        ("r1 | row - stack y5 discard y4", "tuck discard 0", Reason.SLOT_NEEDS_STACK_CARD, PRO),
        ("r1 | row - stack y5 discard y4", "tuck stack 0", None, PRO),
        (
            "r1 | row - stack y5 discard y4",
            "tuck discard 0",
            None,
            {"pro": Pro(True, empty_slot=ProEmptySlot.STACK_OR_DISCARD)},
        ),
    ],
)
def test_the_first_check_that_applies_is_told(
    table: Callable[..., Any], position: str, words: str, reason: Reason | None, options: dict[str, Any]
) -> None:
    assert table(position + OTHER, **options).refused(0, 0, words) == reason


def test_after_the_round_s_end_everything_is_refused(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2" + OTHER)
    assert game.refused(5, 0, "stop") is None
    for words in ("play row 0", "flip", "refill 0", "tuck stack 0", "stop", "vote", "leave"):
        assert game.refused(5, 0, words) is Reason.ROUND_OVER
    assert game.refused(5, 7, "vote") is Reason.ROUND_OVER


def test_a_seat_that_is_not_there_or_has_left_is_not_seated(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row r2 stack b1" + OTHER)
    assert game.refused(0, 1, "leave") is None
    for seat in (1, 3, -1):
        assert game.refused(1, seat, "play row 0") is Reason.NOT_SEATED
    assert [game.round.seated(seat) for seat in (-1, 0, 1, 2, 3)] == [False, True, False, True, False]
    assert game.refused(1, 1, "leave") is Reason.NOT_SEATED


def test_a_locked_seat_is_refused_before_its_move_is_looked_at(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1" + OTHER)
    assert game.refused(0, 0, "stop") is Reason.STACK_NOT_EMPTY
    for words in ("play row 0", "play row 7", "flip", "refill 9", "tuck stack 0", "stop"):
        assert game.refused(1, 0, words) is Reason.LOCKED


def test_vote_and_leave_are_never_locked(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b1 | row r2 stack b1" + OTHER)
    game.do(0, 0, "stop")
    assert game.refused(1, 0, "vote") is None
    assert game.refused(2, 0, "leave") is None


def test_only_the_last_card_of_the_latest_flip_may_be_played_where_the_edition_says_so(
    table: Callable[..., Any],
) -> None:
    game = table("r1 | row b9 stack b8 hand b5 r3 r2 g5" + OTHER, **THIRD)
    assert game.refused(0, 0, "flip") is None
    assert game.refused(1, 0, "play discard") is None
    assert game.refused(2, 0, "play discard") is Reason.THIRD_CARD_ONLY, "r3 fits, but it came up under the r2"
    assert game.refused(1000, 0, "flip") is None
    assert game.refused(1001, 0, "play discard") is Reason.DOES_NOT_FIT, "a new third card"


def test_a_tuck_uses_the_third_card_up(table: Callable[..., Any]) -> None:
    game = table("r1 | row b6 stack b8 discard r2 y5" + OTHER, **THIRD | PRO)
    assert game.refused(0, 0, "tuck discard 0") is None
    assert game.refused(1, 0, "play discard") is Reason.THIRD_CARD_ONLY
    assert game.refused(1, 0, "tuck discard 0") is Reason.THIRD_CARD_ONLY


def test_in_the_other_editions_the_cards_below_follow(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 stack b8 discard r4 r3 r2" + OTHER)
    assert [game.refused(0, 0, "play discard") for _ in range(3)] == [None] * 3


# ---------------------------------------------------------------- wrong or late


def test_who_is_beaten_to_a_pile_is_told_so_by_whom_and_since_when(table: Callable[..., Any]) -> None:
    game = table("r3 | row r4 stack b1 | row r4 stack b1")
    game.do(100, 0, "play row 0")
    rejection = game.do(130, 1, "play row 0")[0]
    assert rejection == Rejected(130, 1, "play", Reason.BEATEN_TO_IT, game.round.seats[1].row[0][-1], by=0, since=100)


@pytest.mark.parametrize(("at", "reason"), [(600, Reason.BEATEN_TO_IT), (601, Reason.DOES_NOT_FIT)])
def test_late_is_at_most_500_ms(table: Callable[..., Any], at: int, reason: Reason) -> None:
    game = table("r3 | row r4 stack b1 | row r4 stack b1")
    game.do(100, 0, "play row 0")
    assert game.refused(at, 1, "play row 0") is reason


def test_the_pile_counts_even_if_the_card_came_up_later(table: Callable[..., Any]) -> None:
    game = table("r3 | row r4 stack b1 | row b9 stack b1 hand r4")
    game.do(100, 0, "play row 0")
    game.do(200, 1, "flip")
    assert game.refused(300, 1, "play discard") is Reason.BEATEN_TO_IT


def test_of_several_faster_seats_the_latest_is_named(table: Callable[..., Any]) -> None:
    game = table("r3 r3 | row r4 stack b1 | row r4 stack b1 | row r4 stack b1")
    game.do(100, 2, "play row 0")
    game.do(110, 0, "play row 0")
    rejection = game.do(120, 1, "play row 0")[0]
    assert (rejection.reason, rejection.by, rejection.since) == (Reason.BEATEN_TO_IT, 0, 110)


def test_a_card_lands_on_another_pile_that_waits_for_it(table: Callable[..., Any]) -> None:
    game = table("r3 r3 | row r4 stack b1 | row r4 stack b1")
    game.do(100, 0, "play row 0", near=(1,))
    (played, *_) = game.do(100, 1, "play row 0", near=(1,))
    assert isinstance(played, Played)
    assert played.cell == 0


@pytest.mark.parametrize(
    ("cost", "penalty", "until"),
    [
        (Misplay(), 0, 0),
        (Misplay(MisplayKind.LOCKOUT), 0, 2100),
        (Misplay(MisplayKind.LOCKOUT, ms=700), 0, 800),
        (Misplay(MisplayKind.PENALTY, points=3), 3, 0),
    ],
)
def test_a_misplay_costs_what_the_edition_says(
    table: Callable[..., Any], cost: Misplay, penalty: int, until: int
) -> None:
    game = table("r3 | row b4 stack b1" + OTHER, misplay=cost)
    before = game.round.scores()[0]
    _, *costs = game.do(100, 0, "play row 0")
    assert game.round.penalties == [penalty, 0]
    assert game.round.scores()[0] == before - penalty
    assert game.round.seats[0].locked_until == until
    expected = (
        [Penalized(100, 0, penalty)] if penalty else [SeatLocked(100, 0, until, flips_only=False)] if until else []
    )
    assert costs == expected


def test_who_was_beaten_to_it_is_never_punished(table: Callable[..., Any]) -> None:
    game = table("r3 | row r4 stack b1 | row r4 stack b1", misplay=Misplay(MisplayKind.PENALTY, points=3))
    game.do(100, 0, "play row 0")
    assert len(game.do(101, 1, "play row 0")) == 1
    assert game.round.penalties == [0, 0]


@pytest.mark.parametrize("words", ["play row 4", "flip", "refill 0", "tuck stack 0"])
def test_no_other_refusal_is_a_misplay(table: Callable[..., Any], words: str) -> None:
    game = table("r3 | row b4 stack b1" + OTHER, misplay=Misplay(MisplayKind.PENALTY, points=3))
    assert len(game.do(0, 0, words)) == 1
    assert game.round.penalties == [0, 0]


@pytest.mark.parametrize(
    ("cost", "penalty", "until"),
    [
        (FalseStop(), 0, 2100),
        (FalseStop(FalseStopKind.LOCKOUT, ms=0), 0, 0),
        (FalseStop(FalseStopKind.IGNORE), 0, 0),
        (FalseStop(FalseStopKind.PENALTY, points=5), 5, 0),
    ],
)
def test_a_false_stop_costs_what_the_edition_says(
    table: Callable[..., Any], cost: FalseStop, penalty: int, until: int
) -> None:
    game = table("r3 | row b4 stack b1" + OTHER, false_stop=cost)
    _, *costs = game.do(100, 0, "stop")
    assert game.round.penalties == [penalty, 0]
    expected = (
        [Penalized(100, 0, penalty)] if penalty else [SeatLocked(100, 0, until, flips_only=False)] if until else []
    )
    assert costs == expected
    assert game.round.ended is None


def test_a_refusal_names_the_command_and_the_card(table: Callable[..., Any]) -> None:
    game = table("r3 | row b4 stack b1" + OTHER)
    card = game.round.seats[0].row[0][-1]
    assert game.do(7, 0, "play row 0") == [Rejected(7, 0, "play", Reason.DOES_NOT_FIT, card)]
    assert game.do(7, 0, "refill 0") == [Rejected(7, 0, "refill", Reason.SLOT_OCCUPIED)]
