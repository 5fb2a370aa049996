"""Waiting for what a machine does by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

_Seen = TypeVar("_Seen")


def wait_for(
    what: str, found: Callable[[], _Seen | None], limit: float, is_on: Callable[[], bool], poll: float
) -> _Seen:
    """The first thing that ``found`` finds (not None, not False), asked every ``poll`` seconds while the machine is on.

    ``AssertionError`` with ``what`` if it is off, or if nothing is found within ``limit`` seconds.
    """
    deadline = time.monotonic() + limit
    while not (seen := found()):
        assert is_on(), f"{what}: the machine is off"
        assert time.monotonic() < deadline, f"{what}: not within {limit:.0f} s"
        time.sleep(poll)
    return seen
