"""The table's newest word, as the gestures ask for it: who may touch what now, and where a piece could go."""

from __future__ import annotations

from kiosk import protocol as msg
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.touches import Turn
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry


class Newest:
    """The last snapshot; before the first one nobody may do anything.

    ``now``: the latest instant it has heard of; ``touches``: the game on the table under the fingers.
    """

    def __init__(self) -> None:
        self.now = 0
        self.touches = picture_of_game(registry.usual()).touches
        self._snapshot: msg.Snapshot | None = None
        self._seats: dict[SeatNumber, msg.SeatView] = {}

    def take(self, snapshot: msg.Snapshot) -> None:
        """Here is a newer one."""
        self.pass_to(snapshot.now)
        self._snapshot = snapshot
        self.touches = picture_of_game(snapshot.game).touches
        self._seats = {view.seat: view for view in snapshot.seats}

    def pass_to(self, at: int) -> None:
        """It is this late now; touches come in no order."""
        self.now = max(self.now, at)

    @property
    def tap_mode(self) -> bool:
        """True if cards are tapped, not dragged."""
        return self._snapshot is not None and self._snapshot.touch_mode == "tap"

    @property
    def page(self) -> str:
        """Of the staff's menu; empty: it is not open."""
        service = self._snapshot.service if self._snapshot is not None else None
        return "" if service is None else service.page

    def plays(self, seat: SeatNumber | None) -> bool:
        """Return whether a person plays at this seat now: nobody lends a bot a hand."""
        return self._in("play") and self._is_person(seat)

    def will_play(self, seat: SeatNumber | None) -> bool:
        """Return whether a person at this seat waits for GO."""
        return self._in("countdown") and self._is_person(seat)

    def held(self, seat: SeatNumber) -> str | None:
        """Return the source of the card that, as far as the table knows, this seat holds."""
        view = self._seats.get(seat)
        return view.held if view else None

    def is_piece(self, item: Item) -> bool:
        """Return whether pieces can be taken from there."""
        return item.what in self.touches.pieces

    def turn(self, item: Item) -> Turn | None:
        """Return what asks for new pieces if the item is tapped."""
        return self.touches.turns.get(item.what)

    def is_of_round(self, item: Item) -> bool:
        """Return whether the item means something only while a round is played."""
        return self.is_piece(item) or self.turn(item) is not None

    def source(self, item: Item) -> str:
        """Return the item as a source of pieces; empty if it is none."""
        return self.touches.source(item) if self.is_piece(item) else ""

    def lies(self, item: Item) -> str | int | None:
        """Return what lies on top there: a piece; of a pile face down, how many there are; None: nothing to take."""
        view = self._view(item)
        return self.touches.lies(item, view, self.now) if view is not None and self.is_piece(item) else None

    def slots_for(self, item: Item) -> tuple[int, ...]:
        """Return the slots of its own row that take the piece that lies there, as far as its seat can know."""
        view, row = self._view(item), self.touches.row
        return row.slots_for(item, view) if row is not None and view is not None else ()

    def fits_centre(self, item: Item) -> bool:
        """Return whether by what can be seen the piece that lies there may go to the centre, not onto the own row."""
        view, row = self._view(item), self.touches.row
        if view is None or self._snapshot is None or row is None:
            return False
        return row.fits_centre(item, view, self._snapshot)

    def _view(self, item: Item) -> msg.SeatView | None:
        return self._seats.get(item.seat) if item.seat is not None else None

    def _in(self, state: str) -> bool:
        return self._snapshot is not None and self._snapshot.state == state

    def _is_person(self, seat: SeatNumber | None) -> bool:
        view = self._seats.get(seat) if seat is not None else None
        return view is not None and view.state == "playing" and not view.bot
