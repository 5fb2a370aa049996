"""The interface of a game's part of the referee."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol, cast

from kiosk.game_registry import registry
from kiosk.referee.node import Node
from kiosk.referee.options import OptionForm
from kiosk.referee.scenario import Scenario


class GameReferee(Protocol):
    """The part ``referee`` of a game in the registry."""

    @property
    def options(self) -> Mapping[str, OptionForm]:
        """The forms of options that ``kiosk.referee.options`` cannot read and write by their type, by name."""

    def read(self, node: Node) -> Scenario:
        """Return the scenario of its JSON (see ``kiosk.referee.parts``); ``Malformed`` if it is invalid."""

    def position_json(self, position: Any) -> dict[str, Any]:
        """Return a position in the form of scenarios."""


def referee_of_game(name: str) -> GameReferee:
    """Return the referee's part of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameReferee", registry.part(name, "referee"))
