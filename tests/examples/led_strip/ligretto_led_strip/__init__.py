"""Lamps on an LED strip along the rim: each seat has some LEDs, in the colour of what it is told."""

from __future__ import annotations

from hardware.api import Lamps
from hardware.installed_drivers import DriverContext
from ligretto_led_strip.lamps import StripLamps
from ligretto_led_strip.strip import FileStrip


def open_lamps(context: DriverContext) -> Lamps:
    """Return the lamps of a table: the entry point."""
    options = dict(context.options)
    device, each = options.pop("device", "/dev/spidev0.0"), options.pop("leds_per_seat", 4)
    if options:
        raise ValueError(f"unknown options: {', '.join(options)} (there are: device, leds_per_seat)")
    if not isinstance(each, int) or each < 1:
        raise ValueError("leds_per_seat: write a whole number from 1 on")
    return StripLamps(FileStrip(str(device)), context.seats, each, context.sink, context.clock)
