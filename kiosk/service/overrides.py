"""What the staff has set at the table: a few keys that lie over the administrator's configuration.

They are kept in a file of the table's own, are judged by the same sections as the configuration, and a file that is
bad is as if there were none: the table then runs as it is configured, and says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, TypeAlias

from kiosk.config.dump import effective, toml
from kiosk.config.loader import ConfigError, keys, validated
from kiosk.config.schema import Settings
from kiosk.faults.fault import Fault
from kiosk.system import paths
from kiosk.system.atomic_file import write_file

Changes: TypeAlias = Mapping[str, Mapping[str, Any]]
"""Sections, and what is set in each."""

CHANGEABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "game": ("kind", "preset", "dice_preset"),
    "language": ("offered", "default"),
    "screen": ("brightness",),
    "sound": ("volume",),
    "hours": ("opens", "closes"),
}
"""What the staff may set; all else is the administrator's."""


class Overlaid(NamedTuple):
    """The settings with what the staff has set; ``told``: why that could not be used (None: it could)."""

    settings: Settings
    changes: Changes
    told: Fault | None = None


def service_file() -> Path:
    """Where it is kept."""
    return paths.state_dir() / "service.toml"


def overlaid(configured: Settings, file: Path) -> Overlaid:
    """The settings with what lies in ``file``; those alone, and why, if that is bad or does not go with them."""
    try:
        changes = keys(file.read_bytes().decode(), file.name)
        return Overlaid(with_changes(configured, changes, file.name), changes)
    except FileNotFoundError:
        return Overlaid(configured, {})
    except (ConfigError, OSError, UnicodeDecodeError) as error:
        unreadable = Fault("configuration.unreadable", {"file": file.name})
        why = error.lines[0] if isinstance(error, ConfigError) else unreadable
        return Overlaid(configured, {}, Fault("configuration.not_overlaid", {"why": why}))


def with_changes(configured: Settings, changes: Changes, name: str = "service settings") -> Settings:
    """The settings with these changes. Raises ConfigError if they are not the staff's to make, or make no sense."""
    data = keys(effective(configured))
    for section, values in changes.items():
        mine = CHANGEABLE.get(section, ())
        strange = [section] if not isinstance(values, Mapping) else [f"{section}.{key}" for key in {*values} - {*mine}]
        if strange or not mine:
            raise ConfigError([f"{name}: {(strange or [section])[0]}: is not set at the table: set it in table.toml"])
        data[section] = data[section] | dict(values)
    return validated(data, name)


def save(file: Path, changes: Changes) -> None:
    """Keep these changes, and no others. Raises OSError; then the old ones stay."""
    lines = ["# What the staff has set at the table (service menu). It lies over the table's configuration."]
    for section, values in changes.items():
        lines += ["", f"[{section}]", *(f"{key} = {toml(value)}" for key, value in values.items())]
    write_file(file, "\n".join([*lines, ""]).encode())
