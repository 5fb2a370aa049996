"""What people choose for a match beside its edition, such as its length, as words: the forms of the values.

These words are written into configurations, journals and results: none is renamed or given another meaning.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

MatchChoices: TypeAlias = Mapping[str, tuple[str, ...]]
"""The forms of the values of each choice, by its key: ``{"length": ("single_round", "rounds {n}")}``."""

NUMBER: Final = "{n}"
"""In a form: a number from 2 to 999."""

_NUMBER: Final = re.compile(r"[2-9]|[1-9][0-9]{1,2}")


def number_in(value: str, form: str) -> int | None:
    """Return the number in a value of a form that ends with one; None: it is no such value."""
    word, _, number = value.partition(" ")
    return int(number) if form == f"{word} {NUMBER}" and _NUMBER.fullmatch(number) else None


def has_form(value: str, forms: Iterable[str]) -> bool:
    """Return whether a value has one of these forms."""
    return any(value == form or number_in(value, form) is not None for form in forms)
