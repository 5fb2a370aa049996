"""A seat's cards in its panel: stack, row, discard and hand."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.games.caller import draw_caller
from kiosk.display.paint.art import PatchLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.pile_art import EdgesLook, PlaceLook
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, BLACK, DARK_INK, GO, INK, IVORY, IVORY_EDGE, WHITE, Rgba, rgb, seat_color
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.parts import part
from kiosk.game.cards.rules import Recycle
from kiosk.game.game_rules import rules_with
from kiosk.layout.table_layout import Place
from kiosk.protocol import Slot
from kiosk.protocol.state import State

_SHADE = Rgba(0.62, 0.66, 0.68, 1.0)
"""The tint of cards that cannot be used now."""
_GHOST = Rgba(1, 1, 1, 0.16)
"""The tint of the place from which the card under the finger came."""
_GATHERED = 0.86
"""The size of the pile of all cards of a seat, relative to its stack."""
_SEEN_UNDER = 4
"""The number of cards visible under the top of a row pile; a number shows the whole count."""
_UNDER = 0.05
"""The visible edge of a card under another one, in card widths."""
_THICK = 0.017
"""Thickness of a card, in card widths."""
_HIGHEST = 0.15
"""Height of the highest pile, in card widths."""
_EDGE = 2.2
"""The narrowest visible edge of a card, in pixels."""
_DARK = rgb("120f10")
_FEW = 3
"""The number of stack cards that is close to the end."""


def draw_cards(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """Draw row, stack, discard and hand. ``usable``: the round runs and the seat plays; otherwise they are shaded.

    Those of a round that has just ended are not: a wave drains their colours.
    """
    ended, view, places = context.table.state == State.STOPPED, context.view, context.panel.places
    tint = WHITE if ended or (usable and not context.left(view.locked_until)) else _SHADE
    wanted, fillable = (_targets(context), view.stack_to) if usable else ((), ())
    for slot, content in enumerate(view.row):
        if f"row {slot}" in places:  # otherwise the snapshot's row is longer than in the layout, soon to be replaced
            asks = slot in fillable and not view.bot
            _draw_slot(sketch, context, slot, content, tint, wanted=slot in wanted, asks=asks)
    _draw_stack(sketch, context, tint)
    _draw_discard(sketch, context, tint)
    _draw_hand(sketch, context, tint)
    # what can be touched is no part of these: it changes as a round begins and ends, in all trays at once
    for slot, content in enumerate(view.row):
        if (place := places.get(f"row {slot}")) is not None:
            enabled = usable if content.card is not None else slot in wanted or slot in fillable
            sketch.item("row", place, slot=slot, card=content.card, enabled=enabled)
    sketch.item("stack", places["stack"], card=view.stack_card, enabled=usable, text=str(view.stack_count))
    sketch.item("discard", places["discard"], card=view.discard_card, enabled=usable)
    sketch.item("hand", places["hand"], enabled=usable, text=str(view.hand_count))


def draw_gathered(sketch: Sketch, context: PanelContext) -> Place:
    """Draw all cards as one pile, face down, beside the chip; return the room that is left."""
    panel, unit, view = context.panel, context.unit, context.view
    stack, count, body = panel.places["stack"], panel.places["count"], panel.places["body"]
    side = -1 if panel.mirrored else 1
    start = -side * (body.w / 2 - 0.4 * unit)
    wide = _GATHERED * stack.w
    pile = Place(start + side * wide / 2, stack.y, wide, _GATHERED * stack.h)
    chip = count._replace(x=pile.x + side * (wide / 2 + 0.2 * unit + count.w / 2))
    _draw_body(sketch, context, pile, sum(slot.count for slot in view.row) + view.stack_count, WHITE)
    sketch.back(view.seat, pile, WHITE)
    _draw_chip(sketch, context, chip)
    near, far = chip.x + side * (chip.w / 2 + 0.2 * unit), side * (body.w / 2 - 0.3 * unit)
    return Place((near + far) / 2, stack.y, abs(far - near), stack.h)


def _targets(context: PanelContext) -> tuple[int, ...]:
    """Return the slots that take the card that is carried or marked."""
    view = context.view
    return {"stack": view.stack_to, "discard": view.discard_to}.get(context.carried or view.held or "", ())


def _gap(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a place where a card could lie, pressed into the leather."""
    thread = seat_color(context.view.seat).fade(0.45)
    sketch.picture(PlaceLook(round(place.w), round(place.h), thread), place.x, place.y)


