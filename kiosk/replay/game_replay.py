"""The interface of a game's part of the replay."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, cast

from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game_registry import registry
from kiosk.journal.records import RoundStarted

Judgement: TypeAlias = tuple[Command, Sequence[Event]]
"""A command and its events."""


class GameReplay(Protocol):
    """The part ``replay`` of a game in the registry."""

    def event_words(self, event: Event) -> str:
        """Return one of its own events in words, without its seat; empty: it is not shown."""

    def command_json(self, command: SeatCommand) -> dict[str, Any]:
        """Return the keys of a command in a scenario, except its time, seat and word."""

    def as_told(self, rules: Any, judged: Sequence[Judgement], seats: int) -> tuple[Any, Sequence[Judgement]]:
        """Return the rules of a round with ``seats`` seats, and its commands, as far as a scenario can express them."""

    def scenario_keys(self, started: RoundStarted) -> dict[str, Any]:
        """Return a scenario's keys that only this game has, or that override those of ``kiosk.replay.scenario``."""


def replay_of_game(name: str) -> GameReplay:
    """Return the replay's part of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameReplay", registry.part(name, "replay"))
