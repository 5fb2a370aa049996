"""The settings of the service menu as they are shown: a row for each, beside that of ``protocol.staff_settings``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Final, Literal, NamedTuple

from kiosk.display.texts.choices import game_choice, text_of
from kiosk.display.texts.games import texts_of_game
from kiosk.locale.speaker import Say, mark, own_name
from kiosk.protocol.staff_settings import ALWAYS, NEVER, edition_settings

Words = Callable[[str, Say], str]


class SettingText(NamedTuple):
    """A setting: its title, the words of a value, its icon, its instructions, and how its values are ``shown``.

    ``scale``: as the stops of a track; ``span``: with its other end on one track; otherwise as plates.
    """

    title: str
    words: Words
    icon: str = "sliders"
    note: str = ""
    shown: Literal["plates", "scale", "span"] = "plates"


def clock_words(value: str, say: Say) -> str:
    """Return a time of day, as usual in the language."""
    return say.time(time.fromisoformat(value))


def _opening(value: str, say: Say) -> str:
    return say("Always open") if value == ALWAYS else clock_words(value, say)


def _night(value: str, say: Say) -> str:
    return say("No night") if value == NEVER else clock_words(value, say)


def _percent(value: str, say: Say) -> str:
    return say.percent(float(value))


def _switch(value: str, say: Say) -> str:
    return say("On") if value == "true" else say("Off")


def _languages(value: str, _: Say) -> str:
    """Return one language by its name, several by their codes."""
    return value.upper().replace(",", "  ") if "," in value else own_name(value)


def _game(value: str, say: Say) -> str:
    return game_choice().name(value, say)


_DARK: Final = mark("Outside its hours the table is dark; no match is cut short")
_SOFTER: Final = mark("Sounds are softer at night")
_CONTRAST: Final = mark("For the whole table; seats may choose it for themselves")
_CALM: Final = mark("No flashes, no shaking; seats may choose it for themselves")

_SETTINGS: Final = {
    "sound.volume": SettingText(mark("Volume"), _percent, "loudspeaker", shown="scale"),
    "sound.night_begins": SettingText(mark("Night begins at"), _night, "night", _SOFTER),
    "sound.night_ends": SettingText(mark("Night ends at"), _night, "bright", _SOFTER),
    "sound.night_volume": SettingText(mark("Volume at night"), _percent, "night", shown="scale"),
    "screen.brightness": SettingText(mark("Brightness"), _percent, "bright", shown="scale"),
    "screen.contrast": SettingText(mark("High contrast"), _switch, "contrast", _CONTRAST),
    "screen.calm": SettingText(mark("Calm"), _switch, "leaf", _CALM),
    "hours.opens": SettingText(mark("Opens at"), _opening, "door", _DARK, "span"),
    "hours.closes": SettingText(mark("Closes at"), _opening, "clock", _DARK, "span"),
    "language.offered": SettingText(mark("Languages"), _languages, "globe", mark("Tap one to offer it or not")),
    "language.default": SettingText(mark("Default language"), _languages, "globe"),
    "game.kind": SettingText(mark("Default game"), _game, "cards"),
}
_EDITION_ICONS: Final = {"game.preset": "cards", "game.dice_preset": "dice"}


def setting_text(key: str) -> SettingText | None:
    """Return how a setting is shown; None if there is no such setting."""
    game = edition_settings().get(key)
    if game is None:
        return _SETTINGS.get(key)
    return SettingText(
        texts_of_game(game).usual_edition, text_of("preset", game).name, _EDITION_ICONS.get(key, "sliders")
    )
