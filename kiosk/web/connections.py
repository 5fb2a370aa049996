"""The connections of pages and strangers: no peer can use them up by being silent, slow or numerous.

uvicorn bounds the requests under way, not connections that never ask, and gives a request as long as it takes. And what
asyncio and uvicorn do for each connection is too much for a crowd of a thousand, behind which a press would wait: here
it is done for those that have asked.
"""

from __future__ import annotations

import asyncio
import ipaddress
import logging
import re
import resource
import select
import socket
from collections import Counter, defaultdict
from collections.abc import Callable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

import h11
import uvicorn
from starlette.types import Scope
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from kiosk.system.logs import LimitedLog

PATIENCE_S: Final = 5
"""A connection on which the next request is not complete within this time is closed, and one that has not shown the
token this long after it was opened.
"""
AT_ONCE: Final = 8
"""Connections accepted between two looks at those that are open. Whoever says something at once is heard after five
such looks, before a crowd has taken the place.
"""
SEND_BUFFER: Final = 1 << 16
"""Bytes that the kernel keeps for a caller who does not read (Linux doubles them): else they are megabytes."""
QUEUE: Final = 2048
"""Connections that the kernel may keep until they are accepted: a tenth of a second's work. The peer of one more tries
again a second later.
"""
AGAIN_S: Final = 1.0
"""After this time it is tried again to accept, if that has failed: the whole machine may lack files or memory."""
LONGEST_HEADER: Final = 1 << 16
"""The most bytes before a request's body: browsers send the cookies of all programs on this machine."""

_LOOKED_AT: Final = 4096
"""So many bytes are searched for the end of a first request's header. A longer one is given to uvicorn unfinished."""
_END_OF_HEADER: Final = re.compile(rb"\n\r?\n")
_SAYS: Final = select.EPOLLIN | select.EPOLLRDHUP | select.EPOLLET
_VOUCH: Final = "vouch"
_LASTS: Final = "lasts"
_HOST_BITS: Final = 64
_FOR: Final = b"x-forwarded-for"
_log = logging.getLogger(__name__)


class Limits(NamedTuple):
    """How many connections there may be at a time.

    ``most``: of all together; the usual one and what a request needs at the kiosk stay far below the usual limit of
    1,024 files. ``of_an_address``: ten browsers, which open six each. ``proxied``: who connects from this machine
    itself may be a proxy, which tells of each request whose it is.
    """

    most: int = 256
    of_an_address: int = 64
    proxied: bool = False

    def make_room(self) -> None:
        """Let this process have so many files open, if the system allows it to allow itself so many."""
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        wanted = self.most + _OTHER_FILES
        if soft != resource.RLIM_INFINITY and soft < wanted:
            allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
            resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))


USUAL: Final = Limits()
_OTHER_FILES: Final = 512
"""Files of a process beside its callers: what pages are read from."""


def vouch(scope: Scope) -> None:
    """Tell the connection of this request that its peer is no stranger: it has shown the token.

    Where pages need no token: it has asked by an address that is served.
    """
    scope["state"][_VOUCH]()


def lasts(scope: Scope) -> None:
    """Tell the connection of this request that its answer lasts until the server ends: nobody waits for its reader."""
    scope["state"][_LASTS]()


Begin: TypeAlias = "Callable[[Caller], PageConnection]"
"""Makes the connection of a caller who has asked."""


@lru_cache(maxsize=4096)
def network(address: str) -> str:
    """Return the network of an address whose others its owner may have as well: of IPv6 64 bits, as each phone has."""
    known = ipaddress.ip_address(address)
    if isinstance(known, ipaddress.IPv4Address) or known.ipv4_mapped is not None:
        return address
    return str(ipaddress.IPv6Network((int(known) >> _HOST_BITS << _HOST_BITS, _HOST_BITS)))


