"""rounds.sock: every change once, from where the hall's store stands, whatever happens to either side."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.hall import rounds, rounds_server, telling
from kiosk.hall.rounds import (
    Applied,
    Erased,
    HallChanges,
    Have,
    Hello,
    MatchEnd,
    Refused,
    RoundPut,
    SeatResult,
    Voided,
)  # fmt: skip
from kiosk.hall.store import HallStore
from kiosk.journal import erasures
from kiosk.journal.erasures import NameDigests, digest
from kiosk.journal.records import MatchEnded, RaceLine, StoryLine
from kiosk.results import hiding, outbox, players, queries
from kiosk.results.model import RoundRow
from kiosk.results.store import open_store
from tests.hall.venue_rig import KEY, Reader, Venue

NOW = datetime(2026, 11, 30, 20, 15, tzinfo=UTC)
ADA = digest(KEY, "Ada")


@pytest.fixture
def venue(tmp_path: Path) -> Iterator[Venue]:
    """A venue that tells names."""
    with Venue(tmp_path, names=True) as venue:
        yield venue


@pytest.fixture
def reader(venue: Venue) -> Iterator[Reader]:
    """A reader that has not said Hello yet."""
    reader = Reader(venue)
    yield reader
    reader.hang_up()


def ids(changes: list[rounds.Change]) -> list[str]:
    return [one.round for one in changes if isinstance(one, RoundPut)]


def test_a_round_and_its_match_arrive_with_all_that_is_kept_of_them(venue: Venue, reader: Reader) -> None:
    told = {"name": "Ada", "points": 14, "total": 20, "won": True, "stops": 1, "reaction_ms": 420}
    one = venue.journal.round(told, {"bot": True, "name": "Bot"}, {}, over=MatchEnded((SeatNumber(1),), (20, 0, 0)))
    venue.play(one)
    welcome = reader.connect()
    assert (welcome.table, welcome.name, welcome.last, welcome.after) == ("id", "Window", 2, 0)
    put, end = reader.take(2)
    assert isinstance(put, RoundPut)
    assert (put.round, put.match, put.table_name, put.edition) == (one.id, "match-1", "Table 1", "table_default")
    assert (put.started, put.story, put.races) == (one.at, None, ())
    first, *others = put.results
    expected = SeatResult(
        SeatNumber(1), 0, "Ada", ADA, False, False, None, 0, False, 14, 20, 0, 0, 0, True, 1, 0, 420, 0
    )
    assert first == expected
    nobodies = [(other.seat, other.name, other.digest, other.bot) for other in others]
    assert nobodies == [(2, "", "", True), (3, "", "", False)]
    assert isinstance(end, MatchEnd)
    assert (end.match, end.ended, end.winners) == ("match-1", "decided", (1,))


def test_what_cannot_be_told_is_not_waited_for(venue: Venue, reader: Reader) -> None:
    """Else whoever waits for the last of them would never hear that all the others have arrived."""
    venue.play(venue.journal.round({}, {}), venue.journal.round({}, {}))
    gone = [f"gone-{number}" for number in range(rounds.AT_ONCE + 1)]
    venue.write(lambda session: outbox.tell(session.connection(), (outbox.Told.MATCH, gone)))
    welcome = reader.connect()
    assert welcome.last == reader.take(2)[-1].number == 2


def test_stories_races_and_long_texts_are_told_within_bounds(venue: Venue) -> None:
    one = venue.journal.round({}, {})
    venue.play(one)
    story = StoryLine("late", (SeatNumber(2),), 1.5, 3)
    race = {"first": 1, "second": 2, "at_ms": 5, "card": "r3", "margin_ms": 0.5, "lot": False}

    def enrich(session: object) -> None:
        row = session.get_one(RoundRow, one.id)  # type: ignore[attr-defined]
        row.story = {"kind": story.kind, "seats": [2], "value": story.value, "of": story.of}
        row.races = [race] * (rounds.RACES + 1)
        row.house_rules = "x" * (rounds.TEXT + 1)

    venue.write(enrich)
    reader = Reader(venue)
    reader.connect()
    (put,) = reader.take(1)
    reader.hang_up()
    assert isinstance(put, RoundPut)
    assert put.story == rounds.Story(story.kind, story.seats, story.value, story.of)
    assert put.races == (rounds.Race(**race),) * rounds.RACES  # type: ignore[arg-type]
    assert put.house_rules == "x" * (rounds.TEXT - 3) + "..."
    assert RaceLine.__struct_fields__ == rounds.Race.__struct_fields__
    assert StoryLine.__struct_fields__ == rounds.Story.__struct_fields__


def test_names_stay_at_a_table_whose_names_go_nowhere(tmp_path: Path) -> None:
    with Venue(tmp_path, names=False) as venue:
        venue.play(venue.journal.round({"name": "Ada"}, {}))
        reader = Reader(venue)
        reader.connect()
        (put,) = reader.take(1)
        assert isinstance(put, RoundPut)
        assert {(one.name, one.digest) for one in put.results} == {("", "")}
        venue.write(lambda session: players.delete(session, "Ada", "staff", NOW))
        assert reader.silence()
        reader.hang_up()


def test_what_is_new_is_told_at_once(venue: Venue, reader: Reader) -> None:
    reader.connect()
    one = venue.journal.round({"name": "Ada"}, {})
    venue.play(one)
    assert ids(reader.take(1)) == [one.id]
    venue.write(lambda session: queries.void(session, one.id, "a test", "staff", NOW))
    assert reader.take(1) == [Voided(2, one.id, "a test")]
    venue.write(lambda session: players.delete(session, "Ada", "staff", NOW))
    (erased,) = reader.take(1)
    assert isinstance(erased, Erased)
    assert erased.digest == ADA


def test_a_name_deleted_before_it_was_told_is_not_in_its_round(venue: Venue, reader: Reader) -> None:
    venue.play(venue.journal.round({"name": "Ada"}, {}))
    venue.write(lambda session: players.delete(session, "Ada", "staff", NOW))
    reader.connect()
    (put,) = reader.take(1)
    assert isinstance(put, RoundPut)
    assert [one.name for one in put.results] == ["", ""]


@pytest.mark.parametrize("committed", [False, True], ids=["before the commit", "after it"])
def test_a_reader_that_ends_before_it_says_have_gets_every_change_once(
    venue: Venue, reader: Reader, *, committed: bool
) -> None:
    made = [venue.journal.round({}, {}) for _ in range(2 * rounds.AT_ONCE + 3)]
    venue.play(*made)
    kept = list[str]()
    reader.connect()
    for _ in range(3):
        changes = reader.changes()
        if committed:
            kept += ids([*changes.changes])
            reader.commit(changes)
        reader.connect()  # killed here
    kept += ids(reader.take(len(made) - len(kept))) if len(kept) < len(made) else []
    assert kept == [one.id for one in made]


def test_a_reader_that_never_acknowledges_gets_one_message(venue: Venue, reader: Reader) -> None:
    venue.play(*(venue.journal.round({}, {}) for _ in range(2 * rounds.AT_ONCE)))
    reader.connect()
    assert len(reader.changes().changes) == rounds.AT_ONCE
    assert reader.silence()
    other = Reader(venue, "another hall")
    other.connect()
    assert len(other.take(2 * rounds.AT_ONCE)) == 2 * rounds.AT_ONCE
    other.hang_up()


def test_a_store_that_was_restored_or_made_anew_tells_everything_again(
    venue: Venue, reader: Reader, tmp_path: Path
) -> None:
    first, lost, later = (venue.journal.round({}, {}) for _ in range(3))
    venue.play(first)
    shutil.copy(venue.file, tmp_path / "backup")
    venue.play(lost)
    reader.connect()
    reader.take(2)
    with venue.open:
        shutil.copy(tmp_path / "backup", venue.file)
    venue.play(later)  # the number of the one that is lost
    assert reader.connect().after == 0
    assert ids(reader.take(2)) == [first.id, later.id]
    assert reader.connect().after == 2
    assert reader.silence()


@pytest.mark.parametrize(
    "data",
    [
        b"", b"\xc1garbage", rounds.encode(Have(1)), rounds.encode(Hello(rounds.VERSION + 1, "hall", 0, KEY)),
        rounds.encode(Hello(rounds.VERSION, "hall", 0, KEY)),
    ],
)  # fmt: skip
def test_a_reader_that_breaks_the_rules_is_told_so_and_others_are_served(
    venue: Venue, reader: Reader, data: bytes
) -> None:
    venue.play(venue.journal.round({}, {}))
    reader.connect()
    reader.changes()
    reader.send_bytes(data if data != rounds.encode(Have(1)) else rounds.encode(Have(7)))
    assert isinstance(reader.receive(), Refused)
    reader.connect()
    assert len(reader.take(1)) == 1


def test_another_version_is_refused_and_so_is_the_hall_that_is_one_too_many(venue: Venue) -> None:
    for hall in range(telling.MOST_HALLS + 1):
        reader = Reader(venue, f"hall {hall}")
        if hall < telling.MOST_HALLS:
            reader.connect()
        else:
            with pytest.raises(AssertionError):
                reader.connect()
        reader.hang_up()


def test_voids_of_the_hall_are_done_here_and_not_told_back(venue: Venue, reader: Reader) -> None:
    one, two = (venue.journal.round({}, {}) for _ in range(2))
    venue.play(one, two)
    venue.write(lambda session: queries.void(session, two.id, "here", "staff", NOW))
    reader.connect()
    reader.take(3)
    reader.send(HallChanges(5, voided={one.id: "there", two.id: None, "unknown": "x", one.id[:-1]: "a prefix"}))
    assert reader.receive() == Applied(5, 2)
    store = venue.store()
    with store.reading() as session:
        assert {row.id: row.void_reason for row in session.query(RoundRow)} == {one.id: "there", two.id: None}
    store.close()
    venue.server.look()
    assert reader.silence()


def test_a_hall_keeps_its_key_and_its_lists_are_by_that(venue: Venue, reader: Reader) -> None:
    reader.connect()
    with pytest.raises(AssertionError):
        reader.connect("cd" * 32)
    reader.connect()


def test_what_the_halls_staff_delete_and_hide_is_in_the_tables_store_and_beside_its_journal(
    venue: Venue, reader: Reader, tmp_path: Path
) -> None:
    venue.play(venue.journal.round({"name": "ada"}, {"name": "Bob"}))
    reader.connect()
    reader.take(1)
    with closing(open_store("", tmp_path / "hall.sqlite")) as store:
        hall = HallStore(store, 365)
        key = hall.identity()[1]
        reader = Reader(venue, "by the hall's own key")
        reader.connect(key)
        hall.place("id")
        for _ in range(2):
            store.write(lambda session: hiding.hide(session, "Bob", "staff", NOW))
            store.write(lambda session: players.delete_digest(session, digest(key, "Ada"), NOW, "staff", NOW))
            while news := hall.news("id"):
                reader.send(news)
                assert reader.take_answer() == Applied(news.number, 0)
                hall.applied("id", news.number)
            names = erasures.read(venue.folder)
            assert [names.never_shown.has(name) for name in ("Ada", "BOB")] == [False, True]
            assert [names.has("ADA", wall) for wall in (NOW.timestamp(), NOW.timestamp() + 1)] == [True, False]
        store.write(lambda session: hiding.unhide(session, "bob", "staff", NOW))
        shown = hall.news("id")
        assert shown is not None
        reader.send(shown)
        assert reader.take_answer() == Applied(shown.number, 0)
    reader.hang_up()
    assert not erasures.read(venue.folder).never_shown.has("Bob")
    with closing(venue.store()) as theirs, theirs.reading() as session:
        assert [one.name for one in queries.players(session)] == ["Bob"]


def test_of_too_many_hidden_names_a_part_is_kept_and_a_list_holds_once_it_is_whole(
    venue: Venue, reader: Reader, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rounds_server, "MOST_HIDDEN", 3)
    reader.connect()
    names = [digest(KEY, name) for name in "abcde"]
    reader.send(HallChanges(1, hidden=(*names[:2],)))
    assert reader.receive() == Applied(1, 0)
    assert erasures.read(venue.folder).never_shown == NameDigests({KEY: frozenset(names[:2])})
    reader.send(HallChanges(2, hidden=(*names[1:3],), more=True))
    assert reader.receive() == Applied(2, 0)
    assert erasures.read(venue.folder).never_shown == NameDigests({KEY: frozenset(names[:2])})
    reader.send(HallChanges(3, hidden=(*names[3:],)))
    assert reader.receive() == Applied(3, 1)
    assert erasures.read(venue.folder).never_shown == NameDigests({KEY: frozenset(names[1:4])})
    reader.send(HallChanges(4, hidden=()))
    assert reader.receive() == Applied(4, 0)
    assert erasures.read(venue.folder).never_shown == NameDigests()


def test_a_message_holds_at_most_what_a_frame_does(venue: Venue, reader: Reader) -> None:
    people = [{"name": f"{seat}" + "ß" * 190} for seat in range(12)]
    made = [venue.journal.round(*people, match=f"match-{number}") for number in range(30)]
    venue.play(*made)
    reader.connect()
    assert ids(reader.take(30)) == [one.id for one in made]
