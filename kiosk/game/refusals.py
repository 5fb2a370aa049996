"""The reasons for which a command is refused: one list of names, the same everywhere.

kiosk/referee/README.md, "Order of checks", explains them. A game from another package adds reasons of its own.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The reasons of our two games, in the order of their checks; the first that applies is reported."""

    ROUND_OVER = "round_over"
    """The round has ended."""
    NOT_SEATED = "not_seated"
    """There is no such seat, or it has left."""
    LOCKED = "locked"
    """The seat is locked: by a false Stop, a misplay, a shuffle or a roll; a flip also by the wait after a flip."""
    PRO_VARIANT_OFF = "pro_variant_off"
    """A tuck without the pro variant, or from a source that the variant does not name."""
    STOP_FIRST = "stop_first"
    """The own stack is empty, and the edition allows nothing but Stop then."""
    EMPTY_SOURCE = "empty_source"
    """No card lies there, or there is no such slot."""
    SLOT_OCCUPIED = "slot_occupied"
    """A refill into a slot that is not empty."""
    SLOT_NEEDS_STACK_CARD = "slot_needs_stack_card"
    """A card of the discard into an empty slot, which only the stack may fill."""
    VIA_ROW_ONLY = "via_row_only"
    """Cards of the stack reach the centre only through the row."""
    ONE_NOT_FROM_STACK = "one_not_from_stack"
    """The edition forbids a 1 from the stack."""
    REFILL_FIRST = "refill_first"
    """A slot is empty and has to be filled before the stack's top is played."""
    THIRD_CARD_ONLY = "third_card_only"
    """The discard's top is not the last card of the latest flip."""
    NOT_DESCENDING = "not_descending"
    """A tuck whose number does not go down as the variant wants."""
    SAME_COLOUR = "same_colour"
    """A tuck on a card of its own colour."""
    BEATEN_TO_IT = "beaten_to_it"
    """It fits nowhere now, but fitted a pile or space that another seat has just covered."""
    DOES_NOT_FIT = "does_not_fit"
    """It fits nowhere."""
    NOTHING_TO_FLIP = "nothing_to_flip"
    """Hand and discard are empty."""
    TABLE_CARD_FIRST = "table_card_first"
    """A flip while a card of row or stack fits, which the edition wants to be played first."""
    STACK_NOT_EMPTY = "stack_not_empty"
    """A false Stop: cards are left in the stack."""
    NOT_ROLLED = "not_rolled"
    """Dice: nothing has been rolled yet."""
    NOTHING_TO_ROLL = "nothing_to_roll"
    """Dice: none is left."""
    READING_MISMATCH = "reading_mismatch"
    """Dice: those that were read are not the seat's unplaced ones."""
    DICE_LEFT = "dice_left"
    """A false Stop: dice are left."""


class RoundEnd(StrEnum):
    """The cause of a round's end (kiosk/referee/README.md, "The result")."""

    STOP = "stop"
    """A seat called Stop."""
    AUTO_STOP = "auto_stop"
    """Nobody called Stop in time after a seat had emptied its stack or tray."""
    DEAD_BY_CARDS = "dead_by_cards"
    """Nobody could play any card again."""
    DEAD_BY_ORDER = "dead_by_order"
    """Nobody could play by the order of the cards in hand."""
    ABORT = "abort"
    """All seats voted for it."""
    LEFT = "left"
    """At most one seat is left."""


class DeadState(StrEnum):
    """The two ways in which nobody can play (RULES.md 5.3)."""

    BY_CARDS = "dead_by_cards"
    """No card fits, whatever the order of the hands."""
    BY_ORDER = "dead_by_order"
    """Cards fit, but the order of the hands never brings them up."""
