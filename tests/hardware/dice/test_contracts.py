"""Our readers, with simulated boards, keep the contract that those of others have to keep."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

from hardware.api import TrayLamp
from hardware.dice.readers import SerialDiceReaders
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.testing.contracts import DiceReadersContract

IDENTITIES = {1: "LDR-1AAA", 2: "LDR-2BBB"}
LAMPS = {"OFF": TrayLamp.OFF, "READY": TrayLamp.READY, "LOCK": TrayLamp.LOCK, "FIND": TrayLamp.FIND}


class TestSerialDiceReaders(DiceReadersContract):
    @pytest.fixture(autouse=True)
    def ports(self, tmp_path: Path) -> Iterator[None]:
        self.boards = SimulatedBoards(tmp_path / "by-id", IDENTITIES, Random(5))  # noqa: S311  a simulation
        yield
        self.boards.close()

    def open(self) -> SerialDiceReaders:
        seats = {identity: seat for seat, identity in IDENTITIES.items()}
        return SerialDiceReaders(seats, (self.boards.folder,))

    def lay(self, seat: int, *dice: str) -> None:
        self.boards[seat].take()
        self.boards[seat].put(*dice)

    def throw(self, seat: int, *dice: str) -> None:
        self.boards[seat].throw(dice)

    def unplug(self, seat: int) -> None:
        self.boards[seat].unplug()

    def plug(self, seat: int) -> None:
        self.boards[seat].plug()

    def lamp(self, seat: int) -> TrayLamp:
        return LAMPS[self.boards[seat].lamp]
