"""A text in the language of the person who reads it. The English text is the key (gettext).

Catalogues (in ``kiosk/locale``) are plain ``.po`` files, compiled in memory, so there is no build step. A game from
another package brings its own translations (``GamePicture.translations``).
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Mapping
from functools import lru_cache

import polib

from kiosk.game_registry import registry
from kiosk.locale.languages import SOURCE, catalogue_file
from kiosk.locale.pseudo import PSEUDO


def mark(text: str) -> str:
    """Mark a text in a table for translation and return it; ``Say`` translates it when it is shown."""
    return text


_TENTHS = mark("0.0")
"""Its translation shows a language's decimal sign."""


@lru_cache(maxsize=32)
def catalogue(language: str) -> gettext.NullTranslations:
    """Return the catalogue of a language; an empty one, which changes nothing, for English or an unknown language."""
    if language in PSEUDO:
        return PSEUDO[language]
    file = catalogue_file(language)
    if language == SOURCE or not file.is_file():
        return gettext.NullTranslations()
    binary: bytes = polib.pofile(file.read_text(encoding="utf-8")).to_binary()
    told = gettext.GNUTranslations(io.BytesIO(binary))
    told.add_fallback(_OfGames(language))
    return told


class _OfGames(gettext.NullTranslations):
    """The translations that games bring; searched only for texts that a catalogue lacks."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """Return the message as translated by the first game that has it."""
        for name in registry.names():
            told: Mapping[str, str] = registry.part(name, "display").translations(self._language)
            if message in told:
                return told[message]
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return one of two messages, each translated on its own."""
        return self.gettext(msgid1 if n == 1 else msgid2)


class Say:
    """A speaker of one language: ``say("Seat {seat}", seat=3)``."""

    def __init__(self, language: str) -> None:
        self.language = language
        self._catalogue = catalogue(language)

    def __call__(self, text: str, **values: object) -> str:
        """Return the text in this language, with its ``{placeholders}`` filled."""
        told = self._catalogue.gettext(text)
        return told.format(**values) if values else told

    def count(self, one: str, many: str, number: int) -> str:
        """Return the singular or plural for ``number``, which the texts can use as ``{n}``."""
        return self._catalogue.ngettext(one, many, number).format(n=number)

    def tenths(self, number: float) -> str:
        """Return the number with one decimal, and the decimal sign of this language."""
        return f"{number:.1f}".replace(".", self(_TENTHS)[1])


@lru_cache(maxsize=32)
def speaker(language: str) -> Say:
    """Return the speaker of a language, one object for each."""
    return Say(language)


def own_name(language: str) -> str:
    """Return the name of a language in that language: each catalogue translates "English" so."""
    return speaker(language)("English")
