"""Everything that moves over the table: the pieces under the fingers, and the flights that the snapshots ask for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, Final

from kiosk.display.motion.dragging import Carrying, panel_look, sized_like
from kiosk.display.motion.flights import Flights, Pose, collecting, flight, flight_back, landing, tumbling
from kiosk.display.paint.art import FaceLook, Look, StampLook
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.mesh import Sky
from kiosk.display.screens.centre import face_ways
from kiosk.display.tray_slots import Trays
from kiosk.display.widgets.dice import die_place
from kiosk.game.dice import FACES, parse_die
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import DIE, Move, Replay, SeatView, Snapshot

SWAY: Final = 0.22
"""The distance that a rolling die strays from its place, in its own widths."""
LEAP_MS: Final = 2000
"""A replay that is so much further on, or earlier, was sent there: between two snapshots it runs less than a second."""


class Movement:
    """Plays each move once; a display that has just connected plays none of the past, but the rest of what still rolls.

    ``trays``: as they were before the snapshot whose moves are played, so that a die sets out from where it lay.
    """

    def __init__(self, under: Any, over: Any, hands: Any, atlas: Atlas, trays: Trays) -> None:
        self._under, self._over = under, over  # canvases below and above the panels; ``hands`` is above both
        self._sky = Sky()
        self._above: bool | None = None
        self._trays = trays
        self._flights = Flights(atlas, self._sky)
        self._carrying = Carrying(hands, atlas)
        self._seen = 0
        self._rolls: dict[SeatNumber, int] = {}  # up to when the roll rolls that was last shown
        self._replay: Replay | None = None

    # ---- carried cards

    @property
    def waiting(self) -> bool:
        """True if a card that was let go waits for its verdict."""
        return self._carrying.waiting

    def carried_source(self, seat: SeatNumber) -> str | None:
        """Return where the card under the seat's finger comes from."""
        return self._carrying.source(seat)

    def moves(self, seat: SeatNumber, source: str, x: float, y: float) -> bool:
        """The card that the seat carries from there is under its finger now; False if it carries none from there."""
        return self._carrying.move(seat, source, x, y)

    def lift(self, view: SeatView, layout: Layout, source: str, x: float, y: float) -> bool:
        """Show a card under the finger that it has not carried so far; False if none lies there."""
        panel = layout.panels.get(view.seat)
        if panel is None or not _lies(view, source):
            return False
        self._carrying.lift(panel, source, top_card(view, source), x, y)
        return True

    def release(self, seat: SeatNumber, now: int) -> None:
        """The finger is gone."""
        self._carrying.release(seat, now)

    def send_home(self, now: int, layout: Layout) -> None:
        """Cards let go that nobody has judged slide home."""
        for seat in self._carrying.overdue(now):
            carried = self._carrying.take(seat)
            panel = layout.panels.get(seat)
            if carried and panel:
                look = panel_look(panel, carried.source, carried.card)
                self._fly(look, flight(carried.pose, self._home(panel, carried.source)))

    def stop(self) -> None:
        """The layout changed: nothing that flies knows where to go any more."""
        self._flights.clear()
        self._rolls.clear()
        for seat in self._carrying.seats():
            self._carrying.take(seat)

    # ---- rolls

    def roll(self, views: Iterable[SeatView], layout: Layout, now: int) -> None:
        """Have the dice of these seats that roll tumble up to the very instant at which they lie."""
        for view in views:
            panel = layout.panels.get(view.seat)
            if panel and now < view.rolling_until != self._rolls.get(view.seat):
                self._rolls[view.seat] = view.rolling_until
                for slot, die in enumerate(self._trays[view.seat]):
                    if die is not None:
                        self._tumble(panel, slot, die, view.rolling_until, (view.rolling_until - now) / 1e9)

    def _tumble(self, panel: Panel, slot: int, die: str, until: int, seconds: float) -> None:
        """Any faces but the one that it comes to show; nothing of it can be guessed from how it tumbles."""
        draw = Random(f"{panel.seat} {slot} {until}")  # noqa: S311  a picture, the same on every display
        poses = tumbling(_middle(panel, f"{DIE}{slot}"), seconds, SWAY * panel.places[f"{DIE}{slot}"].w, draw)
        others = [f"{die[0]}{value}" for value in range(1, FACES + 1) if f"{die[0]}{value}" != die]
        faces = [draw.choice(others) for _ in poses[2:]]
        self._flights.start([panel_look(panel, f"{DIE}{face}", face) for face in (*faces, die)], poses)

    # ---- moves

    def follow(self, snapshot: Snapshot, layout: Layout, *, first: bool) -> list[Move]:
        """Start the flights of the moves not seen yet, and return these; cards gone from their places are let go."""
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
            if carried and top_card(view, carried.source) != carried.card:
                self._carrying.take(view.seat)
        return moves

    def _fly_above(self, above: bool) -> None:
        """Draw flights above the panels, or below."""
        if above is not self._above:
            if self._above is not None:
                (self._over if self._above else self._under).remove(self._sky.canvas)
            (self._over if above else self._under).add(self._sky.canvas)
            self._above = above

    def _play(self, move: Move, layout: Layout) -> None:
        panel = layout.panels.get(move.seat) if move.seat is not None else None
        cell = layout.cells[move.cell] if move.cell is not None and move.cell < len(layout.cells) else None
        match move.kind:
            case "play" if panel and cell and move.card and move.source:
                self._land(panel, move.source, _on_pile(move.card, cell, layout), cell)
            case "place" if panel and move.card:
                space = layout.cells[parse_die(move.card)]
                self._land(panel, f"{DIE}{move.card}", DieLook(move.card, round(die_place(space).w)), space)
            case "back" if panel and move.source:
                self._come_back(panel, move.source, move.card)
            case "refill" | "tuck" if panel and move.card and move.slot is not None:
                target = f"row {move.slot}"
                look = panel_look(panel, target, move.card)
                self._fly(look, flight(self._start(panel, move.source or "stack"), _middle(panel, target)))
            case "flip" if panel and move.card:
                look = panel_look(panel, "discard", move.card)
                self._fly(look, flight(_middle(panel, "hand"), _middle(panel, "discard")))
            case "recycle" if panel:
                back = panel_look(panel, "hand", None)
                self._fly(back, flight(_middle(panel, "discard"), _middle(panel, "hand")))
            case "collect" if cell and move.card:
                self._fly(_on_pile(move.card, cell, layout), collecting(cell.x, cell.y))

    def _come_back(self, panel: Panel, source: str, card: str | None) -> None:
        """A refused card returns; one of which the table tells no face returns as it was carried."""
        carried = self._carrying.get(panel.seat)
        carried = carried if carried and carried.source == source else None
        if carried or card:
            look = panel_look(panel, source, carried.card if carried else card)
            self._fly(look, flight_back(self._start(panel, source), self._home(panel, source), 0.06 * panel.card))

    def _fly(self, look: Look, poses: Sequence[Pose]) -> None:
        self._flights.start([look], poses)

    def _start(self, panel: Panel, source: str) -> Pose:
        """Return where a card sets out: from the finger that carried it, else from its place."""
        carried = self._carrying.get(panel.seat)
        if carried and carried.source == source:
            self._carrying.take(panel.seat)
            return carried.pose
        return self._home(panel, source)

    def _home(self, panel: Panel, source: str) -> Pose:
        """Return where a piece of this source lies; a die that lies nowhere any more starts beside the others."""
        if not source.startswith(DIE):
            return _middle(panel, source)
        slot = self._trays.slot(panel.seat, source.removeprefix(DIE))
        return _middle(panel, "tray" if slot is None else f"{DIE}{slot}")

    def _land(self, panel: Panel, source: str, look: Look, cell: Place) -> None:
        start = self._start(panel, source)
        scale = panel.places[sized_like(source)].w / cell.w
        poses = flight(start._replace(scale=start.scale * scale, turn=0.0), Pose(0.0, cell.x, cell.y))
        self._fly(look, poses)
        self._fly(stamp(panel.seat, cell), landing(cell.x, cell.y, panel.frame.rotation))


