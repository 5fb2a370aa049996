"""Measure what bots show while nobody is here: in how many runs there is a race, and a Stop.

    python -m tests.benchmarks.attract_rounds [RUNS]

plays so many runs for each number of seats in virtual time, with a runner that wakes up to 3 ms late.
"""

from __future__ import annotations

import itertools
import random
import sys
from collections.abc import Sequence
from typing import Final, NamedTuple

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import AttractScene
from kiosk.table.inputs import TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table.states.attract import ROUND
from tests.benchmarks.output import say

MOST: Final = ROUND / 1e9 + 0.01
"""The seconds that a round lasts at most."""
_LATE: Final = 3_000_000
_EDGES: Final = ("south", "north", "west", "east")
_SEATS: Final = (2, 3, 4, 6, 12)


class Show(NamedTuple):
    """What has been seen of a game."""

    race: bool
    stop: bool
    lasted_s: float


def shows(seats: int, seed: int, games: Sequence[str] = ("cards", "dice")) -> dict[str, Show]:
    """Return what an empty table with so many seats shows of each of these games, its first ones."""
    late = random.Random(seed)  # noqa: S311  how late a runner is
    plans = tuple(
        msg.SeatPlan(SeatNumber(number + 1), _EDGES[number % 4], (number // 4 + 1) / (seats // 4 + 2))
        for number in range(seats)
    )
    session = Session(TableSettings(seats=plans), itertools.count(seed * 1000), Instant(0), strict=True)
    found: dict[str, Show] = {}
    begun, now, before = 0, Instant(0), AttractScene.NONE
    while len(found) < len(games):
        due = session.next_deadline()
        assert due is not None
        now = Instant(max(now + 1, due) + late.randrange(_LATE))
        session.handle(TimePassed(), now)
        scene, match = session.snapshot(0).scene, session.table.match
        assert match is not None
        assert match.round is not None
        if scene is AttractScene.PLAY != before:
            begun = now
        if before is AttractScene.PLAY != scene:
            races = match.round.judging.verdicts.races
            found[match.kind] = Show(bool(races), scene is AttractScene.STOP, (now - begun) / 1e9)
        before = scene
    return found


def main() -> None:
    """Print a line for each number of seats and each game."""
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    for seats in _SEATS:
        found = [shows(seats, seed) for seed in range(runs)]
        for game in found[0]:
            seen = [one[game] for one in found]
            race, stop = (100 * sum(part) // runs for part in zip(*((one.race, one.stop) for one in seen), strict=True))
            lasted = sum(one.lasted_s for one in seen) / runs
            say(f"{seats:2} seats, {game}: race {race} %, Stop {stop} %, {lasted:.1f} s on average\n")


if __name__ == "__main__":
    main()
