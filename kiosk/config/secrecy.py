"""Secrets in a configuration: hidden where it is shown, refused where it is checked.

The results store's password belongs in a file of its own (``records.password_file``), because everybody may read a
table's configuration. Services accept one that has it in the address, as older ones may, and say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec

from kiosk.config.schema import SECTIONS, Settings
from kiosk.system.secrecy import has_password, hidden, public

HOW: Final = (
    "write the address without it, the password alone into a file that nobody else may read (chmod 600), and the "
    'file\'s place under [records], as password_file = "..." (kiosk/results/README.md)'
)
"""The fix for a password in the configuration."""


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
