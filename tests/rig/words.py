"""The closed lists of words of a package: its enumerations of strings."""

from __future__ import annotations

import importlib
import pkgutil
from enum import StrEnum
from types import ModuleType


def words_of(package: ModuleType) -> list[type[StrEnum]]:
    """Return every such enumeration that a module of the package defines."""
    names = [info.name for info in pkgutil.walk_packages(package.__path__, f"{package.__name__}.")]
    found = {name: vars(importlib.import_module(name)).values() for name in names}
    return [
        kind
        for name, values in found.items()
        for kind in values
        if isinstance(kind, type) and issubclass(kind, StrEnum) and kind.__module__ == name
    ]
