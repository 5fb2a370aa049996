"""A seat's cards in its panel: stack, row, discard and hand."""

from __future__ import annotations

from kiosk.display.layout import Place
from kiosk.display.screens.context import PanelContext
from kiosk.display.sketch import Sketch
from kiosk.display.theme import ACCENT, CELL, INK, INK_SOFT, PANEL, WHITE, Rgba

_SHADE = Rgba(0.62, 0.66, 0.68, 1.0)
"""Cards that cannot be used now."""
_GHOST = Rgba(1, 1, 1, 0.16)
"""Where the card under the finger came from."""


def draw_cards(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """All four places. ``usable``: the round runs and the seat plays; else cards are shaded and cannot be touched."""
    tint = WHITE if usable and not context.left(context.view.locked_until) else _SHADE
    for slot in range(len(context.view.row)):
        _draw_slot(sketch, context, slot, tint, usable)
    _draw_stack(sketch, context, tint, usable)
    _draw_discard(sketch, context, tint, usable)
    _draw_hand(sketch, context, tint, usable)


def empty_place(sketch: Sketch, place: Place) -> None:
    """Where a card could lie."""
    sketch.fill(place, 0.11 * place.w, CELL.fade(0.45))
    sketch.outline(place, 0.11 * place.w, max(1, 0.018 * place.w), CELL.fade(1.6))


def _card(sketch: Sketch, context: PanelContext, source: str, card: str, place: Place, tint: Rgba) -> None:
    if context.carried == source:
        sketch.face(card, place, tint=_GHOST)
        return
    if context.view.held == source:  # a finger on the Play button's other half: shown, so that both hands know
        sketch.glow(place, 0.11 * place.w, 0.12 * place.w, ACCENT.fade(0.8))
    sketch.face(card, place, tint=tint)


def _draw_slot(sketch: Sketch, context: PanelContext, slot: int, tint: Rgba, usable: bool) -> None:
    name = f"row {slot}"
    place = context.panel.places.get(name)
    if place is None:  # a snapshot of a larger row than the layout was made for is on its way to a new layout
        return
    content = context.view.row[slot]
    if content.card is None or content.count > 1:
        empty_place(sketch, place)
    if content.card is not None:
        _card(sketch, context, name, content.card, place, tint)
    if content.count > 1:
        _badge(sketch, context, place, content.count)
    sketch.item("row", place, slot=slot, card=content.card, enabled=usable)


def _badge(sketch: Sketch, context: PanelContext, place: Place, count: int) -> None:
    side = 0.36 * context.unit
    x, y = place.right - side * 0.4, place.top - side * 0.4
    sketch.sign("disc", x, y, side, ACCENT)
    sketch.text(str(count), Place(x, y, side, side), side * 0.7, Rgba(0.1, 0.1, 0.1), bold=True)


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
    elif view.stack_count:
        sketch.back(view.seat, place, tint)
    number = Place(count.x, count.y + 0.1 * unit, count.w - 0.08 * unit, 0.8 * unit)
    sketch.text(str(view.stack_count), number, 0.62 * unit, ACCENT if view.stack_count <= 3 else INK, bold=True)
    label = Place(count.x, count.y - 0.42 * unit, count.w - 0.04 * unit, 0.3 * unit)
    sketch.text(context.say("stack"), label, 0.21 * unit, INK_SOFT)
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
        sketch.paragraph(text, place.inset(0.02 * unit), 0.22 * unit, INK_SOFT)
    for depth in range(min(3, (view.hand_count + 7) // 8), 0, -1):
        shift = (depth - 1) * 0.03 * unit
        sketch.back(view.seat, place._replace(x=place.x + shift, y=place.y - shift), tint)
    if view.hand_count:
        label = Place(place.x, place.bottom + 0.2 * unit, 0.5 * unit, 0.28 * unit)
        sketch.fill(label, 0.12 * unit, PANEL)
        sketch.text(str(view.hand_count), label, 0.22 * unit, INK, bold=True)
    sketch.item("hand", place, enabled=usable, text=str(view.hand_count))
