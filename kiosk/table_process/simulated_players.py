"""Simulated players at simulated trays: each throws the dice that its panel shows as unplaced."""

from __future__ import annotations

import random
from typing import Final, Literal, NamedTuple

from hardware.simulated.dice_board import SimulatedBoards
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table_process.runner import Audience

FACES: Final = 6
"""The number of faces of a real die."""


class SimulatedPlayers:
    """The players' hands, which use only the snapshots for displays. ``dice`` draws the values thrown."""

    def __init__(self, boards: SimulatedBoards, dice: random.Random) -> None:
        self._boards = boards
        self._random = dice
        self._colors: dict[SeatNumber, list[str]] = {}  # replaced as a whole: two threads

    def look(self, snapshot: msg.Snapshot) -> None:
        """Take the unplaced dice from a snapshot."""
        self._colors = {view.seat: [die[0] for die in view.dice] for view in snapshot.seats}

    def beside(self, audience: Audience) -> Audience:
        """Return an audience that passes snapshots to ``audience`` and to these players."""
        return _Both(self, audience)

    def do(self, seat: SeatNumber, deed: Literal["throw", "plug"]) -> None:
        """Throw the unplaced dice, or unplug or plug in the board. Callable from any thread.

        Does nothing at a seat without a board.
        """
        if seat not in self._boards:
            return
        board = self._boards[seat]
        if deed == "throw":
            board.throw(f"{color}{self._random.randint(1, FACES)}" for color in self._colors.get(seat, ()))
        elif board.plugged:
            board.unplug()
        else:
            board.plug()


class _Both(NamedTuple):
    hands: SimulatedPlayers
    audience: Audience

    def show(self, snapshot: msg.Snapshot) -> None:
        self.hands.look(snapshot)
        self.audience.show(snapshot)
