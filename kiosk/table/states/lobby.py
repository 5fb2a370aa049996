"""``ready``: people sit down, choose, and report ready (kiosk/display/README.md). Pure."""

from __future__ import annotations

from msgspec import structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.people import Seat, SeatState
from kiosk.table.state import State
from kiosk.table.states.base import TableState


class Lobby(TableState):
    """The lobby, until enough people are ready or all have left."""

    name = State.READY

    def enter(self) -> None:
        """Begin; somebody has sat down already."""
        self.table.begin_state(None)
        self._rethink_start()

    def press(self, seat: Seat) -> None:
        """Handle a press. First: take the seat. Second: ready. Third: start now, if everybody is ready."""
        self.table.people.alive(seat, self.table.now)
        if seat.state is SeatState.READY:
            if self.table.people.all_ready() and self._enough():
                self._start_match()
            return
        seat.state = SeatState.READY if seat.state is SeatState.TAKEN else SeatState.TAKEN
        self._rethink_start()

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """Apply a choice for the match, or the seat's handicap. An invalid one changes nothing."""
        if not seat.human:
            return
        if key == "handicap":
            self._handicap(seat, value)
            return
        choices = self.table.choices
        before = choices.game().name
        choices.choose(key, value)
        if choices.game().name != before:
            for other in self.table.people:
                other.handicap = None  # it had another meaning
        self._rethink_start()

    def _handicap(self, seat: Seat, value: str) -> None:
        """Set the seat's own stack size (E22) or extra dice (N15), until it leaves; the edition's value resets it."""
        game = self.table.choices.game()
        if value in map(str, game.handicaps):
            seat.handicap = None if int(value) == game.usual_handicap else int(value)

    # ------------------------------------------------------------ the start

    def _enough(self) -> bool:
        ready = self.table.people.ready()
        return bool(ready) and len(ready) + len(self.table.bots_beside(ready)) >= 2

    def _rethink_start(self) -> None:
        """Start at once if every possible seat is ready; start the timer for the others once enough are."""
        table = self.table
        if not table.people.here():
            self.session.end_match()
        elif not self._enough():
            table.deadline = None
        elif all(seat.state is SeatState.READY or not table.may_sit(seat) for seat in table.people):
            self._start_match()
        elif table.deadline is None:
            table.deadline = Instant(table.now + table.settings.times.ready)

    def _start_match(self) -> None:
        """Start the match with those who are ready; bots take the other seats, if chosen."""
        table = self.table
        ready = table.people.ready()
        beside = table.bots_beside(ready)
        for seat in table.people:
            if seat not in ready:
                table.people.free(seat)
                seat.bot = seat.number in beside
            if seat in ready or seat.bot:
                seat.state = SeatState.PLAYING
        numbers = [seat.number for seat in table.people if seat.state is SeatState.PLAYING]
        bots = [seat.number for seat in table.people if seat.bot]
        table.match = table.new_match(table.choices.game(), numbers, bots, real_dice=table.real_dice)
        table.match.log = table.log
        table.match.identity = next(table.ids, "")
        self.session.go(State.COUNTDOWN)

    def due(self) -> None:
        """Start without those who are not ready."""
        self._start_match()

    def seat_left(self) -> None:
        """Check the start again: the others may have waited for this seat."""
        self._rethink_start()

    def resized(self) -> None:
        """Check the start again: there may be more or fewer free seats to wait for."""
        self._rethink_start()

    def patience(self) -> Duration:
        """Return the time after which a silent seat is freed."""
        return self.table.settings.times.lobby

    def attend(self) -> None:
        """Free the silent seats."""
        for seat in self.table.people.gone_from_lobby(self.table.now):
            self.session.leave(seat)

    # ------------------------------------------------------------ what is shown

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the taken seats, and the free ones that fit beside them."""
        table = self.table
        return table.seating.filled(table.company(), table.choices.kind, len(table.people.seats), but=barred)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the choices."""
        table = self.table
        lobby = table.choices.view(table.players(), len(table.people.here()), len(table.throwers()))
        takes_names = table.settings.takes_names
        lobby = structs.replace(lobby, takes_names=takes_names, names=table.names if takes_names else ())
        return structs.replace(drawn, lobby=lobby)

    def lamp(self, seat: Seat) -> LampState:
        """Return whether the seat is ready, or invited."""
        if not self.table.may_sit(seat):
            return LampState.OFF
        return LampState.READY if seat.state is SeatState.READY else LampState.INVITED
