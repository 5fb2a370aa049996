"""Runs many rounds of any game on all cores. A round depends only on its index, not on the number of workers."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final, TypeVar

Played = TypeVar("Played")

CHUNK: Final = 25
"""Rounds that a worker plays before it returns them."""


def simulate(play: Callable[[int], Played], rounds: int, workers: int) -> Iterator[Played]:
    """Yield the rounds in the order of their indices, as they become ready.

    ``play``: plays the round of an index, with the same result in any process; it is pickled. ``workers``: the number
    of processes; 1: play in this one.
    """
    chunks = [range(first, min(first + CHUNK, rounds)) for first in range(0, rounds, CHUNK)]
    if workers == 1:
        for index in range(rounds):
            yield play(index)
        return
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_ignore_interrupts)
    try:
        for played in pool.map(partial(_chunk, play), chunks):
            yield from played
    finally:
        pool.shutdown(cancel_futures=True)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process: a worker that ended with a lock of the pool would block the others."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunk(play: Callable[[int], Played], indices: range) -> list[Played]:
    return [play(index) for index in indices]
