"""The measures of simulated rounds of dice (``measures`` defines the names)."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.dice_rules import DiceRules, dice_counts
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.dice_play import PlayedDice
from kiosk.simulator.measures import Measures, Values, mean, of_seat, seat_advantage


def measure_dice(rules: DiceRules, bots: Sequence[SimulatedBot], rounds: Sequence[PlayedDice]) -> Measures:
    """Return the measures of at least one round. Those of a seat include its bot and its number of dice.

    ``rolls``: the winner's; nine of ten rounds need no more than ``rolls_of_nine_in_ten``. ``dice_left``: those of all
    other seats, which are the winner's points. ``photo_finishes``: the share of rounds in which a second seat finished
    in the same wave (by turns: None). ``matches_tied_...``: the share of matches with that many leaders after the last
    round.
    """
    rolls = sorted(played.rolls for played in rounds)
    lead = leaders(rules, rounds)
    table: Values = {
        "rounds": len(rounds),
        **mean("rolls", rolls),
        "rolls_of_nine_in_ten": rolls[max(0, -(-len(rolls) * 9 // 10) - 1)],
        **mean("dice_left", [max(played.scores) for played in rounds]),
        **mean("photo_finishes", [played.finished > 1 for played in rounds if played.finished is not None]),
        **seat_advantage(rounds),
        "rounds_a_match": rules.rounds(len(bots)),
        "matches": len(lead),
        **mean("matches_tied_by_two", [count == 2 for count in lead]),
        **mean("matches_tied_by_more", [count > 2 for count in lead]),
    }
    counts = [("dice", count) for count in dice_counts(rules, len(bots))]
    return Measures(table, tuple(of_seat(bot, counts[seat], rounds, seat) for seat, bot in enumerate(bots)))


def leaders(rules: DiceRules, rounds: Sequence[PlayedDice]) -> list[int]:
    """Return how many seats share the highest total after the last ordinary round of each match (N13).

    The matches follow one another in the series of rounds; the last, unfinished one is left out.
    """
    length = rules.rounds(len(rounds[0].scores))
    matches = (rounds[first : first + length] for first in range(0, len(rounds) - length + 1, length))
    totals = ([sum(points) for points in zip(*(played.scores for played in match), strict=True)] for match in matches)
    return [total.count(max(total)) for total in totals]
