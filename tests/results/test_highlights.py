"""Stories, close races and awards come into the store from the journal, and hold no names."""

from __future__ import annotations

import json

import pytest
from msgspec.structs import replace
from sqlalchemy import select

from kiosk import protocol as msg
from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber
from kiosk.journal.admission import why_not
from kiosk.journal.reader import JournalEntry, RoundLog
from kiosk.journal.records import MatchEnded, RaceLine, RoundEnded, RoundStarted, SeatChanged, StoryLine, decode, encode
from kiosk.protocol.state import State
from kiosk.results import players
from kiosk.results.highlights import highlights_of
from kiosk.results.model import ResultRow, RoundRow
from tests.rig.records import begun
from tests.table.conftest import SessionTable

NOTHING = (None, None, ())
OVER = MatchEnded((SeatNumber(1),), (5, 1))


def logs_of(records):
    """Return the rounds of a table's records, as the journal's reader does."""
    rounds = []
    for record in records:
        if isinstance(record, RoundStarted):
            rounds.append([])
        rounds[-1].append(JournalEntry(len(rounds[-1]), 1.0, decode(encode(record), 1)))
    return [RoundLog(entries[0].record.round, tuple(entries)) for entries in rounds]


def test_they_are_what_the_table_has_shown():
    table = SessionTable(4, journal=True)
    table.start(1, 2, 3, bots=True, length="rounds 3")
    shown = []

    def over():
        result = table.snapshot().result
        if table.state is State.ROUND_RESULT and result is not None and result.round_no > len(shown):
            shown.append(result)
        return table.state is State.MATCH_RESULT

    table.play_on(1, 2, 3, until=over)
    told = [highlights_of(log) for log in logs_of(table.written)]
    assert [one.story["kind"] if one.story else None for one in told] == [
        str(result.story.kind) if result.story else None for result in shown
    ]
    assert [[race["margin_ms"] for race in one.races or ()] for one in told] == [
        [race.margin_ms for race in result.races] for result in shown
    ]
    assert any(one.story for one in told)
    assert any(one.races for one in told)
    assert told[-1].awards == table.snapshot().result.awards
    assert [award.seat for award in told[-1].awards] == [1, 2, 3]
    assert all(one.awards == () for one in told[:-1])
    assert all(why_not(log) == "" for log in logs_of(table.written))


def lines(*names):
    return [
        {"name": name, "points": 5 - place, "deeds": Deeds(points=(5 - place,), laid=9 - place, lasted_ms=60_000)}
        for place, name in enumerate(names)
    ]


def kept(store):
    with store.reading() as session:
        rows = session.execute(select(RoundRow.story, RoundRow.races).order_by(RoundRow.arrived)).all()
        given = session.execute(select(ResultRow.round_id, ResultRow.seat, ResultRow.award)).all()
    return [tuple(row) for row in rows], [(round_, seat) for round_, seat, award in given if award]


def with_story(played):
    """Return the round with a story and a race."""
    story = StoryLine("close_race", (SeatNumber(1), SeatNumber(2)), 4.5)
    race = RaceLine(SeatNumber(1), SeatNumber(2), 900, "r4", 4.5)
    played.records[1] = replace(played.records[1], story=story, races=(race,))
    return played


def test_the_store_keeps_them_with_seats(journal, store, played):
    played(with_story(journal.round(*lines("Ada", "Bob"))), journal.round(*lines("Ada", "Bob"), number=2, over=OVER))
    (first, second), given = kept(store)
    assert first == (
        {"kind": "close_race", "seats": [1, 2], "value": 4.5, "of": 0},
        [{"first": 1, "second": 2, "at_ms": 900, "card": "r4", "margin_ms": 4.5, "lot": False}],
    )
    assert second == (None, None)
    assert given == [("round-2", 1), ("round-2", 2)]
    assert "Ada" not in json.dumps(first)


def test_a_match_that_ends_after_its_last_round_was_imported_brings_its_awards(journal, store, played):
    last = journal.round(*lines("Ada", ""))
    played(last)
    assert kept(store)[1] == []
    last.records.append(OVER)
    played(last)
    played(last)
    assert kept(store)[1] == [("round-1", 1), ("round-1", 2)]


def test_who_watched_the_extra_round_has_the_award_with_the_last_round_played(journal, store, played):
    first = journal.round(*lines("Ada", "Bob", "Cy"))
    extra = journal.round(*lines("Ada", "Bob"), {"name": "Cy", "away": True}, number=2, over=OVER)
    played(first, extra)
    assert kept(store)[1] == [("round-1", 3), ("round-2", 1), ("round-2", 2)]


def test_bots_and_whoever_has_left_get_none(journal):
    bot, gone = {"bot": True, "points": 3}, {"gone": True, "points": 1}
    one = journal.round(*lines("Ada", "Bob"), bot, gone, over=OVER)
    one.records.insert(2, SeatChanged(70, SeatNumber(2), "left"))
    assert [award.seat for award in highlights_of(one.log).awards] == [1]


def test_a_deleted_person_leaves_an_award_of_a_guest(journal, store, played, day):
    played(with_story(journal.round(*lines("Ada", "Bob"), over=OVER)))
    store.write(lambda session: players.delete(session, "Ada", "staff", day(1)))
    with store.reading() as session:
        rows = session.scalars(select(ResultRow).order_by(ResultRow.seat)).all()
        assert [(row.player_id is None, row.award is None) for row in rows] == [(True, False), (False, False)]


def test_a_round_that_has_not_ended_or_of_an_older_version_has_none(journal):
    assert highlights_of(journal.round({}, {}, ended=False, over=OVER).log) == NOTHING
    assert highlights_of(journal.round({}, {}).log) == NOTHING


@pytest.mark.parametrize(
    "odd",
    [
        {"story": StoryLine("x" * 65, ())},
        {"story": StoryLine("first", (SeatNumber(2**40),))},
        {"story": StoryLine("first", (), float("nan"))},
        {"races": (RaceLine(SeatNumber(1), SeatNumber(2), 2**40),)},
        {"races": (RaceLine(SeatNumber(1), SeatNumber(2), 1, "a\0"),)},
        {"races": (RaceLine(SeatNumber(1), SeatNumber(2), 1, "r1", float("inf")),)},
    ],
)
def test_what_no_store_takes_is_not_admitted(odd):
    ended = RoundEnded(5, "stop", (), **odd)
    assert why_not(RoundLog("r", (JournalEntry(0, 1.0, begun("r")), JournalEntry(1, 1.0, ended))))


def test_every_kind_of_story_fits():
    assert max(map(len, msg.StoryKind)) <= 64
