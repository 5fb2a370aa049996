"""Snapshots with little in them, and what is heard of them."""

from __future__ import annotations

from typing import Any

from kiosk.display.sound.cues import Cues
from kiosk.display.sound.heard import Heard
from kiosk.game.seats import SeatNumber
from kiosk.protocol import RoundResult, SeatScore, SeatView, Snapshot
from kiosk.protocol.state import State

SECOND = 1_000_000_000
ONE, TWO, THREE = SeatNumber(1), SeatNumber(2), SeatNumber(3)


def view(seat: SeatNumber = ONE, state: str = "playing", **fields: Any) -> SeatView:
    return SeatView(seat, state, **fields)


def shown(state: str, *seats: SeatView, **fields: Any) -> Snapshot:
    return Snapshot(1, fields.pop("now", 0), State(state), seats or (view(),), **fields)


def told(*snapshots: Snapshot) -> list[Heard]:
    """Return what is heard of these snapshots, shown one after the other."""
    cues = Cues()
    return [one for snapshot in snapshots for one in cues.follow(snapshot)]


def heard(*snapshots: Snapshot) -> list[str]:
    """Return the cues of these snapshots."""
    return [one.cue for one in told(*snapshots)]


def timed(cues: Cues, *instants: int) -> list[tuple[int, Heard]]:
    """Return what is heard in frames at these instants."""
    return [(now, one) for now in instants for one in cues.tick(now)]


def ticked(cues: Cues, *instants: int) -> list[tuple[int, str]]:
    """Return the cues of these frames."""
    return [(now, one.cue) for now, one in timed(cues, *instants)]


def frames(since: int, seconds: float) -> range:
    """Return the instants of the frames in so many seconds, a sixtieth apart."""
    return range(since, since + round(seconds * SECOND), SECOND // 60)


def result(*centered: int, **fields: Any) -> RoundResult:
    """Return the result of a round in which each seat brought so many cards to the centre."""
    lines = tuple(
        SeatScore(SeatNumber(seat), pieces, 0, 0, pieces, pieces, pieces == max(centered))
        for seat, pieces in enumerate(centered, 1)
    )
    return RoundResult("stop", ONE, 1, lines, (), **fields)
