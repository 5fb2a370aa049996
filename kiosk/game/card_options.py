"""Options that only the card game has: an enum for each set of values, a dataclass for each option with parts.

A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from kiosk.game.card_commands import Place
from kiosk.game.options import require


class DealOrder(StrEnum):
    """The part of the layout that is dealt first (RULES.md C4)."""

    ROW_FIRST = "row_first"
    STACK_FIRST = "stack_first"


class StackFace(StrEnum):
    """The side of the Ligretto stack that is up; face down means that its cards pass through the row (C2)."""

    UP = "up"
    DOWN = "down"


class StackToCenter(StrEnum):
    """Permission for the stack's top to go straight to the centre, not only through the row (C3)."""

    DIRECT = "direct"
    VIA_ROW = "via_row"


class OneFromStack(StrEnum):
    """Permission for a 1 to go from the stack to the centre (C8)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HandUse(StrEnum):
    """The condition under which the hand may be used (C9)."""

    ANYTIME = "anytime"
    TABLE_FIRST = "table_first"


class Enforcement(StrEnum):
    """The table's reaction to a breach of ``hand_use`` (C9)."""

    OFF = "off"
    WARN = "warn"
    BLOCK = "block"


class DiscardChain(StrEnum):
    """The cards of a flip that may be played: those under the top too, or only the top (C10)."""

    CHAIN = "chain"
    THIRD_ONLY = "third_only"


class Recycle(StrEnum):
    """The method by which the discard becomes the hand again (C11)."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn_over"


class ShortFlip(StrEnum):
    """A flip with fewer than three cards in the hand (O8)."""

    FLIP_REST = "flip_rest"


class Refilling(StrEnum):
    """The obligation to fill a gap of the row (C12)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class RefillActuation(StrEnum):
    """The filling of a gap: by hand or automatically (C12)."""

    MANUAL = "manual"
    AUTO = "auto"


class PlayAfterEmpty(StrEnum):
    """Permission for a seat with an empty stack to go on playing (C13)."""

    ALLOW = "allow"
    DENY = "deny"


class DeadByOrder(StrEnum):
    """The consequence when nobody can play because of the order of the hands (C16)."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class DetectionKind(StrEnum):
    """The trigger of a dead state: a grace time or a vote (O25)."""

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
        """Return the number of slots of each row with that many active seats."""
        return dict(self.by_players).get(players, self.default)


@dataclass(frozen=True)
class DeadDetection:
    """The detection of dead states. ``grace_ms``: the time for which one must last before it fires automatically."""

    kind: DetectionKind = DetectionKind.GRACE
    grace_ms: int = 12_000

    def __post_init__(self) -> None:
        require(self.grace_ms >= 0, "dead_detection.grace_ms", "0 or more")


@dataclass(frozen=True)
class Score:
    """Points per card: for own cards in the centre, and for cards left in the own stack (J1, J2)."""

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
