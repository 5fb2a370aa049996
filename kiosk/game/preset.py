"""An edition of a game as data (RULES.md 3.2)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Generic, TypeVar

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

R = TypeVar("R", bound="DataclassInstance")


@dataclass(frozen=True)
class Preset(Generic[R]):
    """An edition: its rules, their source, and the options that the source states (``said``).

    ``for_beginners``: the table suggests slow bots with it.
    """

    name: str
    source: str
    said: frozenset[str]
    rules: R
    for_beginners: bool = False

    @property
    def filled(self) -> tuple[str, ...]:
        """The options that the source does not state and that we filled in."""
        return tuple(option.name for option in fields(self.rules) if option.name not in self.said)
