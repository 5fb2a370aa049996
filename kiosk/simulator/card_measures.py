"""The measures of simulated rounds of cards (``measures`` defines the names)."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import fmean

from kiosk.game.card_rules import CardRules, MatchEndKind
from kiosk.game.match import Match
from kiosk.game.refusals import RoundEnd
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.card_play import PlayedCards
from kiosk.simulator.measures import Measures, Values, error, mean, of_seat, seat_advantage


def measure_cards(rules: CardRules, bots: Sequence[SimulatedBot], rounds: Sequence[PlayedCards]) -> Measures:
    """Return the measures of at least one round. Those of a seat include its bot and the size of its stack.

    ``dead_...``: the share of rounds with at least one such state. ``flips``: the mean per player and round.
    """
    table: Values = {
        "rounds": len(rounds),
        **_scores(rounds),
        **_dead(rounds),
        "flips": fmean(played.flips for played in rounds) / len(bots),
    }
    table |= seat_advantage(rounds)
    table |= {f"ended_by_{end.value}": fmean(played.by is end for played in rounds) for end in RoundEnd}
    if rules.match_end.kind is not MatchEndKind.TIME:  # simulated rounds take no time
        lengths = match_lengths(rules, rounds)
        table |= {"matches": len(lengths), **mean("rounds_to_match_end", lengths)}
    sizes = [("stack", rules.stack_size_of(seat)) for seat in range(len(bots))]
    return Measures(table, tuple(of_seat(bot, sizes[seat], rounds, seat) for seat, bot in enumerate(bots)))


def _scores(rounds: Sequence[PlayedCards]) -> Values:
    scores = [score for played in rounds for score in played.scores]
    beaten = [_beaten(played) for played in rounds if played.caller is not None]
    return {
        "mean_score": fmean(scores),
        "mean_score_error": error([fmean(played.scores) for played in rounds]),
        "negative_scores": fmean(score < 0 for score in scores),
        "caller_beaten": fmean(beaten) if beaten else None,
    }


def _dead(rounds: Sequence[PlayedCards]) -> Values:
    by_order = [played.dead_by_order for played in rounds]
    return {
        "dead_by_cards": fmean(played.dead_by_cards > 0 for played in rounds),
        "dead_by_order": fmean(count > 0 for count in by_order),
        "dead_by_order_a_round": fmean(by_order),
    }


def match_lengths(rules: CardRules, rounds: Sequence[PlayedCards]) -> list[int]:
    """Return the number of rounds of each match in a series of rounds, without the last, unfinished match."""
    lengths = []
    match = Match(rules, len(rounds[0].scores))
    for played in rounds:
        match.add_round(played.scores, 0)
        if match.ended:
            lengths.append(match.round_no)
            match = Match(rules, len(played.scores))
    return lengths


def _beaten(played: PlayedCards) -> bool:
    return played.caller is not None and played.scores[played.caller] < max(played.scores)
