"""The latest snapshot, as the gestures query it: what a finger hits, who may touch it, where a piece could go."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk import protocol as msg
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.touches import Turn
from kiosk.display.input.contact import Role, passed
from kiosk.display.scene import SLIDER, Item
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol.state import State

SERVICE: Final = "service"
"""A corner of the table, held to open the staff's menu; a tap on it goes to the item below.

A piece, or what is held itself, is never covered by it.
"""
LEAVE: Final = "leave"
"""The control that is held to leave a seat; while it is held, the picture shows for how long."""
_SILENT_S: Final = 2.0
"""How often at most the table is told that a player touches something, seconds; ``idle.ask_s`` is at least 5."""


class Playable:
    """The last snapshot; before the first one nothing may be touched.

    ``now``: the latest instant seen; ``touches``: the touches of the game on the table.
    """

    def __init__(self) -> None:
        self.now = 0
        self.touches = picture_of_game(registry.usual()).touches
        self._snapshot: msg.Snapshot | None = None
        self._seats: dict[SeatNumber, msg.SeatView] = {}

    def take(self, snapshot: msg.Snapshot) -> None:
        """Replace the snapshot with a newer one."""
        self.pass_to(snapshot.now)
        self._snapshot = snapshot
        self.touches = picture_of_game(snapshot.game).touches
        self._seats = {view.seat: view for view in snapshot.seats}

    def pass_to(self, at: int) -> None:
        """Advance ``now``; touches come in no particular order."""
        self.now = max(self.now, at)

    @property
    def tap_mode(self) -> bool:
        """True if cards are tapped, not dragged."""
        return self._snapshot is not None and self._snapshot.touch_mode == "tap"

    @property
    def page(self) -> str:
        """The open page of the staff's menu; empty if it is closed."""
        service = self._snapshot.service if self._snapshot is not None else None
        return "" if service is None else service.page

    @property
    def in_round(self) -> bool:
        """True while a round is played, or is about to be: the staff's menu stays closed."""
        return self._in(State.COUNTDOWN) or self._in(State.PLAY)

    def plays(self, seat: SeatNumber | None) -> bool:
        """Return whether a person plays or practises at this seat now; a bot's pieces cannot be touched."""
        view = self._seats.get(seat) if seat is not None else None
        return (view is not None and view.lesson is not None) or (self._in(State.PLAY) and self._is_person(seat))

    def is_sign_of_life(self, seat: SeatNumber, at: int, last: int) -> bool:
        """Return whether to tell the table of a touch in this panel; ``last``: the last one that it was told of.

        In the lobby it is told of all: a lesson holds the start while its person is busy. A player would be asked and
        removed; of them one now and then suffices, as long as they have not been asked.
        """
        view = self._seats.get(seat)
        if view is None:
            return False
        if self._in(State.PLAY):
            return self._is_person(seat) and (view.asked or passed(last, at, _SILENT_S))
        return self._in(State.LOBBY) and view.state in ("taken", "ready")

    def will_play(self, seat: SeatNumber | None) -> bool:
        """Return whether a person at this seat waits for GO."""
        return self._in(State.COUNTDOWN) and self._is_person(seat)

    def held(self, seat: SeatNumber) -> str | None:
        """Return the source of the card that this seat holds according to the table."""
        view = self._seats.get(seat)
        return view.held if view else None

    def is_piece(self, item: Item) -> bool:
        """Return whether pieces can be taken from this item."""
        return item.what in self.touches.pieces

    def turn(self, item: Item) -> Turn | None:
        """Return the request for new pieces that a tap on this item makes, None if it makes none."""
        return self.touches.turns.get(item.what)

    def is_of_round(self, item: Item) -> bool:
        """Return whether the item has a meaning only during a round."""
        return self.is_piece(item) or self.turn(item) is not None

    def source(self, item: Item) -> str:
        """Return the item as a source of pieces; empty if it is not one."""
        return self.touches.source(item) if self.is_piece(item) else ""

    def role(self, item: Item | None) -> Role | None:
        """Return what a contact that begins on this item is for; None: it does nothing."""
        if item is None:
            return None
        if self.is_of_round(item) and not self.plays(item.seat):
            return Role.EARLY if self.will_play(item.seat) else None
        if item.what == SLIDER:
            return Role.SLIDE if item.enabled else None
        return Role.PIECE if self.lies(item) is not None else Role.TAP

    def hit(self, items: Sequence[Item], x: float, y: float, but: str = "") -> Item | None:
        """Return the topmost item at the point that can be meant, except ``but``."""
        hits = (item for item in reversed(items) if item.what not in self.touches.only_seen and item.what != but)
        hit = next((item for item in hits if item.contains(x, y)), None)
        if hit is not None and hit.what == SERVICE:
            below = self.hit(items, x, y, but=SERVICE)
            hit = below if below is not None and self._outranks_corner(below) else hit
        return None if hit is None else self.touches.meant(hit, items)

    def _outranks_corner(self, item: Item) -> bool:
        return item.what == LEAVE or self.is_of_round(item)

    def is_same(self, one: Item, other: Item) -> bool:
        """Return whether two items of different scenes are the same thing."""
        return self._key(one) == self._key(other)

    def _key(self, item: Item) -> tuple[object, ...]:
        """Return the identity of an item: for a piece its source, wherever it lies now."""
        return item.what, item.seat, self.source(item) or item.slot

    def lies(self, item: Item) -> str | int | None:
        """Return the piece on top of the item; of a face-down pile its count; None: nothing to take."""
        view = self._view(item)
        return self.touches.lies(item, view, self.now) if view is not None and self.is_piece(item) else None

    def slots_for(self, item: Item) -> tuple[int, ...]:
        """Return the slots of its own row that take the item's piece, as far as its seat can know."""
        view, row = self._view(item), self.touches.row
        return row.slots_for(item, view) if row is not None and view is not None else ()

    def fits_centre(self, item: Item) -> bool:
        """Return whether the item's piece may go to the centre instead of its own row, judging by visible cards."""
        view, row = self._view(item), self.touches.row
        if view is None or self._snapshot is None or row is None:
            return False
        return row.fits_centre(item, view, self._snapshot)

    def _view(self, item: Item) -> msg.SeatView | None:
        return self._seats.get(item.seat) if item.seat is not None else None

    def _in(self, state: State) -> bool:
        return self._snapshot is not None and self._snapshot.state == state

    def _is_person(self, seat: SeatNumber | None) -> bool:
        view = self._seats.get(seat) if seat is not None else None
        return view is not None and view.state == "playing" and not view.bot
