"""The rule book of the card game, and the few rules that somebody needs who has never played."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kiosk.game.cards.rules import CardRules
from kiosk.locale.marks import mark, mark_count
from kiosk.locale.speaker import Say
from kiosk.rulebook.cards.end import END
from kiosk.rulebook.cards.play import DEAL, PLAY, PRO
from kiosk.rulebook.game_rulebook import GameRulebook
from kiosk.rulebook.topic import CountedSentence, Entry, Topic, always, every, one, seconds

SHORT: Final[Mapping[str, Topic]] = {
    "open": always(mark("Start a pile in the centre with a 1.")),
    "build": always(mark("Then add the next number in the same colour, up to 10.")),
    "flip": always(mark("Nothing fits? Turn over three cards and play the top one.")),
    "gap": Topic(
        ("via_row", "refill", "refill_actuation"),
        {
            (False, "mandatory", "auto"): mark("A gap in your row is filled from your stack."),
            (False, "mandatory", "manual"): mark("Fill every gap in your row from your stack."),
            **every([False], ["optional"], ["manual", "auto"], text=mark("Fill gaps in your row from your stack.")),
            (True, "mandatory", "auto"): mark("Gaps are filled from your stack. It has no other way to the centre."),
            (True, "mandatory", "manual"): mark("Fill every gap from your stack. It has no other way to the centre."),
            **every(
                [True],
                ["optional"],
                ["manual", "auto"],
                text=mark("Fill gaps from your stack. It has no other way to the centre."),
            ),
        },
    ),
    "stop": one(
        "stop_mode",
        press=mark("Stack empty? Hit Stop: the round ends."),
        press_with_timeout=mark("Stack empty? Hit Stop: the round ends."),
        auto=mark("Stack empty? The round ends by itself."),
    ),
    "score": Topic(
        ("score.stack",),
        {
            (-1,): CountedSentence(
                mark_count(
                    "You get {n} point per card in the centre, minus {stack} per stack card.",
                    "You get {n} points per card in the centre, minus {stack} per stack card.",
                ),
                "center",
            ),
            (0,): CountedSentence(
                mark_count(
                    "You get {n} point per card in the centre. Stack cards cost nothing.",
                    "You get {n} points per card in the centre. Stack cards cost nothing.",
                ),
                "center",
            ),
            (1,): CountedSentence(
                mark_count("You get {n} point per card in the centre.", "You get {n} points per card in the centre."),
                "center",
            ),
        },
    ),
}
"""What somebody has to know who has never played, in this order."""


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
    "junior": mark("For children"),
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
