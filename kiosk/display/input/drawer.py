"""What is open in a panel: a drawer, the page of it that was asked for, and in one of them the name written so far."""

from __future__ import annotations

from typing import Final, NamedTuple

CHOICE: Final = "choose"
"""The drawer with the values of a choice of the match; its control names the choice: ``choose game``."""
LETTERS: Final = "letters"
"""The drawer in which a name is written."""
RULES: Final = "rules"
"""The drawer with the rules of the game."""


class Drawer(NamedTuple):
    """An open drawer. ``page``: None until one was asked for; ``choice`` of ``CHOICE``, ``written`` of ``LETTERS``."""

    name: str
    page: int | None = None
    choice: str = ""
    written: str = ""

    @classmethod
    def of(cls, control: str) -> Drawer:
        """Return the drawer that a control opens."""
        name, _, choice = control.partition(" ")
        return cls(name, choice=choice)

    @classmethod
    def for_choice(cls, key: str) -> Drawer:
        """Return the drawer with the values of a choice of the match."""
        return cls(CHOICE, choice=key)

    @property
    def control(self) -> str:
        """The control that opens it, as a touch finds it and ``kiosk scene`` prints it."""
        return f"{self.name} {self.choice}" if self.choice else self.name

    @property
    def is_rules(self) -> bool:
        """Whether the rules of the game are open."""
        return self.name == RULES

    def write(self, letter: str) -> Drawer:
        """Return it after a letter: the first page is shown again."""
        return self._replace(page=0, written=self.written + letter)

    def erase(self) -> Drawer:
        """Return it without the last letter."""
        return self._replace(written=self.written[:-1])
