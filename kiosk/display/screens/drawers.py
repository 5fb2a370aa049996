"""The drawers of a panel in the lobby: the seat's name, language and handicap, and the choices for everybody.

A drawer shows all values side by side, with the current one lit: nothing has to be guessed, and no control cycles
through values.
"""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import CHOOSE, LETTERS, NAME, writing
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, CELL, INK, INK_SOFT
from kiosk.display.screens.names import draw_letters, draw_names
from kiosk.display.texts.choices import text_of, warning_text
from kiosk.display.texts.games import HandicapText
from kiosk.display.texts.i18n import own_name
from kiosk.display.widgets.drawer import WARNING, Beside, above_note, draw_values, grid, open_drawer
from kiosk.display.widgets.progress import start_note
from kiosk.layout.table_layout import Place
from kiosk.protocol import Choice, Lobby


def draw_drawer(sketch: Sketch, context: PanelContext, drawer: str, lobby: Lobby) -> None:
    """Draw the drawer of this name (``controls.Drawers``) over the whole panel."""
    key, handicap = drawer.removeprefix(CHOOSE), context.table.texts.handicap
    choice = next((choice for choice in lobby.choices if choice.key == key), None)
    if drawer == "language":
        _draw_languages(sketch, context)
    elif drawer == "handicap" and handicap is not None and lobby.handicaps:
        _draw_handicaps(sketch, context, lobby, handicap)
    elif drawer.partition(" ")[0] == NAME:
        draw_names(sketch, context, lobby, page=int(drawer.removeprefix(NAME) or 0))
    elif drawer.startswith(LETTERS):
        draw_letters(sketch, context, *writing(drawer))
    elif choice is not None:
        _draw_choice(sketch, context, choice)
    else:
        _draw_more(sketch, context, lobby)


def _draw_languages(sketch: Sketch, context: PanelContext) -> None:
    room = open_drawer(sketch, context, context.say("My language"), start_note(context))
    languages = context.table.languages
    names = [own_name(code) for code in languages]
    chosen = languages.index(context.view.language) if context.view.language in languages else None
    draw_values(sketch, context, "language", room, names, chosen)


def _draw_handicaps(sketch: Sketch, context: PanelContext, lobby: Lobby, text: HandicapText) -> None:
    """Draw the sizes of the seat's Ligretto stack (RULES.md E22), or its numbers of extra dice (N15)."""
    say, size = context.say, context.view.handicap
    room = open_drawer(sketch, context, say(text.title), start_note(context))
    chosen = lobby.handicaps.index(size) if size in lobby.handicaps else None
    names = [text.offered(size, say) for size in lobby.handicaps]
    draw_values(sketch, context, "handicap", room, names, chosen, say(text.note))


def _draw_choice(sketch: Sketch, context: PanelContext, choice: Choice) -> None:
    """Draw all values of one choice of the match."""
    say, text = context.say, text_of(choice.key, context.table.game)
    title = say("For everybody: {title}", title=say(text.title))
    room = open_drawer(sketch, context, title, start_note(context), Beside("more", say("Back"), "back"))
    names = [text.name(value, say) for value in choice.values]
    note, tint = text.hint(choice.value, say), INK
    if choice.warning is not None:
        note, tint = warning_text(choice.warning, context.table.game, say), WARNING
    draw_values(sketch, context, choice.key, room, names, choice.values.index(choice.value), note, tint)


def _draw_more(sketch: Sketch, context: PanelContext, lobby: Lobby) -> None:
    """Draw the choices for everybody: a tile for each choice, which opens it."""
    say, unit = context.say, context.unit
    room = open_drawer(sketch, context, say("For everybody at the table"), start_note(context))
    choices = [choice for choice in lobby.choices if choice.key != "game"]  # the game is chosen in the panel itself
    warning = next((choice.warning for choice in choices if choice.warning is not None), None)
    note = warning_text(warning, context.table.game, say) if warning else say("Touch one to see all that can be chosen")
    columns = -(-len(choices) // 2)
    places = grid(above_note(sketch, context, room, note, WARNING if warning else INK_SOFT), 2, columns, unit)
    for choice, place in zip(choices, places, strict=False):
        text = text_of(choice.key, context.table.game)
        value = text.name(choice.value, say)
        sketch.fill(place, 0.14 * unit, CELL.fade(1.5))
        if choice.warning:
            sketch.outline(place, 0.14 * unit, 2, WARNING)
        inner = place.inset(0.1 * unit)
        arrow = 0.24 * unit
        words = Place(inner.x - arrow / 2, inner.y, inner.w - arrow, place.h)
        title, below = words._replace(y=place.y + 0.24 * place.h), words._replace(y=place.y - 0.18 * place.h)
        sketch.text(say(text.title), title._replace(h=0.42 * place.h), 0.22 * unit, INK_SOFT, align="left")
        sketch.text(value, below._replace(h=0.56 * place.h), 0.34 * unit, ACCENT, bold=True, align="left")
        sketch.sign("icon open", inner.right - arrow / 2, place.y, arrow, INK_SOFT)
        sketch.item(CHOOSE + choice.key, place, text=f"{say(text.title)}: {value}")
