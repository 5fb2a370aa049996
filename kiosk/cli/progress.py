"""A progress bar with the remaining time, for work that takes longer than a second: a ``kiosk.system.progress.Track``.

It is drawn on standard error, only if that is a terminal that can redraw a line, and removed at the end: neither pipes
nor the output get any of it. It is redrawn between two items, without a thread that would take time from the work. rich
is imported when a bar appears.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Final, TypeVar

from kiosk.system.ending import held

if TYPE_CHECKING:
    from rich.progress import Progress

T = TypeVar("T")

DELAY_S: Final = 1.0
"""Seconds of work before a bar appears."""

_REDRAW_S: Final = 0.25
_REMEMBERED_S: Final = 3600.0
"""The time whose mean speed gives the remaining time. The default, half a minute, is shorter than some items take."""


def tracked(
    items: Iterable[T],
    what: str,
    total: int,
    delay_s: float = DELAY_S,
    *,
    begun: int = 0,
    done: Callable[[T], int] | None = None,
) -> Iterator[T]:
    """Yield the items, and show how many of the ``total`` are done. ``what``: the work, such as ``Copying``.

    ``done``: the number done with an item, where one does not stand for one; ``begun``: the number done before.
    """
    if not _can_redraw():
        yield from items
        return
    bar, due = None, time.monotonic() + delay_s
    try:
        for number, item in enumerate(items):
            if time.monotonic() >= due:
                with held():  # a drawing that Ctrl-C breaks off leaves the cursor hidden
                    if bar is None:
                        bar = _bar()
                        task = bar.add_task(what, total=total, completed=begun)
                    bar.update(task, completed=number if done is None else done(item), refresh=True)
                due = time.monotonic() + _REDRAW_S
            yield item
    finally:
        if bar is not None:
            with held():
                bar.stop()


def _can_redraw() -> bool:
    return sys.stderr.isatty() and os.environ.get("TERM", "") not in ("dumb", "unknown")


def _bar() -> Progress:
    """Return a bar that has begun. On the same terminal output is printed above it, elsewhere it is left alone."""
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import Progress  # noqa: PLC0415

    bar = Progress(
        console=Console(stderr=True),
        auto_refresh=False,
        speed_estimate_period=_REMEMBERED_S,
        transient=True,
        redirect_stdout=sys.stdout.isatty(),
        redirect_stderr=False,
    )
    bar.start()
    return bar
