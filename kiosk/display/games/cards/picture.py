"""The picture of the card game."""

from __future__ import annotations

import math
from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final

from kiosk.display.context import STANDS_STILL, CentreContext, PanelContext
from kiosk.display.games.cards.explanations import (
    RULE_PICTURES,
    card_steps,
    draw_practice_pile,
    draw_wrong,
    lesson_text,
    wrong_move,
)
from kiosk.display.games.cards.motion import CardMotion, CardTouches, at_home
from kiosk.display.games.cards.panel import draw_cards, draw_gathered
from kiosk.display.games.cards.piles import PilePlace, draw_owner, pile_places, places_now
from kiosk.display.games.cards.texts import TEXTS
from kiosk.display.games.game import Counted, GamePicture, Step, Tile, WrongMove
from kiosk.display.games.memory import NoMemory
from kiosk.display.paint.card_art import BackLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import Rgba
from kiosk.display.texts.refusals import reason_text
from kiosk.game.cards.cards import parse_card
from kiosk.game.game_rules import rules_with
from kiosk.game.refusals import Reason
from kiosk.game.seats import SeatNumber
from kiosk.layout.sides import face_ways
from kiosk.layout.table_layout import CARD_ASPECT, Frame, Place
from kiosk.protocol import CELLS, RaceView, RoundResult, SeatScore, SeatView
from kiosk.protocol.state import State

_A_LAYER: Final = 2
"""The number of cards in each visible layer of a pile that has come home."""
_LAYERS: Final = 9
"""The maximum number of layers."""
_FAN: Final = 2
"""The number of cards at each side of the middle one in a fan."""
_WITHOUT_PLACES: Final = STANDS_STILL | {State.COUNTDOWN, State.STOPPED}
"""States that show no places for the next piles: numbers or lanterns stand there, and nobody plays."""


