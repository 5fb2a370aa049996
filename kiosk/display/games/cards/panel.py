"""A seat's cards in its panel: stack, row, discard and hand."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, CELL, DARK_INK, GO, INK, INK_SOFT, IVORY_EDGE, PANEL, WHITE, Rgba
from kiosk.layout.table_layout import Place

_SHADE = Rgba(0.62, 0.66, 0.68, 1.0)
"""The tint of cards that cannot be used now."""
_GHOST = Rgba(1, 1, 1, 0.16)
"""The tint of the place from which the card under the finger came."""
_SEEN_UNDER = 4
"""The number of cards visible under the top of a row pile; a number shows the whole count."""
_UNDER = 0.05
"""The visible edge of a card under another one, in card widths."""


def draw_cards(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """Draw row, stack, discard and hand. ``usable``: the round runs and the seat plays; otherwise they are shaded."""
    tint = WHITE if usable and not context.left(context.view.locked_until) else _SHADE
    for slot in range(len(context.view.row)):
        _draw_slot(sketch, context, slot, tint, usable)
    _draw_stack(sketch, context, tint, usable)
    _draw_discard(sketch, context, tint, usable)
    _draw_hand(sketch, context, tint, usable)


def _targets(context: PanelContext) -> tuple[int, ...]:
    """Return the slots that take the card that is carried or marked."""
    view = context.view
    return {"stack": view.stack_to, "discard": view.discard_to}.get(context.carried or view.held or "", ())


def empty_place(sketch: Sketch, place: Place) -> None:
    """Draw a place where a card could lie."""
    sketch.fill(place, 0.11 * place.w, CELL.fade(0.45))
    sketch.outline(place, 0.11 * place.w, max(1, 0.018 * place.w), CELL.fade(0.9))


def _card(sketch: Sketch, context: PanelContext, source: str, card: str, place: Place, tint: Rgba) -> None:
    if context.carried == source:
        sketch.face(card, place, tint=_GHOST)
        return
    if context.view.held == source:  # a finger for the Play button to act on: highlighted, so that both hands know
        sketch.glow(place, 0.11 * place.w, 0.12 * place.w, ACCENT.fade(0.8))
    sketch.face(card, place, tint=tint)


def _draw_slot(sketch: Sketch, context: PanelContext, slot: int, tint: Rgba, usable: bool) -> None:
    name = f"row {slot}"
    place = context.panel.places.get(name)
    if place is None:  # the snapshot's row is longer than in the layout, which is about to be replaced
        return
    content, unit = context.view.row[slot], context.unit
    wanted = usable and slot in _targets(context)
    if wanted:
        _draw_wanted(sketch, context, place, content.count)
    if content.card is None:
        _draw_gap(sketch, context, slot, place, usable, DARK_INK if wanted else INK)
        sketch.item("row", place, slot=slot, enabled=wanted or (usable and slot in context.view.stack_to))
        return
    under = content.count - 1 - (context.carried == name)
    for depth in range(min(_SEEN_UNDER, under), 0, -1):
        edge = place._replace(y=place.y + depth * _UNDER * unit)
        sketch.fill(edge, 0.11 * place.w, IVORY_EDGE.mix(DARK_INK, 0.08 * depth))
        sketch.outline(edge, 0.11 * place.w, max(1, 0.02 * place.w), DARK_INK.fade(0.6))
    if context.carried == name and under == 0:
        empty_place(sketch, place)
    _card(sketch, context, name, content.card, place, tint)
    if content.count > 1:
        _badge(sketch, context, place, content.count)
    sketch.item("row", place, slot=slot, card=content.card, enabled=usable)


def _draw_wanted(sketch: Sketch, context: PanelContext, place: Place, count: int) -> None:
    """Draw a frame around a place and its pile: it takes the card that is carried or marked."""
    unit = context.unit
    seen = max(0, min(_SEEN_UNDER, count - 1)) * _UNDER * unit
    pile = place._replace(y=place.y + seen / 2, h=place.h + seen)
    sketch.glow(pile, 0.11 * place.w, 0.14 * unit, GO)
    sketch.fill(pile.inset(-0.07 * unit), 0.17 * place.w, GO.mix(WHITE, 0.25))


def _draw_gap(sketch: Sketch, context: PanelContext, slot: int, place: Place, usable: bool, ink: Rgba) -> None:
    """Draw a place of the row without a card; one that the player has to fill says so."""
    empty_place(sketch, place)
    if usable and slot in context.view.stack_to and not context.view.bot:
        sketch.outline(place, 0.11 * place.w, max(2, 0.03 * place.w), GO)
        sketch.paragraph(context.say("Tap to fill"), place.inset(0.06 * place.w), 0.24 * context.unit, ink, bold=True)


def _badge(sketch: Sketch, context: PanelContext, place: Place, count: int) -> None:
    """Draw the number of cards in a pile."""
    side = 0.44 * context.unit
    x, y = place.right - side * 0.32, place.bottom + side * 0.32
    sketch.sign("disc", x, y, side * 1.12, DARK_INK)
    sketch.sign("disc", x, y, side, ACCENT)
    sketch.text(str(count), Place(x, y, side, side), side * 0.7, DARK_INK, bold=True)


def _draw_stack(sketch: Sketch, context: PanelContext, tint: Rgba, usable: bool) -> None:
    view, unit = context.view, context.unit
    place = context.panel.places["stack"]
    count = context.panel.places["count"]
    if view.stack_count == 0:
        empty_place(sketch, place)
    under = view.stack_count - 1 - (context.carried == "stack")
    for depth in range(min(3, (under + 2) // 3), 0, -1):
        sketch.back(view.seat, place._replace(x=place.x + depth * 0.035 * unit, y=place.y - depth * 0.035 * unit), tint)
    if view.stack_card is not None:
        _card(sketch, context, "stack", view.stack_card, place, tint)
    elif view.stack_count > (context.carried == "stack"):
        sketch.back(view.seat, place, tint)
    elif view.stack_count:
        sketch.back(view.seat, place, _GHOST)
    number = Place(count.x, count.y + 0.12 * unit, count.w - 0.08 * unit, 0.8 * unit)
    sketch.text(str(view.stack_count), number, 0.68 * unit, ACCENT if view.stack_count <= 3 else INK, bold=True)
    label = Place(count.x, count.y - 0.42 * unit, count.w - 0.04 * unit, 0.36 * unit)
    sketch.text(context.say("stack"), label, 0.28 * unit, INK_SOFT)
    sketch.item("stack", place, card=view.stack_card, enabled=usable, text=str(view.stack_count))


def _draw_discard(sketch: Sketch, context: PanelContext, tint: Rgba, usable: bool) -> None:
    view, unit = context.view, context.unit
    place = context.panel.places["discard"]
    under = view.discard_count - 1 - (context.carried == "discard")
    if view.discard_count == 0:
        empty_place(sketch, place)
    if under > 0:
        sketch.back(view.seat, place._replace(x=place.x + 0.03 * unit, y=place.y - 0.03 * unit), tint)
    if view.discard_card is not None:
        _card(sketch, context, "discard", view.discard_card, place, tint)
    sketch.item("discard", place, card=view.discard_card, enabled=usable)


def _draw_hand(sketch: Sketch, context: PanelContext, tint: Rgba, usable: bool) -> None:
    view, unit = context.view, context.unit
    place = context.panel.places["hand"]
    if view.hand_count == 0:
        empty_place(sketch, place)
        text = context.say("Turn over") if view.discard_count else ""
        sketch.paragraph(text, place.inset(0.01 * unit), 0.28 * unit, INK_SOFT)
    for depth in range(min(3, (view.hand_count + 7) // 8), 0, -1):
        shift = (depth - 1) * 0.03 * unit
        sketch.back(view.seat, place._replace(x=place.x + shift, y=place.y - shift), tint)
    if view.hand_count:
        label = Place(place.x, place.bottom + 0.22 * unit, 0.56 * unit, 0.34 * unit)
        sketch.fill(label, 0.12 * unit, PANEL)
        sketch.text(str(view.hand_count), label, 0.29 * unit, INK, bold=True)
    sketch.item("hand", place, enabled=usable, text=str(view.hand_count))
