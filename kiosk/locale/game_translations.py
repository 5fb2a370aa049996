"""The translations that games from other packages bring, for texts that the catalogues lack."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from typing import TypeAlias, cast

from kiosk.game_registry import registry

GameTranslations: TypeAlias = Mapping[str, Mapping[str, str]]
"""A game's ``translations`` part of the registry: language -> English text -> translation."""


def translations_of_game(name: str) -> GameTranslations:
    """Return the translations of a game."""
    return cast("GameTranslations", registry.part(name, "translations"))


class TranslationsOfGames(gettext.NullTranslations):
    """The fallback of a language's catalogue; searched only for texts that the catalogue lacks."""

    def __init__(self, language: str) -> None:
        super().__init__()
        self._language = language

    def gettext(self, message: str) -> str:
        """Return the message as translated by the first game that has it; otherwise the message itself."""
        for name in registry.names():
            texts = translations_of_game(name).get(self._language, {})
            if message in texts:
                return texts[message]
        return message

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """Return one of two messages, each translated on its own."""
        return self.gettext(msgid1 if n == 1 else msgid2)
