"""The awards of many matches: how often each kind is given. Bots of all strengths stand for people.

``python -m tests.benchmarks.awards`` plays 1,000 matches of both games at 2, 4 and 12 seats; the status is 1 if a kind
goes to fewer than 2 or more than 25 of 100 people.
"""

from __future__ import annotations

import argparse
import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Final, NamedTuple

from msgspec.structs import replace

from hardware.api import Instant
from kiosk.bots.game_bots import bots_of_game
from kiosk.bots.strength import GENTLE, MASTER, Strength, Time
from kiosk.game.awards import Award, AwardKind, awards, kinds_of
from kiosk.game.deeds import Deeds
from kiosk.game.seats import Roster, SeatNumber
from kiosk.protocol import SeatPlan
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import TableSettings
from tests.benchmarks.output import say
from tests.benchmarks.strengths import GAMES
from tests.rig.bot_rounds import play_to_end

LEAST, MOST = 0.02, 0.25
"""The share of people that each kind goes to."""
SEATS: Final = (2, 4, 12)
_ROUNDS: Final = 5
"""Of a match of cards, as a table begins with; of dice one for each player."""
_FALSE_STOP: Final = 0.04
"""The probability of a false Stop in a round, which bots never call."""


class Given(NamedTuple):
    """A match: what everybody has done in it, and the awards."""

    deeds: dict[SeatNumber, Deeds]
    awards: tuple[Award, ...]


def matches(game: str, seats: int, number: int) -> Iterator[Given]:
    """Yield so many matches of people of different strength."""
    numbers = [SeatNumber(seat + 1) for seat in range(seats)]
    for match in range(number):
        name = f"{game} {seats} {match}"
        deeds = _played(game, numbers, random.Random(name))  # noqa: S311  bots' luck, seeded
        yield Given(deeds, awards(deeds, numbers, game, name))


def _played(game: str, numbers: list[SeatNumber], luck: random.Random) -> dict[SeatNumber, Deeds]:
    """Return what everybody has done in a match."""
    seeds = itertools.count(luck.randrange(10**9)).__next__
    sources = TableSettings(tuple(SeatPlan(seat, "south", 0.5) for seat in numbers)).sources()
    match, now = MatchPlay(GAMES[game], Roster(numbers), MoveFeed(), sources, seeds), Instant(0)
    for seat in numbers:
        strength = _between(GENTLE, MASTER, min(1.0, max(0.0, luck.gauss(0.45, 0.25))))
        match.bots[seat] = bots_of_game(game).bot(seat, strength, luck.randrange(10**9), now, len(numbers))
    while not match.ended and (game != "cards" or match.match.round_no < _ROUNDS):
        now = play_to_end(match, match.start_round(now), now)
        match.finish_round()
    slips = {seat: sum(luck.random() < _FALSE_STOP for _ in done.points) for seat, done in match.deeds.items()}
    return {seat: replace(done, false_stops=slips[seat]) for seat, done in match.deeds.items()}


def _between(weak: Strength, strong: Strength, share: float) -> Strength:
    def mix(low: float, high: float) -> float:
        return low + share * (high - low)

    def times(low: Time, high: Time) -> Time:
        return mix(low[0], high[0]), mix(low[1], high[1])

    return Strength(
        times(weak.look, strong.look),
        times(weak.travel, strong.travel),
        times(weak.turn, strong.turn),
        *(mix(weak.miss, strong.miss), mix(weak.fumble, strong.fumble), mix(weak.wait, strong.wait), 0.0),
    )


def shares(game: str, seats: int, number: int) -> dict[AwardKind, float]:
    """Return the share of people whom each kind goes to, in so many matches."""
    given = Counter(award.kind for match in matches(game, seats, number) for award in match.awards)
    return {kind: given[kind] / (number * seats) for kind in (*kinds_of(game), AwardKind.COMPANY)}


def main() -> int:
    """Print the share of every kind; return 1 if one is out of bounds."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--games", nargs="+", choices=[*GAMES], default=[*GAMES])
    parser.add_argument("--seats", nargs="+", type=int, default=SEATS)
    options, wrong = parser.parse_args(), 0
    for game, seats in itertools.product(options.games, options.seats):
        found = shares(game, seats, options.matches)
        company = found.pop(AwardKind.COMPANY)
        told = ", ".join(f"{kind} {share:.1%}" for kind, share in sorted(found.items(), key=lambda one: -one[1]))
        say(f"{game}, {seats} seats: {told}; {company:.2%} for company\n")
        wrong += sum(not LEAST <= share <= MOST for share in found.values())
    say(f"{wrong} out of bounds ({LEAST:.0%} to {MOST:.0%})\n")
    return min(1, wrong)


if __name__ == "__main__":
    raise SystemExit(main())
