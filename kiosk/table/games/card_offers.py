"""The lobby's offers for the card game alone: the length of a match, and the pro variant."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Final

from kiosk.game.cards.game import MATCH_CHOICES, length_of, length_text
from kiosk.game.cards.rules import PRESETS, CardRules, MatchEnd, MatchEndKind, ProStep
from kiosk.table.games.offers import Offer

_OFF: Final = "off"
_LENGTHS: Final = (
    MatchEnd(MatchEndKind.SINGLE_ROUND),
    *(MatchEnd(MatchEndKind.FIXED_ROUNDS, n=number) for number in (3, 5, 7, 10)),
    *(MatchEnd(MatchEndKind.TARGET, points=number) for number in (50, 99, 100, 200)),
    *(MatchEnd(MatchEndKind.TIME, minutes=number) for number in (10, 20, 30)),
)


def _own_end(preset: str, rounds: int) -> MatchEnd:
    """Return the end of a match of this edition. Editions leave the number of rounds open: it is configured."""
    end = PRESETS[preset].rules.match_end
    return replace(end, n=rounds) if end.kind is MatchEndKind.FIXED_ROUNDS else end


@lru_cache
def _lengths(rounds: int, others: tuple[str, ...]) -> dict[str, MatchEnd]:
    """Return all offered lengths by their text, the configured one included, sorted by kind and number."""
    ends = {length_text(end): end for end in (*_LENGTHS, *(_own_end(preset, rounds) for preset in PRESETS))}
    ends |= {text: end for text in others if (end := length_of(text)) is not None}
    kinds = list(MatchEndKind)
    order = {text: (kinds.index(end.kind) * (end.n > 1), end.n, end.points, end.minutes) for text, end in ends.items()}
    return {text: ends[text] for text in sorted(ends, key=lambda text: order[text])}


def _own_pro(preset: str) -> str:
    pro = PRESETS[preset].rules.pro
    return pro.step.value if pro.enabled else _OFF


def _with_pro(rules: CardRules, value: str) -> CardRules:
    pro = replace(rules.pro, enabled=False) if value == _OFF else replace(rules.pro, enabled=True, step=ProStep(value))
    return replace(rules, pro=pro)


def offers(rounds: int, lengths: tuple[str, ...] = ()) -> tuple[Offer, ...]:
    """Return both offers. ``rounds``: the configured number; ``lengths``: those of kept house rules."""
    ends = _lengths(rounds, lengths)
    return (
        Offer(
            "length",
            tuple(ends),
            lambda preset: length_text(_own_end(preset, rounds)),
            lambda rules, value: replace(rules, match_end=ends[value]),
            follows=True,
        ),
        Offer("pro", MATCH_CHOICES["pro"], _own_pro, _with_pro, follows=True),
    )
