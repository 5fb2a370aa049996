"""The power is cut at any moment: when it comes back everything is as it was, and the match goes on to its end."""

from __future__ import annotations

import copy
import random

import pytest

from kiosk.journal.records import RoundStarted
from kiosk.table.state import State

PLAYED = ("number", "state", "bot", "name", "language", "mirrored", "handicap", "joining")


def standing(table):
    """Everything that a match is, apart from what passes by itself."""
    session, match = table.session, table.match
    standing_now = {
        "round": table.round.key(),
        "ended": table.round.ended,
        "totals": match.match.totals,
        "history": match.match.history,
        "departed": match.match.departed,
        "next": (match.match.tiebreak, match.match.ended, match.match.winners),
        "lasted": (match.match.lasted_ms, match.lasted_ms),
        "roster": match.roster.numbers,
        "gone": match.gone,
        "away": match.away,
        "watching": match.watching,
        "tied": match.tied,
        "lots": match.lots,
        "handicaps": match.handicaps,
        "centered": {number: count for number, count in match.centered.items() if count},
        "played": {number: ms for number, ms in match.played_ms.items() if ms},
        "on_screen": match.on_screen,
        "turned": match.round.turned,
        "false_stops": +match.round.false_stops,
        "races": match.round.races,
        "near_ties": match.near_ties,
        "bots": set(match.bots),
        "real_dice": match.real_dice,
        "identity": match.identity,
        "result": match.result,
        "chosen": dict(session.choices.chosen),
        "seats": [tuple(getattr(seat, name) for name in PLAYED) for seat in session.people],
    }
    return copy.deepcopy(standing_now)  # much of it goes on


class Match:
    """A match of people and bots in which all sorts of things happen; what it was after every record is remembered."""

    def __init__(self, virtual_table, game, seed, **choices):
        self.chance = random.Random(seed)  # noqa: S311
        self.table = virtual_table(5, seed=seed, journal=True)
        self.seen = {}
        table, put = self.table, self.table.put

        def watched(input_):
            put(input_)
            if table.written and table.session.match is not None and table.session.match.log.on:
                self.seen[len(table.written)] = standing(table)

        table.put = watched
        table.tap_button(1)
        table.choose(1, "name", "Ada")
        table.choose(1, "language", "de")
        table.sit_down(2, 3)
        table.choose(2, "handicap", "7" if game == "cards" else "1")
        for key, value in {"game": game, "bots": self.chance.choice(["steady", "off"]), **choices}.items():
            table.choose(1, key, value)
        for seat in (1, 2, 3):
            if table.seat(seat).state == "taken":
                table.tap_button(seat)
        table.wait_for(lambda: table.state is State.PLAY, 25_000)

    def over(self):
        return self.table.session.match is None or not self.table.match.log.on

    def play(self):
        table, people = self.table, [1, 2, 3]
        until = table.now
        while not self.over() and len(table.written_of(RoundStarted)) < 7:
            until = max(until, table.now) + self.chance.randrange(3_000_000_000, 20_000_000_000)
            here = [seat for seat in people if table.seat(seat).plays]
            table.play_on(*here, until=lambda end=until: table.now >= end or self.over())
            self.happen(here)
        return self

    def happen(self, here):
        """Something that is no move."""
        table, chance = self.table, self.chance
        event = chance.choice(["pause", "join", "vote", "false stop", "leave", "unjoin"])
        if event == "pause" and table.state is State.PLAY:
            for seat in here:
                table.choose(seat, "pause", "")
        elif event == "join":
            table.tap_button(4)
        elif event == "unjoin" and table.seat(4).joining:
            table.leave(4)
        elif event == "vote" and table.state is State.PLAY:
            table.vote(chance.choice(here))
        elif event == "false stop" and table.state is State.PLAY:
            table.press(chance.choice(here), ago=1)
        elif event == "leave" and len(here) > 2 and chance.random() < 0.5:
            table.leave(here[-1])


def prefixes(match, count):
    """Numbers of records after which the cut comes: all, or some of them."""
    numbers = sorted(match.seen)
    return numbers if count is None else sorted(match.chance.sample(numbers, min(count, len(numbers))))


def check_every_cut(match, count):
    table = match.table
    written, session, now = list(table.written), table.session, table.now
    del table.put  # nobody watches any more
    for number in prefixes(match, count):
        table.session, table.now, table.written = session, now, list(written)
        table.cut(lost=len(written) - number)
        assert table.state is State.RECOVERY
        assert standing(table) == match.seen[number], f"after {number} records: {written[number - 1]}"
        assert table.whole()
        yield number


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_after_a_cut_at_any_record_everything_is_as_it_was(virtual_table, game, seed):
    match = Match(virtual_table, game, seed).play()
    assert len(list(check_every_cut(match, 25))) == 25


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4, 30))
def test_after_a_cut_at_every_record_of_many_matches_everything_is_as_it_was(virtual_table, game, seed):
    match = Match(virtual_table, game, seed).play()
    assert list(check_every_cut(match, None))
