"""Standings that are kept: whatever happens, they are what all results add up to."""

from __future__ import annotations

import shutil
from contextlib import closing
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import delete, func, select, text, update

from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BrokenOff, MatchEnded
from kiosk.results import calendar, forgotten, keeping, players, queries, rebuilding
from kiosk.results.importer import refresh
from kiosk.results.ledger import adopt, of_store
from kiosk.results.model import GroupRow, KeptLeftOut, KeptStanding, RoundRow
from kiosk.results.ranked import ResultFilter
from kiosk.results.rebuilding import rebuild
from kiosk.results.standings import standings
from kiosk.results.store import open_store
from kiosk.results.store_errors import StoreError
from tests.results.conftest import NOON, Journals, add_rounds, empty
from tests.rig.slow_standings import standings as slow_standings

ZONE = "America/New_York"
"""Its midnight is five hours after that of UTC."""
EVENING = NOON.replace(day=1, month=12, hour=4)
"""An hour before its midnight, from November to December."""
DAYS = (None, date(2026, 11, 30), date(2026, 12, 1), date(2026, 12, 31))
NAMES = ("", "Ada", "ADA", "Bob", "Cem")


def rebuilt(store):
    with store.reading() as session:
        return rebuild(session)


def assert_right(store, filters):
    """The standings are what today's results add up to, one by one; nothing that is kept is wrong."""
    assert rebuilt(store) == (0, [])
    with store.reading() as session:
        for wanted in filters:
            quick, slow = standings(session, wanted), slow_standings(session, wanted)
            assert (quick.groups, list(quick.groups), quick.left_out) == (slow.groups, list(slow.groups), slow.left_out)
            best = standings(session, wanted, top=2)
            assert best.groups == {group: rows[:2] for group, rows in slow.groups.items()}
            assert best.players == {group: len(rows) for group, rows in slow.groups.items()}
            assert best.left_out == slow.left_out


LINES = st.fixed_dictionaries(
    {
        "name": st.sampled_from(NAMES),
        "points": st.integers(-3, 3),
        "won": st.booleans(),
        "stops": st.integers(0, 1),
        "lost_races": st.integers(0, 2),
        "bot": st.sampled_from([False, False, True]),
        "handicap": st.sampled_from([None, None, 8]),
        "reaction_ms": st.sampled_from([None, 300, 500]),
    }
)
ROUNDS = st.lists(
    st.fixed_dictionaries(
        {
            "lines": st.lists(LINES, min_size=2, max_size=3),
            "match": st.sampled_from(["m1", "m2", "m3"]),
            "minutes": st.integers(0, 130),
            "over": st.sampled_from([None, None, "decided", "pause"]),
            "decided": st.sampled_from([True, True, True, False]),
            "touch": st.sampled_from(["drag", "drag", "tap"]),
            "house": st.sampled_from([False, False, False, True]),
        }
    ),
    min_size=2,
    max_size=8,
)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("fill"), st.lists(st.integers(0, 7), min_size=1, max_size=8)),
        st.tuples(st.just("begin"), st.lists(st.integers(0, 7), min_size=1, max_size=8)),
        st.tuples(st.just("void"), st.integers(0, 7)),
        st.tuples(st.just("unvoid"), st.integers(0, 7)),
        st.tuples(st.just("delete"), st.sampled_from(NAMES[1:])),
        st.tuples(st.just("reset"), st.sampled_from(["Table 1", None])),
        st.tuples(st.just("undo"), st.none()),
        st.tuples(st.just("dump"), st.none()),
        st.tuples(st.just("back"), st.none()),
    ),
    max_size=8,
)
FILTERS = st.builds(
    ResultFilter,
    touch=st.sampled_from([None, "drag"]),
    table=st.sampled_from([None, None, "Table 1"]),
    first=st.sampled_from(DAYS[:3]),
    last=st.sampled_from(DAYS),
    handicaps=st.booleans(),
    bots=st.sampled_from([False, False, True]),
    guests=st.sampled_from([False, False, True]),
)


def log_of(journal, number, *, lines, match, minutes, over, house, **told):
    """The log of one of ``ROUNDS``."""
    chosen = {"preset": "table_default", "bots": "steady", "pro": "off"}
    if house:
        chosen["house false_stop"] = "ignore"
    lines = [line if not line["bot"] else {**line, "name": ""} for line in lines]
    end = {"decided": MatchEnded(winners=(1, 2), totals=()), "pause": BrokenOff(at=1, why="pause"), None: None}
    at = EVENING + timedelta(minutes=minutes)
    return journal.round(
        *lines, id=f"round-{number}", match=match, at=at, over=end[over], chosen=chosen, number=number, **told
    ).log


