"""The deeds of a running round: what each seat has done that is worth telling, from what displays are told. Pure."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from kiosk import protocol as msg
from kiosk.game.deeds import SPELL_MS, Deeds
from kiosk.game.seats import SeatNumber
from kiosk.table.move_feed import TO_CENTRE


class RoundDeeds:
    """Each seat's deeds so far in a round, of any game."""

    def __init__(self) -> None:
        self._laid: defaultdict[SeatNumber, list[int]] = defaultdict(list)
        self._counts: Counter[tuple[SeatNumber, str]] = Counter()
        self._colors: Counter[tuple[SeatNumber, str]] = Counter()
        self._piles: dict[int, Counter[SeatNumber]] = {}
        self._row: tuple[SeatNumber | None, int] = (None, 0)
        self._sure: Counter[SeatNumber] = Counter()
        self._roll: dict[SeatNumber, int] = {}
        self._first: SeatNumber | None = None

    def take(self, moves: Iterable[msg.Move], at_ms: int) -> None:
        """Take the moves of an event."""
        for move in moves:
            if move.kind == "collect" and move.cell is not None:
                self._piles.pop(move.cell, None)
                if self._row[0] is not None:
                    self._counts[self._row[0], "finished"] += 1
            elif move.seat is None:
                continue
            elif move.kind in TO_CENTRE:
                self._lay(at_ms, move.seat, move)
            elif move.kind == "roll":
                self._roll[move.seat] = 0

    def refused(self, seat: SeatNumber) -> None:
        """Note that a move of this seat was refused."""
        self._sure[seat] = 0

    def _lay(self, at_ms: int, seat: SeatNumber, move: msg.Move) -> None:
        self._first = self._first or seat
        self._laid[seat].append(at_ms)
        before, count = self._row
        self._row = seat, count + 1 if before == seat else 1
        self._sure[seat] += 1
        self._most(seat, "in_a_row", self._row[1])
        self._most(seat, "sure", self._sure[seat])
        if seat in self._roll:
            self._roll[seat] += 1
            self._most(seat, "roll", self._roll[seat])
        if move.card:
            self._colors[seat, move.card[:1]] += 1
            self._most(seat, "color", self._colors[seat, move.card[:1]])
        if move.cell is not None:
            self._counts[seat, "opened"] += move.cell not in self._piles
            pile = self._piles.setdefault(move.cell, Counter())
            pile[seat] += 1
            self._most(seat, "pile", pile[seat])

    def _most(self, seat: SeatNumber, deed: str, count: int) -> None:
        self._counts[seat, deed] = max(self._counts[seat, deed], count)

    def of(self, seat: SeatNumber, ended_ms: int, points: int, *, races: int, stops: int, false_stops: int) -> Deeds:
        """Return a seat's deeds in the round, which has ended at ``ended_ms``; the rest is counted elsewhere."""
        laid = self._laid.get(seat, [])
        counted = {deed: count for (who, deed), count in self._counts.items() if who == seat}
        return Deeds(
            points=(points,),
            lasted_ms=ended_ms,
            laid=len(laid),
            races=races,
            first=int(self._first == seat),
            last=int(self._row[0] == seat),
            closing=sum(at >= ended_ms - SPELL_MS for at in laid),
            stops=stops,
            false_stops=false_stops,
            busiest=_busiest(laid),
            soonest_ms=laid[0] if laid else None,
            **counted,
        )


def _busiest(laid: Sequence[int]) -> int:
    """Return the largest number of these times (ascending, ms) within a spell."""
    most = begin = 0
    for number, at in enumerate(laid):
        while laid[begin] <= at - SPELL_MS:
            begin += 1
        most = max(most, number + 1 - begin)
    return most
