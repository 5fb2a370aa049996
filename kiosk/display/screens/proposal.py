"""What is proposed to everybody in the lobby, in a panel: it can be objected to for some seconds."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import OBJECT
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.object_art import ObjectLook, object_of
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, ALARM, BLACK, BRASS, IVORY, WHITE, Rgba, seat_color
from kiosk.display.texts.choices import text_of
from kiosk.display.widgets.brass import draw_round
from kiosk.display.widgets.drawer import WARNING
from kiosk.game.game_rules import rules_of_game, rules_with
from kiosk.layout.table_layout import Place, box
from kiosk.locale.marks import mark
from kiosk.protocol import Proposal
from kiosk.rulebook import about

OBJECTION_S: Final = 5
"""The seconds left to object that a full ring around the cross stands for."""
_CROSS: Final = (0.62, 1.3)
"""The maximum diameter of the cross: in heights of its room, and in card widths."""
_MIN_SENTENCE: Final = 0.18
"""The minimum letter size of the rule book's sentence about a proposal, in card widths: if the sentence does not fit, a
few words are shown instead.
"""
_RULE: Final = 0.56
"""The maximum letter size of the proposed rule, in card widths."""
_RULE_HEIGHT: Final = 0.56
"""The height of the proposed rule, as a share of the room."""
_BELOW_NAME: Final = 0.12
"""The distance between the name line and the proposed rule, in card widths."""
_BESIDE_OBJECT: Final = 4.0
"""The width of the room from which an object stands beside the words, in its own widths."""
_OUTCOMES: Final = {
    "holds": (mark("It applies from the next match"), ACCENT),
    "dropped": (mark("{who} objects: it stays as it was"), WARNING.mix(IVORY, 0.25)),
    "refused": (mark("It doesn't go with the other rules"), WARNING),
}
"""The outcomes of a proposal: text and colour."""


def sentence(context: PanelContext, key: str, value: str) -> str:
    """Return the rule book's sentence about an option with this value; empty if it has none."""
    game, rules = context.table.game, rules_with(context.table.game, context.table.rules)
    options = (option for option in rules_of_game(game).house_options if key.endswith(f" {option.name}"))
    told = (text for option in options for text in about(game, option.paths, option.set_in(rules, value), context.say))
    return next(told, "")


def draw_proposal(sketch: Sketch, context: PanelContext, proposal: Proposal, room: Place) -> None:
    """Draw a proposed change, with a cross to object to it, or its outcome."""
    unit = context.unit
    away = 1 if context.panel.mirrored else -1  # the cross is far from READY
    if not proposal.outcome:
        side = max(context.panel.finger, min(_CROSS[0] * room.h, _CROSS[1] * unit))
        _draw_cross(sketch, context, proposal, Place(room.x + away * (room.w - side) / 2, room.y, side, side))
        taken = side + 0.25 * unit
        room = Place(room.x - away * taken / 2, room.y, room.w - taken, room.h)
    room = _draw_object(sketch, context, proposal, room)
    align = "left" if context.panel.runs > 0 else "right"
    told, tint = _state_text(context, proposal)
    upper = box(room.left, room.top - _RULE_HEIGHT * room.h, room.right, room.top - _BELOW_NAME * unit)
    lower = box(room.left, room.bottom, room.right, upper.bottom)
    least, wanted = context.letters(0.21, needed=False), _RULE * unit * context.panel.type_scale
    words = (sentence(context, proposal.key, proposal.value), _question(context, proposal))
    rule = next(
        (text for text in words if text and _size(text, wanted, upper) >= max(least, _MIN_SENTENCE * unit)), words[-1]
    )
    sketch.paragraph(rule, upper, max(wanted, least), WHITE, bold=True, align=align)
    smaller = min(0.36 * unit, _size(rule, wanted, upper))
    sketch.paragraph(told, lower, max(smaller, least), tint, bold=True, align=align)


def _draw_object(sketch: Sketch, context: PanelContext, proposal: Proposal, room: Place) -> Place:
    """Draw the object of what is proposed, if it has one and there is room beside the words; return the room left."""
    side = 0.8 * room.h
    kind = object_of(proposal.key, proposal.value)
    if not kind or room.w < _BESIDE_OBJECT * side:
        return room
    runs, taken = context.panel.runs, side + 0.25 * context.unit
    sketch.picture(ObjectLook(kind, round(side)), room.x - runs * (room.w - side) / 2, room.y)
    return room._replace(x=room.x + runs * taken / 2, w=room.w - taken)


def _question(context: PanelContext, proposal: Proposal) -> str:
    """Return what is proposed in words, as a question until it is decided."""
    say, text = context.say, text_of(proposal.key, context.table.game)
    title, value = say(text.title), text.name(proposal.value, say)
    if proposal.outcome:
        return say("{rule}: {value}", rule=title, value=value)
    return say("{rule}: {value}?", rule=title, value=value)


def _size(text: str, wanted: float, room: Place) -> int:
    return wrap(text, wanted, (room.w, room.h), bold=True)[0].size


def _state_text(context: PanelContext, proposal: Proposal) -> tuple[str, Rgba]:
    """Return the text below the proposed rule, and its colour."""
    say = context.say
    if proposal.outcome:
        text, tint = _OUTCOMES[proposal.outcome]
        by = "" if proposal.by is None else context.who(proposal.by)
        return say(text, who=by), tint
    if proposal.seat == context.view.seat:
        return say("Your proposal: the others may object"), IVORY
    if proposal.seat is None:
        return say("Against it? Tap the cross"), IVORY
    return say("{who} proposes it. Against it? Tap the cross", who=context.who(proposal.seat)), IVORY


def _draw_cross(sketch: Sketch, context: PanelContext, proposal: Proposal, place: Place) -> None:
    """Draw the control to object, in a ring that shows the time left."""
    x, y, side, _ = place
    draw_round(sketch, x, y, 0.84 * side, ALARM.mix(BLACK, 0.55))
    sketch.sign("icon cross", x, y, 0.46 * side, IVORY)
    radius, width = 0.465 * side, max(1.5, 0.025 * side)
    sketch.ring(x, y, radius, width, 1.0, BLACK.mix(BRASS, 0.12))
    share = min(1.0, context.left(proposal.until) / OBJECTION_S)
    if share:
        tint = ACCENT if proposal.seat is None else seat_color(proposal.seat).mix(IVORY, 0.45)
        sketch.ring(x, y, radius, width, share, tint)
    sketch.item(OBJECT, place, text=context.say("I object"))
