"""What displays are told of a round's moves: the latest ones, each seat's last verdicts, who laid which card. Pure."""

from __future__ import annotations

import itertools
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any, Final

from msgspec import Struct, field
from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber

MOVES: Final = 64
"""The number of moves in a snapshot: more than twelve seats can make between two frames."""

TICKER: Final = 3
"""The number of verdicts that a panel keeps (kiosk/display/README.md)."""


class MoveFeed(Struct):
    """The moves and verdicts of the table. It lives as long as the table, so that their ids never repeat."""

    moves: deque[msg.Move] = field(default_factory=lambda: deque(maxlen=MOVES))
    tickers: defaultdict[SeatNumber, deque[msg.Verdict]] = field(
        default_factory=lambda: defaultdict(lambda: deque(maxlen=TICKER))
    )
    _ids: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def anew(self) -> MoveFeed:
        """Return an empty record with the same counter: the ids of both never repeat."""
        return MoveFeed(_ids=self._ids)

    def clear(self) -> None:
        """Delete the moves and verdicts of a round; the ids go on."""
        self.moves.clear()
        self.tickers.clear()

    def move(self, kind: str, **details: Any) -> None:
        """Note a move for the displays to animate (``protocol.Move``)."""
        self.moves.append(msg.Move(next(self._ids), kind, **details))

    def verdict(self, seat: SeatNumber, reason: str, at: Instant, **details: Any) -> None:
        """Note a refused or lost move in the seat's ticker (``protocol.Verdict``); a repeated one is counted."""
        verdict, ticker = msg.Verdict(next(self._ids), reason, at=at, **details), self.tickers[seat]
        if ticker and _same(ticker[-1], verdict):
            verdict = replace(verdict, times=ticker.pop().times + 1)
        ticker.append(verdict)

    def drop_verdicts(self, seat: SeatNumber) -> None:
        """Delete the seat's verdicts: its next move has succeeded, so they would only hide what comes now."""
        self.tickers.pop(seat, None)

    def moved(self, moves: Iterable[msg.Move]) -> None:
        """Note moves that have no ``id`` yet, for the displays to animate."""
        self.moves.extend(replace(move, id=next(self._ids)) for move in moves)

    def back(self, seat: SeatNumber, source: str, card: str | None) -> None:
        """Note that a piece returns to its source."""
        self.move("back", seat=seat, source=source, card=card)


def _same(one: msg.Verdict, other: msg.Verdict) -> bool:
    """Return whether two verdicts show the same text."""
    when = {"id": 0, "at": 0, "locked_until": 0, "times": 1}
    return replace(one, **when) == replace(other, **when)


STREAK: Final = 3
STREAK_MS: Final = 4000
"""The number of pieces that make a streak, and the time for them, in which also the next one has to come, in ms."""
TO_CENTRE: Final = frozenset({"play", "place"})
"""The moves that bring a piece to the centre (``protocol.Move.kind``)."""


class Streaks:
    """The seats that bring piece after piece to the centre. Times are milliseconds of the round."""

    def __init__(self) -> None:
        self._brought: defaultdict[SeatNumber, deque[int]] = defaultdict(lambda: deque(maxlen=STREAK))
        self._until: dict[SeatNumber, int] = {}

    def take(self, moves: Iterable[msg.Move], at: int) -> None:
        """Take the moves of an event."""
        for move in moves:
            if move.kind not in TO_CENTRE or move.seat is None:
                continue
            brought = self._brought[move.seat]
            brought.append(at)
            begins = len(brought) == STREAK and at - brought[0] <= STREAK_MS
            if begins or at <= self._until.get(move.seat, -1):
                self._until[move.seat] = at + STREAK_MS

    def until(self, seat: SeatNumber) -> int | None:
        """Return the end of the seat's last streak; None: it has had none."""
        return self._until.get(seat)


class PileOwners:
    """The seats that laid each card of a round's piles, bottom to top."""

    def __init__(self) -> None:
        self._piles: dict[int, list[SeatNumber]] = {}
        self._finished: list[tuple[str, tuple[SeatNumber, ...]]] = []

    def take(self, moves: Iterable[msg.Move]) -> None:
        """Take the moves of an event: a card that reaches a pile, a finished pile that is taken away."""
        for move in moves:
            if move.cell is None:
                continue
            if move.kind == "play" and move.seat is not None:
                self._piles.setdefault(move.cell, []).append(move.seat)
            elif move.kind == "collect" and move.card is not None:
                self._finished.append((move.card[:1], tuple(self._piles.pop(move.cell, ()))))

    @property
    def piles(self) -> tuple[tuple[int, tuple[SeatNumber, ...]], ...]:
        """The open piles (``protocol.Snapshot.owners``)."""
        return tuple((cell, tuple(seats)) for cell, seats in self._piles.items())

    @property
    def finished(self) -> tuple[tuple[str, tuple[SeatNumber, ...]], ...]:
        """The finished piles (``protocol.Snapshot.finished``)."""
        return tuple(self._finished)
