"""Rounds of bots alone in virtual time: a match without a table around it."""

from __future__ import annotations

from typing import Final

from hardware.api import Instant
from kiosk.table.match import MatchPlay
from kiosk.table.round import RoundPlay

LONGEST_S: Final = 20 * 60
"""A round that lasts longer is stuck."""
_AT_ONE_TIME: Final = 40
"""Calls that a round may request without time moving."""


class StuckError(AssertionError):
    """A round that would never end."""


def play_to_end(match: MatchPlay, play: RoundPlay, now: Instant, longest_s: float = LONGEST_S) -> Instant:
    """Play a round from deadline to deadline; return its end."""
    calls = 0
    while play.round.ended is None:
        due = match.next_deadline(now)
        calls = 0 if due is not None and due > now else calls + 1
        if due is None or calls > _AT_ONE_TIME or due - play.start > longest_s * 1e9:
            raise StuckError(f"{(now - play.start) / 1e9:.1f} s after GO, next deadline {due}: {play.round.position()}")
        now = max(now, due)
        match.advance(now)
    return now
