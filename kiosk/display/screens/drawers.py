"""The drawers of a panel in the lobby: own settings and handicaps, and the choices for everybody, as objects.

On the screen the drawer ``view`` is called "My seat", ``more`` is called "Options", and ``options`` "More".
"""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import HOUSE_RULES, NAME, SWITCHES
from kiosk.display.input.drawer import LETTERS, Drawer
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.object_art import OBJECTS_OF, ObjectLook
from kiosk.display.paint.text import one_size
from kiosk.display.paint.theme import IVORY
from kiosk.display.screens.house_rules import draw_house_rule, draw_house_rules, house_rules_text, summary
from kiosk.display.screens.names import draw_guest, draw_letters, draw_medal_control, draw_names
from kiosk.display.texts.choices import SWITCH_TEXTS, text_of, warning_text
from kiosk.display.texts.games import CooldownText, HandicapText, longer
from kiosk.display.texts.people import own_guest_name
from kiosk.display.widgets.brass import Knob, draw_dots, draw_plate
from kiosk.display.widgets.drawer import (
    WARNING,
    Values,
    as_settled,
    draw_openers,
    draw_value,
    draw_values,
    measures_of,
    open_drawer,
)
from kiosk.display.widgets.drawer_plan import cells, low
from kiosk.layout.place import Place
from kiosk.locale.speaker import own_name
from kiosk.protocol import Choice, LobbyView

_ORDER: Final = ("game", "preset", "handicap", "length", "bots", "view", "options")
_HANDICAPS: Final = frozenset({"handicaps", "handicap", "cooldown"})
_EDGE: Final = 0.05
"""The distance of two rows of objects to the edge of the panel, in card widths."""
_SMALL: Final = 0.20
"""Words below the objects that were smaller, in card widths, stand beside them."""


def draw_drawer(sketch: Sketch, context: PanelContext, drawer: Drawer, lobby: LobbyView) -> None:
    """Draw an open drawer (``controls.Drawers``) over the whole panel."""
    name, page, key, written = drawer
    choice = next((choice for choice in lobby.choices if choice.key == key), None)
    rule = next((rule for rule in lobby.house if rule.key == key), None)
    if name == "language":
        draw_values(sketch, context, _languages(context), page)
    elif name == "view":
        _draw_view(sketch, context, lobby)
    elif name == "options":
        _draw_options(sketch, context, lobby)
    elif name in _HANDICAPS and has_any(context, lobby):
        draw_handicaps(sketch, context, name, lobby, page)
    elif name == NAME:
        draw_names(sketch, context, lobby, page or 0)
    elif name == LETTERS:
        draw_letters(sketch, context, page or 0, written)
    elif name == HOUSE_RULES and lobby.house:
        draw_house_rules(sketch, context, lobby, page)
    elif rule is not None:
        draw_house_rule(sketch, context, rule, page)
    elif choice is not None:
        draw_values(sketch, context, _values(context, choice), page)
    else:
        _draw_more(sketch, context, lobby)


# ---------------------------------------------------------------- the seat's own


def _back_to_more(context: PanelContext) -> Knob:
    return Knob("more", "back", context.say("Back"))


def _languages(context: PanelContext) -> Values:
    languages = context.table.languages
    chosen = languages.index(context.view.language) if context.view.language in languages else None
    return Values("language", context.say("My language"), tuple(own_name(code) for code in languages), chosen)


