"""Threads that look again and again at the files which other programs write for the running table."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import Final

from kiosk.config.schema import Settings
from kiosk.system.paths import journal_dir, venue_file
from kiosk.table.inputs import HallBest, KnownNames
from kiosk.table.settings import TableSettings
from kiosk.table_process.hall_lists import HallLists
from kiosk.table_process.known_names import NamesWatch

NAMES: Final = ("names", "hall lists")
"""The names of the threads."""

LOOK_S: Final = 1.0
"""Seconds between two looks: of the five within which a name that a hall's staff hide is gone, the uplink takes two."""


@contextmanager
def files_watched(
    settings: Settings, known: TableSettings, put: Callable[[KnownNames | HallBest], object]
) -> Iterator[None]:
    """``put`` which names were forgotten or hidden, and the hall's best lists, whenever they change."""
    forgotten = NamesWatch(settings, known, journal_dir(), put)
    named = known.takes_names and settings.venue.names != "nowhere"
    lists = HallLists(venue_file(), put, names=named)
    with ExitStack() as closing:
        for name, look in zip(NAMES, (forgotten.look, lists.look), strict=True):
            closing.enter_context(_watched(name, look))
        yield


@contextmanager
def _watched(name: str, look: Callable[[], object]) -> Iterator[None]:
    """Call ``look`` every ``LOOK_S`` on a thread of this name, until the block ends.

    Begin it before the caller enters real time, which the thread would inherit.
    """
    ending = threading.Event()

    def run() -> None:
        while not ending.wait(LOOK_S):
            look()

    thread = threading.Thread(target=run, name=name, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ending.set()
        thread.join()
