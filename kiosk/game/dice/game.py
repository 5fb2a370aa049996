"""The dice game's part ``rules`` of the registry (``kiosk.game.game_rules.GameRules``)."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any, Final

from kiosk.game.colors import Color
from kiosk.game.commands import COMMANDS, Command
from kiosk.game.dice.commands import DiceGone, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import DicePosition, DiceSeatPosition, Die, colors_text, dice_text, parse_die
from kiosk.game.dice.rules import DICE_PRESETS, MOST_SEATS, DiceRules, DiceTie, HandicapMode
from kiosk.game.events import EVENTS, Event
from kiosk.game.game_rules import Form, GameRules, MatchChoices
from kiosk.game.house_options import FALSE_STOP, MISPLAY, HouseOption, of_enum
from kiosk.game.options import StopMode

HOUSE_OPTIONS: Final[tuple[HouseOption, ...]] = (
    FALSE_STOP,
    MISPLAY,
    of_enum("stop_mode", (StopMode.PRESS, StopMode.PRESS_WITH_TIMEOUT, StopMode.AUTO)),
    of_enum("dice_tie", DiceTie),
)
"""In the order in which the table shows them."""


_DIE: Final = "die "
"""The prefix of a refusal's die: old journals hold cards and dice in that field, and ``r3`` is a card there."""

ROUNDS_EACH: Final = "rounds_each"
"""The word of a length: it is followed by the number of rounds per player (N13: three; many find that too long)."""

MATCH_CHOICES: Final[MatchChoices] = MappingProxyType(
    {
        "length": tuple(f"{ROUNDS_EACH} {rounds}" for rounds in (1, 2, 3)),
        "handicap_mode": tuple(mode.value for mode in HandicapMode),
    }
)


def _refused_die(text: str) -> Die:
    return parse_die(text.removeprefix(_DIE))


class DiceGameRules:
    """The dice game's editions, commands and events."""

    rules_type = DiceRules
    presets = DICE_PRESETS
    house_options = HOUSE_OPTIONS
    match_choices = MATCH_CHOICES
    most_seats = MOST_SEATS
    commands: tuple[type[Command], ...] = (Roll, PlaceDie, *COMMANDS)
    events: tuple[type[Event], ...] = (Rolled, DiePlaced, DiceGone, *EVENTS)

    @property
    def forms(self) -> Mapping[Any, Form]:
        """Dice in the referee's notation."""
        return {Die: (str, parse_die), Hashable: (lambda die: f"{_DIE}{die}", _refused_die)}

    def position_text(self, position: DicePosition) -> str:
        """Return the highest value of each colour, then a part for each seat: ``r3 g0 b1 y0 | r4 y2 | bby left``."""
        board = " ".join(f"{color.letter}{height}" for color, height in zip(Color, position.board, strict=True))
        return " | ".join([board, *map(_seat_text, position.seats)])


def _seat_text(seat: DiceSeatPosition) -> str:
    lying = colors_text(seat.dice) if seat.rolled is None else dice_text(seat.rolled)
    return f"{lying or '-'}{' left' if seat.left else ''}"


RULES: Final[GameRules] = DiceGameRules()
