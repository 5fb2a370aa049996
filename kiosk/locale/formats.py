"""Numbers, shares, dates and times in the format of a language; all but numbers by Babel, imported with the first."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, time
from decimal import Decimal
from typing import Final

from kiosk.locale.marks import mark

_LOCALES: Final = {"en": "en_GB", "xl": "en_GB", "xr": "he"}
"""The locales of languages whose code would name another one: English here is British."""
_DIGITS: Final = "latn"
"""0 to 9, as on the cards, in every language."""


def _locale(language: str) -> str:
    return _LOCALES.get(language, language)


# For translators: how your language writes this number: the sign between thousands, and the one before decimals
EXAMPLE: Final = mark("1,234.5")
"""A number whose translation shows the signs of a language."""
_SIGNS: Final = re.compile(r"1(\D)234(\D)5")


def number(value: float, decimals: int, example: str) -> str:
    """Return a number with so many decimals; ``example``: ``EXAMPLE`` as the language writes it."""
    english = f"{Decimal(str(value)):,.{decimals}f}"
    signs = _SIGNS.fullmatch(example)
    return english.translate(str.maketrans(",.", "".join(signs.groups()))) if signs else english


def percent(value: float, language: str) -> str:
    """Return a percentage; ``value``: 50 for a half."""
    from babel.numbers import format_percent  # noqa: PLC0415

    return format_percent(value / 100, locale=_locale(language), numbering_system=_DIGITS)


def time_of_day(value: time, language: str, *, seconds: bool = False) -> str:
    """Return hours and minutes, or ``seconds`` as well."""
    from babel.dates import format_time  # noqa: PLC0415

    return format_time(value, "medium" if seconds else "short", locale=_locale(language))


def weekday(number: int, language: str) -> str:
    """Return the name of a day of the week (Monday: 0), as within a sentence."""
    from babel.dates import get_day_names  # noqa: PLC0415

    return str(get_day_names("wide", "stand-alone", locale=_locale(language))[number])


def day(value: date, language: str) -> str:
    """Return a short date."""
    from babel.dates import format_date  # noqa: PLC0415

    return format_date(value, "medium", locale=_locale(language))


def day_of_year(value: date, language: str) -> str:
    """Return a short date without its year."""
    from babel.dates import format_skeleton  # noqa: PLC0415

    return format_skeleton("MMMd", datetime.combine(value, time(), UTC), locale=_locale(language))


def date_time(value: datetime, language: str) -> str:
    """Return a short date, hours and minutes, in the time zone of ``value``."""
    from babel.dates import format_datetime  # noqa: PLC0415

    return format_datetime(value, "short", locale=_locale(language), tzinfo=value.tzinfo)