class Story:
    """A store to which things happen."""

    def __init__(self, address, folder, journal, rounds):
        self.address, self.file, self.folder = address, folder / "results.sqlite", folder
        self.logs = [log_of(journal, number, **told) for number, told in enumerate(rounds)]
        self.store = open_store(address, self.file, time_zone=ZONE)

    def step(self, what, which):
        getattr(self, f"_{what}")(which)

    def _fill(self, which):
        chosen = [self.logs[number] for number in which if number < len(self.logs)]
        self.store.write(lambda session: add_rounds(session, chosen, NOON))

    def _begin(self, which):
        """Import rounds of which nobody knows yet that their match is over: it ends late."""
        chosen = [self.logs[number] for number in which if number < len(self.logs)]
        early = [RoundLog(log.round, log.entries[: 2 if log.ended else 1]) for log in chosen]
        self.store.write(lambda session: add_rounds(session, early, NOON))

    def _void(self, which, reason="the cat"):
        name = f"round-{which}"
        with self.store.reading() as session:
            there = session.get(RoundRow, name) is not None
        if there:
            self.store.write(lambda session: queries.void(session, name, reason, "me", NOON))

    def _unvoid(self, which):
        self._void(which, None)

    def _delete(self, name):
        self.store.write(lambda session: players.delete(session, name, "me", NOON))

    def _reset(self, table):
        self.store.write(lambda session: queries.reset(session, ResultFilter(table=table), "anew", "me", NOON))

    def _undo(self, _):
        self.store.write(lambda session: queries.undo_reset(session, ResultFilter(), "anew", "me", NOON))

    def _dump(self, _):
        if not self.address:
            shutil.copyfile(self.file, self.folder / "dump")

    def _back(self, _):
        if (self.folder / "dump").exists():
            with self.store.reading() as session:
                left, gone = of_store(session), forgotten.forgotten_names(session)
            self.store.close()
            shutil.copyfile(self.folder / "dump", self.file)
            self.store = open_store("", self.file)
            self.store.write(lambda session: forgotten.stay_forgotten(session, gone, "kiosk", NOON))
            adopt(self.store, left)


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROUNDS, STEPS, st.lists(FILTERS, min_size=3, max_size=5))
def test_whatever_happens_the_standings_are_what_all_results_add_up_to(tmp_path_factory, rounds, steps, filters):
    folder = tmp_path_factory.mktemp("story")
    tell("", folder, rounds, steps, filters)


@pytest.mark.postgres
@settings(max_examples=2, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROUNDS, STEPS, st.lists(FILTERS, min_size=3, max_size=3))
def test_a_server_adds_up_the_same(postgres_address, tmp_path_factory, rounds, steps, filters):
    empty(postgres_address)
    folder = tmp_path_factory.mktemp("story")
    tell(postgres_address, folder, rounds, steps, filters)


def tell(address, folder, rounds, steps, filters):
    story = Story(address, folder, Journals(folder / "journal"), rounds)
    try:
        for what, which in steps:
            story.step(what, which)
            assert rebuilt(story.store) == (0, [])
        story.step("fill", [*range(len(rounds))][::-1])
        assert_right(story.store, filters)
    finally:
        story.store.close()


@pytest.fixture
def evening(journal, tmp_path):
    """Two rounds of Ada and Bob on both sides of midnight, and one that was left out; the match is over."""
    store = open_store("", tmp_path / "evening.sqlite", time_zone=ZONE)
    over = MatchEnded(winners=(1,), totals=())
    lines = ({"name": "Ada", "points": 5}, {"name": "Bob", "points": 1})
    logs = [
        journal.round(*lines, at=EVENING).log,
        journal.round(*lines, at=EVENING + timedelta(hours=2), over=over).log,
        journal.round({"name": "Ada", "handicap": 8}, {}, match="another", at=EVENING).log,
    ]
    store.write(lambda session: add_rounds(session, logs, NOON))
    yield store
    store.close()


def of_ada(store, **wanted):
    with store.reading() as session:
        ((ada, *_),) = standings(session, ResultFilter(**wanted)).groups.values()
    return ada.name, ada.rounds, ada.matches


