"""A catalogue in the plain form in which Babel writes ours, read in a sixth of Babel's time, at each start.

Whatever has another form (a context, a fuzzy or double entry, an unusual escape, an error) is left to Babel.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Final, TypeAlias

_Texts: TypeAlias = Mapping[str | tuple[str, int], str]
"""Translations by English text, or by English text and plural form."""

NUMBERS: Final = range(1200)
"""Those for which a plural form is looked up: every language repeats itself within a thousand."""
_STRING: Final = r'((?:"[^"\\\n]*(?:\\[nt"\\][^"\\\n]*)*"\n)+)'
_COMMENTS: Final = r"(?:\n|#(?!,.*fuzzy|~).*\n)*"
_ENTRY: Final = re.compile(
    rf"{_COMMENTS}msgid {_STRING}(?:msgstr {_STRING}|msgid_plural {_STRING}((?:msgstr\[\d\] {_STRING})+)){_COMMENTS}"
)
_FORM: Final = re.compile(rf"msgstr\[(\d)\] {_STRING}")
_PLURAL_FORMS: Final = re.compile(r"^Plural-Forms: nplurals=(\d); plural=(.*?);?$", re.MULTILINE)
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
    texts: dict[str | tuple[str, int], str] = {}
    known: set[str] = set()
    forms, at = 0, 0
    plural: Callable[[int], int] = int
    while at < len(text):
        entry = _ENTRY.match(text, at)
        if entry is None:
            return None
        at = entry.end()
        message, translated, many, translated_many, _ = entry.groups()
        message = _string(message)
        if message in known or not (known or message == ""):
            return None
        known.add(message)
        if not message:
            header = _string(translated or "")
            found = _PLURAL_FORMS.search(header)
            if found is None or "charset=utf-8" not in header.lower():
                return None
            forms, plural = int(found[1]), _plural_rule(found[2])
        elif translated:
            texts[message] = _string(translated) or message
        else:
            strings = [(int(form), _string(string)) for form, string in _FORM.findall(translated_many)]
            if [form for form, _ in strings] != [*range(forms)]:
                return None
            texts |= {(message, form): string or (_string(many) if form else message) for form, string in strings}
    return PlainCatalogue(texts, plural)


@lru_cache(maxsize=32)
def _plural_rule(rule: str) -> Callable[[int], int]:
    """Return a rule for plural forms as a function. Raises ValueError and what it raises for any number."""
    plural = gettext.c2py(rule)
    for number in NUMBERS:
        plural(number)  # it may divide by zero
    return plural


def _string(quoted: str) -> str:
    """Return a string of a catalogue, which may be written in several lines."""
    string = quoted[1:-2].replace('"\n"', "")
    return _ESCAPE.sub(lambda escape: _ESCAPED.get(escape[1], escape[1]), string) if "\\" in string else string
