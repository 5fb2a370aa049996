"""``ready``: people sit down, choose, and say that they are ready (kiosk/display/README.md). Pure."""

from __future__ import annotations

from msgspec import structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.table.people import Seat, SeatState
from kiosk.table.state import State
from kiosk.table.states.base import TableState


class Lobby(TableState):
    """Until enough are ready, or everybody has gone."""

    name = State.READY

    def enter(self) -> None:
        """Somebody sits here already."""
        self.table.begin_state(None)
        self._rethink_start()

    def press(self, seat: Seat) -> None:
        """First press: take the seat. Second: ready. Third: start now, if everybody is ready."""
        self.table.people.alive(seat, self.table.now)
        if seat.state is SeatState.READY:
            if self.table.people.all_ready() and self._enough():
                self._start_match()
            return
        seat.state = SeatState.READY if seat.state is SeatState.TAKEN else SeatState.TAKEN
        self._rethink_start()

    def choose(self, seat: Seat, key: str, value: str) -> None:
        """What is chosen for the match, and the seat's handicap. What is no choice changes nothing."""
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
                other.handicap = None  # it meant something else
        self._rethink_start()

    def _handicap(self, seat: Seat, value: str) -> None:
        """The seat's own stack size (E22) or extra dice (N15), until it leaves; the edition's own is none."""
        game = self.table.choices.game()
        if value in map(str, game.handicaps):
            seat.handicap = None if int(value) == game.usual_handicap else int(value)

    # ------------------------------------------------------------ the start

    def _enough(self) -> bool:
        ready = self.table.people.ready()
        return bool(ready) and len(ready) + len(self.table.bots_beside(ready)) >= 2

    def _rethink_start(self) -> None:
        """Start at once when every seat is ready that can be; give the others some time when enough are."""
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
        """Those who are ready play; bots take the other seats, if they may."""
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
        """The others had their time."""
        self._start_match()

    def seat_left(self) -> None:
        """It may be the one that the others waited for."""
        self._rethink_start()

    def resized(self) -> None:
        """Seats may have come or gone that are waited for."""
        self._rethink_start()

    def patience(self) -> Duration:
        """Then a silent seat is free again."""
        return self.table.settings.times.lobby

    def attend(self) -> None:
        """Free the seats of which nothing is heard any more."""
        for seat in self.table.people.gone_from_lobby(self.table.now):
            self.session.leave(seat)

    # ------------------------------------------------------------ what is shown

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """The seats that are taken, and those that stay free beside them."""
        table = self.table
        return table.seating.filled(table.company(), table.choices.kind, len(table.people.seats), but=barred)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """What may be chosen."""
        table = self.table
        lobby = table.choices.view(table.players(), len(table.people.here()), len(table.throwers()))
        takes_names = table.settings.takes_names
        lobby = structs.replace(lobby, takes_names=takes_names, names=table.names if takes_names else ())
        return structs.replace(drawn, lobby=lobby)

    def lamp(self, seat: Seat) -> LampState:
        """Ready, or asked to be."""
        if not self.table.may_sit(seat):
            return LampState.OFF
        return LampState.READY if seat.state is SeatState.READY else LampState.BREATHING
