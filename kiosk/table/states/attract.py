"""``attract``: nobody is here, bots play a round of each game in turn. ``closed``: outside the opening hours. Pure."""

from __future__ import annotations

import itertools
from typing import Any

from msgspec import structs

from hardware.api import Instant, LampState
from kiosk import protocol as msg
from kiosk.game.game_rules import rules_of_game
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol.state import State
from kiosk.table.games.game import Game, table_game
from kiosk.table.people import Seat, SeatState
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


def shown(name: str) -> Game[Any]:
    """Return a registered game as visitors see it: with its first edition."""
    first = next(iter(rules_of_game(name).presets.values()))
    return table_game(name).with_rules(first.rules)


class Attract(TableState):
    """The state in which bots play until somebody sits down."""

    name = State.ATTRACT

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self._games = itertools.cycle([(name, shown(name)) for name in registry.names()])

    def enter(self) -> None:
        """Start a round of the next game with all seats free."""
        table = self.table
        table.begin_state(None)
        table.people.clear()
        table.new_choices()
        self._show(next(game for name, game in self._games if name in registry.names()))  # a game that failed is gone

    def _show(self, game: Game[Any]) -> None:
        """Start a round of bots."""
        playing = self._players(game)
        table = self.table
        table.match, table.entered = table.new_match(game, playing, bots=playing), table.now
        table.listen(table.match.start_round(table.now))

    def _players(self, game: Game[Any]) -> list[SeatNumber]:
        """Return the seats at which bots play this game: those that fit, and at least two."""
        seats = list(self.table.people.seats)
        playing = self.table.seating.filled((), game.name, game.most_seats)
        return [number for number in seats if number in playing] if len(playing) > 1 else seats[:2]

    def press(self, seat: Seat) -> None:
        """Seat the first person."""
        table = self.table
        table.match = None
        table.new_choices()
        table.people.seat(seat, SeatState.TAKEN, table.now)
        self.session.go(State.LOBBY)

    def seat_left(self) -> None:
        """Do nothing: no person sits here."""

    def resized(self) -> None:
        """Deal again if there is room for more or fewer bots."""
        match = self.table.match
        if match is not None and self._players(match.game) != list(match.roster.numbers):
            self._show(match.game)

    def due(self) -> None:
        """Go on to the next game."""
        self.session.end_match()

    def advance(self) -> None:
        """Let the bots move."""
        self.table.play_on()

    def next_deadline(self) -> Instant | None:
        """Return when the next bot moves."""
        return None if self.table.match is None else self.table.match.next_deadline(self.table.now)

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the choices of the lobby that may come, so that displays can paint it before."""
        table = self.table
        return structs.replace(drawn, lobby=table.choices.view(table.players(), 0, 0))

    def round_ended(self) -> None:
        """Leave the ended round on the table for a while."""
        if self.table.deadline is None:
            self.table.deadline = Instant(self.table.now + self.table.settings.times.stopped)

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the seats where bots play, and the free ones that fit beside them."""
        match = self.table.match
        if match is None:
            return super().offered(barred)
        playing = match.roster.numbers
        return self.table.seating.filled(playing, match.game.name, len(self.table.people.seats), players=len(playing))

    def lamp(self, seat: Seat) -> LampState:
        """Return the invitation, a light that goes round the table, if there is room."""
        return LampState.CHASE if self.table.may_sit(seat) else LampState.OFF


class Closed(TableState):
    """The state outside the opening hours, until the session reports that they begin."""

    name = State.CLOSED

    def enter(self) -> None:
        """Clear the table: neither people nor bots play."""
        self.table.begin_state(None)
        self.table.people.clear()
        self.table.new_choices()
        self.table.match = None
