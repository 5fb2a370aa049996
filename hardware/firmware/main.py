"""Entry point on the Pico: it selects the sensor. This one is simulated: BOOTSEL throws four dice.

A real sensor replaces ``tray``: any function that returns what it sees, as ``ldr_core`` describes.
"""

import random

import rp2
from pico_board import Uptime, run
from simulated_sensor import SimulatedTray

SEAT = 0
"""The seat that this board is built into, 1 to 12; 0: set by the table's configuration alone."""

uptime = Uptime()
tray = SimulatedTray(uptime)


def sensor() -> tuple[list[str], bool]:
    """Return what the simulated tray contains; the dice are shaken while BOOTSEL is held."""
    if rp2.bootsel_button():
        tray.throw(colour + str(random.randint(1, 6)) for colour in "RGBY")  # noqa: S311  not security-relevant
    seen: tuple[list[str], bool] = tray()
    return seen


run(sensor, uptime, SEAT)
