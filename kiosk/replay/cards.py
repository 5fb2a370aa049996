"""Recorded rounds of the card game: their events in words, their commands in a scenario."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from kiosk.game.cards.cards import cards_text
from kiosk.game.cards.commands import (
    DeadArmed,
    DeadDisarmed,
    Flipped,
    Play,
    Played,
    Refill,
    Refilled,
    Reshuffled,
    StackEmptied,
    Tuck,
    Tucked,
)
from kiosk.game.cards.rules import CardRules
from kiosk.game.commands import SeatCommand
from kiosk.game.events import Event
from kiosk.journal.records import RoundStarted
from kiosk.replay.game_replay import GameReplay, Judgement
from kiosk.replay.words import MS, clock, spaced


class CardReplay:
    """The card game's part ``replay`` (``kiosk.replay.game_replay.GameReplay``)."""

    def event_words(self, event: Event) -> str:
        """Return an event in words: cards in their notation, and the piles they went to."""
        match event:
            case Played(source=source, card=card, cell=cell):
                return f"{card} from {source} to the centre, cell {cell}"
            case Flipped(cards=cards, recycled=recycled):
                return f"{'new hand, ' if recycled else ''}flips {cards_text(cards)}"
            case Refilled(slot=slot, card=card):
                return f"{card} from stack to row {slot}"
            case Tucked(source=source, slot=slot, card=card):
                return f"{card} from {source} onto row {slot}"
            case DeadArmed(kind=kind, due=due):
                ends = "until a vote" if due is None else f"until {clock(due * MS)}"
                return f"nobody can play ({spaced(kind)}) {ends}"
            case _:
                return _FIXED.get(type(event), "")

    def command_json(self, command: SeatCommand) -> dict[str, Any]:
        """Return the source of the card, and the slot."""
        match command:
            case Play(source=source, picked_up=picked_up):
                return {"from": str(source), **({} if picked_up is None else {"picked_up": picked_up})}
            case Tuck(source=source, slot=slot):
                return {"from": str(source), "slot": slot}
            case Refill(slot=slot):
                return {"slot": slot}
            case _:
                return {}

    def as_told(
        self, rules: CardRules, judged: Sequence[Judgement], seats: int
    ) -> tuple[CardRules, Sequence[Judgement]]:
        """Return rules and commands unchanged."""
        return rules, judged

    def scenario_keys(self, started: RoundStarted) -> dict[str, Any]:
        """Return the duration of the match before the round."""
        return {"match_ms": started.lasted_ms}


_FIXED: Final[dict[type[Event], str]] = {
    StackEmptied: "the stack is empty",
    DeadDisarmed: "somebody can play again",
    Reshuffled: "all hands are shuffled",
}
"""Words of events without details."""

REPLAY: Final[GameReplay] = CardReplay()
