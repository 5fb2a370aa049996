"""Statements that are executed on the driver's own cursor: what SQLAlchemy would have written and read."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import bindparam, insert, select
from sqlalchemy.exc import IntegrityError

from kiosk.results import store as store_module
from kiosk.results.model import KeptLeftOut, MatchRow
from kiosk.results.prepared import Prepared
from kiosk.results.store import open_store
from kiosk.results.store_errors import RefusedError
from tests.results.conftest import NOON

_MATCHES = MatchRow.__table__
NEW = Prepared(insert(_MATCHES))
FOUND = Prepared(select(_MATCHES).where(_MATCHES.c.id.in_(bindparam("ids", expanding=True))).order_by("id"), "ids")


def a_match(name, **changes):
    return {"id": name, "table_name": "Table 'é' %s ?", "started": NOON, "ended": None, "winners": [3, 1]} | changes


def test_rows_are_written_and_read_as_sqlalchemy_does(address):
    told = [a_match("a"), a_match("b", ended="decided", winners=[])]
    with closing(open_store(address, Path())) as store:
        store.write(lambda session: NEW.run(session.connection(), *told))
        with store.reading() as session:
            assert [dict(row._mapping) for row in session.execute(select(_MATCHES).order_by("id"))] == told
            for ids in (["a"], ["a", "b"], ["b", "c", "a"], []):
                found = FOUND.rows(session.connection(), {"ids": ids})
                assert found == [tuple(one.values()) for one in told if one["id"] in ids]


def test_a_row_that_is_refused_is_told_without_its_values(address):
    with closing(open_store(address, Path())) as store:
        with pytest.raises(RefusedError, match="it refuses a value") as told:
            store.write(lambda session: NEW.run(session.connection(), a_match("Ximénez", table_name=None)))
        assert "Ximénez" not in str(told.value)
        with store.reading() as session, pytest.raises(IntegrityError) as refused:
            NEW.run(session.connection(), a_match("Ximénez", started=None))
        assert refused.value.params is None


def test_foreign_keys_hold_after_a_migration_and_are_not_switched_in_each_transaction(monkeypatch):
    """Each time SQLite would prepare all its statements anew."""
    statements, plainly = [], store_module.execute

    def note(connection, statement):
        statements.append(statement)
        return plainly(connection, statement)

    monkeypatch.setattr(store_module, "execute", note)
    with closing(open_store("sqlite://", Path())) as store:
        lost = {"period": "", "group_id": 7, "why": "bots", "results": 1}
        for _ in range(2):
            with pytest.raises(RefusedError, match="FOREIGN KEY"):
                store.write(lambda session: session.execute(insert(KeptLeftOut), [lost]))
    assert [one for one in statements if "PRAGMA" in one][-1] == "PRAGMA foreign_keys = ON"
    assert statements[-2:] == ["BEGIN IMMEDIATE"] * 2
