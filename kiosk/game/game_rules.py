"""What the rules of any game are to everybody else: its editions, and the commands and events of its rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol, TypeAlias, cast

from kiosk.game.commands import Command
from kiosk.game.events import Event
from kiosk.game.preset import Preset
from kiosk.game_registry import registry

Form: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""How a value is written as plain data, and read again."""


class GameRules(Protocol):
    """A game's part of the registry that is called ``rules``."""

    @property
    def rules_type(self) -> type[Any]:
        """The dataclass of its options; ``MatchRules`` and ``RoundRules`` are satisfied by it."""

    @property
    def presets(self) -> Mapping[str, Preset[Any]]:
        """Its editions by name, the usual one first."""

    @property
    def most_seats(self) -> int:
        """The number of seats that it is made for."""

    @property
    def commands(self) -> tuple[type[Command], ...]:
        """The types of all commands of its rounds, the common ones included."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The types of all events of its rounds, the common ones included."""

    @property
    def forms(self) -> Mapping[Any, Form]:
        """How the fields of its own types are written into journals, by the type that the field is declared with.

        ``Hashable`` is the piece of a refusal, and ``StrEnum`` its reason, where those of ``Reason`` are not all. That
        the type is optional, or one of many (``tuple[Tile, ...] | None``), needs no entry of its own; nor do numbers,
        texts and the game's own ``StrEnum``.
        """

    def position_text(self, position: Any) -> str:
        """A position as one line of text."""


def rules_of_game(name: str) -> GameRules:
    """The rules of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRules", registry.part(name, "rules"))
