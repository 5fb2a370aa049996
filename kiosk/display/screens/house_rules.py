"""House rules in a panel: the options of the edition with their values, and a proposed change."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import HOUSE_RULE, HOUSE_RULES, OBJECT
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, ALARM, BLACK, BRASS, IVORY, WHITE, Rgba, seat_color
from kiosk.display.texts.choices import rule_text, text_of
from kiosk.display.widgets.brass import Knob, draw_round
from kiosk.display.widgets.drawer import WARNING, Values, draw_values, has_room_for_notes
from kiosk.game.game_rules import rules_of_game, rules_with
from kiosk.layout.table_layout import Place, box
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say
from kiosk.protocol import HouseRule, LobbyView, Proposal
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
_OUTCOMES: Final = {
    "holds": (mark("It holds for the next match"), ACCENT),
    "dropped": (mark("{who} objects: it stays as it was"), WARNING.mix(IVORY, 0.25)),
    "refused": (mark("It doesn't go with the other rules"), WARNING),
}
"""The outcomes of a proposal: text and colour."""


def summary(lobby: LobbyView, say: Say) -> str:
    """Return the number of options that have been changed, in words."""
    changed = sum(rule.value != rule.usual for rule in lobby.house)
    return say.count("{n} changed", "{n} changed", changed) if changed else say("As in the edition")


def house_rules_text(context: PanelContext) -> str:
    """Return the house rule in words, or the number of house rules if there are several."""
    rules, say = context.table.house_rules, context.say
    words = rule_text(*rules[0], context.table.game, say) if len(rules) == 1 else len(rules)
    return say("House rules: {rules}", rules=words)


def draw_house_rules(sketch: Sketch, context: PanelContext, lobby: LobbyView, page: int | None) -> None:
    """Draw the drawer of all options that have an effect; those that differ from the edition are lit."""
    say, game = context.say, context.table.game
    texts = [(text_of(rule.key, game), rule.value) for rule in lobby.house]
    names = tuple(f"{say(text.title)}\n{text.name(value, say)}" for text, value in texts)
    changed = frozenset(number for number, rule in enumerate(lobby.house) if rule.value != rule.usual)
    title, back = say("House rules: one match, no ranking"), Knob("options", "back", say("Back"))
    values = Values(HOUSE_RULE, title, names, None, back, marked=changed, lines=2)
    draw_values(sketch, context, values, page or 0)


def draw_house_rule(sketch: Sketch, context: PanelContext, rule: HouseRule, page: int | None) -> None:
    """Draw the drawer of one option's values."""
    say, text = context.say, text_of(rule.key, context.table.game)
    title = say("House rule: {title}", title=say(text.title))
    names = tuple(text.name(value, say) for value in rule.values)
    chosen = rule.values.index(rule.value) if rule.value in rule.values else None
    back = Knob(HOUSE_RULES, "back", say("Back"))
    values = Values(rule.key, title, names, chosen, back)
    told = tuple(_sentence(context, rule.key, value) for value in rule.values)
    if chosen is not None and all(told):
        worded = values._replace(note=told[chosen], notes=told)
        if has_room_for_notes(context, worded):
            draw_values(sketch, context, worded, page)
            return
    if rule.usual in rule.values:
        usual = say("In the edition: {value}", value=text.name(rule.usual, say))
        values = values._replace(note=usual, notes=(usual,))
    draw_values(sketch, context, values, page)


def _sentence(context: PanelContext, key: str, value: str) -> str:
    """Return the rule book's sentence about an option with this value; empty if it has none."""
    game, rules = context.table.game, rules_with(context.table.game, context.table.rules)
    options = (option for option in rules_of_game(game).house_options if key.endswith(f" {option.name}"))
    told = (text for option in options for text in about(game, option.paths, option.set_in(rules, value), context.say))
    return next(told, "")


def draw_proposal(sketch: Sketch, context: PanelContext, proposal: Proposal, room: Place) -> None:
    """Draw a proposed change, with a cross to object to it, or its outcome."""
    say, unit, table = context.say, context.unit, context.table
    away = 1 if context.panel.mirrored else -1  # the cross is far from READY
    if not proposal.outcome:
        side = max(context.panel.finger, min(_CROSS[0] * room.h, _CROSS[1] * unit))
        _draw_cross(sketch, context, proposal, Place(room.x + away * (room.w - side) / 2, room.y, side, side))
        taken = side + 0.25 * unit
        room = Place(room.x - away * taken / 2, room.y, room.w - taken, room.h)
    align = "left" if context.panel.runs > 0 else "right"
    told, tint = _state_text(context, proposal)
    upper = box(room.left, room.top - _RULE_HEIGHT * room.h, room.right, room.top - _BELOW_NAME * unit)
    lower = box(room.left, room.bottom, room.right, upper.bottom)
    least, wanted = context.letters(0.21, needed=False), _RULE * unit * context.panel.type_scale
    words = (_sentence(context, proposal.key, proposal.value), rule_text(proposal.key, proposal.value, table.game, say))
    rule = next(
        (text for text in words if text and _size(text, wanted, upper) >= max(least, _MIN_SENTENCE * unit)), words[-1]
    )
    sketch.paragraph(rule, upper, max(wanted, least), WHITE, bold=True, align=align)
    smaller = min(0.36 * unit, _size(rule, wanted, upper))
    sketch.paragraph(told, lower, max(smaller, least), tint, bold=True, align=align)


def _size(text: str, wanted: float, room: Place) -> int:
    return wrap(text, wanted, (room.w, room.h), bold=True)[0].size


def _state_text(context: PanelContext, proposal: Proposal) -> tuple[str, Rgba]:
    """Return the text below the proposed rule, and its colour."""
    say = context.say
    if proposal.outcome:
        text, tint = _OUTCOMES[proposal.outcome]
        by = proposal.by if proposal.by is not None else proposal.seat
        return say(text, who=context.who(by)), tint
    if proposal.seat == context.view.seat:
        return say("Your proposal: the others may object"), IVORY
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
        sketch.ring(x, y, radius, width, share, seat_color(proposal.seat).mix(IVORY, 0.45))
    sketch.item(OBJECT, place, text=context.say("I object"))
