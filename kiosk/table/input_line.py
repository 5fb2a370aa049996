"""The input queue of a running round: the order of its inputs, and the Stops that wait for a touch. Pure."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from hardware.api import Button, ButtonEdge, Instant, TrayReading
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.arbiter import Arbiter, SourceClass, Stamped
from kiosk.table.carried import Carried
from kiosk.table.dealt_round import DealtRound
from kiosk.table.inputs import RoundInput, is_press
from kiosk.table.presses import Meaning, Presses
from kiosk.table.settings import BUTTONS


class InputLine:
    """The input queue of a round.

    ``arbiter``: orders the inputs. ``presses``: the buttons of each seat; a Stop that would be false waits there.
    ``ranks``: the round's lot (lowest wins a dead heat).
    """

    def __init__(
        self,
        dealt: DealtRound,
        carried: Carried,
        ranks: Mapping[SeatNumber, int],
        sources: Mapping[str, SourceClass],
    ) -> None:
        self.arbiter: Arbiter[RoundInput] = Arbiter(ranks, self._contest)
        for name, kind in sources.items():
            self.arbiter.add_source(name, kind)
        self.presses: dict[SeatNumber, Presses] = {number: Presses() for number in dealt.roster.numbers}
        self._dealt = dealt
        self._carried = carried

    def take(self, source: str, seat: SeatNumber, what: RoundInput) -> None:
        """Queue an input.

        A Hold reports a touch that began earlier, a reading the dice in a tray: neither competes with others.
        """
        races = not isinstance(what, msg.Hold | TrayReading)
        self.arbiter.offer(source, seat, Instant(what.at), what, races=races)

    def released(self, seat: SeatNumber, edge: ButtonEdge) -> Meaning:
        """Take the release of a button, and return its meaning."""
        at = self.arbiter.corrected(BUTTONS, edge.at)
        return self.presses[seat].release(edge.button, at) if seat in self.presses else Meaning.WAIT

    def overdue(self, until: Instant) -> Iterator[tuple[SeatNumber, Instant]]:
        """Yield the seats whose waiting Stop is false once all input before ``until`` is judged, and its due time."""
        for seat, presses in self.presses.items():
            due = presses.next_deadline()
            if due is not None and presses.passed(until) is Meaning.FALSE_STOP:
                yield seat, due

    def next_deadline(self, now: Instant, due: Instant | None) -> Instant | None:
        """Return the instant at which something can be judged even without input; ``due``: the deadline of the core."""
        dues = [due, *(presses.next_deadline() for presses in self.presses.values())]
        # A deadline waits for the hold-back: an input stamped before it may still be on its way.
        deadlines = [Instant(due + self.arbiter.hold_back) for due in dues if due is not None]
        line = self.arbiter.next_deadline(now)
        return min([*deadlines, line] if line is not None else deadlines, default=None)

    def freeze(self) -> list[Stamped[RoundInput]]:
        """Remove and return all queued inputs: the round is paused."""
        self.presses = {number: Presses() for number in self.presses}
        return self.arbiter.flush()

    def _contest(self, entry: Stamped[RoundInput]) -> frozenset[Hashable]:
        """Return everything that an input competes for: the target of its piece, the win, or the call."""
        moves = self._dealt.moves
        index = self._dealt.roster.index(entry.seat)
        if index is None or moves.round.ended is not None:
            return frozenset()
        if is_press(entry.what, Button.STOP):
            return frozenset({"stop"} if moves.round.may_stop(index) else ())
        source = self._played(entry)
        return frozenset() if source is None else moves.contested(index, source, entry.what)

    def _played(self, entry: Stamped[RoundInput]) -> str | None:
        """Return the source of the piece that an input brings to the centre; None if it brings none."""
        if is_press(entry.what, Button.PLAY):
            held = self._carried.held.get(entry.seat)
            return None if held is None else held.source
        return self._dealt.moves.to_center(entry.what)
