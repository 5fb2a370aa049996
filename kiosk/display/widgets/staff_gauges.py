"""What the pages of the staff show besides their plan: sunk fields, dials, bars, and rows of states."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.base import KnobLook
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import AMBER, BLACK, BRASS, GO, INK, WHITE, Rgba, rgb
from kiosk.display.widgets.staff import draw_badge, draw_medal, px_of
from kiosk.layout.place import Place

WORKS: Final = rgb("b9ffdb")
"""The ink of what works."""
_STATE: Final = 234
"""The height of a seat's state, in pixels of a screen of 1920x1080."""
_GLASS: Final = rgb("0c0907")


def draw_inset(sketch: Sketch, place: Place, px: float) -> None:
    """Draw a field sunk into the leather."""
    sketch.fill(place, 20 * px, BLACK.fade(0.46))
    sketch.outline(place, 20 * px, max(1, 2 * px), BRASS.mix(BLACK, 0.45).fade(0.8))


class Dial(NamedTuple):
    """A round field: a large number or icon, a ring that fills, and words below it."""

    number: str
    words: str
    share: float = 0.0
    icon: str = ""
    tint: Rgba = GO


def draw_dial(sketch: Sketch, context: PanelContext, place: Place, dial: Dial) -> None:
    """Draw a dial in the upper part of its place, its words in the lower one; without words, in its middle."""
    px = px_of(context)
    side = min((0.74 if dial.words else 0.92) * place.h, 0.8 * place.w)
    y = place.top - 0.54 * side if dial.words else place.y
    sketch.glow(Place(place.x, y, side, side), side / 2, 0.12 * side, dial.tint.fade(0.5 if dial.share else 0.2))
    sketch.picture(RoundLook(round(side), _GLASS, rim=0.04), place.x, y)
    sketch.ring(place.x, y, 0.425 * side, 0.032 * side, 1.0, dial.tint.mix(BLACK, 0.78))
    if dial.share > 0:
        sketch.ring(place.x, y, 0.425 * side, 0.032 * side, min(1.0, dial.share), dial.tint)
    if dial.icon:
        sketch.sign(f"icon {dial.icon}", place.x, y, 0.44 * side, dial.tint)
    else:
        sketch.text(dial.number, Place(place.x, y, 0.7 * side, 0.5 * side), 0.34 * side, WHITE, heavy=True)
    if not dial.words:
        return
    top = y - 0.58 * side
    below = Place(place.x, (top + place.bottom) / 2, place.w, top - place.bottom)
    sketch.paragraph(dial.words, below, 44 * px, INK, bold=True)


class Gauge(NamedTuple):
    """A setting with a bar. ``ends``: the shares of the bar between which it is lit (``draw_track``)."""

    icon: str
    title: str
    value: str
    ends: tuple[float, float]


def draw_gauge(sketch: Sketch, context: PanelContext, place: Place, gauge: Gauge) -> None:
    """Draw a plate that leads to a setting: its icon, title and value, and a bar below them. It has no knob to drag."""
    px, runs = px_of(context), context.panel.runs
    sketch.plaque("leather", place, min(36 * px, place.h / 2))
    start, side = place.x - runs * (place.w / 2 - 30 * px), min(58 * px, 0.6 * place.h)
    sketch.sign(f"icon {gauge.icon}", start + runs * side / 2, place.y, side, AMBER)
    arrow = 34 * px
    end = place.x + runs * (place.w / 2 - 30 * px)
    sketch.sign("icon open", end - runs * arrow / 3, place.y, arrow, AMBER)
    wide = place.w - (60 + 26 + 16) * px - side - arrow
    line = Place(start + runs * (side + 26 * px + wide / 2), place.y + 0.16 * place.h, wide, 0.5 * place.h)
    near, far = ("left", "right") if runs > 0 else ("right", "left")
    used = sketch.text(gauge.value, line, min(40 * px, 0.42 * place.h), WHITE, heavy=True, align=far)
    rest = wide - used - 16 * px
    title = Place(line.x - runs * (wide - rest) / 2, line.y, rest, line.h)
    sketch.text(gauge.title, title, min(36 * px, 0.4 * place.h), INK, bold=True, align=near)
    draw_track(sketch, Place(line.x, place.y - 0.27 * place.h, wide, min(16 * px, 0.17 * place.h)), gauge.ends, 0, runs)


def draw_track(sketch: Sketch, track: Place, ends: tuple[float, float], knob: float, runs: int) -> None:
    """Draw a track that is lit from one share of its length to another.

    If the second is the smaller one, it is lit before it and after the first: hours past midnight. ``knob``: the size
    of the knob at the second; 0: there is none, as nothing can be chosen on the track.
    """
    sketch.fill(track, track.h / 2, BRASS.mix(BLACK, 0.5))
    sketch.fill(track.inset(0.09 * track.h), 0.41 * track.h, BLACK)
    first, last = ends
    for begins, stops in [ends] if first <= last else [(0.0, last), (first, 1.0)]:
        low, high = (track.x + runs * (share - 0.5) * track.w for share in (begins, stops))
        if low == high:
            continue
        lit = Place((low + high) / 2, track.y, abs(high - low) + 0.5 * track.h, 0.56 * track.h)
        sketch.glow(lit, lit.h / 2, 0.7 * track.h, AMBER.fade(0.45))
        sketch.fill(lit, lit.h / 2, AMBER)
    if knob:
        sketch.picture(KnobLook(round(knob)), track.x + runs * (last - 0.5) * track.w, track.y)


class Status(NamedTuple):
    """A seat's state: its sign, its name, what there is to say, and its badge (``draw_badge``), if it has one."""

    seat: int
    name: str
    words: str
    badge: str = ""
    lit: bool = False


def draw_states(sketch: Sketch, context: PanelContext, place: Place, states: list[Status]) -> None:
    """Draw the states of seats in a row on a sunk field."""
    px = px_of(context)
    draw_inset(sketch, place, px)
    place = place._replace(h=_STATE * px)
    step = place.w / max(1, len(states))
    side = min(104 * px, 0.52 * step)
    for number, one in enumerate(states):
        x = place.x + context.panel.runs * (number - (len(states) - 1) / 2) * step
        y = place.top - 66 * px
        draw_medal(sketch, one.seat, x, y, side, lit=one.lit)
        if one.badge:
            draw_badge(sketch, x + 0.46 * side, y + 0.34 * side, 0.44 * side, one.badge)
        room = step - 12 * px
        sketch.text(one.name, Place(x, place.bottom + 74 * px, room, 44 * px), 36 * px, INK, bold=True)
        tint = INK if not one.badge else WORKS if one.badge == "check" else AMBER
        sketch.text(one.words, Place(x, place.bottom + 32 * px, room, 38 * px), 30 * px, tint, bold=True)
