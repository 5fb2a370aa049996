"""The settings that the staff may change at the table: a row for each, which table, display and files go by. Pure.

The display's words, icon and form of a setting are in ``kiosk.display.texts.staff_settings``.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.locale.languages import installed
from kiosk.protocol.opening_hours import DAYS

NEVER: Final = "never"
"""The first value of an end of a span, which stands for no span at all; the configuration has an empty text."""
HOURS: Final = ("hours.opens", "hours.closes", *(f"hours.{day}" for day in DAYS))
"""The opening hours, which have pages of their own."""
HOUSE_RULES: Final = "game.house_rules"
"""The house rules kept under a name: set on a page of their own. The value is JSON: name -> the choices made."""

_PERCENT: Final = tuple(map(str, range(0, 101, 10)))
_SWITCH: Final = ("false", "true")
_TIMES: Final = tuple(f"{hour:02}:00" for hour in range(24))


class StaffSetting(NamedTuple):
    """A setting. ``key``: its section and key in the configuration; ``values``: those offered, in their order.

    ``other_end``: the key of the other end of a span of time, which is set together with this one or not at all.
    ``in_front``: it is on the front page, too.
    """

    key: str
    values: tuple[str, ...]
    other_end: str = ""
    in_front: bool = False

    @property
    def section(self) -> str:
        """The section of the configuration."""
        return self.key.partition(".")[0]

    @property
    def name(self) -> str:
        """The key in its section; a dot leads to a key in a table: ``presets.dominoes``."""
        return self.key.partition(".")[2]


_FOR_EVERY_GAME: Final = (
    StaffSetting("sound.volume", _PERCENT, in_front=True),
    StaffSetting("screen.brightness", _PERCENT[1:], in_front=True),
    StaffSetting("screen.contrast", _SWITCH),
    StaffSetting("screen.calm", _SWITCH),
    StaffSetting("sound.night_begins", (NEVER, *_TIMES), "sound.night_ends"),
    StaffSetting("sound.night_ends", (NEVER, *_TIMES), "sound.night_begins"),
    StaffSetting("sound.night_volume", _PERCENT),
)


def staff_settings() -> dict[str, StaffSetting]:
    """Return all settings by their keys, in the order of the page; those of the installed languages and games last."""
    rows = (
        *_FOR_EVERY_GAME,
        StaffSetting("language.offered", installed(), in_front=True),
        StaffSetting("language.default", installed()),
        StaffSetting("game.kind", registry.names(), in_front=True),
        *(StaffSetting(key, tuple(rules_of_game(game).presets)) for key, game in edition_settings().items()),
    )
    return {row.key: row for row in rows}


def edition_settings() -> dict[str, str]:
    """Return the settings of a game's usual edition by their keys, each with the name of the game."""
    return {f"game.{registry.entry(game).edition_key}": game for game in registry.names()}
