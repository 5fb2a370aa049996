"""Real dice in a match: the seats that throw them, and the readings of a tray that are rolls. Pure."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence

from msgspec import Struct, field

from hardware.api import TrayDie, TrayReading
from kiosk.game.seats import SeatNumber
from kiosk.table.tray import Tray


class DiceRolls(Struct):
    """The ``trays`` of the seats that have one; their readings count only in a match with ``real`` dice.

    ``bots``: the seats played by bots: these roll on the screen.
    """

    trays: Mapping[SeatNumber, Tray] = field(default_factory=dict)
    bots: Container[SeatNumber] = ()
    real: bool = False

    def awaited(self, number: SeatNumber) -> bool:
        """Return whether this seat throws real dice now: its board works, and no bot plays there."""
        tray = self.trays.get(number)
        return self.real and number not in self.bots and tray is not None and tray.works

    def take(self, number: SeatNumber, reading: TrayReading, *, early: bool) -> None:
        """Take a new reading of a tray. ``early``: it was made before GO."""
        tray = self.trays[number]
        tray.take(reading)
        if early:
            tray.restart()

    def roll(self, number: SeatNumber, dice: Sequence[str], *, waits: bool) -> tuple[TrayDie, ...] | None:
        """Return the roll that the tray shows now (``Tray.roll``) of these unplaced ``dice``, named by colour."""
        return self.trays[number].roll(dice, waits=waits) if dice and self.awaited(number) else None

    def counted(self, number: SeatNumber) -> None:
        """Note that a roll of this seat, real or on the screen, has counted."""
        if number in self.trays:
            self.trays[number].restart()
