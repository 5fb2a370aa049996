"""Options that games have in common, and the values that they may have.

Times are milliseconds. A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

MINUTE_MS = 60_000


class StopMode(StrEnum):
    """The way in which a seat that has no pieces left ends the round (C13)."""

    PRESS = "press"
    PRESS_WITH_TIMEOUT = "press_with_timeout"
    AUTO = "auto"


class FalseStopKind(StrEnum):
    """The cost of a false Stop (O22)."""

    IGNORE = "ignore"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class MisplayKind(StrEnum):
    """The cost of a piece that fits nowhere (O23)."""

    RETURN = "return"
    LOCKOUT = "lockout"
    PENALTY = "penalty"


class MatchEndKind(StrEnum):
    """The end of a match (C15)."""

    SINGLE_ROUND = "single_round"
    FIXED_ROUNDS = "fixed_rounds"
    TARGET = "target"
    TIME = "time"


class MatchTie(StrEnum):
    """The meaning of equal highest totals (C14)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


def require(holds: bool, option: str, wanted: str) -> None:
    """``ValueError`` with the option's name and what it must be, unless it ``holds``."""
    if not holds:
        raise ValueError(f"{option} must be {wanted}")


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
        """Return whether a match with these totals is over after round ``round_no`` (from 1), ``lasted_ms`` into it."""
        match self.kind:
            case MatchEndKind.SINGLE_ROUND:
                return True
            case MatchEndKind.FIXED_ROUNDS:
                return round_no >= self.n
            case MatchEndKind.TARGET:
                return max(totals) >= self.points
            case MatchEndKind.TIME:
                return lasted_ms >= self.minutes * MINUTE_MS
