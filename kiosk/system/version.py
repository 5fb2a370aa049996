"""The version of the installed program, from pyproject.toml."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """Return the version, such as ``0.1.0``."""
    return metadata.version("ligretto-kiosk")