class Budget:
    """The callers that are connected.

    If there are too many, the newest one stays, and one of its address is hung up on or, if that has not too many, one
    of the address that has most in the network that has most: the first that has not shown the token, else one without
    a request under way, else the one that was idle longest. A proxy's connection counts for whoever it asks for, once
    it has asked.
    """

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._strangers: defaultdict[str, dict[Caller, None]] = defaultdict(dict)
        self._known: defaultdict[str, set[Caller]] = defaultdict(set)
        self._number: Counter[str] = Counter()

    def add(self, newest: Caller) -> None:
        """Take a caller in, and hang up on another one if there are too many."""
        self._strangers[newest.address][newest] = None
        self._number[newest.address] += 1
        if self._number[newest.address] > self._limits.of_an_address and not newest.may_be_proxy:
            self._drop_one_of(newest.address, newest)
        elif self._number.total() > self._limits.most:
            self._drop_one_of(self._fullest(), newest)

    def vouch(self, shown: Caller, address: str) -> None:
        """Note that this one has shown the token, and asks for whoever has this address."""
        if shown.hung_up or (shown.address == address and shown in self._known[address]):
            return
        self.remove(shown)
        shown.address = address
        self._known[address].add(shown)
        self._number[address] += 1
        if self._number[address] > self._limits.of_an_address:
            self._drop_one_of(address, shown)

    def remove(self, lost: Caller) -> None:
        """Forget a caller; does nothing the second time."""
        address = lost.address
        if lost in self._strangers[address] or lost in self._known[address]:
            self._strangers[address].pop(lost, None)
            self._known[address].discard(lost)
            self._number[address] -= 1
        if not self._number[address]:
            del self._number[address], self._strangers[address], self._known[address]

    def _fullest(self) -> str:
        """Return the address that has most in the network that has most: in a hall, all may be of one."""
        networks = Counter[str]()
        for address, number in self._number.items():
            networks[network(address)] += number
        ((most, _),) = networks.most_common(1)
        return max((one for one in self._number if network(one) == most), key=self._number.__getitem__)

    def _drop_one_of(self, address: str, newest: Caller) -> None:
        first = next(iter(self._strangers[address]), newest)
        if first is newest and (others := self._known[address] - {newest}):
            first = min(others, key=lambda one: one.merit)
        first.hang_up()


class Caller:
    """The peer of a connection, from its coming in.

    ``begin`` makes its ``connection`` when it has asked. ``is_known``: it has shown the token; ``hung_up``: it is to be
    closed, or was. ``address``: its own or, if it ``may_be_proxy``, that of whoever it asks for.
    """

    def __init__(
        self,
        budget: Budget,
        waiting: WaitingRoom,
        sock: socket.socket,
        address: str,
        begin: Begin,
        since: float,
        *,
        may_be_proxy: bool,
    ) -> None:
        self.address = self._own_address = address
        self.may_be_proxy: Final = may_be_proxy
        self.since = since
        self.is_known = False
        self.hung_up = False
        self.connection: PageConnection | None = None
        self._budget = budget
        self._waiting = waiting
        self._begin = begin
        self._sock: socket.socket | None = sock
        self._patience: asyncio.TimerHandle | None = None

    @property
    def merit(self) -> tuple[bool, float]:
        """What is compared among those that have shown the token, if one has to go: the least is hung up on."""
        return self.connection is not None and self.connection.is_under_way, self.since

    def speaks(self, sock: socket.socket, *, ends: bool) -> None:
        """Look at what it has said; ``ends``: it says no more."""
        try:
            said = sock.recv(_LOOKED_AT, socket.MSG_PEEK)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            said = b""
        if _END_OF_HEADER.search(said) or len(said) == _LOOKED_AT:
            self._ask(sock)
        elif ends or not said:
            self.hang_up()

    def vouch(self, asks_for: str | None) -> None:
        """Note that the token was shown; ``asks_for``: the address for which a proxy says that it asks."""
        self.is_known = True
        self._budget.vouch(self, asks_for if self.may_be_proxy and asks_for else self._own_address)

    def wait(self) -> None:
        """Begin to wait for the next request of one that has shown the token."""
        if self.is_known and not self.hung_up:
            self.stop_waiting()
            loop = asyncio.get_running_loop()
            self.since = loop.time()
            self._patience = loop.call_later(PATIENCE_S, self.hang_up)

    def stop_waiting(self) -> None:
        """Note that its request is complete; the patience with one that has not shown the token ends all the same."""
        if self.is_known and self._patience is not None:
            self._patience.cancel()

    def hang_up(self) -> None:
        """Close the connection."""
        self.gone()
        if self._sock is not None:
            self._waiting.remove(self._sock)
            self._sock.close()
        elif self.connection is not None:
            self.connection.transport.abort()

    def gone(self) -> None:
        """Forget it: the connection is closed."""
        self.hung_up = True
        self._budget.remove(self)
        if self._patience is not None:
            self._patience.cancel()

    def _ask(self, sock: socket.socket) -> None:
        self._waiting.remove(sock)
        self._sock = None
        loop = asyncio.get_running_loop()
        self._patience = loop.call_at(self.since + PATIENCE_S, self.hang_up)
        connecting = loop.connect_accepted_socket(lambda: self._begin(self), sock)
        self._connecting = loop.create_task(connecting)  # the loop alone keeps no task alive


