"""The minimum program that hears a press, for ``tests.benchmarks.presses``: it waits on one line of a GPIO chip.

Arguments: ``libgpiod`` or ``lgpio``, the chip's number and the line. Ends with SIGTERM, and then prints its figures.
"""

from __future__ import annotations

import json
import os
import signal
import struct
import sys
import time
from typing import Final

from gpiod import LineSettings, request_lines
from gpiod.line import Bias, Edge

from hardware.realtime import Realtime

_EVENT: Final = struct.Struct("=QIIII24x")
"""struct gpio_v2_line_event of linux/gpio.h, of which the stamp and the kind of edge are used."""
_FALLING: Final = 2

heard: list[tuple[int, int]] = []
"""Of each press: its stamp, and when it was heard."""


def main(library: str, chip: str, line: str) -> int:
    """Wait until SIGTERM; return the exit status."""
    signal.signal(signal.SIGTERM, _end)
    try:
        _WAITS[library](int(chip), int(line))
    except InterruptedError:
        json.dump({"heard": heard}, sys.stdout)
    return 0


def _wait_with_libgpiod(chip: int, line: int) -> None:
    settings = LineSettings(edge_detection=Edge.BOTH, bias=Bias.PULL_UP)
    with request_lines(f"/dev/gpiochip{chip}", {line: settings}, "bare reader") as request:
        Realtime().runner()
        while True:
            at, kind, *_ = _EVENT.unpack(os.read(request.fd, _EVENT.size))
            if kind == _FALLING:
                heard.append((at, time.monotonic_ns()))


def _wait_with_lgpio(chip: int, line: int) -> None:
    import lgpio  # noqa: PLC0415  it has wheels for one Python only

    def hear(_chip: int, _line: int, level: int, at: int) -> None:
        if not level:
            heard.append((at, time.monotonic_ns()))

    Realtime().runner()  # the library's threads inherit it
    handle = lgpio.gpiochip_open(chip)
    lgpio.gpio_claim_alert(handle, line, lgpio.BOTH_EDGES, lgpio.SET_PULL_UP)
    _callback = lgpio.callback(handle, line, lgpio.BOTH_EDGES, hear)
    while True:
        signal.pause()


_WAITS: Final = {"libgpiod": _wait_with_libgpiod, "lgpio": _wait_with_lgpio}


def _end(*_: object) -> None:
    raise InterruptedError


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
