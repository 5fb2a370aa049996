"""Numbers, dates and times in the format of a language, by Babel, which is imported with the first of them."""

from __future__ import annotations

from datetime import date, datetime, time
from typing import Final

_LOCALES: Final = {"en": "en_GB", "xl": "en_GB", "xr": "he"}
"""The locales of languages whose code would name another one: English here is British."""
_DIGITS: Final = "latn"
"""0 to 9, as on the cards, in every language."""


def _locale(language: str) -> str:
    return _LOCALES.get(language, language)


def number(value: float, decimals: int, language: str) -> str:
    """Return a number with so many decimals."""
    from babel.numbers import format_decimal  # noqa: PLC0415

    pattern = "#,##0." + "0" * decimals if decimals else "#,##0"
    return format_decimal(value, format=pattern, locale=_locale(language), numbering_system=_DIGITS)


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


def date_time(value: datetime, language: str) -> str:
    """Return a short date, hours and minutes, in the time zone of ``value``."""
    from babel.dates import format_datetime  # noqa: PLC0415

    return format_datetime(value, "short", locale=_locale(language), tzinfo=value.tzinfo)
