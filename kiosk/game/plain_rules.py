"""The conversion of rules to plain values (option name -> value), and back.

A record contains all options, a snapshot only those that differ from the game's first edition.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from functools import cache, lru_cache
from typing import Any

import msgspec

from kiosk.game.game_rules import rules_of_game


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
