"""Checks of the house rules that the configuration keeps under a name (``game.house_rules``), in the raw data.

Each is used whole or not at all: without one of its options it would be another edition under the same name.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from msgspec import Struct

from kiosk.config.notation import did_you_mean, instead, key_of, one_of, shown
from kiosk.config.sections import section_of
from kiosk.game.game_rules import NUMBER, GameRules, has_form, names_preset, rules_of_game
from kiosk.game.house_options import HOUSE, changed
from kiosk.game_registry import registry
from kiosk.journal import bounds
from kiosk.protocol import Fault

_PLACE: Final = ("game", "house_rules")
_NAME: Final = re.compile(rf"[^\W_](?:[^\W_]|[ '-]){{0,{bounds.CHOSEN_NAME - 1}}}")
"""As a person's name: 1 to 12 letters, digits, spaces, - and '."""


class UnusableRules(Struct, frozen=True):
    """A mistake in house rules that are kept under a name. As text: its key, the problem, and the fix."""

    place: tuple[str, ...]
    """The keys that lead to the house rules as a whole."""
    line: str

    def fault(self, file: str) -> Fault:
        """Return the fault of a table that runs without these house rules of ``file``."""
        return Fault("configuration.not_used", {"file": file, "key": key_of(self.place)})

    def __str__(self) -> str:
        return self.line


def unusable_rules(data: Mapping[str, Any]) -> Iterator[UnusableRules]:
    """Yield every mistake in the house rules of a configuration's data but wrong types, which validation reports."""
    for name, chosen in section_of(section_of(data, _PLACE[0]), _PLACE[1]).items():
        place = (*_PLACE, name)
        for inner, problem in (*_name_problems(name), *(_problems(chosen) if isinstance(chosen, dict) else ())):
            yield UnusableRules(place, f"{key_of((*place, *inner))}: {problem}")


_Problem = tuple[tuple[str, ...], str]
"""The keys that lead to it within the house rules, and the problem with its fix."""


def _name_problems(name: str) -> Iterator[_Problem]:
    if not _NAME.fullmatch(name):
        yield (), "is no name: write 1 to 12 letters, digits, spaces, - and ', a letter or digit first"
    elif names_preset(name):
        yield (), f"{shown(name.partition(' ')[0])} is an edition's name: choose another one"


def _problems(chosen: Mapping[str, object]) -> Iterator[_Problem]:
    game, preset = chosen.get("game"), chosen.get("preset")
    if game in registry.kept_out().values():
        return  # it is set aside: its rules cannot be asked
    if game not in registry.names():
        yield from _not_installed("game", game, "game", registry.names())
        return
    rules = rules_of_game(str(game))
    if not isinstance(preset, str) or preset not in rules.presets:
        yield from _not_installed("preset", preset, f"edition of {game}", rules.presets)
    offered = _offered(rules)
    for key, value in chosen.items():
        if key in {"game", "preset"} or not isinstance(value, str):
            continue
        if key not in offered:
            yield (key,), f"there is no such key: {did_you_mean(key, offered)}"
        elif not has_form(value, offered[key]):
            yield (key,), f"{shown(value)} is invalid: write {_forms(offered[key])}"
    yield from _conflicts(rules, chosen)


def _not_installed(key: str, value: object, kind: str, names: Collection[str]) -> Iterator[_Problem]:
    if value is None or isinstance(value, str):
        reason = "is missing" if value is None else f"{shown(value)} is not an installed {kind}"
        yield (key,), f"{reason}: {instead(value, names)}"


def _offered(rules: GameRules) -> dict[str, tuple[str, ...]]:
    """Return the forms of the values of each key besides game and edition."""
    return {**rules.match_choices, **{HOUSE + option.name: tuple(option.values) for option in rules.house_options}}


def _forms(forms: Collection[str]) -> str:
    number = f" ({NUMBER}: 2 to 999)" if any(NUMBER in form for form in forms) else ""
    return f"{one_of(forms)}{number}"


def _conflicts(rules: GameRules, chosen: Mapping[str, object]) -> Iterator[_Problem]:
    preset = rules.presets.get(str(chosen.get("preset")))
    words = {key.removeprefix(HOUSE): str(value) for key, value in chosen.items() if key.startswith(HOUSE)}
    try:
        if preset is not None:
            changed(rules.house_options, preset.rules, words)
    except ValueError as error:
        yield (), f"these options do not go together ({error}): change one of them"