def _draw_body(sketch: Sketch, context: PanelContext, place: Place, under: int, tint: Rgba) -> None:
    """Draw the edges of the cards ``under`` the topmost one of a pile, and its shadow, away from the lamp."""
    if under <= 0:
        return
    edges = max(1, round(min(_THICK * under, _HIGHEST) * place.w / _EDGE))
    high = edges * _EDGE  # few heights, so that few pictures are kept
    side = -1 if context.panel.mirrored else 1
    sketch.shade(
        PatchLook("shade", round(0.12 * place.w), round(0.06 * place.w + 0.3 * high)),
        place._replace(x=place.x + 0.4 * side * high, y=place.y - high),
        BLACK.fade(0.7),
    )
    for strip in ("foot", "side"):
        look = EdgesLook(round(place.w), round(place.h), edges + 1, _EDGE, side, strip)
        left, upper, right, lower = look.box
        sketch.picture(look, place.left + (left + right) / 2, place.top - (upper + lower) / 2, tint)


def _card(sketch: Sketch, context: PanelContext, source: str, card: str, place: Place, tint: Rgba) -> None:
    if context.carried == source:
        sketch.face(card, place, tint=_GHOST)
        return
    if context.view.held == source:  # a finger for the Play button to act on: highlighted, so that both hands know
        sketch.glow(place, 0.11 * place.w, 0.12 * place.w, ACCENT.fade(0.8))
    sketch.face(card, place, tint=tint)


@part
def _draw_slot(
    sketch: Sketch, context: PanelContext, slot: int, content: Slot, tint: Rgba, *, wanted: bool, asks: bool
) -> None:
    """Draw a place of the row. ``wanted``: it takes the carried or marked card; ``asks``: it is to be filled."""
    name = f"row {slot}"
    place, unit = context.panel.places[name], context.unit
    if wanted:
        _draw_wanted(sketch, context, place, content.count)
    if content.card is None:
        _gap(sketch, context, place)
        if asks:
            sketch.outline(place, 0.11 * place.w, max(2, 0.03 * place.w), GO)
            sketch.sign("icon hand", place.x, place.y, 0.5 * place.w, DARK_INK if wanted else INK)
        return
    under = content.count - 1 - (context.carried == name)
    for depth in range(min(_SEEN_UNDER, under), 0, -1):
        edge = place._replace(y=place.y + depth * _UNDER * unit)
        sketch.fill(edge, 0.11 * place.w, IVORY_EDGE.mix(DARK_INK, 0.08 * depth))
        sketch.outline(edge, 0.11 * place.w, max(1, 0.02 * place.w), DARK_INK.fade(0.6))
    if context.carried == name and under == 0:
        _gap(sketch, context, place)
    _card(sketch, context, name, content.card, place, tint)
    if content.count > 1:
        _badge(sketch, context, place, content.count)


def _draw_wanted(sketch: Sketch, context: PanelContext, place: Place, count: int) -> None:
    """Draw a frame around a place and its pile: it takes the card that is carried or marked."""
    unit = context.unit
    seen = max(0, min(_SEEN_UNDER, count - 1)) * _UNDER * unit
    pile = place._replace(y=place.y + seen / 2, h=place.h + seen)
    sketch.glow(pile, 0.11 * place.w, 0.14 * unit, GO)
    sketch.fill(pile.inset(-0.07 * unit), 0.17 * place.w, GO.mix(WHITE, 0.25))


def _badge(sketch: Sketch, context: PanelContext, place: Place, count: int) -> None:
    """Draw the number of cards of a pile at its corner."""
    high = max(0.36 * context.unit, 1.25 * context.letters(0.2))
    text = str(count)
    wide = max(1.25 * high, 0.62 * high * (len(text) + 0.6))
    side = -1 if context.panel.mirrored else 1
    badge = Place(place.x + side * (place.w / 2 - 0.38 * wide), place.bottom + 0.36 * high, wide, high)
    sketch.fill(badge.inset(-1.5), high / 2, seat_color(context.view.seat))
    sketch.fill(badge, high / 2, _DARK)
    sketch.text(text, badge, context.letters(0.24), IVORY, heavy=True)


