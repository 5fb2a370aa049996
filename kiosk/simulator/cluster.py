"""Plays the rounds of a simulation on a Dask cluster, whose workers may come, go and die while it runs.

Chunks of a worker that dies are played again by another; a round depends only on its index, so the numbers are the
same. Scheduler and workers need the same version of this package. Dask is imported only here, when it is asked for.
"""

from __future__ import annotations

import pickle
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import suppress
from functools import lru_cache, partial
from importlib import metadata
from typing import TYPE_CHECKING, Final, NamedTuple

from hardware.other_packages import ForeignError, called, unreadable
from kiosk.simulator.run import AHEAD, Chunks, Player, WorkersLostError
from kiosk.simulator.work import Batch, Work

if TYPE_CHECKING:
    from distributed import Client, Future

CONNECT_S: Final = 10.0
CLIENT_S: Final = 10.0
"""Seconds beyond that for the client: it would wait for ever where something else listens than a scheduler."""
POLL_S: Final = 1.0
"""Seconds between two looks at the workers that there are."""
DEATHS: Final = 10
"""How often a chunk is tried again after all workers that tried it have died: it may be the chunk that kills them."""


def version() -> str:
    """Return the version that plays here."""
    return metadata.version("ligretto-kiosk")


class ClusterError(WorkersLostError):
    """The cluster cannot be used. The message is for the user."""


def on_cluster(address: str, tell: Callable[[str], None]) -> Player:
    """Return a player on the cluster of that scheduler. ``tell``: tells the user that it waits for workers.

    Raises ClusterError if it cannot be reached; the player also if it is lost.
    """
    client = _connect(address)

    def play(work: Work, chunks: Chunks) -> Generator[Batch, None, None]:
        try:
            yield from _Run(client, address, work, chunks, tell).parts()
        finally:
            client.close()

    return play


def _connect(address: str) -> Client:
    try:
        return called(partial(_client, address), CONNECT_S + CLIENT_S)
    except ForeignError as error:
        if isinstance(error.__cause__, ImportError):
            words = "the Python package distributed is missing: install the extra cluster (pip install -e '.[cluster]')"
            raise ClusterError(words) from None
        if broken := ", ".join(unreadable()):  # Dask reads the entry points of all packages, and survives none of these
            raise ClusterError(f"Dask does not work beside {broken}: reinstall or uninstall that package") from None
        words = "start one there (dask scheduler), or correct the address, as in tcp://192.168.1.10:8786"
        raise ClusterError(f"no scheduler answers at {address} ({error}): {words}") from None


def _client(address: str) -> Client:
    from distributed import Client  # noqa: PLC0415  an optional package, which takes a second to import

    return Client(address, timeout=CONNECT_S, set_as_default=False)


class _Chunk(NamedTuple):
    indices: range
    future: Future
    tries: int = 1


class _Run:
    """A simulation on the cluster."""

    def __init__(self, client: Client, address: str, work: Work, chunks: Chunks, tell: Callable[[str], None]) -> None:
        self._client = client
        self._address = address
        self._work = pickle.dumps(work)
        self._chunks = chunks
        self._tell = tell
        self._told = False
        self._ahead: deque[_Chunk] = deque()
        self._workers = 0
        self._looked = float("-inf")

    def parts(self) -> Generator[Batch, None, None]:
        """Yield all parts in the order of their chunks."""
        while True:
            self._fill()
            if not self._ahead:
                return
            part = self._first()
            if part is not None:
                self._ahead.popleft()
                self._chunks.learn(part)
                yield part

    def _fill(self) -> None:
        """Hand out chunks, as many as the workers that there are now need."""
        if time.monotonic() >= self._looked + POLL_S:
            self._look()
        while len(self._ahead) < AHEAD * max(1, self._workers):
            indices = self._chunks.take(max(1, self._workers))
            if indices is None:
                return
            self._ahead.append(_Chunk(indices, self._submit(indices)))

    def _look(self) -> None:
        with suppress(OSError):  # if the scheduler is lost, _first says so
            self._workers = sum(self._client.nthreads().values())
        self._looked = time.monotonic()
        if not self._workers and not self._told:
            self._told = True
            command = f"dask worker {self._address} --nworkers auto --nthreads 1"
            self._tell(f"{self._address} has no workers yet; start some on any machine: {command}")

    def _submit(self, indices: range) -> Future:
        return self._client.submit(_play, version(), self._work, indices, pure=False)

    def _first(self) -> Batch | None:
        """Return the first part; None if it is not ready within ``POLL_S``, or has to be played again."""
        from distributed import KilledWorker  # noqa: PLC0415  see _connect
        from distributed.client import FutureCancelledError  # noqa: PLC0415

        chunk = self._ahead[0]
        try:
            part: Batch = chunk.future.result(timeout=POLL_S)
        except TimeoutError:
            return None
        except KilledWorker:
            if chunk.tries == DEATHS:
                words = f"rounds {chunk.indices.start} to {chunk.indices.stop - 1} kill every worker"
                raise WorkersLostError(f"{words}: look at the workers' logs, memory first") from None
            self._ahead[0] = _Chunk(chunk.indices, self._submit(chunk.indices), chunk.tries + 1)
            return None
        except FutureCancelledError:
            words = "start it again, and then this, which without --checkpoint begins anew"
            raise WorkersLostError(f"the scheduler {self._address} was lost: {words}") from None
        except ImportError as error:
            words = f"install ligretto-kiosk {version()} for the scheduler and all workers"
            raise ClusterError(f"{self._address} cannot play ({error}): {words}") from None
        return part


def _play(wanted: str, work: bytes, indices: range) -> Batch:
    """Play a chunk on a worker. Raises ImportError if it has another version than ``wanted``."""
    if version() != wanted:
        raise ImportError(f"a worker has ligretto-kiosk {version()}")
    return _loaded(work)(indices)


@lru_cache(maxsize=4)
def _loaded(work: bytes) -> Work:
    loaded: Work = pickle.loads(work)  # noqa: S301  from our own scheduler, which could run anything here anyway
    return loaded
