"""An edition's rules in plain words, made from its options: one table of sentences for every value that they may have.

The words cannot differ from the engine, because nothing but the options says which of them are printed. Options that
only mean something together share a sentence, and one that means nothing in an edition is not spoken of.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from kiosk.game.card_rules import PRESETS, CardRules
from kiosk.game.dice_rules import DICE_PRESETS, DiceRules
from kiosk.game.preset import Preset
from kiosk.rulebook.cards import card_sentences
from kiosk.rulebook.dice import dice_sentences

EDITIONS: Final[Mapping[str, Preset[CardRules] | Preset[DiceRules]]] = MappingProxyType({**PRESETS, **DICE_PRESETS})
"""The editions of both games by name."""


def edition(preset: Preset[CardRules] | Preset[DiceRules]) -> str:
    """An edition in plain words: its name, its source, its rules, and what is our own filling."""
    words = card_sentences(preset.rules) if isinstance(preset.rules, CardRules) else dice_sentences(preset.rules)
    lines = [f"{preset.name}: {preset.source}", "", *(f"- {text}" for text in words), ""]
    silent = ", ".join(preset.filled)
    return "\n".join([*lines, f"Its source says nothing of these options, which are our own filling: {silent}."])


def editions() -> str:
    """The editions of both games with their sources, one a line."""
    width = max(map(len, EDITIONS))
    return "\n".join(f"{preset.name:{width}}  {preset.source}" for preset in EDITIONS.values())
