"""The Raspberry Pi Pico under the core: USB serial, identity, tray lamp, watchdog."""

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
"""A board that hangs starts again. Longer than a write can wait for a host that does not read (500 ms a line)."""
READ_MOST = 256
"""Bytes taken at once, so that a host that never stops sending cannot keep the board from its tray."""

LAMP_PERIODS = {"OFF": (0, 1), "READY": (1, 1), "LOCK": (100, 1000), "FIND": (100, 200)}
"""How each lamp is shown: lit for so long of every so long, in milliseconds."""


class Uptime:
    """Milliseconds since the start, without the fall back to 0 of the Pico's own count after twelve days.

    Called at least every three days.
    """

    def __init__(self) -> None:
        self._last = time.ticks_ms()
        self._total = 0

    def __call__(self) -> int:
        """Now."""
        ticks = time.ticks_ms()
        self._total += time.ticks_diff(ticks, self._last)
        self._last = ticks
        return self._total


def identity() -> str:
    """The board's own, from the flash chip's number: ``LDR-`` and 16 hexadecimal digits."""
    return "LDR-" + "".join(f"{byte:02X}" for byte in machine.unique_id())


def run(
    sensor: "Callable[[], tuple[list[str], bool]]",
    uptime: "Callable[[], int]",
    seat: int = 0,
    lamp_pin: str | int = "LED",
) -> None:
    """Be a board, for ever. ``seat``: 1 to 12 or 0; ``lamp_pin``: the tray lamp's, lit when high."""
    micropython.kbd_intr(-1)  # a byte 3 on the wire is no Ctrl-C
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
    """What the host has sent, after at most ``wait_ms``."""
    data = b""
    while poller.poll(0 if data else wait_ms) and len(data) < READ_MOST:
        data += sys.stdin.buffer.read(1)  # of more it would wait for the last
    return data
