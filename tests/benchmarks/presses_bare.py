"""The minimum program that hears a press, for ``tests.benchmarks.presses``: it waits on one line of a GPIO chip.

Arguments: the chip's path and the line. Ends with SIGTERM, and then prints its figures.
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


def main(path: str, line: str) -> int:
    """Wait until SIGTERM; return the exit status."""
    settings = LineSettings(edge_detection=Edge.BOTH, bias=Bias.PULL_UP)
    with request_lines(path, {int(line): settings}, "bare reader") as request:
        signal.signal(signal.SIGTERM, _end)
        Realtime().runner()
        try:
            while True:
                at, kind, *_ = _EVENT.unpack(os.read(request.fd, _EVENT.size))
                if kind == _FALLING:
                    heard.append((at, time.monotonic_ns()))
        except InterruptedError:
            json.dump({"heard": heard}, sys.stdout)
    return 0


def _end(*_: object) -> None:
    raise InterruptedError


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
