"""The card game explained, drawn with its own cards: the pictures of its rules, its three steps, and the lesson."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.games.game import Step, WrongMove
from kiosk.display.games.steps import WRONG, draw_path, draw_pointing, draw_points, draw_stop
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.pile_art import PlaceLook
from kiosk.display.paint.theme import ACCENT, BRASS, Rgba
from kiosk.game.cards.commands import CardPlace
from kiosk.game.cards.rules import CardRules, DiscardChain
from kiosk.game.game_rules import rules_with
from kiosk.game.refusals import Reason
from kiosk.layout.place import Place
from kiosk.layout.table_layout import CARD_ASPECT

_ROW: Final = ("b7", "", "r10", "y8", "g9")
"""The cards of a row, as many as there is room for; empty: an empty place."""
_PITCH: Final = 1.2
"""The distance between the middles of two cards, in card widths."""
_MOVE_WIDTH: Final = 3.9
"""The width of a move, in card widths; a row is drawn in the room beside it."""
_MIN_MOVE_WIDTH: Final = 2.9
_SHORT_MOVE: Final = 2.6
_FLIP_WIDTH: Final = 3.2
"""The minimum width of a move, of that of a single card, and of one beside a pile, in card widths: where there is less
room, cards are smaller.
"""
_BEFORE: Final = 0.6
"""How far from a card's middle a path to or from it ends, in card widths."""
_HEIGHT: Final = 1.57
"""The height of a picture with a card of full size, in card widths."""


class _Room(NamedTuple):
    """The room for a move beside the row.

    ``unit``: the width of a card; ``way``: the direction away from the row, 1 or -1; ``start``, ``end``: x at the row
    and at the other side; ``y``: its middle.
    """

    unit: float
    way: int
    start: float
    end: float
    y: float

    def card(self, share: float) -> Place:
        """Return the place of a card, from the first (0) to the last (1)."""
        first, last = self.start + self.way * self.unit / 2, self.end - self.way * self.unit / 2
        return Place(first + share * (last - first), self.y, round(self.unit), round(CARD_ASPECT * self.unit))

    def between(self, share: float, until: float) -> _Room:
        """Return the part of the room from one share of its width to another."""
        wide = self.end - self.start
        return self._replace(start=self.start + share * wide, end=self.start + until * wide)


def _room(context: PanelContext, place: Place, cards: float = _MIN_MOVE_WIDTH) -> _Room:
    """Return the room in which at least so many cards lie side by side."""
    unit, way = min(context.unit, place.h / _HEIGHT, place.w / cards), -1 if context.panel.mirrored else 1
    return _Room(unit, way, place.x - way * place.w / 2, place.x + way * place.w / 2, place.y)


def _beside_row(sketch: Sketch, context: PanelContext, place: Place, cards: float = _MIN_MOVE_WIDTH) -> _Room:
    """Draw as many cards of a row as there is room for, and return the room beside them, for so many cards at least."""
    room = _room(context, place, cards)
    unit, way = room.unit, room.way
    count = max(0, min(len(_ROW), int((place.w - _MOVE_WIDTH * unit) / (_PITCH * unit))))
    if count < 2:
        spare = max(0.0, place.w - _MOVE_WIDTH * unit) / 2
        return room._replace(start=room.start + way * spare, end=room.end - way * spare)
    for number, card in enumerate(_ROW[:count]):
        lies = room.card(0)._replace(x=room.start + way * (0.5 + _PITCH * number) * unit)
        if card:
            sketch.face(card, lies)
        else:
            _draw_empty(sketch, lies)
    return room._replace(start=room.start + way * (_PITCH * count + 0.2) * unit)


def _draw_empty(sketch: Sketch, place: Place) -> None:
    """Draw an empty place."""
    sketch.picture(PlaceLook(round(place.w), round(place.h)), place.x, place.y)
    sketch.outline(place, 0.09 * place.w, max(2, 0.022 * place.w), BRASS.fade(0.7))


