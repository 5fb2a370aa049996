"""People at the table of ``tests.rig.evening``, who play by what the picture shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk import protocol as msg
from kiosk.display.scene import Item
from kiosk.game.dice.dice import SPACES
from kiosk.protocol.state import State
from tests.rig.evening import Evening
from tests.rig.scene import below


class Person:
    """A person who knows the table. A refused move is not tried again before something else has changed."""

    def __init__(self, evening: Evening, seat: int) -> None:
        self.evening = evening
        self.seat = seat
        self._tried: set[object] = set()

    def act(self) -> None:
        """Look, and do one thing."""
        evening = self.evening
        evening.view.show(evening.shown)
        view = evening.seat(self.seat)
        if evening.state is not State.PLAY:
            if not view.confirmed:
                evening.tap_button(self.seat)
        elif evening.shown.tiebreak and self.seat not in evening.shown.tiebreak:
            return  # only watches
        elif view.may_stop:
            evening.tap_button(self.seat)
        elif move := next((move for move in self.moves(view) if self._key(*move) not in self._tried), None):
            self._tried.add(self._key(*move))
            self.move(*move)
        else:
            self.turn(view)

    @staticmethod
    def _key(piece: Item, to: Item) -> object:
        return piece.what, piece.slot, piece.card, to.what, to.slot, to.card

    def moves(self, view: msg.SeatView) -> Iterator[tuple[Item, Item]]:
        """Yield the possible plays now, each with its target."""
        raise NotImplementedError

    def move(self, piece: Item, to: Item) -> None:
        """Play it."""
        self.evening.drag(piece, to)

    def turn(self, view: msg.SeatView) -> None:
        """Get new pieces, because nothing can be played."""
        raise NotImplementedError


class CardPerson(Person):
    """A person who plays cards."""

    PATIENCE: Final = 30
    """Flips: more than two passes through the fullest hand."""

    def __init__(self, evening: Evening, seat: int) -> None:
        super().__init__(evening, seat)
        self._flips = 0
        self._lay: object = None

    def turn(self, view: msg.SeatView) -> None:
        """Fill a gap, flip, or vote that no move is possible."""
        evening = self.evening
        if gap := self._gap(view):
            evening.tap(gap)
        elif (evening.shown.dead or self._despairs(view)) and not view.voted:
            evening.tap(evening.items("hand", self.seat)[0], 1200)
        else:
            self._flips += 1
            self._tried.clear()
            evening.tap(evening.items("hand", self.seat)[0])

    def _despairs(self, view: msg.SeatView) -> bool:
        """Return whether many flips at the whole table have led to no move."""
        lay = self.evening.shown.piles, view.row, view.stack_count
        if lay != self._lay:
            self._lay, self._flips = lay, 0
        return self._flips > self.PATIENCE

    def _gap(self, view: msg.SeatView) -> Item | None:
        """Return a slot that waits for the stack's top (manual refill)."""
        gaps = (item for item in self.evening.items("row", self.seat) if item.card is None)
        return next(gaps, None) if view.stack_count else None

    def moves(self, view: msg.SeatView) -> Iterator[tuple[Item, Item]]:
        """Yield cards to the piles that they fit; in the pro variant stack and discard onto the row, too."""
        evening = self.evening
        sources = [item for what in ("stack", "row", "discard") for item in evening.items(what, self.seat)]
        for card in (item for item in sources if item.card and item.enabled):
            yield from ((card, pile) for pile in evening.items("pile") if pile.card == below(card.card or ""))
        if not evening.shown.pro:
            return
        for card in (item for item in sources if item.what != "row" and item.card and item.enabled):
            for slot in evening.items("row", self.seat):
                if slot.card and card.card and slot.card[0] != card.card[0] and _number(card.card) < _number(slot.card):
                    yield card, slot


def _number(card: str) -> int:
    return int(card[1:])


class DicePerson(Person):
    """A person who plays dice: places what fits, otherwise rolls."""

    def moves(self, view: msg.SeatView) -> Iterator[tuple[Item, Item]]:
        """Yield dice to the next free spaces of their colours."""
        spaces = {space.text: space for space in self.evening.items("space")}
        board = dict(zip(map(str, SPACES), self.evening.shown.board, strict=True))
        for die in self.evening.items("die", self.seat):
            if die.enabled and die.card is not None and die.card in spaces and board.get(below(die.card) or "", True):
                yield die, spaces[die.card]

    def move(self, piece: Item, to: Item) -> None:
        """Carry it, or only tap it if that is enough."""
        if self.evening.shown.touch_mode == "tap":
            self.evening.tap(piece)
        else:
            self.evening.drag(piece, to)

    def turn(self, view: msg.SeatView) -> None:
        """Roll, if allowed."""
        (tray,) = self.evening.items("tray", self.seat)
        if tray.enabled:
            self._tried.clear()
            self.evening.tap(tray)


PERSONS: Final[dict[str, type[Person]]] = {"cards": CardPerson, "dice": DicePerson}