def _leaps(before: Replay | None, now: Replay | None) -> bool:
    """Return whether a replay jumps, so that flights lose their place: another moment, another speed, its end."""
    if before is None or now is None:
        return before is not now
    ran = 0 <= now.at_ms - before.at_ms < LEAP_MS
    return not ran or (before.playing, before.speed) != (now.playing, now.speed)


def _on_pile(card: str, cell: Place, layout: Layout) -> Look:
    """A card in the centre."""
    return FaceLook(card, round(cell.w), round(cell.h), face_ways(layout))


def stamp(seat: SeatNumber, cell: Place) -> StampLook:
    """The owner's symbol on a card that lands in the cell."""
    return StampLook(seat, round(0.56 * cell.w))


def top_card(view: SeatView, source: str) -> str | None:
    """The card that lies face up in a place of the seat; a die of its tray."""
    if source.startswith(DIE):
        die = source.removeprefix(DIE)
        return die if die in view.dice else None
    if source == "stack":
        return view.stack_card
    if source == "discard":
        return view.discard_card
    slot = int(source.removeprefix("row "))
    return view.row[slot].card if slot < len(view.row) else None


def _lies(view: SeatView, source: str) -> bool:
    """Return whether a card lies there, be it face down."""
    return top_card(view, source) is not None or (source == "stack" and view.stack_count > 0)


def _middle(panel: Panel, part: str) -> Pose:
    """The middle of a panel's part."""
    place = panel.window_place(part)
    return Pose(0.0, place.x, place.y, panel.frame.rotation)
