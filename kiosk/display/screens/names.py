"""A name for the seat: those that are known here are touched, a new one is written letter by letter, in the panel."""

from __future__ import annotations

from typing import Final

from kiosk.display.controls import NAME, NAME_LENGTH
from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.sketch import Sketch
from kiosk.display.text import one_size
from kiosk.display.theme import ACCENT, CELL, DARK_INK, INK, INK_FAINT, INK_SOFT
from kiosk.display.widgets.drawer import Beside, grid, open_drawer
from kiosk.display.widgets.progress import start_note
from kiosk.messages import Lobby

_COLUMNS, _ROWS = 4, 3
"""So many names of full length fit into the smallest panel."""
_PAGE: Final = _COLUMNS * _ROWS - 3
"""Names shown at once, if there are more: beside guest, new name and the way to the others."""
_LETTERS: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OTHERS: Final = {"de": "ÄÖÜß", "fr": "ÀÂÇÈÉÊËÎÏÔÛ"}
"""Further letters, by the seat's language."""
_SIGNS: Final = "1234567890-' "
_APART: Final = " -'"
"""After these a name goes on with a capital letter."""
_LETTER_ROWS: Final = 3
_SHARP_S: Final = "ß"
"""It has no capital."""


def draw_names(sketch: Sketch, context: PanelContext, lobby: Lobby, page: int) -> None:
    """Guest, a new name, and the names that have been chosen here lately; one that sits elsewhere cannot be taken."""
    say, unit = context.say, context.unit
    room = open_drawer(sketch, context, say("With a name your results stay in the scores"), start_note(context))
    first = _PAGE * page
    known = lobby.names[first : first + _PAGE]
    rows = -(-(min(len(lobby.names), _PAGE + 1) + 2) // _COLUMNS)
    guest, new, *places = [place._replace(h=min(place.h, 0.9 * unit)) for place in grid(room, rows, _COLUMNS, unit)]
    words = (say("Guest"), say("New name"), *known)
    size = one_size(words, 0.3 * unit, (guest.w - 0.1 * unit, guest.h), bold=True)
    _draw_name(sketch, context, guest, words[0], size, slot=0, lit=not context.view.name)
    sketch.fill(new, 0.14 * unit, CELL.fade(1.5))
    sketch.outline(new, 0.14 * unit, 2, ACCENT.fade(0.8))
    sketch.text(words[1], new.inset(0.05 * unit), size, ACCENT, bold=True)
    sketch.item("new_name", new, text=words[1])
    elsewhere = {name.casefold() for seat, name in context.table.names if seat != context.view.seat}
    for slot, (name, place) in enumerate(zip(known, places, strict=False), first + 1):
        taken = name.casefold() in elsewhere
        _draw_name(sketch, context, place, name, size, slot, lit=name == context.view.name, taken=taken)
    if len(lobby.names) > _PAGE:
        following = page + 1 if len(lobby.names) > first + _PAGE else 0
        sketch.fill(places[-1], 0.14 * unit, CELL.fade(1.5))
        sketch.sign("icon open", places[-1].x, places[-1].y, 0.7 * places[-1].h, INK_SOFT)
        sketch.item("more_names", places[-1], slot=following, text=say("More"))


def _draw_name(
    sketch: Sketch,
    context: PanelContext,
    place: Place,
    name: str,
    size: float,
    slot: int,
    *,
    lit: bool,
    taken: bool = False,
) -> None:
    unit = context.unit
    sketch.fill(place, 0.14 * unit, ACCENT if lit else CELL.fade(0.6 if taken else 1.5))
    ink = DARK_INK if lit else INK_FAINT if taken else INK
    sketch.text(name, place.inset(0.05 * unit), size, ink, bold=lit)
    sketch.item(NAME, place, slot=slot, text=name, enabled=not taken)


def draw_letters(sketch: Sketch, context: PanelContext, written: str) -> None:
    """What is written so far, and all that can follow."""
    say, unit = context.say, context.unit
    title, beside = f"{written}_" if len(written) < NAME_LENGTH else written, None
    others = {name.casefold() for seat, name in context.table.names if seat != context.view.seat}
    if written.strip().casefold() in others:
        title = say("{name} sits here already", name=written.strip())
    elif written.strip():
        beside = Beside("done", say("OK"), "check", lit=True)
    else:
        title = say("Write your name")
    room = open_drawer(sketch, context, title, start_note(context), beside)
    letters = letters_after(written, context.view.language)
    places = grid(room, _LETTER_ROWS, -(-(len(letters) + 1) // _LETTER_ROWS), unit)
    full = len(written) >= NAME_LENGTH
    for slot, (letter, place) in enumerate(zip(letters, places, strict=False)):
        allowed = not full and (letter not in _APART or written[-1:] not in ("", *_APART))
        _draw_key(sketch, context, place, "letter", letter, slot, enabled=allowed)
    _draw_key(sketch, context, places[len(letters)], "erase", "", enabled=bool(written))


def letters_after(written: str, language: str) -> str:
    """What can be written next: capitals at the beginning of a word."""
    capitals = written[-1:] in ("", *_APART)
    letters = _LETTERS + _OTHERS.get(language, "")
    cased = (letter.upper() if capitals and letter != _SHARP_S else letter.lower() for letter in letters)
    return "".join(cased) + _SIGNS


def _draw_key(
    sketch: Sketch,
    context: PanelContext,
    place: Place,
    what: str,
    letter: str,
    slot: int | None = None,
    *,
    enabled: bool,
) -> None:
    unit = context.unit
    sketch.fill(place, 0.1 * unit, CELL.fade(1.5 if enabled else 0.6))
    ink = INK if enabled else INK_FAINT
    if letter.strip():
        sketch.text(letter, place, 0.4 * unit, ink, bold=True)
    else:
        sketch.sign(f"icon {'space' if letter else 'erase'}", place.x, place.y, 0.7 * min(place.w, place.h), ink)
    sketch.item(what, place, slot=slot, text=letter or context.say("Erase"), enabled=enabled)
