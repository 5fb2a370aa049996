"""Simulated players at simulated trays: each throws the dice that its panel shows as unplaced."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from typing import Final, Protocol

from hardware.simulated.board_in_memory import FAULTS
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

FACES: Final = 6
"""The number of faces of a real die."""


class BoardHandle(Protocol):
    """A simulated board, with its tray and its plug (``hardware.simulated.dice_board.SimulatedBoard``)."""

    def throw(self, dice: Iterable[str]) -> None:
        """Throw these dice; ValueError for what is no die."""

    def plug(self) -> None:
        """Plug it in."""

    def unplug(self) -> None:
        """Unplug it."""

    def fault(self, *names: str) -> None:
        """Begin faults."""

    def mend(self, *names: str) -> None:
        """End faults, without names all."""


class Boards(Protocol):
    """The simulated boards of the seats, from 1."""

    def __contains__(self, seat: object) -> bool: ...
    def __getitem__(self, seat: int) -> BoardHandle: ...
    def __iter__(self) -> Iterator[int]: ...


class SimulatedPlayers:
    """The players' hands, which use only the snapshots for displays. ``dice`` draws the values thrown."""

    def __init__(self, boards: Boards, dice: random.Random) -> None:
        self._boards = boards
        self._random = dice
        self._colors: dict[SeatNumber, list[str]] = {}  # replaced as a whole: two threads use it

    def show(self, snapshot: msg.Snapshot) -> None:
        """Take the unplaced dice from a snapshot."""
        self._colors = {view.seat: [die[0] for die in view.dice] for view in snapshot.seats}

    def do(self, wish: msg.DriveBoard) -> str:
        """Throw dice, plug or unplug the board, begin or end faults. Callable from any thread.

        Returns why that cannot be done, and the fix; empty: it is done.
        """
        if wish.seat not in self._boards:
            there = ", ".join(map(str, self._boards)) or "none"
            return f"seat {wish.seat} has no dice-reader board; seats with one: {there}"
        board = self._boards[wish.seat]
        match wish.do:
            case "throw":
                return self._throw(board, wish.seat, wish.words)
            case "plug":
                board.plug()
            case "unplug":
                board.unplug()
            case "fault" | "repair" as do:
                if unknown := [name for name in wish.words if name not in FAULTS]:
                    return f"{unknown[0]!r} is no fault of a board; there are: {', '.join(FAULTS)}"
                (board.fault if do == "fault" else board.mend)(*wish.words)
        return ""

    def _throw(self, board: BoardHandle, seat: SeatNumber, dice: tuple[str, ...]) -> str:
        """Throw these dice, or if there are none the seat's unplaced ones."""
        thrown = dice or [f"{color}{self._random.randint(1, FACES)}" for color in self._colors.get(seat, ())]
        if not thrown:
            return f"seat {seat} has no unplaced dice: name the dice to throw, as in r1"
        try:
            board.throw(thrown)
        except ValueError as error:
            return str(error)
        return ""
