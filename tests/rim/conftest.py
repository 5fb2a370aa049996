"""The page's server in this process, before a kiosk that tests pretend, or a real one."""

from __future__ import annotations

import contextlib
import http.client
import json
import queue
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeVar
from urllib.parse import urlsplit

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.protocol import PROTOCOL, DriveBoard, DrivePins, SeatPlan, SeatView, Snapshot, Welcome
from kiosk.protocol.client import NotRunning
from kiosk.rim.kiosk_client import KioskClient, TablePicture
from kiosk.rim.server import RimServer

LIMIT_S: Final = 20.0
_Seen = TypeVar("_Seen")

ONE, TWO = SeatNumber(1), SeatNumber(2)
PLAN: Final = (SeatPlan(ONE, "south", 0.5), SeatPlan(TWO, "north", 0.5))


class Answer(NamedTuple):
    """An answer of the server."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def error(self) -> str:
        """The reason why something was not done."""
        return str(json.loads(self.body)["error"])


class PretendedKiosk(KioskClient):
    """A kiosk that notes what it is told. ``why_not``: its answer; ``gone``: no kiosk is running."""

    def __init__(self) -> None:
        super().__init__(Path("/nowhere/table"), Path("/nowhere/display"))
        self.done: list[object] = []
        self.why_not = ""
        self.gone = False
        self.shown: queue.SimpleQueue[Snapshot | None] = queue.SimpleQueue()

    def welcome(self) -> Welcome:
        self._answer()
        return Welcome(PROTOCOL, PLAN, 1092.0, simulated=True, boards=(TWO,))

    def snapshots(self) -> Iterator[Snapshot]:
        while (snapshot := self.shown.get()) is not None:
            yield snapshot
        raise NotRunning("The kiosk's table has just ended.")

    def show(self, **fields: Any) -> None:
        """Let the table show seat 1 with these fields."""
        self.shown.put(Snapshot(1, 0, "play", (SeatView(ONE, "playing", **fields), SeatView(TWO, "free"))))

    def end(self) -> None:
        """End, so that the thread of the server that follows it ends too."""
        self.gone = True
        self.shown.put(None)

    def drive(self, wish: DrivePins | DriveBoard) -> str:
        self._answer()
        self.done.append(wish)
        return self.why_not

    async def touch(self, points: Sequence[tuple[int, int]], seconds: float, window: tuple[int, int]) -> str:
        self._answer()
        self.done.append((points, seconds, window))
        return self.why_not

    def picture(self) -> TablePicture:
        self._answer()
        if self.why_not:
            raise ValueError(self.why_not)
        return TablePicture(b"a picture", (1920, 1080))

    def _answer(self) -> None:
        if self.gone:
            raise NotRunning("No kiosk is running here: start it with `kiosk`.")


class Visitor:
    """A browser's requests, in plain HTTP. ``printed``: the address; ``cookie``: what ``enter`` got."""

    def __init__(self, printed: str) -> None:
        address = urlsplit(printed)
        assert address.port is not None
        self.host, self.port = f"{address.hostname}:{address.port}", address.port
        self.query = address.query
        self.cookie = ""

    def ask(self, method: str, path: str, body: object = None, **headers: str) -> Answer:
        """Ask as a page of the server would; ``headers`` replace those, empty ones are left out."""
        usual = {"Host": self.host, "Cookie": self.cookie, "Origin": f"http://{self.host}" if method == "POST" else ""}
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)) as connection:
            connection.putrequest(method, path, skip_host=True)
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            if method == "GET":  # a body that comes after a refusal would reset the connection
                data = b""
            for name, value in {**usual, **headers, "Content-Length": str(len(data))}.items():
                if value:
                    connection.putheader(name, value)
            connection.endheaders(data)
            answer = connection.getresponse()
            return Answer(answer.status, dict(answer.getheaders()), answer.read())

    def post(self, path: str, body: object, **headers: str) -> Answer:
        """Do something."""
        return self.ask("POST", path, body, **headers)

    def enter(self) -> None:
        """Open the address that was printed."""
        entered = self.ask("GET", f"/?{self.query}")
        assert entered.status == 303
        assert entered.headers["location"] == "/"
        self.cookie = entered.headers["set-cookie"].partition(";")[0]

    def views(self) -> Iterator[dict[str, Any]]:
        """Yield what a page is told."""
        with contextlib.closing(http.client.HTTPConnection("127.0.0.1", self.port, timeout=LIMIT_S)) as connection:
            connection.request("GET", "/events", headers={"Cookie": self.cookie})
            answer = connection.getresponse()
            assert answer.headers["content-type"].startswith("text/event-stream")
            for line in answer:
                if line.startswith(b"data: {"):
                    yield json.loads(line.removeprefix(b"data: "))

    def wait_for(self, found: Callable[[dict[str, Any]], _Seen | None]) -> _Seen:
        """Return the first result of ``found`` of what a page is told that is not None or False."""
        for view in self.views():
            if seen := found(view):
                return seen
        raise AssertionError("the server has ended")


@contextmanager
def serving(kiosk: KioskClient, port: int = 0) -> Iterator[RimServer]:
    """Serve the page of this kiosk."""
    server = RimServer("127.0.0.1", port, kiosk)
    thread = threading.Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.stop()
        thread.join(LIMIT_S)
        assert not thread.is_alive()


@pytest.fixture
def kiosk() -> Iterator[PretendedKiosk]:
    kiosk = PretendedKiosk()
    yield kiosk
    kiosk.end()


@pytest.fixture
def stranger(kiosk: PretendedKiosk) -> Iterator[Visitor]:
    """A visitor without the cookie."""
    with serving(kiosk) as server:
        yield Visitor(server.address)


@pytest.fixture
def visitor(stranger: Visitor) -> Visitor:
    stranger.enter()
    return stranger


def eventually(what: str, found: Callable[[], _Seen | None]) -> _Seen:
    """Return the first result that is not None or False."""
    deadline, pause = time.monotonic() + LIMIT_S, 0.01
    while not (seen := found()):
        assert time.monotonic() < deadline, f"{what}: not within {LIMIT_S:.0f} s"
        time.sleep(pause)
        pause = min(0.06, 1.25 * pause)  # each look costs a browser some work
    return seen
