"""The strength of a bot in any game: the four levels that a table offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, TypeAlias

from msgspec import Struct

Time: TypeAlias = tuple[float, float]
"""Mean and standard deviation in milliseconds of a normal distribution cut off at a third of the mean."""


class Strength(Struct, frozen=True):
    """The strength of a bot: reaction times, and probabilities (0..1) of its mistakes and courtesy."""

    look: Time
    """From the last move to the decision for the next one."""
    travel: Time
    """From the decision to the landing of a card or die: in that time another player may be faster."""
    turn: Time
    """From the decision to flip or roll until it is done."""
    miss: float
    """Probability per look of overlooking a card or die that fits."""
    fumble: float
    """Probability of dropping it on its way: nothing lands, the time is lost."""
    wait: float
    """Dice: probability per look, when no die fits, of considering a wait for a space instead of an immediate roll."""
    courtesy: float
    """Probability of drawing back, just before a card or die lands, because a person carries one for the same place."""

    @property
    def name(self) -> str:
        """Its name among ``STRENGTHS``."""
        return next(name for name, strength in STRENGTHS.items() if strength is self)


GENTLE: Final = Strength(
    look=(850, 280), travel=(650, 180), turn=(400, 110), miss=0.4, fumble=0.1, wait=0.4, courtesy=0.9
)
"""A grandparent who plays with small children: in no hurry, and glad to let them have the pile."""

STEADY: Final = Strength(
    look=(520, 170), travel=(430, 120), turn=(260, 70), miss=0.22, fumble=0.04, wait=0.8, courtesy=0.4
)
"""An attentive adult who has played a few rounds, and sometimes lets another go first."""

QUICK: Final = Strength(
    look=(410, 120), travel=(340, 90), turn=(230, 60), miss=0.12, fumble=0.03, wait=0.9, courtesy=0.1
)
"""Somebody who plays every week and wants to win."""

MASTER: Final = Strength(
    look=(320, 80), travel=(270, 60), turn=(210, 50), miss=0.05, fumble=0.01, wait=1.0, courtesy=0.0
)
"""The club champion, unbeaten for years: sees nearly everything, and gives nothing away."""

STRENGTHS: Final[Mapping[str, Strength]] = {"gentle": GENTLE, "steady": STEADY, "quick": QUICK, "master": MASTER}
"""All strengths by name, the weakest first."""
