"""The baseline for lateness: a process that only waits for the next frame, and records how late it is.

Ends with SIGTERM, then prints its figures.
"""

from __future__ import annotations

import json
import signal
import sys
import time

from tests.soak.lateness import Lateness

FRAME: int = 1_000_000_000 // 60


def main() -> None:
    """Wait for frame after frame."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit())
    late = Lateness()
    due = time.monotonic_ns()
    try:
        while True:
            due = max(due + FRAME, time.monotonic_ns())
            time.sleep(max(0, due - time.monotonic_ns()) / 1e9)
            late.add(time.monotonic_ns() - due)
    finally:
        json.dump(late.told(), sys.stdout)


if __name__ == "__main__":
    main()
