"""The output of a benchmark: its lines, and a progress bar while it measures."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from kiosk.cli.progress import tracked


def say(text: str) -> None:
    """Write to standard output, at once. A bar may have replaced it, to print above itself."""
    sys.stdout.write(text)
    sys.stdout.flush()


def measurements(total: int) -> Iterator[int]:
    """Yield the numbers of all measurements of a benchmark; the bar is redrawn between them, and disturbs none."""
    return tracked(range(total), "Measuring", total, delay_s=0)
