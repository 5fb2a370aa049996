"""What the pages of the staff show besides their plan: sunk fields, dials, bars, and rows of states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.base import KnobLook
from kiosk.display.paint.brass_art import RoundLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import LEGIBLE, fit
from kiosk.display.paint.theme import AMBER, BLACK, BRASS, DARK_INK, GO, INK, WHITE, Rgba, rgb
from kiosk.display.widgets.staff import State, draw_badge, draw_medal, px_of
from kiosk.layout.place import Place

_STATE: Final = 234
"""The height of a seat's state, in pixels of a screen of 1920x1080."""
_GLASS: Final = rgb("0c0907")
_ON: Final = rgb("0d7045")
"""The field of a switch that is on."""


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
    stand; ``leads``: a touch leads to a page; ``held``: a knob is under a finger.
    """

    icon: str
    title: str
    value: str
    ends: tuple[float, float]
    knobs: tuple[float, ...] = ()
    leads: bool = False
    held: bool = False


def draw_gauge(sketch: Sketch, context: PanelContext, place: Place, gauge: Gauge) -> Place:
    """Draw a setting: its icon, title and value, and a track below them; return where a finger pulls its knobs."""
    px, runs = px_of(context), context.panel.runs
    side, pad = min(54 * px, 0.6 * place.h), 22 * px
    start, end = (place.x - runs * way * (place.w / 2 - pad) for way in (1, -1))
    sketch.sign(f"icon {gauge.icon}", start + runs * side / 2, place.y, side, AMBER)
    if gauge.leads:
        arrow = 34 * px
        sketch.sign("icon open", end - runs * arrow / 3, place.y, arrow, AMBER)
        end -= runs * arrow
    start += runs * (side + pad)
    wide = abs(end - start)
    line = Place((start + end) / 2, place.y + 0.24 * place.h, wide, 0.44 * place.h)
    near, far = ("left", "right") if runs > 0 else ("right", "left")
    used = sketch.text(gauge.value, line, min(36 * px, 0.4 * place.h), WHITE, heavy=True, align=far)
    rest = wide - used - 16 * px
    title = Place(line.x - runs * (wide - rest) / 2, line.y, rest, line.h)
    sketch.text(gauge.title, title, min(31 * px, 0.35 * place.h), INK, bold=True, align=near)
    knob = min(54 * px, 0.49 * place.h)
    track = Place(line.x, place.y - 0.26 * place.h, wide - knob, min(20 * px, 0.2 * place.h))
    draw_track(sketch, track, gauge.ends, 0, runs)
    for share in gauge.knobs:
        x = track.x + runs * (share - 0.5) * track.w
        if gauge.held:
            sketch.light(GLOW, x, track.y, 2.4 * knob, 2.4 * knob, AMBER.fade(0.8))
        sketch.picture(KnobLook(round(knob)), x, track.y)
    high = min(place.h, 2 * (place.w / 2 - abs(track.x - place.x)) - track.w)
    return Place(track.x, place.y, track.w + high, high)


def draw_switch(sketch: Sketch, context: PanelContext, place: Place, *, on: bool) -> None:
    """Draw a switch: its knob stands at the end if it is ``on``, with a check before it."""
    px, runs = px_of(context), context.panel.runs
    sketch.fill(place, place.h / 2, BRASS.mix(BLACK, 0.35))
    inner = place.inset(3 * px)
    sketch.fill(inner, inner.h / 2, _ON if on else BLACK)
    way = runs * (place.w / 2 - place.h / 2)
    if on:
        sketch.sign("icon check", place.x - 0.8 * way, place.y, 0.5 * place.h, WHITE)
    sketch.picture(KnobLook(round(0.96 * place.h)), place.x + (way if on else -way), place.y)


def draw_choice(sketch: Sketch, context: PanelContext, place: Place, names: Sequence[str], chosen: int) -> None:
    """Draw names side by side, the chosen one on a lit plate."""
    px, runs = px_of(context), context.panel.runs
    sketch.fill(place, place.h / 2, BRASS.mix(BLACK, 0.35))
    inner = place.inset(3 * px)
    sketch.fill(inner, inner.h / 2, BLACK)
    wide = inner.w / len(names)
    for number, name in enumerate(names):
        cell = Place(inner.x + runs * (number - (len(names) - 1) / 2) * wide, inner.y, wide, inner.h)
        if number == chosen:
            sketch.fill(cell.inset(1 * px), inner.h / 2, AMBER)
        ink = DARK_INK if number == chosen else INK
        sketch.text(name, cell.inset(0.25 * cell.h)._replace(h=cell.h), 0.68 * cell.h, ink, bold=True)


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
