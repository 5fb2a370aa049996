"""Re-execution of a round of the journal: differences are reported."""

from __future__ import annotations

import pytest
from msgspec import structs

from kiosk.journal.records import Judged, RoundEnded, RoundStarted
from kiosk.protocol.state import State
from kiosk.table.rerun import Different, Rerun


@pytest.fixture
def played(session_table, game):
    """A round of two people and a bot, and its records."""
    table = session_table(3, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.STOPPED)
    return table


def retrace(table, records):
    started = Rerun(records[0], table.session.table.settings)
    started.take_all(enumerate(records))
    return started


def test_a_round_comes_out_as_it_was_played(played):
    again = retrace(played, played.written)
    assert again.round.key() == played.round.key()
    assert again.play.races == played.play_.races
    assert again.match.result.lines == played.match.result.lines
    assert again.at == max(record.at for record in played.written[1:])
    assert again.game == played.match.game
    assert again.roster.numbers == [1, 2, 3]


def test_every_step_of_it_can_be_seen(played):
    again = Rerun(played.written[0], played.session.table.settings)
    placed = 0
    for number, record in enumerate(played.written[1:], 1):
        events = again.take(number, record)
        placed += sum(type(event).__name__ in {"Played", "DiePlaced"} for event in events)
        assert sum(again.game.pieces(again.moves, index)[0] for index in range(3)) == placed
    assert placed > 0


def changed(table, kind, place, **fields):
    """Return the records with one of this kind changed, and its number."""
    numbers = [number for number, record in enumerate(table.written) if isinstance(record, kind)]
    records = list(table.written)
    records[numbers[place]] = structs.replace(records[numbers[place]], **fields)
    return records, numbers[place]


@pytest.mark.parametrize(
    ("kind", "place", "fields"),
    [
        (Judged, 3, {"events": ()}),
        (Judged, 3, {"command": ("Vote", 1, 0)}),
        (Judged, -1, {"command": ("Vote", 0, 0)}),
        (Judged, 3, {"command": ("Nonsense",)}),
        (Judged, 3, {"command": ("Leave", 100_000, 17)}),
        (RoundEnded, 0, {"lines": ()}),
    ],
)
def test_what_comes_out_otherwise_is_told_with_its_number(played, kind, place, fields):
    records, number = changed(played, kind, place, **fields)
    with pytest.raises(Different, match=f"record {number}: ") as told:
        retrace(played, records)
    assert told.value.number == number


def test_events_that_are_missing_on_one_side_are_told_as_nothing(played):
    records, _ = changed(played, Judged, 3, events=())
    with pytest.raises(Different, match="but in nothing when it was recorded"):
        retrace(played, records)


def test_a_round_that_ended_there_and_goes_on_now_is_told(played):
    ended = next(number for number, record in enumerate(played.written) if isinstance(record, RoundEnded))
    records = [*played.written[: ended - 3], played.written[ended]]
    with pytest.raises(Different, match="goes on now"):
        retrace(played, records)


@pytest.mark.parametrize("fields", [{"game": "chess"}, {"rules": {"stop_mode": "never"}}, {"tied": (9,)}])
def test_a_round_that_cannot_be_dealt_is_told(played, fields):
    records, _ = changed(played, RoundStarted, 0, **fields)
    with pytest.raises(Different, match="record 0: the round cannot be dealt"):
        retrace(played, records)


def test_another_seed_is_another_round(played):
    records, _ = changed(played, RoundStarted, 0, seed=12345)
    with pytest.raises(Different, match="when it was recorded"):
        retrace(played, records)
