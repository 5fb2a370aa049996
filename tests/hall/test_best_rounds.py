"""What the hall tells its tables: the best rounds of the day, without names that are hidden or deleted."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy.orm import Session

from kiosk.game.seats import SeatNumber
from kiosk.hall import venue_file
from kiosk.hall.store import HallStore
from kiosk.hall.venue_file import GAMES, KEPT, LARGEST, NAME, VERSION, HallScore, VenueFile, decode, encode
from kiosk.results import hiding, players, queries
from kiosk.results.best_rounds import BEST
from kiosk.results.store import ResultsStore
from tests.results.conftest import Journals, add_rounds

ADA, BEN = {"name": "Ada", "points": 31}, {"name": "Ben", "points": 12}
GUEST, BOT = {"points": 20}, {"points": 40, "bot": True}


@pytest.fixture
def store(either_store: ResultsStore) -> ResultsStore:
    return either_store


@pytest.fixture
def now() -> datetime:
    return datetime.now(UTC)


def told(store: ResultsStore, work: Callable[[Session], object] = lambda _: None) -> Any:
    """Return seat, points and name of each line of cards, after ``work``."""
    store.write(work)
    found = HallStore(store, 365).best_today()
    return [(one.seat, one.points, one.name) for one in found.get("cards", ())]


def test_the_best_of_people_are_told_each_once(store: ResultsStore, journal: Journals, now: datetime) -> None:
    played = [
        journal.round(ADA, BEN, GUEST, BOT, at=now),
        *(journal.round({**ADA, "points": 25}, {"name": "Cleo", "points": 9}, at=now) for _ in range(KEPT)),
        journal.round({**BEN, "points": 99}, at=now - timedelta(days=1)),
    ]
    store.write(lambda session: add_rounds(session, [one.log for one in played], now))
    assert told(store) == [(1, 31, "Ada"), (3, 20, ""), (2, 12, "Ben")]


def test_each_act_of_the_staff_is_another(store: ResultsStore, now: datetime) -> None:
    hall = HallStore(store, 365)
    assert hall.acts() is None
    seen = set()
    for work in (hiding.hide, hiding.unhide):
        store.write(lambda session, work=work: work(session, "Ada", "anna", now))
        seen.add(hall.acts())
    assert len(seen - {None}) == 2


@pytest.mark.parametrize(
    "changed",
    [
        {"lines": {"handicap": 8}},
        {"lines": {"cooldown": 500}},
        {"lines": {"gone": True}},
        {"chosen": {"preset": "table_default", "bots": "steady", "pro": "off", "house recycle": "turn_over"}},
        {"chosen": {"preset": "table_default", "bots": "steady", "pro": "full"}},
        {"decided": False},
    ],
)
def test_what_others_could_not_do_is_not_compared(
    store: ResultsStore, journal: Journals, now: datetime, changed: dict[str, Any]
) -> None:
    more, told_so = changed.get("lines", {}), {key: value for key, value in changed.items() if key != "lines"}
    played = journal.round({**ADA, **more}, {**GUEST, **more}, at=now, **told_so)
    store.write(lambda session: add_rounds(session, [played.log], now))
    assert told(store) == []


def test_hidden_deleted_and_voided_are_not_told(store: ResultsStore, journal: Journals, now: datetime) -> None:
    played = journal.round(ADA, BEN, at=now)
    store.write(lambda session: add_rounds(session, [played.log], now))
    assert told(store, work=lambda it: hiding.hide(it, "ada", "anna", now)) == [(1, 31, ""), (2, 12, "Ben")]
    assert told(store, work=lambda it: players.delete(it, "ben", "anna", now)) == [(1, 31, ""), (2, 12, "")]
    assert told(store, work=lambda it: queries.void(it, played.id, "wrong", "anna", now)) == []


def test_a_name_that_no_table_takes_is_a_guests(store: ResultsStore, journal: Journals, now: datetime) -> None:
    played = journal.round({"name": "A\u202eda", "points": 5}, {"name": "x" * (NAME + 1), "points": 4}, at=now)
    store.write(lambda session: add_rounds(session, [played.log], now))
    assert told(store) == [(1, 5, ""), (2, 4, "")]


def test_points_that_no_table_takes_spoil_nothing_else(store: ResultsStore, journal: Journals, now: datetime) -> None:
    """Another package's game may have such, or a table that was taken over."""
    played = [journal.round({**ADA, "points": 10_000}, BEN, at=now), journal.round(GUEST, at=now)]
    store.write(lambda session: add_rounds(session, [one.log for one in played], now))
    lists = HallStore(store, 365).best_today()
    assert [one.points for one in decode(file(best=lists), 6.0).best["cards"]] == [20, 12]


def file(**changed: Any) -> bytes:
    return encode(VenueFile(**{"version": VERSION, "at_s": 5.0, "best": {}, **changed}))


def test_the_largest_file_is_within_the_bound() -> None:
    scores = tuple(HallScore(SeatNumber(12), -9999, "\U0001f600" * NAME) for _ in range(KEPT))
    best = {f"{number:02}".ljust(64, "\U0001f600"): scores for number in range(GAMES)}
    data = file(best=best)
    assert len(data) <= LARGEST
    assert BEST <= KEPT
    assert decode(data, 6.0).best == best


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xff\xfe",
        b"null",
        b"[" * 60_000,
        b'{"version": 1, "at_s": 5.0}',
        b'{"version": 1, "at_s": "5", "best": {}}',
        file(version=VERSION + 1),
        file(at_s=6.5),
        file(at_s=-1.0),
        file(at_s=float("inf")),
        file(best={"cards": (HallScore(SeatNumber(13), 1),)}),
        file(best={"cards": (HallScore(SeatNumber(1), 10_000),)}),
        file(best={"cards": (HallScore(SeatNumber(1), 1, "x" * 13),)}),
        file(best={"cards": (HallScore(SeatNumber(1), 1, "A\u202e"),)}),
        file(best={"cards": (HallScore(SeatNumber(1), 1),) * 4}),
        file(best={"x" * 65: ()}),
        file(best={str(number): () for number in range(GAMES + 1)}),
    ],
)
def test_what_breaks_a_bound_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        decode(data, 6.0)


def test_the_bound_of_names_is_that_of_the_table() -> None:
    from kiosk.journal.bounds import CHOSEN_NAME  # noqa: PLC0415  only here: the file needs nothing of the journal

    assert venue_file.NAME == CHOSEN_NAME
