"""Options that the card game alone has: a table of words each, and the options with parts.

A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiosk.game.card_commands import Place
from kiosk.game.options import require


class DealOrder(StrEnum):
    """The part of the lay-out that is dealt first (RULES.md C4)."""

    ROW_FIRST = "row_first"
    STACK_FIRST = "stack_first"


class StackFace(StrEnum):
    """The way in which the Ligretto stack lies; face down means that its cards pass through the row (C2)."""

    UP = "up"
    DOWN = "down"


class StackToCenter(StrEnum):
    """The stack's way to the centre: its top may, or may not, go straight to the centre (C3)."""

    DIRECT = "direct"
    VIA_ROW = "via_row"


class OneFromStack(StrEnum):
    """Permission for a 1 to go from the stack to the centre (C8)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HandUse(StrEnum):
    """The time at which the hand may be used (C9)."""

    ANYTIME = "anytime"
    TABLE_FIRST = "table_first"


class Enforcement(StrEnum):
    """The table's answer to a breach of ``hand_use`` (C9)."""

    OFF = "off"
    WARN = "warn"
    BLOCK = "block"


class DiscardChain(StrEnum):
    """The cards of a flip that may be played: also those under the top, or the top alone (C10)."""

    CHAIN = "chain"
    THIRD_ONLY = "third_only"


class Recycle(StrEnum):
    """The way in which the discard becomes the hand again (C11)."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn_over"


class ShortFlip(StrEnum):
    """A flip with fewer than three cards in the hand (O8)."""

    FLIP_REST = "flip_rest"


class Refilling(StrEnum):
    """The duty to fill a gap of the row, or none (C12)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class RefillActuation(StrEnum):
    """The filling of a gap: by hand, or by itself (C12)."""

    MANUAL = "manual"
    AUTO = "auto"


class PlayAfterEmpty(StrEnum):
    """Permission to play on for a seat whose stack is empty (C13)."""

    ALLOW = "allow"
    DENY = "deny"


class DeadByOrder(StrEnum):
    """The way on when the order of the hands leaves nobody a play (C16)."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class DetectionKind(StrEnum):
    """The moment at which a dead state fires (O25)."""

    GRACE = "grace"
    VOTE = "vote"


class ProStep(StrEnum):
    """The step by which a row pile goes down (C17)."""

    EXACTLY_ONE = "exactly_one"
    ANY_LOWER = "any_lower"


class ProEmptySlot(StrEnum):
    """The cards that may be tucked into an empty slot (O19)."""

    STACK_ONLY = "stack_only"
    STACK_OR_DISCARD = "stack_or_discard"


@dataclass(frozen=True)
class RowSize:
    """Slots of a row by the number of active seats (B2); ``default`` for numbers that ``by_players`` does not list."""

    by_players: tuple[tuple[int, int], ...] = ((2, 5), (3, 4))
    default: int = 3

    def __post_init__(self) -> None:
        sizes = (self.default, *(size for _, size in self.by_players))
        require(all(1 <= size <= 5 for size in sizes), "row_size", "1 to 5")

    def slots(self, players: int) -> int:
        """The slots of each row with that many active seats."""
        return dict(self.by_players).get(players, self.default)


@dataclass(frozen=True)
class DeadDetection:
    """``grace_ms``: how long a dead state lasts before it fires by itself."""

    kind: DetectionKind = DetectionKind.GRACE
    grace_ms: int = 12_000

    def __post_init__(self) -> None:
        require(self.grace_ms >= 0, "dead_detection.grace_ms", "0 or more")


@dataclass(frozen=True)
class Score:
    """Points a card: own ones in the centre, and those left in the own stack (J1, J2)."""

    center: int = 1
    stack: int = -2


@dataclass(frozen=True)
class Pro:
    """The advanced variant: the row as a buffer (RULES.md 1J)."""

    enabled: bool = False
    step: ProStep = ProStep.EXACTLY_ONE
    sources: tuple[Place, ...] = (Place.STACK, Place.DISCARD)
    empty_slot: ProEmptySlot = ProEmptySlot.STACK_ONLY

    def __post_init__(self) -> None:
        require(Place.ROW not in self.sources, "pro.sources", "stack, discard or both")
