"""Matrices: which keys are pressed, by row and column from 0."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from hardware.gpio.pins import PinFactory

Key = tuple[int, int]


class Matrix(Protocol):
    """A matrix of keys."""

    def pressed(self) -> frozenset[Key]:
        """Return the keys that are pressed now. Raises OSError if that cannot be read."""

    def close(self) -> None:
        """Free the pins."""


class PinMatrix:
    """A matrix at the pins of the header. A row is scanned by pulling it low."""

    def __init__(self, factory: PinFactory, rows: Iterable[int], columns: Iterable[int]) -> None:
        self._factory = factory
        factory.reserve_pins(self, *rows, *columns)
        self._rows = [factory.pin(number) for number in rows]
        self._columns = [factory.pin(number) for number in columns]
        for row in self._rows:
            row.function, row.state = "output", 1
        for column in self._columns:
            column.input_with_pull("up")

    def pressed(self) -> frozenset[Key]:
        """See ``Matrix.pressed``."""
        found: set[Key] = set()
        for number, row in enumerate(self._rows):
            row.state = 0
            found |= {(number, column) for column, pin in enumerate(self._columns) if not pin.state}
            row.state = 1
        return frozenset(found)

    def close(self) -> None:
        """See ``Matrix.close``."""
        self._factory.close()


class FileMatrix:
    """A matrix without wires, to try out: a file with the pressed keys, such as ``0,1 1,3``."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def pressed(self) -> frozenset[Key]:
        """See ``Matrix.pressed``."""
        keys = (word.partition(",") for word in self._file.read_text().split())
        return frozenset((int(row), int(column)) for row, _, column in keys)

    def close(self) -> None:
        """See ``Matrix.close``; nothing is open."""
