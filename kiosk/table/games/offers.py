"""What a game, or the table for every game, offers to be chosen in the lobby for the whole match."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

DICE_SOURCE: Final = "dice_source"
"""The key of the offer of a game whose dice may be real ones: whether they are."""

REAL: Final = "real"
VIRTUAL: Final = "virtual"
AS_IT_IS: Final = ""
"""Nobody has chosen between real and virtual dice: real if everybody has a board that works."""


def _unchanged(rules: Any, _: str) -> Any:
    return rules


@dataclass(frozen=True, slots=True)
class Offer:
    """Something that is chosen for the whole match.

    ``values``: what can be chosen; none: it is not shown. ``default``: what is chosen if nobody chooses, by the name of
    the chosen edition; ``apply``: what a value makes of the rules. An offer that ``follows`` the edition is back at its
    default when that changes.
    """

    key: str
    values: tuple[str, ...]
    default: Callable[[str], str]
    apply: Callable[[Any, str], Any] = _unchanged
    follows: bool = False
