"""The sections of a configuration's file as raw data, and what their keys are if they are left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec.structs import FieldInfo, asdict, fields

from kiosk.config.values import Section


def section_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a section of a file's raw data; an empty one if it is missing, or is no section."""
    section = data.get(name)
    return section if isinstance(section, dict) else {}


@cache
def keys_of(section: type[Section]) -> tuple[FieldInfo, ...]:
    """Return the keys of a section. Cached, as msgspec evaluates all annotations for each answer."""
    return fields(section)


def defaults_of(section: type[Section]) -> dict[str, Any]:
    """Return the values of a section's keys that may be left out. Quick: it needs no types of them (``keys_of``)."""
    names = section.__struct_fields__
    required = names[: len(names) - len(section.__struct_defaults__)]
    return {name: value for name, value in asdict(section(**dict.fromkeys(required))).items() if name not in required}


def filled(section: type[Section], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the raw values of a section, completed with the defaults of keys that are left out."""
    return defaults_of(section) | dict(values)
