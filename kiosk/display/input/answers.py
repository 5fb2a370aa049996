"""The answers to taps on which nothing else happens: what looks touchable never stays silent. Pure.

An answer is seen and said where it was touched. It is no input: nothing is sent, judged or delayed, and nobody is told
a move. Points are window pixels with y upwards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import SeatView, Snapshot
from kiosk.protocol.state import THERE, State

HOLD: Final = "hold"
"""The answer of a tap on the control for leaving, which has to be held (``texts.answers``)."""
LAPSED: Final = "lapsed"
"""What a seat is told whose request for a pause the others have not joined in time."""
BUTTON: Final = "button"
"""The answer of a lit Stop sign, and what its hand points to: the arcade button in the rim."""
OPTIONS: Final = "options"
"""The answer of every tray whose person may choose, to a tap on the choices that the middle of the lobby shows."""
SETTLED: Final = "settled"
"""The answer of every tray to a tap on a disc that proposes nothing, because somebody is ready."""
_IN_PLAY: Final = frozenset({State.PLAY, State.COUNTDOWN})
"""States in which the parts of a panel mean what they mean in play; so they do in a lesson."""
_SILENT: Final = frozenset({State.SERVICE})
"""States that answer every touch in their own way."""
_UNSEEN: Final = frozenset({"service"})
"""Items that nobody sees: the corners that the staff hold."""
_PARTS: Final = ("count", "end", "sign")
"""Parts of a panel that are seen, but are no items."""
_HOLDERS: Final = frozenset({"row", "stack", "discard", "hand"})
"""Items that are empty without a piece."""
_FINGER: Final = 0.9
"""The diameter of what a finger touches where there is nothing, in card widths."""


class Reply(NamedTuple):
    """What answers a tap, besides light.

    ``told``: the answer that the panel says (``texts.answers``, or the game's own); ``points``: what a hand taps then:
    the first of these controls that is there, or ``BUTTON``; ``everywhere``: it comes in every tray that has this
    control.
    """

    told: str = ""
    points: tuple[str, ...] = ()
    everywhere: str = ""


_LIGHT: Final = Reply()
_TAKE_SEAT: Final = Reply(points=("seat",))
ANSWERS: Final[dict[tuple[State, str], Reply]] = {
    (State.PLAY, "stop lit"): Reply(BUTTON, (BUTTON,)),
    (State.PLAY, "stop dim"): Reply("stop"),
    (State.PLAY, "empty row"): Reply("row"),
    (State.PLAY, "empty discard"): Reply("discard"),
    (State.PLAY, "count"): Reply("count"),
    (State.PLAY, "end"): Reply("end"),
    (State.PLAY, "sign"): Reply("sign"),
    (State.COUNTDOWN, "stop dim"): Reply("stop"),
    (State.COUNTDOWN, "row"): Reply("start"),
    (State.COUNTDOWN, "stack"): Reply("start"),
    (State.COUNTDOWN, "hand"): Reply("start"),
    (State.COUNTDOWN, "die"): Reply("start"),
    (State.COUNTDOWN, "tray"): Reply("start"),
    (State.COUNTDOWN, "count"): Reply("count"),
    (State.COUNTDOWN, "sign"): Reply("sign"),
    (State.ATTRACT, "centre"): _TAKE_SEAT,
    (State.ATTRACT, "panel"): _TAKE_SEAT,
    (State.LOBBY, "centre"): Reply(OPTIONS, ("more", "seat"), everywhere="more"),
    (State.LOBBY, "disc settled"): Reply(SETTLED, everywhere="ready"),
    (State.ROUND_RESULT, "centre"): Reply(points=("go_on",)),
    (State.ROUND_RESULT, "panel"): Reply(points=("go_on",)),
    (State.MATCH_RESULT, "centre"): Reply(points=("again",)),
    (State.MATCH_RESULT, "panel"): Reply(points=("again",)),
    (State.PAUSED, "centre"): Reply(points=("go_on",)),
    (State.PAUSED, "panel"): Reply(points=("go_on",)),
    (State.RECOVERY, "centre"): Reply(points=("go_on",)),
    (State.RECOVERY, "panel"): Reply(points=("go_on",)),
    (State.REPLAY, "centre"): Reply(points=("replay_close", "go_on")),
    (State.REPLAY, "panel"): Reply(points=("replay_close", "go_on")),
}
"""The reply by the table's state and by what was touched; all else is answered by light alone.

A lesson is as play. ``centre`` and ``panel``: whatever lies there without a reply of its own.
"""


class TouchAnswer(NamedTuple):
    """An answer: where light shows that the touch was felt, what its panel says, and what a hand taps.

    ``seat``: that of the panel that was touched, None for the middle; ``target``: the control that a hand taps;
    ``button``: it points to the button in the rim; ``trays``: the answers in trays, which were not touched.
    """

    seat: SeatNumber | None
    around: Place | None
    told: str = ""
    target: Item | None = None
    button: bool = False
    trays: tuple[TouchAnswer, ...] = ()


def answer_to(x: float, y: float, snapshot: Snapshot, layout: Layout, items: Sequence[Item]) -> TouchAnswer | None:
    """Return the answer to a tap at this point; ``items``: all that can be touched; None: this state answers itself."""
    if snapshot.state in _SILENT or snapshot.service is not None:
        return None
    seat = layout.panel_at(x, y)
    panel = layout.panels.get(seat) if seat is not None else None
    view = next((view for view in snapshot.seats if view.seat == seat), None)
    if panel is None or view is None:
        item = _hit(x, y, items)
        reply = ANSWERS.get((snapshot.state, "centre" if item is None else _disc_word(snapshot)), _LIGHT)
        around = _place(item) if item is not None else _finger(x, y, layout)
        if reply.everywhere and (trays := _in_trays(reply, items)):
            return TouchAnswer(None, around, trays=trays)
        return _answer(None, around, reply, (x, y), _waiting(snapshot, items))
    finger = _finger(x, y, layout)
    if view.bot or view.state not in THERE:
        return _answer(seat, finger, _TAKE_SEAT, (x, y), [item for item in items if item.seat == seat])
    state = State.PLAY if view.lesson is not None else snapshot.state
    thing, place = _thing(x, y, panel, view, items) if state in _IN_PLAY else ("", None)
    reply = ANSWERS.get((state, thing)) or ANSWERS.get((state, "panel"), _LIGHT)
    own = [item for item in _waiting(snapshot, items) if item.seat == seat]
    return _answer(seat, place or finger, reply, (x, y), own)


def _disc_word(snapshot: Snapshot) -> str:
    """Return the word for an item of the middle, which is a disc: whether anything may be proposed now."""
    return "disc settled" if snapshot.lobby is not None and snapshot.lobby.settled else "disc"


def _thing(x: float, y: float, panel: Panel, view: SeatView, items: Sequence[Item]) -> tuple[str, Place | None]:
    """Return what was touched in the panel of somebody who plays, and its place; empty: nothing."""
    stop = panel.lit_stop if view.may_stop else panel.places["stop"]
    if _holds(panel, stop, x, y):
        return "stop lit" if view.may_stop else "stop dim", _disc(panel, stop)
    item = _hit(x, y, items)
    if item is not None:
        return f"empty {item.what}" if _is_empty(item, view) else item.what, _place(item)
    parts = ((part, panel.places[part]) for part in _PARTS if part in panel.places)
    part, place = next(((part, place) for part, place in parts if _holds(panel, place, x, y)), ("", None))
    return part, None if place is None else _disc(panel, place)


def _is_empty(item: Item, view: SeatView) -> bool:
    """Return whether nothing lies on the item, for good: a place of the row may still be filled from the stack."""
    if item.what not in _HOLDERS or item.card is not None:
        return False
    return {"row": view.stack_count, "stack": view.stack_count, "hand": view.hand_count}.get(item.what, 0) == 0


def _answer(
    seat: SeatNumber | None, around: Place, reply: Reply, point: tuple[float, float], items: Sequence[Item]
) -> TouchAnswer:
    """Return the answer; of several controls with one name the hand taps the nearest."""
    named = ([item for item in items if item.what == what and item.enabled] for what in reply.points)
    there = next((found for found in named if found), [])
    target = min(there, key=lambda item: math.dist(point, (item.x, item.y)), default=None)
    return TouchAnswer(seat, around, reply.told, target, BUTTON in reply.points)


def _in_trays(reply: Reply, items: Sequence[Item]) -> tuple[TouchAnswer, ...]:
    """Return the answer in every tray that has the control; with an open drawer the control there only leads back."""
    opened = {item.seat for item in items if item.what == "close"}
    there = (item for item in items if item.what == reply.everywhere and item.enabled and item.seat not in opened)
    return tuple(TouchAnswer(item.seat, None, reply.told, item if reply.points else None) for item in there)


def _waiting(snapshot: Snapshot, items: Sequence[Item]) -> list[Item]:
    """Return the items but those of seats that have pressed already."""
    done = {view.seat for view in snapshot.seats if view.confirmed}
    return [item for item in items if item.seat not in done]


def _hit(x: float, y: float, items: Sequence[Item]) -> Item | None:
    return next((item for item in reversed(items) if item.what not in _UNSEEN and item.contains(x, y)), None)


def _holds(panel: Panel, place: Place, x: float, y: float) -> bool:
    """Return whether a place of the panel contains the window point."""
    return Item("", panel.seat, *panel.in_window(place), rotation=panel.frame.rotation).contains(x, y)


def _disc(panel: Panel, place: Place) -> Place:
    """Return the largest disc in the middle of a place of the panel, in the window."""
    place = panel.in_window(place)
    side = min(place.w, place.h)
    return place._replace(w=side, h=side)


def _place(item: Item) -> Place:
    return Place(item.x, item.y, item.w, item.h)


def _finger(x: float, y: float, layout: Layout) -> Place:
    """Return the place under a finger."""
    side = _FINGER * min((panel.card for panel in layout.panels.values()), default=80.0)
    return Place(x, y, side, side)
