"""Dead states: by cards, by order (RULES.md 5.2 to 5.4), and their consequences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.game.cards.cards import DECK, Card
from kiosk.game.cards.commands import CardPlace, DeadArmed, DeadDisarmed, Flip, Reshuffled
from kiosk.game.cards.dead_state import exposed
from kiosk.game.cards.editions import rules_of
from kiosk.game.cards.position import Position, SeatPosition
from kiosk.game.cards.round import CardRound
from kiosk.game.cards.rules import (
    CardRules,
    DeadByOrder,
    DeadDetection,
    DetectionKind,
    OneFromStack,
    Pro,
    ProStep,
    Recycle,
    StackToCenter,
)
from kiosk.game.commands import Tick
from kiosk.game.events import RoundEnded, Voted, VotesVoid
from kiosk.game.refusals import DeadState, RoundEnd

TURN_OVER = {"recycle": Recycle.TURN_OVER}
BURIED = "- | row b5 stack r1 y5 hand {hand} | row b5 stack r1 y5"
"""Only the 1s could be played, and both lie under a stack's top; the first seat's hand decides."""


# ---------------------------------------------------------------- exposed hand cards


def _seen_by_flipping(cards: int, discarded: int) -> set[int]:
    order = list(range(1, cards + 1))
    discard, hand = order[:discarded], order[discarded:]
    seen = set(discard[-1:])
    for _ in range(3 * (cards + 3)):
        if not hand:
            discard, hand = [], discard
        discard, hand = discard + hand[:3], hand[3:]
        seen |= set(discard[-1:])
    return seen


def test_the_exposed_positions_are_those_that_flipping_shows() -> None:
    for cards in range(31):
        for discarded in range(cards + 1):
            assert exposed(cards, discarded) == _seen_by_flipping(cards, discarded), (cards, discarded)


@pytest.mark.parametrize(
    ("cards", "discarded", "positions"),
    [
        (27, 0, set(range(3, 28, 3))),
        (26, 0, {*range(3, 25, 3), 26}),
        (5, 2, {2, 5, 3}),
        (1, 0, {1}),
        (0, 0, set()),
    ],
)
def test_the_exposed_positions_of_rules_10_5(cards: int, discarded: int, positions: set[int]) -> None:
    assert exposed(cards, discarded) == positions


# ---------------------------------------------------------------- detection


@pytest.mark.parametrize(
    ("first_hand", "recycle", "dead"),
    [
        ("", Recycle.SHUFFLE, DeadState.BY_CARDS),
        ("", Recycle.TURN_OVER, DeadState.BY_CARDS),
        ("hand r2 y7 y8 b9 b8 b7", Recycle.TURN_OVER, DeadState.BY_ORDER),
        ("hand r2 y7 y8 b9 b8 b7", Recycle.SHUFFLE, None),
        ("hand y7 y8 r2 b9 b8 b7", Recycle.TURN_OVER, None),
        ("hand y7 y8 r2 b9 b8 b7", Recycle.SHUFFLE, None),
    ],
)
def test_the_vector_of_rules_10_6(
    table: Callable[..., Any], first_hand: str, recycle: Recycle, dead: DeadState | None
) -> None:
    stack = "stack y3 b3 g9" if first_hand else "stack y3 r2 g9"
    game = table(f"r1 | row b5 g5 {stack} {first_hand} | row b5 g5 stack y3 r2 g9", recycle=recycle)
    assert game.round.dead is dead


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("r1 | row b5 stack r2 y5 | row - stack r2 y5", {}),  # a gap can be filled
        ("r1 | row b5 stack r2 y5 | row b5", {}),  # an empty stack can be called
        ("r1 | row r2 stack y5 | row b5 stack y5", {}),
        ("r1 | row b5 stack r2 | row b5 stack y5", {}),
        ("r1 | row b5 stack y5 discard b6 r2 b7 | row b5 stack y5", {}),
        ("r1 | row b5 stack y5 discard r2 | row b5 stack y5", TURN_OVER),
    ],
)
def test_while_something_goes_no_state_is_dead(
    table: Callable[..., Any], position: str, options: dict[str, Any]
) -> None:
    assert table(position, **options).round.dead is None


@pytest.mark.parametrize(
    ("position", "options"),
    [
        ("r1 | row b5 stack r2 y5 | row b5 stack r2 y5", {}),
        ("r1 | row b5 stack r2 | row b5 stack r2", {"stack_to_center": StackToCenter.VIA_ROW}),
        ("- | row b5 stack r1 | row b5 stack r1", {"one_from_stack": OneFromStack.FORBID}),
        ("r1 | row b5 stack r2 y5 | row b5 stack r2 y5 | row r2 hand r1 left", {}),
        ("r1 | row b5 stack r2 y5 | row b5 stack r2 y5 | row - stack r2 left", {}),
    ],
)
def test_what_cannot_be_reached_does_not_count(
    table: Callable[..., Any], position: str, options: dict[str, Any]
) -> None:
    assert table(position, **options).round.dead is DeadState.BY_CARDS


def test_dead_by_order_needs_that_no_gap_can_be_filled_and_nobody_can_call(table: Callable[..., Any]) -> None:
    hand = "hand r2 y7 y8 b9 b8 b7"
    assert table(f"r1 | row b5 stack y5 {hand} | row b6 stack b5", **TURN_OVER).round.dead is DeadState.BY_ORDER
    assert table(f"r1 | row - stack y5 {hand} | row b6 stack b5", **TURN_OVER).round.dead is None
    assert table(f"r1 | row b5 stack y5 {hand} | row b6", **TURN_OVER).round.dead is None


@st.composite
def small_positions(draw: st.DrawFn) -> Position:
    """Draw positions of two or three seats with few cards, so that dead states are common."""
    seats = []
    for _ in range(draw(st.integers(2, 3))):
        cards = draw(st.permutations(DECK[1:]))
        sizes = [draw(st.integers(0, 12)), draw(st.integers(0, 4)), draw(st.integers(0, 9))]
        hand, discard = cards[: sizes[0]], cards[12 : 12 + sizes[1]]
        stack = cards[20 : 20 + sizes[2]]
        row = tuple((card,) for card in cards[30:32])
        seats.append(SeatPosition(row, tuple(stack), tuple(hand), tuple(discard)))
    return Position(tuple(sorted(draw(st.lists(st.sampled_from(DECK), max_size=2)))), tuple(seats))


def _can_ever_play(round_: CardRound, seat: int) -> bool:
    """Return whether flipping without shuffling ever brings up a play."""
    alone = round_.copy()
    for flip in range(40):
        if alone.legal_plays(seat):
            return True
        deadline = alone.next_deadline()
        assert deadline is None or deadline > flip, "flipping does not take that long here"
        alone.apply(Flip(flip, seat))
    return False


@given(small_positions(), st.sampled_from(list(OneFromStack)), st.sampled_from(list(StackToCenter)))
@settings(max_examples=150)
def test_a_turn_over_state_is_dead_exactly_if_no_flipping_brings_up_a_play(
    position: Position, one: OneFromStack, direct: StackToCenter
) -> None:
    rules = rules_of("nordic_is", flip_cooldown_ms=0, one_from_stack=one, stack_to_center=direct)
    round_ = CardRound(rules, position)
    stuck = not any(_can_ever_play(round_, seat) for seat in range(len(position.seats)))
    calls = any(not seat.stack for seat in position.seats)
    assert (round_.dead is not None) == (stuck and not calls)
    in_hands = any(round_.center.fits(card) for seat in position.seats for card in (*seat.hand, *seat.discard))
    if round_.dead is not None:
        assert round_.dead is (DeadState.BY_ORDER if in_hands else DeadState.BY_CARDS)


# ---------------------------------------------------------------- the pro variant


def _can_get_rid_of_stack(pro: Pro, tops: Sequence[Card], hand: frozenset[Card], stack: Card) -> bool:
    """Try all ways of laying hand cards onto the row; return whether the stack's top can follow one."""

    def goes(card: Card, top: Card) -> bool:
        down = top.number - card.number
        return card.color != top.color and (down == 1 if pro.step is ProStep.EXACTLY_ONE else down > 0)

    if CardPlace.STACK in pro.sources and any(goes(stack, top) for top in tops):
        return True
    if CardPlace.DISCARD not in pro.sources:
        return False
    return any(
        _can_get_rid_of_stack(pro, [*tops[:slot], card, *tops[slot + 1 :]], hand - {card}, stack)
        for card in hand
        for slot, top in enumerate(tops)
        if goes(card, top)
    )


