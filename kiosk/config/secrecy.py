"""Secrets in a configuration: hidden where it is shown, refused where it is checked.

The results store's password belongs in a file of its own (``records.password_file``), because everybody may read a
table's configuration. Services accept one that has it in the address, as older ones may, and say so.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from kiosk.config.schema import SECTIONS, Settings
from kiosk.system.password_file import UnusablePassword, read_password
from kiosk.system.secrecy import has_password, hidden, is_secret, public

HOW: Final = (
    "write the address without it, the password alone into a file that nobody else may read (chmod 600), and the "
    'file\'s place under [records], as password_file = "..." (kiosk/results/README.md)'
)
"""The fix for a password in the configuration."""

HOW_IN_OPTIONS: Final = (
    "write it alone into a file that nobody else may read (chmod 600), and here the file's place, as "
    '{key} = {{ password_file = "..." }} (hardware/YOUR_OWN.md)'
)
"""The fix for one in the options of a driver."""

_FILE: Final = "password_file"


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
    if has_password(settings.records.store):
        yield f"records.store: the address has a password, and others may read this file: {HOW}"
    for place, key in _secret_options("hardware.options", settings.hardware.options):
        yield f"{place}: this is a secret, and others may read this file: {HOW_IN_OPTIONS.format(key=key)}"


def _secret_options(place: str, value: Any, key: str = "") -> Iterator[tuple[str, str]]:
    """Yield place and key of each secret in the options of drivers."""
    if isinstance(value, Mapping):
        for name, part in value.items():
            yield from _secret_options(f"{place}.{name}", part, str(name))
    elif isinstance(value, list):
        for part in value:
            yield from _secret_options(place, part, key)
    elif (isinstance(value, str) and has_password(value)) or (is_secret(key) and value and not isinstance(value, bool)):
        yield place, key


def without_files(options: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Return the options of a driver with the content of each ``{ password_file = "..." }`` in its place.

    Also why files cannot be used, in words; these options are left out.
    """
    filled: dict[str, Any] = {}
    problems: list[str] = []
    for key, value in options.items():
        if isinstance(value, Mapping) and set(value) == {_FILE}:
            try:
                filled[key] = read_password(str(value[_FILE]))
            except UnusablePassword as error:
                problems.append(f"{key}.{_FILE}: {error}")
        elif isinstance(value, Mapping):
            filled[key], more = without_files(value)
            problems += [f"{key}.{problem}" for problem in more]
        else:
            filled[key] = value
    return filled, problems
