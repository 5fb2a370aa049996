"""Plays the rounds of a simulation in this process, or in several processes of this machine.

A round depends only on its index, and parts are added up in their order, so the number of workers changes nothing.
Only a few chunks are under way at any time: memory does not depend on the number of rounds.
"""

from __future__ import annotations

import gc
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from multiprocessing import get_context
from typing import Final, TypeAlias

from kiosk.simulator.chunks import Chunks
from kiosk.simulator.game_simulator import Simulation
from kiosk.simulator.work import Part, Result, Work

Player: TypeAlias = Callable[[Work, Chunks], Generator[Part, None, None]]
"""A function that yields all parts in the order of their chunks, as they become ready."""

AHEAD: Final = 3
"""Chunks under way for each worker: one that is played, one that waits for it, one that waits for an earlier one."""


class WorkersLostError(Exception):
    """Workers have died that cannot be replaced. The message is for the user."""


def simulate(variants: Sequence[Simulation], rounds: int, begun: Result, play: Player) -> Iterator[Result]:
    """Yield the result again and again, until it contains that many rounds. ``begun``: the result so far."""
    result = begun
    with closing(play(Work.of(variants), Chunks(begun.done, rounds))) as parts:
        for part in parts:
            result = result.plus(part, variants)
            yield result


def players(workers: int) -> Player:
    """Return a player with that many processes; 1: this one."""
    return in_this_process if workers == 1 else partial(in_processes, workers)


def in_this_process(work: Work, chunks: Chunks) -> Generator[Part, None, None]:
    """Play the chunks here."""
    while (chunk := chunks.take(1)) is not None:
        part = work(chunk)
        chunks.learn(part)
        yield part


def in_processes(workers: int, work: Work, chunks: Chunks) -> Generator[Part, None, None]:
    """Play the chunks in that many processes of their own. Raises WorkersLostError if one is killed."""
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(work,))
    ahead: deque[Future[Part]] = deque()
    try:
        while True:
            while len(ahead) < AHEAD * workers and (chunk := chunks.take(workers)) is not None:
                ahead.append(pool.submit(_play, chunk))
            if not ahead:
                return
            part = ahead.popleft().result()
            chunks.learn(part)
            yield part
    except BrokenProcessPool:
        raise WorkersLostError(
            "a process that played rounds was killed, perhaps for want of memory: try fewer --workers"
        ) from None
    finally:
        pool.shutdown(cancel_futures=True)


_work: Work


def _begin(work: Work) -> None:
    """Prepare a process that plays chunks.

    Ctrl-C is left to the main process: a worker that ended with a lock of the pool would block the others.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    gc.freeze()  # what was imported is never garbage: collections need not look at it
    global _work  # noqa: PLW0603  it is sent once, not with each chunk
    _work = work


def _play(chunk: range) -> Part:
    return _work(chunk)
