"""The messages at rounds.sock: what they hold, and what they refuse."""

from __future__ import annotations

from datetime import UTC, datetime

import msgspec
import pytest
from msgspec import structs

from kiosk.game.seats import SeatNumber
from kiosk.hall import rounds
from kiosk.hall.rounds import (
    Applied,
    Change,
    Changes,
    Erased,
    FromReader,
    FromVenue,
    HallChanges,
    Have,
    Hello,
    MatchEnd,
    Refused,
    RoundPut,
    SeatResult,
    Voided,
    Welcome,
)
from kiosk.journal import bounds
from kiosk.results.model import ResultRow, RoundRow

WALL = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
KEY = "00" * 32
DIGEST = "ab" * 32
SEAT = SeatNumber(3)
RESULT = SeatResult(SEAT, 0, "Ada", DIGEST, False, False, None, 0, False, 12, 40, 20, 4, 8, True, 1, 0, 350, 2)
ROUND = RoundPut(
    7, "r1", "m1", "Window", WALL, 1, "0.1.0", "cards", "schmidt_2017", "", None, "drag", False, False, "off",
    61_000, "stop", True, 1, None, (), (RESULT,),
)  # fmt: skip
UP: tuple[Change, ...] = (
    ROUND,
    MatchEnd(8, "m1", "decided", (SEAT,), (rounds.AwardGiven("r1", SEAT, "hands", 90),)),
    Voided(9, "r1", "a test"),
    Voided(10, "r1", None),
    Erased(11, DIGEST, WALL),
)


@pytest.mark.parametrize(
    "message",
    [
        Hello(rounds.VERSION, "hall", 6, KEY, -5),
        Have(11),
        HallChanges(1, {DIGEST: WALL}, (DIGEST,), True, {"r1": "a test", "r2": None}),
    ],
)
def test_what_a_reader_sends_arrives(message: FromReader) -> None:
    assert rounds.from_reader(rounds.encode(message)) == message


@pytest.mark.parametrize(
    "message",
    [Welcome(1, "table", "Window", 11, 0), Refused(1, "another version"), Changes(UP, -(2**63)), Applied(1, 0)],
)
def test_what_the_venue_process_sends_arrives(message: FromVenue) -> None:
    assert rounds.from_venue(rounds.encode(message)) == message


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\xc1",
        b"\x91" * 40_000,
        msgspec.msgpack.encode(["Hello", 1, "hall", 0, "no key"]),
        msgspec.msgpack.encode(["Hello", 1, "", 0, KEY]),
        msgspec.msgpack.encode(["Hello", 1, "hall", -1, KEY]),
        msgspec.msgpack.encode(["HallChanges", 1, {"short": WALL}]),
        msgspec.msgpack.encode(["HallChanges", 1, {DIGEST: 1.0}]),
        msgspec.msgpack.encode(["HallChanges", 1, {}, None, False, {"r" * 65: None}]),
        msgspec.msgpack.encode(["Have", 2**64 - 1]),
        msgspec.msgpack.encode(["Welcome", 1, "table", "Window", 1, 0]),  # of the other side
    ],
)
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError):  # noqa: PT011  all that is raised
        rounds.from_reader(data)


def test_a_later_version_may_add_fields() -> None:
    assert rounds.from_reader(msgspec.msgpack.encode(["Have", 3, "new"])) == Have(3)


def test_a_round_of_a_table_that_tells_no_target_has_none() -> None:
    told = msgspec.msgpack.encode(["Changes", [["RoundPut", *structs.astuple(ROUND)[:-1]]], 3])
    assert rounds.from_venue(told) == Changes((ROUND,), 3)
    put = structs.replace(ROUND, target=60)
    assert rounds.from_venue(rounds.encode(Changes((put,), 3))) == Changes((put,), 3)


def test_a_message_that_is_too_large_is_not_sent() -> None:
    with pytest.raises(ValueError, match="in parts"):
        rounds.encode(HallChanges(1, {}, (DIGEST,) * 1_000))


def test_the_bounds_are_those_of_every_store() -> None:
    longest = structs.replace(
        RESULT, name="n" * bounds.TITLE, points=bounds.NUMBER, total=-bounds.NUMBER, reaction_ms=bounds.NUMBER
    )
    put = structs.replace(ROUND, round="r" * bounds.WORD, table_name="t" * bounds.TITLE, results=(longest,))
    assert rounds.from_venue(rounds.encode(Changes((put,), 0))) == Changes((put,), 0)
    beyond = structs.replace(put, round="r" * (bounds.WORD + 1))
    with pytest.raises(ValueError):  # noqa: PT011  all that is raised
        rounds.from_venue(rounds.encode(Changes((beyond,), 0)))


def test_every_column_from_the_journal_is_told_and_nothing_else() -> None:
    columns = {column.key for column in RoundRow.__table__.columns}
    elsewhere = {"id": "round", "match_id": "match", "number": "nth"}
    stay = {"arrived", "void_reason", "day"}  # the store's own
    told = {elsewhere.get(name, name) for name in columns - stay}
    assert {*RoundPut.__struct_fields__} == told | {"number", "results"}
    results = {column.key for column in ResultRow.__table__.columns}
    of_the_match = {"award", "award_figure"}
    assert {*SeatResult.__struct_fields__} == results - of_the_match - {"round_id", "player_id"} | {"name", "digest"}
