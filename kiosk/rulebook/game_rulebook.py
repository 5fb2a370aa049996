"""The interface of a game's part of the rule book."""

from __future__ import annotations

from typing import Any, Protocol, cast

from kiosk.game_registry import registry


class GameRulebook(Protocol):
    """The part ``rulebook`` of a game in the registry."""

    def sentences(self, rules: Any) -> list[str]:
        """Return the rules in plain words, one or two sentences per entry (see ``kiosk.rulebook.topic``)."""


def rulebook_of_game(name: str) -> GameRulebook:
    """Return the rule book of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRulebook", registry.part(name, "rulebook"))
