"""The uplink: what a table tells reaches the hall once, whatever is away, and what the hall's staff did goes down."""

from __future__ import annotations

import asyncio
import stat
import threading
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import pytest
from sqlalchemy import select

from kiosk.hall import rounds, telling_table, uplink
from kiosk.hall.arrivals import Place
from kiosk.hall.store import HallStore
from kiosk.hall.uplink import Uplink
from kiosk.hall.venue_file import decode
from kiosk.results import hiding, players
from kiosk.results.model import RoundRow
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.unix_socket import listen_at
from tests.hall.test_hall_store import told_of
from tests.results.conftest import NOON, Journals, add_rounds

TABLE = "a" * 32
LIMIT_S = 20.0


class Venue:
    """``kiosk venue`` as a reader sees it: it tells ``told``, a change at a time, from the reader's number on."""

    def __init__(self, path: Path, told: list[rounds.Change]) -> None:
        self.told = told
        self.hellos: list[rounds.Hello] = []
        self.have: list[int] = []
        self.news: list[rounds.HallChanges] = []
        self.sends: Callable[[rounds.FromVenue], bytes] = rounds.encode
        self._server = MessageServer("rounds", listen_at(path), None, self._serve)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    async def _serve(self, peer: Peer, first: bytes) -> None:
        hello = rounds.from_reader(first)
        assert isinstance(hello, rounds.Hello)
        self.hellos.append(hello)
        await peer.send(self.sends(rounds.Welcome(rounds.VERSION, TABLE, "Window", len(self.told), hello.after)))
        asked = asyncio.ensure_future(peer.receive())
        for change in self.told:
            if change.number > hello.after:
                await peer.send(self.sends(rounds.Changes((change,), mark=7)))
                while not isinstance(message := rounds.from_reader(await asked), rounds.Have):
                    await self._apply(peer, message)
                    asked = asyncio.ensure_future(peer.receive())
                self.have.append(message.number)
                asked = asyncio.ensure_future(peer.receive())
        while True:
            await self._apply(peer, rounds.from_reader(await asked))
            asked = asyncio.ensure_future(peer.receive())

    async def _apply(self, peer: Peer, message: rounds.FromReader) -> None:
        assert isinstance(message, rounds.HallChanges)
        self.news.append(message)
        await peer.send(rounds.encode(rounds.Applied(message.number, 0)))


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("AGAIN_S", "SLOWEST_S", "LOOK_S"):
        monkeypatch.setattr(uplink, pause, 0.02)


@pytest.fixture
def hall_file(tmp_path: Path) -> Path:
    return tmp_path / "hall.sqlite"


@pytest.fixture
def told(journal: Journals) -> list[rounds.Change]:
    """What a table tells of three rounds."""
    lines = ({"name": "Ada", "points": 5}, {"name": "Ben", "points": 1})
    return [told_of(journal.round(*lines, number=number).log, number, "ab" * 32)[0] for number in (1, 2, 3)]


def opened(file: Path) -> HallStore:
    return HallStore(open_store("", file), 365)


