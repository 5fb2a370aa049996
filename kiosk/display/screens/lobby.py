"""The lobby before a match: the invitation, the game in three pictures, READY, and the choices."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.controls import NAME
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import (
    ACCENT,
    CELL,
    DARK_INK,
    GO,
    INK,
    INK_SOFT,
    PANEL,
    TABLE_DEEP,
    Rgba,
    seat_color,
)
from kiosk.display.screens.drawers import draw_drawer
from kiosk.display.screens.play import draw_play
from kiosk.display.texts.choices import text_of, warning_text
from kiosk.display.texts.i18n import own_name
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head, draw_wordmark
from kiosk.display.widgets.progress import start_note
from kiosk.layout.table_layout import Place


def draw_attract(sketch: Sketch, context: PanelContext) -> None:
    """Draw the bots' game, dimmed, and the invitation over the whole panel."""
    draw_play(sketch, context)
    sketch.items.clear()
    width, depth = context.panel.size
    unit = context.unit
    sketch.fill(Place(0, 0, width - 4, depth - 4), 0.16 * unit, TABLE_DEEP.fade(0.72))
    draw_wordmark(sketch, 0, context.panel.places["head"].y - 0.1 * unit, 0.8 * unit)
    _draw_invitation(sketch, context, Place(0, -0.42 * unit, min(width * 0.72, 8.0 * unit), 1.15 * unit))


