"""Programs of ``systemd/`` as modules, for tests of their functions."""

from __future__ import annotations

from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Final

FOLDER: Final = Path(__file__).parents[2] / "systemd"


def module_of(name: str) -> ModuleType:
    """Return the Python program ``systemd/name`` as a module."""
    loader = _Loader(name.replace("-", "_"), str(FOLDER / name))
    spec = spec_from_loader(loader.name, loader)
    assert spec is not None
    module = module_from_spec(spec)
    loader.exec_module(module)
    return module


class _Loader(SourceFileLoader):
    """A loader that leaves no compiled file beside the program."""

    def set_data(self, path: str, data: object, *, _mode: int = 0o666) -> None:
        """Write nothing."""
