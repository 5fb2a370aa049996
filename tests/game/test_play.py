"""The effects of moves: deal, centre, flip, recycle, refill, scores (RULES.md 1B to 1G)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kiosk.dealing.card_decks import decks
from kiosk.dealing.dealer import Dealer
from kiosk.game.cards.cards import DECK, parse_card
from kiosk.game.cards.commands import (
    STACK,
    CardPlace,
    DeadArmed,
    Flip,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Source,
    StackEmptied,
    Tuck,
    parse_source,
)
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.position import parse_cards
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import (
    CardRules,
    DealOrder,
    Misplay,
    MisplayKind,
    Pro,
    Recycle,
    RefillActuation,
    Refilling,
    Score,
)
from kiosk.game.commands import Tick, Vote
from kiosk.game.events import RoundEnded, SeatLocked
from kiosk.game.refusals import Reason, RoundEnd

OTHER = " | row g9 stack g8 hand y1"
MANUAL = {"refill": Refilling.OPTIONAL, "refill_actuation": RefillActuation.MANUAL}
TURN_OVER = {"recycle": Recycle.TURN_OVER}


# ---------------------------------------------------------------- deal


@pytest.mark.parametrize(("seats", "slots"), [(2, 5), (3, 4), (4, 3), (12, 3)])
def test_a_deal_lays_out_the_row_a_stack_of_ten_and_leaves_the_rest_in_the_hand(seats: int, slots: int) -> None:
    round_ = CardRound.deal(CardRules(), [list(DECK)] * seats)
    for seat in round_.seats:
        assert [pile[0] for pile in seat.row] == list(DECK[:slots])
        assert seat.stack == list(reversed(DECK[slots : slots + 10])), "the first card dealt is on top"
        assert seat.hand == list(DECK[slots + 10 :])
        assert (seat.discard, seat.centered, seat.active) == ([], 0, True)
    assert round_.center.piles == {}
    assert round_.scores() == [-20] * seats


def test_the_stack_may_be_dealt_before_the_row() -> None:
    (seat, _) = CardRound.deal(CardRules(deal_order=DealOrder.STACK_FIRST), [DECK, DECK]).seats
    assert seat.stack == list(reversed(DECK[:10]))
    assert [pile[0] for pile in seat.row] == list(DECK[10:15])


def test_a_handicap_deals_a_smaller_stack() -> None:
    round_ = CardRound.deal(CardRules(stack_size=(10, 6)), [DECK, DECK])
    assert [len(seat.stack) for seat in round_.seats] == [10, 6]
    assert [len(seat.hand) for seat in round_.seats] == [25, 29]


def test_seats_that_are_away_hold_nothing_and_do_not_count_for_the_row() -> None:
    round_ = CardRound.deal(CardRules(), [DECK] * 4, away=(1, 3))
    assert [seat.active for seat in round_.seats] == [True, False, True, False]
    assert [len(seat.row) for seat in round_.seats] == [5] * 4
    assert not round_.seats[1].position().cards()
    assert round_.scores() == [-20, 0, -20, 0]
    assert round_.next_deadline() is None


def test_a_seat_that_holds_a_card_twice_is_no_position(table: Callable[..., Any]) -> None:
    with pytest.raises(ValueError, match=r"the seat at place 2 of [0-9]+ holds r1 twice"):
        table("- | row r1 | row r1 hand b1 discard r1")


# ---------------------------------------------------------------- centre


def test_a_one_opens_a_pile_and_a_ten_closes_it(table: Callable[..., Any]) -> None:
    game = table("r9 | row r10 b1 stack y5" + OTHER, **MANUAL)
    assert game.round.center.piles == {0: parse_card("r9")}
    assert game.do(0, 0, "play row 1", near=(7,)) == [Played(0, 0, parse_source("row 1"), parse_card("b1"), 7)]
    assert game.do(0, 0, "play row 0") == [Played(0, 0, parse_source("row 0"), parse_card("r10"), 0)]
    assert game.round.center.piles == {7: parse_card("b1")}
    assert sum(game.round.center.finished) == 1
    assert game.text.startswith("r10 b1 |"), "a position lists finished piles too"


def test_a_one_takes_the_nearest_free_cell_else_the_lowest(table: Callable[..., Any]) -> None:
    game = table("r3 r3 | row b1 g1 y1 r1 stack y5" + OTHER, **MANUAL)
    for slot, near in enumerate([(1, 5, 9), (5, 1), (-1, 48, 99), (5,)]):
        game.do(0, 0, f"play row {slot}", near=near)
    cells = {str(card): cell for cell, card in game.round.center.piles.items() if cell > 1}
    assert cells == {"b1": 5, "g1": 2, "y1": 3, "r1": 4}


def test_of_equal_piles_the_nearest_is_taken_else_the_lowest(table: Callable[..., Any]) -> None:
    game = table("r3 r3 r3 b1 | row r4 stack y5 | row r4 stack y5 | row r4 stack y5")
    cells = [game.do(0, seat, "play row 0", near=near)[0].cell for seat, near in enumerate([(3, 9, 1, 0), (), (3,)])]
    assert cells == [1, 0, 2]


def test_the_cell_of_a_finished_pile_is_free_again(table: Callable[..., Any]) -> None:
    game = table("r9 | row r10 b1 stack y5" + OTHER, **MANUAL)
    game.do(0, 0, "play row 0")
    assert game.do(0, 0, "play row 1", near=(0,))[0].cell == 0


def test_a_given_centre_may_have_more_piles_than_cells(table: Callable[..., Any]) -> None:
    game = table("r3 " * 60 + "| row r1 r4 stack y5" + OTHER)
    assert game.do(0, 0, "play row 0")[0].cell == 60
    assert game.round.center.fits(parse_card("r4"))


# ---------------------------------------------------------------- flip and recycle


def test_a_flip_lays_three_cards_with_the_third_on_top(table: Callable[..., Any]) -> None:
    game = table("- | row b9 stack b8 hand r1 r2 r3 r4" + OTHER)
    flipped, cooldown = game.do(10, 0, "flip")
    assert flipped == Flipped(10, 0, parse_cards("r1 r2 r3"), recycled=False)
    assert cooldown == SeatLocked(10, 0, 360, flips_only=True)
    assert "hand r4 discard r1 r2 r3" in game.text


def test_a_short_hand_flips_the_rest(table: Callable[..., Any]) -> None:
    game = table("- | row b9 stack b8 hand r3 r4 discard r1" + OTHER)
    game.do(0, 0, "flip")
    assert "discard r1 r3 r4" in game.text


def test_turning_over_keeps_the_order_and_flips_at_once(table: Callable[..., Any]) -> None:
    game = table("- | row b9 stack b8 discard r1 r2 r3 r4" + OTHER, **TURN_OVER)
    assert game.do(0, 0, "flip") == [
        Flipped(0, 0, parse_cards("r1 r2 r3"), recycled=True),
        SeatLocked(0, 0, 350, flips_only=True),
    ]
    assert "hand r4 discard r1 r2 r3" in game.text


def test_a_shuffle_takes_its_order_as_data_and_locks_the_seat(table: Callable[..., Any]) -> None:
    game = table("- | row b9 stack b8 discard r1 r2 r3 r4" + OTHER)
    assert game.round.flip_needs_order(0) == 4
    assert game.round.apply(Flip(100, 0, order=(3, 1, 0, 2))) == [
        Flipped(100, 0, parse_cards("r4 r2 r1"), recycled=True),
        SeatLocked(100, 0, 700, flips_only=False),
        SeatLocked(100, 0, 450, flips_only=True),
    ]
    assert "hand r3 discard r4 r2 r1" in game.text


@pytest.mark.parametrize("order", [(), (0, 1, 2), (0, 1, 2, 2), (1, 2, 3, 4)])
def test_a_shuffle_without_its_order_is_an_error_that_changes_nothing(
    table: Callable[..., Any], order: tuple[int, ...]
) -> None:
    game = table("- | row b9 stack b8 discard r1 r2 r3 r4" + OTHER)
    before = game.text
    with pytest.raises(ValueError, match="an order of 4 cards"):
        game.round.apply(Flip(0, 0, order))
    assert game.text == before


@pytest.mark.parametrize(
    ("position", "options"),
    [("hand r1 discard r2", {}), ("discard r1 r2", TURN_OVER), ("hand r1", {})],
)
def test_other_flips_need_no_order(table: Callable[..., Any], position: str, options: dict[str, Any]) -> None:
    game = table(f"- | row b9 stack b8 {position}" + OTHER, **options)
    assert game.round.flip_needs_order(0) == 0
    with pytest.raises(ValueError, match="an order of 0 cards"):
        game.round.apply(Flip(0, 0, (0, 1)))


def test_a_hand_is_recycled_only_when_it_is_used_up(table: Callable[..., Any]) -> None:
    game = table("- | row b9 stack b8 hand r4 discard r1 r2 r3" + OTHER, **TURN_OVER)
    game.do(0, 0, "flip")
    assert "discard r1 r2 r3 r4" in game.text


# ---------------------------------------------------------------- refill


def test_a_gap_is_filled_in_the_same_step(table: Callable[..., Any]) -> None:
    game = table("r1 | row b9 r2 stack y5 y6" + OTHER)
    assert game.do(0, 0, "play row 1")[1:] == [Refilled(0, 0, 1, parse_card("y6"))]
    assert "row b9 y6 stack y5" in game.text


def test_a_gap_of_a_given_position_waits_for_the_next_card_that_leaves_row_or_stack(table: Callable[..., Any]) -> None:
    game = table("r1 | row - r2 - stack y4 y5 y6 hand b1 b2 b3 discard g1" + OTHER)
    game.do(0, 0, "play discard")
    game.do(0, 0, "flip")
    assert "row - r2 - stack y4 y5 y6" in game.text
    game.do(0, 0, "play row 1")
    assert "row y6 y5 y4" in game.text


def test_a_stack_card_that_leaves_fills_the_gaps_too(table: Callable[..., Any]) -> None:
    game = table("r1 | row - b9 - stack y5 y6 r2" + OTHER)
    game.do(0, 0, "play stack")
    assert "row y6 b9 y5" in game.text


def test_a_refill_under_automatic_refill_fills_every_gap(table: Callable[..., Any]) -> None:
    game = table("r1 | row - b9 - - stack y4 y5 y6" + OTHER)
    game.do(0, 0, "refill 2")
    assert "row y5 b9 y6 y4" in game.text


@pytest.mark.parametrize(
    ("refill", "actuation"),
    [
        (Refilling.OPTIONAL, RefillActuation.MANUAL),
        (Refilling.OPTIONAL, RefillActuation.AUTO),
        (Refilling.MANDATORY, RefillActuation.MANUAL),
    ],
)
def test_otherwise_a_gap_is_filled_by_command_alone(
    table: Callable[..., Any], refill: Refilling, actuation: RefillActuation
) -> None:
    game = table("r1 | row r2 - stack y5 y6" + OTHER, refill=refill, refill_actuation=actuation)
    game.do(0, 0, "play row 0")
    assert "row - - stack y5 y6" in game.text
    assert game.do(0, 0, "refill 1") == [Refilled(0, 0, 1, parse_card("y6"))]
    assert "row - y6 stack y5" in game.text


def test_the_leaflet_edition_leaves_the_gap_and_lets_the_stack_go_to_the_centre(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack b9 r3" + OTHER, preset="schmidt_de_fr_it")
    assert game.refused(0, 0, "play row 0") is None
    assert game.refused(0, 0, "play stack") is None
    assert game.refused(0, 0, "refill 0") is None
    assert game.refused(99_999, 0, "stop") is None, "the Stop never comes by itself"


# ---------------------------------------------------------------- the empty stack and the scores


@pytest.mark.parametrize(("source", "position"), [("play stack", "row b9 stack r2"), ("play row 0", "row r2 stack b9")])
def test_the_last_stack_card_counts_whether_it_goes_to_the_centre_or_into_the_row(
    table: Callable[..., Any], source: str, position: str
) -> None:
    game = table(f"r1 | {position}" + OTHER)
    assert not game.round.may_stop(0)
    assert StackEmptied(0, 0) in game.do(0, 0, source)
    assert game.round.may_stop(0)
    assert game.refused(1, 0, "stop") is None
    assert not game.round.may_stop(0), "the round is over"


def test_a_score_counts_cards_in_the_centre_and_twice_the_stack_and_has_no_floor(table: Callable[..., Any]) -> None:
    game = table(
        "r1 | row r2 stack y5 y6 hand b1 b2 discard b4 centered 7 | row b9 stack " + " ".join(map(str, DECK[10:20]))
    )
    assert game.round.scores() == [3, -20]
    game.do(0, 0, "play row 0")
    assert game.round.scores() == [6, -20], "one more in the centre, one less in the stack"


def test_other_values_of_the_cards_are_an_option(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack y5 y6 centered 7" + OTHER, score=Score(center=2, stack=-3))
    assert game.round.scores()[0] == 8


def test_a_stop_ends_the_round_and_names_the_caller(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2" + OTHER)
    assert game.do(40, 0, "stop") == [RoundEnded(40, RoundEnd.STOP, 0)]
    assert game.round.ended == RoundEnded(40, RoundEnd.STOP, 0)


def test_a_card_with_the_stamp_of_the_stop_counts_if_it_was_there_first(table: Callable[..., Any]) -> None:
    game = table("r1 | row r3 | row r2 stack y5 y6")
    assert game.refused(40, 1, "play row 0") is None
    assert game.refused(40, 0, "stop") is None
    assert game.refused(40, 0, "play row 0") is Reason.ROUND_OVER
    assert game.round.scores() == [0, -1]


# ---------------------------------------------------------------- legal commands


def test_legal_plays_are_the_sources_that_would_be_accepted(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 b9 g1 stack y1 discard b2" + OTHER)
    assert game.round.legal_plays(0) == [STACK, Source(CardPlace.ROW, 0), Source(CardPlace.ROW, 2)]
    assert game.round.legal_plays(1) == []
    assert game.round.legal_plays(5) == []


def test_a_locked_seat_has_no_legal_plays_until_the_lock_is_over(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack y5" + OTHER)
    game.do(0, 0, "stop")
    assert game.round.legal_plays(0) == []
    assert game.round.legal_plays(0, at=1999) == []
    assert game.round.legal_plays(0, at=2000) == [Source(CardPlace.ROW, 0)]


def test_legal_commands_are_everything_but_vote_and_leave(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 - stack y5 hand b1" + OTHER, **MANUAL)
    assert game.round.legal_commands(0, at=9) == [Play(9, 0, Source(CardPlace.ROW, 0)), Flip(9, 0), Refill(9, 0, 1)]


def test_time_never_runs_backwards(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack y5" + OTHER)
    game.do(10, 0, "flip")
    with pytest.raises(ValueError, match="after 10 ms was judged"):
        game.round.apply(Flip(9, 0))
    with pytest.raises(ValueError, match="after 10 ms was judged"):
        game.round.apply(Tick(9))


def test_the_referee_s_own_example(table: Callable[..., Any]) -> None:
    game = table(
        "r3 g10 b1 | row r4 b2 y9 - g1 stack y1 r7 hand b5 b6 b7 g2 discard r5 centered 3"
        " | row r4 b2 y9 y8 g1 stack g9",
        preset="nordic_is",
    )
    script = [
        (0, 0, "play row 0", None),
        (10, 1, "play row 0", Reason.BEATEN_TO_IT),
        (20, 0, "play stack", Reason.EMPTY_SOURCE),
        (30, 0, "flip", None),
        (40, 0, "play discard", Reason.DOES_NOT_FIT),
        (50, 0, "refill 3", Reason.EMPTY_SOURCE),
        (60, 0, "tuck stack 2", Reason.PRO_VARIANT_OFF),
        (70, 0, "stop", None),
        (80, 1, "vote", Reason.ROUND_OVER),
        (90, 1, "leave", Reason.ROUND_OVER),
    ]
    assert [game.refused(at, seat, words) for at, seat, words, _ in script] == [reason for *_, reason in script]
    assert game.round.ended == RoundEnded(70, RoundEnd.STOP, 0)
    assert game.round.scores() == [4, -2]


@pytest.mark.parametrize("slot", [-1, 5])
def test_a_slot_that_there_is_not_holds_nothing(table: Callable[..., Any], slot: int) -> None:
    game = table("r1 | row r2 stack b1" + OTHER, pro=Pro(enabled=True))
    commands = [Play(0, 0, Source(CardPlace.ROW, slot)), Refill(0, 0, slot), Tuck(0, 0, STACK, slot)]
    reasons = [game.round.apply(command)[0].reason for command in commands]
    assert reasons == [Reason.EMPTY_SOURCE] * 3


def test_the_state_can_be_kept_in_a_set(table: Callable[..., Any]) -> None:
    games = [table("r1 | row r2 stack b1" + OTHER) for _ in range(2)]
    games[1].do(0, 0, "play row 0")
    assert len({game.round.key() for game in games}) == 2


@pytest.mark.parametrize("preset", ["table_default", "nordic_is"])
def test_a_copy_is_equal_and_independent(preset: str) -> None:
    dealer = Dealer(seed=5)
    round_ = CardRound.deal(rules_of(preset), decks(dealer, 3))
    copy = round_.copy()
    key = copy.key()
    assert round_.key() == key
    dealer.judge(round_, Flip(0, 1))
    assert round_.key() != key
    assert copy.key() == key


def test_a_copy_knows_the_votes_and_what_was_not_told_yet(table: Callable[..., Any]) -> None:
    game = table("r1 | row b5 stack r2 y5 | row b5 stack r2 y5")
    fresh = game.round.copy()
    first = game.do(0, 0, "vote")
    assert isinstance(first[0], DeadArmed)
    assert fresh.apply(Vote(0, 0)) == first
    copy = game.round.copy()
    assert copy.key() == game.round.key()
    assert copy.apply(Vote(1, 1)) == game.round.apply(Vote(1, 1))


def test_a_copy_has_penalties_of_its_own(table: Callable[..., Any]) -> None:
    game = table("r3 | row b4 stack b1" + OTHER, misplay=Misplay(MisplayKind.PENALTY, points=3))
    copy = game.round.copy()
    game.do(0, 0, "play row 0")
    assert (game.round.penalties, copy.penalties) == ([3, 0], [0, 0])
