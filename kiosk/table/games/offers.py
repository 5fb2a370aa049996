"""The choices that the lobby offers for the whole match, common to all games or of one game."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any, Final

from msgspec import Struct

DICE_SOURCE: Final = "dice_source"
"""The key of the choice between real and virtual dice, in games that may have real ones."""

REAL: Final = "real"
VIRTUAL: Final = "virtual"
AS_IT_IS: Final = ""
"""The default: real dice if everybody has a working board."""


def _unchanged(rules: Any, _: str) -> Any:
    return rules


class Offer(Struct, frozen=True):
    """A choice for the whole match.

    ``values``: the possible ones; if empty, it is not shown. ``default``: returns the default for the name of an
    edition; ``apply``: returns the rules with a value. An offer that ``follows`` the edition is reset to its default
    when the edition changes. ``stops``: the few of them through which a disc in the middle goes; empty: all.
    """

    key: str
    values: tuple[str, ...]
    default: Callable[[str], str]
    apply: Callable[[Any, str], Any] = _unchanged
    follows: bool = False
    stops: tuple[str, ...] = ()

    def stops_at(self, value: str, preset: str, kept: Collection[str] = ()) -> tuple[str, ...]:
        """Return through which values a disc goes that shows this one, in their order.

        They are its stops, this one and the edition's own, then the values that are ``kept`` besides its own.
        """
        few = {*self.stops, value, self.default(preset)}
        return (*(one for one in self.values if one in few), *kept) if self.stops else ()
