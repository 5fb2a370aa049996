"""The settings that the staff may change at the table: a row for each, which table, display and files go by. Pure.

A setting is a key of the configuration (``kiosk.config.schema`` has its limits and its default); its row says which of
the allowed values are offered, and everything that is shown. A new kind of value is another ``SettingForm``: type
checking then names each place that has to know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import StrEnum
from typing import Final

from msgspec import Struct

from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.locale.marks import mark
from kiosk.protocol.opening_hours import DAYS

HOURS: Final = "hours"
"""The opening hours: one setting with a page for the week, and one for each day, ``hours.monday``."""
NEVER: Final = "never"
"""The first value of an end of a span, which stands for no span at all; the configuration has an empty text."""
HOUSE_RULES: Final = "game.house_rules"
"""The house rules kept under a name: set on a page of their own. The value is JSON: name -> the choices made."""


class SettingForm(StrEnum):
    """What the values of a setting are. Their words, how they are drawn and what a touch on one does follow from it."""

    HOURS = "hours"
    PERCENT = "percent"
    SWITCH = "switch"
    END = "end"
    """A time of day at which a span begins or ends; both ends are set together, or none."""
    LANGUAGES = "languages"
    LANGUAGE = "language"
    GAME = "game"
    EDITION = "edition"
    OUTPUT = "output"
    """Where sounds go to."""


class StaffSetting(Struct, frozen=True):
    """A setting.

    ``key``: section and key in the configuration; a second dot leads to a key in a table: ``game.presets.dominoes``.
    ``values``: those offered, in their order. ``note``: the instructions on its page. ``about``: what it is, in the
    list of all settings, where its title does not say it. ``in_front``: it is on the front page, too.
    """

    key: str
    title: str
    form: SettingForm
    values: tuple[str, ...] = ()
    icon: str = "sliders"
    note: str = ""
    about: str = ""
    in_front: bool = False
    other_end: str = ""
    """The key of the other end of a span."""
    game: str = ""
    """The game whose edition it is; its texts have the title."""
    parts: tuple[str, ...] = ()
    """The keys under which it is stored, if there are several."""

    @property
    def is_switch(self) -> bool:
        """True if it has two values: a touch turns it to the other one, and it needs no page."""
        return len(self.values) == 2 and self.form in (SettingForm.SWITCH, SettingForm.GAME)

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the configuration in which it is stored."""
        return self.parts or (self.key,)


_PERCENT: Final = tuple(map(str, range(0, 101, 10)))
_SWITCH: Final = ("false", "true")
_OUTPUTS: Final = ("auto", "usb", "hdmi", "jack", "header")
_NIGHT: Final = (NEVER, *(f"{hour:02}:00" for hour in range(24)))

_SETTINGS: Final = (
    StaffSetting("sound.volume", mark("Volume"), SettingForm.PERCENT, _PERCENT, "loudspeaker", in_front=True),
    StaffSetting("screen.brightness", mark("Brightness"), SettingForm.PERCENT, _PERCENT[1:], "bright", in_front=True),
    StaffSetting(
        HOURS,
        mark("Opening hours"),
        SettingForm.HOURS,
        icon="clock",
        note=mark("Outside its hours the table is dark; no match is cut short"),
        in_front=True,
        parts=("hours.opens", "hours.closes", *(f"hours.{day}" for day in DAYS)),
    ),
    StaffSetting(
        "screen.contrast",
        mark("High contrast"),
        SettingForm.SWITCH,
        _SWITCH,
        "contrast",
        mark("For the whole table; seats may choose it for themselves"),
        mark("Bright signs on black"),
    ),
    StaffSetting(
        "screen.calm",
        mark("Calm"),
        SettingForm.SWITCH,
        _SWITCH,
        "leaf",
        mark("No flashes, no shaking; seats may choose it for themselves"),
        mark("No flashes, no shaking"),
    ),
    StaffSetting(
        "sound.night_begins",
        mark("Night begins at"),
        SettingForm.END,
        _NIGHT,
        "night",
        mark("Sounds are softer at night"),
        other_end="sound.night_ends",
    ),
    StaffSetting(
        "sound.night_ends",
        mark("Night ends at"),
        SettingForm.END,
        _NIGHT,
        "bright",
        mark("Sounds are softer at night"),
        other_end="sound.night_begins",
    ),
    StaffSetting("sound.night_volume", mark("Volume at night"), SettingForm.PERCENT, _PERCENT, "night"),
    StaffSetting(
        "sound.device",
        mark("Loudspeaker"),
        SettingForm.OUTPUT,
        _OUTPUTS,
        "loudspeaker",
        mark("If it is not there, another one is used until it is"),
    ),
)
_BY_KEY: Final = {row.key: row for row in _SETTINGS}


def staff_settings() -> dict[str, StaffSetting]:
    """Return all settings by their keys, in the order of the page; those of the installed languages and games last."""
    return _BY_KEY | {row.key: row for row in _of_what_is_installed()}


def staff_setting(key: str) -> StaffSetting | None:
    """Return the setting with this key; None if there is none."""
    if key.startswith(("language.", "game.")):
        return next((row for row in _of_what_is_installed() if row.key == key), None)
    return _BY_KEY.get(key)


def _of_what_is_installed() -> Iterator[StaffSetting]:
    codes, note = installed(), mark("Tap one to offer it or not")
    yield StaffSetting("language.offered", mark("Languages"), SettingForm.LANGUAGES, codes, "globe", note)
    yield StaffSetting("language.default", mark("Default language"), SettingForm.LANGUAGE, codes, "globe")
    yield StaffSetting("game.kind", mark("Default game"), SettingForm.GAME, registry.names(), "cards")
    rules = mark("The rules, unless players choose others")
    for key, game in edition_settings().items():
        editions, icon = tuple(rules_of_game(game).presets), _EDITION_ICONS.get(key, "sliders")
        yield StaffSetting(key, "", SettingForm.EDITION, editions, icon, rules, rules, game=game)


_EDITION_ICONS: Final = {"game.preset": "cards", "game.dice_preset": "dice"}


def edition_settings() -> dict[str, str]:
    """Return the settings of a game's usual edition by their keys, each with the name of the game."""
    return {f"game.{registry.entry(game).edition_key}": game for game in registry.names()}
