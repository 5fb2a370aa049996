"""Hints in a person's first round: a piece that has fitted for some seconds glows once. Pure.

Everybody in their first round gets them, and nobody else: in any other round nobody is shown a move.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from hardware.api import Duration, Instant
from kiosk.game.seats import SeatNumber
from kiosk.table.round import RoundPlay
from kiosk.table.settings import seconds

PATIENCE: Final = seconds(8)
"""The time for which a piece has to fit before it glows."""


class Fitting(NamedTuple):
    """A face-up piece of a seat that fits the centre."""

    seat: SeatNumber
    source: str
    piece: str


class FirstRoundHints:
    """The fitting pieces of the seats in their first round, and since when each of them has fitted."""

    def __init__(self, patience: Duration = PATIENCE) -> None:
        self._patience = patience
        self._since: dict[Fitting, Instant] = {}
        self._shown: set[Fitting] = set()
        self._seen: tuple[int, Sequence[SeatNumber]] | None = None
        """The state of the round and the seats at which pieces were last looked for."""

    def restart(self) -> None:
        """Count anew, after a pause; a piece that has glowed does not glow again."""
        self._since.clear()
        self._seen = None

    def take(self, play: RoundPlay, seats: Sequence[SeatNumber], now: Instant) -> list[Fitting]:
        """Note the pieces of these seats that fit in this round; return those that glow now."""
        seen = play.judging.version, seats
        if seen != self._seen:
            self._seen = seen
            fitting = {found: self._since.get(found, now) for found in _fitting(play, seats)}
            self._since = {found: since for found, since in fitting.items() if found not in self._shown}
        due = [found for found, since in self._since.items() if now - since >= self._patience]
        for found in due:
            del self._since[found]
        self._shown.update(due)
        return due

    def next_deadline(self) -> Instant | None:
        """Return when the next piece glows; None if none fits."""
        since = min(self._since.values(), default=None)
        return None if since is None else Instant(since + self._patience)


def _fitting(play: RoundPlay, seats: Iterable[SeatNumber]) -> Iterator[Fitting]:
    for seat in seats:
        index = play.roster.index(seat)
        if index is not None and play.round.seated(index):
            for source in play.moves.fitting(index):
                yield Fitting(seat, source, play.moves.piece(index, source) or "")
