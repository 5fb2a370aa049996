"""Waiting for something that a machine does by itself."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

_Seen = TypeVar("_Seen")


def wait_for(
    what: str, found: Callable[[], _Seen | None], limit: float, is_on: Callable[[], bool], poll: float
) -> _Seen:
    """Return the first result of ``found`` that is not None or False, polled every ``poll`` seconds.

    ``AssertionError`` with ``what`` if the machine is off, or if nothing is found within ``limit`` seconds.
    """
    deadline = time.monotonic() + limit
    while not (seen := found()):
        assert is_on(), f"{what}: the machine is off"
        assert time.monotonic() < deadline, f"{what}: not within {limit:.0f} s"
        time.sleep(poll)
    return seen
