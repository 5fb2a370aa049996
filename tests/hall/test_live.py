"""The table as it is now reaches the hall: the newest, with its age, once a second at most; and when it has ended."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import timedelta
from pathlib import Path
from typing import Any, Self

import psycopg
import pytest
from msgspec.structs import replace
from sqlalchemy import select, text, update

from kiosk.game.seats import SeatNumber
from kiosk.hall import feed_uplink, live, rounds
from kiosk.hall.feed import VERSION, Activity, Feed, FeedSeat, Presence, encode
from kiosk.hall.live import TableNow, tables_now
from kiosk.hall.store import HallStore
from kiosk.hall.uplink import Uplink
from kiosk.journal.erasures import digest
from kiosk.results import players
from kiosk.results.model import CHANNEL, LiveRow, Secret
from kiosk.results.store import ResultsStore, open_store
from kiosk.results.store_errors import StoreError
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.unix_socket import listen_at
from tests.results.conftest import NOON, Journals, add_rounds, clear

ADA = FeedSeat(SeatNumber(1), Presence.PLAYING, False, "Ada", 3, 0, "en", None, 12, 1)
WINDOW = Feed(VERSION, "a" * 32, "Window", Activity.PLAY, "cards", "table_default", 2, 5, (ADA,), (), None, True)
LIMIT_S = 20.0


@pytest.fixture
def store(either_store: ResultsStore) -> ResultsStore:
    return either_store


def now_in(store: ResultsStore) -> list[TableNow]:
    with store.reading() as session:
        return tables_now(session)


def aged(store: ResultsStore, table: str, by: timedelta) -> None:
    with store.reading() as session:
        heard = session.scalars(select(LiveRow.heard).where(LiveRow.table_id == table)).one()
    store.write(lambda session: session.execute(update(LiveRow).values(heard=heard - by)))


def test_a_table_is_shown_as_it_told_of_itself_last(store: ResultsStore) -> None:
    live.put(store, WINDOW, gone=False)
    paused = replace(WINDOW, activity=Activity.PAUSED)
    live.put(store, paused, gone=False)
    (found,) = now_in(store)
    assert (found.feed, found.gone, found.is_silent) == (paused, False, False)
    assert timedelta(0) <= found.age < timedelta(seconds=30)


def test_its_age_is_by_the_stores_clock(store: ResultsStore) -> None:
    live.put(store, WINDOW, gone=False)
    aged(store, WINDOW.table, timedelta(minutes=3))
    (found,) = now_in(store)
    assert found.is_silent
    assert timedelta(minutes=3) <= found.age < timedelta(minutes=4)


def test_of_a_table_that_has_ended_nobody_is_kept(store: ResultsStore) -> None:
    live.put(store, WINDOW, gone=False)
    live.put(store, WINDOW, gone=True)
    aged(store, WINDOW.table, timedelta(hours=1))
    (found,) = now_in(store)
    assert (found.gone, found.is_silent, found.feed.seats) == (True, False, ())
    with store.reading() as session:
        assert b"Ada" not in session.scalars(select(LiveRow.state)).one()


@pytest.mark.parametrize("known", [True, False])
def test_a_deleted_name_leaves_every_table_at_once(store: ResultsStore, journal: Journals, known: bool) -> None:
    """Also one that is silent, and of which the hall has no round: a table has deleted it."""
    bob = replace(WINDOW, table="b" * 32, seats=(replace(ADA, name="Bob"),))
    for one in (replace(WINDOW, seats=(replace(ADA, name="ADA"), *bob.seats)), bob):
        live.put(store, one, gone=False)
    assert len(now_in(store)) == 2
    if known:
        store.write(lambda session: add_rounds(session, [journal.round({"name": "Ada"}).log], NOON))
        store.write(lambda session: players.delete(session, "ada", "anna", NOON))
    else:
        hall = HallStore(store, 365)
        deleted = rounds.Erased(1, digest(hall.identity()[1], "Ada"), NOON)
        hall.put("c" * 32, "Bar", rounds.Changes((deleted,), 1))
    assert [one.feed.table for one in now_in(store)] == [bob.table]
    with store.reading() as session:
        assert b"ADA" not in b"".join(session.scalars(select(LiveRow.state)))


def test_a_name_is_known_by_the_key_that_the_store_has_now(store: ResultsStore) -> None:
    """A restore brings that of the store which was saved."""
    live.put(store, WINDOW, gone=False)
    store.write(lambda session: session.execute(update(Secret).values(key="77" * 32)))
    live.put(store, WINDOW, gone=False)
    with store.reading() as session:
        assert session.scalars(select(LiveRow.names)).one() == digest("77" * 32, "Ada")


@pytest.mark.postgres
def test_a_server_is_asked_once_for_each_state(postgres_address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    asked, execute = list[str](), psycopg.Cursor.execute

    def noting(cursor: Any, query: Any, *more: Any, **options: Any) -> Any:
        asked.append(str(query))
        return execute(cursor, query, *more, **options)

    clear(postgres_address)
    with closing(open_store(postgres_address, Path())) as store:
        live.put(store, WINDOW, gone=False)
        monkeypatch.setattr(psycopg.Cursor, "execute", noting)
        live.put(store, WINDOW, gone=False)
    assert sum("hall_" in query for query in asked) == 1


def test_two_tables_of_one_name_are_told_while_both_are_there(store: ResultsStore) -> None:
    other, third = replace(WINDOW, table="b" * 32), replace(WINDOW, table="c" * 32, name="Bar")
    assert [live.put(store, one, gone=False) for one in (WINDOW, other, third, WINDOW)] == [0, 1, 0, 1]
    live.put(store, other, gone=True)
    assert live.put(store, WINDOW, gone=False) == 0
    assert [one.feed.name for one in now_in(store)] == ["Bar", "Window", "Window"]


def test_a_table_of_which_nothing_was_heard_for_a_day_is_forgotten(store: ResultsStore) -> None:
    live.put(store, WINDOW, gone=False)
    aged(store, WINDOW.table, live.KEPT)
    live.put(store, replace(WINDOW, table="b" * 32), gone=False)
    assert [one.feed.table for one in now_in(store)] == ["b" * 32]


def test_what_is_no_message_of_ours_is_left_out(store: ResultsStore) -> None:
    live.put(store, WINDOW, gone=False)
    live.put(store, replace(WINDOW, table="b" * 32, version=VERSION + 1), gone=False)
    live.put(store, replace(WINDOW, table="c" * 32), gone=False)
    with_garbage = update(LiveRow).where(LiveRow.table_id == "c" * 32).values(state=b"\xc1")
    store.write(lambda session: session.execute(with_garbage))
    assert [one.feed.table for one in now_in(store)] == [WINDOW.table]


@pytest.mark.postgres
def test_a_server_logs_no_live_state_tells_of_it_and_waits_for_no_other_writer(postgres_address: str) -> None:
    line = postgres_address.replace("+psycopg", "")
    with closing(open_store(postgres_address, Path())) as store, psycopg.connect(line, autocommit=True) as listener:
        listener.execute(f"LISTEN {CHANNEL}")
        store.write(lambda _: live.put(store, WINDOW, gone=False))
        told = [(note.channel, note.payload) for note in listener.notifies(timeout=LIMIT_S, stop_after=1)]
        with store.reading() as session:
            kind = session.scalar(text("SELECT relpersistence FROM pg_class WHERE relname = 'live'"))
    assert (told, kind) == ([(CHANNEL, WINDOW.table)], "u")


class Table:
    """A table as a reader of its feed sees it: tells ``newest`` each time that it is ``told``."""

    def __init__(self, path: Path) -> None:
        self.newest = encode(WINDOW)
        self._news = asyncio.Event()
        self._server = MessageServer("feed", listen_at(path), None, self._serve)

    def __enter__(self) -> Self:
        self._server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.close()

    def tell(self, *feeds: Feed) -> None:
        for feed in feeds:
            self.newest = encode(feed)
            self._server.call(self._news.set)

    async def _serve(self, peer: Peer, _first: bytes) -> None:
        while True:
            await peer.send(self.newest)
            await self._news.wait()
            self._news.clear()


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    for pause in ("AGAIN_S", "SLOWEST_S", "FASTEST_S", "PARTING_S"):
        monkeypatch.setattr(feed_uplink, pause, 0.02)


def carried(folder: Path, script: Callable[[HallStore, list[str]], object]) -> list[str]:
    """Return what an uplink has said during ``script``, a coroutine function."""
    said: list[str] = []

    async def main() -> None:
        with closing(HallStore(open_store("", folder / "hall.sqlite"), 365)) as hall:
            uplink = Uplink(
                folder / "rounds.sock", folder / "feed.sock", lambda: opened(folder), said.append, folder / "venue.json"
            )
            work = asyncio.ensure_future(uplink.run())
            try:
                async with asyncio.timeout(LIMIT_S):
                    await script(hall, said)  # type: ignore[misc]
            finally:
                work.cancel()
                with suppress(asyncio.CancelledError):
                    await work

    asyncio.run(main())
    return [line for line in said if "rounds.sock" not in line]


def opened(folder: Path) -> HallStore:
    return HallStore(open_store("", folder / "hall.sqlite"), 365)


def shown(hall: HallStore) -> list[tuple[str, Activity, bool]]:
    return [(one.feed.name, one.feed.activity, one.gone) for one in now_in(hall._store)]


async def until(found: Callable[[], object]) -> None:
    while not found():
        await asyncio.sleep(0.02)


def test_the_uplink_carries_the_newest_and_tells_when_the_table_has_ended(tmp_path: Path) -> None:
    async def script(hall: HallStore, _said: list[str]) -> None:
        with Table(tmp_path / "feed.sock") as table:
            await until(lambda: shown(hall) == [("Window", Activity.PLAY, False)])
            table.tell(replace(WINDOW, activity=Activity.COUNTING), replace(WINDOW, activity=Activity.PAUSED))
            await until(lambda: shown(hall) == [("Window", Activity.PAUSED, False)])
        await until(lambda: shown(hall) == [("Window", Activity.PAUSED, True)])
        (tmp_path / "feed.sock").unlink()
        with Table(tmp_path / "feed.sock"):
            await until(lambda: shown(hall) == [("Window", Activity.PLAY, False)])

    assert carried(tmp_path, script) == []


@pytest.mark.parametrize("ends", [True, False])
def test_a_table_that_ends_with_the_uplink_is_told_to_have_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ends: bool
) -> None:
    monkeypatch.setattr(feed_uplink, "AGAIN_S", LIMIT_S)  # only who parts looks again
    monkeypatch.setattr(feed_uplink, "PARTING_S", LIMIT_S if ends else 0.1)
    table = Table(tmp_path / "feed.sock")

    async def script(hall: HallStore, _said: list[str]) -> None:
        table.__enter__()
        await until(lambda: shown(hall) == [("Window", Activity.PLAY, False)])
        if ends:
            asyncio.get_running_loop().call_later(0.1, table.__exit__)

    try:
        assert carried(tmp_path, script) == []
    finally:
        table.__exit__()
    with closing(opened(tmp_path)) as hall:
        assert shown(hall) == [("Window", Activity.PLAY, ends)]


def test_an_end_that_was_heard_and_has_not_been_written_is_told_when_the_uplink_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed_uplink, "FASTEST_S", LIMIT_S)

    async def script(hall: HallStore, _said: list[str]) -> None:
        with Table(tmp_path / "feed.sock"):
            await until(lambda: shown(hall) == [("Window", Activity.PLAY, False)])
        await asyncio.sleep(0.1)  # until that is heard

    assert carried(tmp_path, script) == []
    with closing(opened(tmp_path)) as hall:
        assert shown(hall) == [("Window", Activity.PLAY, True)]


def test_a_hall_that_is_away_is_not_waited_for_at_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A server that is switched off before the tables would have each of them wait for seconds."""
    monkeypatch.setattr(feed_uplink, "AGAIN_S", LIMIT_S)
    tried = list[bool]()

    def failing(_hall: HallStore, _feed: Feed, *, gone: bool) -> int:
        tried.append(gone)
        raise StoreError("the hall is away")

    async def script(hall: HallStore, said: list[str]) -> None:
        with Table(tmp_path / "feed.sock") as table:
            await until(lambda: shown(hall) == [("Window", Activity.PLAY, False)])
            monkeypatch.setattr(HallStore, "put_live", failing)
            table.tell(replace(WINDOW, activity=Activity.PAUSED))
            await until(lambda: "the hall is away" in said)

    assert carried(tmp_path, script) == ["the hall is away"]
    assert tried == [False]


