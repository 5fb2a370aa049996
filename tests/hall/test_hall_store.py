"""The hall's store: what tables send up counts once, and what the hall's staff have done goes down."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace
from sqlalchemy import select, update

from kiosk.game.seats import SeatNumber
from kiosk.hall import rounds
from kiosk.hall import store as hall_store
from kiosk.hall.store import HallStore
from kiosk.journal.erasures import digest
from kiosk.journal.records import MatchEnded
from kiosk.results import audit, hiding, players, queries
from kiosk.results.adding import add, told_of_rounds
from kiosk.results.arrivals import arriving
from kiosk.results.forgotten import forgotten_names
from kiosk.results.model import Calendar, OutboxRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.prepared import called
from kiosk.results.ranked import ResultFilter
from kiosk.results.rebuilding import rebuild
from kiosk.results.standings import standings
from kiosk.results.store import open_store
from kiosk.results.store_errors import RefusedError, StoreError
from tests.results.conftest import NOON, Journals, clear

ODD = "'); DROP TABLE players; -- <b>\u202e%s</b>"


@pytest.fixture
def store(either_store):
    """The hall's, of each kind."""
    return either_store


@pytest.fixture
def hall(store):
    """The hall's side of its tables."""
    return HallStore(store, 365)


def told_of(log, number, key):
    """What a table's store tells of a round, and of its match's end."""
    one = arriving(log)
    values = dict(one.values)
    story, races = values.pop("story"), values.pop("races")
    assert (story, races) == (None, None)
    lines = tuple(
        rounds.SeatResult(
            name=name,
            digest=digest(key, name) if name else "",
            **{column: value for column, value in columns.items() if column != "round_id"},
        )
        for name, columns in one.results
    )
    renamed = {"round": values.pop("id"), "match": values.pop("match_id"), "nth": values.pop("number")}
    told = [
        rounds.RoundPut(
            number, started=one.started, story=None, races=(), results=lines,
            **renamed, **values,
        )
    ]  # fmt: skip
    if one.end:
        awards = tuple(rounds.AwardGiven(log.round, line.seat, "hands", 7) for line in lines[:1])
        told.append(rounds.MatchEnd(number + 1, one.match, one.end["ended"], tuple(one.end["winners"]), awards))
    return told


def put(hall, table, *changes, mark=1):
    hall.put(table, f"Table {table}", rounds.Changes(tuple(changes), mark))


def greeted(hall, table):
    """A table that was told all hidden names after its greeting: none."""
    hall.place(table)
    told = hall.news(table)
    assert (told.hidden, told.more, told.forgotten, told.voided) == ((), False, {}, {})
    hall.applied(table, told.number)


def ranked(store):
    """The standings, which follow from the results."""
    with store.reading() as session:
        assert rebuild(session) == (0, [])
        found = standings(session, ResultFilter())
        return {row.name: (row.rounds, row.matches_won) for rows in found.groups.values() for row in rows}


@pytest.fixture
def evening(hall, journal, day):
    """The changes of a match of two rounds at table a, and of a round at table b, which are not put yet."""
    _, key = hall.identity()
    lines = ({"name": "Ada", "points": 5}, {"name": ODD, "points": 1})
    over = MatchEnded(winners=(SeatNumber(1),), totals=())
    first = told_of(journal.round(*lines, number=1).log, 1, key)
    last = told_of(journal.round(*lines, number=2, at=day(1), over=over).log, 2, key)
    other = told_of(journal.round({"name": "ada"}, {"name": "Bob"}, match="m2", at=day(2)).log, 1, key)
    return [*first, *last], other


