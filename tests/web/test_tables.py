"""Tables as they are now: what pages show of each, to whom; and that open pages are told what is new, not too often."""

from __future__ import annotations

import asyncio
import json
import re
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from msgspec.structs import replace
from sqlalchemy import update

from kiosk.game.seats import SeatNumber
from kiosk.hall import live
from kiosk.hall.feed import VERSION, Activity, Feed, FeedSeat, Presence
from kiosk.locale.languages import installed
from kiosk.locale.speaker import speaker
from kiosk.results import changes
from kiosk.results.hiding import hide
from kiosk.results.model import LiveRow
from kiosk.results.store import ResultsStore, open_store, read_store
from kiosk.web.venue import listeners
from kiosk.web.venue.app import Names, VenuePages
from kiosk.web.venue.listeners import Listeners, Shown
from kiosk.web.venue.people import People
from kiosk.web.venue.tables import tables_view
from tests.results.conftest import Journals
from tests.web.conftest import EVENING, HOST, HOSTILE, Browser, evening, filled
from tests.web.test_pages import Outline

LIMIT_S: Final = 20.0
_MARKS: Final = re.compile("[\u200e\u200f\u2066-\u2069]")


def seat(number: int, name: str = "", total: int | None = None, place: int | None = None, **more: Any) -> FeedSeat:
    told = FeedSeat(SeatNumber(number), Presence.PLAYING, False, name, 0, 0, "en", None, total, place)
    return replace(told, **more)


PLAYED: Final = Feed(
    *(VERSION, "a" * 32, "Window", Activity.PLAY, "cards", "table_default", 3, 5),
    (seat(1, "Lena", 12, 2), seat(2, HOSTILE, 31, 1, points=-7), seat(3, "", -4, 3, guest=1), seat(4, bot=True)),
    *((), None, True),
)


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[ResultsStore]:
    with closing(open_store("", tmp_path / "hall.sqlite", time_zone="UTC")) as store:
        yield store


def pages(hall: ResultsStore, names: Names = "web") -> VenuePages:
    file = hall.file
    assert file is not None
    return VenuePages(read_store("", file), names=names, clock=lambda: EVENING)


def page(hall: ResultsStore, path: str = "/", names: Names = "web") -> Outline:
    answer = Browser(pages(hall, names)).get(path)
    assert answer.status == 200
    return Outline(answer.text)


def shown(hall: ResultsStore, path: str = "/", names: Names = "web") -> str:
    return " ".join(page(hall, path, names).text.split())


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_a_table_is_shown_with_its_people_and_what_it_has_told(hall: ResultsStore, path: str) -> None:
    live.put(hall, PLAYED, gone=False)
    text = shown(hall, path)
    assert ("Window Round 3 of 5" if path == "/" else "Window Round 3") in text
    first, second, third, bot = (text.index(name) for name in ("<script>", "Lena", "Brave Leaf", "Momo"))
    assert first < second < third < bot
    assert "12" in text[second:third]
    assert "\N{MINUS SIGN}4" in text[third:bot]
    assert ("\N{MINUS SIGN}7" in text) == (path == "/")


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_in_every_language(hall: ResultsStore, path: str) -> None:
    for number, activity in enumerate(Activity):
        live.put(hall, replace(PLAYED, table=f"{number:032x}", name=f"T{number}", activity=activity), gone=False)
    ask = Browser(pages(hall)).get
    assert all("T1" in Outline(ask(f"{path}?lang={language}").text).text for language in installed())


@pytest.mark.parametrize("names", ["nowhere", "hall"])
def test_without_names_it_is_signs_and_the_names_of_guests(hall: ResultsStore, names: Names) -> None:
    live.put(hall, PLAYED, gone=False)
    text = shown(hall, "/", names)
    assert "Quick Moon" in text
    assert "Lena" not in text
    assert "script" not in text


def test_a_screen_tells_at_how_many_tables_a_match_goes_on(hall: ResultsStore) -> None:
    for number, activity in enumerate(Activity):
        live.put(hall, replace(PLAYED, table=f"{number:032x}", activity=activity), gone=False)
    live.put(hall, replace(PLAYED, table="b" * 32), gone=True)
    assert "5 tables are playing" in shown(hall, "/screen")


def test_on_a_screen_somebody_has_one_sign_that_of_the_seat_sat_at_now(hall: ResultsStore, tmp_path: Path) -> None:
    assert hall.file is not None
    filled(hall.file, evening(Journals(tmp_path / "journal")))
    live.put(hall, replace(PLAYED, seats=(seat(9, "lena", 12, 1),)), gone=False)

    def signs(names: Names) -> tuple[str, str]:
        text = Browser(pages(hall, names)).get("/screen?at=1").text
        win = re.search(r'win" data-seat="(\d+)"', text)
        row = re.search(r'data-place="1">1</span><img class="sign" src="/sign/(\d+).svg"', text)
        assert win
        assert row
        return win[1], row[1]

    assert signs("web") == ("9", "9")
    assert signs("nowhere") == ("1", "1")


