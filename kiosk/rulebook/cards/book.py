"""The rule book of the card game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kiosk.game.cards.rules import CardRules
from kiosk.locale.speaker import Say, mark
from kiosk.rulebook.cards.deal import DEAL
from kiosk.rulebook.cards.end import END
from kiosk.rulebook.cards.play import PLAY
from kiosk.rulebook.cards.pro import PRO
from kiosk.rulebook.cards.short import SHORT
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import Entry, seconds

TOPICS: Final[tuple[Entry, ...]] = (*DEAL, *PLAY, *END)
"""Everything but the pro variant."""

EDITIONS: Final[Mapping[str, str]] = {
    "table_default": mark("Table rules"),
    "schmidt_de_fr_it": mark("Classic"),
    "schmidt_2017_en": mark("2017 English"),
    "schmidt_2017_fr": mark("2017 French"),
    "schmidt_2017_ru": mark("2017 Russian"),
    "schmidt_2017_ru_footnote": mark("Hidden stack"),
    "schmidt_2017_he": mark("2017 Hebrew"),
    "nordic_is": mark("Nordic"),
    "wikipedia": mark("Wikipedia"),
    "brettspielwelt": mark("BrettspielWelt"),
    "junior": mark("Junior"),
}
"""The names of the editions."""


class CardRulebook:
    """The rule book of the card game (``kiosk.rulebook.game_rulebook.GameRulebook``)."""

    names: Mapping[str, str] = EDITIONS
    short: Mapping[str, Entry] = SHORT

    def entries(self, rules: CardRules) -> tuple[Entry, ...]:
        """Return what is to tell, in this order."""
        return (*TOPICS, *PRO) if rules.pro.enabled else TOPICS

    def numbers(self, rules: CardRules, say: Say) -> dict[str, Any]:
        """Return the values of the sentences' fields."""
        return {
            "shuffle_s": seconds(rules.shuffle_lock_ms, say),
            "stop_s": seconds(rules.stop_timeout_ms, say),
            "late_s": seconds(rules.late_ms, say),
            "grace_s": seconds(rules.dead_detection.grace_ms, say),
            "false_stop_s": seconds(rules.false_stop.ms, say),
            "false_stop_points": rules.false_stop.points,
            "misplay_s": seconds(rules.misplay.ms, say),
            "misplay_points": rules.misplay.points,
            "center": rules.score.center,
            "stack": abs(rules.score.stack),
            "rounds": rules.match_end.n,
            "target": rules.match_end.points,
            "minutes": rules.match_end.minutes,
        }


RULEBOOK: Final[GameRulebook] = CardRulebook()
