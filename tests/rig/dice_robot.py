"""The robot for the dice game."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from functools import partial

from kiosk import protocol as msg
from kiosk.game.dice.dice import FACES
from kiosk.game.seats import SeatNumber
from tests.rig.robot import SEATS, Drag, Robot, choose
from tests.rig.scene import Scene, Thing


class DiceRobot(Robot):
    """A robot that places what fits, and rolls otherwise."""

    def roll(self, seats: Sequence[int], scene: Scene) -> None:
        """Tap the trays of these seats, as far as they may roll, until the table knows of it or refuses it.

        ``scene`` may be behind the table, and show a tray at rest whose dice have just been rolled.
        """
        told, before = self.told(), {view.seat: view.rolling_until for view in self.watcher.look().seats}
        trays = [scene.one("tray", seat) for seat in seats if before[SeatNumber(seat)] < time.monotonic_ns()]
        able = [tray for tray in trays if tray.enabled]
        self.tap(able)
        for tray in able:
            seat = SeatNumber(tray.seat or 0)
            self.watcher.wait_for(f"the roll of seat {seat}", partial(_is_answered, seat, before[seat], told))

    def wait_for_rest(self) -> Scene:
        """Return the scene in which all dice are at rest, as the table tells them: the display may be behind it."""
        return self.kiosk.wait_for("resting dice", lambda scene: scene if self._shows_the_dice(scene) else None)

    def play_on(self, seats: Sequence[int] = SEATS) -> Scene:
        """In tap mode, tap a fitting die at all seats at the same time; the others roll. Return the scene after it."""
        scene, told = self.kiosk.scene(), self.told()
        taps = choose(scene, seats, self.wishes)
        self.tap(tap.card for tap in taps)
        self.roll([seat for seat in seats if seat not in {tap.seat for tap in taps}], scene)
        return self.see_arrive(taps, told)

    def wishes(self, scene: Scene, seat: int) -> Iterator[Drag]:
        """Yield the seat's dice that fit; they may be dropped anywhere.

        ``scene`` may be behind the table, and show dice that have just been thrown again: those are left alone.
        """
        told = next(view.dice for view in self.watcher.look().seats if view.seat == seat)
        open_spaces = {space.text: space.slot for space in next_spaces(scene)}
        for die in scene.of("die", seat):
            if die.enabled and die.card in told and die.card in open_spaces:
                yield Drag(seat, die, scene.middle, open_spaces[die.card])

    def spare(self, scene: Scene, seat: int) -> Thing | None:
        """Return any die at rest."""
        return next((die for die in scene.of("die", seat) if die.enabled and die.card), None)

    def meanwhile(self, idle: Sequence[int], scene: Scene) -> None:
        """Do nothing: nobody may roll while a die is carried."""

    def has_landed(self, drag: Drag) -> bool:
        """Return whether the seat's die lies on its space."""
        assert drag.cell is not None
        return self.watcher.newest.board[drag.cell] == drag.seat

    def _shows_the_dice(self, scene: Scene) -> bool:
        """Return whether no dice roll, and the display shows all that have been rolled: a tap may have been refused."""
        seats = self.watcher.look().seats
        told = {view.seat: sorted(view.dice) for view in seats if all(len(die) > 1 for die in view.dice)}
        shown = {seat: sorted(die.card or "" for die in scene.of("die", seat)) for seat in told}
        return bool(told) and shown == told and all(view.rolling_until < time.monotonic_ns() for view in seats)


def _is_answered(number: SeatNumber, before: int, told: int, snapshot: msg.Snapshot) -> bool:
    """Return whether the seat has rolled since its dice were at rest at ``before``, or cannot any more.

    ``told``: the last verdict before.
    """
    seat = next(view for view in snapshot.seats if view.seat == number)
    refused = any(verdict.id > told for verdict in seat.ticker)
    return snapshot.state != "play" or seat.rolling_until > before or refused


def next_spaces(scene: Scene) -> list[Thing]:
    """Return the next free space of every colour."""
    spaces = sorted(scene.of("space"), key=lambda space: space.slot or 0)
    colors = [spaces[first : first + FACES] for first in range(0, len(spaces), FACES)]
    return [next(space for space in color if not space.card) for color in colors if not all(one.card for one in color)]
