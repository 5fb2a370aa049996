"""The import as a function of a PostgreSQL server: a store there is the same as one in an SQLite file."""

from __future__ import annotations

from datetime import timedelta
from hashlib import blake2b
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select, update

from kiosk.game.awards import Award, AwardKind
from kiosk.journal.erasures import digest
from kiosk.journal.ledger import EMPTY, Ledger
from kiosk.journal.names import name_key
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import MatchEnded
from kiosk.results import version
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.calendar import set_zone
from kiosk.results.model import (
    Forgotten,
    GroupRow,
    KeptLeftOut,
    KeptStanding,
    MatchRow,
    PlayerRow,
    ResultRow,
    RoundRow,
    Secret,
)
from kiosk.results.rebuilding import rebuild
from kiosk.results.server_functions import function_bodies
from kiosk.results.store import open_store
from kiosk.results.store_errors import RefusedError
from tests.results.conftest import NOON, Journals, clear
from tests.results.test_keeping import EVENING, ROUNDS, ZONE, log_of

KEY = "5a" * 32
BATCHES = st.lists(
    st.tuples(st.booleans(), st.lists(st.integers(0, 7), min_size=1, max_size=4)), min_size=1, max_size=4
)
AWARDS = st.lists(
    st.builds(Award, st.integers(1, 4), st.sampled_from(AwardKind), st.integers(0, 99)),
    max_size=3,
    unique_by=lambda award: award.seat,
).map(tuple)
BEFORE = st.tuples(
    st.dictionaries(st.sampled_from(["ada", "Bob", "Cem"]), st.integers(-9, 200)),
    st.dictionaries(st.sampled_from(["ada", "bob", "cem"]), st.integers(-99, 200)),
    st.sets(st.integers(0, 7)),
)
"""Names that are forgotten until so many minutes later, or known since; rounds that are voided."""


def test_whoever_changes_a_function_adds_a_migration():
    """A store gets the functions with a migration: change this together with a new version."""
    since, made = "0020", "7edbbbd6cf9afe9c"
    assert blake2b(repr(function_bodies()).encode(), digest_size=8).hexdigest() == made
    assert [*(version.MIGRATIONS / "versions").glob(f"v{since}_*.py")]


def all_of(store):
    """All that is in the store, without the ids that it gives itself."""
    with store.reading() as session:
        assert rebuild(session) == (0, [])
        names = dict(session.execute(select(PlayerRow.id, PlayerRow.key)).all())
        groups = {row.id: tuple(row)[1:] for row in session.execute(select(GroupRow.__table__))}
        own = {"player_id": names, "group_id": groups}
        found = {}
        for table in (MatchRow, RoundRow, ResultRow, PlayerRow, KeptStanding, KeptLeftOut):
            rows = [dict(row._mapping) for row in session.execute(select(table.__table__))]
            if table is PlayerRow:
                rows = [{**row, "id": None} for row in rows]
            told = [
                {name: own[name].get(value) if name in own else value for name, value in row.items()} for row in rows
            ]
            found[table.__tablename__] = sorted(told, key=repr)
        return found


@pytest.fixture
def both(postgres_address):
    """Return a function: an empty store in memory and one on the server, with the same key and time zone."""
    made = []

    def begin(session):
        session.execute(update(Secret).values(key=KEY))
        set_zone(session, ZONE)

    def make():
        clear(postgres_address)
        made.extend(open_store(address, Path()) for address in ("sqlite://", postgres_address))
        for store in made[-2:]:
            store.write(begin)
        return made[-2:]

    yield make
    for store in made:
        store.close()


def put(stores, arrivals, left=EMPTY):
    """Add the rounds to each of these stores; return how many of them were new."""
    few, more = (
        store.write(lambda session: add(session, arrivals, NOON + timedelta(days=30), "a machine", left))
        for store in stores
    )
    assert few == more
    return few


