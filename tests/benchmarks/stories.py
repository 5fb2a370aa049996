"""How often each story of a round is told (``kiosk.table.story``): bots stand for persons, in virtual time.

``python -m tests.benchmarks.stories --game cards --seats 4 --matches 1000`` prints each kind's share of the rounds.
"""

from __future__ import annotations

import argparse
import itertools
from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Final

from hardware.api import Instant
from kiosk.bots.game_bots import bots_of_game
from kiosk.bots.strength import STRENGTHS
from kiosk.game.seats import Roster, SeatNumber
from kiosk.protocol import RoundResult, SeatPlan, StoryKind
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import TableSettings
from tests.benchmarks.output import measurements, say
from tests.benchmarks.strengths import GAMES
from tests.rig.bot_rounds import play_to_end

MOST_SHARE: Final = 0.25
"""No story is told in a larger part of the rounds."""


def match_of_bots(game: str, seats: int, seed: int) -> Iterator[RoundResult]:
    """Yield the rounds of a match of bots of all strengths, which count as persons."""
    draw = Random(f"{game} {seats} {seed}")  # noqa: S311  the same in every run
    numbers = [SeatNumber(number + 1) for number in range(seats)]
    sources = TableSettings(tuple(SeatPlan(number, "south", 0.5) for number in numbers)).sources()
    match = MatchPlay(GAMES[game], Roster(numbers), MoveFeed(), sources, lambda: draw.getrandbits(48))
    match.identity = f"{seed}"
    strengths, now = list(STRENGTHS.values()), Instant(0)
    persons = {
        number: bots_of_game(game).bot(number, draw.choice(strengths), draw.getrandbits(48), now, seats)
        for number in numbers
    }
    while not match.ended:
        match.bots = dict(persons)
        now = play_to_end(match, match.start_round(now), now)
        match.bots = {}
        yield match.finish_round()


def shares(results: Iterable[RoundResult]) -> dict[str, float]:
    """Return the part of these rounds in which each kind of story was told; ``""``: none was."""
    told = Counter("" if result.story is None else result.story.kind.value for result in results)
    return {kind: told[kind] / told.total() for kind in ("", *StoryKind)}


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Tell how often each story of a round is told.")
    parser.add_argument("--game", choices=GAMES, default="cards")
    parser.add_argument("--seats", type=int, default=4)
    parser.add_argument("--matches", type=int, default=1000)
    options = parser.parse_args()
    matches = [list(match_of_bots(options.game, options.seats, number)) for number in measurements(options.matches)]
    told = shares(itertools.chain.from_iterable(matches))
    rounds = sum(map(len, matches))
    lines = [f"{share:6.1%}  {kind or 'none'}" for kind, share in sorted(told.items(), key=lambda one: -one[1])]
    twice = sum(
        one.story is not None and other.story is not None and one.story.kind is other.story.kind
        for match in matches
        for one, other in itertools.pairwise(match)
    )
    say(f"{options.game}, {options.seats} seats, {rounds} rounds of {options.matches} matches\n")
    say("\n".join((*lines, f"{twice / rounds:6.1%}  the same as in the round before", "")))


if __name__ == "__main__":
    main()
