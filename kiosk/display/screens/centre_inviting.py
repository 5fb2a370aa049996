"""The middle of the table while it invites: the wheel, the round that bots play in its place, and the best of today."""

from __future__ import annotations

import math
from typing import Final

from kiosk.display.context import CentreContext, TableContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.brass_art import PrizeLook
from kiosk.display.paint.lettering import CurvedLook, fit_shout
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.object_art import OBJECTS as PICTURES
from kiosk.display.paint.object_art import ObjectLook
from kiosk.display.paint.text import TextLook, fit, least_size
from kiosk.display.paint.theme import ACCENT, INK_SOFT, IVORY, WHITE, seat_color
from kiosk.display.paint.wheel_art import HUB
from kiosk.display.screens.centre_lobby import draw_halo, draw_wheel
from kiosk.display.texts.choices import game_choice
from kiosk.display.widgets.brass import draw_medal
from kiosk.layout.inviting import free_corners, list_corners, wheel_place
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say, speaker
from kiosk.protocol import BestScore
from kiosk.protocol.state import AttractScene

_CORNER_LINE: Final = 0.22
"""The height of the words in a corner in one line, as a part of its height."""
_CORNER_SIZE: Final = 1.12
"""The size of the pieces in a corner, in heights that are left there: they have air around them."""
_OTHER: Final[dict[str, str]] = {"dice": mark("or dice!"), "cards": mark("or cards!")}
"""What is said of the games that a corner shows."""
_PLAYED: Final = frozenset({AttractScene.PLAY, AttractScene.STOP})
"""The scenes in which bots play in the middle, or have just done so."""
_CALLER: Final = 0.3
"""The diameter of the medal of the seat that has called, as a fraction of the middle's shorter side."""
_POINTS_AT, _POINTS_HIGH, _ASKED_AT = 0.47, 0.5, 0.84
"""In the wheel's hub, in its radii: the distance of the points from its middle, their size, and that of the question.
"""
_BESIDE_NAME: Final = 0.8
"""The size of the petals within the house's name."""
_WHOSE_AT, _WHOSE_HIGH = 0.845, 0.24
"""That name's distance from the middle of the hub, and its size at most, in its radii."""
_FEW: Final = 2
"""The number of edges that have half of the wheel each."""


def draw_inviting_ground(sketch: Sketch, context: CentreContext) -> None:
    """Draw what lies below the pieces of the bots' round."""
    if context.table.scene in _PLAYED:
        picture_of_game(context.table.game).draw_ground(sketch, context, WHITE)


def draw_inviting(sketch: Sketch, context: CentreContext) -> None:
    """Draw the wheel with the game's name or the bots' round, and what lies in the corners."""
    place, scene = wheel_place(context.layout.centre), context.table.scene
    if scene in _PLAYED:
        picture_of_game(context.table.game).draw_centre(sketch, context, WHITE, touchable=False)
    elif scene is not AttractScene.CLOSE:
        draw_halo(sketch, context, place)
        told = context.table.best if scene is AttractScene.BEST else ()
        whose = "" if told else context.table.whose
        draw_wheel(sketch, place, petals=0.0 if told else _BESIDE_NAME if whose else 1.0)
        for best in told[:1]:
            _draw_champion(sketch, context, best, HUB * place.w / 2)
        if whose:
            _draw_whose(sketch, context, whose, HUB * place.w / 2)
    _draw_other_game(sketch, context)
    draw_best(sketch, context)


def draw_caller(sketch: Sketch, context: CentreContext) -> None:
    """Draw the medal of the bot that has called. Its call would be taken for somebody's, so it is not written."""
    caller, (x, y, w, h) = context.table.caller, context.layout.centre
    if context.table.scene is not AttractScene.STOP or caller is None:
        return
    size = _CALLER * min(w, h)
    for wide, tint in ((3.5, seat_color(caller).vivid), (1.8, seat_color(caller).vivid.mix(WHITE, 0.5))):
        sketch.light(GLOW, x, y, wide * size, wide * size, tint)
    sketch.picture(PrizeLook("gold", caller, round(size)), x, y)


