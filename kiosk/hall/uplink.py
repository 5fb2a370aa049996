"""The uplink: carries a table's finished rounds to the hall's store, and back what the hall's staff have done.

It is a process with a network, and has a user of its own, who may read neither the journal nor the table's store: it
knows what comes through ``rounds.sock`` of ``kiosk venue`` and ``feed.sock`` of the table. Those may be away, and so
may the hall, for as long as they like: what is finished waits in the table's store, of what is live the newest counts.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Concatenate, Final, ParamSpec, TypeVar

from kiosk.hall import rounds
from kiosk.hall.arrivals import Place
from kiosk.hall.feed import Feed
from kiosk.hall.feed_uplink import FeedUplink
from kiosk.hall.line import BrokenRulesError, Line, connected, until_one_ends
from kiosk.hall.store import HallStore
from kiosk.hall.telling_table import TableTeller
from kiosk.results.store_errors import StoreError
from kiosk.system.sd_notify import SystemdNotifier

P = ParamSpec("P")
T = TypeVar("T")

AGAIN_S: Final = 2.0
"""Seconds until it is tried again to connect to a socket of the table."""
SLOWEST_S: Final = 60.0
"""Longest pause while the hall's store cannot be reached; it begins with ``AGAIN_S`` and doubles."""
LOOK_S: Final = 2.0
"""Seconds between two looks at what the hall's staff have done."""
SLOW_S: Final = 12.0
"""Seconds of waiting for the hall's store after which that is told: a frozen server is given up only after 30 to 43."""
GREETING_S: Final = 10.0
"""Seconds within which ``kiosk venue`` answers."""

_ALIVE_S: Final = 10.0


