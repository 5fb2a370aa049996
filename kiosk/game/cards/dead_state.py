"""The detection of dead states: nobody can play any more, in one of two ways (RULES.md 5.2 to 5.4).

The table knows hidden cards; a dead state therefore only starts a timer, see ``CardRound``.
"""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.cards.cards import NUMBERS, Card
from kiosk.game.cards.checks import goes_down
from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.rules import CardRules, OneFromStack, Pro, Recycle
from kiosk.game.cards.state import CardSeat, Center
from kiosk.game.refusals import DeadState


def exposed(cards: int, discarded: int) -> set[int]:
    """Return R(N, W) of RULES.md 5.2: the positions of the N hand cards that come up if none is played or shuffled.

    Positions count from 1, from the discard's bottom to the hand's last card; ``discarded`` (W) of them lie face up.
    """
    this_pass = set(range(discarded or 3, cards + 1, 3))
    later_passes = set(range(3, cards + 1, 3))
    return this_pass | later_passes | ({cards} if cards else set())


def order_matters(rules: CardRules) -> bool:
    """Return whether the test depends on the order of the hands; if not, no flip changes its result."""
    return rules.recycle is not Recycle.SHUFFLE and not rules.pro.enabled


class DeadStateTest:
    """The test by the options of one edition. Sets of cards are numbers: bit ``1 << card`` for each card."""

    def __init__(self, rules: CardRules) -> None:
        self.order_matters: bool = order_matters(rules)
        self._shuffles: bool = rules.recycle is Recycle.SHUFFLE
        self._stack_plays: bool = not rules.via_row
        self._one_plays: bool = rules.one_from_stack is OneFromStack.ALLOW
        self._pro: Pro = rules.pro

    def kind(self, seats: Sequence[CardSeat], center: Center) -> DeadState | None:
        """Return the kind of dead state, None if somebody can play. The pro variant has only the test by cards."""
        if self._somebody_has_one_that_fits(seats, center):
            return DeadState.BY_ORDER if self.order_matters and self.by_order(seats, center) else None
        if _somebody_can_refill_or_stop(seats):
            return None
        if self._pro.enabled:
            for seat in seats:
                if seat.active and _stack_can_be_tucked(self._pro, seat):
                    return None
        return DeadState.BY_CARDS

    def by_order(self, seats: Sequence[CardSeat], center: Center) -> bool:
        """Return whether a card would fit, but none that comes up in the order of the hands: only shuffling helps."""
        if self._shuffles or _somebody_can_refill_or_stop(seats):
            return False
        for seat in seats:
            if seat.active and center.fitting & self._coming_up(seat):
                return False
        return self._somebody_has_one_that_fits(seats, center)

    def _somebody_has_one_that_fits(self, seats: Sequence[CardSeat], center: Center) -> bool:
        """Return whether a card of A(p) of RULES.md 5.3 fits: playable now, or in another order of the hand."""
        fitting = center.fitting
        for seat in seats:
            if seat.active and (fitting & seat.loose or fitting & self._on_the_table(seat)):
                return True
        return False

    def _on_the_table(self, seat: CardSeat) -> int:
        """Return the set of the tops of row and stack, if they may go to the centre."""
        cards = 0
        for pile in seat.row:
            if pile:
                cards |= 1 << pile[-1]
        if seat.stack and self._stack_plays:
            top = seat.stack[-1]
            if self._one_plays or top % NUMBERS != 0:
                cards |= 1 << top
        return cards

    def _coming_up(self, seat: CardSeat) -> int:
        order = seat.discard + seat.hand
        cards = self._on_the_table(seat)
        for position in exposed(len(order), len(seat.discard)):
            cards |= 1 << order[position - 1]
        return cards


def _somebody_can_refill_or_stop(seats: Sequence[CardSeat]) -> bool:
    for seat in seats:
        if seat.active and (not seat.stack or seat.has_gap()):
            return True
    return False


def _stack_can_be_tucked(pro: Pro, seat: CardSeat) -> bool:
    """Return whether the stack's top can go onto a row pile, if need be after cards of the hand (RULES.md 5.4)."""
    if CardPlace.STACK not in pro.sources:
        return False
    between = [*seat.hand, *seat.discard] if CardPlace.DISCARD in pro.sources else []
    reached = [pile[-1] for pile in seat.row if pile]
    for card in sorted(between, key=lambda card: -card.number):
        if _can_follow(pro, card, reached):
            reached.append(card)  # each card may go onto those before it
    return _can_follow(pro, seat.stack[-1], reached)


def _can_follow(pro: Pro, card: Card, reached: Sequence[Card]) -> bool:
    for top in reached:
        if goes_down(pro.step, card, top) and card // NUMBERS != top // NUMBERS:
            return True
    return False
