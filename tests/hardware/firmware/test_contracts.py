"""Our firmware keeps the contract that boards of others have to keep: its core, and a board behind a port."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.firmware.ldr_core import Board
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.testing.contracts import BoardContract, PortBoard


class TestCore(BoardContract):
    def open(self) -> Board:
        self.seen: tuple[list[str], bool] = ([], False)
        self.board = Board("LDR-E6614C311B7A2F35", lambda: self.seen, boot=0x7F3A90C1, seat=3)
        return self.board

    def see(self, *dice: str, moving: bool = False) -> None:
        self.seen = list(dice), moving

    def lamp(self) -> str:
        return self.board.lamp


class TestBoardBehindAPort(BoardContract):
    late_ms = 150

    @pytest.fixture(autouse=True)
    def boards(self, tmp_path: Path) -> Iterator[None]:
        self.simulated = SimulatedBoards(tmp_path, {1: "LDR-E6614C31"}, Random(5))  # noqa: S311  a simulation
        yield
        self.simulated.close()

    def open(self) -> PortBoard:
        return PortBoard(self.simulated[1].port)

    def see(self, *dice: str, moving: bool = False) -> None:
        if moving:
            self.simulated[1].throw([f"{die[0]}4" for die in dice], ms=10_000)
            return
        self.simulated[1].throw(dice, ms=0)

    def lamp(self) -> str:
        return self.simulated[1].lamp

    def close(self, board: PortBoard) -> None:  # type: ignore[override]
        board.close()
