"""The words for what can be chosen in the lobby: a table with an entry for every choice of the match.

A choice that is not in the table is shown by its plain key and values; another game adds its choices here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from kiosk.display.i18n import Say, mark


@dataclass(frozen=True, slots=True)
class ChoiceText:
    """``values``: what each value is called; one with a number after its word (``rounds 5``) is found by its word.

    ``hints``: what is special about a value, in a line.
    """

    title: str
    values: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)

    def name(self, value: str, say: Say) -> str:
        """What the value is called."""
        word, _, number = value.partition(" ")
        return say(self.values.get(value, self.values.get(word, value)), n=number)

    def hint(self, value: str, say: Say) -> str:
        """What is special about it; empty if there is nothing to say."""
        text = self.hints.get(value, "")
        return say(text) if text else ""


CHOICE_TEXTS: Final[dict[str, ChoiceText]] = {
    "preset": ChoiceText(
        mark("Edition"),
        {
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
        },
        {
            "table_default": mark("Our own: the row fills itself; 5 s after a stack is empty the round ends"),
            "schmidt_de_fr_it": mark("Schmidt, German, French, Italian: you fill your row yourself, if you like"),
            "schmidt_2017_en": mark("Schmidt 2017: one round; nobody can play: it ends"),
            "schmidt_2017_fr": mark("Schmidt 2017: of three flipped cards only the top one may be played"),
            "schmidt_2017_ru": mark("Schmidt 2017: one round, like English; made for the pro variant"),
            "schmidt_2017_ru_footnote": mark("Schmidt 2017: your stack is hidden; its cards go through the row"),
            "schmidt_2017_he": mark("Schmidt 2017: only the top flipped card; nobody can play: hands are shuffled"),
            "nordic_is": mark("Iceland: to 99 points; your used-up hand is turned over, not shuffled"),
            "wikipedia": mark("To 99 points; a 1 may not come straight from the stack"),
            "brettspielwelt": mark("To 100 points; a card that does not fit costs a point"),
        },
    ),
    "length": ChoiceText(
        mark("Length"),
        {
            "single_round": mark("1 round"),
            "rounds": mark("{n} rounds"),
            "points": mark("{n} points"),
            "minutes": mark("{n} minutes"),
        },
    ),
    "pro": ChoiceText(
        mark("Pro variant"),
        {"off": mark("Off"), "exactly_one": mark("One lower"), "any_lower": mark("Any lower")},
        {
            "off": mark("Cards do not go onto your own row"),
            "exactly_one": mark("Stack and discard cards may also go onto your row: other colour, one lower"),
            "any_lower": mark("Stack and discard cards may also go onto your row: other colour, any lower"),
        },
    ),
    "touch_mode": ChoiceText(
        mark("Touch"),
        {"drag": mark("Push cards"), "tap": mark("Tap cards")},
        {
            "drag": mark("Push or flick cards out of your panel"),
            "tap": mark("Tap a card to play it; a wrong one locks you for a moment"),
        },
    ),
    "bots": ChoiceText(
        mark("Bots"),
        {"true": mark("On"), "false": mark("Off")},
        {"true": mark("Bots take the empty seats"), "false": mark("Only people play")},
    ),
}

WARNINGS: Final[dict[str, str]] = {
    "may_never_end": mark("With so many players nobody may ever reach the points: choose rounds or minutes"),
}
"""What speaks against a choice, in words."""


def text_of(key: str) -> ChoiceText:
    """The words for a choice."""
    return CHOICE_TEXTS.get(key) or ChoiceText(key)