@given(
    st.permutations(DECK[1:10] + DECK[11:20]),
    st.sampled_from(list(ProStep)),
    st.sampled_from([(CardPlace.STACK, CardPlace.DISCARD), (CardPlace.STACK,), (CardPlace.DISCARD,)]),
)
@settings(max_examples=150)
def test_a_pro_state_is_dead_exactly_if_no_tucking_frees_a_stack_card(
    cards: list[Card], step: ProStep, sources: tuple[CardPlace, ...]
) -> None:
    pro = Pro(enabled=True, step=step, sources=sources)
    first = SeatPosition(((cards[0],), (cards[1],)), (cards[2],), tuple(cards[3:6]), tuple(cards[6:9]))
    second = SeatPosition(((DECK[32],),), (DECK[33],))
    round_ = CardRound(CardRules(pro=pro), Position((), (first, second)))
    alive = _can_get_rid_of_stack(pro, [cards[0], cards[1]], frozenset(cards[3:9]), cards[2])
    assert round_.dead is (None if alive else DeadState.BY_CARDS)


@pytest.mark.parametrize(
    ("position", "dead"),
    [
        ("- | row y9 stack b6 hand y7 b8 | row g5 stack g4", None),  # y9 b8 y7 b6
        ("- | row y9 stack b6 hand y7 g8 | row g5 stack g4", None),
        ("- | row y9 stack b6 hand b7 g8 | row g5 stack g4", DeadState.BY_CARDS),
        ("- | row y9 stack b6 hand y7 | row g5 stack g4", DeadState.BY_CARDS),
        ("- | row y9 stack b6 | row g5 stack g4 | row g5 stack y4 left", DeadState.BY_CARDS),
        ("- | row y9 stack b6 | row g5 stack g4 | row g5 left", DeadState.BY_CARDS),
    ],
)
def test_a_chain_of_hand_cards_may_free_a_stack_card(
    table: Callable[..., Any], position: str, dead: DeadState | None
) -> None:
    assert table(position, pro=Pro(enabled=True)).round.dead is dead


