"""Catalogues: the ``.po`` files. Babel reads those that are not in plain form; its import takes 20 ms and 5 MB."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final

from kiosk.locale.languages import SOURCE, catalogue_file
from kiosk.locale.plain_catalogue import NUMBERS, read_plain

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog


MOST_PLURALS: Final = 6
"""Plural forms of the language that has most, Arabic."""
_LARGEST: Final = 4 << 20
_PLURALS: Final = re.compile(rb"nplurals\s*=\s*(\d+)")


class BrokenCatalogueError(Exception):
    """The catalogue of a language cannot be used; the message names the file and the reason."""


def read_catalogue(language: str) -> Catalog:
    """Return the catalogue of an installed language; an entry that occurs twice or cannot be read is an error."""
    from babel.messages.pofile import read_po  # noqa: PLC0415  # no table needs it for the catalogues that come with it

    return read_po(io.BytesIO(_content(language)), locale=language, abort_invalid=True)


def _content(language: str) -> bytes:
    with catalogue_file(language).open("rb") as file:
        content = file.read(_LARGEST + 1)
    if len(content) > _LARGEST:
        raise ValueError(f"has more than {_LARGEST >> 20} MB")
    if any(len(count) > 1 or int(count) > MOST_PLURALS for count in _PLURALS.findall(content)):
        raise ValueError(f"has more than {MOST_PLURALS} plural forms")
    return content


def translations(language: str) -> gettext.NullTranslations:
    """Return the translations of an installed language, compiled in memory, so that there is no build step.

    Raises BrokenCatalogueError.
    """
    try:
        return read_plain(_content(language)) or _compiled(language)
    except Exception as error:  # whatever Babel and gettext raise for a file that somebody has written by hand
        raise BrokenCatalogueError(f"{catalogue_file(language)}: cannot be used ({error})") from error


def _compiled(language: str) -> gettext.NullTranslations:
    from babel.messages.mofile import write_mo  # noqa: PLC0415  # as above

    compiled = io.BytesIO()
    write_mo(compiled, read_catalogue(language))
    compiled.seek(0)
    found = gettext.GNUTranslations(compiled)
    for number in NUMBERS:
        found.ngettext("", "", number)  # the rule may divide by zero
    return found


def broken(languages: Iterable[str]) -> tuple[str, ...]:
    """Return which catalogues of these languages cannot be used, and why."""
    return tuple(filter(None, map(_problem, languages)))


@cache
def _problem(language: str) -> str:
    try:
        if language != SOURCE:
            translations(language)
    except BrokenCatalogueError as error:
        return str(error)
    return ""
