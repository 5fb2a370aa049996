"""The board's hardware layer for the Raspberry Pi Pico: USB serial, identity, tray lamp, watchdog."""

import os
import select
import sys
import time

import machine
import micropython
from ldr_core import Board

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

WATCHDOG_MS = 5000
"""Timeout after which a board that hangs is reset. Longer than writes block on a host that does not read (500 ms a
line)."""
READ_MOST = 256
"""Maximum bytes read at once, so that a host that sends without end cannot keep the board from scanning its tray."""

LAMP_PERIODS = {"OFF": (0, 1), "READY": (1, 1), "LOCK": (100, 1000), "FIND": (100, 200)}
"""Blink pattern of each lamp state: time lit, and period, in milliseconds."""


class Uptime:
    """A clock of milliseconds since the start that does not wrap, unlike the Pico's own after twelve days.

    It must be read at least every three days.
    """

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._total = 0

    def __call__(self) -> int:
        """Return the milliseconds since the start."""
        ticks = time.ticks_ms()
        self._total += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._total


def identity() -> str:
    """Return the board's identity from the flash chip's number: ``LDR-`` and 16 hexadecimal digits."""
    return "LDR-" + "".join(f"{byte:02X}" for byte in machine.unique_id())


def run(
    sensor: "Callable[[], tuple[list[str], bool]]",
    uptime: "Callable[[], int]",
    seat: int = 0,
    lamp_pin: str | int = "LED",
) -> None:
    """Run the board for ever. ``seat``: 1 to 12, or 0; ``lamp_pin``: the pin of the tray lamp, lit when high."""
    micropython.kbd_intr(-1)  # do not treat a byte 3 on the wire as Ctrl-C
    board = Board(identity(), sensor, int.from_bytes(os.urandom(4), "big"), seat)
    lamp = machine.Pin(lamp_pin, machine.Pin.OUT)
    watchdog = machine.WDT(timeout=WATCHDOG_MS)
    poller = select.poll()
    poller.register(sys.stdin, select.POLLIN)
    while True:
        data = received(poller, max(0, board.due - uptime()))
        now = uptime()
        sys.stdout.buffer.write(board.step(now, data))
        lit, period = LAMP_PERIODS[board.lamp]
        lamp.value(now % period < lit)
        watchdog.feed()


def received(poller: select.poll, wait_ms: int) -> bytes:
    """Return what the host has sent, waiting for at most ``wait_ms``."""
    data = b""
    while poller.poll(0 if data else wait_ms) and len(data) < READ_MOST:
        data += sys.stdin.buffer.read(1)  # a larger read would block until complete
    return data