def test_what_goes_on_at_a_table_fits_beside_its_name() -> None:
    """On a screen is room for twelve letters of the smallest type, beside a name of eight."""
    said = {
        (language, table.briefly)
        for language in installed()
        for activity in {*Activity} - {Activity.FREE}
        for now in [live.TableNow(replace(PLAYED, activity=activity), timedelta(0), gone=False)]
        for table in tables_view([now], People(speaker(language), names=True), speaker(language), 1).cards
    }
    assert len(said) == len(installed()) * (len(Activity) - 1)
    assert {one for one in said if len(_MARKS.sub("", one[1])) > 12} == set()


def test_a_hidden_name_is_not_shown(hall: ResultsStore) -> None:
    live.put(hall, PLAYED, gone=False)
    hall.write(lambda session: hide(session, "LENA", "desk", datetime.now(UTC)))
    assert "Lena" not in shown(hall)


def test_free_tables_are_named_in_a_line(hall: ResultsStore) -> None:
    for number, name in enumerate(("Bar", "Garden")):
        live.put(hall, replace(PLAYED, table=f"{number:032x}", name=name, activity=Activity.FREE, seats=()), gone=False)
    assert "All seats are free: Bar, Garden" in shown(hall)


@pytest.mark.parametrize(
    ("age", "told", "people"),
    [(60, "Round 3 of 5", True), (3 * 60, "Not heard from for 3 minutes", True),
     (11 * 60, "Not heard from for 11 minutes", False)],
)  # fmt: skip
def test_a_table_that_is_not_heard_from_tells_its_age(hall: ResultsStore, age: int, told: str, people: bool) -> None:
    live.put(hall, PLAYED, gone=False)
    heard = datetime.now(UTC) - timedelta(seconds=age)
    hall.write(lambda session: session.execute(update(LiveRow).values(heard=heard)))
    text = shown(hall)
    assert told in text
    assert ("Lena" in text) == people


def test_a_table_that_has_ended_is_switched_off(hall: ResultsStore) -> None:
    live.put(hall, PLAYED, gone=True)
    text = shown(hall)
    assert "Window Switched off" in text
    assert "Lena" not in text


def test_two_tables_of_one_name_are_told_and_told_apart(hall: ResultsStore) -> None:
    live.put(hall, PLAYED, gone=False)
    live.put(hall, replace(PLAYED, table="b" * 32), gone=False)
    text = shown(hall)
    assert text.count("Two tables have this name.") == 2
    assert "Window (aaaa)" in text
    assert "Window (bbbb)" in text


def test_a_table_that_was_replaced_leaves_its_name_and_the_screen_to_the_new_one(hall: ResultsStore) -> None:
    live.put(hall, PLAYED, gone=False)
    old = datetime.now(UTC) - timedelta(minutes=11)
    hall.write(lambda session: session.execute(update(LiveRow).values(heard=old)))
    live.put(hall, replace(PLAYED, table="b" * 32), gone=False)
    text = shown(hall)
    assert "Window (aaaa) Not heard from for 11 minutes" in text
    assert "(bbbb)" not in text
    assert text.count("Two tables have this name.") == 1
    assert "Window Round 3" in shown(hall, "/screen")
    assert "Not heard from" not in shown(hall, "/screen")


def test_of_two_hundred_tables_those_with_people_are_shown_and_the_others_counted(hall: ResultsStore) -> None:
    for number in range(200):
        people = PLAYED.seats if number >= 190 else ()
        told = replace(PLAYED, table=f"{number:032x}", name=f"T{number}", activity=Activity.SERVICE, seats=people)
        live.put(hall, told, gone=False)
    text = shown(hall)
    assert all(f"T{number} " in text for number in range(190, 200))
    assert "176 more tables" in text


def test_garbage_of_a_table_breaks_no_page(hall: ResultsStore) -> None:
    odd = (
        seat(99, "Nemo", 10**18, -3),
        seat(2, "\u202eB", guest=10**9, language="xx"),
        seat(3, bot=True, character=-5),
    )
    live.put(
        hall, replace(PLAYED, name="\u202e\x07" * 90, game="chess", edition="<b>", round_no=-1, seats=odd), gone=False
    )
    answer = Browser(pages(hall)).get("/")
    assert answer.status == 200
    assert "Nemo" not in answer.text
    assert "\u202e" not in answer.text
    assert "<b>" not in answer.text.replace('<b dir="ltr">', "")


