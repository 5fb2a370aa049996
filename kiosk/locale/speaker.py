"""Texts in the language of the person who reads them; the English text is the key (gettext).

A game from another package brings its own translations (``kiosk.locale.game_translations``).
"""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from datetime import datetime, time
from functools import lru_cache
from typing import Final

from kiosk.locale import formats
from kiosk.locale.catalogues import translations
from kiosk.locale.direction import RIGHT_TO_LEFT, directed, isolated
from kiosk.locale.game_translations import TranslationsOfGames
from kiosk.locale.languages import SOURCE, catalogue_file
from kiosk.locale.pseudo import PSEUDO


def mark(text: str) -> str:
    """Mark a text in a table for translation and return it; ``Say`` translates it when it is shown."""
    return text


def mark_count(one: str, many: str) -> tuple[str, str]:
    """Mark singular and plural of a text in a table for translation and return them; ``Say.count`` translates them."""
    return one, many


@lru_cache(maxsize=32)
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of a language; empty ones, which change nothing, for English or an unknown language."""
    if language in PSEUDO:
        return PSEUDO[language]
    if language == SOURCE or not catalogue_file(language).is_file():
        return gettext.NullTranslations()
    found = translations(language)
    found.add_fallback(TranslationsOfGames(language))
    return found


_FIRST_GROUPED: Final = 1000
"""Whole numbers below it are written as digits alone in every language."""


class Say:
    """A speaker of one language: ``say("Seat {seat}", seat=3)``.

    Values keep their own direction, and whole sentences that of the language (``kiosk.locale.direction``). Numbers are
    written as usual in the language, with the digits of the cards.
    """

    def __init__(self, language: str) -> None:
        self.language = language
        self.rtl = language in RIGHT_TO_LEFT
        self._catalogue = catalogue(language)

    def __call__(self, text: str, **values: object) -> str:
        """Return the text in this language, with its ``{placeholders}`` filled in."""
        return self._filled(self._catalogue.gettext(text), values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return the form of a text for ``number``, which the text can use as ``{n}``, beside its other values."""
        return self._filled(self._catalogue.ngettext(one, many, number), {**values, "n": number})

    def _filled(self, told: str, values: Mapping[str, object]) -> str:
        if values:
            told = told.format(**{name: self._value(value) for name, value in values.items()})
        return directed(told, rtl=True) if self.rtl else told

    def _value(self, value: object) -> object:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = self.number(value)
        return isolated(value, rtl=self.rtl) if isinstance(value, str) else value

    def number(self, number: float, decimals: int = 0) -> str:
        """Return the number with so many decimals, and the signs of this language."""
        if decimals == 0 and abs(number) < _FIRST_GROUPED:
            return f"{number:.0f}"
        return formats.number(number, decimals, self.language)

    def percent(self, percent: float) -> str:
        """Return a percentage; ``percent``: 50 for a half."""
        return formats.percent(percent, self.language)

    def time(self, moment: time) -> str:
        """Return a time of day, in hours and minutes."""
        return formats.time_of_day(moment, self.language)

    def date_time(self, moment: datetime) -> str:
        """Return a date with its time of day."""
        return formats.date_time(moment, self.language)


@lru_cache(maxsize=32)
def speaker(language: str) -> Say:
    """Return the speaker of a language, one object for each."""
    return Say(language)


def own_name(language: str) -> str:
    """Return the name of a language in that language: each catalogue translates "English" so."""
    # For translators: the name of this language, in this language
    return speaker(language)("English")
