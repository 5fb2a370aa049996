"""What the referee asks of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from kiosk.game_registry import registry
from kiosk.referee.node import Node
from kiosk.referee.options import Option
from kiosk.referee.scenario import Scenario


class GameReferee(Protocol):
    """A game's part of the registry that is called ``referee``."""

    @property
    def options(self) -> Mapping[str, Option]:
        """Options of its rules that are not written as ``kiosk.referee.options`` writes any other, by name."""

    def read(self, node: Node) -> Scenario:
        """A scenario from its JSON (``kiosk.referee.parts`` helps); ``Malformed`` if it is none."""

    def position_json(self, position: Any) -> dict[str, Any]:
        """A position in the form in which scenarios give it."""


def referee_of_game(name: str) -> GameReferee:
    """The referee's part of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameReferee", registry.part(name, "referee"))
