"""The texts of the choices in the lobby that are common to all games, and of the options of house rules."""

from __future__ import annotations

from typing import Final

from kiosk.display.texts.games import ChoiceText, texts_of_game
from kiosk.game_registry import registry
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say

COSTS: Final = {
    "seconds": mark("Locked for {n} s"),
    "points 1": mark("Costs 1 point"),
    "points": mark("Costs {n} points"),
}
"""The costs of a wrong move or a false Stop, by the words of ``kiosk.game.house_options``."""

SHARED_WIN: Final = mark("Shared win")
EXTRA_ROUND: Final = mark("Extra round")

HOUSE_TEXTS: Final[dict[str, ChoiceText]] = {
    "house false_stop": ChoiceText(mark("False Stop"), {"ignore": mark("Costs nothing"), **COSTS}),
    "house stop_mode": ChoiceText(
        mark("The round ends"),
        {
            "press": mark("Only by Stop"),
            "press_with_timeout": mark("By Stop, or soon after"),
            "auto": mark("By itself"),
        },
    ),
}
"""The options that several games have."""


CHOICE_TEXTS: Final[dict[str, ChoiceText]] = {
    "length": ChoiceText(
        mark("Length"),
        {
            "single_round": mark("1 round"),
            "rounds": mark("{n} rounds"),
            "points": mark("{n} points"),
            "minutes": mark("{n} minutes"),
        },
    ),
    "bots": ChoiceText(
        mark("Bots"),
        {
            "off": mark("Off"),
            "gentle": mark("Easy"),
            "steady": mark("Medium"),
            "quick": mark("Hard"),
            "master": mark("Very hard"),
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

SWITCH_TEXTS: Final = {
    "mirrored": mark("Left hand"),
    "large": mark("Large type"),
    "contrast": mark("High contrast"),
    "calm": mark("Calm"),
    "near": mark("All within reach"),
}
"""What a person switches on for the own panel, by the fields of ``SeatView``."""

WARNINGS: Final[dict[str, str]] = {
    "may_never_end": mark("With so many, perhaps nobody ever gets there"),
}
"""Warnings about the choices of every game."""


def game_choice() -> ChoiceText:
    """Return the text of the choice between the registered games."""
    return ChoiceText(mark("Game"), {name: texts_of_game(name).name for name in registry.names()})


def text_of(key: str, game: str) -> ChoiceText:
    """Return the text of a choice in this game."""
    if key == "game":
        return game_choice()
    return texts_of_game(game).choices.get(key) or CHOICE_TEXTS.get(key) or HOUSE_TEXTS.get(key) or ChoiceText(key)


def rule_text(key: str, value: str, game: str, say: Say) -> str:
    """Return an option with its value in words."""
    text = text_of(key, game)
    return say("{rule}: {value}", rule=say(text.title), value=text.name(value, say))


def warning_text(warning: str, game: str, say: Say) -> str:
    """Return the warning about a choice (``protocol.Choice.warning``) in words."""
    word, _, number = warning.partition(" ")
    return say(texts_of_game(game).warnings.get(word) or WARNINGS.get(word, warning), n=number)
