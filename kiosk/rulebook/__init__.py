"""An edition's rules in plain words, generated from its options: a table with a sentence for every value.

The words cannot contradict the engine, because only the options select them. Options that have a meaning only together
share a sentence, and an option without effect in an edition is not mentioned.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from kiosk.game.game_rules import rules_of_game
from kiosk.game.preset import Preset
from kiosk.game_registry import registry
from kiosk.rulebook.game_rulebook import rulebook_of_game


class Edition(NamedTuple):
    """An edition, and the name of its game."""

    game: str
    preset: Preset[Any]


def all_editions() -> Mapping[str, Edition]:
    """Return the editions of every registered game by name; a name already taken is prefixed with its game."""
    found: dict[str, Edition] = {}
    for game in registry.names():
        for name, preset in rules_of_game(game).presets.items():
            found[f"{game}/{name}" if name in found else name] = Edition(game, preset)
    return MappingProxyType(found)


def edition(of: Edition) -> str:
    """Return an edition in plain words: its name, its source, its rules, and the options that we filled in."""
    preset = of.preset
    words = rulebook_of_game(of.game).sentences(preset.rules)
    lines = [f"{preset.name}: {preset.source}", "", *(f"- {text}" for text in words)]
    if silent := ", ".join(preset.filled):
        lines += ["", f"Its source says nothing of these options, which are our own filling: {silent}."]
    return "\n".join(lines)


def editions() -> str:
    """Return the editions of all games with their sources, one per line."""
    found = all_editions()
    width = max(map(len, found))
    return "\n".join(f"{name:{width}}  {of.preset.source}" for name, of in found.items())
