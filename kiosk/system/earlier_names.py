"""Earlier names of classes, which packages of others may still import: they work, and warn."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Mapping
from typing import Any


def earlier_names(module: str, names: Mapping[str, str]) -> Callable[[str], Any]:
    """Return the ``__getattr__`` of a module with classes that had other names. ``names``: the new one of each.

    Define it where type checkers do not look (``not TYPE_CHECKING``): they would take every name for one of the module.
    """

    def __getattr__(name: str) -> Any:  # noqa: N807  the module's
        if name not in names:
            raise AttributeError(f"module {module!r} has no attribute {name!r}")
        warnings.warn(f"{module}.{name} is called {names[name]} now", DeprecationWarning, stacklevel=2)
        return getattr(sys.modules[module], names[name])

    return __getattr__
