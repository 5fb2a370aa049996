"""What the pages of the staff show besides their plan: sunk fields, dials, bars, and rows of states."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.base import KnobLook
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, fit
from kiosk.display.paint.theme import AMBER, BLACK, BRASS, GO, INK, INK_SOFT, WHITE, Rgba, rgb
from kiosk.display.widgets.staff import State, draw_badge, draw_medal, px_of
from kiosk.layout.place import Place

_STATE: Final = 234
"""The height of a seat's state, in pixels of a screen of 1920x1080."""
_KNOB, _SCALE = 70, 44
"""The size of a slider's knob, and the height of the words below its track."""
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
    """A setting with a track.

    ``ends``: the shares of the track between which it is lit (``draw_track``); ``knobs``: the shares at which knobs
    stand; ``leads``: a touch leads to a page; ``held``: a knob is under a finger; ``scale``: words below the track by
    their shares, if it has any.
    """

    icon: str
    title: str
    value: str
    ends: tuple[float, float]
    knobs: tuple[float, ...] = ()
    leads: bool = False
    held: bool = False
    scale: tuple[tuple[float, str], ...] = ()


def draw_gauge(sketch: Sketch, context: PanelContext, place: Place, gauge: Gauge) -> Place:
    """Draw a setting: its icon, title and value, and a track below them; return where a finger pulls its knobs."""
    px, runs = px_of(context), context.panel.runs
    below = min(_SCALE * px, 0.3 * place.h) if gauge.scale else 0.0
    high = place.h - below
    knob, side, pad = min(_KNOB * px, 0.57 * high), min(52 * px, 0.5 * high), 14 * px
    start, end = (place.x - runs * way * (place.w / 2 - pad) for way in (1, -1))
    y = place.bottom + below + knob / 2
    sketch.sign(f"icon {gauge.icon}", start + runs * side / 2, y + 0.1 * high, side, AMBER)
    start += runs * (side + 30 * px)
    wide = abs(end - start)
    above = place.top - y - knob / 2
    line = Place((start + end) / 2, place.top - 0.42 * above, wide, above)
    near, far = ("left", "right") if runs > 0 else ("right", "left")
    used = sketch.text(gauge.value, line, min(36 * px, 0.36 * high), WHITE, heavy=True, align=far)
    arrow = 34 * px if gauge.leads else 0.0
    rest = wide - used - 16 * px - arrow
    title = Place(line.x - runs * (wide - rest) / 2, line.y, rest, line.h)
    long = sketch.text(gauge.title, title, min(31 * px, 0.31 * high), INK, bold=True, align=near)
    if gauge.leads:
        sketch.sign("icon open", start + runs * (long + 0.7 * arrow), line.y, arrow, AMBER)
    thick = min(24 * px, 0.36 * knob)
    track = Place(line.x, y, wide - thick, thick)
    draw_track(sketch, track, gauge.ends, 0, runs)
    for share, words in gauge.scale:
        x = track.x + runs * (share - 0.5) * track.w
        sketch.fill(Place(x, y - 0.5 * knob - 5 * px, 3 * px, 10 * px), 1 * px, INK_SOFT)
        room = Place(x, place.bottom + 0.32 * below, 60 * px, 0.64 * below)
        sketch.text(words, room, 24 * px, INK)
    for share in gauge.knobs:
        x = track.x + runs * (share - 0.5) * track.w
        if gauge.held:
            sketch.light(GLOW, x, track.y, 2.4 * knob, 2.4 * knob, AMBER.fade(0.8))
        sketch.picture(KnobLook(round(knob)), x, track.y)
    return Place(track.x, place.y, track.w + place.h, place.h)


def draw_track(sketch: Sketch, track: Place, ends: tuple[float, float], knob: float, runs: int) -> None:
    """Draw a track that is lit from one share of its length to another.

    If the second is the smaller one, it is lit before it and after the first: hours past midnight. ``knob``: the size
    of the knob at the second; 0: there is none, as nothing can be chosen on the track.
    """
    groove = track._replace(w=track.w + track.h)  # its round ends lie beyond the first and the last value
    sketch.fill(groove, track.h / 2, BRASS.mix(BLACK, 0.5))
    sketch.fill(groove.inset(0.09 * track.h), 0.41 * track.h, BLACK)
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
    """A seat's state: its sign, its name, and what there is to say; ``lit``: the sign stands in a ring of light."""

    seat: int
    name: str
    state: State
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
        if one.state.badge:
            draw_badge(sketch, x + 0.46 * side, y + 0.34 * side, 0.44 * side, one.state.badge)
        room = step - 12 * px
        sketch.text(one.name, Place(x, place.bottom + 74 * px, room, 44 * px), 36 * px, INK, bold=True)
        words, below = one.state.words, Place(x, place.bottom + 32 * px, room, 38 * px)
        if fit(words, 30 * px, room, bold=True).size >= LEGIBLE:  # else the badge and the plan tell it
            sketch.text(words, below, 30 * px, one.state.tint, bold=True)
