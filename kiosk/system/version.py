"""The version of the installed program, from pyproject.toml."""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import Final

_LINE: Final = "Version: "


@cache
def version() -> str:
    """Return the version, such as ``0.1.0``.

    It is read from where ``importlib.metadata`` finds it, too, which takes 12 ms of a start to be loaded.
    """
    for folder in sys.path:
        for file in Path(folder).glob("ligretto_kiosk-*.dist-info/METADATA"):
            lines = file.read_text("utf-8", "replace").splitlines()
            if line_of_ours := next((line for line in lines if line.startswith(_LINE)), None):
                return line_of_ours.removeprefix(_LINE)
    from importlib import metadata  # noqa: PLC0415  only if it is installed in another way

    return metadata.version("ligretto-kiosk")
