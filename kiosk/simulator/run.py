"""Plays the rounds of a simulation in this process, or in several processes of this machine.

A round depends only on its index, and parts are added up in their order, so neither the number of workers nor the
division into chunks changes anything. Only a few chunks are under way at any time: memory does not depend on the number
of rounds.
"""

from __future__ import annotations

import gc
import os
import threading
from collections import deque
from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from functools import partial
from multiprocessing import active_children, get_context, parent_process
from typing import Final, TypeAlias

from kiosk.simulator.game_simulator import Simulation
from kiosk.simulator.work import Batch, Result, Work
from kiosk.system.ending import held

CHUNK_S: Final = 0.5
_HEARD_S: Final = 0.1
"""Seconds after which Ctrl-C is heard at the latest."""
FIRST_CHUNK: Final = 10
MOST_ROUNDS: Final = 5000


class Chunks:
    """The chunks from round ``first`` on, as large as the parts played so far suggest."""

    def __init__(self, first: int, rounds: int) -> None:
        self._next = first
        self._rounds = rounds
        self._size = FIRST_CHUNK

    def take(self, workers: int) -> range | None:
        """Return the next chunk, None after the last one. The last ones are small, so that all workers end together."""
        left = self._rounds - self._next
        if left <= 0:
            return None
        size = min(self._size, max(FIRST_CHUNK, left // (2 * workers)), left)
        first, self._next = self._next, self._next + size
        return range(first, first + size)

    def learn(self, part: Batch) -> None:
        """Take the time of a part into account."""
        rounds_s = len(part.indices) / max(part.seconds, 1e-6)
        self._size = max(1, min(MOST_ROUNDS, int(rounds_s * CHUNK_S)))


Player: TypeAlias = Callable[[Work, Chunks], Generator[Batch, None, None]]
"""A function that yields all parts in the order of their chunks, as they become ready."""

AHEAD: Final = 3
"""Chunks under way for each worker: one that is played, one that waits for it, one that waits for an earlier one."""


class WorkersLostError(Exception):
    """Workers have died that cannot be replaced. The message is for the user."""


def simulate(variants: Sequence[Simulation], rounds: int, begun: Result, play: Player) -> Generator[Result, None, None]:
    """Yield the result again and again, until it contains that many rounds. ``begun``: the result so far."""
    result = begun
    with closing(play(Work.of(variants), Chunks(begun.done, rounds))) as parts:
        for part in parts:
            result = result.plus(part, variants)
            yield result


def players(workers: int) -> Player:
    """Return a player with that many processes; 1: this one."""
    return in_this_process if workers == 1 else partial(in_processes, workers)


def in_this_process(work: Work, chunks: Chunks) -> Generator[Batch, None, None]:
    """Play the chunks here."""
    while (chunk := chunks.take(1)) is not None:
        part = work(chunk)
        chunks.learn(part)
        yield part


def in_processes(workers: int, work: Work, chunks: Chunks) -> Generator[Batch, None, None]:
    """Play the chunks in that many processes of their own, which end with it: what they play then is dropped.

    Raises WorkersLostError if one is killed.
    """
    others = active_children()
    pool = ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_begin, initargs=(work,))
    ahead: deque[Future[Batch]] = deque()
    try:
        while True:
            while len(ahead) < AHEAD * workers and (chunk := chunks.take(workers)) is not None:
                with held():  # for good in the processes that the first chunk starts: they are left to this one
                    ahead.append(pool.submit(_play, chunk))
            if not ahead:
                return
            part = _result(ahead.popleft())
            chunks.learn(part)
            yield part
    except BrokenProcessPool:
        raise WorkersLostError(
            "a process that played rounds was killed, perhaps for want of memory: try fewer --workers"
        ) from None
    finally:
        with held():  # a pool whose end is broken off writes a traceback at the end of the program
            for worker in active_children():
                if worker not in others:
                    worker.kill()
            pool.shutdown(cancel_futures=True)


def _result(chunk: Future[Batch]) -> Batch:
    """Wait for a chunk. Ctrl-C is heard between two waits: within one it can leave the lock that it waits for open."""
    while True:
        with held():
            if wait([chunk], _HEARD_S).done:
                return chunk.result()


_work: Work


def _begin(work: Work) -> None:
    """Prepare a process that plays chunks, and ends when the main process is gone, however that ended."""
    threading.Thread(target=_end_with_parent, name="lifeline", daemon=True).start()
    gc.freeze()  # what was imported is never garbage: collections need not look at it
    global _work  # noqa: PLW0603  it is sent once, not with each chunk
    _work = work


def _play(chunk: range) -> Batch:
    return _work(chunk)


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
    os._exit(1)