def test_what_does_not_change_is_written_again_only_for_its_age(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    put, times = HallStore.put_live, list[Feed]()

    def counting(hall: HallStore, feed: Feed, *, gone: bool) -> int:
        times.append(feed)
        return put(hall, feed, gone=gone)

    monkeypatch.setattr(HallStore, "put_live", counting)

    async def script(hall: HallStore, _said: list[str]) -> None:
        with Table(tmp_path / "feed.sock") as table:
            await until(lambda: times)
            for _ in range(5):
                table.tell(WINDOW)
                await asyncio.sleep(0.05)
            assert len(times) == 1
            monkeypatch.setattr(live, "BEAT_S", 0.0)
            table.tell(WINDOW)
            await until(lambda: len(times) == 2)

    carried(tmp_path, script)


def test_a_hall_that_is_away_gets_the_newest_once_it_is_back(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    put, left = HallStore.put_live, [3]

    def failing(hall: HallStore, feed: Feed, *, gone: bool) -> int:
        if left[0]:
            left[0] -= 1
            raise StoreError("the hall is away")
        return put(hall, feed, gone=gone)

    monkeypatch.setattr(HallStore, "put_live", failing)

    async def script(hall: HallStore, said: list[str]) -> None:
        with Table(tmp_path / "feed.sock") as table:
            await until(lambda: said)
            table.tell(replace(WINDOW, activity=Activity.MATCH_RESULT))
            await until(lambda: shown(hall) == [("Window", Activity.MATCH_RESULT, False)])

    assert carried(tmp_path, script) == ["the hall is away"]


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Window", "another table of this hall is called 'Window' as well: give this one another name"),
        ("", "this table has no name, and another one of this hall has none either: give each one"),
    ],
)
def test_a_second_table_of_this_name_is_told_once(tmp_path: Path, name: str, told: str) -> None:
    window = replace(WINDOW, name=name)

    async def script(hall: HallStore, said: list[str]) -> None:
        hall.put_live(replace(window, table="b" * 32), gone=False)
        with Table(tmp_path / "feed.sock") as table:
            table.tell(window)
            await until(lambda: len(shown(hall)) == 2)
            table.tell(replace(window, activity=Activity.PAUSED))
            await until(lambda: shown(hall)[0][1] is Activity.PAUSED)
            await until(lambda: said)

    (line,) = carried(tmp_path, script)
    assert line.startswith(told)


def test_what_is_no_message_of_a_table_is_told_once_and_not_carried(tmp_path: Path) -> None:
    async def script(hall: HallStore, said: list[str]) -> None:
        with Table(tmp_path / "feed.sock") as table:
            table.newest = b"\xc1"
            await until(lambda: any("feed.sock" in line for line in said))
            await asyncio.sleep(0.1)
            assert shown(hall) == []

    (line,) = carried(tmp_path, script)
    assert line.startswith(f"{tmp_path / 'feed.sock'}: the table tells what this uplink does not understand")
