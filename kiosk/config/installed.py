"""Values that name something installed: languages, games, editions, drivers. They are checked in the raw data."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from msgspec import Struct

from hardware import installed_drivers
from hardware.installed_drivers import DriverRole
from kiosk.config.house_rules import UnusableRules, unusable_rules
from kiosk.config.notation import instead, key_of, shown
from kiosk.config.schema import LanguageConfig
from kiosk.config.sections import section_of
from kiosk.game.game_rules import rules_of_game
from kiosk.game_registry import registry
from kiosk.locale import languages
from kiosk.protocol import Fault


class Absent(Struct, frozen=True):
    """A value that names something that is not installed. As text: its key, the value, and what could be written."""

    place: tuple[str | int, ...]
    """The keys and indexes that lead to the value in the data."""
    value: str
    kind: str
    """A word for what the value should name: ``game``."""
    choices: tuple[str, ...]
    """The installed ones."""
    or_else: str = ""
    """What to do if none of them is meant."""

    def fault(self, file: str) -> Fault:
        """Return the fault of a table that runs without this value of ``file``."""
        return Fault("configuration.not_installed", {"file": file, "key": key_of(self.place), "value": self.value})

    def __str__(self) -> str:
        fix = instead(self.value, self.choices) if self.choices else "remove it (there are none)"
        fix = f"{fix}{self.or_else}"
        return f"{key_of(self.place)}: {shown(self.value)} is not an installed {self.kind}: {fix}"


LeftOut: TypeAlias = Absent | UnusableRules
"""What a table can do without: with another version of the program, or with a package, it may be right again."""


def absent(data: Mapping[str, Any]) -> Iterator[LeftOut]:
    """Yield every value in the data of a configuration that names something that is not installed.

    House rules are made of such values; their other mistakes are among them, because a table can do without them too.
    """
    yield from _absent_languages(section_of(data, "language"))
    yield from _absent_games(section_of(data, "game"))
    yield from _absent_drivers(section_of(data, "hardware"))
    yield from unusable_rules(data)


def without_absent(data: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[LeftOut, ...]]:
    """Return a copy of the data without these values, and the values. What is left out has its default."""
    found, kept = tuple(absent(data)), copy.deepcopy(dict(data))
    for place in reversed(dict.fromkeys(one.place for one in found)):  # the last index of a list first
        _delete(kept, place)
    language = section_of(kept, "language")
    if found and "offered" in language and LanguageConfig().default not in language["offered"]:
        language.setdefault("default", language["offered"][0])
    return kept, found


def _delete(holder: Any, place: Sequence[str | int]) -> None:
    """Delete the value at ``place``, and the list or section that is empty without it."""
    first, *rest = place
    if rest:
        _delete(holder[first], rest)
    if not rest or not holder[first]:
        del holder[first]


def _absent_languages(section: Mapping[str, Any]) -> Iterator[Absent]:
    there, offered = languages.installed(), section.get("offered")
    for index, code in enumerate(offered if isinstance(offered, list) else ()):
        if isinstance(code, str) and code not in there:
            yield Absent(("language", "offered", index), code, "language", there)
    default = section.get("default")
    if isinstance(default, str) and default not in there:
        yield Absent(("language", "default"), default, "language", there)


def _absent_games(section: Mapping[str, Any]) -> Iterator[Absent]:
    there, given = registry.names(), section.get("presets")
    presets = given if isinstance(given, dict) else {}
    kind, aside = section.get("kind"), registry.kept_out().values()
    if isinstance(kind, str) and kind not in there and kind not in aside:
        yield Absent(("game", "kind"), kind, "game", there)
    for game in there:
        entry = registry.entry(game)
        place = (entry.preset_key,) if entry.preset_key else ("presets", game)
        name, editions = (section if entry.preset_key else presets).get(place[-1]), tuple(rules_of_game(game).presets)
        if isinstance(name, str) and name not in editions:
            yield Absent(("game", *place), name, f"edition of {game}", editions)
    others = tuple(game for game in there if not registry.entry(game).preset_key)
    for name in presets:
        if name not in there and name not in aside:
            yield Absent(("game", "presets", name), name, "game of another package", others)


def _absent_drivers(section: Mapping[str, Any]) -> Iterator[Absent]:
    for role in DriverRole:
        name = section.get(role)
        if isinstance(name, str) and name not in (there := installed_drivers.names(role)):
            kind = f"driver of {role.value.replace('_', ' ')}"
            yield Absent(("hardware", role.value), name, kind, there, _INSTALL)


_INSTALL: Final = "; or install the package that has it, with pip, in the environment of the kiosk"
