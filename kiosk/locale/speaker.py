"""Texts in the language of the person who reads them; the English text is the key (gettext).

A game from another package brings its own translations (``kiosk.locale.game_translations``).
"""

from __future__ import annotations

import gettext
import logging
from collections.abc import Mapping
from datetime import date, datetime, time
from functools import lru_cache
from string import Formatter
from typing import Final, TypeAlias

from kiosk.locale import formats
from kiosk.locale.catalogues import BrokenCatalogueError, translations
from kiosk.locale.direction import RIGHT_TO_LEFT, directed, isolated
from kiosk.locale.game_translations import TranslationsOfGames
from kiosk.locale.languages import SOURCE, catalogue_file
from kiosk.locale.pseudo import PSEUDO

_Placeholder: TypeAlias = tuple[str, str | None, str | None]
"""Its name, format and conversion."""

_log = logging.getLogger(__name__)


@lru_cache(maxsize=32)
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the translations of a language; empty ones, which change nothing, for English or an unknown language."""
    if language in PSEUDO:
        return PSEUDO[language]
    if language == SOURCE or not catalogue_file(language).is_file():
        return gettext.NullTranslations()
    of_games = TranslationsOfGames(language)
    try:
        found = translations(language)
    except BrokenCatalogueError as error:
        _log.error("%s: its texts are in English until it is mended (kiosk/locale/README.md)", error)
        return of_games
    found.add_fallback(of_games)
    return found


@lru_cache(maxsize=4096)
def _fitting(text: str, texts: tuple[str, ...]) -> str | None:
    """Return a translation if all its placeholders occur in one of these English texts; otherwise None, and it is told.

    It may come from another package, or from a file that somebody has written by hand.
    """
    try:
        fits = _placeholders(text) <= set[_Placeholder]().union(*map(_placeholders, texts))
    except ValueError:  # a brace without its other half
        fits = False
    if not fits:
        _log.error("the translation %r has other placeholders than %r: the English text is shown", text, texts[0])
    return text if fits else None


def _placeholders(text: str) -> set[_Placeholder]:
    parts = Formatter().parse(text)
    return {(name, form, conversion) for _, name, form, conversion in parts if name is not None}


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
        return self._filled(self._catalogue.gettext(text), text, values)

    def count(self, one: str, many: str, number: int, **values: object) -> str:
        """Return the form of a text for ``number``, which the text can use as ``{n}``, beside its other values."""
        english = one if number == 1 else many
        text = self._catalogue.ngettext(one, many, number)
        return self._filled(text, english, {**values, "n": number}, one, many)

    def _filled(self, text: str, english: str, values: Mapping[str, object], *forms: str) -> str:
        if values:
            if text != english:
                text = _fitting(text, forms or (english,)) or english
            text = text.format(**{name: self._value(value) for name, value in values.items()})
        return directed(text, rtl=True) if self.rtl else text

    def _value(self, value: object) -> object:
        if isinstance(value, int | float) and not isinstance(value, bool):
            value = self.number(value)
        return isolated(value, rtl=self.rtl) if isinstance(value, str) else value

    def number(self, number: float, decimals: int = 0) -> str:
        """Return the number with so many decimals, and the signs of this language."""
        if decimals == 0 and abs(number) < _FIRST_GROUPED:
            return f"{number:.0f}"
        return formats.number(number, decimals, self._catalogue.gettext(formats.EXAMPLE))

    def percent(self, percent: float) -> str:
        """Return a percentage; ``percent``: 50 for a half."""
        return formats.percent(percent, self.language)

    def time(self, moment: time, *, seconds: bool = False) -> str:
        """Return a time of day, in hours and minutes, or ``seconds`` as well."""
        return formats.time_of_day(moment, self.language, seconds=seconds)

    def weekday(self, number: int) -> str:
        """Return the name of a day of the week (Monday: 0), as within a sentence."""
        return formats.weekday(number, self.language)

    def date(self, day: date, *, year: bool = True) -> str:
        """Return a date, or without its ``year``."""
        return formats.day(day, self.language) if year else formats.day_of_year(day, self.language)

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
