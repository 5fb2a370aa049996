"""Recorded rounds of the dice game: their events in words, their commands in a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from msgspec.structs import replace

from kiosk.game.commands import SeatCommand
from kiosk.game.dice.commands import DiceGone, DiePlaced, PlaceDie, Roll, Rolled
from kiosk.game.dice.dice import dice_text
from kiosk.game.dice.rules import MOST_SEATS, DiceRules
from kiosk.game.events import Event, Rejected
from kiosk.game.refusals import Reason
from kiosk.journal.records import RoundStarted
from kiosk.replay.game_replay import GameReplay, Judgement
from kiosk.replay.scenario import deal_json


class DiceReplay:
    """The dice game's part ``replay`` (``kiosk.replay.game_replay.GameReplay``)."""

    def event_words(self, event: Event) -> str:
        """Return an event in words: dice in their notation."""
        match event:
            case Rolled(faces=faces):
                return f"rolls {dice_text(faces)}"
            case DiePlaced(die=die):
                return f"{die} to the board"
            case DiceGone():
                return "no dice are left"
            case _:
                return ""

    def command_json(self, command: SeatCommand) -> dict[str, Any]:
        """Return the die; for a roll the faces that real dice showed."""
        match command:
            case Roll(faces=tuple() as faces):
                return {"faces": dice_text(faces)}
            case PlaceDie(die=die, picked_up=picked_up):
                return {"die": str(die), **({} if picked_up is None else {"picked_up": picked_up})}
            case _:
                return {}

    def as_told(
        self, rules: DiceRules, judged: Sequence[Judgement], seats: int
    ) -> tuple[DiceRules, Sequence[Judgement]]:
        """Return rules with ``house_seats`` for many seats, and with ``roll_ms`` 0 if there are real dice.

        Real dice have stopped when they are read, and lock no seat; a scenario can state that only for all rolls. If a
        seat rolled on the screen in the same round, commands that its lock refused are left out: they had no effect.
        """
        rules = replace(rules, house_seats=rules.house_seats or seats > MOST_SEATS)
        if not any(isinstance(command, Roll) and command.lasts == 0 for command, _ in judged):
            return rules, judged
        kept = [(command, events) for command, events in judged if not any(map(_is_locked, events))]
        return replace(rules, roll_ms=0), kept

    def scenario_keys(self, started: RoundStarted) -> dict[str, Any]:
        """Return the seats of a tie-break, which alone draw dice."""
        tied = [index for index, seat in enumerate(started.seats) if seat.seat in started.tied]
        return {"deal": deal_json(started), "tiebreak": tied} if tied else {}


def _is_locked(event: Event) -> bool:
    return isinstance(event, Rejected) and event.reason is Reason.LOCKED


REPLAY: Final[GameReplay] = DiceReplay()
