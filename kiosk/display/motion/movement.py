"""All motion over the table: the pieces under the fingers, and the flights of the snapshots' moves."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Final

from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import FLAT, UPON_NOTHING, GameMotion, Lies, Spin
from kiosk.display.motion.bouncing import Piece, bounce, bounce_light, dropped, hanging, refused
from kiosk.display.motion.dragging import PATIENCE, Carried, Dragging
from kiosk.display.motion.effects import Effect, Flash, Fly
from kiosk.display.motion.finished_pile import finished_pile, room_around
from kiosk.display.motion.flights import Aloft, Flight, air, bowed, flight, ghosts, spinning
from kiosk.display.motion.ghost_hand import HOP, hop, pushing_hand
from kiosk.display.motion.landing import FLIGHT, glow, landing
from kiosk.display.motion.player import Player, Playing, Run
from kiosk.display.motion.race import BoltGround, felt_between, lanes, race_spark
from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import Rgba, seat_light
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import Move, ReplayView, SeatView, Snapshot, Verdict

TILT: Final = 12.0
"""Degrees by which a piece leans as it leaves for the middle; it has turned upright when it lands."""
_KEPT_CLEAR: Final = ("sign", "head", "door", "leave", "stop")
"""The parts of its own tray around which a piece flies that is above them."""
LEAP_MS: Final = 2000
"""A replay that has moved further than this was sought: between two snapshots it advances by less than a second."""
_WITHIN: Final = frozenset({"flip", "refill", "tuck", "recycle"})
"""Moves within a panel."""


class Movement:
    """The player of moves, each once; a new display skips past moves, but shows the rest of rolls in progress.

    ``hands``: the canvas of carried pieces; ``memory``: it is one snapshot behind while moves are played, so that a
    piece starts from its old place.
    """

    def __init__(self, player: Player, hands: Any, atlas: Atlas, game: GameMotion, memory: Memory) -> None:
        self._player = player
        self._game, self._memory = game, memory
        self.carrying = Dragging(hands, atlas)
        """What is under the fingers, or was a moment ago."""
        self._snapshot: Snapshot | None = None
        self._seen = 0
        self._told = 0  # the last verdict seen
        self._rolls: dict[SeatNumber, int] = {}  # the end of the roll last shown
        self._replay: ReplayView | None = None
        self._layout: Layout | None = None
        self._calm = False
        self._landed: dict[SeatNumber, Place] = {}  # where the last piece of each seat has landed
        self._bouncing: dict[SeatNumber, tuple[str, Flight]] = {}  # the piece that was beaten, and its source
        self.aloft = Aloft(player.flies, player.pose)
        self._lightning: dict[SeatNumber, Run] = {}  # of the last race that the seat has lost
        self._glows: dict[Move, Playing | None] = {}
        self._draw = Random()  # noqa: S311  sparks
        self.practised: Mapping[SeatNumber, Place] = {}
        """Where the centre of each seat's lesson lies, in the panel's coordinates."""
        self.covered: Collection[SeatNumber] = ()
        """Seats whose pieces are not seen: nothing moves within their panels."""

    def change(self, game: GameMotion, memory: Memory) -> None:
        """Switch to the pieces of another game."""
        self.stop()
        self._game, self._memory = game, memory

    # ---- carried cards

    @property
    def waiting(self) -> bool:
        """True if a card that was let go waits for its verdict, or is on its way home after it."""
        return self.carrying.waiting or any(self._player.flies(flight) for _, flight in self._bouncing.values())

    def carried_source(self, seat: SeatNumber) -> str | None:
        """Return the source of the card under the seat's finger, or of one on its way home; None if there is none."""
        source, flight = self._bouncing.get(seat, (None, None))
        flies = flight is not None and self._player.flies(flight)
        return self.carrying.source(seat) or (source if flies else None)

    def moves(self, seat: SeatNumber, source: str, x: float, y: float) -> bool:
        """Move the card that the seat carries from ``source``; False if it carries none from there."""
        carried = self.carrying.get(seat)
        if carried is not None and carried.source == source and carried.sent is not None:
            self._player.drop(carried.sent)  # the finger has it again
        return self.carrying.move(seat, source, x, y)

    def lift(self, view: SeatView, layout: Layout, source: str, x: float, y: float) -> bool:
        """Show a new card under the finger; False if there is none at ``source``."""
        panel = layout.panels.get(view.seat)
        if panel is None or not self._game.lies(view, source):
            return False
        piece = self._game.piece_at(view, source)
        self.carrying.lift(panel, source, piece, self._game.look(panel, source, piece), x, y)
        return True

    def nudge(self, view: SeatView, layout: Layout, source: str, now: int) -> None:
        """Let a tapped piece hop towards the middle, and show a hand that pushes it."""
        panel = layout.panels.get(view.seat)
        if panel is None or self.carrying.source(view.seat) is not None:
            return
        home = self._home(panel, source)
        if not self.lift(view, layout, source, home.x, home.y):
            return
        carried = self.carrying.get(view.seat)
        if carried is not None:
            look = self._game.look(panel, source, carried.card)
            self.carrying.release(view.seat, now - PATIENCE + round(HOP * 1e9))
            self.carrying.send(view.seat, self._player.fly([look], hop(home, panel)))
        self._player.play(pushing_hand(home, panel))

    def release(self, seat: SeatNumber, layout: Layout, now: int) -> None:
        """Note the release of the seat's card; let it fly ahead to where it fits in the picture that is shown."""
        self.carrying.release(seat, now)
        carried, panel = self.carrying.get(seat), layout.panels.get(seat)
        if self._snapshot is None or carried is None or carried.card is None or panel is None:
            return
        if panel.bounds.holds(carried.x, carried.y):  # it was put down in its own panel
            return
        if any(view.seat == seat and view.lesson is not None for view in self._snapshot.seats):
            return  # the middle of the table is not the lesson's
        aim = self._game.aim(self._snapshot, layout, carried.card, carried.x, carried.y)
        if aim is not None:
            poses = self._way(panel, carried.source, carried.pose, aim.cell, aim.spin)
            waits = poses[-1]._replace(at=PATIENCE / 1e9 + FLIGHT, bend=0.0)  # until the table has judged it
            self.carrying.send(seat, self._launch(panel, aim.look, poses, aim.spin, waits))

    def send_home(self, now: int, layout: Layout) -> None:
        """Send cards home whose verdict is overdue, and forget those that were beaten once they are there."""
        self._bouncing = {seat: one for seat, one in self._bouncing.items() if self._player.flies(one[1])}
        for seat in self.carrying.overdue(now):
            carried = self.carrying.get(seat)
            panel = layout.panels.get(seat)
            if carried and panel:
                look, home = self._game.look(panel, carried.source, carried.card), self._home(panel, carried.source)
                pose = self._taken(panel, carried)
                if math.hypot(pose.x - home.x, pose.y - home.y) > 1:
                    self._fly(look, flight(pose, home))
            self.carrying.take(seat)

    def stop(self) -> None:
        """Drop all flights and carried cards, because the layout has changed."""
        self._player.clear()
        self._rolls.clear()
        self._landed.clear()
        self._bouncing.clear()
        self.aloft.flights.clear()
        self._lightning.clear()
        self._glows.clear()
        for seat in self.carrying.seats():
            self.carrying.take(seat)

    # ---- rolls

    def roll(self, views: Iterable[SeatView], layout: Layout, now: int) -> None:
        """Have the rolling dice of these seats tumble until the very instant at which they come to rest."""
        for view in views:
            panel = layout.panels.get(view.seat) if view.seat not in self.covered else None
            if panel and now < view.rolling_until != self._rolls.get(view.seat):
                self._rolls[view.seat] = view.rolling_until
                self._game.roll(self, panel, view, self._memory[view.seat], (view.rolling_until - now) / 1e9)

    def dues(self, snapshot: Snapshot, now: int) -> list[int]:
        """Return the instants at which rolling dice come to rest, and at which the next piece aloft lands."""
        return [*(view.rolling_until for view in snapshot.seats), now + round(1e9 * self.aloft.lands_s)]

    # ---- moves

    def follow(self, snapshot: Snapshot, layout: Layout, *, first: bool, calm: bool) -> list[Move]:
        """Start the flights of new moves and return those; release cards that have left their places."""
        if _leaps(self._replay, snapshot.replay):
            self.stop()
        self._replay, self._snapshot, self._layout, self._calm = snapshot.replay, snapshot, layout, calm
        moves = [] if first else [move for move in snapshot.moves if move.id > self._seen]
        if snapshot.moves:
            self._seen = snapshot.moves[-1].id
        for move in moves:
            self._play(move, layout)
        self._show_races(snapshot, layout, first=first)
        for view in snapshot.seats:
            self._darken(view)
            carried = self.carrying.get(view.seat)
            if carried and self._game.piece_at(view, carried.source) != carried.card:
                self._practise(view, carried, layout)
                self._drop(view.seat)
        return moves

    def _practise(self, view: SeatView, carried: Carried, layout: Layout) -> None:
        """Let a card that was played in a lesson fly from the finger to the centre of the lesson."""
        panel, place = layout.panels.get(view.seat), self.practised.get(view.seat)
        if view.lesson is None or carried.card is None or panel is None or place is None:
            return
        if panel.bounds.holds(carried.x, carried.y):  # it has gone to its own row
            return
        look = self._game.look(panel, carried.source, carried.card)
        home = self._game.home(panel, carried.source, self._memory[panel.seat])
        end = _middle(panel, place)._replace(scale=place.w / home.w)
        self._fly(look, flight(self._taken(panel, carried), end))

    def _play(self, move: Move, layout: Layout) -> None:
        panel = layout.panels.get(move.seat) if move.seat is not None else None
        match move.kind:
            case "back":
                if panel and move.source:
                    self._come_back(panel, move.source, move.card)
            case "glow":
                if panel and move.source and panel.seat not in self.covered:
                    home = panel.in_window(self._game.home(panel, move.source, self._memory[panel.seat]))
                    self._glows[move] = self._player.play(glow(home, panel.frame.rotation))
            case _:
                if not (move.kind in _WITHIN and move.seat in self.covered):
                    self._game.fly(self, move, panel, layout)

    def _darken(self, view: SeatView) -> None:
        """End the glow of pieces that have left their places."""
        for move in [move for move in self._glows if move.seat == view.seat]:
            if move.source is None or self._game.piece_at(view, move.source) != move.card:
                shown = self._glows.pop(move)
                if shown is not None:
                    self._player.drop(shown)

    def _show_races(self, snapshot: Snapshot, layout: Layout, *, first: bool) -> None:
        """Show the lightning of every race that has just been lost; of a seat's, only that of the last one."""
        told = self._told
        for view in snapshot.seats:
            for verdict in view.ticker:
                self._told = max(self._told, verdict.id)
                if verdict.id > told and verdict.reason == Reason.BEATEN_TO_IT and not (first or self._calm):
                    self._spark(snapshot, layout, view.seat, verdict)

    def _spark(self, snapshot: Snapshot, layout: Layout, loser: SeatNumber, verdict: Verdict) -> None:
        winner = layout.panels.get(verdict.by) if verdict.by is not None else None
        beaten, ground = layout.panels.get(loser), self._ground(snapshot, layout, verdict)
        if winner and beaten and ground is not None:
            if older := self._lightning.pop(loser, None):
                self._player.end(older)  # the frame of the pile that won stays
            self._lightning[loser] = self._player.run(race_spark(winner, beaten, ground, self._draw))

    def _ground(self, snapshot: Snapshot, layout: Layout, verdict: Verdict) -> BoltGround | None:
        """Return the pile of a race and what lies beside it; None if it is not known."""
        number, cells = self._game.raced(snapshot, verdict), layout.cells
        if number is None or number >= len(cells) or verdict.by is None:
            return None
        taken = [cells[other] for other, _ in snapshot.piles if other != number and other < len(cells)]
        landed = self._landed.get(verdict.by, cells[number])  # a high pile lies a little above its cell
        cell = landed if cells[number].overlaps(landed) else cells[number]
        return BoltGround(cell, lanes(layout), felt_between(layout), taken)

    # ---- for the game (``kiosk.display.games.motion.Flyer``)

    def land(
        self, panel: Panel, source: str, look: Look, cell: Place, spin: Spin = FLAT, lies: Lies = UPON_NOTHING
    ) -> None:
        """Fly a piece to a cell of the centre, and light up what the picture shows there if it stays."""
        self._landed[panel.seat] = cell
        carried = self.carrying.get(panel.seat)
        ahead = carried.sent if carried and carried.source == source else None
        if ahead is not None and (ahead.poses[-1].x, ahead.poses[-1].y) == (cell.x, cell.y):
            way: Sequence[Pose] = ahead.poses[:2]
            flown = self._arrive(panel.seat, look, self._player.pose(ahead), cell, low=not spin.looks)
        else:
            way = self._way(panel, source, self._start(panel, source), cell, spin)
            flown = self._launch(panel, look, way, spin)
        if spin.looks and flown is not None:
            self.aloft.flights[cell] = flown
        hovers = None if spin.looks else look  # one that spins is seen as it turns
        kept = [*_others(panel, self._layout), panel.covers(panel.places["head"])]
        tint = seat_light(panel.seat)
        self._player.run(landing(way, hovers, cell, tint, self._draw, calm=self._calm, lies=lies, trays=kept))

    def _arrive(self, seat: SeatNumber, look: Look, pose: Pose, cell: Place, *, low: bool) -> Flight | None:
        """Let a piece that has flown ahead land from where it is; it waits for no verdict any more."""
        self._drop(seat)
        if math.hypot(pose.x - cell.x, pose.y - cell.y) <= 1:
            return None
        return self._player.fly([look], [pose._replace(at=0.0), Pose(FLIGHT / 2, cell.x, cell.y)], low=low)

    def _launch(self, panel: Panel, look: Look, poses: Sequence[Pose], spin: Spin, *then: Pose) -> Flight:
        """Fly a piece below those in the middle; one that spins flies above them, and leaves ghosts behind."""
        if not spin.looks or self._calm:
            return self._player.fly([look], [*poses, *then], low=not spin.looks)
        turning = spinning(look, poses, spin)
        tint = seat_light(panel.seat)
        light: list[Effect] = [*air(turning, look.extent[0], tint, poses[-1].bend), *ghosts(turning, tint)]
        for effect in light:
            self._player.play(effect)
        return self._player.fly([*turning.looks, *(look for _ in then)], [*turning.poses, *then])

    def lay(self, panel: Panel, source: str, part: str, look: Look) -> None:
        """Fly a piece to a part of its own panel."""
        self._fly(look, flight(self._start(panel, source), _middle(panel, panel.places[part])))

    def shift(self, panel: Panel, start: str, end: str, look: Look) -> None:
        """Fly a picture from one part of the panel to another, if they are seen."""
        if panel.seat not in self.covered:
            self._fly(look, flight(_middle(panel, panel.places[start]), _middle(panel, panel.places[end])))

    def collect(self, looks: Sequence[Look], cell: Place, color: str) -> None:
        """Let a finished pile burst; its sparks fly to those who laid its cards."""
        snapshot, layout = self._snapshot, self._layout
        if snapshot is None or layout is None:
            return
        owners = next((laid for letter, laid in reversed(snapshot.finished) if letter == color), ())
        counters = {seat: panel.window_place("end") for seat, panel in layout.panels.items() if "end" in panel.places}
        around = [layout.cells[place] for place, _ in snapshot.piles if place < len(layout.cells)]
        room = room_around(cell, [other for other in around if not other.overlaps(cell)])
        effects = finished_pile(looks, cell, owners, counters, self._draw, calm=self._calm, room=room)
        self._player.run(effects, self._player.now + round(FLIGHT * 1e9))  # its last piece lands first

    def show(
        self,
        looks: Sequence[Look],
        poses: Sequence[Pose],
        *,
        start: float = 0.0,
        light: Rgba | None = None,
        low: bool = False,
    ) -> None:
        """Move a picture through poses, ``start`` seconds from now on; ``light``: as light."""
        if light is None:
            self._player.play(Fly(tuple(looks), tuple(poses), start, low))
        else:
            self._player.play(Flash(looks[0], tuple(poses), light, start, low))

    @property
    def calm(self) -> bool:
        """True if nothing may flash or shake."""
        return self._calm

    # ---- flights

    def _come_back(self, panel: Panel, source: str, card: str | None) -> None:
        """Return a refused card; one whose face the table does not reveal returns as it was carried."""
        carried = self.carrying.get(panel.seat)
        carried = carried if carried and carried.source == source else None
        if carried or card:
            look = self._game.look(panel, source, carried.card if carried else card)
            start, home = self._start(panel, source), self._home(panel, source)
            ground = None if self._calm else self._lost(panel)
            if ground is not None:
                self._bounce(panel, source, look, ground, home)
                return
            place = self._game.home(panel, source, self._memory[panel.seat])
            self._decline(Piece(look, home, place, panel), source, start if carried else None)

    def _decline(self, piece: Piece, source: str, let_go: Pose | None) -> None:
        """Return a refused piece from where it was let go; None: it was tapped, and has not left its place yet."""
        snapshot, layout, panel = self._snapshot, self._layout, piece.panel
        lying = self._game.uppermost(snapshot, layout) if snapshot is not None and layout is not None else ()
        trays = [panel.bounds, *_others(panel, layout)]
        cell = next(iter(layout.cells), piece.place) if layout is not None else piece.place
        poses, below, cross = refused(piece, let_go, cell, [one.place for one in lying], trays, calm=self._calm)
        for effect in below:
            self._player.play(effect)
        self._go_home(panel, source, piece.look, poses)
        self._player.play(cross)

    def _lost(self, panel: Panel) -> BoltGround | None:
        """Return the pile to which the seat has just been beaten; None if it has not."""
        snapshot, layout = self._snapshot, self._layout
        if snapshot is None or layout is None:
            return None
        last = next((view.ticker[-1:] for view in snapshot.seats if view.seat == panel.seat), ())
        news = [one for one in last if one.id > self._told and one.reason == Reason.BEATEN_TO_IT]
        return self._ground(snapshot, layout, news[0]) if news else None

    def _bounce(self, panel: Panel, source: str, look: Look, ground: BoltGround, home: Pose) -> None:
        """Let a beaten piece bounce off its pile."""
        place = self._game.home(panel, source, self._memory[panel.seat])
        let_go, size = dropped(ground, panel, (home.x, home.y)), panel.covers(place)[2:]
        hangs = hanging(ground, let_go, home, size, [panel.covers(panel.line(1))])
        poses = bounce(let_go, hangs, home)
        for effect in bounce_light(poses, look, place.w, ground.cell, seat_light(panel.seat), panel.bounds):
            self._player.play(effect)
        self._go_home(panel, source, look, poses)

    def _go_home(self, panel: Panel, source: str, look: Look, poses: Sequence[Pose]) -> None:
        """Let a piece fly home; its place in the tray is empty until then."""
        if panel.seat in self._bouncing:
            self._player.drop(self._bouncing[panel.seat][1])
        self._bouncing[panel.seat] = source, self._player.fly([look], poses)

    def _fly(self, look: Look, poses: Sequence[Pose]) -> None:
        self._player.fly([look], poses)

    def _way(self, panel: Panel, source: str, start: Pose, cell: Place, spin: Spin) -> list[Pose]:
        """Return the poses of a piece in the size of the cell, from its size in the panel on.

        One that spins flies above all else: it goes around controls, names, and the trays of others.
        """
        scale = self._game.home(panel, source, self._memory[panel.seat]).w / cell.w
        turn = 0.0 if self._calm else math.copysign(TILT, start.x - cell.x)
        way = flight(start._replace(scale=start.scale * scale, turn=turn), Pose(0.0, cell.x, cell.y))
        if not spin.looks or self._calm:
            return way
        own = (panel.covers(panel.places[name]) for name in _KEPT_CLEAR if name in panel.places)
        return bowed(way, max(cell.w, cell.h), [*own, *_others(panel, self._layout)])

    def _start(self, panel: Panel, source: str) -> Pose:
        """Return the start of a flight: where its carried picture is, otherwise the piece's place."""
        carried = self.carrying.get(panel.seat)
        if carried and carried.source == source:
            return self._taken(panel, carried)
        return self._home(panel, source)

    def _taken(self, panel: Panel, carried: Carried) -> Pose:
        """Take the carried picture away and return its last pose, in the panel's size and turn."""
        pose = carried.pose
        if carried.sent is not None:
            sent = self._player.pose(carried.sent)
            pose = pose._replace(x=sent.x, y=sent.y)
        self._drop(panel.seat)
        return pose

    def _drop(self, seat: SeatNumber) -> None:
        carried = self.carrying.take(seat)
        if carried is not None and carried.sent is not None:
            self._player.drop(carried.sent)

    def _home(self, panel: Panel, source: str) -> Pose:
        """Return the place of a piece of this source."""
        return _middle(panel, self._game.home(panel, source, self._memory[panel.seat]))


def _leaps(before: ReplayView | None, now: ReplayView | None) -> bool:
    """Return whether a replay jumps, which interrupts flights: to another moment, to another speed, or to its end."""
    if before is None or now is None:
        return before is not now
    ran = 0 <= now.at_ms - before.at_ms < LEAP_MS
    return not ran or (before.playing, before.speed) != (now.playing, now.speed)


def _others(panel: Panel, layout: Layout | None) -> list[Place]:
    """Return the trays of all others."""
    return [] if layout is None else [other.bounds for other in layout.panels.values() if other.seat != panel.seat]


def _middle(panel: Panel, place: Place) -> Pose:
    """Return the middle of a place of the panel."""
    place = panel.in_window(place)
    return Pose(0.0, place.x, place.y, panel.frame.rotation)
