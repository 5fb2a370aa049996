"""What a table has to bear of a hall that was taken over, for ``tests.benchmarks.presses``. Runs until it is ended.

A reader of the feed that sleeps; so many connections to that socket as are told, each at once opened again; and a file
of what the hall tells that is garbage, and another one each time that the table looks. Argument: their number.
"""

from __future__ import annotations

import os
import random
import socket
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from kiosk.hall.feed import Greeting
from kiosk.hall.venue_file import LARGEST
from kiosk.system.frame import framed
from kiosk.system.paths import feed_socket, make_private, venue_file

NICE: Final = 10
"""As the uplink's unit has it."""
PAUSE_S: Final = 0.5
PART: Final = 50
"""Connections that are opened between two pauses of a hundredth of that time."""


def main(number: int) -> None:
    """Be all of them."""
    os.nice(NICE)
    file, chance = venue_file(), random.Random(1)  # noqa: S311
    make_private(file.parent)
    asleep = connected(feed_socket())
    asleep.sendall(framed(msgspec.msgpack.encode(Greeting())))
    while True:
        file.with_suffix(".new").write_bytes(chance.randbytes(LARGEST))
        file.with_suffix(".new").replace(file)
        crowd = []
        for one in range(number):
            with suppress(OSError):
                crowd.append(connected(feed_socket()))
            if one % PART == PART - 1:
                time.sleep(PAUSE_S / 100)
        time.sleep(PAUSE_S)
        for peer in crowd:
            peer.close()


def connected(path: Path) -> socket.socket:
    """Return a connection to a socket. Raises OSError."""
    one = socket.socket(socket.AF_UNIX)
    one.settimeout(PAUSE_S)
    try:
        one.connect(str(path))
    except OSError:
        one.close()
        raise
    return one


if __name__ == "__main__":
    main(int(sys.argv[1]))
