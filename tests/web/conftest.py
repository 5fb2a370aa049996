"""A store with some matches, and the application of its pages, asked without a network."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, Final, NamedTuple

import pytest
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.journal.records import MatchEnded, RaceLine, RoundEnded, StoryLine
from kiosk.results.store import open_store, read_store
from kiosk.web.venue.app import VenuePages
from tests.results.conftest import Journals, Played, _stores_are_quick, add_rounds  # noqa: F401  one is a fixture

EVENING: Final = datetime(2026, 11, 21, 19, 40, tzinfo=UTC)
HOST: Final = "127.0.0.1:7283"
HOSTILE: Final = "<script>alert(1)</script>\u202eab"
"""A name that would be a script, and would turn the text after it."""
NAMES: Final = ("Lena", "Yusuf", HOSTILE, "")


class Answer(NamedTuple):
    """An answer of the application."""

    status: int
    headers: dict[str, str]
    text: str


class Browser:
    """Asks an application as a browser does."""

    def __init__(self, pages: VenuePages) -> None:
        self._app = pages.application({HOST})

    def get(
        self,
        path: str,
        method: str = "GET",
        *,
        told: list[Answer] | None = None,
        body: bytes = b"",
        server: tuple[str, int] = ("127.0.0.1", 7283),
        client: tuple[str, int] | None = None,
        **headers: str,
    ) -> Answer:
        """Return the answer; names of ``headers`` have _ for -. ``told`` gets it too, if an error follows it.

        ``server``: the address that was asked; ``client``: that which asks, if it is known.
        """
        answers = [] if told is None else told
        asyncio.run(
            self._asked(path, method, {"host": HOST, **headers}, answers, body, {"server": server, "client": client})
        )
        return answers[-1]

    async def _asked(
        self,
        path: str,
        method: str,
        headers: dict[str, str],
        answers: list[Answer],
        body: bytes,
        ends: dict[str, tuple[str, int] | None],
    ) -> None:
        path, _, query = path.partition("?")
        told: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": body, "more_body": False}

        async def send(message: Any) -> None:
            told.append(message)

        named = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "path": path,
            "raw_path": path.encode(),
            "root_path": "",
        }
        scope |= {"query_string": query.encode(), "headers": named, "scheme": "http", **ends}
        try:
            await self._app({**scope, "state": {"vouch": lambda: None, "lasts": lambda: None}}, receive, send)
        finally:
            body = b"".join(message.get("body", b"") for message in told)
            got = {name.decode(): value.decode() for name, value in told[0]["headers"]}
            answers.append(Answer(told[0]["status"], got, body.decode(errors="replace")))


def evening(journal: Journals, names: tuple[str, ...] = NAMES, matches: int = 3) -> Iterator[Played]:
    """Yield the rounds of some matches with awards, stories and races: the last one is broken off in its middle."""
    points = ((9, 4, -2, 7), (3, 12, 6, 1), (21, 8, 5, -4), (14, 2, 11, 9))
    for match in range(matches):
        totals = [0] * len(names)
        last = 2 if match == matches - 1 else len(points)
        for number in range(1, last + 1):
            got = [points[(number + match) % len(points)][(seat + match) % 4] for seat in range(len(names))]
            totals = [total + more for total, more in zip(totals, got, strict=True)]
            best = max(range(len(names)), key=lambda seat: got[seat])
            lines = [
                {
                    "name": name, "points": got[seat], "total": totals[seat], "won": seat == best,
                    "stops": int(seat == best), "reaction_ms": 400 + seat, "bot": not name and match == 1,
                }
                for seat, name in enumerate(names)
            ]  # fmt: skip
            over = None
            if number == len(points):
                winner = SeatNumber(1 + max(range(len(names)), key=lambda seat: totals[seat]))
                over = MatchEnded(winners=(winner,), totals=tuple(totals))
            at = EVENING + timedelta(minutes=20 * match + 3 * number)
            played = journal.round(*lines, at=at, match=f"match-{match}", number=number, over=over)
            yield remarkable(played, match, number)


def remarkable(played: Played, match: int, number: int) -> Played:
    """Return the round with a story and two close races."""
    one, two, three = (SeatNumber(1 + (seat + match + number) % 4) for seat in range(3))
    races = (
        RaceLine(one, two, 31_000, f"{'rgby'[number % 4]}{number + 3}", 14.0 + 9 * number),
        RaceLine(two, three, 32_000, f"{'rgby'[match % 4]}{number}", 41.0 + number),
    )
    story = StoryLine("takes_lead", (one,)) if number % 2 else StoryLine("close_race", (one, two), 14.0)
    records = [
        replace(record, story=story, races=races) if isinstance(record, RoundEnded) else record
        for record in played.records
    ]
    return Played(played.id, records, played.at)


def filled(file: Path, rounds: Iterator[Played]) -> None:
    """Write a store with these rounds."""
    with closing(open_store("", file, time_zone="Europe/Berlin")) as store:
        logs = [one.log for one in rounds]
        store.write(lambda session: add_rounds(session, logs, EVENING))


@pytest.fixture(scope="module")
def store_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with an evening's matches."""
    folder = tmp_path_factory.mktemp("venue")
    filled(folder / "results.sqlite", evening(Journals(folder / "journal")))
    return folder / "results.sqlite"


@pytest.fixture(scope="module")
def ask(store_file: Path) -> Callable[..., Answer]:
    """Ask the pages that show names."""
    return Browser(VenuePages(read_store("", store_file), names="web", clock=lambda: EVENING + timedelta(hours=2))).get


@pytest.fixture(scope="module")
def ask_without_names(store_file: Path) -> Callable[..., Answer]:
    """Ask the pages that show signs."""
    return Browser(
        VenuePages(read_store("", store_file), names="nowhere", clock=lambda: EVENING + timedelta(hours=2))
    ).get
