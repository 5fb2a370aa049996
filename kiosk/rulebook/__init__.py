"""An edition's rules in plain words, made from its options: one table of sentences for every value that they may have.

The words cannot differ from the engine, because nothing but the options says which of them are printed. Options that
only mean something together share a sentence, and one that means nothing in an edition is not spoken of.
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
    """The editions of every registered game by name; a name that another game has too gets its game before it."""
    found: dict[str, Edition] = {}
    for game in registry.names():
        for name, preset in rules_of_game(game).presets.items():
            found[f"{game}/{name}" if name in found else name] = Edition(game, preset)
    return MappingProxyType(found)


def edition(of: Edition) -> str:
    """An edition in plain words: its name, its source, its rules, and what is our own filling."""
    preset = of.preset
    words = rulebook_of_game(of.game).sentences(preset.rules)
    lines = [f"{preset.name}: {preset.source}", "", *(f"- {text}" for text in words)]
    if silent := ", ".join(preset.filled):
        lines += ["", f"Its source says nothing of these options, which are our own filling: {silent}."]
    return "\n".join(lines)


def editions() -> str:
    """The editions of all games with their sources, one a line."""
    found = all_editions()
    width = max(map(len, found))
    return "\n".join(f"{name:{width}}  {of.preset.source}" for name, of in found.items())
