"""A display killed in mid-round, until its round can be touched again: ``python -m tests.benchmarks.rejoin``.

Compared with what Python and Kivy's window module take to start; the two take turns. GL is mocked, so that a driver's
own start is not counted. Exit status 1 if the target is missed.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, Final

from kiosk.testing.live_table import LiveTable
from tests.benchmarks.figures import judge
from tests.benchmarks.output import measurements, say
from tests.rig import ENDS_WITH_US

KILLS: Final = 4
"""One less than those at which ``kiosk`` gives up."""
TARGET: Final = 3.0
"""The maximum ratio to a bare start."""
BACK_S: Final = 1.0
"""Good in any case: nobody has left the table by then."""


def main() -> int:
    """Kill, wait and print; return the exit status."""
    os.environ["KIOSK_PAINTING"] = "all"  # as on a table
    with tempfile.TemporaryDirectory() as name, LiveTable(Path(name)) as table:
        table.start(1, 2)
        pairs = [(_bare_start(), _back(table)) for _ in measurements(KILLS)]
    bare, back = (statistics.median(times) for times in zip(*pairs, strict=True))
    say(f"a bare start {bare:.2f} s, the round again {back:.2f} s (slowest {max(pair[1] for pair in pairs):.2f} s)\n")
    return int(judge(f"{back / bare:.2f}x, at most {TARGET:g}x or {BACK_S:g} s", back <= max(BACK_S, TARGET * bare)))


def _back(table: LiveTable) -> float:
    """Kill the display; return the seconds until the round can be touched."""
    killed = time.monotonic()
    table.kill_display()
    table.wait_for("the round again", lambda _: _can_be_touched(table.scene))
    return time.monotonic() - killed


def _can_be_touched(scene: dict[str, Any]) -> bool:
    return scene["state"] == "play" and any((item["what"], item["seat"]) == ("row", 1) for item in scene["items"])


def _bare_start() -> float:
    began = time.monotonic()
    subprocess.run([*ENDS_WITH_US, sys.executable, "-c", "import kivy.core.window"], check=True, capture_output=True)
    return time.monotonic() - began


if __name__ == "__main__":
    sys.exit(main())
