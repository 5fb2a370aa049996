"""The interface of a game's part of the rule book."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol, cast

from kiosk.game_registry import registry
from kiosk.locale.speaker import Say
from kiosk.rulebook.topic import Entry, Numbers


class GameRulebook(Protocol):
    """The part ``rulebook`` of a game in the registry."""

    @property
    def names(self) -> Mapping[str, str]:
        """The editions' names, as marked texts."""

    @property
    def short(self) -> Mapping[str, Entry]:
        """What somebody has to know who has never played: at most six entries, each by the name of its picture."""

    def entries(self, rules: Any) -> Sequence[Entry]:
        """Return the topics that these rules have, in the order in which they are told."""

    def numbers(self, rules: Any, say: Say) -> Numbers:
        """Return the values of the ``{fields}`` of all sentences."""


def sentence_about(game: str, paths: Collection[str], rules: Any, say: Say) -> str:
    """Return the first sentence of these rules that depends on one of the options; empty: there is none.

    ``paths``: as in ``Entry.options``; an option with parts stands for all of them.
    """
    book = rulebook_of_game(game)
    numbers = book.numbers(rules, say)
    about = (entry for entry in book.entries(rules) if any(_is_part(one, paths) for one in entry.options))
    return next((text for entry in about for text in entry.told(rules, numbers, say)), "")


def _is_part(option: str, paths: Collection[str]) -> bool:
    return any(option == path or option.startswith(f"{path}.") for path in paths)


def rulebook_of_game(name: str) -> GameRulebook:
    """Return the rule book of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRulebook", registry.part(name, "rulebook"))
