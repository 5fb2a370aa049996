"""All motion over the table: the pieces under the fingers, and the flights of the snapshots' moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any, Final

from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import GameMotion
from kiosk.display.motion.dragging import Dragging
from kiosk.display.motion.flights import Flights, Pose, collecting, flight, flight_back, landing, tumbling
from kiosk.display.paint.art import Look, corner, stamp
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.mesh import Sky
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import Move, Replay, SeatView, Snapshot

SWAY: Final = 0.22
"""The maximum distance of a rolling die from its place, in its own widths."""
LEAP_MS: Final = 2000
"""A replay that has moved further than this was sought: between two snapshots it advances by less than a second."""


class Movement:
    """The player of moves, each once; a new display skips past moves, but shows the rest of rolls in progress.

    ``memory``: it is one snapshot behind while moves are played, so that a piece starts from its old place.
    """

    def __init__(self, under: Any, over: Any, hands: Any, atlas: Atlas, game: GameMotion, memory: Memory) -> None:
        self._under, self._over = under, over  # canvases below and above the panels; ``hands`` is above both
        self._sky = Sky()
        self._above: bool | None = None
        self._game, self._memory = game, memory
        self._flights = Flights(atlas, self._sky)
        self._carrying = Dragging(hands, atlas)
        self._seen = 0
        self._rolls: dict[SeatNumber, int] = {}  # the end of the roll last shown
        self._replay: Replay | None = None

    def change(self, game: GameMotion, memory: Memory) -> None:
        """Switch to the pieces of another game."""
        self.stop()
        self._game, self._memory = game, memory

    # ---- carried cards

    @property
    def waiting(self) -> bool:
        """True if a card that was let go waits for its verdict."""
        return self._carrying.waiting

    def carried_source(self, seat: SeatNumber) -> str | None:
        """Return the source of the card under the seat's finger, None if it carries nothing."""
        return self._carrying.source(seat)

    def moves(self, seat: SeatNumber, source: str, x: float, y: float) -> bool:
        """Move the card that the seat carries from ``source``; False if it carries none from there."""
        return self._carrying.move(seat, source, x, y)

    def lift(self, view: SeatView, layout: Layout, source: str, x: float, y: float) -> bool:
        """Show a new card under the finger; False if there is none at ``source``."""
        panel = layout.panels.get(view.seat)
        if panel is None or not self._game.lies(view, source):
            return False
        piece = self._game.piece_at(view, source)
        self._carrying.lift(panel, source, piece, self._game.look(panel, source, piece), x, y)
        return True

    def release(self, seat: SeatNumber, now: int) -> None:
        """Note the release of the seat's card."""
        self._carrying.release(seat, now)

    def send_home(self, now: int, layout: Layout) -> None:
        """Send cards home whose verdict is overdue."""
        for seat in self._carrying.overdue(now):
            carried = self._carrying.take(seat)
            panel = layout.panels.get(seat)
            if carried and panel:
                look = self._game.look(panel, carried.source, carried.card)
                self._fly(look, flight(carried.pose, self._home(panel, carried.source)))

    def stop(self) -> None:
        """Drop all flights and carried cards, because the layout has changed."""
        self._flights.clear()
        self._rolls.clear()
        for seat in self._carrying.seats():
            self._carrying.take(seat)

    # ---- rolls

    def roll(self, views: Iterable[SeatView], layout: Layout, now: int) -> None:
        """Have the rolling dice of these seats tumble until the very instant at which they come to rest."""
        for view in views:
            panel = layout.panels.get(view.seat)
            if panel and now < view.rolling_until != self._rolls.get(view.seat):
                self._rolls[view.seat] = view.rolling_until
                self._game.roll(self, panel, view, self._memory[view.seat], (view.rolling_until - now) / 1e9)

    # ---- moves

    def follow(self, snapshot: Snapshot, layout: Layout, *, first: bool) -> list[Move]:
        """Start the flights of new moves and return those; release cards that have left their places."""
        if _leaps(self._replay, snapshot.replay):
            self.stop()
        self._replay = snapshot.replay
        moves = [] if first else [move for move in snapshot.moves if move.id > self._seen]
        if snapshot.moves:
            self._seen = snapshot.moves[-1].id
        self._fly_above(snapshot.state != "attract")  # no card flies over an invitation
        for move in moves:
            self._play(move, layout)
        for view in snapshot.seats:
            carried = self._carrying.get(view.seat)
            if carried and self._game.piece_at(view, carried.source) != carried.card:
                self._carrying.take(view.seat)
        return moves

    def _play(self, move: Move, layout: Layout) -> None:
        panel = layout.panels.get(move.seat) if move.seat is not None else None
        if move.kind != "back":
            self._game.fly(self, move, panel, layout)
        elif panel and move.source:
            self._come_back(panel, move.source, move.card)

    def _fly_above(self, above: bool) -> None:
        """Draw flights above the panels, or below them."""
        if above is not self._above:
            if self._above is not None:
                (self._over if self._above else self._under).remove(self._sky.canvas)
            (self._over if above else self._under).add(self._sky.canvas)
            self._above = above

    # ---- for the game (``kiosk.display.games.motion.Flyer``)

    def land(self, panel: Panel, source: str, look: Look, cell: Place) -> None:
        """Fly a piece to a cell of the centre, and show its seat's symbol on it for a moment."""
        start = self._start(panel, source)
        scale = panel.places[self._game.sized_like(source)].w / cell.w
        poses = flight(start._replace(scale=start.scale * scale, turn=0.0), Pose(0.0, cell.x, cell.y))
        self._fly(look, poses)
        self._fly(stamp(panel.seat, cell), landing(*corner(cell), panel.frame.rotation))

    def lay(self, panel: Panel, source: str, part: str, look: Look) -> None:
        """Fly a piece to a part of its own panel."""
        self._fly(look, flight(self._start(panel, source), _middle(panel, part)))

    def shift(self, panel: Panel, start: str, end: str, look: Look) -> None:
        """Fly a picture from one part of the panel to another."""
        self._fly(look, flight(_middle(panel, start), _middle(panel, end)))

    def collect(self, look: Look, cell: Place) -> None:
        """Let the piece on a cell rise and fade."""
        self._fly(look, collecting(cell.x, cell.y))

    def tumble(
        self, panel: Panel, part: str, seconds: float, draw: Random, looks: Callable[[int], Sequence[Look]]
    ) -> None:
        """Let a piece hop around its place until it comes to rest."""
        poses = tumbling(_middle(panel, part), seconds, SWAY * panel.places[part].w, draw)
        self._flights.start(looks(len(poses) - 1), poses)

    # ---- flights

    def _come_back(self, panel: Panel, source: str, card: str | None) -> None:
        """Return a refused card; one whose face the table does not reveal returns as it was carried."""
        carried = self._carrying.get(panel.seat)
        carried = carried if carried and carried.source == source else None
        if carried or card:
            look = self._game.look(panel, source, carried.card if carried else card)
            self._fly(look, flight_back(self._start(panel, source), self._home(panel, source), 0.06 * panel.card))

    def _fly(self, look: Look, poses: Sequence[Pose]) -> None:
        self._flights.start([look], poses)

    def _start(self, panel: Panel, source: str) -> Pose:
        """Return the start of a flight: the finger that carried the piece, otherwise its place."""
        carried = self._carrying.get(panel.seat)
        if carried and carried.source == source:
            self._carrying.take(panel.seat)
            return carried.pose
        return self._home(panel, source)

    def _home(self, panel: Panel, source: str) -> Pose:
        """Return the place of a piece of this source."""
        return _middle(panel, self._game.home(source, self._memory[panel.seat]))


def _leaps(before: Replay | None, now: Replay | None) -> bool:
    """Return whether a replay jumps, which interrupts flights: to another moment, to another speed, or to its end."""
    if before is None or now is None:
        return before is not now
    ran = 0 <= now.at_ms - before.at_ms < LEAP_MS
    return not ran or (before.playing, before.speed) != (now.playing, now.speed)


def _middle(panel: Panel, part: str) -> Pose:
    """Return the middle of a panel's part."""
    place = panel.window_place(part)
    return Pose(0.0, place.x, place.y, panel.frame.rotation)