def _draw_view(sketch: Sketch, context: PanelContext, lobby: LobbyView) -> None:
    """Draw what a seat switches on or off for its own panel, and the way to another name."""
    say, view, unit = context.say, context.view, context.unit
    back = _back_to_more(context)
    room, measures = open_drawer(sketch, context, say("My seat"), back), measures_of(context, back)
    switches = [one for one in SWITCHES.items() if getattr(view, one[1]) or one[1] not in view.no_room_for]
    own = view.name or own_guest_name(view)
    names = [say(SWITCH_TEXTS[field]) for _, field in switches]
    if context.panel.near:
        names.append(own)
    else:
        draw_medal_control(sketch, context, own)
    in_rows = [cells(room, rows, -(-len(names) // rows), unit, rtl=context.panel.rtl) for rows in (1, 2)]
    sizes = [measures.name_size(names, low(places[0].seen, unit)) for places in in_rows]
    places, size = in_rows[0], sizes[0]
    if size < measures.least and sizes[1] > size and in_rows[1][0].touched.h >= measures.finger:
        places, size = in_rows[1], sizes[1]
    for (what, field), name, place in zip(switches, names, places, strict=False):
        on = bool(getattr(context.view, field))
        draw_value(sketch, measures, low(place.seen, unit), name, chosen=on, size=size)
        sketch.item(what, place.touched, slot=int(not on), text=name)
    if len(names) > len(switches) and lobby.takes_names:
        place = places[len(switches)]
        draw_value(sketch, measures, low(place.seen, unit), own, chosen=False, size=size)
        sketch.item(NAME, place.touched, text=own)
    elif len(names) > len(switches):
        draw_guest(sketch, context, places[len(switches)], own, size)


# ---------------------------------------------------------------- for everybody


def _values(context: PanelContext, choice: Choice) -> Values:
    """Return all values of one choice of the match."""
    say, text = context.say, text_of(choice.key, context.table.game)
    title = say("For everybody: {title}", title=say(text.title))
    back = Knob("more" if choice.key in OBJECTS_OF else "options", "back", say("Back"))
    names = tuple(text.name(value, say) for value in choice.values)
    notes, note, tint = tuple(text.hint(value, say) for value in choice.values), text.hint(choice.value, say), IVORY
    if choice.key == "preset" and context.table.house_rules:  # they differ from what the edition's line tells
        note = house_rules_text(context)
    if choice.warning is not None:
        note, tint = warning_text(choice.warning, context.table.game, say), WARNING
    notes = tuple(one for one in (*notes, note) if one)
    values = Values(choice.key, title, names, choice.values.index(choice.value), back, note, notes, tint)
    return as_settled(context, values)


class _Object(NamedTuple):
    """An object in the drawer: the control's name, its picture, its word, its text, and its values: all, and chosen."""

    what: str
    kind: str
    word: str
    text: str
    values: int = 0
    chosen: int = -1


def _draw_more(sketch: Sketch, context: PanelContext, lobby: LobbyView) -> None:
    """Draw the choices for everybody and the seat's own as objects in wells; a touch on one shows all its values."""
    say, unit = context.say, context.unit
    beside = None if context.panel.roomy else Knob("view", "swap", _hand(context))
    warning = _warning(context, lobby)
    room = open_drawer(sketch, context, warning or say("Options"), beside, WARNING if warning else IVORY)
    least = measures_of(context).least
    objects = _objects(context, lobby)
    words, wanted = [thing.word for thing in objects], 0.30 * unit * context.panel.type_scale
    wells = cells(room, 1, len(objects), unit, rtl=context.panel.rtl)
    size = one_size(words, wanted, _word(wells[0].seen), bold=True)
    is_beside = size < max(_SMALL * unit, least)  # then two rows, with the words beside the pictures
    if is_beside:
        seen = room.inset(_EDGE * unit)
        wells = cells(room, 2, -(-len(objects) // 2), unit, rtl=context.panel.rtl, seen=seen)
        size = one_size(words, max(wanted, least), _word_beside(wells[0].seen), bold=True)
    for thing, well in zip(objects, wells, strict=False):
        draw_plate(sketch, well.seen, 0.15 * unit, kind="well")
        (_draw_beside if is_beside else _draw_below)(sketch, context, well.seen, thing, size)
        sketch.item(thing.what, well.touched, text=thing.text)


def _warning(context: PanelContext, lobby: LobbyView) -> str:
    """Return the first warning about a choice; empty if there is none."""
    warning = next((choice.warning for choice in lobby.choices if choice.warning is not None), None)
    return warning_text(warning, context.table.game, context.say) if warning is not None else ""


def _objects(context: PanelContext, lobby: LobbyView) -> list[_Object]:
    """Return the objects: choices with one of their own, the seat's handicap and panel, and the way to the rest."""
    say, table, handicap = context.say, context.table, context.table.texts.handicap
    objects = {}
    for choice in lobby.choices:
        if choice.key in OBJECTS_OF:
            text, values = text_of(choice.key, table.game), choice.values
            word = text.name(choice.value, say)
            words = f"{say(text.title)}: {word}"
            objects[choice.key] = _Object(
                Drawer.for_choice(choice.key).control,
                OBJECTS_OF[choice.key],
                word,
                words,
                len(values),
                values.index(choice.value),
            )
    if handicap is not None and lobby.handicaps:
        word, sizes, size = handicap_shown(context, handicap), lobby.handicaps, context.view.handicap
        chosen = sizes.index(size) if size in sizes else -1
        opens = "handicaps" if has_both(context, lobby) else "handicap"
        objects["handicap"] = _Object(opens, "scales", word, word, len(sizes), chosen)
    if context.panel.roomy:  # otherwise it stands beside the title
        objects["view"] = _Object("view", "hand", _hand(context), _hand(context))
    if lobby.house or any(choice.key not in OBJECTS_OF for choice in lobby.choices):
        objects["options"] = _Object("options", "options", say("More"), say("More"))
    return [objects[key] for key in _ORDER if key in objects]


def _hand(context: PanelContext) -> str:
    """Return the hand for which the seat's panel is laid out."""
    return context.say("Left hand") if context.view.mirrored else context.say("Right hand")


def _word(well: Place) -> tuple[float, float]:
    """Return the room for the word below an object."""
    return 0.92 * well.w, 0.30 * well.h


def _word_beside(well: Place) -> tuple[float, float]:
    """Return the room for the word beside an object."""
    return 0.95 * well.w - well.h, 0.78 * well.h


def _draw_below(sketch: Sketch, context: PanelContext, well: Place, thing: _Object, size: float) -> None:
    """Draw an object with its word and its dots below it."""
    unit, high = context.unit, min(0.50 * well.h, 0.86 * well.w)
    sketch.picture(ObjectLook(thing.kind, round(high)), well.x, well.top - 0.08 * well.h - high / 2)
    w, h = _word(well)
    sketch.paragraph(thing.word, Place(well.x, well.bottom + 0.22 * unit + h / 2, w, h), size, IVORY, bold=True)
    dots = Place(well.x, well.bottom + 0.16 * unit, well.w - 0.24 * unit, 0.11 * unit)
    draw_dots(sketch, dots, thing.values, thing.chosen)


def _draw_beside(sketch: Sketch, context: PanelContext, well: Place, thing: _Object, size: float) -> None:
    """Draw an object with its word at its right, above its dots."""
    sketch.picture(ObjectLook(thing.kind, round(0.82 * well.h)), well.left + 0.5 * well.h, well.y)
    w, h = _word_beside(well)
    x = well.left + 0.98 * well.h + w / 2
    sketch.paragraph(thing.word, Place(x, well.y + 0.07 * well.h, w, h), size, IVORY, bold=True)
    draw_dots(sketch, Place(x, well.bottom + 0.12 * well.h, w, 0.10 * context.unit), thing.values, thing.chosen)


def _draw_options(sketch: Sketch, context: PanelContext, lobby: LobbyView) -> None:
    """Draw the choices for everybody that have no object, and the house rules: a plate for each, which opens it."""
    say = context.say
    openers = []
    for choice in lobby.choices:
        if choice.key not in OBJECTS_OF:
            text = text_of(choice.key, context.table.game)
            openers.append((Drawer.for_choice(choice.key).control, say(text.title), text.name(choice.value, say)))
    if lobby.house:
        openers.append((HOUSE_RULES, say("House rules"), summary(lobby, say)))
    draw_openers(sketch, context, say("More"), _back_to_more(context), openers)


def draw_handicaps(sketch: Sketch, context: PanelContext, drawer: str, lobby: LobbyView, page: int | None) -> None:
    """Draw a drawer: ``handicaps``, with a plate for each; ``handicap`` or ``cooldown``, with its values."""
    handicap, cooldown = context.table.texts.handicap, context.table.texts.cooldown
    if drawer == "cooldown" and cooldown is not None and lobby.cooldowns:
        draw_values(sketch, context, _cooldowns(context, lobby, cooldown), page)
    elif handicap is not None and drawer == "handicaps" and cooldown is not None and has_both(context, lobby):
        _draw_both(sketch, context, handicap, cooldown)
    elif handicap is not None:
        draw_values(sketch, context, _sizes(context, lobby, handicap), page)


def has_both(context: PanelContext, lobby: LobbyView) -> bool:
    """Return whether a seat may choose a cooldown beside the other handicap."""
    texts = context.table.texts
    return texts.cooldown is not None and texts.handicap is not None and bool(lobby.cooldowns and lobby.handicaps)


def has_any(context: PanelContext, lobby: LobbyView) -> bool:
    """Return whether a seat may choose a handicap."""
    return context.table.texts.handicap is not None and bool(lobby.handicaps)


def handicap_shown(context: PanelContext, text: HandicapText) -> str:
    """Return the seat's handicaps as its panel shows them: the size, and the cooldown unless it is the usual one."""
    shown, cooldown = text.shown(context.view.handicap, context.say), context.view.cooldown
    return f"{shown}, {longer(cooldown, context.say)}" if cooldown else shown


def cooldown_name(ms: int, context: PanelContext) -> str:
    """Return the name of a cooldown in its drawer."""
    return longer(ms, context.say) if ms else context.say("As usual")


def _draw_both(sketch: Sketch, context: PanelContext, handicap: HandicapText, cooldown: CooldownText) -> None:
    """Draw a plate for each handicap, which opens its values."""
    say, view = context.say, context.view
    openers = [
        ("handicap", say(handicap.name or handicap.title), handicap.shown(view.handicap, say)),
        ("cooldown", say(cooldown.name), cooldown_name(view.cooldown, context)),
    ]
    draw_openers(sketch, context, say("My handicap"), _back("more", context), openers)


def _sizes(context: PanelContext, lobby: LobbyView, text: HandicapText) -> Values:
    """Return the sizes of the seat's Ligretto stack (RULES.md E22), or its numbers of extra dice (N15)."""
    say, size, note = context.say, context.view.handicap, context.say(text.note)
    chosen = lobby.handicaps.index(size) if size in lobby.handicaps else None
    names = tuple(text.offered(size, say) for size in lobby.handicaps)
    back = _back("handicaps" if has_both(context, lobby) else "more", context)
    return Values("handicap", say(text.title), names, chosen, back, note, (note,))


def _cooldowns(context: PanelContext, lobby: LobbyView, text: CooldownText) -> Values:
    """Return the cooldowns on offer: longer waits after a flip (E25), longer or shorter rolls (Q16)."""
    note, cooldown = context.say(text.note), context.view.cooldown
    chosen = lobby.cooldowns.index(cooldown) if cooldown in lobby.cooldowns else None
    names = tuple(cooldown_name(ms, context) for ms in lobby.cooldowns)
    return Values("cooldown", context.say(text.title), names, chosen, _back("handicaps", context), note, (note,))


def _back(to: str, context: PanelContext) -> Knob:
    return Knob(to, "back", context.say("Back"))