class Uplink:
    """Carries between ``rounds_socket`` and ``feed_socket`` and the hall's store that ``opening`` opens.

    ``venue_file`` is where the table is told of the hall.

    ``say`` gets messages for the operator, each fault once until it is over.
    """

    def __init__(
        self,
        rounds_socket: Path,
        feed_socket: Path,
        opening: Callable[[], HallStore],
        say: Callable[[str], None],
        venue_file: Path,
    ) -> None:
        self._socket = rounds_socket
        self._feed = FeedUplink(feed_socket, self._put_live, self._tell_live)
        self._teller = TableTeller(
            venue_file, partial(self._ask, HallStore.acts), partial(self._ask, HallStore.best_today), say
        )
        self._opening = opening
        self._say = say
        self._fault = ""
        """What is wrong with the rounds now, as it was told."""
        self._fault_live = ""
        """The same of the live state."""
        self._late = False
        """Whether it was told that the store does not answer."""
        self._carried = 0
        """Number of changes that the hall has taken."""
        self._worker = ThreadPoolExecutor(1, "hall")
        """The store's thread."""
        self._hall: HallStore | None = None
        self._table = ""
        """The id of the table that answered last."""
        self._place: Place = (0, 0)
        """Where the hall's store stands with that table."""

    async def run(self) -> None:
        """Carry until it is cancelled."""
        service = SystemdNotifier()
        service.ready()
        try:
            await until_one_ends(
                self._keep_carrying(),
                self._feed.listen(),
                self._feed.write(),
                self._teller.tell(),
                _stay_alive(service),
            )
        finally:
            try:
                await self._feed.part()
            finally:
                self._worker.submit(self._close)
                self._worker.shutdown()

    async def _keep_carrying(self) -> None:
        """Carry for good, whatever is away meanwhile."""
        pause = AGAIN_S
        while True:
            begun = self._carried
            try:
                await self._carry()
            except (StoreError, BrokenRulesError) as error:
                self._tell(str(error))
                pause = AGAIN_S if self._carried > begun else min(2 * pause, SLOWEST_S)
            except EOFError:  # kiosk venue has just ended
                pause = AGAIN_S
            except OSError as error:
                why = error.strerror or "it is too slow"
                self._tell(f"{self._socket}: kiosk venue does not answer there ({why}): start it as the table's user")
                pause = AGAIN_S
            await asyncio.sleep(pause)

    def _tell(self, fault: str) -> None:
        if fault != self._fault:
            self._fault = fault
            if fault != self._fault_live:
                self._say(fault)

    def _tell_live(self, fault: str) -> None:
        """Tell what is wrong with the live state; empty: nothing is."""
        if fault != self._fault_live:
            self._fault_live = fault
            if fault and fault != self._fault:
                self._say(fault)

    async def _put_live(self, feed: Feed, gone: bool) -> int:
        return await self._ask(HallStore.put_live, feed, gone=gone)

    def _went_up(self, welcome: rounds.Welcome, number: int) -> None:
        """Tell that a fault is over, once the hall has all that had waited."""
        if self._fault and number >= welcome.last:
            self._fault = ""
            self._say(f"{welcome.name or welcome.table}: all that had waited is in the hall's store")

    async def _carry(self) -> None:
        """Carry what one connection brings, until it ends."""
        identity, key = await self._ask(HallStore.identity)
        self._place = after, mark = await self._ask(HallStore.place, self._table) if self._table else (0, 0)
        async with connected(self._socket) as line:
            await line.send(rounds.encode(rounds.Hello(rounds.VERSION, identity, after, key, mark)))
            welcome = await _welcome(line)
            if welcome.table != self._table:  # it is asked again from where the hall stands with this one
                self._table = welcome.table
                return
            self._went_up(welcome, welcome.after)
            asked = asyncio.Event()
            asked.set()
            await until_one_ends(self._take_changes(line, welcome, asked), self._bring_news(line, welcome.table, asked))

    async def _take_changes(self, line: Line, welcome: rounds.Welcome, asked: asyncio.Event) -> None:
        while True:
            message = _of_venue(await line.receive())
            if isinstance(message, rounds.Changes):
                await self._ask(self._put, welcome, message)
                await line.send(rounds.encode(rounds.Have(message.changes[-1].number)))
                self._carried += len(message.changes)
                self._went_up(welcome, message.changes[-1].number)
            elif isinstance(message, rounds.Applied):
                await self._ask(HallStore.applied, welcome.table, message.number)
                asked.set()
            else:
                raise _refused(message)

    async def _bring_news(self, line: Line, table: str, asked: asyncio.Event) -> None:
        """Bring what the hall's staff have done, the next once the table has applied the last."""
        while True:
            await asked.wait()
            news = await self._ask(self._news, table)
            if news is not None:
                asked.clear()
                await line.send(rounds.encode(news))
            else:
                await asyncio.sleep(LOOK_S)

    # ------------------------------------------------------------ the store's thread

    async def _ask(self, what: Callable[Concatenate[HallStore, P], T], *values: P.args, **more: P.kwargs) -> T:
        """Have the store's thread do this. Raises StoreError; the store is opened anew after it."""
        loop = asyncio.get_running_loop()
        late = loop.call_later(SLOW_S, self._is_late)
        try:
            done = await loop.run_in_executor(self._worker, partial(self._do, what, *values, **more))
        except StoreError:  # which is told
            self._late = False
            raise
        finally:
            late.cancel()
        if self._late:
            self._late = False
            self._say("the hall's store answers again")
        return done

    def _is_late(self) -> None:
        """Tell that the store does not answer, unless a fault of it is known."""
        if not (self._late or self._fault or self._fault_live):
            self._late = True
            self._say(f"the hall's store has not answered for {SLOW_S:g} s: what is finished waits at the table")

    def _do(self, what: Callable[Concatenate[HallStore, P], T], *values: P.args, **more: P.kwargs) -> T:
        try:
            if self._hall is None:
                self._hall = self._opening()
            return what(self._hall, *values, **more)
        except StoreError:
            self._close()
            raise

    def _put(self, hall: HallStore, welcome: rounds.Welcome, told: rounds.Changes) -> None:
        hall.put(welcome.table, welcome.name, told, self._place)
        self._place = told.changes[-1].number, told.mark

    def _news(self, hall: HallStore, table: str) -> rounds.HallChanges | None:
        return hall.news(table, self._place)

    def _close(self) -> None:
        hall, self._hall = self._hall, None
        if hall is not None:
            hall.close()


async def _stay_alive(service: SystemdNotifier) -> None:
    while True:
        service.alive()
        await asyncio.sleep(_ALIVE_S)


async def _welcome(line: Line) -> rounds.Welcome:
    async with asyncio.timeout(GREETING_S):  # its TimeoutError is an OSError: tried again
        message = _of_venue(await line.receive())
    if not isinstance(message, rounds.Welcome):
        raise _refused(message)
    return message


def _of_venue(data: bytes) -> rounds.FromVenue:
    try:
        return rounds.from_venue(data)
    except ValueError as error:
        raise BrokenRulesError(f"kiosk venue says what this uplink does not understand ({error})") from None


def _refused(message: rounds.FromVenue) -> BrokenRulesError:
    why = message.why if isinstance(message, rounds.Refused) else f"an unexpected {type(message).__name__}"
    return BrokenRulesError(f"kiosk venue and this uplink do not understand each other: {why}")
