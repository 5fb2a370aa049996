"""What replaying asks of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeAlias, cast

from kiosk.game.commands import Command, SeatCommand
from kiosk.game.events import Event
from kiosk.game_registry import registry
from kiosk.journal.records import RoundStarted

Judgement: TypeAlias = tuple[Command, Sequence[Event]]
"""A command and all that came of it."""


class GameReplay(Protocol):
    """A game's part of the registry that is called ``replay``."""

    def event_words(self, event: Event) -> str:
        """One of its own events in words, without its seat; empty: nothing is said of it."""

    def command_json(self, command: SeatCommand) -> dict[str, Any]:
        """The keys of a command in a scenario, beside its time, seat and word."""

    def as_told(self, rules: Any, judged: Sequence[Judgement], seats: int) -> tuple[Any, Sequence[Judgement]]:
        """The rules of a round of so many seats, and its commands, as a scenario can tell them."""

    def scenario_keys(self, started: RoundStarted) -> dict[str, Any]:
        """A scenario's keys that are the game's own, or differ from what ``kiosk.replay.scenario`` says of any game."""


def replay_of_game(name: str) -> GameReplay:
    """The replay's part of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameReplay", registry.part(name, "replay"))
