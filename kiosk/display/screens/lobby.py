"""Before a match: the invitation, how the game goes in three pictures, READY, and the choices."""

from __future__ import annotations

from kiosk.display.i18n import NAMES, mark, speaker
from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.screens.play import draw_play
from kiosk.display.sketch import Sketch
from kiosk.display.theme import ACCENT, CELL, DARK_INK, GO, INK, INK_SOFT, PANEL, TABLE_DEEP, WHITE, seat_color
from kiosk.display.widgets.frame import draw_corner, draw_ground, draw_head
from kiosk.display.widgets.wordmark import draw_wordmark

PRESET_NAMES = {
    "table_default": mark("Table rules"),
    "schmidt_de_fr_it": mark("Classic (DE, FR, IT)"),
}


def draw_attract(sketch: Sketch, context: PanelContext) -> None:
    """The bots play, dimmed; the whole panel invites."""
    draw_play(sketch, context)
    sketch.items.clear()
    width, depth = context.panel.size
    unit = context.unit
    sketch.fill(Place(0, 0, width - 4, depth - 4), 0.16 * unit, TABLE_DEEP.fade(0.72))
    draw_wordmark(sketch, 0, context.panel.places["head"].y - 0.1 * unit, 0.8 * unit)
    _draw_invitation(sketch, context, Place(0, -0.42 * unit, min(width * 0.72, 8.0 * unit), 1.15 * unit))


