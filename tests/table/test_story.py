"""The story of a round: one of a closed list, in turn, the same whenever the round is told, and never shaming."""

from __future__ import annotations

import itertools

import pytest
from msgspec import structs

from kiosk.protocol import RaceView, RoundResult, SeatScore, Story, StoryKind
from kiosk.protocol.state import State
from kiosk.table.rerun import Rerun
from kiosk.table.story import STORIES, Laid, Told, story_of
from kiosk.table.verdicts import Race
from tests.benchmarks.stories import MOST_SHARE, match_of_bots, shares


def told(*points, people=(1, 2, 3, 4), history=((),), **fields):
    """Return a round with these points, after the rounds of ``history`` (totals)."""
    past = [row for row in history if row]
    before = past[-1] if past else (0,) * len(points)
    totals = tuple(total + gain for total, gain in zip(before, points, strict=True))
    lines = tuple(
        SeatScore(seat, 10, 2, 0, gain, total, won=gain == max(points))
        for seat, (gain, total) in enumerate(zip(points, totals, strict=True), 1)
    )
    result = RoundResult(
        *("stop", 1, len(past) + 1, lines, (*past, totals)),
        winners=tuple(line.seat for line in lines if line.won),
        races=fields.pop("races", ()),
    )
    usual = {"laid": (), "emptied": {}, "beaten": (), "ended_ms": 60_000}
    return Told(result, frozenset(people), **(usual | fields))


def laid(*seats, every=3000, pile=0):
    """Return pieces that these seats laid one after the other onto a pile, with which nobody is quick or late."""
    return [Laid(5000 + every * number, seat, pile, begins=False) for number, seat in enumerate(seats)]


def begun(*seats):
    return [Laid(5000 + 9000 * number, seat, number, begins=True) for number, seat in enumerate(seats)]


PLAIN = (12, 8, 6, 3)
"""The points of a round without a story."""

TOLD = {
    StoryKind.CLOSE_RACE: (told(*PLAIN, races=(RaceView(0, 900, "r4", 3, 2, 12.0),)), (3, 2), 12, 0),
    StoryKind.DEAD_HEAT: (told(*PLAIN, races=(RaceView(0, 900, "r4", 3, 2, lot=True),)), (3, 2), 0, 0),
    StoryKind.MOST_RACES: (
        told(*PLAIN, beaten=[Race(1, 2, 0, measured=False, lot=False, at_ms=900, piece="r4")] * 2),
        *((2,), 2, 0),
    ),
    StoryKind.IN_A_ROW: (told(*PLAIN, laid=laid(1, 2, 2, 2, 2, 3, 1, 4, 3, 1, 4)), (2,), 4, 0),
    StoryKind.FAST_HANDS: (
        told(*PLAIN, laid=[one for n in range(5) for one in laid(1, 1, every=700 * n)]),
        *((1,), 10, 4),
    ),
    StoryKind.OWN_PILE: (told(*PLAIN, laid=laid(2, 2, 1, 2, 2, 4)), (2,), 4, 6),
    StoryKind.STARTS: (told(*PLAIN, laid=begun(1, 3, 1, 2, 1)), (1,), 3, 0),
    StoryKind.MOST_PIECES: (told(*PLAIN, laid=[*laid(2, 1, 2), *laid(3, pile=7)]), (2,), 2, 0),
    StoryKind.FIRST: (told(*PLAIN, laid=[Laid(900, 2, 0, begins=False), *laid(1, 3)]), (2,), 0.9, 0),
    StoryKind.LAST: (told(*PLAIN, laid=[*laid(1), Laid(59_700, 2, 1, begins=False)]), (2,), 0.3, 0),
    StoryKind.FROM_BEHIND: (told(*PLAIN, laid=laid(2, 3, 2, 4, 3)), (1,), 2, 0),
    StoryKind.AHEAD: (told(*PLAIN, emptied={1: 57_000, 3: 58_300}), (1, 3), 1.3, 0),
    StoryKind.ONE_SHORT: (told(9, 8, 6, 3), (1,), 0, 0),
    StoryKind.SHARED: (told(9, 9, 6, 3), (1, 2), 0, 0),
    StoryKind.COMEBACK: (told(2, 6, 8, 12, history=((5, 9, 1, 0),)), (4,), 4, 2),
    StoryKind.TAKES_LEAD: (told(2, 8, 4, 3, history=((9, 5, 1, 0),)), (2,), 0, 0),
    StoryKind.NECK_AND_NECK: (told(2, 4, 6, 9, history=((30, 27, 9, 0),)), (1, 2), 1, 0),
    StoryKind.WINS_AGAIN: (told(*PLAIN, history=((9, 5, 3, 1), (20, 9, 4, 1))), (1,), 3, 0),
    StoryKind.BEST_ROUND: (told(8, 9, 3, 12, history=((20, 9, 5, 4), (21, 20, 10, 8))), (4,), 12, 0),
}
"""For each kind a round in which nothing else is remarkable, or nothing that comes before it: seats, value and of."""


