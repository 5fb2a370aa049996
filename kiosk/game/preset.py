"""An edition of a game as data (RULES.md 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


@dataclass(frozen=True)
class Preset(Generic[R]):
    """An edition: its rules, the text that they come from, and the options on which that text speaks."""

    name: str
    source: str
    said: frozenset[str]
    rules: R

    @property
    def filled(self) -> tuple[str, ...]:
        """The options on which the source is silent: our own filling."""
        return tuple(option.name for option in fields(self.rules) if option.name not in self.said)
