"""Real dice in a match: who throws them, and which reading of a tray is a roll. Pure."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field

from hardware.api import TrayDie, TrayReading
from kiosk.game.seats import SeatNumber
from kiosk.table.tray import Tray


@dataclass(slots=True)
class Throws:
    """The ``trays`` of the seats that have one; what lies in them means something where ``real`` dice are played.

    ``bots``: the seats that bots play: these roll on the screen.
    """

    trays: Mapping[SeatNumber, Tray] = field(default_factory=dict)
    bots: Container[SeatNumber] = ()
    real: bool = False

    def awaited(self, number: SeatNumber) -> bool:
        """Whether this seat throws real dice now: its board works, and no bot plays there."""
        tray = self.trays.get(number)
        return self.real and number not in self.bots and tray is not None and tray.works

    def take(self, number: SeatNumber, reading: TrayReading, *, early: bool) -> None:
        """A tray shows something else. ``early``: it did so before GO."""
        tray = self.trays[number]
        tray.take(reading)
        if early:
            tray.restart()

    def roll(self, number: SeatNumber, dice: Sequence[str], *, waits: bool) -> tuple[TrayDie, ...] | None:
        """The roll that the tray shows now (``Tray.roll``) of these unplaced ``dice``, told by their colours."""
        return self.trays[number].roll(dice, waits=waits) if dice and self.awaited(number) else None

    def counted(self, number: SeatNumber) -> None:
        """A roll of this seat has counted, real or on the screen."""
        if number in self.trays:
            self.trays[number].restart()
