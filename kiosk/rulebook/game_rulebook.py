"""The interface of a game's part of the rule book."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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


def rulebook_of_game(name: str) -> GameRulebook:
    """Return the rule book of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRulebook", registry.part(name, "rulebook"))
