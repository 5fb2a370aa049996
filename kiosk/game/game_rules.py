"""The interface of a game's rules: its editions, and the commands and events of its rounds."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cache, lru_cache
from typing import Any, Final, Protocol, TypeAlias, cast

import msgspec

from kiosk.game.commands import Command
from kiosk.game.events import Event
from kiosk.game.house_options import HouseOption
from kiosk.game.preset import Preset
from kiosk.game_registry import registry

MatchChoices: TypeAlias = Mapping[str, tuple[str, ...]]
"""The forms of what people choose for a match beside its edition: ``{"length": ("single_round", "rounds {n}")}``.

The words are written into configurations, journals and results: none is renamed or given another meaning.
"""

Form: TypeAlias = tuple[Callable[[Any], Any], Callable[[Any], Any]]
"""A function that writes a value as plain data, and one that reads it back."""


class GameRules(Protocol):
    """The part ``rules`` of a game in the registry."""

    @property
    def rules_type(self) -> type[Any]:
        """The frozen struct of its options; it implements ``MatchRules`` and ``RoundRules``."""

    @property
    def presets(self) -> Mapping[str, Preset[Any]]:
        """Its editions by name, the default first."""

    @property
    def house_options(self) -> tuple[HouseOption, ...]:
        """The options that people may change at the table, in the order in which they are shown."""

    @property
    def match_choices(self) -> MatchChoices:
        """What people choose for a match beside its edition, and what goes with another edition."""

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
        """The journal formats for fields of its own types, by the declared type of the field.

        ``Hashable`` is the piece of a refusal, ``StrEnum`` its reason (needed if the game has reasons beyond
        ``Reason``). Optional types and tuples (``tuple[Tile, ...] | None``), numbers, strings and the game's own
        ``StrEnum`` types need no entry.
        """

    def position_text(self, position: Any) -> str:
        """Return a position as one line of text."""


def names_preset(name: str) -> bool:
    """Return whether the first word of a name is that of a preset of any registered game.

    Such a name cannot be given to house rules, which are chosen by their name as presets are.
    """
    word = name.partition(" ")[0].casefold()
    return any(word == preset for game in registry.names() for preset in rules_of_game(game).presets)


def rules_of_game(name: str) -> GameRules:
    """Return the rules of a registered game; ``UnknownGame`` if none has that name."""
    return cast("GameRules", registry.part(name, "rules"))


def rules_plain(rules: Any) -> dict[str, Any]:
    """Return every option by its name, nested ones as objects (``{"kind": "lockout", "ms": 2000, "points": 0}``)."""
    options: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(rules))
    return options


def rules_of(game: str, options: Mapping[str, Any]) -> Any:
    """Return the rules of a game that were written as ``options``; a missing option has its default."""
    kind = rules_of_game(game).rules_type
    try:
        return msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"not rules of {game}: {error}") from error


def changes_of(game: str, rules: Any) -> dict[str, Any]:
    """Return the options that differ from those of the game's first edition. Do not modify the result."""
    return _changes(game, rules)


@lru_cache(maxsize=16)  # every snapshot contains them
def _changes(game: str, rules: Hashable) -> dict[str, Any]:
    first = _first_edition(game)
    return {name: value for name, value in rules_plain(rules).items() if first.get(name) != value}


def rules_with(game: str, changes: Mapping[str, Any]) -> Any:
    """Return the rules of the game's first edition with these options."""
    return _with(game, msgspec.json.encode(changes))


@lru_cache(maxsize=16)  # every panel that says something of them asks
def _with(game: str, changes: bytes) -> Any:
    return rules_of(game, {**_first_edition(game), **msgspec.json.decode(changes)})


@cache
def _first_edition(game: str) -> Mapping[str, Any]:
    return rules_plain(next(iter(rules_of_game(game).presets.values())).rules)


NUMBER: Final = "{n}"
"""In a form: a number from 2 to 999."""

_NUMBER: Final = re.compile(r"[2-9]|[1-9][0-9]{1,2}")


def number_in(value: str, form: str) -> int | None:
    """Return the number in a value of a form that ends with one; None: it is no such value."""
    word, _, number = value.partition(" ")
    return int(number) if form == f"{word} {NUMBER}" and _NUMBER.fullmatch(number) else None


def has_form(value: str, forms: Iterable[str]) -> bool:
    """Return whether a value has one of these forms."""
    return any(value == form or number_in(value, form) is not None for form in forms)
