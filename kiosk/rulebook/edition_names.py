"""The names of the editions as panels show them: house rules must not be kept under one of these."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from kiosk.game_registry import registry
from kiosk.locale.catalogues import translations
from kiosk.locale.languages import SOURCE
from kiosk.rulebook.game_rulebook import rulebook_of_game


def edition_names(languages: Iterable[str]) -> frozenset[str]:
    """Return the names of all editions in English and these languages."""
    return frozenset(name for language in (SOURCE, *languages) for name in _names_in(language))


@cache
def _names_in(language: str) -> tuple[str, ...]:
    """Return the names in one language, by its catalogue alone: what games bring comes with their pictures."""
    names = [name for game in registry.names() for name in rulebook_of_game(game).names.values()]
    return tuple(names if language == SOURCE else map(translations(language).gettext, names))
