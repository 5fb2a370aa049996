"""What simulated rounds of cards come to, as numbers. A share is 0..1; None: there is nothing to measure.

An ``..._error`` is the standard error of the measure before it: what differs from the expected value by less than twice
that may well be chance.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev
from typing import TypeAlias

from kiosk.game.match import CardMatch
from kiosk.game.reasons import RoundEnd
from kiosk.game.rules import CardRules, MatchEndKind
from kiosk.simulate.bots import SimulatedBot
from kiosk.simulate.play import PlayedRound

Values: TypeAlias = dict[str, float | str | None]


@dataclass(frozen=True)
class Measures:
    """The measures by name: those of the whole table, and those of each seat."""

    table: Values
    seats: tuple[Values, ...]


def measure(rules: CardRules, bots: Sequence[SimulatedBot], rounds: Sequence[PlayedRound]) -> Measures:
    """The measures of at least one round. Who ``bots`` and ``rules`` put on the seats is told with each seat.

    ``dead_...``: the share of rounds with at least one such state. ``flips``: a player and round. ``seat_advantage``:
    between the best and the worst seat's mean score (of many equal seats chance alone puts two far apart: twice the
    error with 4, three times with 12).
    """
    seats = [[played.scores[seat] for played in rounds] for seat in range(len(bots))]
    scores = [score for seat in seats for score in seat]
    called = [played for played in rounds if played.caller is not None]
    ranked = sorted(seats, key=fmean)
    advantage = [best - worst for best, worst in zip(ranked[-1], ranked[0], strict=True)]
    table: Values = {
        "rounds": len(rounds),
        "mean_score": fmean(scores),
        "mean_score_error": _error([fmean(played.scores) for played in rounds]),
        "negative_scores": fmean(score < 0 for score in scores),
        "caller_beaten": fmean(map(_beaten, called)) if called else None,
        "dead_by_cards": fmean(played.dead_by_cards > 0 for played in rounds),
        "dead_by_order": fmean(played.dead_by_order > 0 for played in rounds),
        "dead_by_order_a_round": fmean(played.dead_by_order for played in rounds),
        "flips": fmean(played.flips for played in rounds) / len(seats),
        "seat_advantage": fmean(advantage),
        "seat_advantage_error": _error(advantage),
    }
    table |= {f"ended_by_{end.value}": fmean(played.by is end for played in rounds) for end in RoundEnd}
    if rules.match_end.kind is not MatchEndKind.TIME:  # simulated players need none
        lengths = match_lengths(rules, rounds)
        table |= {
            "matches": len(lengths),
            "rounds_to_match_end": fmean(lengths) if lengths else None,
            "rounds_to_match_end_error": _error(lengths),
        }
    return Measures(table, tuple(_seat(rules, bots, rounds, seat) for seat in range(len(bots))))


def match_lengths(rules: CardRules, rounds: Sequence[PlayedRound]) -> list[int]:
    """The rounds of each match when they are played one after the other; the last, unfinished one is left out."""
    lengths = []
    match = CardMatch(rules, len(rounds[0].scores))
    for played in rounds:
        match.add_round(played.scores, 0)
        if match.ended:
            lengths.append(match.round_no)
            match = CardMatch(rules, len(played.scores))
    return lengths


def _seat(rules: CardRules, bots: Sequence[SimulatedBot], rounds: Sequence[PlayedRound], seat: int) -> Values:
    """``wins``: the share of rounds with the highest score, a shared one divided: equal seats have 1 / seats each."""
    scores = [played.scores[seat] for played in rounds]
    wins = [_won(played.scores, seat) for played in rounds]
    return {
        "seat": seat + 1,
        "bot": str(bots[seat]),
        "stack": rules.stack_size_of(seat),
        "mean_score": fmean(scores),
        "mean_score_error": _error(scores),
        "wins": fmean(wins),
        "wins_error": _error(wins),
        "stops": fmean(played.caller == seat for played in rounds),
    }


def _won(scores: Sequence[int], seat: int) -> float:
    best = max(scores)
    return 1 / scores.count(best) if scores[seat] == best else 0.0


def _error(values: Sequence[float]) -> float | None:
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else None


def _beaten(played: PlayedRound) -> bool:
    return played.caller is not None and played.scores[played.caller] < max(played.scores)
