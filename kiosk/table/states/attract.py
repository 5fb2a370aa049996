"""``attract``: nobody is here, and bots show each game in turn. ``closed``: outside the opening hours. Pure."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Final

from msgspec import Struct, structs

from hardware.api import Duration, Instant, LampState
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol.state import AttractScene, SeatState, State
from kiosk.table.people import Seat
from kiosk.table.settings import seconds
from kiosk.table.states.attract_round import Search, ShownRound, shown
from kiosk.table.states.base import TableState, Transitions
from kiosk.table.table import Table


class TimedScene(Struct, frozen=True):
    """A scene, and how long it lasts at most."""

    scene: AttractScene
    lasts: Duration


ROUND: Final = seconds(15)
"""The time that a round of the bots has."""
ACTS: Final = (
    TimedScene(AttractScene.RAIN, seconds(7)),
    TimedScene(AttractScene.PLAY, ROUND),
    TimedScene(AttractScene.STOP, seconds(2.6)),
    TimedScene(AttractScene.CLOSE, seconds(0.7)),
    TimedScene(AttractScene.BEST, seconds(6)),
)
"""What is shown of each game in turn. A round ends before its time by its Stop, and without one nothing is shown of it;
without a best result nothing is told of that.
"""
_TRIES: Final = seconds(0.04)
"""The time from one try of the search for a round to the next, so that it disturbs nothing."""


class Attract(TableState):
    """The state in which bots play until somebody sits down."""

    name = State.ATTRACT

    def __init__(self, table: Table, session: Transitions) -> None:
        super().__init__(table, session)
        self._games = itertools.cycle(registry.names())
        self._scene = AttractScene.RAIN
        self._acts: Iterator[TimedScene] = iter(())
        self._search: Search | None = None
        self._next_try = Instant(0)

    def enter(self) -> None:
        """Show the next game with all seats free."""
        table = self.table
        table.begin_state(None)
        table.people.clear()
        table.new_choices()
        self._show(next(name for name in self._games if name in registry.names()))  # a game that failed is gone

    def _show(self, name: str) -> None:
        """Deal a round of this game, and begin with the first act."""
        table = self.table
        playing = tuple(self._players(name))
        seeds = tuple(next(table.seeds) for _ in range(len(playing) + 2))
        strength = table.choices.strength_for(newcomers=False)
        first = ShownRound(shown(name), playing, table.settings.sources(), strength, seeds)
        self._search, self._next_try = Search(first, ROUND), table.now
        self._deal(first)
        self._acts = iter(ACTS)
        self._go_on()

    def _deal(self, round_: ShownRound) -> None:
        """Deal a round, which begins now."""
        table = self.table
        table.match = round_.match(table.record)
        table.match.cast = table.people.cast()
        table.listen(table.match.start_round(table.now))

    def _players(self, name: str) -> list[SeatNumber]:
        """Return the seats at which bots play: all that fit, even if the game is made for fewer, and at least two."""
        seats = list(self.table.people.seats)
        playing = self.table.seating.filled((), name, len(seats))
        return [number for number in seats if number in playing] if len(playing) > 1 else seats[:2]

    def _go_on(self) -> None:
        """Begin the next act of which there is something to show; after the last one comes the next game."""
        table = self.table
        act = next((act for act in self._acts if self._has(act.scene)), None)
        if act is None:
            self.session.end_match()
            return
        if act.scene is AttractScene.PLAY and self._search is not None:
            self._deal(self._search.best)
            self._search = None
        self._scene, table.entered, table.changed = act.scene, table.now, True
        table.deadline = Instant(table.now + act.lasts)

    def _has(self, scene: AttractScene) -> bool:
        """Return whether there is something to show in this scene."""
        table = self.table
        if scene is AttractScene.BEST:
            return table.match is not None and bool(table.best.told(table.match.kind)[0])
        return scene is not AttractScene.STOP or table.has_ended()

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
        if match is not None and self._players(match.kind) != list(match.roster.numbers):
            self._show(match.kind)

    def due(self) -> None:
        """Go on to the next act."""
        self._go_on()

    def advance(self) -> None:
        """Let the bots move; before their round, look for a better one."""
        table = self.table
        if self._scene is AttractScene.PLAY:
            table.play_on()
        elif self._search is not None and not self._search.is_over and table.now >= self._next_try:
            self._search.go_on()
            self._next_try = Instant(table.now + _TRIES)

    def next_deadline(self) -> Instant | None:
        """Return when the next bot moves, or the next round is tried."""
        table = self.table
        if self._scene is AttractScene.PLAY and table.match is not None:
            return table.match.next_deadline(table.now)
        return None if self._search is None or self._search.is_over else self._next_try

    def picture(self, drawn: msg.Snapshot) -> msg.Snapshot:
        """Return the snapshot with the scene, and the choices of the lobby that may come: displays paint it before."""
        table = self.table
        lobby = table.choices.view(table.players(), 0, 0)
        return structs.replace(drawn, lobby=lobby, scene=self._scene)

    def round_ended(self) -> None:
        """Show the Stop, and leave the ended round on the table for a while."""
        if self._scene is AttractScene.PLAY:
            self._go_on()

    def offered(self, barred: set[SeatNumber]) -> set[SeatNumber]:
        """Return the seats where bots play, and the free ones that fit beside them."""
        match = self.table.match
        if match is None:
            return super().offered(barred)
        playing = match.roster.numbers
        return self.table.seating.filled(playing, match.kind, len(self.table.people.seats), players=len(playing))

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
