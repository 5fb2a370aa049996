"""What the rule book asks of a game."""

from __future__ import annotations

from typing import Any, Protocol, cast

from kiosk.game_registry import registry


class GameRulebook(Protocol):
    """A game's part of the registry that is called ``rulebook``."""

    def sentences(self, rules: Any) -> list[str]:
        """Its rules with these options in plain words, a sentence or two an entry (``kiosk.rulebook.topic`` helps)."""


def rulebook_of_game(name: str) -> GameRulebook:
    """The rule book of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRulebook", registry.part(name, "rulebook"))
