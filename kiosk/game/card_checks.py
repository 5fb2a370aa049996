"""Whether a seat may do something: the checks of kiosk/referee/README.md ("Order of checks") in their order.

The first that applies is told. They read and change nothing. Rows 1 to 3 (the round is over, no such seat, locked) and
the difference between wrong and late (row 15) depend on time and are ``CardRound``'s.
"""

from __future__ import annotations

from kiosk.game.card_rules import (
    CardRules,
    DiscardChain,
    OneFromStack,
    PlayAfterEmpty,
    ProEmptySlot,
    ProStep,
)
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import NUMBERS
from kiosk.game.center import Center
from kiosk.game.commands import Place, Source
from kiosk.game.refusals import Reason


def _spent_discard(rules: CardRules, source: Source) -> bool:
    """Given that the last card of the latest flip has gone: whether the ones under it stay."""
    return source[0] is Place.DISCARD and rules.discard_chain is DiscardChain.THIRD_ONLY


def stack_barred(rules: CardRules, seat: CardSeat) -> Reason | None:
    """Rows 9 to 11: why the top of a stack that is not empty may not go to the centre, whatever lies there."""
    if rules.via_row:
        return Reason.VIA_ROW_ONLY
    if rules.one_from_stack is OneFromStack.FORBID and seat.stack[-1].number == 1:
        return Reason.ONE_NOT_FROM_STACK
    if rules.gap_blocks_stack and not all(seat.row):
        return Reason.REFILL_FIRST
    return None


def check_play(rules: CardRules, seat: CardSeat, center: Center, source: Source) -> Reason | None:
    """A card to the centre; ``DOES_NOT_FIT`` stands for both ways of not fitting."""
    if not seat.stack and rules.play_after_empty is PlayAfterEmpty.DENY:
        return Reason.STOP_FIRST
    pile = seat.pile(source)
    if not pile:
        return Reason.EMPTY_SOURCE
    if source[0] is Place.STACK and (barred := stack_barred(rules, seat)):
        return barred
    if not seat.third_up and _spent_discard(rules, source):
        return Reason.THIRD_CARD_ONLY
    return None if pile[-1] in center.fitting else Reason.DOES_NOT_FIT


def check_flip(rules: CardRules, seat: CardSeat, center: Center) -> Reason | None:
    """Three cards of the hand onto the discard."""
    if not seat.stack and rules.play_after_empty is PlayAfterEmpty.DENY:
        return Reason.STOP_FIRST
    if not seat.hand and not seat.discard:
        return Reason.NOTHING_TO_FLIP
    if rules.table_blocks_hand and table_card_fits(rules, seat, center):
        return Reason.TABLE_CARD_FIRST
    return None


def table_card_fits(rules: CardRules, seat: CardSeat, center: Center) -> bool:
    """Whether a row top or a stack top that may go to the centre fits there."""
    if any(pile and center.fits(pile[-1]) for pile in seat.row):
        return True
    return bool(seat.stack) and stack_barred(rules, seat) is None and center.fits(seat.stack[-1])


def check_refill(seat: CardSeat, slot: int) -> Reason | None:
    """The top of the stack into an empty slot."""
    if not seat.stack or not 0 <= slot < len(seat.row):
        return Reason.EMPTY_SOURCE
    return Reason.SLOT_OCCUPIED if seat.row[slot] else None


def check_tuck(rules: CardRules, seat: CardSeat, source: Source, slot: int) -> Reason | None:
    """The top of the stack or the discard onto the row pile in ``slot``."""
    pro = rules.pro
    if not pro.enabled or source[0] not in pro.sources:
        return Reason.PRO_VARIANT_OFF
    if not seat.stack and rules.play_after_empty is PlayAfterEmpty.DENY:
        return Reason.STOP_FIRST
    pile = seat.pile(source)
    if not pile or not 0 <= slot < len(seat.row):
        return Reason.EMPTY_SOURCE
    below = seat.row[slot]
    if not below and source[0] is not Place.STACK and pro.empty_slot is ProEmptySlot.STACK_ONLY:
        return Reason.SLOT_NEEDS_STACK_CARD
    if not seat.third_up and _spent_discard(rules, source):
        return Reason.THIRD_CARD_ONLY
    if not below:
        return None
    if not goes_down(pro.step, pile[-1], below[-1]):
        return Reason.NOT_DESCENDING
    return Reason.SAME_COLOUR if pile[-1] // NUMBERS == below[-1] // NUMBERS else None


def goes_down(step: ProStep, card: int, below: int) -> bool:
    """Whether the card's number goes down from the one below it as the edition wants (C17)."""
    down = below % NUMBERS - card % NUMBERS
    return down == 1 if step is ProStep.EXACTLY_ONE else down >= 1


def check_stop(seat: CardSeat) -> Reason | None:
    """The call."""
    return Reason.STACK_NOT_EMPTY if seat.stack else None