def test_what_is_put_counts_once_however_often_and_in_whatever_parts_it_comes(hall, store, evening):
    mine, others = evening
    put(hall, "a", *mine[:2], mark=5)
    put(hall, "b", *others, mark=8)
    for _ in range(2):
        put(hall, "a", *mine, mark=6)
        assert ranked(store) == {"Ada": (3, 1), ODD: (2, 0), "Bob": (1, 0)}
    assert (hall.place("a"), hall.place("b"), hall.place("c")) == ((3, 6), (1, 8), (0, 0))
    with store.reading() as session:
        awards = session.execute(select(ResultRow.round_id, ResultRow.award).where(ResultRow.award.is_not(None)))
        assert [tuple(row) for row in awards] == [("round-2", "hands")]
        keys = session.scalars(select(PlayerRow.key).order_by(PlayerRow.key)).all()
        assert session.scalars(select(OutboxRow.kind)).all() == []  # nobody reads a hall's
    assert "ada" in keys
    assert len(keys) == 3


def test_a_hall_has_what_an_import_of_the_same_journal_has(hall, store, evening, journal, day):
    mine, others = evening
    put(hall, "a", *mine)
    put(hall, "b", *others)
    again = type(journal)(journal.folder / "again")
    lines = ({"name": "Ada", "points": 5}, {"name": ODD, "points": 1})
    logs = [
        again.round(*lines, number=1).log,
        again.round(*lines, number=2, at=day(1), over=MatchEnded(winners=(SeatNumber(1),), totals=())).log,
        again.round({"name": "ada"}, {"name": "Bob"}, match="m2", at=day(2)).log,
    ]
    with closing(open_store("sqlite://", Path())) as plain:
        plain.write(lambda session: add(session, [arriving(log) for log in logs], day(3), "a machine"))
        assert ranked(plain) == ranked(store)
        with plain.reading() as theirs, store.reading() as ours:
            query = select(RoundRow.__table__).order_by(RoundRow.arrived)
            assert theirs.execute(query).all() == ours.execute(query).all()


def test_changes_that_are_refused_leave_nothing_and_do_not_move_the_place(hall, store, evening):
    mine, _ = evening
    wrong = replace(mine[1], round="wrong", results=(replace(mine[1].results[0], bot=None),))
    with pytest.raises(RefusedError):
        put(hall, "a", mine[0], wrong)
    assert (ranked(store), hall.place("a")) == ({}, (0, 0))


def test_what_does_not_follow_from_where_the_store_stands_is_refused(hall, store, evening):
    (*first, last), _ = evening
    rest = [last]
    hall.put("a", "Table a", rounds.Changes((*first,), 7), (0, 0))
    for elsewhere in ((0, 0), (first[-1].number, 8), (first[-1].number - 1, 7)):
        with pytest.raises(StoreError, match="it stands elsewhere with this table"):
            hall.put("a", "Table a", rounds.Changes((*rest,), 9), elsewhere)
    assert hall.place("a") == (first[-1].number, 7)
    hall.put("a", "Table a", rounds.Changes((*rest,), 9), (first[-1].number, 7))
    assert hall.place("a") == (rest[-1].number, 9)


def test_a_table_voids_its_own_rounds_alone_and_ends_its_own_matches(hall, store, evening):
    mine, others = evening
    put(hall, "a", *mine)
    put(hall, "b", *others)
    put(hall, "b", rounds.Voided(2, "round-1", "not mine"), rounds.Voided(3, "round-3", "a test"))
    put(hall, "a", rounds.Voided(5, "gone", "pruned"), rounds.MatchEnd(6, "m2", "decided", (SeatNumber(1),), ()))
    assert ranked(store) == {"Ada": (2, 1), ODD: (2, 0)}
    put(hall, "b", rounds.Voided(4, "round-3", None))
    assert ranked(store) == {"Ada": (3, 1), ODD: (2, 0), "Bob": (1, 0)}


def test_a_name_deleted_at_one_table_is_gone_from_all_and_stays_away(hall, store, evening, day):
    mine, others = evening
    _, key = hall.identity()
    put(hall, "a", *mine)
    gone = rounds.Erased(2, digest(key, "ADA"), day(1))
    put(hall, "b", gone)
    assert ranked(store) == {ODD: (2, 0)}
    put(hall, "b", *(replace(one, started=day(1)) for one in others))
    assert ranked(store) == {ODD: (2, 0), "Bob": (1, 0)}
    later = replace(others[0], round="later", match="m3", started=day(20_000))
    put(hall, "b", later)
    assert ranked(store)["ada"] == (1, 0)
    put(hall, "b", gone)
    assert ranked(store)["ada"] == (1, 0), "it was done before: this is another person"


