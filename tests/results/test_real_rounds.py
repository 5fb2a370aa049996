"""The journal of a real table, interrupted in the middle of a match, is imported as it was played."""

from __future__ import annotations

import itertools
from collections import defaultdict

import pytest
from sqlalchemy import select

from hardware.api import Instant
from kiosk.results.importer import fill
from kiosk.results.model import MatchRow, RoundRow
from tests.rig.day import START, Day, seats
from tests.rig.reading import read_folder
from tests.rig.visitors import MINUTE, Visitors


@pytest.fixture
def evening(journal):
    """Journal of matches in virtual time, at least two; the table is stopped in one and restarted a minute later."""
    begin, over = START, False
    for seed in itertools.count(7):
        if seed > 7 and over:
            break
        end = Instant(begin + 4 * MINUTE)
        Day(journal.folder, Visitors(seats(), seed, begin, end, least=2, most=4), seed=seed, start=begin).run()
        begin = Instant(end + MINUTE)
        over = any(log.over for log in read_folder(journal.folder).rounds)
    return journal.folder


def test_every_round_counts_once_and_every_total_is_the_sum_of_its_points(evening, store, day):
    logs = read_folder(evening).rounds
    assert fill(store, evening, day(0)).problems == ()
    fill(store, evening, day(0))
    with store.reading() as session:
        rounds = session.scalars(select(RoundRow).order_by(RoundRow.arrived)).all()
        assert [one.id for one in rounds] == [log.round for log in logs if log.ended]
        assert len(rounds) > 3
        totals = defaultdict(dict)
        for one in rounds:
            before = totals[one.match_id]
            for result in one.results:
                if result.seat in before:
                    assert result.total == before[result.seat] + result.points
                before[result.seat] = result.total
        ends = {match.id: (match.ended, match.winners) for match in session.scalars(select(MatchRow))}
    over = {log.started.match: log.over for log in logs if log.over and log.started.match in ends}
    assert over
    for match, end in over.items():
        assert ends[match] == (("decided", list(end.winners)) if hasattr(end, "winners") else (end.why, []))
