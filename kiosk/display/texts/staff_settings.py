"""The settings of the service menu as they are shown: a row for each, beside that of ``protocol.staff_settings``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Final, Literal, NamedTuple

from kiosk.display.texts.choices import game_choice, text_of
from kiosk.display.texts.games import texts_of_game
from kiosk.locale.direction import RIGHT_TO_LEFT, directed
from kiosk.locale.speaker import Say, mark, own_name
from kiosk.protocol.opening_hours import ALWAYS, CLOSED, DAYS, ends
from kiosk.protocol.staff_settings import NEVER, edition_settings

Words = Callable[[str, Say], str]


class SettingText(NamedTuple):
    """A setting: its title, the words of a value, its icon, its instructions, and how its values are ``shown``.

    ``about``: what it is, in the list of all settings, where its title does not say it.
    ``scale``: as the stops of a track; ``span``: as a part of a day's track; otherwise as plates.
    """

    title: str
    words: Words
    icon: str = "sliders"
    note: str = ""
    shown: Literal["plates", "scale", "span"] = "plates"
    about: str = ""


def clock_words(value: str, say: Say) -> str:
    """Return a time of day, as usual in the language, in one piece."""
    return say.time(time.fromisoformat(value)).replace(" ", "\N{NO-BREAK SPACE}")


def hours_words(value: str, say: Say) -> str:
    """Return the hours of a day, or of every day; ``differ``: days differ; ``every_day``: those of every day."""
    span = ends(value)
    if span is None:
        return say(_HOURS[value])
    words = " - ".join(clock_words(end, say) for end in span)
    return directed(words, rtl=say.language in RIGHT_TO_LEFT)


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


HOURS: Final = "hours"
"""The page of the opening hours; those of a day have its name behind a dot."""
EVERY_DAY: Final = "every_day"


def is_day(page: str) -> bool:
    """Return whether the page is that of the hours of a day, or of every day."""
    section, _, day = page.partition(".")
    return section == HOURS and day in (EVERY_DAY, *DAYS)


def day_words(day: str, say: Say) -> str:
    """Return the name of a day (``protocol.opening_hours.DAYS``), or of every day, as a title."""
    if day == EVERY_DAY:
        return say("Every day")
    name = say.weekday(DAYS.index(day))
    return name[:1].upper() + name[1:]


_HOURS: Final = {
    ALWAYS: mark("Always open"),
    CLOSED: mark("Closed all day"),
    "differ": mark("By the day"),
    "closed_now": mark("Closed by the staff"),
    EVERY_DAY: mark("As every day"),
}
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
    "screen.contrast": SettingText(
        mark("High contrast"), _switch, "contrast", _CONTRAST, about=mark("Bright signs on black")
    ),
    "screen.calm": SettingText(mark("Calm"), _switch, "leaf", _CALM, about=mark("No flashes, no shaking")),
    HOURS: SettingText(mark("Opening hours"), hours_words, "clock", _DARK, "span"),
    "language.offered": SettingText(mark("Languages"), _languages, "globe", mark("Tap one to offer it or not")),
    "language.default": SettingText(mark("Default language"), _languages, "globe"),
    "game.kind": SettingText(mark("Default game"), _game, "cards"),
}
_EDITION: Final = mark("The rules, unless players choose others")
_EDITION_ICONS: Final = {"game.preset": "cards", "game.dice_preset": "dice"}


def setting_text(key: str) -> SettingText | None:
    """Return how a setting is shown; None if there is no such setting."""
    game = edition_settings().get(key)
    if game is None:
        return _SETTINGS.get(key)
    return SettingText(
        texts_of_game(game).usual_edition,
        text_of("preset", game).name,
        _EDITION_ICONS.get(key, "sliders"),
        _EDITION,
        about=_EDITION,
    )
