"""What the Pico starts with: which sensor looks into the tray. This one simulates it: BOOTSEL throws four dice.

A real sensor takes the place of ``tray``: any function that returns what it sees, as ``ldr_core`` describes.
"""

import random

import rp2
from pico_board import Uptime, run
from simulated_sensor import SimulatedTray

SEAT = 0
"""The seat that this board is built into, 1 to 12; 0: the table's configuration alone decides."""

uptime = Uptime()
tray = SimulatedTray(uptime)


def sensor() -> tuple[list[str], bool]:
    """The simulated tray; as long as the Pico's one button is held, the dice are shaken."""
    if rp2.bootsel_button():
        tray.throw(colour + str(random.randint(1, 6)) for colour in "RGBY")  # noqa: S311  no secret
    seen: tuple[list[str], bool] = tray()
    return seen


run(sensor, uptime, SEAT)
