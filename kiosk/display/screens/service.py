"""The service menu, on a plate across the table at the side of whoever opened it: a keypad, then pages of tiles."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.keypad import NAMING
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, AMBER, GO, WHITE
from kiosk.display.screens.findings import draw_findings, draw_verdict
from kiosk.display.screens.staff_front import draw_front, front_remark
from kiosk.display.screens.staff_keypad import draw_keypad, draw_naming, draw_new_pin, draw_waiting
from kiosk.display.screens.staff_pages import draw_day, draw_empty, draw_list
from kiosk.display.screens.staff_plan import draw_plan_page
from kiosk.display.screens.staff_touch import draw_touch_page
from kiosk.display.texts.faults import fault_text
from kiosk.display.texts.service import DONE, NEXT, page_text, page_title, said_of
from kiosk.display.widgets.drawer import WARNING
from kiosk.display.widgets.frame import draw_ground
from kiosk.display.widgets.staff import Note, draw_head_line, draw_lamplight, draw_note
from kiosk.display.widgets.staff_gauges import Dial, draw_dial
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Place
from kiosk.locale.speaker import Say
from kiosk.protocol import ServiceView
from kiosk.protocol.opening_hours import DAYS, EVERY_DAY
from kiosk.protocol.staff_menu import SOUNDS
from kiosk.protocol.staff_settings import HOURS

_CORNER: Final = 0.07
"""Side of the corners that are held to open it, as a part of the table's shorter side."""
_SOON_S: Final = 60
_LEFT_AT_WORK: Final = frozenset({"doctor"})
"""Pages that one may leave while their job runs (``kiosk.table.menu.menu``)."""
_TURNS: Final = frozenset({"pin", "menu"})
"""Pages with the control for the menu's language."""


