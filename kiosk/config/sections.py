"""The sections of a configuration's file as raw data, and what their keys are if they are left out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from kiosk.config.values import Section


def section_of(data: Mapping[str, Any], name: str) -> dict[str, Any]:
    """Return a section of a file's raw data; an empty one if it is missing, or is no section."""
    section = data.get(name)
    return section if isinstance(section, dict) else {}


@cache
def keys_of(section: type[Section]) -> tuple[FieldInfo, ...]:
    """Return the keys of a section. Cached, as msgspec evaluates all annotations for each answer."""
    return fields(section)


def filled(section: type[Section], values: Mapping[str, Any]) -> dict[str, Any]:
    """Return the raw values of a section, completed with the defaults of keys that are left out."""
    return {one.name: default_of(one) for one in keys_of(section) if not one.required} | dict(values)


def default_of(one: FieldInfo) -> Any:
    """Return the value of a key that is left out."""
    return one.default if one.default_factory is NODEFAULT else one.default_factory()
