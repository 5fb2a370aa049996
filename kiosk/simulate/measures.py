"""What simulated rounds come to, as numbers."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean
from typing import TypeAlias

from kiosk.game.match import CardMatch
from kiosk.game.reasons import RoundEnd
from kiosk.game.rules import CardRules, MatchEndKind
from kiosk.simulate.play import PlayedRound

Measures: TypeAlias = dict[str, float | None]


def measure(rules: CardRules, rounds: Sequence[PlayedRound]) -> Measures:
    """The measures by name, seats from 0; shares are 0..1, None where there is nothing to measure.

    ``rounds``: at least one. ``dead_...``: the share of rounds with at least one such state. ``flips``: a player and
    round. ``seat_advantage``: between the best and the worst seat's mean score.
    """
    seats = [[played.scores[seat] for played in rounds] for seat in range(len(rounds[0].scores))]
    scores = [score for seat in seats for score in seat]
    means = [fmean(seat) for seat in seats]
    called = [played for played in rounds if played.caller is not None]
    measures: Measures = {
        "rounds": len(rounds),
        "mean_score": fmean(scores),
        "negative_scores": fmean(score < 0 for score in scores),
        "caller_beaten": fmean(map(_beaten, called)) if called else None,
        "dead_by_cards": fmean(played.dead_by_cards > 0 for played in rounds),
        "dead_by_order": fmean(played.dead_by_order > 0 for played in rounds),
        "dead_by_order_a_round": fmean(played.dead_by_order for played in rounds),
        "flips": fmean(played.flips for played in rounds) / len(seats),
        "seat_advantage": max(means) - min(means),
    }
    measures |= {f"ended_by_{end.value}": fmean(played.by is end for played in rounds) for end in RoundEnd}
    for seat, mean in enumerate(means):
        measures[f"seat_{seat}_mean_score"] = mean
        measures[f"seat_{seat}_stops"] = fmean(played.caller == seat for played in rounds)
    if rules.match_end.kind is MatchEndKind.TARGET:
        lengths = match_lengths(rules, rounds)
        measures |= {"matches": len(lengths), "rounds_to_target": fmean(lengths) if lengths else None}
    return measures


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


def _beaten(played: PlayedRound) -> bool:
    return played.caller is not None and played.scores[played.caller] < max(played.scores)
