"""What a display needs to animate and explain a round: the latest moves, and each seat's last verdicts."""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final

from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game import events as ev
from kiosk.game.card_events import Flipped, Played, Refilled, Reshuffled, Tucked
from kiosk.game.dice_events import DiePlaced, Rolled
from kiosk.game.seats import Roster, SeatNumber

MOVES: Final = 64
"""Moves in a snapshot: more than twelve seats can make between two frames."""

TICKER: Final = 3
"""Verdicts that a panel keeps (kiosk/display/README.md)."""


@dataclass(slots=True)
class Record:
    """Collects moves and verdicts over the whole life of the table, so that their ids never repeat."""

    moves: deque[msg.Move] = field(default_factory=lambda: deque(maxlen=MOVES))
    tickers: defaultdict[SeatNumber, deque[msg.Verdict]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=TICKER))
    )
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def anew(self) -> Record:
        """An empty one; ids of both never repeat."""
        return Record(_ids=self._ids)

    def clear(self) -> None:
        """Forget the moves and verdicts of a round; ids go on."""
        self.moves.clear()
        self.tickers.clear()

    def move(self, kind: str, **details: Any) -> None:
        """Note a move for the displays to animate (``messages.Move``)."""
        self.moves.append(msg.Move(next(self._ids), kind, **details))

    def verdict(self, seat: SeatNumber, reason: str, at: Instant, **details: Any) -> None:
        """Note a refused or lost move in the seat's ticker (``messages.Verdict``); the same once more is counted."""
        verdict, ticker = msg.Verdict(next(self._ids), reason, at=at, **details), self.tickers[seat]
        if ticker and _same(ticker[-1], verdict):
            verdict = replace(verdict, times=ticker.pop().times + 1)
        ticker.append(verdict)

    def event(self, event: ev.Event, roster: Roster) -> None:
        """Note what a display can animate of an event of the core."""
        match event:
            case Played(seat=seat, source=source, card=card, cell=cell):
                self.move("play", seat=roster.number(seat), source=str(source), card=str(card), cell=cell)
                if card.number == 10:
                    self.move("collect", cell=cell, card=str(card))
            case Flipped(seat=seat, cards=cards, recycled=recycled):
                if recycled:
                    self.move("recycle", seat=roster.number(seat))
                self.move("flip", seat=roster.number(seat), card=str(cards[-1]) if cards else None, count=len(cards))
            case Refilled(seat=seat, slot=slot, card=card):
                self.move("refill", seat=roster.number(seat), slot=slot, card=str(card))
            case Tucked(seat=seat, source=source, slot=slot, card=card):
                self.move("tuck", seat=roster.number(seat), source=str(source), slot=slot, card=str(card))
            case Rolled(seat=seat, faces=faces):
                self.move("roll", seat=roster.number(seat), count=len(faces))
            case DiePlaced(seat=seat, die=die):
                self.move("place", seat=roster.number(seat), source=f"{msg.DIE}{die}", card=str(die))
            case Reshuffled():
                self.move("shuffle")

    def back(self, seat: SeatNumber, source: str, card: str | None) -> None:
        """Note that a card or die returns to where it came from."""
        self.move("back", seat=seat, source=source, card=card)


def _same(one: msg.Verdict, other: msg.Verdict) -> bool:
    """Whether they read alike."""
    when = {"id": 0, "at": 0, "locked_until": 0, "times": 1}
    return replace(one, **when) == replace(other, **when)
