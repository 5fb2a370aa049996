"""CPU time of painting all that a table of twelve shows at 1920x1080: ``python -m tests.benchmarks.painting``.

Every picture of all states and films of the gallery (``tests.benchmarks.shown_looks``) is painted once, in one process
that has painted nothing before. Prints the classes of pictures, dearest first, and what they take in all, also as a
multiple of the yardstick, which is run before each hundredth picture. ``--looks FILE`` reads the looks from a file, or
writes them there, so that a second run need not find them again.
"""

from __future__ import annotations

import argparse
import os
import pickle
import statistics
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import TYPE_CHECKING

from tests.benchmarks.figures import ROOT
from tests.benchmarks.output import say
from tests.rig import ENDS_WITH_US

os.environ.update(KIVY_NO_ARGS="1", KIVY_NO_FILELOG="1", KIVY_LOG_MODE="PYTHON")

from kiosk.display.paint.base import BaseLook
from kiosk.display.paint.painted import painted
from kiosk.system.yardstick import yardstick

if TYPE_CHECKING:
    from kiosk.display.paint.art import Look


def _found() -> bytes:
    command = [*ENDS_WITH_US, sys.executable, "-m", "tests.benchmarks.shown_looks"]
    return subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=True).stdout


def _paint(look: Look) -> float:
    """Paint a picture as a display does; return the CPU seconds of it."""
    began = time.process_time()
    if isinstance(look, BaseLook):
        look.paint()
        look.light_falls()
    else:
        painted(look)
    return time.process_time() - began


def main() -> None:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--looks", type=Path, metavar="FILE", help="where the looks are, or will be")
    file = parser.parse_args().looks
    found = file.read_bytes() if file is not None and file.exists() else _found()
    if file is not None:
        file.write_bytes(found)
    spent: dict[str, list[float]] = defaultdict(list)
    sticks = []
    for number, look in enumerate(pickle.loads(found)):  # noqa: S301  written by ``shown_looks``
        if number % 100 == 0:
            sticks.append(yardstick())
        spent[type(look).__name__].append(_paint(look))
    say(f"{'CPU seconds':>12} {'pictures':>9} {'ms each':>8} {'longest':>8}\n")
    for name, times in sorted(spent.items(), key=lambda item: -sum(item[1])):
        mean, longest = statistics.mean(times) * 1000, max(times) * 1000
        say(f"{sum(times):12.3f} {len(times):9} {mean:8.2f} {longest:8.2f}  {name}\n")
    whole, stick = sum(map(sum, spent.values())), statistics.median(sticks)
    say(f"{whole:12.3f} {sum(map(len, spent.values())):9}\n")
    say(f"{whole / stick:,.0f} yardsticks of {stick * 1000:.3f} ms\n")


if __name__ == "__main__":
    main()
