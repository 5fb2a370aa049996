"""The values that the options of the card game may have: a table of words each, and the options with parts.

Times are milliseconds. A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from kiosk.game.card_commands import Place

MINUTE_MS = 60_000


class DealOrder(StrEnum):
    """Which part of the lay-out is dealt first (RULES.md C4)."""

    ROW_FIRST = "row_first"
    STACK_FIRST = "stack_first"


class StackFace(StrEnum):
    """How the Ligretto stack lies; face down means that its cards pass through the row (C2)."""

    UP = "up"
    DOWN = "down"


class StackToCenter(StrEnum):
    """Whether the stack's top may go straight to the centre (C3)."""

    DIRECT = "direct"
    VIA_ROW = "via_row"


class OneFromStack(StrEnum):
    """Whether a 1 may go from the stack to the centre (C8)."""

    ALLOW = "allow"
    FORBID = "forbid"


class HandUse(StrEnum):
    """When the hand may be used (C9)."""

    ANYTIME = "anytime"
    TABLE_FIRST = "table_first"


class Enforcement(StrEnum):
    """What the table does about ``hand_use`` (C9)."""

    OFF = "off"
    WARN = "warn"
    BLOCK = "block"


class DiscardChain(StrEnum):
    """Whether the cards under the flipped top may follow it (C10)."""

    CHAIN = "chain"
    THIRD_ONLY = "third_only"


class Recycle(StrEnum):
    """How the discard becomes the hand again (C11)."""

    SHUFFLE = "shuffle"
    TURN_OVER = "turn_over"


class ShortFlip(StrEnum):
    """A flip with fewer than three cards in the hand (O8)."""

    FLIP_REST = "flip_rest"


class Refilling(StrEnum):
    """Whether a gap of the row must be filled (C12)."""

    OPTIONAL = "optional"
    MANDATORY = "mandatory"


class RefillActuation(StrEnum):
    """Who fills a gap (C12)."""

    MANUAL = "manual"
    AUTO = "auto"


class StopMode(StrEnum):
    """How an empty stack ends the round (C13)."""

    PRESS = "press"
    PRESS_WITH_TIMEOUT = "press_with_timeout"
    AUTO = "auto"


class PlayAfterEmpty(StrEnum):
    """Whether a seat whose stack is empty may still play (C13)."""

    ALLOW = "allow"
    DENY = "deny"


class DeadByOrder(StrEnum):
    """What happens when the order of the hands leaves nobody a play (C16)."""

    RESHUFFLE = "reshuffle"
    END_ROUND = "end_round"


class FalseStopKind(StrEnum):
    """What a false Stop costs (O22)."""

    IGNORE = "ignore"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class MisplayKind(StrEnum):
    """What a card that fits nowhere costs (O23)."""

    RETURN = "return"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class DetectionKind(StrEnum):
    """When a dead state fires (O25)."""

    GRACE = "grace"
    VOTE = "vote"


class MatchEndKind(StrEnum):
    """When a match is over (C15)."""

    SINGLE_ROUND = "single_round"
    FIXED_ROUNDS = "fixed_rounds"
    TARGET = "target"
    TIME = "time"


class MatchTie(StrEnum):
    """What equal highest totals mean (C14)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


class ProStep(StrEnum):
    """How far a row pile goes down by a card (C17)."""

    EXACTLY_ONE = "exactly_one"
    ANY_LOWER = "any_lower"


class ProEmptySlot(StrEnum):
    """What may be tucked into an empty slot (O19)."""

    STACK_ONLY = "stack_only"
    STACK_OR_DISCARD = "stack_or_discard"


def require(holds: bool, option: str, wanted: str) -> None:
    """``ValueError`` with the option's name and what it must be, unless it ``holds``."""
    if not holds:
        raise ValueError(f"{option} must be {wanted}")


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
class FalseStop:
    """``ms`` counts for a lockout, ``points`` for a penalty."""

    kind: FalseStopKind = FalseStopKind.LOCKOUT
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        require(self.ms >= 0 and self.points >= 0, "false_stop", "0 ms or points, or more")


@dataclass(frozen=True)
class Misplay:
    """``ms`` counts for a lockout, ``points`` for a penalty."""

    kind: MisplayKind = MisplayKind.RETURN
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        require(self.ms >= 0 and self.points >= 0, "misplay", "0 ms or points, or more")


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
class MatchEnd:
    """``n`` rounds, ``points`` of a total, or ``minutes``: the one that ``kind`` names counts."""

    kind: MatchEndKind = MatchEndKind.FIXED_ROUNDS
    n: int = 5
    points: int = 99
    minutes: int = 0

    def __post_init__(self) -> None:
        require(self.n >= 1, "match_end.n", "1 or more")
        require(self.points >= 0, "match_end.points", "0 or more")
        require(self.minutes >= 0, "match_end.minutes", "0 or more")

    def reached(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Whether a match with these totals is over after round ``round_no`` (from 1), ``lasted_ms`` into it."""
        match self.kind:
            case MatchEndKind.SINGLE_ROUND:
                return True
            case MatchEndKind.FIXED_ROUNDS:
                return round_no >= self.n
            case MatchEndKind.TARGET:
                return max(totals) >= self.points
            case MatchEndKind.TIME:
                return lasted_ms >= self.minutes * MINUTE_MS


@dataclass(frozen=True)
class Pro:
    """The advanced variant: the row as a buffer (RULES.md 1J)."""

    enabled: bool = False
    step: ProStep = ProStep.EXACTLY_ONE
    sources: tuple[Place, ...] = (Place.STACK, Place.DISCARD)
    empty_slot: ProEmptySlot = ProEmptySlot.STACK_ONLY

    def __post_init__(self) -> None:
        require(Place.ROW not in self.sources, "pro.sources", "stack, discard or both")
