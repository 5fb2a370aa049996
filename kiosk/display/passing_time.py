"""What of the picture changes by time alone, and in which steps: times left, verdicts that fade, a bar that cools."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Final, NamedTuple

from kiosk.display.motion.effects import count_up
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView, Snapshot, Verdict
from kiosk.protocol.state import State

_RING_STEP: Final = 500_000_000
TENTH: Final = 100_000_000
"""The step in which times are shown, in nanoseconds."""
SECOND: Final = 1_000_000_000
_TOLD: Final = 2_500_000_000
"""Nanoseconds for which a verdict stands."""
_COUNTS_S: Final = 0.2
"""Seconds in which the margin of a lost race counts up."""
_FADES: Final = 400_000_000
_FAINT: Final = 0.5
"""Nanoseconds in which it fades then, and its opacity at the end."""
_COOLS: Final = 600_000_000
_COOLING_STEPS: Final = 3
"""Nanoseconds in which a bar of light cools, and the steps of that."""


def clock_step(now: int) -> int:
    """Return the clock, rounded up to the step in which times are shown, so that three seconds never read as four."""
    return -(-now // TENTH) * TENTH


def second_step(now: int, until: int) -> int:
    """Return the latest instant, not after ``now``, from which whole seconds are left ``until`` then."""
    return until - -(-(until - now) // SECOND) * SECOND if now < until else now


def ring_step(step: int) -> int:
    """Return the clock of a tray in which only the ring of the time left moves, which may jump."""
    return step - step % _RING_STEP


def is_timed(snapshot: Snapshot, now: int) -> bool:
    """Return whether every panel shows a running time."""
    shown = snapshot.state not in (State.ATTRACT, State.PLAY, State.STOPPED, State.REPLAY)
    latest = max(snapshot.deadline if shown else 0, snapshot.dead_due, _proposed_until(snapshot))
    return latest > now - TENTH


def _proposed_until(snapshot: Snapshot) -> int:
    """Return the instant at which a house rule that is proposed holds; 0: none is."""
    proposal = snapshot.lobby.proposal if snapshot.lobby is not None else None
    return proposal.until if proposal is not None and not proposal.outcome else 0


def newest_verdict(view: SeatView) -> Verdict | None:
    """Return the newest refusal that is put into words: none of a bot's, and no touch during a lock."""
    verdicts = () if view.bot else view.ticker
    if not verdicts:
        return None
    return next((verdict for verdict in reversed(verdicts) if verdict.reason != Reason.LOCKED), None)


def telling(view: SeatView, now: int) -> float:
    """Return the opacity of the newest verdict: it stands for a while, then fades as long as it can be read."""
    verdict = newest_verdict(view)
    return 0.0 if verdict is None else opacity(verdict, now)


def opacity(verdict: Verdict, now: int) -> float:
    """Return the opacity of a verdict, 0: it is told no more."""
    left = verdict.at + _TOLD + _FADES - now
    return 0.0 if left <= 0 else min(1.0, _FAINT + (1 - _FAINT) * -(-left // TENTH) * TENTH / _FADES)


class Won(NamedTuple):
    """A race that a seat has won: against whom, and what that seat was told."""

    loser: SeatNumber
    verdict: Verdict


def races_won(views: Iterable[SeatView]) -> dict[SeatNumber, Won]:
    """Return the latest race that each seat has won."""
    found: dict[SeatNumber, Won] = {}
    for view in views:
        for verdict in view.ticker:
            if verdict.reason != Reason.BEATEN_TO_IT or verdict.by is None:
                continue
            known = found.get(verdict.by)
            if known is None or known.verdict.at < verdict.at:
                found[verdict.by] = Won(view.seat, verdict)
    return found


def margin_ms(view: SeatView, now: int) -> float | None:
    """Return the margin of a lost race, which counts up; for those who want it calm it stands at once."""
    verdict = newest_verdict(view)
    if verdict is None or verdict.margin_ms is None or view.calm:
        return None if verdict is None else verdict.margin_ms
    return count_up(0, round(10 * verdict.margin_ms), 0.0, _COUNTS_S, (clock_step(now) - verdict.at) / 1e9) / 10


def heat(view: SeatView, now: int) -> float:
    """Return how hot a seat's bar of light is: at the end of a streak it cools in steps, for the calm at once."""
    left = view.hot_until - now
    if left <= 0 or view.calm:
        return float(left > 0)
    return min(1.0, math.ceil(_COOLING_STEPS * left / _COOLS) / _COOLING_STEPS)


def is_locked(view: SeatView, now: int) -> bool:
    """Return whether this panel shows the running time of a lock (one step longer, to draw its end); not for a roll."""
    if view.flip_locked_until > now - TENTH:
        return True
    return view.locked_until > now - TENTH and view.locked_until != view.rolling_until


def goes_on(view: SeatView, now: int) -> bool:
    """Return whether a panel changes by time alone in a round: a lock ends, a verdict fades, its bar of light cools."""
    return is_locked(view, now) or telling(view, now) > 0 or view.hot_until > now - TENTH
