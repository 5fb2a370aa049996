"""The card game's part ``rules`` of the registry (``kiosk.game.game_rules.GameRules``)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any, Final

from kiosk.game.card_commands import Flip, Play, Refill, Source, Tuck, parse_source
from kiosk.game.card_events import DeadArmed, DeadDisarmed, Flipped, Played, Refilled, Reshuffled, StackEmptied, Tucked
from kiosk.game.card_house_options import HOUSE_OPTIONS
from kiosk.game.card_lengths import LENGTHS
from kiosk.game.card_rules import PRESETS, CardRules, ProStep
from kiosk.game.cards import Card, parse_card
from kiosk.game.commands import COMMANDS, Command
from kiosk.game.events import EVENTS, Event
from kiosk.game.game_rules import Form, GameRules
from kiosk.game.match_choices import MatchChoices
from kiosk.game.notation import position_text
from kiosk.game.position import Position

MATCH_CHOICES: Final[MatchChoices] = MappingProxyType(
    {"length": LENGTHS, "pro": ("off", *(step.value for step in ProStep))}
)


class CardGameRules:
    """The card game's editions, commands and events."""

    rules_type = CardRules
    presets = PRESETS
    house_options = HOUSE_OPTIONS
    match_choices = MATCH_CHOICES
    most_seats = 12
    commands: tuple[type[Command], ...] = (Play, Flip, Refill, Tuck, *COMMANDS)
    events: tuple[type[Event], ...] = (
        Played,
        Flipped,
        Refilled,
        Tucked,
        StackEmptied,
        DeadArmed,
        DeadDisarmed,
        Reshuffled,
        *EVENTS,
    )

    @property
    def forms(self) -> Mapping[Any, Form]:
        """Cards and sources in the referee's notation."""
        return {Card: (str, parse_card), Hashable: (str, parse_card), Source: (str, parse_source)}

    def position_text(self, position: Position) -> str:
        """Return the position as ``kiosk.game.notation`` writes it."""
        return position_text(position)


RULES: Final[GameRules] = CardGameRules()
