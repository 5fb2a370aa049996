"""The rules of the game in a panel: a sentence for each picture, and all differences from the usual rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kiosk.game.game_rules import rules_with
from kiosk.locale.speaker import Say
from kiosk.rulebook import differing, sentences, short


class RuleTexts(NamedTuple):
    """The rules in words.

    ``short``: a key and a sentence for each picture; of a game without pictures all sentences, with empty keys.
    ``differing``: the differences from the table's own rules.
    """

    short: Sequence[tuple[str, str]]
    differing: Sequence[str]


def score_text(game: str, changes: Mapping[str, Any], say: Say) -> str:
    """Return the sentence about the scoring of a round; empty if the game has none."""
    return dict(short(game, rules_with(game, changes), say)).get("score", "")


def rule_texts(game: str, changes: Mapping[str, Any], usual: Mapping[str, Any], say: Say) -> RuleTexts:
    """Return the texts of a match's rules. ``changes``, ``usual``: as in a snapshot (``kiosk.game.game_rules``)."""
    played = rules_with(game, changes)
    told = differing(game, played, rules_with(game, usual), say) if changes != usual else ()
    return RuleTexts(short(game, played, say) or [("", text) for text in sentences(game, played, say)], told)