def test_a_match_past_midnight_is_one_of_both_days_and_one_of_all_time(evening):
    _, november, december, last = DAYS
    for first, until, rounds in ((november, november, 1), (december, december, 1), (december, last, 1)):
        assert of_ada(evening, first=first, last=until) == ("Ada", rounds, 1)
    assert of_ada(evening) == ("Ada", 2, 1)
    assert of_ada(evening, first=november, last=december) == ("Ada", 2, 1)


def test_all_that_is_wrong_is_told_and_mended(evening):
    def spoil(session):
        session.execute(update(KeptStanding).where(KeptStanding.period == "2026-12").values(points=77, stops=3))
        session.execute(update(KeptLeftOut).where(KeptLeftOut.period == "").values(results=KeptLeftOut.results + 1))
        session.execute(update(RoundRow).where(RoundRow.id == "round-1").values(day="2026-01-01"))

    evening.write(spoil)
    days, found = evening.write(rebuild)
    assert days == 1
    told = {(one.period, one.who, tuple(one.kept.items()), tuple(one.right.items())) for one in found}
    assert told == {
        ("2026-12", "Ada", (("points", 77), ("stops", 3)), (("points", 5), ("stops", 0))),
        ("2026-12", "Bob", (("points", 77), ("stops", 3)), (("points", 1), ("stops", 0))),
        ("", "guests", (("results", 2),), (("results", 1),)),
        ("", "handicaps", (("results", 2),), (("results", 1),)),
    }
    assert_right(evening, [ResultFilter()])


def test_standings_that_are_wrong_are_not_shown(evening):
    evening.write(lambda session: session.execute(update(KeptStanding).values(rounds=7)))
    with pytest.raises(StoreError, match="make them anew: kiosk scores rebuild"), evening.reading() as session:
        standings(session, ResultFilter())


def test_nothing_is_kept_of_a_deleted_player_nor_of_what_is_voided(evening):
    evening.write(lambda session: players.delete(session, "Ada", "me", NOON))
    for number in (1, 2):
        evening.write(lambda session, n=number: queries.void(session, f"round-{n}", "the cat", "me", NOON))
    with evening.reading() as session:
        assert session.scalar(select(func.count()).select_from(KeptStanding)) == 0
    assert_right(evening, [ResultFilter()])


def test_in_another_time_zone_the_days_are_others(evening):
    def move(session):
        calendar.set_zone(session, "Europe/Berlin")
        return rebuild(session)

    assert evening.write(move).days == 2
    assert of_ada(evening, first=DAYS[2], last=DAYS[2]) == ("Ada", 2, 1)
    assert_right(evening, [ResultFilter()])


def test_the_watchdog_is_told_with_each_day_and_each_part_that_is_made_anew(journal, store, played, day):
    """The venue migrates a large store, for minutes on a small computer."""
    played(*(journal.round({"name": "Ada"}, {}, at=day(number)) for number in (0, 1, 5)), now=day(5))
    told = []

    def track(items, what, total):
        for item in items:
            told.append((what, total))
            yield item

    store.write(lambda session: rebuild(session, track))
    assert told == [("Counting days", 6)] * 3 + [("Looking through rounds", 1), ("Adding up", 1)]


def test_a_new_leaderboard_tells_how_far_it_is(journal, store, played, day, monkeypatch):
    monkeypatch.setattr(keeping, "CHUNK", 2)
    played(*(journal.round({"name": "Ada"}, {}) for _ in range(3)))
    told = []

    def track(items, what, total):
        for item in items:
            told.append((what, total))
            yield item

    for change in (queries.reset, queries.undo_reset):
        assert store.write(lambda session, make=change: make(session, ResultFilter(), "anew", "me", NOON, track)) == 3
    assert told == [("Voiding", 2)] * 2 + [("Counting again", 2)] * 2


def test_no_statement_goes_through_more_results_than_a_server_has_time_for(address, journal, day, monkeypatch):
    """Each part has some rounds, or the results of some players; one player's cannot be parted."""
    monkeypatch.setattr(rebuilding, "_ROUNDS", 2)
    monkeypatch.setattr(rebuilding, "_RESULTS", 3)
    with closing(open_store(address, Path())) as store:
        names = (("Ada", "Bob"), ("Ada", "Cem"), ("Ada", ""), ("Ada", "Dan"), ("Eve", "Dan"))
        lines = ([{"name": name, "points": number} for name in some] for number, some in enumerate(names))
        touch = ("drag", "drag", "tap", "drag", "tap")
        logs = [journal.round(*some, touch=kind).log for some, kind in zip(lines, touch, strict=True)]
        store.write(lambda session: add_rounds(session, logs, day(0)))
        shown = store_of(store)
        store.write(forget_what_is_kept)
        begun = []

        def track(items, what, total):
            for item in items:
                begun.append((what, item, total))
                yield item

        assert len(store.write(lambda session: rebuild(session, track)).differences) == sum(map(len, shown))
        assert [one for one in begun if one[0] != "Counting days"] == [
            *(("Looking through rounds", part, 3) for part in ((1, 2), (3, 4), (5, 6))),
            *(("Adding up", part, 3) for part in ((1, 1), (2, 4), (5, 5))),
        ]
        assert store_of(store) == shown
        assert_right(store, [ResultFilter(), ResultFilter(first=day(0).date(), last=day(0).date())])


