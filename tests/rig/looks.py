"""Automatic checks of a picture as a newcomer would see it."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import TYPE_CHECKING, Any, Final

from kiosk import protocol as msg
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import LEGIBLE, TextLook
from kiosk.display.scene import scene_json
from kiosk.game.dice.dice import SPACES
from kiosk.layout.card_size import MIN_CARD_MM, MIN_CARD_PX
from tests.rig.watcher import Counting, dice_of

if TYPE_CHECKING:
    from tests.rig.evening import Evening

DIAGONAL: Final = 1092.0
"""The diagonal of the window, mm."""


DEALT_NS = 1_000_000_000
"""Nanoseconds of a countdown after which all pieces lie in their places."""
_PIECES: Final = frozenset({"row", "stack", "discard", "hand", "die", "tray"})


class Check:
    """A check of pictures as a newcomer would see them, as far as a machine can."""

    EVERY: Final = 40
    """One change in so many is checked even if it shows nothing new."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.seen: set[str] = set()
        """States of the table, and features of some editions."""
        self.drawn: dict[int, int] = {}
        """The number of dice at the beginning of each round, by its number."""
        self._told: set[object] = set()
        self._count = Counting()
        self._changes = 0

    def is_due(self, shown: msg.Snapshot) -> bool:
        """Return whether the snapshot has something new in this match, or the last check was long ago."""
        told: set[object] = {("state", shown.state, shown.dead, shown.ended_by, shown.caller, shown.round_no)}
        told |= {("reason", view.seat, verdict.reason) for view in shown.seats for verdict in view.ticker}
        told |= {(view.seat, view.voted, view.may_stop, view.locked_until > 0, view.confirmed) for view in shown.seats}
        told |= {("rolls", view.seat, self._is_rolling(view), len(view.dice)) for view in shown.seats if view.dice}
        new = not told <= self._told
        self._told |= told
        self._changes += 1
        return new or self._changes % self.EVERY == 0

    def __call__(self, shown: msg.Snapshot) -> None:
        self.seen.add(shown.state)
        self.seen |= {"tucked" for view in shown.seats for slot in view.row if slot.count > 1}
        self.seen |= {"gap" for view in shown.seats for slot in view.row if slot.card is None and view.stack_count}
        self.seen |= {"hidden stack" for view in shown.seats if view.stack_count and view.stack_card is None}
        view = self.evening.view
        scene = json.loads(scene_json(self.evening.size, shown.state, view.items()))
        assert scene["state"] == shown.state
        self._count(shown)
        sketches = view.sketches
        self.fits()
        dealing = shown.state == "countdown" and self.evening.now - shown.since < DEALT_NS
        if shown.state in ("countdown", "play", "stopped") and not dealing:
            shows_all = {"cards": self._shows_the_cards, "dice": self._shows_the_dice}[shown.game]
            shows_all(shown, sketches)
        if shown.game == "dice" and shown.state == "countdown":
            self.drawn[shown.round_no] = dice_of(shown).total()
        if shown.result is not None and shown.game == "dice":
            zero_sum = shown.result.start * len(shown.result.lines)
            assert sum(line.total for line in shown.result.lines) == zero_sum, f"points come from nowhere: {shown}"

    def fits(self) -> None:
        """Check that touchable items lie in the window and are large enough, and no text is too small or cut off."""
        self._items_fit()
        self._texts_can_be_read(self.evening.view.sketches)

    def _items_fit(self) -> None:
        width, height = self.evening.size
        smallest = max(MIN_CARD_PX, MIN_CARD_MM * math.hypot(width, height) / DIAGONAL)
        for item in self.evening.view.items():
            turned = round(item.rotation) % 180 != 0
            w, h = (item.h, item.w) if turned else (item.w, item.h)
            assert w / 2 - 1 <= item.x <= width - w / 2 + 1, f"runs out of the window: {item}"
            assert h / 2 - 1 <= item.y <= height - h / 2 + 1, f"runs out of the window: {item}"
            if item.enabled and item.what in _PIECES:
                assert min(item.w, item.h) >= smallest - 1, f"too small for a finger: {item}"

    def _texts_can_be_read(self, sketches: dict[Any, Sketch]) -> None:
        layout = self.evening.view.layout
        assert layout is not None
        for name, sketch in sketches.items():
            panel = layout.panels.get(name) or layout.tabs.get(name)
            room = (panel.bounds if panel else layout.area).inset(-1)
            for mark in sketch.marks:
                if not isinstance(mark, Picture) or not isinstance(mark.look, TextLook):
                    continue
                assert mark.look.size >= LEGIBLE, f"too small to be read at {name}: {mark.look}"
                x, y = sketch.frame.to_window(mark.x, mark.y)
                w, h = mark.look.extent
                if round(sketch.frame.rotation + mark.turn) % 180:
                    w, h = h, w
                beyond = max(
                    room.left - x + w / 2, x + w / 2 - room.right, room.bottom - y + h / 2, y + h / 2 - room.top
                )
                assert beyond <= 0, f"cut off at {name}: {mark.look.text}"

    def _shows_the_cards(self, shown: msg.Snapshot, sketches: dict[Any, Sketch]) -> None:
        """Check that every face-up card is drawn once, in its place, and no other."""
        assert _faces(sketches["centre"]) == Counter(card for _, card in shown.piles)
        for seat in shown.seats:
            if seat.state != "playing" or not seat.row:
                continue
            tops = [*(slot.card for slot in seat.row), seat.stack_card, seat.discard_card]
            assert _faces(sketches[seat.seat]) == Counter(card for card in tops if card is not None)
            items = self.evening.items
            assert [item.card for item in items("row", seat.seat)] == [slot.card for slot in seat.row]
            assert [item.card for item in items("discard", seat.seat)] == [seat.discard_card]
            assert [(item.card, item.text) for item in items("stack", seat.seat)] == [
                (seat.stack_card, str(seat.stack_count))
            ]
            assert [item.text for item in items("hand", seat.seat)] == [str(seat.hand_count)]

    def _is_rolling(self, view: msg.SeatView) -> bool:
        return self.evening.now < view.rolling_until

    def _shows_the_dice(self, shown: msg.Snapshot, sketches: dict[Any, Sketch]) -> None:
        """Check that every die is drawn once, in its place; its face is seen when it is at rest, and not before."""
        placed = {str(space): owner for space, owner in zip(SPACES, shown.board, strict=True) if owner}
        aloft = Counter(list(placed)) - _dice(sketches["centre"])
        assert _dice(sketches["centre"]) + aloft == Counter(list(placed))
        assert {*aloft} <= {move.card for move in shown.moves if move.kind == "place"}, "only what has just flown off"
        spaces = [(space.card, space.text) for space in self.evening.items("space")]
        if shown.state == "stopped":
            assert spaces == [], "nothing can be placed any more"
        else:
            assert spaces == [(die, None) if die in placed else (None, die) for die in map(str, SPACES)]
        for seat in shown.seats:
            if seat.state != "playing" or (shown.tiebreak and seat.seat not in shown.tiebreak):
                assert not self.evening.items("die", seat.seat)
                continue
            rolling = self._is_rolling(seat)
            hidden = rolling or any(len(die) == 1 for die in seat.dice)
            self.seen |= {"rolling"} if rolling and seat.dice else set()
            visible = () if rolling else seat.dice  # dice that roll are in flight
            assert _dice(sketches[seat.seat]) == Counter(die[0] if hidden else die for die in visible)
            cards = [item.card for item in self.evening.items("die", seat.seat)]
            assert Counter(cards) == Counter(None if hidden else die for die in seat.dice)


def _dice(sketch: Sketch) -> Counter[str]:
    """Return each die that lies somewhere."""
    looks = (mark.look for mark in sketch.marks if isinstance(mark, Picture))
    return Counter(look.die for look in looks if isinstance(look, DieLook))


def _faces(sketch: Sketch) -> Counter[str]:
    return Counter(
        mark.look.card for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, FaceLook)
    )
