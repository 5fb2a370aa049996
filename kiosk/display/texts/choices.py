"""The words for what can be chosen in the lobby: a table with an entry for every choice of the match.

What another game says otherwise stands in a table of its own. A choice that is in none is shown by its plain key and
values.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from kiosk.display.texts.i18n import Say, mark


@dataclass(frozen=True, slots=True)
class ChoiceText:
    """``values``: what each value is called; one with a number after its word (``rounds 5``) is found by its word.

    ``hints``: what is special about a value, in a line.
    """

    title: str
    values: Mapping[str, str] = field(default_factory=dict)
    hints: Mapping[str, str] = field(default_factory=dict)

    def name(self, value: str, say: Say) -> str:
        """Return what the value is called."""
        word, _, number = value.partition(" ")
        return say(self.values.get(value, self.values.get(word, value)), n=number)

    def hint(self, value: str, say: Say) -> str:
        """Return what is special about it; empty if there is nothing to say."""
        text = self.hints.get(value, "")
        return say(text) if text else ""


CHOICE_TEXTS: Final[dict[str, ChoiceText]] = {
    "game": ChoiceText(
        mark("Game"),
        {"cards": mark("Cards"), "dice": mark("Dice")},
    ),
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
            "schmidt_2017_he": mark("Schmidt 2017: one round; of three flipped cards only the top one may be played"),
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
        {
            "off": mark("Off"),
            "gentle": mark("Gentle"),
            "steady": mark("Steady"),
            "quick": mark("Quick"),
            "master": mark("Master"),
        },
        {
            "off": mark("Only people play"),
            "gentle": mark("On empty seats: in no hurry, and lets you go first"),
            "steady": mark("On empty seats: plays like an attentive adult"),
            "quick": mark("On empty seats: plays every week and wants to win"),
            "master": mark("On empty seats: sees nearly everything and gives nothing away"),
        },
    ),
}

_DICE_TEXTS: Final[dict[str, ChoiceText]] = {
    "preset": ChoiceText(
        mark("Edition"),
        {"university_games_2013": mark("Leaflet 2013"), "wuerfel_schmidt": mark("From zero")},
        {
            "university_games_2013": mark("University Games 2013: you begin with 100 points; a draw is played off"),
            "wuerfel_schmidt": mark("Schmidt: you begin with no points; a draw is a shared win"),
        },
    ),
    "length": ChoiceText(
        mark("Length"),
        {"rounds_each 1": mark("1 round each"), "rounds_each": mark("{n} rounds each")},
        {
            "rounds_each 1": mark("A match has as many rounds as players"),
            "rounds_each 2": mark("A match has twice as many rounds as players"),
            "rounds_each 3": mark("As in the leaflet: 6, 9 or 12 rounds for 2, 3 or 4 players"),
        },
    ),
    "handicap_mode": ChoiceText(
        mark("Extra dice from"),
        {"leave_out": mark("The bag"), "transfer": mark("The others")},
        {
            "leave_out": mark("Everybody else has fewer dice, all the same number; the rest stays in the bag"),
            "transfer": mark("All 24 dice are in play: an extra die is one less for somebody else"),
        },
    ),
    "dice_source": ChoiceText(
        mark("Dice"),
        {"real": mark("Real"), "virtual": mark("Virtual")},
        {
            "real": mark("You throw real dice into your trays"),
            "virtual": mark("All dice roll on the screen, for everybody alike"),
        },
    ),
    "touch_mode": ChoiceText(
        mark("Touch"),
        {"drag": mark("Push dice"), "tap": mark("Tap dice")},
        {
            "drag": mark("Push or flick dice out of your panel"),
            "tap": mark("Tap a die to place it; a wrong one locks you for a moment"),
        },
    ),
}

_OF_GAMES: Final[Mapping[str, Mapping[str, ChoiceText]]] = {"dice": _DICE_TEXTS}
"""Texts of a game that differ from ``CHOICE_TEXTS``."""


@dataclass(frozen=True, slots=True)
class HandicapText:
    """The words for a seat's own handicap.

    ``label``: what it is called in the panel, ``value``: among all that can be chosen; ``special``: instead of both for
    one of them.
    """

    icon: str
    title: str
    note: str
    label: str
    value: str
    special: Mapping[int, str] = field(default_factory=dict)

    def shown(self, size: int, say: Say) -> str:
        """Return what it is called in the panel."""
        return say(self.special.get(size, self.label), size=size)

    def offered(self, size: int, say: Say) -> str:
        """Return what it is called among the others."""
        return say(self.special.get(size, self.value), size=size)


HANDICAP_TEXTS: Final[Mapping[str, HandicapText]] = {
    "cards": HandicapText(
        "cards",
        mark("My handicap: cards in my stack"),
        mark("Fewer cards: easier. More: harder. All are told in the results"),
        mark("Stack {size}"),
        "{size}",
    ),
    "dice": HandicapText(
        "dice",
        mark("My handicap: extra dice"),
        mark("More dice: harder. All are told in the results"),
        mark("+{size} dice"),
        mark("+{size} dice"),
        {0: mark("No extra"), 1: mark("+1 die")},
    ),
}
"""By the game."""

WARNINGS: Final[dict[str, str]] = {
    "may_never_end": mark("With so many players nobody may ever reach the points: choose rounds or minutes"),
    "house_rule": mark("House rule: {n} dice each"),
    "some_on_screen": mark("Who has no reader rolls on the screen; all are told in the results"),
}
"""Warnings about choices; one with a number after its word is found by its word."""


def text_of(key: str, game: str) -> ChoiceText:
    """The words for a choice of this game."""
    return _OF_GAMES.get(game, {}).get(key) or CHOICE_TEXTS.get(key) or ChoiceText(key)


def warning_text(warning: str, say: Say) -> str:
    """Return what speaks against a choice (``messages.Choice.warning``), in words."""
    word, _, number = warning.partition(" ")
    return say(WARNINGS.get(word, warning), n=number)
