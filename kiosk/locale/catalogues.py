"""Catalogues: the ``.po`` files, read in a sixth of Babel's time if they have the plain form in which it writes ours.

Whatever has another form (a context, a fuzzy or double entry, an unusual escape, an error) is left to Babel, whose
import takes 20 ms and 5 MB.
"""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from kiosk.locale.languages import SOURCE, catalogue_file

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


_Texts: TypeAlias = Mapping[str | tuple[str, int], str]
"""Translations by English text, or by English text and plural form."""

NUMBERS: Final = range(1200)
"""Those for which a plural form is looked up: every language repeats itself within a thousand."""
_STRING: Final = r'"([^"\\\n]*+(?:\\[nt"\\][^"\\\n]*+)*+)"\n'
_COMMENTS: Final = r"(?:\n|#(?!,.*fuzzy|~).*\n)*+"
_ENTRY: Final = re.compile(
    rf"{_COMMENTS}msgid {_STRING}(?:msgstr {_STRING}|msgid_plural {_STRING}((?:msgstr\[\d\] {_STRING})+)){_COMMENTS}"
)
_GROUPS: Final = 1 + _ENTRY.groups
_FORM: Final = re.compile(rf"msgstr\[(\d)\] {_STRING}")
_PLURAL_FORMS: Final = re.compile(r"^Plural-Forms: nplurals=(\d); plural=(.*?);?$", re.MULTILINE)
_DIVISOR: Final = re.compile(r"[/%]\s*+(?![1-9])")
"""A division by what may be zero."""
_ESCAPE: Final = re.compile(r"\\(.)")
_ESCAPED: Final = {"n": "\n", "t": "\t"}


class PlainCatalogue(gettext.NullTranslations):
    """The translations in such a catalogue. ``plural``: the form for a number."""

    def __init__(self, texts: _Texts, plural: Callable[[int], int]) -> None:
        super().__init__()
        self._texts, self._plural = texts, plural

    def gettext(self, message: str) -> str:
        """Return the translation of a message, of one with a plural that for 1."""
        translated = self._texts.get(message) or self._texts.get((message, self._plural(1)))
        return super().gettext(message) if translated is None else translated

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return the translated form for ``n`` of two messages."""
        translated = self._texts.get((msgid1, self._plural(n)))
        return super().ngettext(msgid1, msgid2, n) if translated is None else translated


def read_plain(content: bytes) -> PlainCatalogue | None:
    """Return the translations; None if the catalogue has another form. Raises what its plural rule raises."""
    try:
        text = content.decode("utf-8")
    except UnicodeDecodeError:
        return None
    if '\\"\n' in text:  # a line without its end: what follows must not be taken for the rest of it
        return None
    pieces = _ENTRY.split(text.replace('"\n"', ""))
    messages, translations, plurals, forms = (pieces[place::_GROUPS] for place in range(1, 5))
    if any(pieces[::_GROUPS]) or messages[:1] != [""] or len(set(messages)) < len(messages):
        return None
    header = _string(translations[0] or "")
    found = _PLURAL_FORMS.search(header)
    if found is None or _DIVISOR.search(found[2]) or "charset=utf-8" not in header.lower():
        return None
    texts: dict[str | tuple[str, int], str] = {
        _string(message): _string(translated or message)
        for message, translated in zip(messages[1:], translations[1:], strict=True)
        if translated is not None
    }
    for message, many, translated in zip(messages, plurals, forms, strict=True):
        if translated is None:
            continue
        strings = [(int(form), string) for form, string in _FORM.findall(translated)]
        if [form for form, _ in strings] != [*range(int(found[1]))]:
            return None
        for form, string in strings:
            texts[_string(message), form] = _string(string or (many if form else message))
    return PlainCatalogue(texts, gettext.c2py(found[2]))


def _string(quoted: str) -> str:
    """Return a string of a catalogue without its escapes."""
    return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), quoted) if "\\" in quoted else quoted
