"""A test for growth of the display from round to round: matches from lobby to results, again and again.

Arguments as of ``tests.benchmarks.table_picture``. Prints the growth in the counted rounds.
"""

from __future__ import annotations

import gc
import json
import os
import sys
import time
from collections.abc import Iterator

from tests.benchmarks.table_picture import TablePicture, lobby  # isort: skip  # before Kivy: it says how Kivy draws

from kivy.base import EventLoop, runTouchApp
from kivy.clock import Clock
from msgspec import structs

from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from tests.benchmarks import memory

WARM_UP, ROUNDS, MATCH, FRAMES = 200, 100, 5, 12
"""Rounds not counted, counted, of a match, and frames of one in play. In those not counted every picture is painted
once, and the places on the pages are allocated: the last page comes after 120 to 160 rounds (up to 600 none more).
"""


class Rounds:
    """The picture, round after round."""

    def __init__(self, game: str, places: str) -> None:
        self._game = game
        self._picture = TablePicture(game, places)
        self._seats = list(range(1, len(json.loads(places)) + 1))
        runTouchApp(self._picture.widget, embedded=True)

    def run(self, rounds: range) -> None:
        """Play these rounds."""
        for number in rounds:
            for snapshot in self._before(number):
                self._show(snapshot)
            for frame in range(FRAMES):
                self._picture.move(frame)
                EventLoop.idle()
            self._picture.rest()
            self._show(self._result(number))

    def figures(self) -> dict[str, int]:
        """Return the number of its textures, and its memory in bytes."""
        gc.collect()
        atlas = self._picture.widget.atlas
        return {"textures": atlas.pages, "rss": memory.rss(os.getpid())}

    def _show(self, snapshot: msg.Snapshot) -> None:
        self._picture.widget.show(snapshot)
        EventLoop.idle()

    def _before(self, number: int) -> Iterator[msg.Snapshot]:
        sat = structs.replace(lobby([SeatNumber(seat) for seat in self._seats]), game=self._game)
        if number % MATCH == 0:
            yield sat
        yield structs.replace(sat, state=State.COUNTDOWN, lobby=None, deadline=time.monotonic_ns() + 3_000_000_000)

    def _result(self, number: int) -> msg.Snapshot:
        nth = number % MATCH + 1
        points = [5 + seat for seat in self._seats]
        lines = tuple(
            msg.SeatScore(SeatNumber(seat), 9 + seat, 2, 0, gained, nth * gained, won=gained == max(points))
            for seat, gained in zip(self._seats, points, strict=True)
        )
        history = tuple(tuple(past * gained for gained in points) for past in range(1, nth + 1))
        result = msg.RoundResult("stop", SeatNumber(1), nth, lines, history)
        views = tuple(msg.SeatView(line.seat, "playing") for line in lines)
        return msg.Snapshot(
            0, time.monotonic_ns(), State.ROUND_RESULT, views, self._game, result=result, simulated=True
        )


def main(game: str, places: str) -> None:
    """Print the growth as JSON."""
    Clock._max_fps = 0  # nothing is timed here, so no frame has to wait
    rounds = Rounds(game, places)
    rounds.run(range(WARM_UP))
    before = rounds.figures()
    rounds.run(range(WARM_UP, WARM_UP + ROUNDS))
    json.dump({name: value - before[name] for name, value in rounds.figures().items()}, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