def _draw_invitation(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """A large control over the panel; the panel all around it does the same."""
    width, depth = context.panel.size
    text = speaker(context.invitation or context.view.language)("Touch here to play")
    sketch.item("seat", Place(0, 0, width, depth), text=text)
    size = 0.5 * context.unit
    shown = Sketch(sketch.frame, sketch.seat)
    shown.button("seat", place, text, size, fill=ACCENT, lit=True, icon="hand")
    sketch.marks += shown.marks


def draw_ready(sketch: Sketch, context: PanelContext) -> None:
    """A seat in the lobby: free, taken or ready."""
    if context.view.state == "free":
        _draw_free(sketch, context)
    elif context.open_drawer == "more":
        _draw_more(sketch, context)
    elif context.open_drawer == "language":
        _draw_languages(sketch, context)
    else:
        _draw_taken(sketch, context)


def _draw_free(sketch: Sketch, context: PanelContext) -> None:
    draw_ground(sketch, context)
    width, depth = context.panel.size
    unit = context.unit
    draw_wordmark(sketch, 0, 0.86 * unit, 0.6 * unit)
    _draw_invitation(sketch, context, Place(0, -0.24 * unit, min(width * 0.72, 8.0 * unit), 1.0 * unit))
    if context.table.lobby is not None and context.table.lobby.bots:
        text = speaker(context.invitation or context.view.language)("Else a bot plays here")
        sketch.text(text, Place(0, -depth / 2 + 0.38 * unit, width * 0.8, 0.32 * unit), 0.22 * unit, INK_SOFT)


def _draw_taken(sketch: Sketch, context: PanelContext) -> None:
    view, unit, say = context.view, context.unit, context.say
    ready = view.state == "ready"
    draw_ground(sketch, context, lit=ready)
    draw_head(sketch, context, _start_note(context))
    draw_corner(sketch, context)
    _draw_settings(sketch, context)
    body = context.panel.places["body"].inset(0.18 * unit)
    flip = -1 if view.mirrored else 1
    button_w = min(2.6 * unit, 0.32 * body.w)
    button = Place(body.x + flip * (body.w - button_w) / 2, body.y, button_w, min(body.h, 1.35 * unit))
    if ready:
        sketch.button("ready", button, say("Ready!"), 0.5 * unit, fill=GO, icon="check")
    else:
        sketch.button("ready", button, say("READY"), 0.56 * unit, fill=ACCENT, lit=True)
    how = Place(body.x - flip * (button_w + 0.24 * unit) / 2, body.y, body.w - button_w - 0.24 * unit, body.h)
    _draw_how_to(sketch, context, how)


def _start_note(context: PanelContext) -> str:
    say, table = context.say, context.table
    if table.deadline and context.left(table.deadline):
        return say("Starts in {seconds} s", seconds=round(context.left(table.deadline) + 0.49))
    return say("Waiting for players") if context.view.state == "ready" else say("Press READY to play")


def _draw_settings(sketch: Sketch, context: PanelContext) -> None:
    """Language, handedness and More, between the name and the corner."""
    unit, say = context.unit, context.say
    room = context.panel.places["ticker"]
    side = room.h * 0.86
    flip = -1 if context.view.mirrored else 1
    texts = (NAMES.get(context.view.language, context.view.language), "", say("More"))
    widths = [side + 1.35 * unit, side, side + 1.05 * unit]
    controls = zip(("language", "mirror", "more"), ("globe", "swap", "more"), texts, widths, strict=True)
    x = room.x + flip * room.w / 2
    for what, icon, text, width in reversed(list(controls)):
        place = Place(x - flip * width / 2, room.y, width, side)
        sketch.button(what, place, text, 0.26 * unit, fill=CELL.fade(1.6), ink=INK, icon=icon)
        if what == "mirror":
            item = sketch.items.pop()
            sketch.item(
                "mirror", place, slot=0 if context.view.mirrored else 1, text=say("Left hand"), enabled=item.enabled
            )
        x -= flip * (width + 0.12 * unit)


def _draw_how_to(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Three steps, each a picture and a line; a child reads the pictures."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    push = say("Push cards out: 1, 2, 3 ... in one colour")
    steps = (
        (_picture_piles, say("Tap a card that fits: 1, 2, 3 ... in one colour") if tap else push),
        (_picture_hand, say("Nothing fits? Tap your hand")),
        (_picture_stop, say("Stack empty? Hit Stop!")),
    )  # fmt: skip
    gap = 0.12 * context.unit
    width = (place.w - gap * (len(steps) - 1)) / len(steps)
    for number, (picture, text) in enumerate(steps):
        box = Place(place.left + width / 2 + number * (width + gap), place.y, width, place.h)
        sketch.fill(box, 0.12 * context.unit, CELL.fade(0.5))
        picture(sketch, context, Place(box.x, box.y + 0.22 * box.h, box.w, 0.52 * box.h))
        room = Place(box.x, box.y - 0.265 * box.h, box.w - 0.08 * context.unit, 0.43 * box.h)
        sketch.paragraph(text, room, 0.23 * context.unit, INK)


def _small_card(place: Place, x: float, height: float) -> Place:
    return Place(place.x + x, place.y, round(height / 1.5), round(height))


def _picture_piles(sketch: Sketch, _: PanelContext, place: Place) -> None:
    height = place.h * 0.86
    for index, card in enumerate(("g1", "g2", "g3")):
        sketch.face(card, _small_card(place, (index - 1) * height * 0.52, height))


def _picture_hand(sketch: Sketch, context: PanelContext, place: Place) -> None:
    height = place.h * 0.86
    sketch.face("b4", _small_card(place, -height * 0.42, height))
    hand = _small_card(place, height * 0.42, height)
    sketch.back(context.view.seat, hand)
    sketch.sign("icon hand", hand.x + 0.1 * height, hand.y - 0.22 * height, height * 0.62, TABLE_DEEP.fade(0.8))
    sketch.sign("icon hand", hand.x + 0.1 * height, hand.y - 0.22 * height, height * 0.52, WHITE)


def _picture_stop(sketch: Sketch, context: PanelContext, place: Place) -> None:
    side = place.h * 0.84
    sketch.sign("disc", place.x, place.y, side, TABLE_DEEP)
    sketch.sign("disc", place.x, place.y, side * 0.92, seat_color(context.view.seat).mix(PANEL, 0.1))
    sketch.text("STOP", Place(place.x, place.y, side * 0.9, side * 0.5), side * 0.36, DARK_INK, bold=True)


def _draw_languages(sketch: Sketch, context: PanelContext) -> None:
    lobby = context.table.lobby
    room = _draw_drawer(sketch, context, context.say("Language"))
    languages = lobby.languages if lobby else ()
    options = [(NAMES.get(code, code), code == context.view.language) for code in languages]
    per_row = min(4, max(1, len(options)))
    height = min(0.9 * context.unit, room.h / -(-len(options) // per_row) - 0.1 * context.unit) if options else 0
    for index, (text, chosen) in enumerate(options):
        row, column = divmod(index, per_row)
        width = room.w / per_row
        place = Place(
            room.left + (column + 0.5) * width, room.y - row * height * 1.12, width - 0.12 * context.unit, height
        )
        _option(sketch, context, "language", index, place, text, chosen)


def _draw_more(sketch: Sketch, context: PanelContext) -> None:
    """Edition, length, bots and touch mode: one row a kind, names at the left."""
    lobby, say, unit = context.table.lobby, context.say, context.unit
    room = _draw_drawer(sketch, context, say("More"))
    if lobby is None:
        return
    preset = lobby.presets.index(lobby.preset) if lobby.preset in lobby.presets else 0
    following = (preset + 1) % len(lobby.presets)
    height = room.h / 2
    rounds = Place(room.x, room.y + height / 2, room.w, height - 0.12 * unit)
    label = 1.5 * unit
    sketch.text(
        say("Rounds"),
        Place(rounds.left + label / 2, rounds.y, label - 0.1 * unit, rounds.h),
        0.27 * unit,
        INK_SOFT,
        align="left",
    )
    width = (rounds.w - label) / len(lobby.rounds_choices)
    for index, number in enumerate(lobby.rounds_choices):
        place = Place(rounds.left + label + (index + 0.5) * width, rounds.y, width - 0.12 * unit, rounds.h)
        _option(sketch, context, "rounds", index, place, str(number), number == lobby.rounds)
    drag = lobby.touch_mode == "drag"
    switches = (
        ("preset", following, say(PRESET_NAMES.get(lobby.preset, lobby.preset)), False, 0.44),
        ("bots", int(not lobby.bots), say("Bots: on") if lobby.bots else say("Bots: off"), lobby.bots, 0.25),
        ("touch_mode", int(drag), say("Touch: drag") if drag else say("Touch: tap"), False, 0.31),
    )
    x = room.left
    for what, slot, text, chosen, share in switches:
        wide = share * room.w
        place = Place(x + wide / 2, room.y - height / 2, wide - 0.12 * unit, height - 0.12 * unit)
        _option(sketch, context, what, slot, place, text, chosen)
        x += wide


def _draw_drawer(sketch: Sketch, context: PanelContext, title: str) -> Place:
    """The panel as a drawer: its title, the control that closes it, and the room that is left."""
    draw_ground(sketch, context)
    draw_head(sketch, context, title)
    unit = context.unit
    close = context.panel.places["leave"]
    sketch.button("close", close, "", 0.3 * unit, fill=CELL.fade(1.8), ink=INK, icon="cross")
    return context.panel.places["body"].inset(0.2 * unit)


def _option(sketch: Sketch, context: PanelContext, what: str, slot: int, place: Place, text: str, chosen: bool) -> None:
    """One value that can be chosen."""
    radius = 0.16 * context.unit
    sketch.fill(place, radius, ACCENT if chosen else CELL.fade(1.5))
    sketch.text(text, place.inset(0.1 * context.unit), 0.3 * context.unit, DARK_INK if chosen else INK, bold=chosen)
    sketch.item(what, place, slot=slot, text=text)


def draw_tab(sketch: Sketch, context: PanelContext) -> None:
    """The mark of a seat that is not in the match: it may join the next round."""
    place = context.panel.places["body"].inset(2)
    color = seat_color(context.view.seat)
    say = speaker(context.invitation or context.view.language)
    text = say("You play from the next round") if context.view.joining else say("Touch: join the next round")
    if context.table.state == "match_result":
        text = say("Touch here to play")
    sketch.fill(place, 0.3 * place.h, PANEL.mix(color, 0.12))
    sketch.outline(place, 0.3 * place.h, 1.5, color.fade(0.6))
    sketch.sign(f"seat {context.view.seat}", place.left + 0.55 * place.h, place.y, 0.55 * place.h, color)
    room = Place(place.x + 0.4 * place.h, place.y, place.w - 1.2 * place.h, place.h)
    sketch.text(text, room, 0.24 * context.unit, INK)
    sketch.item("seat", context.panel.places["body"], text=text)
