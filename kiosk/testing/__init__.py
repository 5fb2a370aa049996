"""Hands for developers: simulated hardware that scripts and tests drive."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from kiosk.testing.live_table import LiveTable
    from kiosk.testing.virtual.table import VirtualTable

__all__ = ["LiveTable", "VirtualTable"]

_MODULES: Final = {"LiveTable": "kiosk.testing.live_table", "VirtualTable": "kiosk.testing.virtual.table"}
"""Where these are: they are imported when they are asked for, because commands need only the words."""


def __getattr__(name: str) -> Any:
    if name not in _MODULES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_MODULES[name]), name)