class WaitingRoom:
    """The callers whose first request has not come yet, eldest first, with one timer and one look for all.

    The kernel tells once what one of them has newly sent, so that half a request costs no more than none.
    """

    def __init__(self) -> None:
        self._callers: dict[int, tuple[Caller, socket.socket]] = {}
        self._loop = asyncio.get_running_loop()
        self._patience: asyncio.TimerHandle | None = None
        self._said = select.epoll()
        self._loop.add_reader(self._said.fileno(), self.look)

    def add(self, caller: Caller, sock: socket.socket) -> None:
        """Take in one more."""
        self._callers[sock.fileno()] = caller, sock
        self._said.register(sock.fileno(), _SAYS)
        if self._patience is None:
            self._patience = self._loop.call_at(caller.since + PATIENCE_S, self._lose_patience)

    def remove(self, sock: socket.socket) -> None:
        """Let one go, before its socket is closed."""
        del self._callers[sock.fileno()]
        self._said.unregister(sock.fileno())
        if not self._callers:
            self._stop_waiting()

    def look(self) -> None:
        """See who has said something."""
        for descriptor, events in self._said.poll(0):
            caller, sock = self._callers[descriptor]
            caller.speaks(sock, ends=events != select.EPOLLIN)

    def close(self) -> None:
        """Hang up on all."""
        for caller, _ in list(self._callers.values()):
            caller.hang_up()
        self._loop.remove_reader(self._said.fileno())
        self._said.close()

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _lose_patience(self) -> None:
        self._patience = None
        while self._callers:
            first, _ = next(iter(self._callers.values()))
            if (end := first.since + PATIENCE_S) > self._loop.time():
                self._patience = self._loop.call_at(end, self._lose_patience)
                return
            first.hang_up()


class Door:
    """Accepts callers at a listening socket. ``begin``: see ``Caller``."""

    def __init__(self, listening: socket.socket, begin: Begin, limits: Limits) -> None:
        self._listening = listening
        self._begin = begin
        self._proxied = limits.proxied
        self._budget = Budget(limits)
        self._waiting = WaitingRoom()
        self._lines = LimitedLog(_log)
        self._again: asyncio.TimerHandle | None = None

    def open(self) -> None:
        """Begin to accept."""
        self._listening.setblocking(False)
        self._listening.listen(QUEUE)
        self._watch()

    def close(self) -> None:
        """End that, and hang up on whoever has asked nothing."""
        if self._again is not None:
            self._again.cancel()
        asyncio.get_running_loop().remove_reader(self._listening)
        self._listening.close()
        self._waiting.close()

    def _watch(self) -> None:
        asyncio.get_running_loop().add_reader(self._listening, self._accept)

    def _accept(self) -> None:
        now = asyncio.get_running_loop().time()
        for _ in range(AT_ONCE):
            try:
                sock, peer = self._listening.accept()
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                break
            except OSError as error:
                self._lines.log(logging.ERROR, "no connection can be accepted, it is tried again: %s", error)
                loop = asyncio.get_running_loop()
                loop.remove_reader(self._listening)
                self._again = loop.call_later(AGAIN_S, self._watch)
                break
            sock.setblocking(False)
            may_be_proxy = self._proxied and ipaddress.ip_address(peer[0]).is_loopback
            caller = Caller(self._budget, self._waiting, sock, peer[0], self._begin, now, may_be_proxy=may_be_proxy)
            self._waiting.add(caller, sock)
            self._budget.add(caller)
        self._waiting.look()


class PageConnection(H11Protocol):
    """The connection of a caller who has said something."""

    def __init__(self, config: uvicorn.Config, server_state: ServerState, caller: Caller) -> None:
        super().__init__(config, server_state, {_VOUCH: self._vouch, _LASTS: self._last})
        self._caller = caller
        self._lasts = False

    @property
    def is_under_way(self) -> bool:
        """Whether a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin, unless it was hung up meanwhile."""
        super().connection_made(transport)
        self._caller.connection = self
        if self._caller.hung_up:
            transport.abort()

    def end(self) -> None:
        """Hang up on a peer that does not read an answer which would last: there is nothing to wait for."""
        if self._lasts and self.transport.get_write_buffer_size():
            self._caller.hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        """End."""
        self._caller.gone()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what the caller sends."""
        super().data_received(data)
        self._look()

    def send_400_response(self, msg: str) -> None:
        """Answer nonsense; if it comes while something else is answered, hang up instead."""
        if self.conn.our_state is h11.IDLE:
            super().send_400_response(msg)
        else:
            self.cycle.disconnected = True  # the answer under way has no reader any more
            self.cycle.message_event.set()
            self._caller.hang_up()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._lasts = False
        self._caller.wait()
        self._look()  # the next request may be here already

    def _vouch(self) -> None:
        self._caller.vouch(_asks_for(self.headers))
        self._look()

    def _last(self) -> None:
        self._lasts = True

    def _look(self) -> None:
        if self.conn.their_state not in (h11.IDLE, h11.SEND_BODY):
            self._caller.stop_waiting()


def _asks_for(headers: list[tuple[bytes, bytes]]) -> str | None:
    """Return the address for which a proxy asks: what it has added itself is last. None: it says none."""
    said = [value for name, value in headers if name == _FOR]
    try:
        return str(ipaddress.ip_address(said[-1].rpartition(b",")[2].strip().decode("ascii"))) if said else None
    except ValueError:
        return None