def store_of(store):
    """All that is kept, by the properties of its group: groups that are made anew have other numbers."""
    with store.reading() as session:
        group = select(GroupRow.touch)
        return [
            sorted(
                tuple(row)
                for row in session.execute(group.add_columns(*table.__table__.c[2:], table.period).join(table))
            )
            for table in (KeptStanding, KeptLeftOut)
        ]


def forget_what_is_kept(session):
    for table in (KeptStanding, KeptLeftOut, GroupRow):
        session.execute(delete(table))


@pytest.mark.postgres
def test_a_server_knows_how_few_groups_there_are(postgres_address, journal, day):
    """It looks by itself only at tables of many rows, and would begin each part with all rounds of the store."""
    empty(postgres_address)
    with closing(open_store(postgres_address, Path())) as store:
        logs = [journal.round({"name": "Ada"}, {}, touch=touch).log for touch in ("tap", "drag")]
        store.write(lambda session: add_rounds(session, logs, day(0)))
        store.write(rebuild)
        with store.reading() as session:
            known = text("SELECT reltuples FROM pg_class WHERE oid = 'groups'::regclass")
            assert session.scalar(known) == len(logs)


@given(
    st.datetimes(NOON.replace(tzinfo=None, year=1970), NOON.replace(tzinfo=None, year=2100)),
    st.sampled_from(
        [
            "UTC",
            "Europe/Berlin",
            "America/Sao_Paulo",
            "Pacific/Apia",
            "Africa/Casablanca",
            "Asia/Beirut",
            "America/Havana",
        ]
    ),
)
def test_a_day_ends_where_the_next_begins(moment, name):
    zone, at = calendar.known_zone(name), moment.replace(tzinfo=NOON.tzinfo)
    ends = calendar.next_day(at, zone)
    assert ends > at
    assert calendar.day_of(ends - timedelta(microseconds=1), zone) == calendar.day_of(at, zone)
    assert calendar.day_of(ends, zone) > calendar.day_of(at, zone)


def test_rounds_that_were_set_aside_are_in_no_standings(journal, store, day):
    journal.write(
        journal.round({"name": "Ada", "points": 5}, {}),
        journal.round({"name": "Ada", "points": 2**40}, {}),
        journal.round({"name": "A" * 300}, {}),
    )
    assert len(refresh(store, journal.folder, 365, day(0)).set_aside) == 2
    assert of_ada(store) == ("Ada", 1, 0)
    assert_right(store, [ResultFilter(), ResultFilter(guests=True)])


def test_of_equal_means_as_fractions_more_rounds_come_first_then_the_codes_of_the_names(address, journal, day):
    """A mean that is only shown as equal is not equal."""
    store = open_store(address, Path())
    logs = [journal.round(*({"name": name, "points": 1} for name in ("a", "B", "Ä", "Zoe"))).log]
    logs += [journal.round({"name": "Zoe", "points": 1}, {"name": "Max", "points": point}).log for point in [1] * 400]
    logs += [journal.round({"name": "Max", "points": 2}, {"name": "Low", "points": 0}).log]
    logs += [journal.round({"name": "Ada", "points": 9, "handicap": 8}, {}).log]  # no round that is ranked
    store.write(lambda session: add_rounds(session, logs, day(0)))
    ranked = ["Max", "Zoe", "B", "a", "Ä", "Low"]
    for top in (None, 100, 6, 5, 4, 3, 1):
        with store.reading() as session:
            told = standings(session, ResultFilter(), top)
        ((rows,),) = [told.groups.values()]
        assert [(row.name, row.mean) for row in rows] == [(name, float(name != "Low")) for name in ranked[:top]]
        assert [*told.players.values()] == [len(ranked)]
    store.close()
