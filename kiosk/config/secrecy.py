"""Secrets in a configuration: hidden where it is shown, refused where it is checked.

A store's password belongs in a file of its own (``records.password_file``, ``venue.password_file``), because everybody
may read a table's configuration. Services accept one that has it in the address, as older ones may, and say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kiosk.config.schema import SECTIONS, Settings
from kiosk.system.password_file import UnusablePassword, read_password
from kiosk.system.secrecy import PASSWORD_FILE, has_password, hidden, leaves, public

HOW: Final = (
    "write the address without it, the password alone into a file that nobody else may read (chmod 600), and the "
    'file\'s place under [{section}], as password_file = "..." (kiosk/results/README.md)'
)
"""The fix for a password in the configuration."""

STORES: Final = ("records", "venue")
"""The sections with a ``store`` and the ``password_file`` that belongs to it."""

HOW_IN_OPTIONS: Final = (
    "write it alone into a file that nobody else may read (chmod 600), and here the file's place, as "
    '{key} = {{ password_file = "..." }} (hardware/YOUR_OWN.md)'
)
"""The fix for one in the options of a driver."""

_OPTIONS: Final = ("hardware.options", "options")
_UNUSABLE: Final = object()


def without_secrets(settings: Settings) -> Settings:
    """Return settings that may be shown: their secrets are hidden, all else is as it was."""
    return msgspec.structs.replace(settings, **{name: _shown(getattr(settings, name)) for name in SECTIONS})


def _shown(section: Any) -> Any:
    if isinstance(section, tuple):
        return tuple(map(_shown, section))
    found = {key: public_value(key, value) for key, value in msgspec.structs.asdict(section).items()}
    return msgspec.structs.replace(section, **found)


def public_value(key: str, value: Any) -> Any:
    """Return the value of a section's key as it may be shown."""
    return public(value) if key == "store" and isinstance(value, str) else hidden(key, value)


def passwords(settings: Settings) -> Iterator[str]:
    """Yield each password that the configuration has, in words with the fix."""
    for section in STORES:
        if has_password(getattr(settings, section).store):
            fix = HOW.format(section=section)
            yield f"{section}.store: the address has a password, and others may read this file: {fix}"
    seen = set()
    for place, key, *_ in filter(lambda leaf: leaf.is_secret, leaves(settings.hardware.options, *_OPTIONS)):
        if place not in seen:  # of a list once
            seen.add(place)
            yield f"{place}: this is a secret, and others may read this file: {HOW_IN_OPTIONS.format(key=key)}"


def without_files(options: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the options of a driver with the content of each ``{ password_file = "..." }`` in its place.

    Also why files cannot be used, in words; these options are left out.
    """
    problems: list[str] = []
    filled = {key: read for key, value in options.items() if (read := _read(key, value, problems)) is not _UNUSABLE}
    return filled, problems


def _read(place: str, value: Any, problems: list[str]) -> Any:
    if isinstance(value, Mapping) and set(value) == {PASSWORD_FILE}:
        try:
            return read_password(str(value[PASSWORD_FILE]))
        except UnusablePassword as error:
            problems.append(f"{place}.{PASSWORD_FILE}: {error}")
            return _UNUSABLE
    if isinstance(value, Mapping):
        parts = {key: _read(f"{place}.{key}", part, problems) for key, part in value.items()}
        return {key: part for key, part in parts.items() if part is not _UNUSABLE}
    if isinstance(value, list):
        return [read for part in value if (read := _read(place, part, problems)) is not _UNUSABLE]
    return value
