"""The rules of the game as a panel tells them: the sentences of its pictures, and what differs from the usual rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from kiosk.game.plain_rules import rules_with
from kiosk.locale.speaker import Say
from kiosk.rulebook import differing, sentences, short


class RuleTexts(NamedTuple):
    """The rules in words.

    ``short``: for each picture its key and its sentence, of a game without pictures all sentences; ``differing``: what
    differs from the table's own rules.
    """

    short: Sequence[tuple[str, str]]
    differing: Sequence[str]


def score_text(game: str, changes: Mapping[str, Any], say: Say) -> str:
    """Return how a round is scored, in the sentence of its picture; empty if the game has none."""
    return dict(short(game, rules_with(game, changes), say)).get("score", "")


def rule_texts(game: str, changes: Mapping[str, Any], usual: Mapping[str, Any], say: Say) -> RuleTexts:
    """Return the rules of a match, and what differs from the ``usual`` ones; both as in a snapshot."""
    played = rules_with(game, changes)
    told = differing(game, played, rules_with(game, usual), say) if changes != usual else ()
    return RuleTexts(short(game, played, say) or [("", text) for text in sentences(game, played, say)], told)