def test_with_the_pro_variant_dead_by_order_comes_by_vote_only(table: Callable[..., Any]) -> None:
    position = "r1 | row b5 stack y5 hand r2 y7 y8 b9 b8 b7 | row b6 stack b5"
    game = table(position, pro=Pro(enabled=True), **TURN_OVER)
    assert game.round.dead is None
    game.do(10, 0, "vote")
    events = game.do(20, 1, "vote")
    assert events[:3] == [Voted(20, 1), VotesVoid(20), DeadArmed(20, DeadState.BY_ORDER, 20)]
    assert Reshuffled(20) in events
    assert game.round.dead is None


# ---------------------------------------------------------------- consequences


def test_a_state_dead_by_cards_ends_the_round_after_twelve_seconds(table: Callable[..., Any]) -> None:
    game = table("r1 | row r2 stack r5 y5 hand b8 b9 | row b5 stack r2 y5")
    events = game.do(1000, 0, "play row 0")
    assert events[-1] == DeadArmed(1000, DeadState.BY_CARDS, 13_000)
    assert game.wait(12_999) == []
    assert game.wait(13_000) == [RoundEnded(13_000, RoundEnd.DEAD_BY_CARDS, None)]


def test_the_clock_of_a_position_that_is_dead_at_once_starts_with_the_round(table: Callable[..., Any]) -> None:
    game = table("r1 | row b5 stack r2 y5 hand b8 | row b5 stack r2 y5")
    assert game.round.next_deadline() == 12_000
    assert game.do(5, 0, "flip")[0] == DeadArmed(0, DeadState.BY_CARDS, 12_000), "told with the first command"
    assert game.wait(11_999) == []


def test_flips_and_refusals_do_not_restart_the_clock(table: Callable[..., Any]) -> None:
    game = table("r1 | row b5 stack r2 y5 hand b8 b7 b6 b9 | row b5 stack r2 y5 hand y9 | row y4 stack r9")
    game.do(5000, 0, "flip")
    game.do(6000, 0, "play row 0")
    game.do(7000, 1, "vote")
    game.do(8000, 2, "leave")
    assert game.round.next_deadline() == 12_000


def test_grace_is_an_option(table: Callable[..., Any]) -> None:
    game = table(BURIED.format(hand="b8"), dead_detection=DeadDetection(grace_ms=70))
    assert game.round.next_deadline() == 70