def _draw_champion(sketch: Sketch, context: CentreContext, best: BestScore, hub: float) -> None:
    """Draw the medal of today's best in the wheel's hub of this radius, and for each edge the points, and who has more.

    Whoever reads it may be the next one.
    """
    x, y = wheel_place(context.layout.centre)[:2]
    here = sides(context.layout, context.languages)
    several = len(here) > _FEW
    sketch.light(GLOW, x, y, 1.2 * hub, 1.2 * hub, seat_color(best.seat).fade(0.8))
    draw_medal(sketch, best.seat, x, y, 0.5 * hub)
    for side in here:
        turned = Sketch(Frame(x, y, side.frame.rotation))
        points = fit_shout(str(best.points), _POINTS_HIGH * hub, (0.62 if several else 1.2) * hub)
        turned.picture(points, 0, -_POINTS_AT * hub)
        asked = _asked(speaker(side.language), context, best.points)
        _draw_bent(turned, context, asked, (_ASKED_AT * hub, 0.25 * hub), several=several)
        sketch.add_turned(turned)


def _draw_whose(sketch: Sketch, context: CentreContext, name: str, hub: float) -> None:
    """Draw the house's name in the wheel's hub of this radius: for each edge, or if it is long for the long ones."""
    x, y = wheel_place(context.layout.centre)[:2]
    here, size = sides(context.layout, context.languages), _WHOSE_HIGH * hub
    mm = next((panel.mm for panel in context.layout.panels.values()), 2.0)
    if len(here) > _FEW and _bent(name, _WHOSE_AT * hub, size, several=True).size < least_size(mm, needed=False):
        here = [side for side in here if side.long] or here[:_FEW]
    for side in here:
        turned = Sketch(Frame(x, y, side.frame.rotation))
        _draw_bent(turned, context, name, (_WHOSE_AT * hub, size), several=len(here) > _FEW)
        sketch.add_turned(turned)


def _draw_bent(sketch: Sketch, context: CentreContext, text: str, at: tuple[float, float], *, several: bool) -> None:
    """Draw a line along the hub's lower rim; ``at``: its distance from the middle and its size, in pixels."""
    radius, size = at
    look = _bent(text, radius, size, several=several)
    sketch.picture(CurvedLook(look, round(radius)), 0, -round(radius), context.table.accent)


def _bent(text: str, radius: float, size: float, *, several: bool) -> TextLook:
    """Return the line, as large as it has room; ``several``: it has a quarter of the hub instead of half."""
    return fit(text, size, (0.94 if several else 1.5) * math.pi / 2 * radius, heavy=True)


def _asked(say: Say, context: CentreContext, points: int) -> str:
    """Return what stands below the points; whose they are, if no corner has room to say that they are the hall's."""
    age = context.table.best_age
    if age is None or list_corners(context.layout):
        return say("Who beats {points}?", points=points)
    return say("Best in the house, {minutes} min ago", minutes=age) if age else say("Best in the house today")


def _draw_other_game(sketch: Sketch, context: CentreContext) -> None:
    """Draw pieces of another game in two corners, where there is room beside the trays, and what they are."""
    values = game_choice().values
    kind = next((name for name in values if name != context.table.game and name in PICTURES), "")
    languages = {round(side.frame.rotation) % 360: side.language for side in sides(context.layout, context.languages)}
    for place, turn in free_corners(context.layout) if kind else ():
        across, high = (place.h, place.w) if turn % 180 else (place.w, place.h)
        turned = Sketch(Frame(place.x, place.y, turn))
        line = _CORNER_LINE * high if kind in _OTHER else 0.0
        size = min(across, _CORNER_SIZE * (high - line))
        room = max(line, high - size) if line else 0.0  # in a narrow corner, for words in several lines
        y = room - high / 2 + size / 2 + 1
        turned.light(GLOW, 0, y, 1.05 * size, 1.05 * size, ACCENT.fade(0.5))
        turned.picture(ObjectLook(kind, round(size)), 0, y)
        if line:
            text = speaker(languages.get(round(turn), "en"))(_OTHER[kind])
            turned.paragraph(text, Place(0, (room - high) / 2, across, room), 0.82 * line, IVORY, bold=True)
        sketch.add_turned(turned)


