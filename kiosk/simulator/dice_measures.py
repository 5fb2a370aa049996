"""The measures of simulated rounds of dice (``measures`` defines the names)."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.dice.rules import DiceRules, dice_counts
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.dice_play import PlayedDice
from kiosk.simulator.matches import RunningMatch
from kiosk.simulator.measures import Measures, Totals, Values
from kiosk.simulator.tally import Column, Row


def dice_columns(*, waves: bool) -> tuple[Column, ...]:
    """Return the columns of ``read_dice``.

    ``dice_left``: those of all other seats, which are the winner's points. ``photo_finishes``: the share of rounds in
    which a second seat finished in the same wave (by turns there is no such column). ``rolls``: the winner's.
    """
    finishes = (Column("photo_finishes"),) if waves else ()
    return (Column("dice_left"), *finishes, Column("rolls"))


def read_dice(played: PlayedDice) -> Row:
    """Return the values of a round."""
    finishes = () if played.finished is None else (int(played.finished > 1),)
    return (max(played.scores), *finishes, played.rolls)


def read_match(rules: DiceRules, running: RunningMatch) -> Row | None:
    """Return whether two seats share the highest total after the last ordinary round of a match, and whether more do.

    (N13)
    """
    if running.round_no < rules.rounds(len(running.totals)):
        return None
    leaders = running.totals.count(max(running.totals))
    return int(leaders == 2), int(leaders > 2)


def measure_dice(rules: DiceRules, bots: Sequence[SimulatedBot], totals: Totals) -> Measures:
    """Return the measures. Those of a seat include its bot and its number of dice.

    Nine of ten rounds need no more rolls than ``rolls_of_nine_in_ten``. ``matches_tied_...``: the share of matches with
    that many leaders after the last round.
    """
    table: Values = {
        "rounds": totals.tally.rounds,
        **totals.mean("rolls"),
        "rolls_of_nine_in_ten": totals.nine_in_ten(),
        **totals.mean("dice_left"),
        **totals.mean("photo_finishes"),
        **totals.seat_advantage(),
        "rounds_a_match": rules.rounds(len(bots)),
        "matches": 0 if totals.matches is None else totals.matches.count,
        **totals.match_mean("matches_tied_by_two", 0),
        **totals.match_mean("matches_tied_by_more", 1),
    }
    return Measures(table, totals.seats(bots, "dice", dice_counts(rules, len(bots))))
