"""Each counted round is in the store once, however often and in whatever parts the journal is imported."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import select

from kiosk.results.model import MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.players import delete
from kiosk.results.queries import void
from kiosk.results.store import open_store
from tests.results.conftest import add_rounds

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
NAMES = ("", "Ada", "ADA", "Bob")
ROUNDS = st.lists(
    st.tuples(st.integers(0, 3), st.lists(st.sampled_from(NAMES), min_size=2, max_size=3), st.booleans()),
    min_size=1,
    max_size=8,
)
"""Rounds, each with its match, its players, and whether it was counted."""
STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("fill"), st.lists(st.integers(0, 7), max_size=8)),
        st.tuples(st.just("void"), st.integers(0, 7)),
        st.tuples(st.just("delete"), st.sampled_from(NAMES[1:])),
    ),
    max_size=8,
)


@settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ROUNDS, STEPS)
def test_every_counted_round_is_there_once_voided_ones_stay_so_and_deleted_names_stay_away(journal, rounds, steps):
    store = open_store("sqlite://", Path())
    logs = [log_of(journal, number, *told) for number, told in enumerate(rounds)]
    counted = {number for number, (_, _, ended) in enumerate(rounds) if ended}
    added, voided, deleted = set(), set(), set()
    for step, what in steps:
        if step == "fill":
            chosen = [number for number in what if number < len(rounds)]
            fill(store, [logs[number] for number in chosen])
            added |= counted & set(chosen)
        elif step == "void" and what in added:
            store.write(lambda session, name=f"round-{what}": void(session, name, "a test", "me", NOON))
            voided.add(what)
        elif step == "delete" and store.write(lambda session, name=what: delete(session, name, "me", NOON)) is not None:
            deleted.add(what.casefold())
    fill(store, logs)
    fill(store, logs[::-1])
    with store.reading() as session:
        assert sorted(session.scalars(select(RoundRow.id))) == sorted(f"round-{number}" for number in counted)
        gone = session.scalars(select(RoundRow.id).where(RoundRow.void_reason.is_not(None)))
        assert set(gone) == {f"round-{number}" for number in voided}
        assert len(session.scalars(select(ResultRow)).all()) == sum(len(rounds[number][1]) for number in counted)
        assert set(session.scalars(select(MatchRow.id))) == {f"match-{rounds[number][0]}" for number in counted}
        names = {name.casefold() for number in counted for name in rounds[number][1] if name}
        assert set(session.scalars(select(PlayerRow.key))) == names - deleted
    store.close()


def log_of(journal, number, match, names, ended):
    lines = ({"name": name, "points": number} for name in names)
    return journal.round(*lines, id=f"round-{number}", match=f"match-{match}", ended=ended).log


def fill(store, logs):
    store.write(lambda session: add_rounds(session, logs, NOON))