def _draw_invitation(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a large control; the whole panel reacts like it. Without room, draw why nobody may sit here."""
    width, depth = context.panel.size
    text, size = context.say("Touch here to play"), 0.5 * context.unit
    if context.no_room:
        text = context.say(context.words.no_room)
        sketch.paragraph(text, place, size, INK)
    sketch.item("seat", Place(0, 0, width, depth), text=text, enabled=not context.no_room)
    if context.no_room:
        return
    shown = Sketch(sketch.frame, sketch.seat)
    shown.button("seat", place, text, size, fill=ACCENT, lit=True, icon="hand")
    sketch.marks += shown.marks


def draw_ready(sketch: Sketch, context: PanelContext) -> None:
    """Draw a seat in the lobby: free, taken or ready."""
    if context.view.state == "free":
        _draw_free(sketch, context)
    elif context.open_drawer is not None and context.table.lobby is not None:
        draw_drawer(sketch, context, context.open_drawer, context.table.lobby)
    else:
        _draw_taken(sketch, context)


def _draw_free(sketch: Sketch, context: PanelContext) -> None:
    draw_ground(sketch, context)
    width, depth = context.panel.size
    unit = context.unit
    draw_wordmark(sketch, 0, 0.86 * unit, 0.6 * unit)
    _draw_invitation(sketch, context, Place(0, -0.24 * unit, min(width * 0.72, 8.0 * unit), 1.0 * unit))
    lobby = context.table.lobby
    if lobby is not None and any(choice.key == "bots" and choice.value != "off" for choice in lobby.choices):
        text = context.say("Else a bot plays here")
        sketch.text(text, Place(0, -depth / 2 + 0.4 * unit, width * 0.8, 0.4 * unit), 0.32 * unit, INK_SOFT)


def _draw_taken(sketch: Sketch, context: PanelContext) -> None:
    view, unit, say = context.view, context.unit, context.say
    ready = view.state == "ready"
    draw_ground(sketch, context, lit=ready)
    _draw_name(sketch, context)
    draw_corner(sketch, context)
    _draw_settings(sketch, context)
    body = context.panel.places["body"].inset(0.18 * unit)
    flip = -1 if view.mirrored else 1
    button_w = min(2.6 * unit, 0.32 * body.w)
    column = Place(body.x + flip * (body.w - button_w) / 2, body.y, button_w, body.h)
    button = _draw_game(sketch, context, column)
    if ready:
        sketch.button("ready", button, say("Ready!"), 0.5 * unit, fill=GO, icon="check")
    else:
        sketch.button("ready", button, say("READY"), 0.56 * unit, fill=ACCENT, lit=True)
    how = Place(body.x - flip * (button_w + 0.24 * unit) / 2, body.y, body.w - button_w - 0.24 * unit, body.h)
    _draw_how_to(sketch, context, how)


def _draw_name(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seat's name, as a control if names may be chosen."""
    view, unit, lobby = context.view, context.unit, context.table.lobby
    choosable = lobby is not None and lobby.takes_names
    place = context.panel.places["head"]
    if choosable:
        sketch.fill(place, 0.14 * unit, _own(context))
    draw_head(sketch, context, start_note(context))
    if choosable:
        sketch.item(NAME, place, text=context.who(view.seat))
        flip, side = -1 if view.mirrored else 1, 0.36 * unit
        x, y = place.x - flip * (place.w / 2 - 0.14 * unit), place.y - 0.32 * unit
        sketch.sign("disc", x, y, side, PANEL)
        sketch.sign("icon pen", x, y, 0.72 * side, INK)


def _own(context: PanelContext) -> Rgba:
    """Return the background of the seat's own settings."""
    return PANEL.mix(seat_color(context.view.seat), 0.42).fade(1.4)


def _draw_game(sketch: Sketch, context: PanelContext, column: Place) -> Place:
    """Draw the switch between the games, for everybody, with its warning; return the room below it."""
    say, unit = context.say, context.unit
    choice = (
        next((choice for choice in context.table.lobby.choices if choice.key == "game"), None)
        if context.table.lobby
        else None
    )
    if choice is None:
        return column
    text = text_of(choice.key, context.table.game)
    bar = Place(column.x, column.top - 0.25 * unit, column.w, 0.5 * unit)
    sketch.fill(bar, 0.14 * unit, CELL.fade(2.0))
    width = bar.w / len(choice.values)
    for slot, value in enumerate(choice.values):
        tile = Place(bar.left + (slot + 0.5) * width, bar.y, width, bar.h)
        lit = value == choice.value
        if lit:
            sketch.fill(tile.inset(0.04 * unit), 0.11 * unit, INK.fade(0.92))
        name, ink = text.name(value, say), DARK_INK if lit else INK
        sketch.text(name, tile.inset(0.07 * unit), 0.3 * unit, ink, bold=lit)
        sketch.item(choice.key, tile, slot=slot, text=name)
    bottom = bar.bottom
    if choice.warning is not None:
        line = Place(column.x, bottom - 0.17 * unit, column.w, 0.3 * unit)
        sketch.text(warning_text(choice.warning, context.table.game, say), line, 0.25 * unit, ACCENT)
        bottom = line.bottom
    return Place(column.x, (bottom - 0.08 * unit + column.bottom) / 2, column.w, bottom - 0.08 * unit - column.bottom)


def _draw_settings(sketch: Sketch, context: PanelContext) -> None:
    """Draw, between name and corner, the seat's own settings in its colour, then the choices for everybody."""
    view, say, room = context.view, context.say, context.panel.places["ticker"]
    handicap, lobby = context.table.texts.handicap, context.table.lobby
    own = _own(context)
    controls = [
        ("language", "globe", own_name(view.language), own),
        ("mirror", "swap", say("Left hand") if view.mirrored else say("Right hand"), own),
        ("more", "more", say("For all"), CELL.fade(2.0)),
    ]
    if handicap is not None and lobby is not None and lobby.handicaps:
        controls.insert(-1, ("handicap", handicap.icon, handicap.shown(view.handicap, say), own))
    gap, apart = 0.07 * context.unit, 0.34 * context.unit
    width = (room.w - 2 * gap - apart) / len(controls)
    flip = -1 if view.mirrored else 1
    x = room.x - flip * room.w / 2
    for what, icon, text, fill in controls:
        x += flip * (apart - gap) if what == "more" else 0
        place = Place(x + flip * width / 2, room.y, width, room.h)
        _draw_setting(sketch, context, what, place, icon, text, fill)
        x += flip * (width + gap)


def _draw_setting(
    sketch: Sketch, context: PanelContext, what: str, place: Place, icon: str, text: str, fill: Rgba
) -> None:
    """Draw a picture with its word below, large enough for a finger."""
    sketch.fill(place, 0.14 * context.unit, fill)
    sketch.sign(f"icon {icon}", place.x, place.y + 0.15 * place.h, 0.42 * place.h, INK)
    line = Place(place.x, place.bottom + 0.21 * place.h, place.w - 0.05 * context.unit, 0.36 * place.h)
    sketch.text(text, line, 0.24 * context.unit, INK)
    sketch.item(what, place, slot=int(not context.view.mirrored) if what == "mirror" else None, text=text)


def _draw_how_to(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw three steps, each a picture and a line; a child can read the pictures."""
    steps = picture_of_game(context.table.game).steps(context)
    gap = 0.12 * context.unit
    width = (place.w - gap * (len(steps) - 1)) / len(steps)
    text_w, text_h = width - 0.08 * context.unit, 0.43 * place.h
    size = one_size((text for _, text in steps), 0.28 * context.unit, (text_w, text_h))
    for number, (picture, text) in enumerate(steps):
        box = Place(place.left + width / 2 + number * (width + gap), place.y, width, place.h)
        sketch.fill(box, 0.12 * context.unit, CELL.fade(0.5))
        picture(sketch, context, Place(box.x, box.y + 0.22 * box.h, box.w, 0.52 * box.h))
        sketch.paragraph(text, Place(box.x, box.y - 0.265 * box.h, text_w, text_h), size, INK)


def draw_tab(sketch: Sketch, context: PanelContext) -> None:
    """Draw the mark of a seat that is not in the match: it may join the next round."""
    place = context.panel.places["body"].inset(2)
    color = seat_color(context.view.seat)
    say = context.say
    text = say("You play from the next round") if context.view.joining else say("Touch: join the next round")
    if context.table.state in ("attract", "ready", "match_result"):
        text = say("Touch here to play")
    if context.no_room:
        text, color = say(context.words.no_room), INK_SOFT
    sketch.fill(place, 0.3 * place.h, PANEL.mix(color, 0.12))
    sketch.outline(place, 0.3 * place.h, 1.5, color.fade(0.6))
    sketch.sign(f"seat {context.view.seat}", place.left + 0.55 * place.h, place.y, 0.55 * place.h, color)
    room = Place(place.x + 0.4 * place.h, place.y, place.w - 1.2 * place.h, place.h)
    sketch.text(text, room, 0.3 * context.unit, INK)
    sketch.item("seat", context.panel.places["body"], text=text, enabled=not context.no_room)
