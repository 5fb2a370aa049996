"""The length of a match of cards as a choice: ``single_round``, ``rounds 5``, ``points 99``, ``minutes 20``."""

from __future__ import annotations

from typing import Final

from kiosk.game.match_choices import NUMBER, number_in
from kiosk.game.options import MatchEnd, MatchEndKind

_NUMBERED: Final = {
    MatchEndKind.FIXED_ROUNDS: ("rounds", "n"),
    MatchEndKind.TARGET: ("points", "points"),
    MatchEndKind.TIME: ("minutes", "minutes"),
}
"""The ends of a match that have a number: the word in a choice, and the field of ``MatchEnd``."""

LENGTHS: Final = (MatchEndKind.SINGLE_ROUND.value, *(f"{word} {NUMBER}" for word, _ in _NUMBERED.values()))
"""The forms of all lengths."""


def length_text(end: MatchEnd) -> str:
    """Return a match's end as a choice."""
    if end.kind not in _NUMBERED or (end.kind is MatchEndKind.FIXED_ROUNDS and end.n == 1):
        return MatchEndKind.SINGLE_ROUND.value
    word, part = _NUMBERED[end.kind]
    return f"{word} {getattr(end, part)}"


def length_of(text: str) -> MatchEnd | None:
    """Return the end of a match of this length; None: it is no length."""
    if text == MatchEndKind.SINGLE_ROUND.value:
        return MatchEnd(MatchEndKind.SINGLE_ROUND)
    for kind, (word, part) in _NUMBERED.items():
        number = number_in(text, f"{word} {NUMBER}")
        if number is not None:
            return MatchEnd(kind, **{part: number})
    return None
