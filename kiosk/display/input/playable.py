"""The table's newest word, as the gestures ask for it: who may touch what now, and where a card could go."""

from __future__ import annotations

from kiosk import protocol as msg
from kiosk.display.scene import Item
from kiosk.game.cards import parse_card
from kiosk.game.seats import SeatNumber


class Newest:
    """The last snapshot; before the first one nobody may do anything. ``now``: the latest instant it has heard of."""

    def __init__(self) -> None:
        self.now = 0
        self._snapshot: msg.Snapshot | None = None
        self._seats: dict[SeatNumber, msg.SeatView] = {}

    def take(self, snapshot: msg.Snapshot) -> None:
        """Here is a newer one."""
        self.pass_to(snapshot.now)
        self._snapshot = snapshot
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
        """The source of the card that, as far as the table knows, this seat holds."""
        view = self._seats.get(seat)
        return view.held if view else None

    def lies(self, item: Item) -> str | int | None:
        """Return what lies on top there: a card, a die; of a pile face down, how many cards there are; None: nothing.

        Dice that roll do not lie.
        """
        view, slot = self._view(item), item.slot
        if view is None:
            return None
        if item.what == "row":
            return view.row[slot].card if slot is not None and slot < len(view.row) else None
        if item.what == "die":
            return item.card if item.card in view.dice and self.now >= view.rolling_until else None
        if item.what == "stack":
            return view.stack_card or view.stack_count or None
        return view.discard_card if item.what == "discard" else None

    def slots_for(self, item: Item) -> tuple[int, ...]:
        """The slots of its own row that take the card that lies there, as far as its seat can know."""
        view = self._view(item)
        if view is None:
            return ()
        return {"stack": view.stack_to, "discard": view.discard_to}.get(item.what, ())

    def fits_centre(self, item: Item) -> bool:
        """Return whether by what can be seen the card that lies there may go to the centre."""
        view, shown = self._view(item), self.lies(item)
        if view is None or self._snapshot is None or not isinstance(shown, str):
            return False
        card = parse_card(shown)
        below = {f"{card.color.letter}{card.number - 1}"} & {top for _, top in self._snapshot.piles}
        return (card.number == 1 or bool(below)) and not (item.what == "stack" and view.stack_barred)

    def _view(self, item: Item) -> msg.SeatView | None:
        return self._seats.get(item.seat) if item.seat is not None else None

    def _in(self, state: str) -> bool:
        return self._snapshot is not None and self._snapshot.state == state

    def _is_person(self, seat: SeatNumber | None) -> bool:
        view = self._seats.get(seat) if seat is not None else None
        return view is not None and view.state == "playing" and not view.bot
