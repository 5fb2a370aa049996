"""Packages of other people, as pip would have installed them: a module and its entry points in a folder."""

from __future__ import annotations

import os
from pathlib import Path


def installed_package(folder: Path, name: str, source: str, entry_points: str, version: str = "1.0") -> Path:
    """Install the module ``name`` with this source in ``folder``, which is then for a ``PYTHONPATH``; return it.

    ``entry_points``: the text of the package's ``entry_points.txt``, whatever is wrong with it.
    """
    told = folder / f"{name}-{version}.dist-info"
    told.mkdir(parents=True)
    (folder / f"{name}.py").write_text(source)
    (told / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n")
    (told / "entry_points.txt").write_text(entry_points)
    return folder


def path_with(*folders: Path) -> dict[str, str]:
    """Return an environment in which Python finds what is installed in these folders."""
    return {"PYTHONPATH": os.pathsep.join([*map(str, folders), *filter(None, [os.environ.get("PYTHONPATH")])])}
