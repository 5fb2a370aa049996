"""The detection of dead states: nobody can play any more, in one of two ways (RULES.md 5.2 to 5.4).

The table knows hidden cards; a dead state therefore only starts a timer, see ``CardRound``.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.card_checks import goes_down
from kiosk.game.card_commands import Place
from kiosk.game.card_rules import CardRules, OneFromStack, Pro, Recycle
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.center import Center
from kiosk.game.refusals import DeadState


def exposed(cards: int, discarded: int) -> set[int]:
    """Return R(N, W) of RULES.md 5.2: the positions of the N hand cards that come up if none is played or shuffled.

    Positions count from 1, from the discard's bottom to the hand's last card; ``discarded`` (W) of them lie face up.
    """
    this_pass = set(range(discarded or 3, cards + 1, 3))
    later_passes = set(range(3, cards + 1, 3))
    return this_pass | later_passes | ({cards} if cards else set())


def dead_state(rules: CardRules, seats: Sequence[CardSeat], center: Center) -> DeadState | None:
    """Return the kind of dead state, None if somebody can play. The pro variant has only the test by cards."""
    if _somebody_has_one_that_fits(rules, seats, center):
        return DeadState.BY_ORDER if order_matters(rules) and dead_by_order(rules, seats, center) else None
    if _somebody_can_refill_or_stop(seats):
        return None
    if rules.pro.enabled and any(_stack_can_be_tucked(rules.pro, seat) for seat in seats if seat.active):
        return None
    return DeadState.BY_CARDS


def dead_by_order(rules: CardRules, seats: Sequence[CardSeat], center: Center) -> bool:
    """Return whether a card would fit, but none that comes up in the order of the hands: only shuffling helps."""
    if rules.recycle is Recycle.SHUFFLE:
        return False
    if _somebody_can_refill_or_stop(seats):
        return False
    if any(not center.fitting.isdisjoint(_coming_up(rules, seat)) for seat in seats if seat.active):
        return False
    return _somebody_has_one_that_fits(rules, seats, center)


def order_matters(rules: CardRules) -> bool:
    """Return whether the test depends on the order of the hands; if not, no flip changes its result."""
    return rules.recycle is not Recycle.SHUFFLE and not rules.pro.enabled


def _somebody_has_one_that_fits(rules: CardRules, seats: Sequence[CardSeat], center: Center) -> bool:
    """Return whether a card of A(p) of RULES.md 5.3 fits: playable now, or in another order of the hand."""
    nothing_fits = center.fitting.isdisjoint
    for seat in seats:
        if seat.active and not (
            nothing_fits(seat.hand) and nothing_fits(seat.discard) and nothing_fits(_on_the_table(rules, seat))
        ):
            return True
    return False


def _on_the_table(rules: CardRules, seat: CardSeat) -> list[Card]:
    cards = [pile[-1] for pile in seat.row if pile]
    if seat.stack and not rules.via_row:
        top = seat.stack[-1]
        if top.number != 1 or rules.one_from_stack is OneFromStack.ALLOW:
            cards.append(top)
    return cards


def _coming_up(rules: CardRules, seat: CardSeat) -> list[Card]:
    order = seat.discard + seat.hand
    positions = exposed(len(order), len(seat.discard))
    return _on_the_table(rules, seat) + [order[position - 1] for position in positions]


def _somebody_can_refill_or_stop(seats: Sequence[CardSeat]) -> bool:
    return any(not seat.stack or not all(seat.row) for seat in seats if seat.active)


def _stack_can_be_tucked(pro: Pro, seat: CardSeat) -> bool:
    """Return whether the stack's top can go onto a row pile, if need be after cards of the hand (RULES.md 5.4)."""
    if Place.STACK not in pro.sources:
        return False
    between: Sequence[Card] = (*seat.hand, *seat.discard) if Place.DISCARD in pro.sources else ()
    reached = [pile[-1] for pile in seat.row if pile]

    def can_follow(card: Card) -> bool:
        return any(goes_down(pro.step, card, top) and card.color != top.color for top in reached)

    for card in sorted(between, key=lambda card: -card.number):
        if can_follow(card):
            reached.append(card)  # noqa: PERF401  each card may go onto those before it
    return can_follow(seat.stack[-1])