class CardPicture:
    """The card game's ``display`` part of the registry."""

    texts: Final = TEXTS
    motion: Final = CardMotion()
    touches: Final = CardTouches()
    worth: Final = 1
    ringed: Final = 3

    def memory(self) -> NoMemory:
        """Return an empty memory: snapshots contain everything."""
        return NoMemory()

    def draw_seat(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        """Draw stack, row, discard and hand."""
        draw_cards(sketch, context, usable=usable)

    def draw_gathered(self, sketch: Sketch, context: PanelContext) -> Place:
        """Draw all of the seat's cards as one pile, face down, beside its chip."""
        return draw_gathered(sketch, context)

    def draw_ground(self, sketch: Sketch, context: CentreContext, tint: Rgba) -> None:
        """Draw the places where a pile may begin, and the shadows of the piles."""
        tops, shown = dict(context.piles), _offered(context)
        for cell, place in enumerate(_places(context)):
            if cell in tops:
                sketch.add(_shadow(place, _height(tops[cell])))
            elif cell in shown:
                place.draw_empty(sketch, tint)

    def draw_centre(self, sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
        """Draw the grid with its piles."""
        layout, tops = context.layout, dict(context.piles)
        ways, places = face_ways(layout), _places(context)
        enabled = context.table.state == State.PLAY if touchable else None
        piles = {
            cell: _cell(cell, place, tops.get(cell), ways, tint, enabled if enabled or cell in tops else None)
            for cell, place in enumerate(places)
        }
        owners = {
            cell: _owner(seats[-1], places[cell], _height(tops[cell]), tint)
            for cell, seats in context.owners
            if cell in piles and cell in tops
        }
        for part in (*piles.values(), *owners.values()):
            sketch.add(part)

    def raced(self, context: CentreContext, race: RaceView) -> list[Place]:
        """Return the pile that the faster seat has laid the card on; until then, those that the card fits."""
        card, places, owners = parse_card(race.card), pile_places(context.layout), dict(context.owners)
        laid = [cell for cell, top in context.piles if top == race.card and owners.get(cell, (0,))[-1] == race.first]
        below = f"{card.color.letter}{card.number - 1}"
        found = laid[-1:] or [cell for cell, top in context.piles if top == below]
        return [places[cell].top(card.number if laid else card.number - 1) for cell in found if cell < len(places)]

    def draw_home(self, sketch: Sketch, place: Place, seat: SeatNumber, pieces: int) -> bool:
        """Draw the cards face down, as high as their number."""
        sketch.plaque("well", place, 0.12 * place.w)
        card = at_home(place)
        for below in reversed(range(min(_LAYERS, math.ceil(pieces / _A_LAYER)))):  # the topmost card stays in its place
            sketch.back(seat, card._replace(x=card.x - 0.01 * place.w * below, y=card.y - 0.016 * place.h * below))
        return True

    def draw_own(self, sketch: Sketch, place: Place, seat: SeatNumber) -> None:
        """Draw a fan of cards, face down."""
        high = min(0.86 * place.h, 0.53 * place.w)
        look, step = BackLook(seat, round(high / CARD_ASPECT), round(high)), 0.29 * high
        for number in range(-_FAN, _FAN + 1):
            drop = 0.018 * high * number * number
            sketch.picture(look, place.x + number * step, place.y - drop + 0.03 * high, turn=-6.0 * number)

    def draw_piece(self, sketch: Sketch, piece: str, place: Place) -> None:
        """Draw a card's face."""
        sketch.face(piece, place._replace(w=place.h / CARD_ASPECT))

    def pieces_left(self, view: SeatView) -> int:
        """Return the number of cards in the stack."""
        return view.stack_count

    def steps(self, context: PanelContext) -> tuple[Step, ...]:
        """Return push, flip, Stop."""
        return card_steps(context)

    def lesson(self, context: PanelContext) -> str:
        """Return what the lesson asks for now."""
        return lesson_text(context)

    def draw_rule(self, sketch: Sketch, context: PanelContext, key: str, place: Place) -> bool:
        """Draw the picture of a rule, in the game's own pieces."""
        draw = RULE_PICTURES.get(key)
        if draw is not None:
            draw(sketch, context, place)
        return draw is not None

    def wrong_move(self, rules: Any, key: str) -> WrongMove | None:
        """Return what newcomers typically try instead, and these rules refuse."""
        return wrong_move(rules, key)

    def draw_wrong(self, sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
        """Draw this move."""
        draw_wrong(sketch, context, move, place)

    def draw_practised(self, sketch: Sketch, context: PanelContext, place: Place) -> None:
        """Draw the pile of the lesson."""
        draw_practice_pile(sketch, context, place)

    def hint(self, context: PanelContext) -> str:
        """Return the hint for a face-down stack, unless a verdict already says it; to a newcomer how to turn cards.

        That one stands until cards are turned for the first time, whatever fits: it is no advice.
        """
        view = context.view
        if view.bot:  # first, as in all conditions here, what seldom changes: the name line is drawn again for the rest
            return ""
        if (
            view.new
            and context.table.state == State.PLAY
            and not (view.discard_card is not None or view.discard_count or not view.hand_count)
        ):
            return context.say("Nothing fits? Tap your draw pile")
        hidden = view.stack_card is None and view.stack_count
        if not hidden or any(verdict.reason == Reason.VIA_ROW_ONLY for verdict in view.ticker[-3:]):
            return ""
        return context.say(reason_text(Reason.VIA_ROW_ONLY, context.table.game))

    def demand(self, context: PanelContext) -> tuple[str, bool]:
        """Return nothing: cards exist on the screen only."""
        return "", False

    def counted(self, context: PanelContext, line: SeatScore) -> Counted:
        """Return the sum: a point per card, minus two per card left; where those cost nothing, they are not told."""
        say, rules = context.say, rules_with(context.table.game, context.table.rules)
        tiles = [Tile("", str(line.centered), say(context.words.placed))]
        if cost := rules.score.stack:
            sign = "\N{MINUS SIGN}" if cost < 0 else "+"
            left = f"{abs(cost)} \N{MULTIPLICATION SIGN} {line.stack_left}"
            tiles.append(Tile(sign, left, say("in the stack")))
        return Counted(tiles)

    def taker(self, result: RoundResult) -> SeatNumber | None:
        """Return None: each seat keeps its own points."""
        return None


PICTURE: Final[GamePicture] = CardPicture()


def _places(context: CentreContext) -> tuple[PilePlace, ...]:
    return places_now(context.layout, context.piles, context.table.caller, context.table.ended_by)


def _offered(context: CentreContext) -> Collection[int]:
    """Return the cells that are shown while no pile lies there; none below the numbers of a countdown."""
    return () if context.table.state in _WITHOUT_PLACES else context.layout.free_cells(dict(context.piles))


@lru_cache(maxsize=4 * CELLS)  # each card played changes one pile of 48
def _cell(cell: int, place: PilePlace, card: str | None, ways: int, tint: Rgba, enabled: bool | None) -> Sketch:
    """Return a cell of the grid with its pile, if any, for ``ways`` sides, without its owner's sign.

    ``enabled``: None if it is not an item. Do not modify the result.
    """
    sketch = Sketch(Frame())
    if card is not None:
        pile, lies = _upright(place)
        pile.face(card, lies.top(_height(card)), ways, tint)
        lies.draw_edges(pile, _height(card), tint)
        sketch.add_turned(pile, place.scale)
    if enabled is not None:
        sketch.item("pile", place.seen, slot=cell, card=card, enabled=enabled)
    return sketch


@lru_cache(maxsize=4 * CELLS)
def _shadow(place: PilePlace, height: int) -> Sketch:
    """Return the shadow of a pile. Do not modify the result."""
    sketch = Sketch(Frame())
    place.draw_shadow(sketch, height)
    return sketch


@lru_cache(maxsize=4 * CELLS)
def _owner(seat: SeatNumber, place: PilePlace, height: int, tint: Rgba) -> Sketch:
    """Return what a pile wears of its owner. Do not modify the result."""
    sketch = Sketch(Frame())
    pile, lies = _upright(place)
    draw_owner(pile, seat, lies.top(height), tint, turned=place.turn != 0)
    sketch.add_turned(pile, place.scale)
    return sketch


def _upright(place: PilePlace) -> tuple[Sketch, PilePlace]:
    """Return a sketch in which a pile lies as in its cell, and its place there: its own frame, if it lies otherwise."""
    if place.is_upright:
        return Sketch(Frame()), place
    x, y, w, h = place.place
    return Sketch(Frame(x, y, place.turn)), place._replace(place=Place(0, 0, w, h), turn=0.0, scale=1.0)


def _height(card: str) -> int:
    """Return the height of a pile with this top card: the card's number."""
    return int(card[1:])