@asynccontextmanager
async def carrying(tmp_path: Path, opening: Callable[[], HallStore], said: list[str]) -> AsyncIterator[None]:
    work = asyncio.ensure_future(
        Uplink(
            tmp_path / "rounds.sock", tmp_path / "feed.sock", opening, said.append, tmp_path / "uplink/venue.json"
        ).run()
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            yield
    finally:
        work.cancel()
        with suppress(asyncio.CancelledError):
            await work


async def until(found: Callable[[], object]) -> None:
    while not found():
        await asyncio.sleep(0.02)


def stored(file: Path) -> list[str]:
    with closing(open_store("", file)) as store, store.reading() as session:
        return list(session.scalars(select(RoundRow.id).order_by(RoundRow.arrived)))


NAMES = ["round-1", "round-2", "round-3"]


def test_each_round_reaches_the_hall_once_also_over_two_connections(
    tmp_path: Path, hall_file: Path, told: list[rounds.Change]
) -> None:
    async def main() -> None:
        said: list[str] = []
        async with carrying(tmp_path, lambda: opened(hall_file), said):  # before kiosk venue is there
            await until(lambda: said)
            with Venue(tmp_path / "rounds.sock", told[:2]) as venue:
                await until(lambda: venue.have == [1, 2])
            with Venue(tmp_path / "rounds.sock", told) as venue:
                await until(lambda: venue.have)
                assert venue.have == [3]
                assert (venue.hellos[-1].after, venue.hellos[-1].mark) == (2, 7)
        away, *rest = said
        assert away.startswith(
            f"{tmp_path / 'rounds.sock'}: kiosk venue does not answer there (No such file or directory)"
        )
        assert rest[0] == "Window: all that had waited is in the hall's store"

    asyncio.run(main())
    assert stored(hall_file) == NAMES


def test_while_the_hall_cannot_be_reached_nothing_is_lost_and_the_fault_is_told_once(
    tmp_path: Path, hall_file: Path, told: list[rounds.Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    put, left = HallStore.put, [4]

    def failing(hall: HallStore, table: str, name: str, changes: rounds.Changes, after: Place) -> None:
        if changes.changes[0].number == 2 and left[0]:
            left[0] -= 1
            raise StoreError("the hall is away")
        put(hall, table, name, changes, after)

    monkeypatch.setattr(HallStore, "put", failing)

    async def main() -> None:
        said: list[str] = []
        with Venue(tmp_path / "rounds.sock", told) as venue:
            async with carrying(tmp_path, lambda: opened(hall_file), said):
                await until(lambda: venue.have and venue.have[-1] == 3)
        assert venue.have == [1, 2, 3]
        assert said == ["the hall is away", "Window: all that had waited is in the hall's store"]

    asyncio.run(main())
    assert (stored(hall_file), left) == (NAMES, [0])


def test_a_store_that_does_not_answer_is_told_long_before_it_is_given_up(
    tmp_path: Path, hall_file: Path, told: list[rounds.Change], monkeypatch: pytest.MonkeyPatch
) -> None:
    put, thaw = HallStore.put, threading.Event()

    def frozen(*all_of_it: Any) -> None:
        assert thaw.wait(LIMIT_S)
        put(*all_of_it)

    monkeypatch.setattr(HallStore, "put", frozen)
    monkeypatch.setattr(uplink, "SLOW_S", 0.1)

    async def main() -> None:
        said: list[str] = []
        with Venue(tmp_path / "rounds.sock", told) as venue:
            async with carrying(tmp_path, lambda: opened(hall_file), said):
                await until(lambda: said)
                assert venue.have == []
                thaw.set()
                await until(lambda: venue.have == [1, 2, 3] and len(said) > 1)
        assert said[:2] == [
            "the hall's store has not answered for 0.1 s: what is finished waits at the table",
            "the hall's store answers again",
        ]

    asyncio.run(main())


def test_a_name_that_the_hall_has_deleted_is_brought_to_the_table(
    tmp_path: Path, hall_file: Path, told: list[rounds.Change]
) -> None:
    async def main() -> None:
        with Venue(tmp_path / "rounds.sock", told) as venue:
            async with carrying(tmp_path, lambda: opened(hall_file), []):
                await until(lambda: venue.have == [1, 2, 3])
                with closing(open_store("", hall_file)) as store:
                    store.write(lambda session: players.delete(session, "ada", "somebody", NOON))
                await until(lambda: any(news.forgotten for news in venue.news))
        numbers = [news.number for news in venue.news]
        assert numbers == sorted(set(numbers))

    asyncio.run(main())


@pytest.mark.parametrize("garbage", [b"", b"\xc1", b"\x93\xa7Welcome\x01\x02", b"\x00" * 1000])
def test_what_is_no_answer_is_told_and_nothing_is_taken(tmp_path: Path, hall_file: Path, garbage: bytes) -> None:
    async def main() -> None:
        said: list[str] = []
        with Venue(tmp_path / "rounds.sock", []) as venue:
            venue.sends = lambda _: garbage
            async with carrying(tmp_path, lambda: opened(hall_file), said):
                await until(lambda: len(venue.hellos) > 2)
        assert len(said) == 1
        assert said[0].startswith("kiosk venue says what this uplink does not understand")

    asyncio.run(main())
    assert stored(hall_file) == []


def test_one_of_another_version_is_told_why_it_is_refused(tmp_path: Path, hall_file: Path) -> None:
    async def main() -> None:
        said: list[str] = []
        with Venue(tmp_path / "rounds.sock", []) as venue:
            venue.sends = lambda _: rounds.encode(rounds.Refused(2, "this is version 2"))
            async with carrying(tmp_path, lambda: opened(hall_file), said):
                await until(lambda: len(venue.hellos) > 2)
        assert said == ["kiosk venue and this uplink do not understand each other: this is version 2"]

    asyncio.run(main())


def test_the_table_is_told_the_halls_best_and_a_hidden_name_goes_at_once(
    tmp_path: Path, hall_file: Path, journal: Journals, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(telling_table, "LOOK_S", 0.02)
    now = datetime.now(UTC)
    played = journal.round({"name": "Ada", "points": 31}, at=now)
    with closing(open_store("", hall_file)) as store:
        store.write(lambda session: add_rounds(session, [played.log], now))
    file = tmp_path / "uplink" / "venue.json"

    def best() -> list[str]:
        told = decode(file.read_bytes(), time.monotonic()).best if file.exists() else {}
        return [one.name for one in told.get("cards", ())]

    async def main() -> None:
        said: list[str] = []
        async with carrying(tmp_path, lambda: opened(hall_file), said):
            await until(lambda: best() == ["Ada"])
            assert stat.S_IMODE(file.stat().st_mode) == 0o600
            with closing(open_store("", hall_file)) as store:
                store.write(lambda session: hiding.hide(session, "ada", "anna", now))
            await until(lambda: best() == [""])
            file.parent.chmod(0o2710)
            with closing(open_store("", hall_file)) as store:
                store.write(lambda session: hiding.unhide(session, "ada", "anna", now))
            await until(lambda: best() == ["Ada"])
            assert stat.S_IMODE(file.stat().st_mode) == 0o640

    asyncio.run(main())


def test_where_the_table_cannot_be_told_rounds_go_up_all_the_same(
    tmp_path: Path, hall_file: Path, told: list[rounds.Change]
) -> None:
    (tmp_path / "uplink").write_text("no folder")

    async def main() -> None:
        said: list[str] = []
        async with carrying(tmp_path, lambda: opened(hall_file), said):
            with Venue(tmp_path / "rounds.sock", told) as venue:
                await until(lambda: len(venue.have) == 3 and any("venue.json: cannot be written" in it for it in said))

    asyncio.run(main())
