"""The picture of dominoes: a seat's tiles and stock, the chain, and the motion of tiles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.games.game import Counted, Step, WrongMove
from kiosk.display.games.game import Tile as Part
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Dealt, Flyer, Homing, Lying
from kiosk.display.games.steps import draw_stop
from kiosk.display.games.touches import Turn
from kiosk.display.paint.art import Look
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, BLACK, INK, INK_SOFT, WHITE, Rgba, rgb
from kiosk.display.scene import Item
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import GameMove, Move, RaceView, RoundResult, SeatScore, SeatView, Snapshot, ToTable, Verdict
from ligretto_dominoes.layout import SHOWN
from ligretto_dominoes.look import DominoLook, tile_look
from ligretto_dominoes.messages import DRAW, LAY, TILE
from ligretto_dominoes.tiles import SET
from ligretto_dominoes.words import TEXTS

_FREE: Final = BLACK.fade(0.28)
"""The outline of a place without a tile."""
_LEATHER: Final = rgb("0c161b")
_SHADE: Final = Rgba(0.62, 0.66, 0.68, 1.0)
"""The tint of tiles that cannot be used now."""
_GHOST: Final = Rgba(1, 1, 1, 0.16)
"""The tint of the place from which the tile under a finger came."""


def _hand(view: SeatView) -> tuple[str, ...]:
    return tuple(view.own.get("hand", ()))


def _tile_place(place: Place) -> Place:
    """Return the place of a tile, which is twice as high as wide, in a part of the panel."""
    wide = min(place.w, place.h / 2)
    return place._replace(w=wide, h=2 * wide)


class _Memory:
    """The place of each tile in front of its seat (``kiosk.display.games.memory.Memory``)."""

    def __init__(self) -> None:
        self._hands: dict[SeatNumber, Kept] = {}

    def follow(self, snapshot: Snapshot) -> None:
        """Remember the tiles in the order in which they lie."""
        self._hands = {view.seat: _hand(view) for view in snapshot.seats}

    def __getitem__(self, seat: SeatNumber) -> Kept:
        return self._hands.get(seat, ())


class _Motion:
    """The motion of tiles (``kiosk.display.games.motion.GameMotion``)."""

    sounds: Final[Mapping[str, str]] = {"lay": "place", "draw": "slide"}
    tapped: Final[Mapping[str, str]] = {}

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the tile if it lies in front of the seat."""
        tile = source.removeprefix(TILE)
        return tile if tile in _hand(view) else None

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether the tile lies there; tiles are never face down."""
        return self.piece_at(view, source) is not None

    def home(self, panel: Panel, source: str, kept: Kept) -> Place:
        """Return the tile's place; for one that has left it, the stock."""
        tile = source.removeprefix(TILE)
        return panel.places[f"{TILE}{kept.index(tile)}" if tile in kept else "stock"]

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return a tile in front of the seat."""
        place = _tile_place(panel.places[f"{TILE}0"])
        return tile_look(piece or "0-0", place.w, place.h)

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield every tile as it lies in front of a seat."""
        for panel in layout.panels.values():
            yield from (self.look(panel, "", str(tile)) for tile in SET)

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return None: a tile waits where it was let go until the table has judged it."""
        return None

    def raced(self, snapshot: Snapshot, verdict: Verdict) -> int | None:
        """Return None: nobody is raced for an end of the chain."""
        return None

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Fly a tile to its end of the chain, or from the stock."""
        if panel is None or move.card is None:
            return
        if move.kind == "lay" and move.cell is not None:
            place = layout.cells[move.cell]
            flyer.land(panel, f"{TILE}{move.card}", tile_look(move.card, place.w, place.h, panel.seat), place)
        elif move.kind == "draw":
            flyer.shift(panel, "stock", f"{TILE}{move.slot}", self.look(panel, "", move.card))

    def homeward(self, snapshot: Snapshot, layout: Layout) -> Sequence[Homing]:
        """Return nothing: the chain stays where it is."""
        return ()

    def uppermost(self, snapshot: Snapshot, layout: Layout) -> Sequence[Lying]:
        """Return nothing: tiles of a chain lie side by side."""
        return ()

    def dealt(self, view: SeatView, panel: Panel) -> Sequence[Dealt]:
        """Return nothing: the tiles just lie there."""
        return ()

    def undealt(self, view: SeatView, kept: Kept, parts: Collection[str]) -> tuple[SeatView, Kept]:
        """Return the seat as it is."""
        return view, kept

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Do nothing: tiles do not roll."""


class _Touches:
    """Tiles under a finger (``kiosk.display.games.touches.GameTouches``)."""

    pieces: Final = frozenset({"tile"})
    turns: Final[Mapping[str, Turn]] = {"stock": lambda seat, at: GameMove(seat, DRAW, "", at)}
    only_seen: Final = frozenset({"link"})
    row: Final = None

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the item itself."""
        return item

    def source(self, item: Item) -> str:
        """Return the source of a tile, by its numbers."""
        return f"{TILE}{item.card}"

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the tile."""
        return item.card if item.card in _hand(view) else None

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return a move to the end that is nearer to the nearest cell."""
        return GameMove(seat, LAY, self.source(item), at, near=near()[:1])

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return None: a tap on a tile has no effect where tiles are pushed."""
        return None


class _Picture:
    """The ``display`` part of the registry's entry (``kiosk.display.games.game.GamePicture``)."""

    texts = TEXTS
    motion = _Motion()
    touches = _Touches()
    worth = 0
    ringed = 3

    def memory(self) -> _Memory:
        """Return the places of the tiles."""
        return _Memory()

    # ---- drawing

    def draw_seat(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        """Draw the number of tiles left, the tiles, and the stock."""
        unit, places, hand = context.unit, context.panel.places, _hand(context.view)
        if not context.stop_lit:
            count = places["count"]
            number = Place(count.x, count.y + 0.12 * unit, count.w, 0.9 * unit)
            sketch.text(str(len(hand)), number, 0.7 * unit, bold=True)
            label = Place(count.x, count.y - 0.5 * unit, count.w, 0.36 * unit)
            sketch.text(context.say("tiles"), label, 0.28 * unit, INK_SOFT)
        tint = WHITE if usable and not context.left(context.view.locked_until) else _SHADE
        for slot, tile in enumerate(hand):
            place = _tile_place(places[f"{TILE}{slot}"])
            if f"{TILE}{tile}" == context.view.held:
                sketch.glow(place.inset(0.05 * place.w), 0.18 * place.w, 0.12 * place.w, ACCENT.fade(0.9))
            shown = _GHOST if f"{TILE}{tile}" == context.carried else tint
            sketch.picture(tile_look(tile, place.w, place.h), place.x, place.y, shown)
            sketch.item("tile", place, slot=slot, card=tile, enabled=usable)
        self._draw_stock(sketch, context, usable=usable)

    def draw_gathered(self, sketch: Sketch, context: PanelContext) -> Place:
        """Draw nothing; return the body."""
        body = context.panel.places["body"]
        return Place(body.x, body.y, body.w - 0.5 * context.unit, body.h - 0.3 * context.unit)

    def _draw_stock(self, sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
        unit, place, size = context.unit, context.panel.places["stock"], context.view.own.get("stock", 0)
        ready = usable and bool(size) and bool(_hand(context.view))
        sketch.fill(place.inset(0.04 * unit), 0.2 * unit, _LEATHER.mix(ACCENT, 0.5 if ready else 0.12))
        number = Place(place.x, place.y + 0.2 * unit, place.w, 0.8 * unit)
        sketch.text(str(size), number, 0.6 * unit, INK if ready else INK_SOFT, bold=True)
        text = context.say("stock")
        label = Place(place.x, place.y - 0.5 * unit, 0.9 * place.w, 0.4 * unit)
        sketch.text(text, label, 0.32 * unit, INK if ready else INK_SOFT)
        sketch.item("stock", place, enabled=ready, text=text)

    def draw_ground(self, sketch: Sketch, context: CentreContext, tint: Rgba) -> None:
        """Draw nothing: dominoes lie on the felt."""

    def draw_centre(self, sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
        """Draw the chain; if it is longer than the cells, with a gap between its ends."""
        own: Mapping[str, Any] = context.own
        left, right = own.get("left", ()), own.get("right", ())
        cells = context.layout.cells
        laid = [*enumerate(left), *enumerate(right, start=SHOWN - len(right))]
        for index, (first, second, owner) in laid:
            place = cells[index]
            forward = index + 1 >= len(cells) or cells[index + 1].x >= place.x
            numbers = (first, second) if forward else (second, first)
            look = DominoLook(*numbers, round(place.w), round(place.h), SeatNumber(owner))
            sketch.picture(look, place.x, place.y, tint)
            if touchable:
                sketch.item("link", place, slot=index, card=f"{first}-{second}")
        for place in cells[len(laid) :] if not right else ():
            sketch.outline(place.inset(0.06 * place.h), 0.16 * place.h, max(1, 0.02 * place.h), _FREE)

    def raced(self, context: CentreContext, race: RaceView) -> Sequence[Place]:
        """Return nothing: the ends of the chain are in sight."""
        return ()

    def draw_home(self, sketch: Sketch, place: Place, seat: SeatNumber, pieces: int) -> bool:
        """Draw nothing: no tile comes home."""
        return False

    def draw_own(self, sketch: Sketch, place: Place, seat: SeatNumber) -> None:
        """Draw two tiles, upright."""
        for number, tile in enumerate(("2-5", "5-6")):
            self.draw_piece(sketch, tile, place._replace(x=place.x + (number - 0.5) * 0.5 * place.h, w=0.4 * place.h))

    def draw_piece(self, sketch: Sketch, piece: str, place: Place) -> None:
        """Draw a tile, upright."""
        shown = _tile_place(place)
        sketch.picture(tile_look(piece, shown.w, shown.h), shown.x, shown.y)

    # ---- texts

    def pieces_left(self, view: SeatView) -> int:
        """Return the number of tiles in front of the seat."""
        return len(_hand(view))

    def lesson(self, context: PanelContext) -> str:
        """Return nothing: there is no lesson."""
        return ""

    def draw_rule(self, sketch: Sketch, context: PanelContext, key: str, place: Place) -> bool:
        """Return False: its rules have no pictures."""
        return False

    def wrong_move(self, rules: Any, key: str) -> WrongMove | None:
        """Return None: its rules have no pictures."""
        return None

    def draw_wrong(self, sketch: Sketch, context: PanelContext, move: WrongMove, place: Place) -> None:
        """Draw nothing: there is none."""

    def draw_practised(self, sketch: Sketch, context: PanelContext, place: Place) -> None:
        """Draw nothing: there is no lesson."""

    def steps(self, context: PanelContext) -> tuple[Step, ...]:
        """Return lay, draw, Stop."""
        say = context.say

        def lay(sketch: Sketch, _: PanelContext, place: Place) -> None:
            self.draw_piece(sketch, "2-5", place)

        def draw(sketch: Sketch, shown: PanelContext, place: Place) -> None:
            side = 0.7 * place.h
            sketch.fill(Place(place.x, place.y, side, side), 0.2 * side, _LEATHER.mix(ACCENT, 0.5))
            sketch.text("21", Place(place.x, place.y, side, 0.7 * side), 0.5 * side, INK, bold=True)

        return (
            (lay, say("Push a tile to the chain")),
            (draw, say("Nothing fits: tap your stock")),
            (draw_stop, say("All laid: Stop!")),
        )

    def hint(self, context: PanelContext) -> str:
        """Return nothing: tiles need no hint."""
        return ""

    def demand(self, context: PanelContext) -> tuple[str, bool]:
        """Return nothing: no device is needed."""
        return "", False

    def counted(self, context: PanelContext, line: SeatScore) -> Counted:
        """Return the sum: a point for each tile laid, minus two for each tile left."""
        say = context.say
        return Counted(
            [
                Part("", str(line.centered), say("laid")),
                Part("-", str(2 * line.stack_left), say("left, two points each")),
            ]
        )

    def taker(self, result: RoundResult) -> SeatNumber | None:
        """Return None: nobody gets the others' points."""
        return None


PICTURE: Final = _Picture()
