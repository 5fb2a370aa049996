"""A newcomer who knows nothing of the game but what the screen shows: it follows hands, and then does as it was shown.

It sees the scene without the names of things and without what is enabled: places, sizes, texts, the faces of pieces,
and where the ghost hand is. It knows no word of any language, only that numbers follow each other; what it sees when
the hand shows the button in the rim is what it waits for later.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Final, NamedTuple

from kiosk.display.paint.art import SignLook
from kiosk.display.paint.marks import Picture
from kiosk.display.paint.text import TextLook
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from tests.rig.evening import Evening

THINKS_MS: Final = 350
"""How long it looks before it moves."""
LOOKS_MS: Final = 100
"""How often it looks while it watches."""
WATCHES_MS: Final = 2600
"""How long it watches for a hand."""
_NEAR: Final = 12
"""Pixels within which a number is at the same place."""
_FAR: Final = 0.03
"""A finger that has moved this far, in the screen's shorter side, drags; otherwise it taps."""


class Seen(NamedTuple):
    """What it sees of a thing."""

    x: float
    y: float
    w: float
    h: float
    text: str
    card: str


class Newcomer:
    """Somebody at one seat. ``flips``, ``played``: how often it has asked for new pieces, and has brought one out."""

    def __init__(self, evening: Evening, seat: int) -> None:
        self.evening = evening
        self.seat = SeatNumber(seat)
        self.flips = 0
        self._hand: Seen | None = None
        """What gives new pieces, as the hand has shown: known again by its word, if it has one, or by its place."""
        self._calls_at: set[tuple[int, int, str]] = set()
        """Numbers in its tray, with their places, at which the hand has shown the button."""
        self._moved: set[str] = set()
        """The faces that it has tried in vain since the picture changed."""

    # ------------------------------------------------------------ what it sees

    def sees(self) -> list[Seen]:
        """Return the things that lie nearer to its own seat than to any other, and those in the middle."""
        return [_seen(item) for item in self.evening.view.items()]

    def numbers(self) -> Iterator[tuple[int, int, str]]:
        """Yield the numbers in its own panel, each with its place, roughly."""
        known = self.evening.view.sketches.get(self.seat)
        if known is not None:
            for mark in known.marks:
                if isinstance(mark, Picture) and isinstance(mark.look, TextLook) and mark.look.text.isdigit():
                    yield round(mark.x / _NEAR), round(mark.y / _NEAR), mark.look.text

    def is_mine(self, x: float, y: float) -> bool:
        """Return whether a point is in its own panel, which is a tray that it sees."""
        return self.evening.view.panel_at(x, y) == self.seat

    def _is_rim(self, x: float, y: float) -> bool:
        """Return whether a point is in the wood around the table."""
        layout, (width, height) = self.evening.view.layout, self.evening.size
        return layout is not None and min(x, width - x, y, height - y) < layout.rim

    def _ghost(self) -> tuple[float, float] | None:
        """Return where the finger of a ghost hand is that comes to its own tray or starts there."""
        return next(((item.x, item.y) for item in self.evening.view.ghosts() if item.seat == self.seat), None)

    # ------------------------------------------------------------ what it does

    def sit_down(self) -> None:
        """Touch the middle of its own panel's invitation: the largest thing there with words."""
        mine = [thing for thing in self.sees() if thing.text and self.is_mine(thing.x, thing.y)]
        largest = max(mine, key=lambda thing: thing.w * thing.h)
        self._tap(largest.x, largest.y)

    def follow_hand(self) -> bool:
        """Watch until a hand has come and gone, and do the same; return False if none came."""
        way: list[tuple[float, float]] = []
        for _ in range(WATCHES_MS // LOOKS_MS):
            point = self._ghost()
            if point is not None:
                way.append(point)
            elif way:
                break
            self._pass(LOOKS_MS)
        if not way:
            return False
        self._pass(THINKS_MS)
        (x, y), (to_x, to_y) = way[0], way[-1]
        if math.dist(way[0], way[-1]) > _FAR * min(self.evening.size):
            self._drag(x, y, to_x, to_y)
        elif self._is_rim(x, y):  # there the buttons are
            self._calls_at = set(self.numbers())
            self.evening.tap_button(self.seat)
        else:
            self._hand = self._nearest(x, y)
            self._tap(x, y)
        return True

    def say_ready(self) -> None:
        """Touch the tick in its tray, which is known in all languages."""
        sketch = self.evening.view.sketches[self.seat]
        pictures = (mark for mark in sketch.marks if isinstance(mark, Picture))
        tick = next(one for one in pictures if isinstance(one.look, SignLook) and one.look.sign == "icon check")
        self._tap(*sketch.frame.to_window(tick.x, tick.y))

    def play(self) -> None:
        """Make one move of a round: Stop where the hand has shown it, a piece that follows another, or new pieces."""
        self._pass(THINKS_MS)
        if self._calls_at & set(self.numbers()):
            self.evening.tap_button(self.seat)
            return
        things = self.sees()
        mine = [thing for thing in things if thing.card and self.is_mine(thing.x, thing.y)]
        middle = [thing for thing in things if not self._is_anybodys(thing)]
        for own in mine:
            goal = _goal(own, middle)
            if goal is not None and own.card not in self._moved:
                self._moved = {own.card}
                self._drag(own.x, own.y, goal.x, goal.y)
                return
        self._moved.clear()
        if self._hand is not None:
            self.flips += 1
            named = [thing for thing in things if thing.text == self._hand.text and self.is_mine(thing.x, thing.y)]
            same = named[0] if len(named) == 1 else self._nearest(self._hand.x, self._hand.y)
            self._tap(same.x, same.y)

    def _nearest(self, x: float, y: float) -> Seen:
        return min(self.sees(), key=lambda thing: math.dist((thing.x, thing.y), (x, y)))

    def _is_anybodys(self, thing: Seen) -> bool:
        return self.evening.view.panel_at(thing.x, thing.y) is not None

    def _pass(self, ms: float) -> None:
        self.evening.pass_time(ms)
        self.evening.view.show(self.evening.shown)

    def _tap(self, x: float, y: float) -> None:
        self.evening.gestures.down(self.seat, x, y, self.evening.now)
        self._pass(60)
        self.evening.gestures.up(self.seat, x, y, self.evening.now)
        self._pass(1)

    def _drag(self, x: float, y: float, to_x: float, to_y: float) -> None:
        self.evening.gestures.down(self.seat, x, y, self.evening.now)
        for part in (0.3, 0.7, 1.0):
            self._pass(80)
            self.evening.gestures.move(self.seat, x + part * (to_x - x), y + part * (to_y - y), self.evening.now)
        self._pass(90)
        self.evening.gestures.up(self.seat, to_x, to_y, self.evening.now)
        self._pass(1)


def _goal(own: Seen, middle: list[Seen]) -> Seen | None:
    """Return where a piece goes in the middle: onto or behind the same colour, one less; a 1 where it is free."""
    color, number = own.card[0], int(own.card[1:] or 0)
    below = next((thing for thing in middle if thing.card == f"{color}{number - 1}"), None)
    space = next((thing for thing in middle if thing.text == own.card), None)
    if number == 1 and middle:
        return space or min(middle, key=lambda thing: math.dist(thing[:2], own[:2]))
    return None if below is None else space or below


def _seen(item: Item) -> Seen:
    return Seen(item.x, item.y, item.w, item.h, item.text or "", item.card or "")
