"""Drawings of a table, saved as files."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from kiosk.cli.common import Told


def save(path: Path | None, draw: Callable[[], str]) -> None:
    """Write the drawing to ``path``; do nothing without a path. Raises Told if it cannot be written."""
    if path is not None:
        try:
            path.write_text(draw(), encoding="utf-8")
        except OSError as error:
            raise Told(f"{path}: cannot be written ({error.strerror}): choose another place") from None
