"""A match of dice as text: the file contains the mixed ``bag`` of each round, and the faces of every roll."""

from __future__ import annotations

import json
from collections.abc import Sequence

from kiosk.game.colors import Color
from kiosk.game.commands import Leave, Stop, Tick, Vote
from kiosk.game.dice.commands import DiceCommand, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import dice_text, parse_dice, parse_die
from kiosk.game.dice.round import DiceRound
from kiosk.game.dice.rules import DICE_PRESETS, DiceRules, dice_counts
from kiosk.game.events import Event
from kiosk.referee.dice import REFEREE
from tests.golden.transcript import MatchTranscript


class DiceTranscript(MatchTranscript[DiceRules, DiceRound]):
    """A match of dice."""

    def __init__(self) -> None:
        super().__init__(DiceRules(), REFEREE)
        self._colors: Sequence[Color] = ()
        self._lines["bag"] = self._bag

    def _rules_of(self, preset: str) -> DiceRules:
        return DICE_PRESETS[preset].rules

    def _bag(self, words: list[str]) -> str:
        by_letter = {color.letter: color for color in Color}
        self._colors = [by_letter[letter] for letter in words[0]]
        return ""

    def _begin(self) -> DiceRound:
        tied = self.match.tiebreak
        rules = self.rules.for_tiebreak() if tied else self.rules
        counts = dice_counts(rules, len(self.match.totals), tied, self.away)
        seated = set(range(len(counts))) - self.away
        return DiceRound.draw(rules, self._colors, counts, seated)

    def _position(self) -> str:
        return json.dumps(REFEREE.position_json(self.running.position()))

    def _apply(self, words: list[str]) -> list[Event]:
        return self.running.apply(_parse(words))

    def _told(self, event: Event) -> str | None:
        match event:
            case DiePlaced():
                return str(event.die)
            case Rolled():
                return dice_text(event.faces)
        return None


def dice_command_text(command: DiceCommand) -> str:
    """Return a command that is about to be judged as the first part of a line."""
    match command:
        case Tick():
            return f"{command.at} due"
        case Roll():
            words = f"roll {dice_text(command.faces or ())}".rstrip()
        case PlaceDie():
            words = f"place {command.die}"
        case _:
            words = type(command).__name__.lower()
    return f"{command.at} {command.seat} {words}"


def _parse(words: list[str]) -> DiceCommand:
    at = int(words[0])
    if words[1:] == ["due"]:
        return Tick(at)
    seat = int(words[1])
    match words[2:]:
        case ["roll", *faces]:
            return Roll(at, seat, parse_dice(" ".join(faces)))
        case ["place", die]:
            return PlaceDie(at, seat, parse_die(die))
        case ["stop"]:
            return Stop(at, seat)
        case ["vote"]:
            return Vote(at, seat)
        case ["leave"]:
            return Leave(at, seat)
    raise ValueError(f"{' '.join(words)!r} is no command")