def test_a_void_of_the_halls_staff_is_told_its_table_until_it_is_applied_and_not_again(hall, store, evening):
    mine, others = evening
    put(hall, "a", *mine)
    put(hall, "b", *others)
    greeted(hall, "b")
    greeted(hall, "a")
    assert hall.news("a") is None
    store.write(lambda session: queries.void(session, "round-1", "cheating", "staff", NOON))
    for _ in range(2):
        greeted(hall, "a")
        assert (hall.news("b"), hall.news("a").voided) == (None, {"round-1": "cheating"})
    hall.applied("a", 2)
    greeted(hall, "a")
    assert hall.news("a") is None
    put(hall, "a", rounds.Voided(4, "round-1", "cheating"), rounds.Voided(5, "round-1", None))
    assert hall.news("a") is None
    assert ranked(store)["Ada"] == (3, 1)


def test_deleted_names_are_told_all_tables_once_after_each_greeting(hall, store, evening):
    mine, _ = evening
    _, key = hall.identity()
    put(hall, "a", *mine)
    store.write(lambda session: players.delete(session, "Ada", "staff", NOON))
    for table in ("a", "b", "a"):
        greeted(hall, table)
        told = hall.news(table)
        assert [*told.forgotten] == [digest(key, "ada")]
        assert len(rounds.encode(told)) < 64_000
        hall.applied(table, told.number)
        assert hall.news(table) is None
    put(hall, "b", rounds.Erased(2, digest(key, "Bob"), NOON))
    assert [*hall.news("a").forgotten] == [digest(key, "bob")]