def test_on_a_pc_the_live_state_is_in_another_file_or_not_there(
    hall: ResultsStore, store_file: Path, tmp_path: Path
) -> None:
    live.put(hall, PLAYED, gone=False)
    files = (hall.file, tmp_path / "none.sqlite")
    texts = []
    for file in files:
        assert file is not None
        both = VenuePages(read_store("", store_file), names="web", live=read_store("", file), clock=lambda: EVENING)
        texts.append(Browser(both).get("/").text)
    assert ["Tables now" in text for text in texts] == [True, False]
    assert all("Played last" in text for text in texts)


@pytest.mark.parametrize("path", ["/", "/screen"])
def test_on_a_pc_tables_are_shown_before_there_are_results(hall: ResultsStore, tmp_path: Path, path: str) -> None:
    live.put(hall, PLAYED, gone=False)
    none, file = read_store("", tmp_path / "none.sqlite"), hall.file
    assert file is not None
    both = VenuePages(none, names="web", live=read_store("", file), clock=lambda: EVENING)
    assert "Round 3" in Browser(both).get(path).text
    neither = VenuePages(none, names="web", live=none, clock=lambda: EVENING)
    assert "No results yet" in Browser(neither).get(path).text


# ---------------------------------------------------------------- what open pages are told


@pytest.fixture
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listeners, "FASTEST_S", 0.05)
    monkeypatch.setattr(changes, "LOOK_S", 0.02)


@asynccontextmanager
async def listening(served: VenuePages, path: str) -> AsyncIterator[Callable[[], Any]]:
    """Yield a coroutine function that returns the next page that a listener is told."""
    messages = asyncio.Queue[Any]()
    scope = {"type": "http", "method": "GET", "path": "/live", "raw_path": b"/live", "root_path": "", "scheme": "http"}
    scope |= {"query_string": path.encode(), "headers": [(b"host", HOST.encode())], "server": ("127.0.0.1", 7283)}
    gone = asyncio.Event()

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    async def following() -> str:
        while True:
            body = (await messages.get()).get("body", b"").decode()
            if body.startswith("data: "):
                text: str = json.loads(body.removeprefix("data: "))
                return text

    app = served.application({HOST})
    work = asyncio.ensure_future(
        app({**scope, "state": {"vouch": lambda: None, "lasts": lambda: None}}, receive, messages.put)
    )
    try:
        async with asyncio.timeout(LIMIT_S):
            yield following
    finally:
        gone.set()
        await work


@pytest.mark.usefixtures("_soon")
@pytest.mark.parametrize("of", ["/", "/screen"])
def test_an_open_page_is_told_what_is_new(hall: ResultsStore, of: str) -> None:
    async def main() -> None:
        live.put(hall, PLAYED, gone=False)
        async with listening(pages(hall), f"of={of}&lang=en") as following:
            assert "Round 3" in await following()
            live.put(hall, replace(PLAYED, round_no=4), gone=False)
            assert "Round 4" in await following()
            hall.write(lambda session: hide(session, "Lena", "desk", datetime.now(UTC)))
            assert "Lena" not in await following()

    asyncio.run(main())


def test_what_is_told_is_the_page_itself(hall: ResultsStore) -> None:
    live.put(hall, PLAYED, gone=False)
    served = pages(hall)
    plain = Browser(served).get("/?lang=de").text

    async def main() -> str:
        async with listening(served, "of=/&lang=de") as following:
            text: str = await following()
            return text

    assert asyncio.run(main()) == plain
    assert Outline(plain).all("script", "data-of") == ["/live?of=%2F&lang=de"]


@pytest.mark.parametrize(("of", "status"), [("of=/staff", 404), ("", 404), ("of=/match/match-0", 404)])
def test_other_pages_are_not_told_anything(hall: ResultsStore, of: str, status: int) -> None:
    assert Browser(pages(hall)).get(f"/live?{of}").status == status


def test_a_page_is_made_once_for_all_that_show_the_same_and_told_at_most_once_in_its_time(
    hall: ResultsStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listeners, "FASTEST_S", 0.2)
    monkeypatch.setattr(listeners, "LOOK_S", 0.2)
    made: list[int] = []

    def make() -> str:
        made.append(threading.get_ident())
        return str(len(made))

    async def listen(told: Listeners, into: list[bytes]) -> None:
        into += [text async for text in told.told(lambda: Shown("same", make))]

    async def main() -> list[list[bytes]]:
        told, heard = Listeners([hall]), [list[bytes]() for _ in range(5)]
        work = [asyncio.ensure_future(listen(told, one)) for one in heard]
        await asyncio.sleep(0.9)
        told.end()
        async with asyncio.timeout(LIMIT_S):
            await asyncio.gather(*work)
        return heard

    heard = asyncio.run(main())
    assert 2 <= len(made) <= 5
    told = tuple(f'data: "{number}"\n\n'.encode() for number in range(1, len(made) + 1))
    assert {tuple(one) for one in heard} == {told}
    assert threading.get_ident() not in made
