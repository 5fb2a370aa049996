"""Results that move from one store into another: each round once, with all that is known of it."""

from __future__ import annotations

from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import select

from kiosk.game.awards import Award, AwardKind
from kiosk.journal.records import MatchEnded, Origin
from kiosk.results import audit, hiding, players, queries
from kiosk.results.adding import add
from kiosk.results.arrivals import arriving
from kiosk.results.forgotten import forgotten_names
from kiosk.results.model import OutboxRow
from kiosk.results.moving import Moved, move
from kiosk.results.ranked import ResultFilter
from kiosk.results.store import open_store
from tests.results.conftest import NOON
from tests.results.test_server_import import all_of

LATER = NOON + timedelta(days=30)
ELSEWHERE = Origin(table="Table 2", version="0.1.0", python="3.11", boot="b")


@pytest.fixture
def shared(either_store, journal, day):
    """A store that two tables have filled: with a voided round, a deleted, a hidden and an odd name, and awards."""
    over = MatchEnded(winners=(1,), totals=())
    logs = [
        journal.round({"name": "Ada", "points": 5}, {"name": "'); --"}, number=1).log,
        journal.round({"name": "Ada"}, {"bot": True}, number=2, at=day(1), over=over).log,
        journal.round({"name": "Bob"}, {"name": "Cem"}, match="m2", at=day(2)).log,
        journal.round({"name": "Dora"}, {}, match="m3", at=day(3), origin=ELSEWHERE).log,
    ]
    arrivals = [arriving(log) for log in logs]
    arrivals[1] = arrivals[1]._replace(awards=(Award(1, AwardKind.HANDS, 7),))
    either_store.write(lambda session: add(session, arrivals, LATER, "a machine"))
    either_store.write(lambda session: queries.void(session, "round-1", "the cat", "staff", NOON))
    either_store.write(lambda session: players.delete(session, "Bob", "staff", NOON))
    either_store.write(lambda session: hiding.hide(session, "Cem", "staff", NOON))
    return either_store


@pytest.fixture
def own():
    """A table's own store, which is empty."""
    with closing(open_store("sqlite://", Path())) as store:
        yield store


def known(store):
    """All that is in a store, and what has been done by hand."""
    found = all_of(store)
    with store.reading() as session:
        trail = [(one.at, one.who, one.what, one.before) for one in audit.trail(session)]
        return found, trail, forgotten_names(session), hiding.hidden_names(session)


def without_machines(told):
    return [{name: value for name, value in row.items() if name not in ("host", "boot")} for row in told]


def test_all_that_moves_is_the_same_there_and_each_round_is_there_once(shared, own):
    for new in (4, 0):
        assert move(shared, own, (), "staff", LATER) == Moved(new, {})
        (theirs, *before), (ours, *after) = known(shared), known(own)
        assert before == after
        assert without_machines(theirs.pop("players")) == without_machines(ours.pop("players"))
        assert theirs == ours


def test_a_tables_own_rounds_move_and_the_others_are_told(shared, own):
    assert move(shared, own, ("Table 1",), "staff", LATER) == Moved(3, {"Table 2": 1})
    with own.reading() as session:
        assert [row.id for row in queries.rounds(session, ResultFilter())] == ["round-1", "round-2", "round-3"]
        told = session.execute(select(OutboxRow.kind, OutboxRow.reference).order_by(OutboxRow.number)).all()
    assert [tuple(row) for row in told] == [
        *(("round", f"round-{number}") for number in (1, 2, 3)), ("match", "match-1"), ("void", "round-1"),
    ]  # fmt: skip


def test_it_comes_back(shared, own, journal, day):
    """What the table has played meanwhile is added, and what was there stays as it is."""
    move(shared, own, ("Table 1",), "staff", LATER)
    new = arriving(journal.round({"name": "Ada"}, {"name": "Eve"}, match="m4", at=day(9)).log)
    own.write(lambda session: add(session, [new], LATER, "a machine"))
    own.write(lambda session: queries.void(session, "round-1", None, "staff", LATER))
    assert move(own, shared, (), "staff", LATER) == Moved(1, {})
    found, trail, _, hidden = known(shared)
    assert len(found["rounds"]) == 5
    assert {row["id"]: row["void_reason"] for row in found["rounds"]}["round-1"] is None
    assert trail[-1][2] == "unvoid round-1"
    assert hidden.has("Cem")


def test_a_store_with_a_key_of_its_own_knows_which_names_were_deleted_and_hidden(shared, own, journal, day):
    other = arriving(journal.round({"name": "Zoe"}, {}, match="other", at=day(1)).log)
    own.write(lambda session: add(session, [other], LATER, "a machine"))
    assert move(shared, own, (), "staff", LATER) == Moved(4, {})
    found, _, forgotten, _ = known(own)
    assert {row["name"] for row in found["players"]} == {"Ada", "'); --", "Cem", "Dora", "Zoe"}
    assert forgotten.has("Bob", NOON.timestamp())
    with own.reading() as session:
        assert hiding.never_shown(session).has("Cem")
    assert {row["id"]: row["void_reason"] for row in found["rounds"]}["round-1"] == "the cat"
