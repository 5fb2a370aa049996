"""Buttons in a keyboard matrix: twelve seats need fourteen pins instead of twenty-four.

The rows are Stop and Play, each seat is a column, and every button has a diode towards its row.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from hardware.api import ButtonPanel
from hardware.gpio.factory import open_factory
from hardware.installed_drivers import DriverContext
from ligretto_keyboard_matrix.matrix import FileMatrix, Matrix, PinMatrix
from ligretto_keyboard_matrix.panel import MatrixPanel


def open_panel(context: DriverContext) -> ButtonPanel:
    """Return the buttons of a table: the entry point."""
    return MatrixPanel(_matrix(dict(context.options), len(context.seats)), context.seats, context.clock)


def _matrix(options: dict[str, object], seats: int) -> Matrix:
    """Return the matrix that the options describe. Raises ValueError, which the staff is told."""
    file, rows, columns = (options.pop(key, None) for key in ("file", "rows", "columns"))
    if options:
        raise ValueError(f"unknown options: {', '.join(options)} (there are: rows, columns, file)")
    if file is not None:
        return FileMatrix(Path(str(file)))
    return PinMatrix(open_factory(), _pins("rows", rows, 2), _pins("columns", columns, seats))


def _pins(key: str, value: object, count: int) -> Iterable[int]:
    if not isinstance(value, list) or len(value) != count or not all(isinstance(pin, int) for pin in value):
        raise ValueError(f"{key}: write a list of {count} BCM numbers")
    return value
