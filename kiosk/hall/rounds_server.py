"""The server at ``rounds.sock``: readers get the table's finished rounds, and bring what the hall's staff have done.

It has a thread of its own; all that it asks of the store is done, between two imports, by the thread that fills it
(``kiosk.results.errands``). A reader that is silent, slow or wrong holds up nobody but itself.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime
from functools import partial
from typing import Any, Final, NamedTuple, TypeAlias, TypeVar

from sqlalchemy.orm import Session

from kiosk.hall import rounds, telling
from kiosk.hall.rounds import Applied, Changes, FromVenue, HallChanges, Have, Hello, Refused, Welcome
from kiosk.results import queries
from kiosk.results.errands import Errands
from kiosk.results.forgotten import MOST_HIDDEN, forget_elsewhere, hide_elsewhere
from kiosk.results.model import Hall
from kiosk.results.store import ResultsStore
from kiosk.results.store_errors import StoreError
from kiosk.system.logs import LimitedLog
from kiosk.system.message_server import MessageServer, Peer

T = TypeVar("T")
Beside: TypeAlias = Callable[[ResultsStore], Iterable[str]]

_log = logging.getLogger(__name__)

_AGAIN_S: Final = 30.0
"""Seconds until the store is asked again after it could not be reached."""


class WrongError(Exception):
    """A reader has broken the rules of ``kiosk.hall.rounds``; the text says how."""


class _Dropped(NamedTuple):
    """How many entries of a message were not kept."""

    voided: int
    forgotten: int
    hidden: int


_DROPPED: Final = ("voids of unknown rounds", "deleted names, the oldest", "hidden names")
"""What they are, in words."""


class Teller(NamedTuple):
    """Whose rounds they are. ``names``: whether typed names go with them."""

    table: str
    name: str
    names: bool


class RoundsServer:
    """The server at ``listener``, for this user, root and ``group``; ``errands`` are done by whoever has the store.

    ``beside`` writes beside the journal what the store says of names, and returns problems with that.
    """

    def __init__(
        self, listener: socket.socket, group: int | None, teller: Teller, errands: Errands, beside: Beside
    ) -> None:
        self._beside = beside
        self._teller = teller
        self._errands = errands
        self._lines: Final = LimitedLog(_log)
        self._waiting: Final = set[asyncio.Event]()
        self._server = MessageServer("rounds", listener, group, self._serve)

    def start(self) -> None:
        """Begin to accept readers."""
        self._server.start()

    def look(self) -> None:
        """Have readers told what is new in the store; from any thread."""
        self._server.call(self._look)

    def close(self) -> None:
        """Hang up, and end the thread."""
        self._server.close()

    # ------------------------------------------------------------ the server's thread

    def _look(self) -> None:
        for event in self._waiting:
            event.set()

    async def _serve(self, peer: Peer, first: bytes) -> None:
        """Serve a reader until it goes, or breaks a rule."""
        try:
            hello = _greeting(first)
            await _Connection(peer, hello, self._teller, self._ask, self._waiting, self._say, self._beside).run()
        except WrongError as error:
            self._say(f"a reader of the rounds was refused: {error}")
            await peer.send(rounds.encode(Refused(rounds.VERSION, str(error)[: rounds.TEXT])))

    async def _ask(self, work: Callable[[ResultsStore], T]) -> T:
        """Have work done on the store, as soon as it can be reached."""
        while True:
            try:
                return await asyncio.wrap_future(self._errands.ask(work))
            except StoreError:  # told by whoever fills it
                await asyncio.sleep(_AGAIN_S)

    def _say(self, line: str) -> None:
        self._lines.log(logging.WARNING, "%s", line)


class _Connection:
    """A reader that has said Hello."""

    def __init__(
        self,
        peer: Peer,
        hello: Hello,
        teller: Teller,
        ask: Callable[[Callable[[ResultsStore], Any]], Any],
        waiting: set[asyncio.Event],
        say: Callable[[str], None],
        beside: Beside,
    ) -> None:
        self._beside = beside
        self._peer = peer
        self._hello = hello
        self._teller = teller
        self._ask = ask
        self._waiting = waiting
        self._say = say
        self._news = asyncio.Event()
        self._had = asyncio.Event()
        self._awaited = 0
        """The number that the reader is to have next; 0: nothing was sent."""
        self._hidden: list[str] = []
        """The parts of a list of hidden names that have come so far."""

    async def run(self) -> None:
        """Tell it all, and take what it brings."""
        welcome = await self._ask(self._greet)
        await self._send(welcome)
        self._waiting.add(self._news)
        try:
            async with asyncio.TaskGroup() as both:
                both.create_task(self._tell(welcome.after))
                both.create_task(self._take())
        except ExceptionGroup as failed:  # whatever else went wrong, a lost connection tells least
            raise min(failed.exceptions, key=lambda error: isinstance(error, EOFError | OSError)) from None
        finally:
            self._waiting.discard(self._news)

    def _greet(self, store: ResultsStore) -> Welcome:
        hello, teller = self._hello, self._teller
        try:
            store.write(lambda session: telling.remember(session, hello.hall, hello.key, names=teller.names))
        except telling.UnknownHallError as error:
            raise WrongError(str(error)) from None
        with store.reading() as session:
            after = telling.begin_after(session, hello.after, hello.mark)
            last = telling.last_told(session, session.get_one(Hall, hello.hall), names=teller.names)
        return Welcome(rounds.VERSION, teller.table, teller.name, last, after)

    async def _tell(self, after: int) -> None:
        """Send the changes after this number, each message when the last one is committed."""
        while True:
            self._news.clear()  # what comes from now on is not in the answer
            changes = await self._ask(partial(self._changes, after=after))
            if changes is None:
                await self._news.wait()
                continue
            self._had.clear()
            self._awaited = after = changes.changes[-1].number
            await self._send(changes)
            await self._had.wait()

    def _changes(self, store: ResultsStore, after: int) -> Changes | None:
        with store.reading() as session:
            hall = session.get_one(Hall, self._hello.hall)
            return telling.changes_after(session, hall, after, names=self._teller.names, say=self._say)

    async def _take(self) -> None:
        while True:
            message = _decoded(await self._peer.receive())
            if isinstance(message, Have) and message.number == self._awaited and not self._had.is_set():
                self._had.set()
            elif isinstance(message, HallChanges):
                await self._send(await self._applied(message))
            else:
                raise WrongError(f"{type(message).__name__} was not expected")

    async def _applied(self, message: HallChanges) -> Applied:
        """Take what the hall's staff have done; a list of hidden names once its last part is here."""
        hidden, too_many = None, 0
        if message.hidden is not None:
            room = MOST_HIDDEN - len(self._hidden)
            self._hidden += message.hidden[:room]
            too_many = max(0, len(message.hidden) - room)
            if not message.more:
                hidden, self._hidden = self._hidden, []
        dropped = await self._ask(partial(self._apply, message=message, hidden=hidden))
        dropped = dropped._replace(hidden=too_many)
        if any(dropped):
            told = (f"{many} {what}" for many, what in zip(dropped, _DROPPED, strict=True) if many)
            self._say(f"of what the hall has sent this table does not keep: {', '.join(told)}")
        return Applied(message.number, sum(dropped))

    def _apply(self, store: ResultsStore, message: HallChanges, hidden: Sequence[str] | None) -> _Dropped:
        """Do it in the store, and write it beside the journal, where the table looks."""
        key, now = self._hello.key, datetime.now(UTC)

        def work(session: Session) -> _Dropped:
            unknown = queries.void_for_hall(session, message.voided, now) if message.voided else 0
            old = forget_elsewhere(session, key, message.forgotten, queries.HALL, now) if message.forgotten else 0
            if hidden is not None:
                hide_elsewhere(session, key, hidden)
            return _Dropped(unknown, old, 0)

        dropped = store.write(work)
        if message.forgotten or hidden is not None:
            for problem in self._beside(store):
                self._say(problem)
        return dropped

    async def _send(self, message: FromVenue) -> None:
        await self._peer.send(rounds.encode(message))


def _greeting(first: bytes) -> Hello:
    hello = _decoded(first)
    if not isinstance(hello, Hello):
        raise WrongError("a reader begins with Hello")
    if hello.version != rounds.VERSION:
        raise WrongError(f"this table's messages are of version {rounds.VERSION}, not {hello.version}")
    return hello


def _decoded(data: bytes) -> Hello | Have | HallChanges:
    try:
        return rounds.from_reader(data)
    except ValueError as error:
        raise WrongError(f"a message is none of ours ({error})") from None
