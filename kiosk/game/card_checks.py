"""The checks of kiosk/referee/README.md ("Order of checks") in their order: the first that applies is the refusal.

They change nothing. ``Course`` checks rows 1 to 3 (the round is over, no such seat, locked), and ``CardRound`` tells
late from wrong (row 15).
"""

from __future__ import annotations

from kiosk.game.card_commands import DISCARD, ROW, STACK, Place, Source
from kiosk.game.card_rules import (
    CardRules,
    DiscardChain,
    OneFromStack,
    PlayAfterEmpty,
    ProEmptySlot,
    ProStep,
)
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import NUMBERS, Card
from kiosk.game.center import Center
from kiosk.game.refusals import Reason


def _spent_discard(rules: CardRules, source: Source) -> bool:
    """Return whether cards of this source may not be played once the latest flip's last card has gone."""
    return source[0] is Place.DISCARD and rules.discard_chain is DiscardChain.THIRD_ONLY


def stack_barred(rules: CardRules, seat: CardSeat) -> Reason | None:
    """Return why the top of a non-empty stack may not go to the centre, whatever lies there (rows 9 to 11)."""
    if rules.via_row:
        return Reason.VIA_ROW_ONLY
    if rules.one_from_stack is OneFromStack.FORBID and seat.stack[-1].number == 1:
        return Reason.ONE_NOT_FROM_STACK
    if rules.gap_blocks_stack and not all(seat.row):
        return Reason.REFILL_FIRST
    return None


def check_play(rules: CardRules, seat: CardSeat, center: Center, source: Source) -> Reason | None:
    """Return why a card may not go to the centre; ``DOES_NOT_FIT`` covers both late and wrong."""
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


def check_flip(rules: CardRules, seat: CardSeat, center: Center, at: int) -> Reason | None:
    """Return why the seat may not flip at that time."""
    if at < seat.flip_locked_until:
        return Reason.LOCKED
    if not seat.stack and rules.play_after_empty is PlayAfterEmpty.DENY:
        return Reason.STOP_FIRST
    if not seat.hand and not seat.discard:
        return Reason.NOTHING_TO_FLIP
    if rules.table_blocks_hand and table_card_fits(rules, seat, center):
        return Reason.TABLE_CARD_FIRST
    return None


def table_card_fits(rules: CardRules, seat: CardSeat, center: Center) -> bool:
    """Return whether a row top, or a stack top that may go to the centre, fits there."""
    if any(pile and center.fits(pile[-1]) for pile in seat.row):
        return True
    return bool(seat.stack) and stack_barred(rules, seat) is None and center.fits(seat.stack[-1])


def check_refill(seat: CardSeat, slot: int) -> Reason | None:
    """Return why the top of the stack may not fill that slot."""
    if not seat.stack or not 0 <= slot < len(seat.row):
        return Reason.EMPTY_SOURCE
    return Reason.SLOT_OCCUPIED if seat.row[slot] else None


def check_tuck(rules: CardRules, seat: CardSeat, source: Source, slot: int) -> Reason | None:
    """Return why the top of the stack or the discard may not go onto the row pile in ``slot``."""
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
    return _check_onto(pro.step, pile[-1], below[-1]) if below else None


def _check_onto(step: ProStep, card: Card, below: Card) -> Reason | None:
    if not goes_down(step, card, below):
        return Reason.NOT_DESCENDING
    return Reason.SAME_COLOUR if card // NUMBERS == below // NUMBERS else None


def goes_down(step: ProStep, card: int, below: int) -> bool:
    """Return whether the card's number goes down from the one below it by the edition's step (C17)."""
    down = below % NUMBERS - card % NUMBERS
    return down == 1 if step is ProStep.EXACTLY_ONE else down >= 1


def check_stop(seat: CardSeat) -> Reason | None:
    """Return why the seat may not call Stop."""
    return Reason.STACK_NOT_EMPTY if seat.stack else None


def playable(rules: CardRules, seat: CardSeat, center: Center) -> list[Source]:
    """Return the sources that the seat can play from. Most cards do not fit, so that is tested first."""
    fitting, stack, discard = center.fitting, seat.stack, seat.discard
    sources = [STACK] if stack and stack[-1] in fitting else []
    for slot, pile in enumerate(seat.row):
        if pile and pile[-1] in fitting:
            sources.append(ROW[slot])
    if discard and discard[-1] in fitting:
        sources.append(DISCARD)
    return sources and [source for source in sources if check_play(rules, seat, center, source) is None]


def tuckable(rules: CardRules, seat: CardSeat) -> list[tuple[Source, int]]:
    """Return the sources that the seat can tuck from, each with a slot of the row that it can tuck into."""
    tucks = ((Source(place), slot) for place in rules.pro.sources for slot in range(len(seat.row)))
    return [tuck for tuck in tucks if check_tuck(rules, seat, *tuck) is None]
