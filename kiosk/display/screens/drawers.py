"""What opens inside a panel of the lobby: the seat's language and handicap, and what is chosen for everybody.

A drawer shows all that can be chosen side by side, and what is chosen now is lit: nothing has to be guessed, nothing
cycles.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.choice_texts import HANDICAP_TEXTS, text_of, warning_text
from kiosk.display.controls import CHOOSE
from kiosk.display.i18n import NAMES
from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.sketch import Sketch
from kiosk.display.text import one_size
from kiosk.display.theme import ACCENT, ALARM, CELL, DARK_INK, INK, INK_SOFT, Rgba
from kiosk.display.widgets.frame import draw_ground, draw_head
from kiosk.messages import Choice, Lobby

_COLUMNS: Final = 5
"""So many values fit side by side into the smallest panel."""
_NOTE: Final = 0.30
"""Height of a line below the values, in card widths."""
_WARNING: Final[Rgba] = ALARM.mix(INK, 0.45)


def draw_drawer(sketch: Sketch, context: PanelContext, drawer: str, lobby: Lobby) -> None:
    """The drawer of that name (``controls.Drawers``) over the whole panel."""
    key = drawer.removeprefix(CHOOSE)
    choice = next((choice for choice in lobby.choices if choice.key == key), None)
    if drawer == "language":
        _draw_languages(sketch, context, lobby)
    elif drawer == "handicap":
        _draw_handicaps(sketch, context, lobby)
    elif choice is not None:
        _draw_choice(sketch, context, choice)
    else:
        _draw_more(sketch, context, lobby)


def start_note(context: PanelContext) -> str:
    """When the match begins, or what it waits for."""
    say, table = context.say, context.table
    if table.deadline and context.left(table.deadline):
        return say("Starts in {seconds} s", seconds=round(context.left(table.deadline) + 0.49))
    return say("Waiting for players") if context.view.state == "ready" else say("Press READY to play")


def _draw_languages(sketch: Sketch, context: PanelContext, lobby: Lobby) -> None:
    room = _open(sketch, context, context.say("My language"))
    names = [NAMES.get(code, code) for code in lobby.languages]
    chosen = lobby.languages.index(context.view.language) if context.view.language in lobby.languages else None
    _draw_values(sketch, context, "language", room, names, chosen)


def _draw_handicaps(sketch: Sketch, context: PanelContext, lobby: Lobby) -> None:
    """The size of the own Ligretto stack (RULES.md E22), the own extra dice (N15)."""
    say, size, text = context.say, context.view.handicap, HANDICAP_TEXTS[context.table.game]
    room = _open(sketch, context, say(text.title))
    chosen = lobby.handicaps.index(size) if size in lobby.handicaps else None
    names = [text.offered(size, say) for size in lobby.handicaps]
    _draw_values(sketch, context, "handicap", room, names, chosen, say(text.note))


def _draw_choice(sketch: Sketch, context: PanelContext, choice: Choice) -> None:
    """All values of one choice of the match."""
    say, text = context.say, text_of(choice.key, context.table.game)
    room = _open(sketch, context, say("For everybody: {title}", title=say(text.title)), back=True)
    names = [text.name(value, say) for value in choice.values]
    note, tint = text.hint(choice.value, say), INK
    if choice.warning is not None:
        note, tint = warning_text(choice.warning, say), _WARNING
    _draw_values(sketch, context, choice.key, room, names, choice.values.index(choice.value), note, tint)


def _draw_more(sketch: Sketch, context: PanelContext, lobby: Lobby) -> None:
    """What is chosen for everybody: a tile for each choice, which opens it."""
    say, unit = context.say, context.unit
    room = _open(sketch, context, say("For everybody at the table"))
    choices = [choice for choice in lobby.choices if choice.key != "game"]  # that one is in the panel itself
    warning = next((choice.warning for choice in choices if choice.warning is not None), None)
    note = warning_text(warning, say) if warning else say("Touch one to see all that can be chosen")
    columns = -(-len(choices) // 2)
    places = _grid(_above_note(sketch, context, room, note, _WARNING if warning else INK_SOFT), 2, columns, unit)
    for choice, place in zip(choices, places, strict=False):
        text = text_of(choice.key, context.table.game)
        value = text.name(choice.value, say)
        sketch.fill(place, 0.14 * unit, CELL.fade(1.5))
        if choice.warning:
            sketch.outline(place, 0.14 * unit, 2, _WARNING)
        inner = place.inset(0.1 * unit)
        arrow = 0.24 * unit
        words = Place(inner.x - arrow / 2, inner.y, inner.w - arrow, place.h)
        title, below = words._replace(y=place.y + 0.24 * place.h), words._replace(y=place.y - 0.18 * place.h)
        sketch.text(say(text.title), title._replace(h=0.42 * place.h), 0.22 * unit, INK_SOFT, align="left")
        sketch.text(value, below._replace(h=0.56 * place.h), 0.34 * unit, ACCENT, bold=True, align="left")
        sketch.sign("icon open", inner.right - arrow / 2, place.y, arrow, INK_SOFT)
        sketch.item(CHOOSE + choice.key, place, text=f"{say(text.title)}: {value}")


def _open(sketch: Sketch, context: PanelContext, title: str, *, back: bool = False) -> Place:
    """The panel as a drawer: its title, the controls that lead ``back`` or close it, and the room that is left."""
    draw_ground(sketch, context)
    draw_head(sketch, context, start_note(context))
    unit, flip = context.unit, -1 if context.view.mirrored else 1
    close, head = context.panel.places["leave"], context.panel.places["ticker"]
    sketch.button("close", close.inset(0.06 * unit), "", 0.3 * unit, fill=CELL.fade(1.8), ink=INK, icon="cross")
    if back:
        width = 1.5 * unit
        place = Place(head.x + flip * (head.w - width) / 2, head.y, width, close.h - 0.12 * unit)
        sketch.button("more", place, context.say("Back"), 0.26 * unit, fill=CELL.fade(1.8), ink=INK, icon="back")
        head = Place(head.x - flip * (width + 0.1 * unit) / 2, head.y, head.w - width - 0.1 * unit, head.h)
    align = "right" if context.view.mirrored else "left"
    sketch.paragraph(title, head, 0.32 * unit, INK, bold=True, align=align)
    return context.panel.places["body"].inset(0.12 * unit)


def _draw_values(
    sketch: Sketch,
    context: PanelContext,
    what: str,
    room: Place,
    names: Sequence[str],
    chosen: int | None,
    note: str = "",
    tint: Rgba = INK,
) -> None:
    """Every value as a control, the one that is ``chosen`` lit; below them what is to be said about it."""
    rows = -(-len(names) // _COLUMNS)
    above = _above_note(sketch, context, room, note, tint, lines=2 if rows == 1 else 1)
    places = _grid(above, rows, -(-len(names) // rows), context.unit)
    tiles = [place._replace(h=min(place.h, 0.9 * context.unit)) for place in places]
    text = tiles[0].inset(0.05 * context.unit)
    size = one_size(names, 0.3 * context.unit, (text.w, text.h), bold=True)
    for slot, (name, tile) in enumerate(zip(names, tiles, strict=False)):
        lit = slot == chosen
        sketch.fill(tile, 0.14 * context.unit, ACCENT if lit else CELL.fade(1.5))
        sketch.paragraph(name, tile.inset(0.05 * context.unit), size, DARK_INK if lit else INK, bold=lit)
        sketch.item(what, tile, slot=slot, text=name)


def _above_note(sketch: Sketch, context: PanelContext, room: Place, note: str, tint: Rgba, lines: int = 1) -> Place:
    """The room without the ``lines`` at its bottom, in which the ``note`` is written."""
    if not note:
        return room
    height = _NOTE * lines * context.unit
    below = Place(room.x, room.bottom + height / 2, room.w, height)
    sketch.paragraph(note, below, (0.24 if lines == 1 else 0.3) * context.unit, tint)
    return Place(room.x, room.y + height / 2, room.w, room.h - height)


def _grid(room: Place, rows: int, columns: int, unit: float) -> list[Place]:
    """Places in rows, from the top left."""
    width, height, gap = room.w / columns, room.h / rows, 0.08 * unit
    return [
        Place(room.left + (column + 0.5) * width, room.top - (row + 0.5) * height, width - gap, height - gap)
        for row in range(rows)
        for column in range(columns)
    ]
