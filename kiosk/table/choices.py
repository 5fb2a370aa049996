"""What "More" offers in the lobby, and the rules that follow from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from kiosk import messages as msg
from kiosk.game.rules import PRESETS, CardRules, MatchEndKind, Misplay, MisplayKind
from kiosk.table.settings import TableSettings

ROUNDS: Final = (1, 3, 5, 7, 10)
"""Lengths of a match that the lobby offers."""

TAP_LOCK_MS: Final = 600
"""In tap mode a wrong card locks, or tapping everything would win (TABLE_UX.md)."""

_SWITCH: Final = {"true": True, "false": False}


@dataclass(slots=True)
class Choices:
    """A match as it is chosen now."""

    preset: str
    rounds: int
    touch_mode: str
    bots: bool

    @classmethod
    def default(cls, settings: TableSettings) -> Choices:
        """What a match is when nobody chooses otherwise."""
        return cls(settings.preset, settings.rounds, settings.touch_mode, settings.bots)

    def choose(self, key: str, value: str) -> None:
        """Choose; what is no choice changes nothing."""
        if key == "preset" and value in PRESETS:
            self.preset = value
        elif key == "rounds" and value in map(str, ROUNDS):
            self.rounds = int(value)
        elif key == "touch_mode" and value in {"drag", "tap"}:
            self.touch_mode = value
        elif key == "bots" and value in _SWITCH:
            self.bots = _SWITCH[value]

    def rules(self) -> CardRules:
        """The chosen edition at the chosen length, with the lock that tap mode needs."""
        rules = PRESETS[self.preset].rules
        if rules.match_end.kind is MatchEndKind.FIXED_ROUNDS:
            rules = replace(rules, match_end=replace(rules.match_end, n=self.rounds))
        if self.touch_mode == "tap" and rules.misplay.kind is MisplayKind.RETURN:
            rules = replace(rules, misplay=Misplay(MisplayKind.LOCKOUT, ms=TAP_LOCK_MS))
        return rules

    def view(self, languages: tuple[str, ...]) -> msg.Lobby:
        """As the displays show it."""
        return msg.Lobby(self.preset, tuple(PRESETS), self.rounds, ROUNDS, self.bots, self.touch_mode, languages)
