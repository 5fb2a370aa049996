"""The reasons for which a command is refused: one list of names, the same everywhere.

kiosk/referee/README.md, "Order of checks", explains them. A game from another package adds reasons of its own.
"""

from __future__ import annotations

from enum import StrEnum


class Reason(StrEnum):
    """The reasons of our two games, in the order of their checks; the first that applies is reported."""

    ROUND_OVER = "round_over"
    NOT_SEATED = "not_seated"
    LOCKED = "locked"
    PRO_VARIANT_OFF = "pro_variant_off"
    STOP_FIRST = "stop_first"
    EMPTY_SOURCE = "empty_source"
    SLOT_OCCUPIED = "slot_occupied"
    SLOT_NEEDS_STACK_CARD = "slot_needs_stack_card"
    VIA_ROW_ONLY = "via_row_only"
    ONE_NOT_FROM_STACK = "one_not_from_stack"
    REFILL_FIRST = "refill_first"
    THIRD_CARD_ONLY = "third_card_only"
    NOT_DESCENDING = "not_descending"
    SAME_COLOUR = "same_colour"
    BEATEN_TO_IT = "beaten_to_it"
    DOES_NOT_FIT = "does_not_fit"
    NOTHING_TO_FLIP = "nothing_to_flip"
    TABLE_CARD_FIRST = "table_card_first"
    STACK_NOT_EMPTY = "stack_not_empty"
    NOT_ROLLED = "not_rolled"
    NOTHING_TO_ROLL = "nothing_to_roll"
    READING_MISMATCH = "reading_mismatch"
    DICE_LEFT = "dice_left"


class RoundEnd(StrEnum):
    """The cause of a round's end (kiosk/referee/README.md, "The result")."""

    STOP = "stop"
    AUTO_STOP = "auto_stop"
    DEAD_BY_CARDS = "dead_by_cards"
    DEAD_BY_ORDER = "dead_by_order"
    ABORT = "abort"
    LEFT = "left"


class DeadState(StrEnum):
    """The two ways in which nobody can play (RULES.md 5.3)."""

    BY_CARDS = "dead_by_cards"
    BY_ORDER = "dead_by_order"
