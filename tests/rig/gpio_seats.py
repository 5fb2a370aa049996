"""Twelve seats with buttons and lamps at emulated GPIO chips, for a kiosk that runs with the real library."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import structs

from hardware.api import Button, ChipLine, Instant, Wiring
from kiosk.config.dump import effective
from kiosk.config.loader import CONFIGS, load
from kiosk.config.schema import HardwareConfig
from tests.rig.gpiochip import Chip, EmulatedChips

HEADER: Final = Chip(0)
EXPANDER: Final = Chip(1, "mcp23017", 16)
SPARE: Final = 40
"""A line of the header's chip that no seat uses."""


class GpioSeats:
    """The twelve seats of the packaged configuration; ``config``: its path.

    The buttons take the header's pins, each seat's lamp a line of the expander. ``folder``: an existing one.
    ``boards``: the seats from 1 on that have a dice-reader board, with its identity. ``dice_readers``: the driver of
    another package that has them.
    """

    def __init__(
        self, folder: Path, boards: Mapping[int, str] = MappingProxyType({}), dice_readers: str | None = None
    ) -> None:
        within = folder / "chips"
        within.mkdir()
        self.chips = EmulatedChips(within, (HEADER, EXPANDER))
        seats = load(CONFIGS / "twelve_seats.toml")
        with_boards = tuple(structs.replace(seat, dice_board=boards.get(seat.number)) for seat in seats.seat)
        hardware = HardwareConfig(kind="gpio", dice_readers=dice_readers)
        settings = structs.replace(seats, hardware=hardware, seat=with_boards)
        self.config = folder / "twelve_gpio_seats.toml"
        self.config.write_text(effective(settings))
        self._wiring: dict[int, Wiring] = {wiring.seat: wiring for wiring in settings.wiring()}

    @property
    def environment(self) -> dict[str, str]:
        """The environment in which a child process finds the chips."""
        return self.chips.environment

    def wait_watched(self) -> None:
        """Wait until the table watches all buttons."""
        self.chips.wait_watched(*(self.pin(seat, button) for seat in self._wiring for button in Button))

    def pin(self, seat: int, button: Button) -> int:
        """Return the button's line on the header's chip."""
        wiring = self._wiring[seat]
        pin = {Button.STOP: wiring.stop_pin, Button.PLAY: wiring.play_pin}[button]
        assert pin is not None, f"seat {seat} has no {button} button"
        return pin

    def press(self, seat: int, button: Button, at: Instant | None = None) -> Instant:
        """Press; return the stamp of the edge."""
        return self.chips.press(self.pin(seat, button), at)

    def release(self, seat: int, button: Button, at: Instant | None = None) -> Instant:
        """Release; return the stamp of the edge."""
        return self.chips.release(self.pin(seat, button), at)

    def lamp(self, seat: int) -> bool:
        """Return whether the seat's lamp is lit now."""
        return bool(self.chips.output(self._lamp_line(seat), EXPANDER.number))

    def lamp_changed(self, seat: int) -> Instant:
        """Return when the seat's lamp was last switched; 0: never."""
        return self.chips.changed(self._lamp_line(seat), EXPANDER.number)

    def lamp_writes(self, seat: int) -> int:
        """Return the number of writes to the seat's lamp."""
        return self.chips.writes(self._lamp_line(seat), EXPANDER.number)

    def _lamp_line(self, seat: int) -> int:
        pin = self._wiring[seat].lamp_pin
        assert isinstance(pin, ChipLine), f"seat {seat} has no lamp on the expander"
        return pin.line
