"""The checks of kiosk/referee/README.md ("Order of checks") in their order: the first that applies is the refusal.

They change nothing. ``Course`` checks rows 1 to 3 (the round is over, no such seat, locked), and ``CardRound`` tells
late from wrong (row 15). Sources are numbers here (``kiosk.game.cards.moves``). Whether a card continues a pile, by
colour and number, is kept in ``kiosk.game.cards.state.Center``.
"""

from __future__ import annotations

from kiosk.game.cards.cards import NUMBERS, Card
from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.moves import CALL, FLIP, FROM_DISCARD, FROM_STACK, NO_SLOT, REFILL, TUCK, TUCK_DISCARD, TUCK_ROW
from kiosk.game.cards.rules import CardRules, DiscardChain, OneFromStack, PlayAfterEmpty, ProEmptySlot, ProStep
from kiosk.game.cards.state import CardSeat, Center
from kiosk.game.refusals import Reason


def goes_down(step: ProStep, card: Card, below: Card) -> bool:
    """Return whether the card's number goes down from the one below it by the edition's step (C17)."""
    down = below % NUMBERS - card % NUMBERS
    return down == 1 if step is ProStep.EXACTLY_ONE else down >= 1


class CardChecks:
    """The checks by the options of one edition."""

    def __init__(self, rules: CardRules) -> None:
        self._call_first: bool = rules.play_after_empty is PlayAfterEmpty.DENY
        self._last_only: bool = rules.discard_chain is DiscardChain.THIRD_ONLY
        self._via_row: bool = rules.via_row
        self._bars_one: bool = rules.one_from_stack is OneFromStack.FORBID
        self._gap_bars: bool = rules.gap_blocks_stack
        self._table_first: bool = rules.table_blocks_hand
        self._bars_stack: bool = self._via_row or self._bars_one or self._gap_bars
        pro = rules.pro
        self._stack_tucks: bool = pro.enabled and CardPlace.STACK in pro.sources
        self._discard_tucks: bool = pro.enabled and CardPlace.DISCARD in pro.sources
        self._slot_needs_stack: bool = pro.empty_slot is ProEmptySlot.STACK_ONLY
        self._step: ProStep = pro.step

    def move(self, seat: CardSeat, center: Center, move: int, at: int) -> Reason | None:
        """Return why a seat that may act at that time may not make this move."""
        if move < FLIP:
            return self.play(seat, center, move)
        if move == FLIP:
            return self.flip(seat, center, at)
        if move == CALL:
            return self.stop(seat)
        slot = move & NO_SLOT
        if move < TUCK:
            return self.refill(seat, slot) if move >= REFILL else Reason.EMPTY_SOURCE
        if move < TUCK_ROW:
            return self.tuck(seat, FROM_STACK if move < TUCK_DISCARD else FROM_DISCARD, slot)
        return Reason.PRO_VARIANT_OFF

    def stack_barred(self, seat: CardSeat) -> Reason | None:
        """Return why the top of a non-empty stack may not go to the centre, whatever lies there (rows 9 to 11)."""
        if not self._bars_stack:
            return None
        if self._via_row:
            return Reason.VIA_ROW_ONLY
        if self._bars_one and seat.stack[-1] % NUMBERS == 0:
            return Reason.ONE_NOT_FROM_STACK
        if self._gap_bars and seat.has_gap():
            return Reason.REFILL_FIRST
        return None

    def play(self, seat: CardSeat, center: Center, source: int) -> Reason | None:
        """Return why a card may not go to the centre; ``DOES_NOT_FIT`` covers both late and wrong."""
        if self._call_first and not seat.stack:
            return Reason.STOP_FIRST
        pile = seat.pile(source)
        if not pile:
            return Reason.EMPTY_SOURCE
        if source == FROM_STACK and (barred := self.stack_barred(seat)) is not None:
            return barred
        if source == FROM_DISCARD and self._last_only and not seat.third_up:
            return Reason.THIRD_CARD_ONLY
        return None if center.fits(pile[-1]) else Reason.DOES_NOT_FIT

    def flip(self, seat: CardSeat, center: Center, at: int) -> Reason | None:
        """Return why the seat may not flip at that time."""
        if at < seat.flip_locked_until:
            return Reason.LOCKED
        if self._call_first and not seat.stack:
            return Reason.STOP_FIRST
        if not seat.hand and not seat.discard:
            return Reason.NOTHING_TO_FLIP
        if self._table_first and self.table_card_fits(seat, center):
            return Reason.TABLE_CARD_FIRST
        return None

    def table_card_fits(self, seat: CardSeat, center: Center) -> bool:
        """Return whether a row top, or a stack top that may go to the centre, fits there."""
        if any(pile and center.fits(pile[-1]) for pile in seat.row):
            return True
        return bool(seat.stack) and self.stack_barred(seat) is None and center.fits(seat.stack[-1])

    def refill(self, seat: CardSeat, slot: int) -> Reason | None:
        """Return why the top of the stack may not fill that slot."""
        if not seat.stack or not 0 <= slot < len(seat.row):
            return Reason.EMPTY_SOURCE
        return Reason.SLOT_OCCUPIED if seat.row[slot] else None

    def tuck(self, seat: CardSeat, source: int, slot: int) -> Reason | None:
        """Return why the top of the stack or the discard may not go onto the row pile in ``slot``."""
        if not (self._stack_tucks if source == FROM_STACK else self._discard_tucks):
            return Reason.PRO_VARIANT_OFF
        if self._call_first and not seat.stack:
            return Reason.STOP_FIRST
        pile = seat.pile(source)
        if not pile or not 0 <= slot < len(seat.row):
            return Reason.EMPTY_SOURCE
        below = seat.row[slot]
        if not below and source != FROM_STACK and self._slot_needs_stack:
            return Reason.SLOT_NEEDS_STACK_CARD
        if source == FROM_DISCARD and self._last_only and not seat.third_up:
            return Reason.THIRD_CARD_ONLY
        return self._onto(pile[-1], below[-1]) if below else None

    def _onto(self, card: Card, below: Card) -> Reason | None:
        if not goes_down(self._step, card, below):
            return Reason.NOT_DESCENDING
        return Reason.SAME_COLOUR if card // NUMBERS == below // NUMBERS else None

    def stop(self, seat: CardSeat) -> Reason | None:
        """Return why the seat may not call Stop."""
        return Reason.STACK_NOT_EMPTY if seat.stack else None

    def plays(self, seat: CardSeat, center: Center) -> list[int]:
        """Return the sources that the seat can play from: the stack, the row, the discard."""
        stack, discard, fitting = seat.stack, seat.discard, center.fitting
        found: list[int] = []
        if stack:
            if fitting >> stack[-1] & 1 and (not self._bars_stack or self.stack_barred(seat) is None):
                found.append(FROM_STACK)
        elif self._call_first:
            return found
        for source, pile in enumerate(seat.row):
            if pile and fitting >> pile[-1] & 1:
                found.append(source)
        if discard and fitting >> discard[-1] & 1 and (seat.third_up or not self._last_only):
            found.append(FROM_DISCARD)
        return found

    def tucks(self, seat: CardSeat) -> list[int]:
        """Return the moves that lay a card on the seat's own row."""
        slots = range(len(seat.row))
        stack = [TUCK + slot for slot in slots if self.tuck(seat, FROM_STACK, slot) is None]
        return stack + [TUCK_DISCARD + slot for slot in slots if self.tuck(seat, FROM_DISCARD, slot) is None]

    def refills(self, seat: CardSeat) -> list[int]:
        """Return the moves that fill a gap of the row from the stack."""
        return [REFILL + slot for slot in range(len(seat.row)) if self.refill(seat, slot) is None]