_TITLE: Final = 0.2
"""The title's part of the height."""
_HALL_TITLE, _ABOUT = 0.3, 0.11
"""Those of the hall's, in two lines, and of the line that says of what its best is, and how old that is."""
_EDGE: Final = 0.05
"""The distance to the plate's edge, as a fraction of its shorter side."""
_MEDAL: Final = 0.8
"""The size of a medal, in heights of a line."""
_POINTS: Final = 0.62
"""The size of the points, in heights of a line."""
_DOT, _DOTS_APART = 0.14, 0.55
"""The size of the dots in the place of a name that is not told, and their distance, in sizes of the points."""


def draw_best(sketch: Sketch, context: CentreContext) -> None:
    """Draw the list, if there is one, in the corners that have room for it."""
    if not context.table.best:
        return
    languages = {round(side.frame.rotation) % 360: side.language for side in sides(context.layout, context.languages)}
    for place, turn in list_corners(context.layout):
        say = speaker(languages.get(round(turn), "en"))
        turned = Sketch(Frame(place.x, place.y, turn), rtl=say.rtl)
        ground = Place(0, 0, place.w, place.h)
        turned.plaque("leather", ground, 0.12 * min(place.w, place.h))
        room = ground.inset(_EDGE * min(place.w, place.h))
        below = _draw_heading(turned, say, room, context.table)
        high = (below - room.bottom) / 3
        for number, score in enumerate(context.table.best):
            _draw_line(turned, score, Place(0, below - (number + 0.5) * high, room.w, high))
        sketch.add_turned(turned)


def _draw_heading(sketch: Sketch, say: Say, room: Place, table: TableContext) -> float:
    """Draw whose best it is, and of the hall's how old; return where it ends."""
    age, ink = table.best_age, table.accent
    title = Place(0, room.top - _TITLE * room.h / 2, room.w, _TITLE * room.h)
    size = 0.62 * title.h
    if age is None:
        sketch.text(say("Best today"), title, size, ink, heavy=True)
        return title.bottom
    title = Place(0, room.top - _HALL_TITLE * room.h / 2, room.w, _HALL_TITLE * room.h)
    sketch.paragraph(say("Best in the house today"), title, size, ink, bold=True)
    about = Place(0, title.bottom - _ABOUT * room.h / 2, room.w, _ABOUT * room.h)
    told = say("in one round, {minutes} min ago", minutes=age) if age else say("in one round")
    sketch.text(told, about, 0.8 * about.h, IVORY)
    return about.bottom


def _draw_line(sketch: Sketch, score: BestScore, place: Place) -> None:
    """Draw a medal, the name beside it, and the points at the end of the line."""
    medal = _MEDAL * min(place.h, 0.28 * place.w)
    way, near = (-1, "right") if sketch.rtl else (1, "left")
    half = place.w / 2
    draw_medal(sketch, score.seat, place.x - way * (half - medal / 2), place.y, medal)
    size = _POINTS * min(place.h, 0.34 * place.w)
    points = fit(str(score.points), size, place.w - 1.15 * medal, heavy=True)
    wide = points.extent[0]
    sketch.picture(points, place.x + way * (half - wide / 2), place.y, IVORY)
    room = Place(place.x + way * (1.03 * medal - wide) / 2, place.y, place.w - 1.27 * medal - wide, place.h)
    if score.name:
        sketch.text(score.name, room, 0.9 * size, IVORY, bold=True, align=near)
        return
    side, count = _DOT * size, int(room.w / (_DOTS_APART * size))
    for number in range(count):  # they lead to the points, as in a table of contents
        x = room.x + _DOTS_APART * size * (number - (count - 1) / 2)
        sketch.fill(Place(x, place.y, side, side), side / 2, INK_SOFT.fade(0.6))