def draw_service(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page; at the other seats, beside the keypad, why they wait."""
    view = context.table.service
    if view is None:
        return
    if view.seat != context.view.seat:
        draw_waiting(sketch, context)
        return
    say = context.say
    if not context.view.contrast:
        draw_lamplight(sketch, context)
    draw_ground(sketch, context)
    if view.page == "cleaning" and view.locked_until:
        _draw_cleaning(sketch, context, view)
        return
    leads_back = view.page not in ("pin", "menu") and (not view.busy or view.page in _LEFT_AT_WORK)
    title = page_title(view.page, say)
    back = say("Back") if leads_back else ""
    turns = view.page in _TURNS and len(context.table.languages) > 1
    closes, verdict = _closes(context, view), _verdict(context, view)
    if verdict is not None and _upright(context):
        title = closes = ""
    elif verdict is not None:
        closes = closes or front_remark(view.tiles, say)
    beside = verdict.w if verdict else 0.0
    draw_head_line(sketch, context, title, closes, back=back, turns=turns, beside=beside)
    if view.page == "pin":
        draw_keypad(sketch, context, view)
    else:
        _draw_page(sketch, context, view)


def _verdict(context: PanelContext, view: ServiceView) -> Place | None:
    """Return the room in the head line of the front page for how the table is; other pages have none."""
    return context.panel.places["verdict"] if view.page == "menu" else None


def _upright(context: PanelContext) -> bool:
    body = context.panel.places["body"]
    return body.w < body.h


def _draw_cleaning(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw for how long nothing can be touched: the whole plate may be wiped."""
    left, lasts = math.ceil(context.left(view.locked_until)), int(view.tiles[0].text)
    words = context.say("Wipe the table now: touches and buttons do nothing")
    seconds = context.say("{seconds} s", seconds=left)
    draw_dial(sketch, context, context.panel.places["body"], Dial(seconds, words, left / lasts))


def _closes(context: PanelContext, view: ServiceView) -> str:
    """Return when the menu closes by itself, if that is soon; otherwise empty."""
    left = context.left(context.table.deadline)
    return (
        context.say("Closes in {seconds} s", seconds=math.ceil(left)) if 0 < left <= _SOON_S and not view.busy else ""
    )


def _draw_page(sketch: Sketch, context: PanelContext, view: ServiceView) -> None:
    """Draw the page's tiles, and the note below them."""
    note = _DRAWN.get(view.page, _draw_list)(sketch, context, view, _note(view, context.say))
    if note.words:
        draw_note(sketch, context, note)


_NO_NOTE: Final = Note("")


def _draw_list(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    empty = page_text(view.page).empty
    if view.tiles or not empty:
        return _NO_NOTE if draw_list(sketch, context, view.page, view.tiles, note) else note
    draw_empty(sketch, context, context.say(empty))
    return note if note.icon else _NO_NOTE


def _draw_configuration(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    """Draw the list; below it stands why the latest configuration was refused."""
    if draw_list(sketch, context, view.page, view.tiles, note):
        return _NO_NOTE
    why = next((tile.text for tile in view.tiles if tile.key == "configured"), "")
    return Note(why, WARNING, "warning") if why and not note.icon else note


def _draw_front(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    places = context.panel.places
    closes = _closes(context, view)
    if closes and not note.words and _upright(context):  # its head line has no room for it
        note = Note(closes, AMBER)
    draw_front(sketch, context, view.tiles, places["body" if note.words else "note"].bottom)
    slot, door = next((slot, tile) for slot, tile in enumerate(view.tiles) if tile.value == "doctor")
    draw_verdict(sketch, context, slot, door)
    return note


def _draw_fingers(sketch: Sketch, context: PanelContext, _: ServiceView, __: Note) -> Note:
    draw_touch_page(sketch, context)
    return _NO_NOTE


def _draw_naming(sketch: Sketch, context: PanelContext, _: ServiceView, note: Note) -> Note:
    draw_naming(sketch, context)
    return note


def _draw_new_pin(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    draw_new_pin(sketch, context, view, note)
    return _NO_NOTE


def _draw_plan(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    """Draw the table's plan, with the instructions in its middle."""
    draw_plan_page(sketch, context, view.tiles, "" if note.icon else note.words)
    return note if note.icon else _NO_NOTE


def _draw_loudspeakers(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    """Draw the table's plan, with the instructions in its middle; below it stands where sounds go to."""
    draw_plan_page(sketch, context, view.tiles, note.words)
    return _of_sound(context)


def _draw_sounds(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    """Draw the list; below it stands why nothing is heard."""
    told = _of_sound(context)
    return _draw_list(sketch, context, view, told if told.tint is WARNING else note)


def _of_sound(context: PanelContext) -> Note:
    """Return where sounds go to, or why nothing is heard."""
    say, sound = context.say, context.sound
    if sound.fault is not None:
        words = fault_text(sound.fault, say)
        return Note(f"{words[:1].upper()}{words[1:]}", WARNING, "warning")
    if not sound.known:
        return _NO_NOTE
    if sound.device:
        return Note(say("Sounds go to {output}", output=sound.device), icon="loudspeaker")
    return Note(say("Sounds go to the loudspeaker of this computer"), icon="loudspeaker")


def _draw_day(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    draw_day(sketch, context, view)
    return note


def _draw_doctor(sketch: Sketch, context: PanelContext, view: ServiceView, note: Note) -> Note:
    body = context.panel.places["body"]
    if note.icon:
        draw_dial(sketch, context, body, Dial("", note.words, float(not view.busy), note.icon, note.tint))
    elif view.tiles:
        draw_findings(sketch, context, view, body)
    else:
        draw_dial(sketch, context, body, Dial("", context.say(page_text(view.page).empty), 1.0, "check"))
    return _NO_NOTE


_DRAWN: Final[dict[str, Callable[[Sketch, PanelContext, ServiceView, Note], Note]]] = {
    "menu": _draw_front,
    "fingers": _draw_fingers,
    NAMING: _draw_naming,
    "new_pin": _draw_new_pin,
    **dict.fromkeys(("buttons", "lamps", "boards"), _draw_plan),
    "loudspeakers": _draw_loudspeakers,
    **dict.fromkeys(SOUNDS, _draw_sounds),
    "configuration": _draw_configuration,
    "doctor": _draw_doctor,
    **{f"{HOURS}.{day}": _draw_day for day in (EVERY_DAY, *DAYS)},
}
"""How a page is drawn; each returns the note that is left to be drawn below it. All others are lists."""


def _note(view: ServiceView, say: Say) -> Note:
    if view.busy and view.page == "menu":  # what is set there is shown at once, and done in a moment
        return _NO_NOTE
    if view.busy:
        return Note(say("One moment, please"), ACCENT, "again")
    if view.note:
        if view.note in NEXT:
            return Note(said_of(view, say), WHITE)
        done = view.note in DONE
        return Note(said_of(view, say), GO if done else WARNING, "check" if done else "warning")
    if any(tile.state == "sure" for tile in view.tiles):  # what asks for a second touch says all that is to be done now
        return _NO_NOTE
    note = page_text(view.page).note
    return Note(say(note)) if note else _NO_NOTE


def add_corners(sketch: Sketch, layout: Layout) -> None:
    """Add the corners of the table, each for the nearest seat: when held, they open the menu. Nothing is drawn."""
    area = layout.area
    side = _CORNER * min(area.w, area.h)
    numbers = Counter[int]()
    seats = {panel.seat: panel.frame for panel in (*layout.tabs.values(), *layout.panels.values())}
    for x in (area.left + side / 2, area.right - side / 2):
        for y in (area.bottom + side / 2, area.top - side / 2):
            nearest = min(seats, key=lambda seat: math.hypot(seats[seat].x - x, seats[seat].y - y))
            sketch.item("service", Place(x, y, side, side), slot=numbers[nearest], seat=SeatNumber(nearest))
            numbers[nearest] += 1
