"""The choice of the seat's name: known names are touched, a new one is written letter by letter, in the panel."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import GUEST, NAME, NAME_LENGTH
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import IVORY
from kiosk.display.texts.people import own_guest_name
from kiosk.display.widgets.brass import Knob, draw_plate, draw_round, soft_ink
from kiosk.display.widgets.drawer import draw_pager, draw_value, measures_of, open_drawer
from kiosk.display.widgets.drawer_plan import Cell, cells, low, reach
from kiosk.journal.names import name_key
from kiosk.layout.table_layout import Place
from kiosk.locale.marks import mark
from kiosk.protocol import LobbyView

_COLUMNS: Final = 4
_MANY_COLUMNS: Final = 6
"""The number of names of maximum length that fit side by side into the smallest panel, and into a roomy one."""
_ROWS: Final = 3
"""The maximum number of rows of names and of letters, so that fingers can hit them."""
_EDGE: Final = 0.05
"""The distance of keys to the edge of the panel, in card widths."""
_LATIN: Final = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_OTHERS: Final = {"de": "ÄÖÜß", "fr": "ÀÂÇÈÉÊËÎÏÔÛ", "is": "ÁÐÉÍÓÚÝÞÆÖ", "it": "ÀÈÉÌÒÙ"}
"""Additional Latin letters, by the seat's language."""
_SCRIPTS: Final = {
    "ru": "АБВГДЕЁЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ",
    "he": "אבגדהוזחטיכךלמםנןסעפףצץקרשת",
    "ar": "ابتثجحخدذرزسشصضطظعغفقكلمنهويةىءأإآؤئ",
}
"""The letters of languages with another script; the Latin ones are on the pages after them."""
_SIGNS: Final = "-' 1234567890"
_APART: Final = " -'"
"""Characters after which a name continues with a capital letter."""
_SHARP_S: Final = "ß"
"""A letter without a capital form here."""


# For translators: where the names that people choose are shown, besides at this table; as short as possible.
_SEEN: Final = {
    "nowhere": mark("Names stay at this table"),
    "hall": mark("Names are shown here, also on screens"),
    "web": mark("Names are shown on the web"),
}
"""By ``House.names``. What is not known is told as the most that may be."""


