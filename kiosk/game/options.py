"""Options that games have in common, and their values.

Times are milliseconds. A value out of its range is a ``ValueError`` that names the option.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from msgspec import Struct

MINUTE_MS = 60_000

EachSeat: TypeAlias = int | tuple[int, ...]
"""A number for all seats, or a tuple with an entry for each: a handicap."""


class StopMode(StrEnum):
    """The trigger that ends the round when a seat has no pieces left (C13)."""

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
    """The condition that ends a match (C15)."""

    SINGLE_ROUND = "single_round"
    FIXED_ROUNDS = "fixed_rounds"
    TARGET = "target"
    TIME = "time"


class MatchTie(StrEnum):
    """The consequence of equal highest totals (C14)."""

    SHARED = "shared"
    EXTRA_ROUND = "extra_round"


LONGEST_WAY_MS: Final = 3000
"""The time for which a piece under a finger counts as on its way at most: holding it longer is no race (E4)."""


def lost_race_since(at: int, late_ms: int, picked_up: int | None) -> int:
    """Return the time, ms, from which a faster piece makes one that is let go ``at`` late, and not wrong (RULES.md E4).

    ``late_ms`` of the rules, or, if that is earlier, the time at which the piece was ``picked_up`` (None: it was not
    carried), at most ``LONGEST_WAY_MS`` before.
    """
    way = 0 if picked_up is None else min(at - picked_up, LONGEST_WAY_MS)
    return at - max(late_ms, way)


def require(holds: bool, option: str, wanted: str) -> None:
    """Raise ``ValueError`` with the option's name and the wanted range, unless the condition ``holds``."""
    if not holds:
        raise ValueError(f"{option} must be {wanted}")


def of_seat(numbers: EachSeat, seat: int) -> int:
    """Return the seat's own number."""
    return numbers if isinstance(numbers, int) else numbers[seat]


def require_each(numbers: EachSeat, option: str, least: int, most: int | None = None) -> None:
    """Raise ``ValueError`` unless the number, or that of each seat, lies in the range; ``most``: None: no limit."""
    each = (numbers,) if isinstance(numbers, int) else numbers
    wanted = f"{least} or more" if most is None else f"{least} to {most}"
    require(bool(each) and all(least <= one and (most is None or one <= most) for one in each), option, wanted)


class FalseStop(Struct, frozen=True):
    """The cost of a false Stop; ``ms`` applies to a lockout, ``points`` to a penalty."""

    kind: FalseStopKind = FalseStopKind.LOCKOUT
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        require(self.ms >= 0 and self.points >= 0, "false_stop", "0 ms or points, or more")


class Misplay(Struct, frozen=True):
    """The cost of a misplay; ``ms`` applies to a lockout, ``points`` to a penalty."""

    kind: MisplayKind = MisplayKind.RETURN
    ms: int = 2000
    points: int = 0

    def __post_init__(self) -> None:
        require(self.ms >= 0 and self.points >= 0, "misplay", "0 ms or points, or more")


class MatchEnd(Struct, frozen=True):
    """The end of a match after ``n`` rounds, at a total of ``points``, or after ``minutes``, as ``kind`` says."""

    kind: MatchEndKind = MatchEndKind.FIXED_ROUNDS
    n: int = 5
    points: int = 99
    minutes: int = 0

    def __post_init__(self) -> None:
        require(self.n >= 1, "match_end.n", "1 or more")
        require(self.points >= 0, "match_end.points", "0 or more")
        require(self.minutes >= 0, "match_end.minutes", "0 or more")

    def reached(self, totals: Sequence[int], round_no: int, lasted_ms: int) -> bool:
        """Return whether a match with these totals is over after round ``round_no`` (from 1), at ``lasted_ms``."""
        match self.kind:
            case MatchEndKind.SINGLE_ROUND:
                return True
            case MatchEndKind.FIXED_ROUNDS:
                return round_no >= self.n
            case MatchEndKind.TARGET:
                return max(totals) >= self.points
            case MatchEndKind.TIME:
                return lasted_ms >= self.minutes * MINUTE_MS