@pytest.mark.postgres
@settings(max_examples=3, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROUNDS, BATCHES, AWARDS, BEFORE)
def test_any_rounds_in_any_order_are_the_same_in_both(both, tmp_path_factory, rounds, batches, awards, before):
    """Also where they come before their match is over, and where a store of before knew them and their people."""
    journal = Journals(tmp_path_factory.mktemp("journal"))
    logs = [log_of(journal, number, **told) for number, told in enumerate(rounds)]
    forgotten, seen, voided = before
    left = Ledger(
        KEY,
        {f"round-{number}": "the cat" for number in voided},
        {digest(KEY, name): EVENING + timedelta(minutes=at) for name, at in seen.items()},
        (),
    )
    stores = both()
    for store in stores:
        store.write(
            lambda session: session.add_all(
                Forgotten(digest=digest(KEY, name_key(name)), until=EVENING + timedelta(minutes=at))
                for name, at in forgotten.items()
            )
        )
    for early, batch in batches:
        chosen = [logs[number] for number in batch if number < len(logs)]
        if early:  # nobody knows yet that the match is over
            chosen = [RoundLog(log.round, log.entries[: 2 if log.ended else 1]) for log in chosen]
        put(stores, [arriving(log)._replace(awards=awards) for log in chosen], left)
    file, server = map(all_of, stores)
    assert file == server


@pytest.mark.postgres
def test_what_else_rounds_bring_is_the_same_in_both(both, journal, day):
    """Odd names, a forgotten one, first days, a voided round, awards, a match that is over, a wrong clock."""
    stores = both()
    lines = [{"name": name, "points": 3} for name in ("Ada", "Bob", "'); DROP TABLE players; --", "<b>ß\u202e%s</b>")]
    logs = [
        journal.round(*lines, {"bot": True}, at=day(0), number=1).log,
        journal.round(*lines[1:], {}, at=day(1), number=2, over=MatchEnded(winners=(2, 5), totals=())).log,
        journal.round({"name": " aDA "}, {"name": "BOB"}, at=day(2), number=3).log,
        journal.round({"name": "bob"}, {"name": "Cem"}, match="another", at=day(5)).log,
        journal.round({"name": "Cem"}, {"name": "Ada"}, match="another", at=day(4000)).log,
    ]
    arrivals = [arriving(log) for log in logs]
    given_to = (Award(1, AwardKind.HANDS, 7), Award(5, AwardKind.LAST, 0), Award(9, AwardKind.RACES, 1))
    arrivals[1] = arrivals[1]._replace(awards=given_to)
    left = Ledger(KEY, {"round-4": "the cat"}, {digest(KEY, "ada"): day(-9), digest(KEY, "cem"): day(5000)}, ())
    for store in stores:
        store.write(lambda session: session.add(Forgotten(digest=digest(KEY, "Bob"), until=day(3))))
    parts = (arrivals[:1], arrivals[:2], arrivals[1:3], arrivals[3:])
    assert [put(stores, part, left) for part in parts] == [1, 1, 1, 2]
    file, server = map(all_of, stores)
    assert file == server
    times = {row["key"]: (row["since"], row["last_played"]) for row in server["players"]}
    assert (times["ada"], times["bob"]) == ((day(-9), day(30)), (day(5), day(5)))
    assert {row["seat"]: row["award"] for row in server["results"] if row["award"]} == {1: "hands", 5: "last"}


@pytest.mark.postgres
def test_names_are_kept_out_by_the_key_that_the_store_has_now(both, journal, day):
    """An empty store takes over the key of the one that it replaces."""
    stores = both()
    assert put(stores, [arriving(journal.round({"name": "Ada"}, {}).log)]) == 1
    other = "77" * 32

    def change(session):
        session.execute(update(Secret).values(key=other))
        session.add(Forgotten(digest=digest(other, "Bob"), until=day(3)))

    for store in stores:
        store.write(change)
    assert put(stores, [arriving(journal.round({"name": "Bob"}, {}, at=day(1)).log)]) == 1
    file, server = map(all_of, stores)
    assert file == server
    assert [row["key"] for row in server["players"]] == ["ada"]


@pytest.mark.postgres
def test_a_value_that_is_refused_leaves_nothing_and_is_told_without_it(both, journal):
    _, server = both()
    log = journal.round({"name": "Ximénez" * 40}, {}).log
    with pytest.raises(RefusedError, match="it refuses a value") as told:
        server.write(lambda session: add(session, [arriving(log)], NOON, "a machine"))
    assert "Ximénez" not in str(told.value)
    assert not any(all_of(server).values())