def test_a_name_is_forgotten_by_its_last_round_at_any_table_after_seven_days_of_being_due(store, hall, evening):
    mine, others = evening
    _, key = hall.identity()
    put(hall, "a", *mine)
    put(hall, "b", *others)

    def change(key, **values):
        store.write(lambda session: session.execute(update(PlayerRow).where(PlayerRow.key == key).values(**values)))

    change("ada", last_played=NOON - timedelta(days=9_000))
    change("bob", last_played=NOON - timedelta(days=20))
    days = [NOON.date() + timedelta(days=number // 2) for number in range(14)]
    daily = HallStore(store, 365, iter(days).__next__)
    daily.place("a")
    left = []
    for _ in days:
        daily.news("a")
        change("ada", overdue_on=NOON.date() - timedelta(days=1))  # when it was counted last
        left.append("Ada" in ranked(store))
    assert left == [True] * 12 + [False] * 2
    assert ranked(store) == {ODD: (2, 0), "Bob": (1, 0)}
    with store.reading() as session:
        assert [*forgotten_names(session).until] == [digest(key, "Ada")]
        assert audit.trail(session)[-1].what == "forgotten after 365 days"


def test_a_halls_own_number_of_days_goes_before_that_of_a_table(store, hall, evening):
    mine, _ = evening
    put(hall, "a", *mine)
    old = NOON - timedelta(days=30)
    store.write(lambda session: session.execute(update(PlayerRow).values(last_played=old)))
    store.write(lambda session: session.execute(update(Calendar).values(names_days=3_000)))
    HallStore(store, 0).news("a")
    assert len(ranked(store)) == 2
    store.write(lambda session: session.execute(update(Calendar).values(names_days=0)))
    HallStore(store, 3_000).news("a")
    assert ranked(store) == {}


def test_a_round_that_is_there_already_becomes_that_of_the_table_which_sends_it(store, hall, evening, journal, day):
    """As after ``kiosk venue adopt``: it counts once, and its table can void it."""
    mine, _ = evening
    lines = ({"name": "Ada", "points": 5}, {"name": ODD, "points": 1})
    log = journal.round(*lines, number=1, id="round-1").log
    store.write(lambda session: add(session, [arriving(log)], day(3), "a machine"))
    put(hall, "a", *mine)
    put(hall, "b", mine[0], rounds.Voided(2, "round-1", "not mine"))
    assert ranked(store) == {"Ada": (2, 1), ODD: (2, 0)}
    put(hall, "a", rounds.Voided(4, "round-1", "mine"))
    assert ranked(store) == {"Ada": (1, 1), ODD: (1, 0)}


def test_many_deleted_names_and_voids_come_in_parts(hall, store, evening, monkeypatch):
    monkeypatch.setattr(hall_store, "_NAMES", 2)
    monkeypatch.setattr(hall_store, "_VOIDED", 1)
    mine, _ = evening
    _, key = hall.identity()
    names = {digest(key, name) for name in ("Cem", "Dora", "Eve")}
    put(hall, "a", *mine, *(rounds.Erased(10, name, NOON) for name in names))
    store.write(lambda session: queries.reset(session, ResultFilter(), "x" * 3000, "staff", NOON))
    greeted(hall, "a")
    parts = []
    while (told := hall.news("a")) is not None:
        parts.append((len(told.forgotten), [*told.voided]))
        assert all(len(reason) == rounds.TEXT for reason in told.voided.values())
        names -= told.forgotten.keys()
        hall.applied("a", told.number)
    assert (parts, names) == ([(2, []), (1, []), (0, ["round-1"]), (0, ["round-2"])], set())


def test_all_hidden_names_are_told_whenever_one_has_changed(hall, store, monkeypatch):
    monkeypatch.setattr(hall_store, "_NAMES", 2)
    _, key = hall.identity()

    def told_all():
        names, more = [], True
        while more:
            told = hall.news("a")
            names += told.hidden
            more = told.more
        return names

    greeted(hall, "a")
    for name in ("Ada", "Bob", "Cem"):
        store.write(lambda session, name=name: hiding.hide(session, name, "staff", NOON))
    assert told_all() == sorted(digest(key, name) for name in ("Ada", "Bob", "Cem"))
    assert hall.news("a") is None
    store.write(lambda session: hiding.unhide(session, "Bob", "staff", NOON))
    assert told_all() == sorted(digest(key, name) for name in ("Ada", "Cem"))
    hall.place("a")
    assert told_all() == sorted(digest(key, name) for name in ("Ada", "Cem"))


def test_the_largest_news_are_within_the_bounds_of_a_message():
    names = {f"{number:064x}": NOON for number in range(hall_store._NAMES)}
    voided = {f"{number:064}": "\U0001f0cf" * rounds.TEXT for number in range(hall_store._VOIDED)}
    for told in (rounds.HallChanges(2**62, forgotten=names), rounds.HallChanges(2**62, voided=voided)):
        assert rounds.from_reader(rounds.encode(told)) == told


@pytest.mark.postgres
@pytest.mark.parametrize("time", ["infinity", "-infinity", "20000-01-01", "0044-03-15 BC"])
@pytest.mark.parametrize("of", ["rounds", "erased"])
def test_a_server_takes_no_time_that_nobody_could_read_again(postgres_address, tmp_path, time, of):
    """A table that was taken over calls its functions with what it likes: the others, and pages, must go on."""
    clear(postgres_address)
    played = Journals(tmp_path).round({"name": "Ada"}, at=NOON).log
    with closing(open_store(postgres_address, Path())) as store:
        hall = HallStore(store, 365)
        _, key = hall.identity()
        step = {"erased": [{"digest": "0" * 64}]} if of == "erased" else told_of_rounds([arriving(played)], key)
        for one in step[of]:
            one["until" if of == "erased" else "started"] = time
        told = msgspec.json.encode({"key": key, "number": 1, "mark": 1, "steps": [step]}).decode()
        with pytest.raises(RefusedError, match="no time of this store"):
            store.write(lambda session: called(session.connection(), "hall_put", "b", "Bar", told))
        assert hall.news("a") == rounds.HallChanges(1, hidden=())
