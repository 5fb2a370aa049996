"""The measures of simulated rounds of cards (``measures`` defines the names)."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.game.cards.rules import CardRules, MatchEndKind
from kiosk.game.match import outcome
from kiosk.game.refusals import RoundEnd
from kiosk.simulator.bots import SimulatedBot
from kiosk.simulator.card_play import PlayedCards
from kiosk.simulator.matches import RunningMatch
from kiosk.simulator.measures import Measures, Totals, Values
from kiosk.simulator.tally import Column, Row

_ENDS = tuple(RoundEnd)


def card_columns(seats: int) -> tuple[Column, ...]:
    """Return the columns of ``read_cards``.

    ``dead_...``: the share of rounds with at least one such state. ``flips``: the mean per player and round.
    """
    ends = (Column(f"ended_by_{end.value}") for end in _ENDS)
    return (
        Column("mean_score", unit=seats),
        Column("negative_scores", unit=seats),
        Column("called"),
        Column("beaten"),
        Column("dead_by_cards"),
        Column("dead_by_order"),
        Column("dead_by_order_a_round"),
        Column("flips", unit=seats),
        *ends,
    )


def read_cards(played: PlayedCards) -> Row:
    """Return the values of a round."""
    scores, caller = played.scores, played.caller
    return (
        sum(scores),
        sum([score < 0 for score in scores]),
        int(caller is not None),
        int(caller is not None and scores[caller] < max(scores)),
        int(played.dead_by_cards > 0),
        int(played.dead_by_order > 0),
        played.dead_by_order,
        played.flips,
        *[int(played.by is end) for end in _ENDS],
    )


def counts_matches(rules: CardRules) -> bool:
    """Return whether a match ends by its rounds: simulated ones take no time."""
    return rules.match_end.kind is not MatchEndKind.TIME


def read_match(rules: CardRules, running: RunningMatch) -> Row | None:
    """Return the number of rounds of a match that has ended."""
    now = outcome(rules, running.totals, running.round_no, 0, tiebreak=running.tiebreak)
    running.tiebreak = now.tiebreak
    return (running.round_no,) if now.ended else None


def measure_cards(rules: CardRules, bots: Sequence[SimulatedBot], totals: Totals) -> Measures:
    """Return the measures. Those of a seat include its bot and the size of its stack."""
    table: Values = {
        "rounds": totals.tally.rounds,
        **totals.mean("mean_score"),
        **totals.mean("negative_scores"),
        **totals.share("caller_beaten", "beaten", "called"),
        **totals.mean("dead_by_cards"),
        **totals.mean("dead_by_order"),
        **totals.mean("dead_by_order_a_round"),
        **totals.mean("flips"),
        **totals.seat_advantage(),
    }
    for end in _ENDS:
        table |= totals.mean(f"ended_by_{end.value}")
    if totals.matches is not None:
        table |= {"matches": totals.matches.count, **totals.match_mean("rounds_to_match_end", 0)}
    sizes = [rules.stack_size_of(seat) for seat in range(len(bots))]
    return Measures(table, totals.seats(bots, "stack", sizes))
