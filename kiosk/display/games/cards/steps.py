"""The card game explained in three pictures, for the lobby; a child can read the pictures."""

from __future__ import annotations

from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.games.game import Step
from kiosk.display.games.steps import draw_path, draw_pointing, draw_stop
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, BLACK, BRASS
from kiosk.layout.table_layout import CARD_ASPECT, Place

_ROW: Final = ("b7", "", "r10", "y8", "g9")
"""The cards of a row, as many as there is room for; empty: an empty place."""
_PITCH: Final = 1.2
"""The distance of two cards, in card widths."""
_ALONE: Final = 3.9
"""The width in which a step is shown, in card widths; what is left beside it shows a row."""
_HIGH: Final = 1.62
"""The height of a picture with a card of full size, in card widths."""


class _Room(NamedTuple):
    """The room for a step beside the row: card width, the direction away from the row, and where it begins and ends."""

    unit: float
    way: int
    start: float
    end: float
    y: float

    def card(self, share: float) -> Place:
        """Return the place of a card, from the first (0) to the last (1)."""
        first, last = self.start + self.way * self.unit / 2, self.end - self.way * self.unit / 2
        return Place(first + share * (last - first), self.y, round(self.unit), round(CARD_ASPECT * self.unit))


def card_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return push, flip, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    return (
        (_draw_push, say("Tap the 4: it goes on the 3") if tap else say("Drag the 4 onto the 3")),
        (_draw_flip, say("Nothing fits? Tap your draw pile")),
        (_draw_last, say("Stack empty? Hit Stop!")),
    )


def _beside_row(sketch: Sketch, context: PanelContext, place: Place) -> _Room:
    """Draw as many cards of a row as there is room for, and return the room beside them."""
    unit, way = min(context.unit, place.h / _HIGH), -1 if context.panel.mirrored else 1
    start, end = place.x - way * place.w / 2, place.x + way * place.w / 2
    count = max(0, min(len(_ROW), int((place.w - _ALONE * unit) / (_PITCH * unit))))
    for number, card in enumerate(_ROW[:count] if count > 1 else ()):
        lies = Place(start + way * (0.5 + _PITCH * number) * unit, place.y, round(unit), round(CARD_ASPECT * unit))
        if card:
            sketch.face(card, lies)
        else:
            _draw_empty(sketch, lies)
    if count > 1:
        start += way * (_PITCH * count + 0.2) * unit
    return _Room(unit, way, start, end, place.y)


def _draw_empty(sketch: Sketch, place: Place) -> None:
    """Draw an empty place."""
    sketch.fill(place, 0.09 * place.w, BLACK.fade(0.42))
    sketch.outline(place, 0.09 * place.w, max(2, 0.022 * place.w), BRASS.fade(0.7))


def _draw_push(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a card that is pushed onto its pile."""
    room = _beside_row(sketch, context, place)
    unit, way, card, pile = room.unit, room.way, room.card(0), room.card(1)
    sketch.light(GLOW, pile.x, pile.y, 2.2 * unit, 2.7 * unit, ACCENT)
    sketch.face("g3", pile, ways=4)
    sketch.outline(pile.inset(-0.05 * unit), 0.14 * unit, max(2, 0.035 * unit), ACCENT)
    draw_path(sketch, card.x + 0.66 * way * unit, pile.x - 0.66 * way * unit, room.y, unit)
    lifted = card._replace(x=card.x + 0.06 * way * unit, y=card.y + 0.04 * unit)
    sketch.light(GLOW, lifted.x, lifted.y, 2.0 * unit, 2.4 * unit, ACCENT)
    sketch.picture(FaceLook("g4", round(lifted.w), round(lifted.h)), lifted.x, lifted.y, turn=-5 * way)
    draw_pointing(sketch, lifted.x + 0.30 * unit, room.y - 0.40 * unit, 0.80 * unit)


def _draw_flip(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a hand whose top cards are turned over."""
    room = _beside_row(sketch, context, place)
    unit, way, hand, up = room.unit, room.way, room.card(0), room.card(1)
    for layer in (2, 1, 0):
        sketch.back(context.view.seat, hand._replace(x=hand.x - 0.04 * layer * way * unit))
    draw_path(sketch, hand.x + 0.66 * way * unit, up.x - 0.86 * way * unit, room.y, unit)
    for number, card in enumerate(("r2", "y5", "b4")):
        sketch.face(card, up._replace(x=up.x - 0.12 * (2 - number) * way * unit))
    draw_pointing(sketch, hand.x + 0.18 * unit, room.y + 0.02 * unit, 0.86 * unit)


def _draw_last(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the empty place of a stack, and the Stop sign."""
    room = _beside_row(sketch, context, place)
    unit, way, stack, stop = room.unit, room.way, room.card(0), room.card(1)
    _draw_empty(sketch, stack)
    side = min(1.5 * unit, place.h)
    draw_path(sketch, stack.x + 0.66 * way * unit, stop.x - 1.2 * way * unit, room.y, unit)
    draw_stop(sketch, context, Place(stop.x - 0.38 * way * unit, room.y, 2 * side, side))
