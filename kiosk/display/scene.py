"""The scene: everything that can be touched, in one list that drawing, hit-testing and ``kiosk scene`` share."""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

from msgspec import Struct

from kiosk.display.texts.rounds import Names
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.protocol import ToTable
from kiosk.protocol.state import State

Point: TypeAlias = tuple[float, float]
"""A point in window pixels."""
SLIDER: Final = "slide"
"""What a slider is called as an item: its knob is pulled along it."""


class Item(Struct, frozen=True):
    """A touchable item.

    ``what``: ``seat``, ``row``, ``stack``, ``discard``, ``hand``, ``pile``, ``stop``, ``leave``, or another control's
    own name (kiosk/display/README.md, "The developer"). In the dice game: ``die`` (``slot``: its place in the tray; no
    ``card`` before its seat has rolled, nor while it rolls), ``space`` (``slot``: 0 to 23, red 1 first; ``card``: the
    die that lies there; ``text``: on a free space the die that fits), and ``tray``, which rolls. On an invitation:
    ``seat``, and ``seat_language``, its globe, which takes the seat and opens the languages. In the lobby: ``ready``,
    and ``ghost``, the finger of a hand that shows the next move of a lesson; ``language``, ``view`` and ``handicap`` of
    the seat, in ``view`` the switches ``mirror``, ``contrast``, ``calm``, ``large`` and ``near``; ``name`` opens the
    names, ``guest`` gives a guest another one; ``more`` opens the choices for everybody, ``options`` in it the rarer
    ones; ``propose`` and a choice's key, of no seat, is a disc in the middle. In both, ``choose`` and a choice's key
    (``choose length``) open that choice, with a control named by the key (``length``) for each value; ``more`` leads
    back, ``next_page`` to further values or names, ``close`` closes. ``rules`` opens the rules of the game, with
    ``next_page`` and ``previous_page``. A control with a ``slot`` chooses the value of that index (``protocol.Choice``,
    ``protocol.Lobby``). ``x``, ``y``: its centre in window pixels, Kivy's way (y upwards from the bottom left); ``w``,
    ``h``: its size before rotation; ``rotation``: degrees counter-clockwise.
    """

    what: str
    seat: SeatNumber | None
    x: float
    y: float
    w: float
    h: float
    rotation: float = 0.0
    slot: int | None = None
    card: str | None = None
    enabled: bool = True
    text: str | None = None

    def contains(self, x: float, y: float, margin: float = 0.0) -> bool:
        """Return whether the item, widened by ``margin`` pixels on each side, contains the window point."""
        angle = -math.radians(self.rotation)
        dx, dy = x - self.x, y - self.y
        along = dx * math.cos(angle) - dy * math.sin(angle)
        across = dx * math.sin(angle) + dy * math.cos(angle)
        return abs(along) <= self.w / 2 + margin and abs(across) <= self.h / 2 + margin

    def share(self, x: float, y: float, runs: int) -> float:
        """Return how far along the item a window point lies, from 0 to 1: both half its height from its ends.

        So the middle of a knob that is as wide as the item is high can be brought to both ends. ``runs``: 1 from left
        to right, -1 from right to left.
        """
        angle = math.radians(self.rotation)
        along = (x - self.x) * math.cos(angle) + (y - self.y) * math.sin(angle)
        return min(max(0.5 + runs * along / (self.w - self.h), 0.0), 1.0)


class Pull(NamedTuple):
    """A finger on a slider: where it came down, where it is (the same if it tapped), and whether it has lifted."""

    start: Point
    end: Point
    lifted: bool


class Pulled(NamedTuple):
    """A slider that is pulled: the setting and the value at which its knob stands. Empty: none."""

    key: str = ""
    value: str = ""


class Surface(Protocol):
    """The picture as the gestures see it; ``kiosk.display.table_view.TableView`` implements it."""

    def items(self) -> Sequence[Item]:
        """Return everything that can be touched now, topmost last."""

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """Return the seat whose panel contains the point, None in the centre."""

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """Return all cells of the centre's grid, nearest to the point first."""

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        """Show the seat's carried card under the finger at the point."""

    def release(self, seat: SeatNumber) -> None:
        """Stop carrying: the seat's card slides home unless a snapshot says that it went elsewhere."""

    def nudge(self, seat: SeatNumber, source: str) -> None:
        """Show that the piece, which was tapped, has to be pushed."""

    def answer(self, x: float, y: float) -> None:
        """Answer a tap at the point on which nothing else happens."""

    def nearest_seat(self, x: float, y: float) -> Item | None:
        """Return the nearest seat that may be taken, if the point is on the felt of a table that invites."""

    def press(self, seat: SeatNumber, at: int | None) -> None:
        """Show that the seat's control for leaving is held since ``at``; None: no longer."""

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> ToTable | None:
        """Return the message for a tapped control that is not of the game (seat, ready ...), None without one.

        ``pull``: of a slider, how its knob is pulled.
        """


def scene_json(
    size: Sequence[float], state: State | None, items: Sequence[Item], game: str = "", names: Names = ()
) -> str:
    """Return the scene as in kiosk/display/README.md: whole pixels, from the window's top left.

    ``game``: the game on the table; empty before the first snapshot, which means the default one; ``names``: what the
    seats with a person or a bot are called.
    """
    width, height = round(size[0]), round(size[1])
    game = game or registry.usual()
    told = [_told(item, height) for item in items]
    scene = {"size": [width, height], "state": state, "game": game, "names": dict(names), "items": told}
    return json.dumps(scene, ensure_ascii=False)


def _told(item: Item, height: int) -> dict[str, Any]:
    return {
        "what": item.what,
        "seat": item.seat,
        "slot": item.slot,
        "card": item.card,
        "x": round(item.x),
        "y": round(height - item.y),
        "w": round(item.w),
        "h": round(item.h),
        "rotation": round(item.rotation) % 360,
        "enabled": item.enabled,
        "text": item.text,
    }