def test_with_detection_by_vote_nothing_comes_by_itself(table: Callable[..., Any]) -> None:
    game = table(BURIED.format(hand="b8"), dead_detection=DeadDetection(DetectionKind.VOTE))
    assert (game.round.dead, game.round.dead_due, game.round.next_deadline()) == (DeadState.BY_CARDS, None, None)
    game.do(10, 0, "vote")
    assert game.do(20, 1, "vote")[-1] == RoundEnded(20, RoundEnd.DEAD_BY_CARDS, None)


ORDERED = "r1 | row b5 stack y5 hand r2 y7 y8 b9 b8 b7 | row b6 stack b5 hand y9 y8"


def test_a_state_dead_by_order_makes_every_hand_new_with_the_given_orders(table: Callable[..., Any]) -> None:
    game = table(ORDERED, **TURN_OVER)
    game.do(10, 0, "flip")
    game.do(20, 0, "vote")
    assert game.round.reshuffle_sizes() == (6, 2)
    events = game.round.apply(Tick(12_000, orders=((0, 1, 3, 2, 4, 5), (1, 0))))
    assert events == [Reshuffled(12_000), VotesVoid(12_000), DeadDisarmed(12_000)]
    first, second = game.round.seats
    assert [str(card) for card in first.hand] == ["b9", "b8", "r2", "b7", "y7", "y8"], (
        "the hand first, then the discard"
    )
    assert [str(card) for card in second.hand] == ["y8", "y9"]
    assert first.discard == []
    assert (first.locked_until, first.flip_locked_until) == (0, 360), "no lock begins, none ends"
    assert game.round.reshuffle_sizes() is None


def test_a_reshuffle_that_does_not_help_starts_the_clock_anew(table: Callable[..., Any]) -> None:
    game = table(ORDERED, **TURN_OVER)
    events = game.round.apply(Tick(12_000, orders=(tuple(range(6)), (0, 1))))
    assert events[-2:] == [DeadDisarmed(12_000), DeadArmed(12_000, DeadState.BY_ORDER, 24_000)]


def test_a_tick_does_one_reshuffle_and_waits_for_the_orders_of_the_next(table: Callable[..., Any]) -> None:
    game = table(ORDERED, **TURN_OVER)
    game.round.apply(Tick(90_000, orders=(tuple(range(6)), (0, 1))))
    assert (game.round.at, game.round.next_deadline()) == (12_000, 24_000)


def test_seats_that_have_left_are_not_reshuffled(table: Callable[..., Any]) -> None:
    game = table(ORDERED + " | row b6 stack b5 hand y9 y8 left", **TURN_OVER)
    assert game.round.reshuffle_sizes() == (6, 2, 0)
    game.wait(12_000)
    assert [str(card) for card in game.round.seats[2].hand] == ["y9", "y8"]


@pytest.mark.parametrize("orders", [(), ((0, 1, 2, 3, 4, 5),), ((0, 1, 2), (0, 1)), ((0, 1, 2, 3, 4, 4), (0, 1))])
def test_a_reshuffle_without_its_orders_is_an_error_that_changes_nothing(
    table: Callable[..., Any], orders: tuple[tuple[int, ...], ...]
) -> None:
    game = table(ORDERED, **TURN_OVER)
    key = game.round.key()
    with pytest.raises(ValueError, match=r"orders?\b"):
        game.round.apply(Tick(12_000, orders))
    assert game.round.key() == key


def test_dead_by_order_may_end_the_round_instead(table: Callable[..., Any]) -> None:
    game = table(ORDERED, dead_by_order=DeadByOrder.END_ROUND, **TURN_OVER)
    assert game.round.reshuffle_sizes() is None
    assert game.wait(12_000)[-1] == RoundEnded(12_000, RoundEnd.DEAD_BY_ORDER, None)


def test_with_no_grace_the_dealer_shuffles_until_something_goes(table: Callable[..., Any]) -> None:
    game = table(ORDERED, dead_detection=DeadDetection(grace_ms=0), **TURN_OVER)
    assert Reshuffled(0) in game.wait(0)
    assert game.round.dead is None


def test_a_change_of_the_way_restarts_the_clock(table: Callable[..., Any]) -> None:
    game = table(ORDERED + " | row y6 stack g6", **TURN_OVER)
    events = game.do(9000, 0, "leave")
    assert events[-1] == DeadArmed(9000, DeadState.BY_CARDS, 21_000), "only the leaver had a card that fits"
