"""The last seconds of a round that ends by itself (``Snapshot.stop_due``): how many are left, and of how many. Pure."""

from __future__ import annotations

import math
from typing import Final

from kiosk.protocol import Snapshot
from kiosk.protocol.state import State

_SECOND: Final = 1_000_000_000
_SHOWN: Final = frozenset({State.PLAY, State.REPLAY})
"""States that show them. Where bots play because nobody is here, one of them calls at once."""


def left_s(snapshot: Snapshot, now: int) -> float:
    """Return the seconds of the round that are left, 0 if it does not end by itself. In a replay they may be longer."""
    if snapshot.state not in _SHOWN or not snapshot.stop_due:
        return 0.0
    replay = snapshot.replay
    if replay is None:
        return max(0.0, (snapshot.stop_due - now) / _SECOND)
    return max(0.0, (snapshot.stop_due - (now if replay.playing else snapshot.now)) * replay.speed / _SECOND)


def whole_s(snapshot: Snapshot) -> float:
    """Return of how many seconds they are left."""
    speed = 1.0 if snapshot.replay is None else snapshot.replay.speed
    return (snapshot.stop_due - snapshot.stop_from) * speed / _SECOND


def number_left(snapshot: Snapshot, now: int) -> int:
    """Return the number that every tray shows: the seconds left, rounded up; 0: none."""
    return math.ceil(left_s(snapshot, now))


def number_changes(snapshot: Snapshot, now: int) -> int:
    """Return the instant at which the next number is due; 0: none is."""
    left = left_s(snapshot, now)
    if not left or (snapshot.replay is not None and not snapshot.replay.playing):
        return 0
    speed = 1.0 if snapshot.replay is None else snapshot.replay.speed
    return now + round((left - (math.ceil(left) - 1)) / speed * _SECOND)