def draw_names(sketch: Sketch, context: PanelContext, lobby: LobbyView, page: int) -> None:
    """Draw guest, a new name, and the names chosen here lately; a name in use at another seat cannot be taken."""
    say, unit = context.say, context.unit
    room = open_drawer(sketch, context, say(_SEEN.get(context.table.house.names, _SEEN["web"])))
    columns = _MANY_COLUMNS if context.panel.roomy else _COLUMNS
    most = columns * _rows(context, room) - 3  # besides guest, new name and the next page
    pages = -(-len(lobby.names) // most)
    first = most * page
    known = lobby.names[first : first + most]
    count = min(len(lobby.names), most + 1) + 2
    rows = -(-count // columns)
    guest, new, *places = cells(room, rows, min(columns, count), unit, rtl=context.panel.rtl)
    words = (own_guest_name(context.view), say("New name"), *known)
    size = one_size(words, 0.36 * unit * context.panel.type_scale, guest.seen.inset(0.05 * unit)[2:], bold=True)
    draw_guest(sketch, context, guest, words[0], size)
    shown = low(new.seen, unit)
    draw_plate(sketch, shown, 0.16 * unit, kind="go")
    sketch.text(words[1], shown.inset(0.1 * unit), size, IVORY, bold=True)
    sketch.item("new_name", new.touched, text=words[1])
    elsewhere = {name_key(name) for seat, name in context.table.names if seat != context.view.seat}
    for slot, (name, place) in enumerate(zip(known, places, strict=False), first + 1):
        taken = name_key(name) in elsewhere
        _draw_name(sketch, context, place, name, size, slot, lit=name == context.view.name, taken=taken)
    if pages > 1:
        draw_pager(sketch, context, places[-1], page, pages)


def draw_guest(sketch: Sketch, context: PanelContext, place: Cell, name: str, size: float) -> None:
    """Draw the way back to a guest's name; if that is who sits here, it rolls another one."""
    if context.view.name:
        _draw_name(sketch, context, place, name, size, slot=0, lit=False)
        return
    shown = low(place.seen, context.unit)
    draw_value(sketch, measures_of(context), shown, name, chosen=True, size=size, icon="die")
    sketch.item(GUEST, place.touched, text=name)


def draw_medal_control(sketch: Sketch, context: PanelContext, name: str) -> None:
    """Make the medal of an open drawer the control that rolls another name for a guest, or opens the names."""
    sign, guest = context.panel.places["sign"], not context.view.name
    if guest or (context.table.lobby is not None and context.table.lobby.takes_names):
        sketch.item(GUEST if guest else NAME, sign, text=name)
        draw_badge(sketch, "die" if guest else "pen", sign, context.panel.runs)


def draw_badge(sketch: Sketch, icon: str, sign: Place, runs: int) -> None:
    """Draw a small round sign at a medal, which says what a touch on it does."""
    side = 0.45 * sign.w
    draw_small(sketch, icon, sign.x - runs * 0.37 * sign.w, sign.y - 0.32 * sign.w, side)


def draw_small(sketch: Sketch, icon: str, x: float, y: float, side: float) -> None:
    """Draw a small round sign."""
    draw_round(sketch, x, y, side)
    sketch.sign(f"icon {icon}", x, y, 0.62 * side, IVORY)


def _rows(context: PanelContext, room: Place) -> int:
    """Return the number of rows that are high enough for a finger."""
    return max(1, min(_ROWS, int(room.h // context.panel.finger)))


def _draw_name(
    sketch: Sketch,
    context: PanelContext,
    place: Cell,
    name: str,
    size: float,
    slot: int,
    *,
    lit: bool,
    taken: bool = False,
) -> None:
    unit, shown = context.unit, low(place.seen, context.unit)
    if taken:  # flat: it cannot be pressed
        sketch.text(name, shown.inset(0.1 * unit), size, soft_ink(context), bold=True)
    else:
        draw_value(sketch, measures_of(context), shown, name, chosen=lit, size=size)
    sketch.item(NAME, place.touched, slot=slot, text=name, enabled=not taken)


def draw_letters(sketch: Sketch, context: PanelContext, page: int, written: str) -> None:
    """Draw the text so far and the letters that can follow: all, or a page of large enough keys."""
    say = context.say
    title, beside = f"{written}_" if len(written) < NAME_LENGTH else written, None
    others = {name_key(name) for seat, name in context.table.names if seat != context.view.seat}
    if name_key(written) in others:
        title = say("{name} sits here already", name=written.strip())
    elif written.strip():
        beside = Knob("done", "check", say("OK"), lit=True)
    else:
        title = say("Type your name")
    open_drawer(sketch, context, title, beside)
    _draw_keys(sketch, context, page, written)


def _draw_keys(sketch: Sketch, context: PanelContext, page: int, written: str) -> None:
    """Draw the letters from the top left; erase and next page are always at the bottom right."""
    say, room = context.say, reach(context)
    pages = [
        page for letters in letters_after(written, context.view.language) for page in _pages(context, room, letters)
    ]
    rows, beside = _rows(context, room), 1 if len(pages) == 1 else 2
    columns = -(-(max(map(len, pages)) + beside) // rows)
    seen = room.inset(_EDGE * context.unit)
    places = cells(room, rows, columns, context.unit, rtl=context.panel.rtl, seen=seen)
    for slot, (letter, place) in enumerate(zip(pages[page % len(pages)], places, strict=False)):
        allowed = len(written) < NAME_LENGTH and (letter not in _APART or written[-1:] not in ("", *_APART))
        icon = "" if letter.strip() else "space"
        _draw_key(sketch, context, place, "letter", icon, slot=slot, text=letter, enabled=allowed)
    erase, *more = places[-beside:]
    _draw_key(sketch, context, erase, "erase", "erase", text=say("Erase"), enabled=bool(written))
    for place in more:
        following = (page + 1) % len(pages)
        _draw_key(sketch, context, place, "more_letters", "open", slot=following, text=say("More"))


def _pages(context: PanelContext, room: Place, letters: str) -> list[str]:
    """Return the pages of letters that fit beside the erase key and the next-page key."""
    keys = _rows(context, room) * max(3, int(room.w // context.panel.finger))
    if len(letters) < keys - 1:
        return [letters]
    count = -(-len(letters) // (keys - 2))
    each = -(-len(letters) // count)
    return [letters[start : start + each] for start in range(0, len(letters), each)]


def letters_after(written: str, language: str) -> tuple[str, ...]:
    """Return the letters that can be written next, the language's script first: capitals where a word begins."""
    capitals = written[-1:] in ("", *_APART)
    latin, own = _LATIN + _OTHERS.get(language, ""), _SCRIPTS.get(language, "")
    first, *others = (
        "".join(letter.upper() if capitals and letter != _SHARP_S else letter.lower() for letter in letters)
        for letters in (own, latin)
        if letters
    )
    return (first + _SIGNS, *others)


def _draw_key(
    sketch: Sketch,
    context: PanelContext,
    place: Cell,
    what: str,
    icon: str,
    *,
    text: str,
    slot: int | None = None,
    enabled: bool = True,
) -> None:
    """Draw a key with its letter, or an ``icon`` instead."""
    unit, shown = context.unit, low(place.seen, context.unit)
    if enabled:
        draw_plate(sketch, shown, 0.13 * unit)
    ink = IVORY if enabled else soft_ink(context)
    if icon:
        sketch.sign(f"icon {icon}", shown.x, shown.y, 0.7 * min(shown.w, shown.h), ink)
    else:
        sketch.text(text, shown, min(0.42 * unit, 0.64 * shown.h), ink, bold=True)
    sketch.item(what, place.touched, slot=slot, text=text, enabled=enabled)