@pytest.mark.parametrize("kind", StoryKind)
def test_a_round_tells_what_was_remarkable_in_it(kind):
    round_, seats, value, of = TOLD[kind]
    assert _found(round_, kind) == Story(kind, seats, value, of)


def _found(round_, kind):
    """Return the round's story of this kind, whatever else there is to tell."""
    find = next(stories[kind] for stories in STORIES if kind in stories)
    found = find(round_)
    return None if found is None else structs.replace(found, kind=kind)


def test_every_kind_has_its_place_in_the_list_once():
    assert sorted(kind for stories in STORIES for kind in stories) == sorted(StoryKind)


@pytest.mark.parametrize("kind", [StoryKind.ONE_SHORT, StoryKind.SHARED, StoryKind.DEAD_HEAT, StoryKind.CLOSE_RACE])
def test_nothing_is_told_of_bots_alone(kind):
    round_, seats, *_ = TOLD[kind]
    assert story_of(structs.replace(round_, people=frozenset(seats[-1:]))).kind is kind
    assert story_of(structs.replace(round_, people=frozenset({1, 2, 3, 4} - {*seats}))) is None
    assert story_of(structs.replace(round_, people=frozenset())) is None


@pytest.mark.parametrize("kind", [StoryKind.WINS_AGAIN, StoryKind.BEST_ROUND])
def test_a_newcomer_has_not_played_the_rounds_of_who_sat_there_before(kind):
    round_, (seat,), *_ = TOLD[kind]
    assert _found(structs.replace(round_, played={seat: 3}), kind) is not None
    assert _found(structs.replace(round_, played={seat: 1}), kind) is None


def test_the_rounds_of_whoever_takes_the_place_of_a_bot_are_counted_from_then_on(session_table, monkeypatch):
    rounds = []
    monkeypatch.setattr("kiosk.table.match.story_of", lambda told: rounds.append(dict(told.played)))
    table = session_table(3, seed=2, journal=True)
    table.start(1, bots=True)
    table.play_on(1, until=lambda: table.state is State.ROUND_RESULT)
    table.tap_button(2)
    table.wait_for(lambda: table.state is State.PLAY, 60_000)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    assert rounds == [{1: 1, 2: 1, 3: 1}, {1: 2, 2: 1, 3: 2}]


def test_one_point_is_told_of_the_winners_margin_only():
    assert _found(told(12, 8, 7, 6), StoryKind.ONE_SHORT) is None


def test_nobody_is_named_who_has_only_lost():
    """Who did worse is beside a race that was nearly won, a stack that was emptied, or the first two of the match."""
    beside = {StoryKind.CLOSE_RACE, StoryKind.DEAD_HEAT, StoryKind.AHEAD, StoryKind.SHARED, StoryKind.NECK_AND_NECK}
    for kind, (_, seats, *_) in TOLD.items():
        assert len(seats) == (2 if kind in beside else 1), kind
    far = told(*PLAIN, races=(RaceView(0, 900, "r4", 3, 2, 400.0),))
    assert _found(far, StoryKind.CLOSE_RACE) is None


def test_a_round_that_is_played_again_from_the_journal_tells_the_same(session_table, game):
    table = session_table(4, seed=2, journal=True)
    table.start(1, 2, game=game, bots=True)
    table.play_on(1, 2, until=lambda: table.state is State.ROUND_RESULT)
    again = Rerun(table.written[0], table.session.table.settings)
    again.take_all(enumerate(table.written))
    story = table.snapshot().result.story
    assert story is not None
    assert not {1, 2}.isdisjoint(story.seats)
    assert again.match.result.story == story


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_no_story_is_told_in_more_than_a_quarter_of_the_rounds(seats, game):
    """A few matches; ``tests.benchmarks.stories`` plays as many as one likes."""
    matches = 4 if seats < 12 or game == "cards" else 1
    results = itertools.chain.from_iterable(match_of_bots(game, seats, number) for number in range(matches))
    found = shares(results)
    assert max(found.values()) <= 2 * MOST_SHARE
    assert found[""] <= 0.1
    assert sum(share > 0 for share in found.values()) >= 6
