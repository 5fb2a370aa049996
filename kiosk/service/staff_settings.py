"""The staff's settings, made at the table: a few keys that override the administrator's configuration.

They are kept in a separate file and validated by the same sections as the configuration. A setting that names something
no longer installed is left out, and a bad file is ignored: the table then runs with the rest, and reports it.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

from kiosk.config.dump import effective, toml
from kiosk.config.installed import without_absent
from kiosk.config.loader import ConfigError, keys, validated
from kiosk.config.schema import Settings
from kiosk.faults.fault import Fault
from kiosk.protocol.staff_settings import HOUSE_RULES, edition_settings, staff_settings
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular, write_file
from kiosk.system.written_text import NotText, decoded

Changes: TypeAlias = Mapping[str, Mapping[str, Any]]
"""The changed keys and their values, by section."""


def setting_keys() -> tuple[str, ...]:
    """Return the keys that the staff may set, with their sections. A second dot leads to a key in a table."""
    return (*(key for setting in staff_settings().values() for key in setting.keys), HOUSE_RULES)


class Overlaid(NamedTuple):
    """The settings with the staff's changes applied; ``fault``: why some could not be used (None: all could)."""

    settings: Settings
    changes: Changes
    fault: Fault | None = None


def service_file() -> Path:
    """Return the path of the file with the staff's settings."""
    return paths.state_dir() / "service.toml"


def overlaid(configured: Settings, file: Path) -> Overlaid:
    """Return ``configured`` with the changes in ``file``; without those that are invalid, and the reason."""
    try:
        text = decoded(read_regular(file, WRITTEN_BYTES))
        changes, left_out = without_absent(keys(text, file.name))
        fault = left_out[0].fault(file.name) if left_out else None
        return Overlaid(with_changes(configured, changes, file.name), changes, fault)
    except FileNotFoundError:
        return Overlaid(configured, {})
    except (ConfigError, OSError, NotText) as error:
        unreadable = Fault("configuration.unreadable", {"file": file.name})
        why = error.lines[0] if isinstance(error, ConfigError) else unreadable
        return Overlaid(configured, {}, Fault("configuration.not_overlaid", {"why": why}))


def with_changes(configured: Settings, changes: Changes, name: str = "service settings") -> Settings:
    """Return the settings with these changes. Raises ConfigError if the staff may not set them, or they are invalid.

    What the table has to do without, as a game that has failed since, is not in them.
    """
    data, _ = without_absent(keys(effective(configured)))
    for section, values in changes.items():
        mine = {table for part, table, _ in map(_parts, setting_keys()) if part == section}
        strange = [section] if not isinstance(values, Mapping) else [f"{section}.{key}" for key in {*values} - mine]
        if strange or not mine:
            raise ConfigError([f"{name}: {(strange or [section])[0]}: is not set at the table: set it in table.toml"])
        data[section] = data[section] | {key: _merged(data[section].get(key), one) for key, one in values.items()}
    return validated(data, name)


def _merged(before: object, now: object) -> object:
    """Return the new value; of a TOML table, the old one with the keys of the new one replaced.

    So house rules in the administrator's file stay, whatever is deleted at the table.
    """
    return before | dict(now) if isinstance(before, dict) and isinstance(now, Mapping) else now


def value_at(settings: Settings, key: str) -> Any:
    """Return the value of one of ``setting_keys``."""
    game = edition_settings().get(key)
    if game is not None:
        return settings.game.presets_by_game()[game]
    section, _, name = key.partition(".")
    return getattr(getattr(settings, section), name)


def put(changes: dict[str, dict[str, Any]], configured: Settings, key: str, value: object) -> None:
    """Add a change of one of ``setting_keys`` to ``changes``.

    Of a TOML table only what differs from the administrator's is added, so that a later change of theirs has an effect.
    """
    section, table, inner = _parts(key)
    values = changes.setdefault(section, {})
    if isinstance(value, Mapping):
        theirs = value_at(configured, key)
        value = {name: one for name, one in value.items() if theirs.get(name) != one}
    values[table] = {**values.get(table, {}), inner: value} if inner else value


def forget(changes: dict[str, dict[str, Any]], key: str) -> None:
    """Remove a change from ``changes``: the administrator's value holds again."""
    section, table, inner = _parts(key)
    values = changes.get(section, {})
    if inner and table in values:
        values[table] = {name: one for name, one in values[table].items() if name != inner}
    if not inner or not values.get(table):
        values.pop(table, None)
    if not values:
        changes.pop(section, None)


def _parts(key: str) -> tuple[str, str, str]:
    """Return the section, the key in it, and the key in a table; empty: the value is in no table."""
    section, _, name = key.partition(".")
    table, _, inner = name.partition(".")
    return section, table, inner


def save(file: Path, changes: Changes) -> None:
    """Replace the stored changes by these. Raises OSError; then the old ones stay."""
    lines = ["# Settings made at the table (service menu). They override the table's configuration."]
    for section, values in changes.items():
        lines += ["", f"[{section}]", *(f"{key} = {toml(value)}" for key, value in values.items())]
    write_file(file, "\n".join([*lines, ""]).encode())


# ---------------------------------------------------------------- as texts, for the menu and for administrators


def current(settings: Settings) -> dict[str, str]:
    """Return the current values of the staff's keys, by section and key; lists are separated by commas."""
    return {key: _text(value_at(settings, key)) for key in setting_keys()}


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return json.dumps(value, ensure_ascii=False)
    return ",".join(value) if isinstance(value, tuple) else str(value)


def typed(before: object, text: str) -> object:
    """Return a text from the menu as a value of the type of ``before``."""
    if isinstance(before, Mapping):
        return json.loads(text)
    if isinstance(before, tuple):
        return text.split(",")
    if isinstance(before, bool):
        return text == "true"
    return int(text) if isinstance(before, int) else text


def file_values(configured: Settings, settings: Settings) -> dict[str, str]:
    """Return the administrator's values of all keys for which the staff have set others, by section and key."""
    theirs, ours = current(configured), current(settings)
    return {place: value for place, value in theirs.items() if ours[place] != value}


class SetAtTable(NamedTuple):
    """A setting made at the table: section and key, its value, and the administrator's that it overrides."""

    place: str
    value: str
    overridden: str


def set_at_table(configured: Settings, file: Path) -> tuple[SetAtTable, ...]:
    """Return the settings that the staff have made in place of the administrator's."""
    settings = overlaid(configured, file).settings
    ours, theirs = current(settings), file_values(configured, settings)
    return tuple(SetAtTable(place, ours[place], value) for place, value in theirs.items())
