"""Whatever changes in the picture is announced (``Table.changed``): displays are sent nothing else."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec import structs

from hardware.api import Button
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.inputs import Input

PASS: frozenset[str] = frozenset({"locked_until", "rolling_until", "hot_until"})
"""Instants of a seat that mean nothing any more when they have passed: displays know the time."""


@pytest.fixture
def watched(session_table: type) -> type:
    """A table that fails if an input changes its picture without announcing it."""

    class Watched(session_table):  # type: ignore[misc]
        seen: dict[str, Any] | None = None

        def put(self, input_: Input) -> None:
            before, self.session.table.changed = self.session.table.changed, False
            super().put(input_)
            shown = self.shown()
            if not self.session.table.changed and self.seen is not None:
                silent = {name for name, value in shown.items() if self.seen[name] != value}
                silent -= {name for name in silent if name.split()[0] in PASS and self.seen[name] <= self.now}
                assert silent == set(), input_
            self.seen = shown
            self.session.table.changed |= before

        def keep(self) -> None:
            self.seen = self.shown()
            super().keep()

        def shown(self) -> dict[str, Any]:
            snapshot: msg.Snapshot = structs.replace(self.snapshot(), id=0, now=0)
            fields = structs.asdict(snapshot)
            for view in fields.pop("seats"):
                for name, value in structs.asdict(view).items():
                    fields[f"{name} {view.seat}"] = value
            return fields

    return Watched


def test_whatever_changes_in_the_picture_of_a_round_is_announced(watched: type, game: str) -> None:
    table = watched(4, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.pass_time(500)
    for seat in (1, 2, 4):
        for button in Button:
            table.tap_button(seat, button)
    table.hold(1, "stack")
    for seat in (1, 2):
        table.turn(seat)
        table.bring(seat)
    table.hold(2, "stack", ago=10)
    table.say(msg.Drop(SeatNumber(2), table.now))
    table.settle()
    table.vote(1)
    table.say(msg.Touch(SeatNumber(2), table.now))
    table.choose(1, "language", "de")
    for seat in (1, 2):
        table.choose(seat, "pause", "")
        table.pass_time(1000)
    table.wait_for(lambda: table.state is State.PAUSED, 0)
    for seat in (1, 2):
        table.tap_button(seat)
    table.wait_for(lambda: table.state is State.PLAY, 5000)
    table.leave(2)
    table.pass_time(3000)


def test_whatever_changes_in_the_picture_of_a_race_seen_again_is_announced(watched: type, game: str) -> None:
    table = watched(4, seed=2, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    race = table.snapshot().result.races[-1]
    table.say(msg.LookAgain(SeatNumber(2), race.id, table.now))
    table.wait_for(lambda: table.state is State.REPLAY, 0)
    table.wait_for(lambda: table.state is State.ROUND_RESULT, 11_000)
