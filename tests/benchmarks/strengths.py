"""The strength of the table's bots: they play rounds against each other as at a table, in virtual time.

``python -m tests.benchmarks.strengths --game dice --bots gentle,steady,quick,master`` prints each bot's wins.
"""

from __future__ import annotations

import argparse
import itertools
import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any, Final

from hardware.api import Instant
from kiosk.bots.game_bots import bots_of_game
from kiosk.bots.strength import STRENGTHS, Strength
from kiosk.game.cards.editions import PRESETS
from kiosk.game.dice.rules import DICE_PRESETS
from kiosk.game.seats import Roster, SeatNumber
from kiosk.protocol import SeatPlan
from kiosk.table.games.cards import CardGame
from kiosk.table.games.dice import DiceGame
from kiosk.table.games.game import Game
from kiosk.table.match import MatchPlay
from kiosk.table.move_feed import MoveFeed
from kiosk.table.settings import TableSettings
from tests.benchmarks.output import measurements, say
from tests.rig.bot_rounds import play_to_end

GAMES: Final[Mapping[str, Game[Any]]] = {
    "cards": CardGame(PRESETS["table_default"].rules),
    "dice": DiceGame(DICE_PRESETS["university_games_2013"].rules),
}
"""Each with the edition that a table begins with."""


@dataclass(frozen=True, slots=True)
class Played:
    """A round: its points in the order of the bots, its kind of end and its duration."""

    points: tuple[int, ...]
    ended_by: str
    lasted_s: float


def rounds_between(game: str, bots: Sequence[Strength], seed: int = 1) -> Iterator[Played]:
    """Yield rounds of these bots, for ever. In each they sit one seat further on, so that no seat favours any of them.

    ``StuckError`` if one does not end.
    """
    numbers = [SeatNumber(number + 1) for number in range(len(bots))]
    seeds = itertools.count(seed * 1_000_000)
    sources = TableSettings(tuple(SeatPlan(number, "south", 0.5) for number in numbers)).sources()
    now = Instant(0)
    for turn in itertools.count():
        match = MatchPlay(GAMES[game], Roster(numbers), MoveFeed(), sources, seeds.__next__)
        places = [(place + turn) % len(bots) for place in range(len(bots))]
        for place, bot in zip(places, bots, strict=True):
            number = numbers[place]
            match.bots[number] = bots_of_game(game).bot(number, bot, next(seeds), now, len(bots))
        began = now
        now = play_to_end(match, match.start_round(now), now)
        result = match.finish_round()
        points = tuple(result.lines[place].points for place in places)
        yield Played(points, result.by, (now - began) / 1e9)


def win_shares(rounds: Sequence[Played]) -> list[float]:
    """Return the fraction of the rounds that each bot has won; a tie for first is shared."""
    shares = [0.0] * len(rounds[0].points)
    for played in rounds:
        best = [place for place, points in enumerate(played.points) if points == max(played.points)]
        for place in best:
            shares[place] += 1 / len(best) / len(rounds)
    return shares


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description="Measure the table's bots against each other.")
    parser.add_argument("--game", choices=GAMES, default="cards")
    parser.add_argument("--bots", default=",".join(STRENGTHS), help=f"2 to 12 of {', '.join(STRENGTHS)}")
    parser.add_argument("--rounds", type=int, default=400)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    names = options.bots.split(",")
    if not 2 <= len(names) <= 12 or not set(names) <= set(STRENGTHS) or options.rounds < 2:
        parser.error(f"--bots: name 2 to 12 of {', '.join(STRENGTHS)}; --rounds: at least 2")
    bots = [STRENGTHS[name] for name in names]
    endless = rounds_between(options.game, bots, options.seed)
    rounds = [next(endless) for _ in measurements(options.rounds)]
    say(f"{options.game}, {options.rounds} rounds (± standard error)\n{_table(names, rounds)}\n")


def _table(names: Sequence[str], rounds: Sequence[Played]) -> str:
    lines = []
    for place, (name, share) in enumerate(zip(names, win_shares(rounds), strict=True)):
        points = [played.points[place] for played in rounds]
        error = math.sqrt(share * (1 - share) / len(rounds))
        lines.append(
            f"{name:8} wins {100 * share:5.1f} % ± {100 * error:.1f}  "
            f"points {fmean(points):6.2f} ± {stdev(points) / math.sqrt(len(rounds)):.2f}"
        )
    lasted = sorted(played.lasted_s for played in rounds)
    lines.append(f"a round lasts {fmean(lasted):.0f} s, nine in ten up to {lasted[9 * len(lasted) // 10]:.0f} s")
    ends = Counter(played.ended_by for played in rounds)
    lines.append("ended by " + ", ".join(f"{end}: {count}" for end, count in sorted(ends.items())))
    return "\n".join(lines)


if __name__ == "__main__":
    main()