def _draw_move(sketch: Sketch, room: _Room, card: str, onto: str) -> None:
    """Draw a card that is pushed onto a pile, or onto an empty place."""
    unit, way, start, pile = room.unit, room.way, room.card(0), room.card(1)
    _draw_goal(sketch, pile, onto)
    draw_path(sketch, start.x + _BEFORE * way * unit, pile.x - _BEFORE * way * unit, room.y, unit)
    lifted = start._replace(x=start.x + 0.06 * way * unit, y=start.y + 0.04 * unit)
    sketch.light(GLOW, lifted.x, lifted.y, 2.0 * unit, 2.4 * unit, ACCENT)
    sketch.picture(FaceLook(card, round(lifted.w), round(lifted.h)), lifted.x, lifted.y, turn=-5 * way)
    draw_pointing(sketch, lifted.x + 0.30 * unit, room.y - 0.16 * unit, 0.66 * unit)


def _draw_goal(sketch: Sketch, place: Place, onto: str, ways: int = 4, tint: Rgba = ACCENT) -> None:
    """Draw where a card is to go, lit: onto another card, or an empty place."""
    unit = place.w
    sketch.light(GLOW, place.x, place.y, 2.2 * unit, 2.7 * unit, tint)
    if onto:
        sketch.face(onto, place, ways)
    else:
        _draw_empty(sketch, place)
    sketch.outline(place.inset(-0.05 * unit), 0.14 * unit, max(2, 0.035 * unit), tint)


