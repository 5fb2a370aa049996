"""House rules in a panel: the options of the edition with their values."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.input.controls import HOUSE_RULE, HOUSE_RULES
from kiosk.display.paint.marks import Sketch
from kiosk.display.screens.proposal import sentence
from kiosk.display.texts.choices import rule_text, text_of
from kiosk.display.widgets.brass import Knob
from kiosk.display.widgets.drawer import Values, as_settled, draw_values, has_room_for_notes
from kiosk.locale.speaker import Say
from kiosk.protocol import HouseRule, LobbyView


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
    told = tuple(sentence(context, rule.key, value) for value in rule.values)
    if chosen is not None and all(told):
        worded = values._replace(note=told[chosen], notes=told)
        if has_room_for_notes(context, worded):
            draw_values(sketch, context, as_settled(context, worded), page)
            return
    if rule.usual in rule.values:
        usual = say("In the edition: {value}", value=text.name(rule.usual, say))
        values = values._replace(note=usual, notes=(usual,))
    draw_values(sketch, context, as_settled(context, values), page)
