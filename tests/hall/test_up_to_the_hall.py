"""What the outbox carries up makes the hall's store what the table's is."""

from __future__ import annotations

from contextlib import closing
from itertools import pairwise
from pathlib import Path

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.hall import telling
from kiosk.hall.store import HallStore
from kiosk.results import queries
from kiosk.results.model import Hall
from kiosk.results.store import open_store
from tests.results.conftest import NOON, add_rounds
from tests.results.test_keeping import ROUNDS, ZONE, log_of
from tests.results.test_server_import import all_of


def carry_up(table, hall, *, again):
    """Bring everything that is told into the hall; each message twice if ``again``, as after a lost ``Have``."""
    reader = Hall(id="hall", key=hall.identity()[1], has_names=True)
    with table.reading() as session:
        while told := telling.changes_after(session, reader, hall.place("table")[0], names=True, say=str):
            for _ in range(1 + again):
                hall.put("table", "Table", told)
            assert hall.place("table") == (told.changes[-1].number, told.mark)


@given(
    told=ROUNDS,
    cut=st.integers(0, 8),
    voided=st.lists(st.tuples(st.integers(0, 7), st.sampled_from(["a test", None])), max_size=3),
    again=st.booleans(),
)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_the_hall_has_what_the_table_has(journal, told, cut, voided, again):
    logs = [log_of(journal, number, **one) for number, one in enumerate(told, 1)]
    with (
        closing(open_store("sqlite://", Path(), time_zone=str(ZONE))) as table,
        closing(open_store("sqlite://", Path(), time_zone=str(ZONE))) as above,
    ):
        hall = HallStore(above, 365)
        for first, end in pairwise((0, min(cut, len(logs)), len(logs))):
            table.write(lambda session, part=logs[first:end]: add_rounds(session, part, NOON))
            carry_up(table, hall, again=again)
        for number, reason in voided:
            name = logs[number % len(logs)].round
            table.write(lambda session, name=name, reason=reason: queries.void(session, name, reason, "x", NOON))
        carry_up(table, hall, again=again)
        ours, theirs = all_of(table), all_of(above)
        for what in ours.keys() - {"players"}:  # the hall knows no machine of theirs
            assert theirs[what] == ours[what]
