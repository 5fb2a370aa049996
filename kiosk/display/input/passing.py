"""What the table shows for a moment: presses that were heard, calls, and how long the way out is held."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from kiosk.display.corner_notice import CornerNotice
from kiosk.display.input.answers import LAPSED
from kiosk.display.input.contact import SECOND, Thresholds
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Move, Snapshot
from kiosk.protocol.state import State

HEARD: Final = 150_000_000
"""Nanoseconds for which a panel blinks after a press of its button."""
MOVE_CRY: Final = 2_000_000_000
"""Nanoseconds for which the call of a move is shown (``Words.cries``)."""
ANSWERED: Final = 2_500_000_000
"""Nanoseconds for which a panel says the answer to a tap."""
NOTICED: Final = 7_000_000_000
"""Nanoseconds for which it is said beside a corner that is held in a round what the menu wants.

That is longer than an answer, as whoever holds the corner does not know where to look.
"""
_IN_ROUND: Final = frozenset({State.COUNTDOWN, State.PLAY})
_NO_MOVES: Final = frozenset({"back", "glow"})
"""Kinds of ``protocol.Move`` that a seat has not made: its piece returns, or is pointed out."""
RING: Final = 24
"""Steps of the ring that fills while the control for leaving is held."""


class Passing:
    """What is shown for a moment, with the instant (nanoseconds, as in the snapshots) at which it ends."""

    def __init__(self) -> None:
        self._cry, self._cry_until = "", 0
        self._heard: dict[SeatNumber, tuple[int, int]] = {}
        self._answers: dict[SeatNumber, tuple[str, int]] = {}
        self._pressed: dict[SeatNumber, int] = {}
        self._corners: dict[tuple[float, float], tuple[CornerNotice, int]] = {}

    def follow(self, before: Snapshot | None, snapshot: Snapshot, now: int) -> None:
        """Note the presses that were heard since ``before``. A press ends an answer.

        A request for a pause that has lapsed is answered at its seat. What is said beside corners ends with the round.
        """
        asked = before.seats if before is not None and before.state == snapshot.state == State.PLAY else ()
        lapsed = {view.seat for view in asked if view.wants_pause}
        if snapshot.state not in _IN_ROUND:
            self._corners.clear()
        for view in snapshot.seats:
            count, _ = self._heard.get(view.seat, (view.heard, 0))
            if before is None:
                self._heard[view.seat] = (view.heard, 0)
            elif view.heard != count:
                self._heard[view.seat] = (view.heard, now)
                self._answers.pop(view.seat, None)
            if view.seat in lapsed and not view.wants_pause:
                self.answer(view.seat, LAPSED, now)
        if before is not None and before.game != snapshot.game:
            self._cry = ""

    def call_with(self, moves: Iterable[Move], cries: Iterable[str], now: int) -> None:
        """Note the game's call for one of these moves, if it has one."""
        for move in moves:
            if move.kind in cries:
                self._cry, self._cry_until = move.kind, now + MOVE_CRY

    def end_answers(self, moves: Iterable[Move]) -> None:
        """Drop the answers of the seats that made these moves."""
        for move in moves:
            if move.seat is not None and move.kind not in _NO_MOVES:
                self._answers.pop(move.seat, None)

    def cry(self, now: int) -> str:
        """Return the call that is shown, empty if there is none."""
        return self._cry if now < self._cry_until else ""

    def is_heard(self, seat: SeatNumber, now: int) -> bool:
        """Return whether a press of one of the seat's buttons has just been heard."""
        return now - self._heard.get(seat, (0, 0))[1] < HEARD

    def answer(self, seat: SeatNumber, told: str, now: int) -> None:
        """Say for a while the answer to a tap of this seat (``input.answers``), in place of an older one."""
        self._answers[seat] = told, now + ANSWERED

    def answered(self, seat: SeatNumber, now: int) -> str:
        """Return the answer that is said, empty if there is none."""
        told, until = self._answers.get(seat, ("", 0))
        return told if now < until else ""

    def notice(self, corner: tuple[float, float], notice: CornerNotice, now: int) -> None:
        """Say something beside a corner for a while."""
        self._corners[corner] = notice, now + NOTICED

    def noticed(self, now: int) -> tuple[CornerNotice, ...]:
        """Return what is said beside corners."""
        return tuple(notice for notice, until in self._corners.values() if now < until)

    def press(self, seat: SeatNumber, at: int | None) -> None:
        """Note that the seat's control for leaving is held since ``at``; None: no longer."""
        if at is None:
            self._pressed.pop(seat, None)
        else:
            self._pressed[seat] = at

    @property
    def is_pressed(self) -> bool:
        """True if somebody holds the control for leaving."""
        return bool(self._pressed)

    def held_for(self, seat: SeatNumber, now: int) -> float:
        """Return how long the control for leaving has been held (``PanelContext.held_for``), in whole steps."""
        at = self._pressed.get(seat)
        if at is None:
            return 0.0
        held, seconds = Thresholds(), (now - at) / SECOND
        return 0.0 if seconds >= held.hold_until_s else min(1.0, round(seconds / held.hold_s * RING) / RING)

    def ends(self, now: int) -> bool:
        """Return whether something is shown that ends by itself."""
        told = (*self._answers.values(), *self._corners.values())
        said = max(self._cry_until, *(until for _, until in told), 0)
        return now < said or any(now - at < HEARD for _, at in self._heard.values())