def draw_open(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a 1 that begins a pile."""
    _draw_move(sketch, _beside_row(sketch, context, place, _SHORT_MOVE), "y1", "")


def draw_build(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a card that is pushed onto its pile."""
    _draw_move(sketch, _beside_row(sketch, context, place, _SHORT_MOVE), "g4", "g3")


def draw_flip(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a hand whose upper cards are turned over; the last of them may be played."""
    room = _beside_row(sketch, context, place)
    unit, way, hand, up = room.unit, room.way, room.card(0), room.card(1)
    for layer in (2, 1, 0):
        sketch.back(context.view.seat, hand._replace(x=hand.x - 0.04 * layer * way * unit))
    draw_path(sketch, hand.x + 0.66 * way * unit, up.x - 0.86 * way * unit, room.y, unit)
    for number, card in enumerate(("r2", "y5", "b4")):
        sketch.face(card, up._replace(x=up.x - 0.12 * (2 - number) * way * unit))
    draw_pointing(sketch, hand.x + 0.18 * unit, room.y + 0.02 * unit, 0.86 * unit)


def draw_empty_stack(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the empty place of a stack, and the Stop sign."""
    room = _beside_row(sketch, context, place)
    unit, way, stack, stop = room.unit, room.way, room.card(0), room.card(1)
    _draw_empty(sketch, stack)
    side = min(1.4 * unit, place.h)
    draw_path(sketch, stack.x + 0.62 * way * unit, stop.x - 0.88 * way * unit, room.y, unit)
    draw_stop(sketch, context, Place(stop.x - 0.16 * way * unit, room.y, 2 * side, side))


def _draw_gap(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw a stack whose top card fills an empty place of the row: pushed there, or by itself."""
    rules: CardRules = rules_with(context.table.game, context.table.rules)
    room = _beside_row(sketch, context, place)
    unit, way, stack, gap = room.unit, room.way, room.card(0), room.card(1)
    for layer in (3, 2, 1):
        sketch.back(context.view.seat, stack._replace(x=stack.x - 0.05 * layer * way * unit))
    _draw_empty(sketch, gap)
    sketch.outline(gap.inset(-0.05 * unit), 0.14 * unit, max(2, 0.035 * unit), ACCENT)
    draw_path(sketch, stack.x + 0.66 * way * unit, gap.x - 0.6 * way * unit, room.y, unit)
    sketch.light(GLOW, stack.x, stack.y, 2.0 * unit, 2.4 * unit, ACCENT)
    sketch.face("r6", stack)
    if not rules.fills_by_itself:
        draw_pointing(sketch, stack.x + 0.24 * unit, room.y - 0.16 * unit, 0.66 * unit)


def _draw_score(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the points of a card in the centre, and of one that is left in the stack."""
    score = rules_with(context.table.game, context.table.rules).score
    way, number = -1 if context.panel.mirrored else 1, 0.36 * place.h
    unit = min(context.unit, 0.56 * place.h / CARD_ASPECT, 0.4 * place.w)
    for side, points in ((-way, score.center), (way, score.stack)):
        x = place.x + side * 0.25 * place.w
        card = Place(x, place.top - 0.5 * CARD_ASPECT * unit, round(unit), round(CARD_ASPECT * unit))
        if side == -way:
            sketch.face("b5", card, ways=4)
        else:
            for layer in (2, 1, 0):
                sketch.back(context.view.seat, card._replace(x=x - 0.05 * layer * way * unit))
        draw_points(sketch, points, Place(x, place.bottom + number / 2, 0.5 * place.w, number))


RULE_PICTURES: Final[Mapping[str, Callable[[Sketch, PanelContext, Place], None]]] = {
    "open": draw_open,
    "build": draw_build,
    "flip": draw_flip,
    "gap": _draw_gap,
    "stop": draw_empty_stack,
    "score": _draw_score,
}
"""The picture of each rule in the panel, by its key (``kiosk.rulebook.short``)."""


def wrong_move(rules: CardRules, key: str) -> WrongMove | None:
    """Return what newcomers typically try instead of the move that a rule tells, and these rules refuse."""
    match key:
        case "open":
            return WrongMove(Reason.DOES_NOT_FIT, "play", "row", "g2")
        case "build":
            return WrongMove(Reason.DOES_NOT_FIT, "play", "row", "b7", "y6")
        case "flip" if rules.table_blocks_hand:
            return WrongMove(Reason.TABLE_CARD_FIRST, "flip", "row", "g4", "g3")
        case "flip" if rules.discard_chain is DiscardChain.THIRD_ONLY:
            return WrongMove(Reason.THIRD_CARD_ONLY, "play", "discard", "y5", "y4")
        case "flip":
            return WrongMove(Reason.DOES_NOT_FIT, "play", "discard", "b4", "b2")
        case "gap" if rules.via_row:
            return WrongMove(Reason.VIA_ROW_ONLY, "play", "stack", "r6", "r5")
        case "gap" if rules.pro.enabled and CardPlace.STACK in rules.pro.sources:
            return WrongMove(Reason.SAME_COLOUR, "tuck", "stack", "r6", "r7")
        case "gap":
            return WrongMove(Reason.PRO_VARIANT_OFF, "tuck", "stack", "r6", "b7")
        case "stop":
            return WrongMove(Reason.STACK_NOT_EMPTY, "stop", "stack", "r6")
        case _:
            return None


def draw_wrong(sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
    """Draw the card of a wrong move where it lies, an arrow, and where it is to go."""
    short = move.do != "stop" and move.source == "row"
    room = _room(context, place, _FLIP_WIDTH if move.do == "flip" else _SHORT_MOVE if short else _MIN_MOVE_WIDTH)
    unit, way, start, goal = room.unit, room.way, room.card(0), room.card(1)
    seat, below = context.view.seat, start._replace
    if move.do == "flip":  # the card that fits lies beside its pile, the hand below them
        sketch.face(move.onto, goal, ways=4)
        sketch.face(move.piece, goal._replace(x=goal.x - 1.12 * way * unit))
        sketch.back(seat, start)
        draw_pointing(sketch, start.x + 0.18 * unit, room.y + 0.02 * unit, 0.86 * unit)
        return
    if move.source == "stack":
        for layer in (3, 2, 1):
            sketch.back(seat, below(x=start.x - 0.05 * layer * way * unit))
        sketch.face(move.piece, start)
    elif move.source == "discard":
        for number, card in enumerate(("r2", "y8", move.piece)):
            sketch.face(card, below(x=start.x - 0.12 * (1 - number) * way * unit))
    else:
        sketch.picture(FaceLook(move.piece, round(start.w), round(start.h)), start.x, start.y, turn=-5 * way)
    edge = start.x + _BEFORE * way * unit
    if move.do == "stop":
        side = min(1.5 * unit, place.h)
        draw_path(sketch, edge, goal.x - 0.62 * way * unit, room.y, unit)
        draw_stop(sketch, context, Place(goal.x - 0.1 * way * unit, room.y, 1.8 * side, 0.8 * side))
        return
    _draw_goal(sketch, goal, move.onto, 1 if move.do == "tuck" else 4, WRONG)
    draw_path(sketch, edge, goal.x - _BEFORE * way * unit, room.y, unit)


def card_steps(context: PanelContext) -> tuple[Step, ...]:
    """Return push, flip, Stop."""
    say = context.say
    tap = context.table.touch_mode == "tap"
    return (
        (draw_build, say("Tap the 4: it goes on the 3") if tap else say("Drag the 4 onto the 3")),
        (draw_flip, say("Nothing fits? Tap your draw pile")),
        (draw_empty_stack, say("Stack empty? Hit Stop!")),
    )


def lesson_text(context: PanelContext) -> str:
    """Return what the lesson asks for now, and why; in a small panel the rule alone: the hand shows the move."""
    lesson, say, brief = context.view.lesson, context.say, not context.panel.roomy
    if lesson is None:
        return ""
    match lesson.act:
        case "play" if lesson.onto and lesson.source.startswith("row"):  # it leaves a gap in the row
            if brief:
                return say("The stack fills the gap: empty it!")
            return say("Your stack fills each gap. Once it is empty, you may call Stop!")
        case "play":
            return _play_text(context, lesson.piece[1:], lesson.onto[1:], brief=brief)
        case "flip":
            return say("Nothing fits? Tap your draw pile")
        case "fill":
            if brief:
                return say("Fill the gap from your stack")
            return say("Fill the gap from your stack. Once it is empty, you may call Stop!")
        case "stop" if context.view.screen_stop:
            return say("Stack empty? Hit Stop!")
        case "stop" if brief:
            return say("Stack empty? Button at the edge!")
        case "stop":
            return say("Stack empty? Press the big button at the table's edge!")
        case _:
            return say("Well done! Press READY")


def _play_text(context: PanelContext, card: str, pile: str, *, brief: bool) -> str:
    """Return which card begins a pile, or goes onto it; both are numbers, ``pile`` is empty where one begins."""
    say, tap = context.say, context.table.touch_mode == "tap"
    if not pile:
        return say("Tap the 1: it starts a pile") if tap else say("Drag the 1 out: it starts a pile")
    if brief:
        return say("Same colour, one higher")
    if tap:
        return say("Tap the {card}; it goes on the {pile}: same colour, one higher", card=card, pile=pile)
    return say("Drag the {card} onto the {pile}: same colour, one higher", card=card, pile=pile)


def draw_practice_pile(sketch: Sketch, context: PanelContext, place: Place) -> None:
    """Draw the pile, or its place, lit while a card is to be played on it."""
    lesson = context.view.lesson
    if lesson is None:
        return
    if lesson.act == "play":
        sketch.light(GLOW, place.x, place.y, 2.2 * place.w, 2.0 * place.h, ACCENT)
        edge = 0.05 * place.w
        sketch.outline(place.inset(-edge), 0.14 * place.w, max(2, 0.04 * place.w), ACCENT)
    cell, card = lesson.piles[0] if lesson.piles else (0, None)
    if card is None:
        sketch.picture(PlaceLook(round(place.w), round(place.h)), place.x, place.y)
    else:
        sketch.face(card, place, ways=4)
    sketch.item("pile", place, slot=cell, card=card)
