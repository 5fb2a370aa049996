"""A JSON value with its place in the file, so that every error names the place."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator
from typing import Any, NoReturn

_LONGEST = 60


class Malformed(ValueError):  # noqa: N818  it describes the input, not a failure of ours
    """The error for an invalid scenario: the place (``$.seats[1].row[0]``), and what is wrong there, in one line."""

    def __init__(self, place: str, wrong: str) -> None:
        super().__init__(f"{place}: {wrong}")


class Node:
    """A value and its place. Its methods raise ``Malformed`` if the value is not of the requested type."""

    def __init__(self, value: Any, place: str = "$") -> None:
        self.value: Any = value
        self.place: str = place

    def refuse(self, wrong: str) -> NoReturn:
        """Raise ``Malformed`` with this place and what is wrong there."""
        raise Malformed(self.place, wrong)

    def shown(self) -> str:
        """Return the value in one short line."""
        text = repr(self.value) if isinstance(self.value, str) else json.dumps(self.value)
        return text if len(text) <= _LONGEST else text[:_LONGEST] + "..."

    def path(self, key: str) -> str:
        """Return the place of a key."""
        return f"{self.place}.{key}" if key.isidentifier() and key.isascii() else f"{self.place}[{json.dumps(key)}]"

    def fields(self, known: Collection[str]) -> dict[str, Node]:
        """Return an object's values by key; unknown keys are refused."""
        if not isinstance(self.value, dict):
            self.refuse(f"{self.shown()} is not an object")
        for key in self.value:
            if key not in known:
                names = ", ".join(known) or "none"
                raise Malformed(self.path(key), f"unknown key (known: {names})")
        return {key: Node(value, self.path(key)) for key, value in self.value.items()}

    def need(self, fields: dict[str, Node], key: str) -> Node:
        """Return the value of a required key."""
        if key not in fields:
            raise Malformed(self.path(key), "missing")
        return fields[key]

    def items(self) -> Iterator[Node]:
        """Return a list's values."""
        if not isinstance(self.value, list):
            self.refuse(f"{self.shown()} is not a list")
        return (Node(value, f"{self.place}[{index}]") for index, value in enumerate(self.value))

    def text(self) -> str:
        """Return a string."""
        if not isinstance(self.value, str):
            self.refuse(f"{self.shown()} is not a string")
        return self.value

    def choice(self, valid: Collection[str]) -> str:
        """Return a word, which must be one of ``valid``."""
        if not isinstance(self.value, str) or self.value not in valid:
            self.refuse(f"{self.shown()} is not one of {', '.join(valid)}")
        return self.value

    def flag(self) -> bool:
        """Return ``true`` or ``false``."""
        if not isinstance(self.value, bool):
            self.refuse(f"{self.shown()} is not one of true, false")
        return self.value

    def integer(self, least: int | None = None, most: int | None = None) -> int:
        """Return an integer in a range; ``true`` and ``5.0`` are refused."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            self.refuse(f"{self.shown()} is not an integer")
        if (least is not None and self.value < least) or (most is not None and self.value > most):
            self.refuse(f"{self.shown()} is not {least} {'or more' if most is None else f'to {most}'}")
        return self.value
