"""The words of a match's awards: what the figure counts, as a label below it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from kiosk.game.awards import Award, AwardKind
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say

_LABELS: Final[Mapping[AwardKind, str]] = {
    AwardKind.HANDS: mark("fast hands"),
    AwardKind.BUSIEST: mark("in ten seconds"),
    AwardKind.RACES: mark("races won"),
    AwardKind.FIRST: mark("first moves"),
    AwardKind.LAST: mark("last moves"),
    AwardKind.SOONEST: mark("quick start"),
    AwardKind.IN_A_ROW: mark("in a row"),
    AwardKind.SURE: mark("without a miss"),
    AwardKind.CLOSING: mark("final sprint"),
    AwardKind.STOPS: mark("Stop calls"),
    AwardKind.FAIR: mark("fair rounds"),
    AwardKind.BEST: mark("best round"),
    AwardKind.LEAP: mark("biggest leap"),
    AwardKind.STEADY: mark("steady: points apart"),
    AwardKind.OPENED: mark("piles begun"),
    AwardKind.FINISHED: mark("piles finished"),
    AwardKind.PILE: mark("in one pile"),
    AwardKind.ROLL: mark("in one roll"),
    AwardKind.COLOR: mark("of one colour"),
    AwardKind.COMPANY: mark("good company"),
}
_GAINS: Final = frozenset({AwardKind.BEST, AwardKind.LEAP})
"""Awards whose figure is a gain of points."""


def award_words(award: Award, say: Say) -> tuple[str, str]:
    """Return the figure of an award as it is written, empty if it has none, and its label."""
    return _figure(award, say), say(_LABELS[award.kind])


def _figure(award: Award, say: Say) -> str:
    match award.kind:
        case AwardKind.COMPANY:
            return ""
        case AwardKind.HANDS:
            return say("{rate}/min", rate=award.figure)
        case AwardKind.SOONEST:
            return say("{seconds} s", seconds=say.number(award.figure / 1000, 1))
        case kind:
            return f"+{award.figure}" if kind in _GAINS else str(award.figure)