@part
def _draw_stack(sketch: Sketch, context: PanelContext, tint: Rgba) -> None:
    view = context.view
    place = context.panel.places["stack"]
    if view.stack_count == 0 and context.called:
        draw_caller(sketch, view.seat, place)
    elif view.stack_count == 0:
        _gap(sketch, context, place)
    _draw_body(sketch, context, place, view.stack_count - 1 - (context.carried == "stack"), tint)
    if view.stack_card is not None:
        _card(sketch, context, "stack", view.stack_card, place, tint)
    elif view.stack_count > (context.carried == "stack"):
        sketch.back(view.seat, place, tint)
    elif view.stack_count:
        sketch.back(view.seat, place, _GHOST)
    if not context.stop_lit:
        _draw_chip(sketch, context, context.panel.places["count"])


def _draw_chip(sketch: Sketch, context: PanelContext, count: Place) -> None:
    """Draw the number of stack cards on a chip, which glows close to the end."""
    left = context.view.stack_count
    size = min(count.w, count.h)
    few = left <= _FEW
    if few:
        disc = Place(count.x, count.y, size, size)
        sketch.glow(disc.inset(0.08 * size), size / 2, 0.22 * size, ACCENT.fade(0.8))
    sketch.picture(ChipLook(context.view.seat, round(0.96 * size)), count.x, count.y)
    room = Place(count.x, count.y, 0.56 * size, 0.7 * size)
    sketch.text(str(left), room, 0.55 * size, ACCENT if few else WHITE, heavy=True)


@part
def _draw_discard(sketch: Sketch, context: PanelContext, tint: Rgba) -> None:
    view = context.view
    place = context.panel.places["discard"]
    under = view.discard_count - 1 - (context.carried == "discard")
    if view.discard_count == 0 or under < 0:
        _gap(sketch, context, place)
    _draw_body(sketch, context, place, under, tint)
    if view.discard_card is not None:
        _card(sketch, context, "discard", view.discard_card, place, tint)


def _draw_turn(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw what becomes of the discard here: it is shuffled or turned over, by the rules; in words if they fit."""
    shuffles = rules_with(context.table.game, context.table.rules).recycle is Recycle.SHUFFLE
    text, size = context.say("Shuffle") if shuffles else context.say("Turn over"), context.letters(0.22)
    room = 0.86 * place.w, 2.6 * size
    lines = wrap(text, size, room, bold=True)
    fits = context.panel.roomy and lines[0].size >= round(size)
    sketch.sign("icon again", place.x, place.y + (0.18 * place.h if fits else 0), 0.56 * place.w, ACCENT)
    if fits:
        below = Place(place.x, place.y - 0.24 * place.h, *room)
        sketch.paragraph(text, below, size, IVORY, bold=True)


def _draw_wait(sketch: Sketch, context: PanelContext, place: Place, wait: float) -> None:
    """Draw an arc on the hand that empties until it can be flipped again: a handicap (RULES.md E25)."""
    whole = max(wait, context.view.cooldown / 1000)
    size = 0.62 * place.w
    sketch.fill(Place(place.x, place.y, size, size), size / 2, BLACK.fade(0.62))
    sketch.ring(place.x, place.y, 0.36 * size, max(3, 0.13 * size), max(0.02, wait / whole), ACCENT)


@part
def _draw_hand(sketch: Sketch, context: PanelContext, tint: Rgba) -> None:
    view = context.view
    place = context.panel.places["hand"]
    if view.hand_count == 0:
        _gap(sketch, context, place)
        if view.discard_count:
            _draw_turn(sketch, context, place)
    else:
        wait = context.left(view.flip_locked_until)
        tint = _SHADE if wait else tint
        _draw_body(sketch, context, place, view.hand_count - 1, tint)
        sketch.back(view.seat, place, tint)
        if wait:
            _draw_wait(sketch, context, place, wait)
        _badge(sketch, context, place, view.hand_count)
