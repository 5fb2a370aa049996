"""The motion of cards: to the piles, onto the own row, over the hand, home after a round; and under a finger."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from msgspec.structs import replace

from kiosk.display.games.cards.piles import PilePlace, looks_of_all, medal, pile_places, places_now
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Dealt, Flyer, Homing, Lies, Lying
from kiosk.display.games.times import start_of
from kiosk.display.games.touches import Turn
from kiosk.display.paint.art import Look
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.scene import Item
from kiosk.game.cards.cards import DECK, NUMBERS, parse_card
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import score_parts
from kiosk.layout.place import Place
from kiosk.layout.sides import face_ways
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import FlipHand, Move, PlayCard, RefillSlot, SeatView, Slot, Snapshot, ToTable, TuckCard, Verdict

Owners: TypeAlias = tuple[tuple[int, tuple[SeatNumber, ...]], ...]
Finished: TypeAlias = tuple[tuple[str, tuple[SeatNumber, ...]], ...]


class CountedPile(NamedTuple):
    """A pile on a cell while it is counted.

    ``owners``, ``starts``: of its cards, bottom to top: who laid each, and when it leaves, in seconds.
    """

    cell: int
    color: str
    owners: tuple[SeatNumber, ...]
    starts: tuple[float, ...]

    def card(self, index: int) -> str:
        """Return the card of this number, the lowest being 0."""
        return f"{self.color}{index + 1}"


@lru_cache(maxsize=4)
def counted_piles(
    cells: tuple[Place, ...], owners: Owners, tops: tuple[tuple[int, str], ...], finished: Finished
) -> tuple[CountedPile, ...]:
    """Return the piles of a round: the open ones where they lie, the finished ones on the free cells nearest to these.

    Of each seat's cards the upper ones leave first.
    """
    colors = {cell: top[:1] for cell, top in tops}
    known = [(cell, colors[cell], seats) for cell, seats in owners if cell in colors and cell < len(cells)]
    taken = {cell for cell, _ in tops}
    free = sorted((cell for cell in range(len(cells)) if cell not in taken), key=lambda cell: _distance(cells, cell))
    known += [(cell, color, seats) for cell, (color, seats) in zip(free, finished, strict=False)]
    own: defaultdict[SeatNumber, list[tuple[int, int]]] = defaultdict(list)
    for number, (_, _, seats) in enumerate(known):
        for index, seat in enumerate(seats):
            own[seat].append((number, index))
    starts = [[0.0] * len(seats) for _, _, seats in known]
    for cards in own.values():
        cards.sort(key=lambda card: (len(starts[card[0]]) - card[1], card[0]))
        for order, (number, index) in enumerate(cards):
            starts[number][index] = start_of(order, len(cards))
    return tuple(CountedPile(*pile, tuple(when)) for pile, when in zip(known, starts, strict=True))


def at_home(pile: Place) -> Place:
    """Return the place of a card in the well of its owner's pile."""
    return pile.inset(0.05 * pile.w)


def _distance(cells: tuple[Place, ...], cell: int) -> float:
    """Return how far a cell is from the middle of all cells."""
    x, y = (sum(place[axis] for place in cells) / len(cells) for axis in (0, 1))
    return math.hypot(cells[cell].x - x, cells[cell].y - y)


_IN_PANELS: Final = ("row 0", "stack", "discard")
_FACE_DOWN: Final = ("stack", "hand")


class CardMotion:
    """The motion of cards."""

    sounds: Final[Mapping[str, str]] = {
        "play": "land",
        "refill": "slide",
        "tuck": "slide",
        "flip": "flip",
        "recycle": "reshuffle",
    }
    tapped: Final[Mapping[str, str]] = {"flip": "hand"}

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the card that lies face up in a place of the seat."""
        if source == "stack":
            return view.stack_card
        if source == "discard":
            return view.discard_card
        slot = int(source.removeprefix("row "))
        return view.row[slot].card if slot < len(view.row) else None

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether a card lies there; a stack may lie face down."""
        return self.piece_at(view, source) is not None or (source == "stack" and view.stack_count > 0)

    def home(self, panel: Panel, source: str, kept: Kept) -> Place:
        """Return the source's own part of the panel."""
        return panel.places[source]

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return a card at a source of the panel; None: its back."""
        place = panel.places[source]
        size = round(place.w), round(place.h)
        return BackLook(panel.seat, *size) if piece is None else FaceLook(piece, *size)

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield every card's face in all its sizes, the backs, the medals, and the edges of piles of all heights."""
        panels = layout.panels.values()
        sizes = {
            (round(place.w), round(place.h), 1)
            for panel in panels
            for place in map(panel.places.get, _IN_PANELS)
            if place
        }
        cell = layout.cells[0]
        sizes.add((round(cell.w), round(cell.h), face_ways(layout)))
        for panel in panels:
            yield medal(panel.seat, cell)
        yield from looks_of_all(layout)
        for card in DECK:
            for size in sorted(sizes):
                yield FaceLook(str(card), *size)
        for panel in panels:
            places = (*filter(None, map(panel.places.get, _FACE_DOWN)), cell, at_home(score_parts(panel).pile))
            yield from (BackLook(panel.seat, round(place.w), round(place.h)) for place in places)

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return the nearest pile that the card continues; for a 1 the nearest free place."""
        card, piles = parse_card(piece), dict(snapshot.piles)
        below = None if card.number == 1 else f"{card.color.letter}{card.number - 1}"
        for cell in layout.near_cells(x, y):
            if piles.get(cell) == below:
                place = pile_places(layout)[cell].top(card.number)
                return Aim(place, _on_pile(piece, place, layout))
        return None

    def raced(self, snapshot: Snapshot, verdict: Verdict) -> int | None:
        """Return the pile to which the rival has played the card."""
        laid = (move.cell for move in reversed(snapshot.moves) if (move.seat, move.card) == (verdict.by, verdict.card))
        return next(laid, None)

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Start the flights of a move."""
        if move.kind == "collect":
            cell = _cell(move, layout)
            if cell and move.card:
                color = move.card[0]
                looks = [_on_pile(f"{color}{number}", cell, layout) for number in range(1, NUMBERS + 1)]
                flyer.collect(looks, cell, color)
        elif panel is not None and move.kind in _FLIGHTS:
            _FLIGHTS[move.kind](self, flyer, move, panel, layout)

    def play(self, flyer: Flyer, move: Move, panel: Panel, layout: Layout) -> None:
        """Fly a card to its pile."""
        cell = _cell(move, layout)
        if cell and move.card and move.source:
            card = parse_card(move.card)
            below = f"{card.color.letter}{card.number - 1}"
            under = _on_pile(below, cell, layout) if card.number > 1 else None
            look, stays = _on_pile(move.card, cell, layout), card.number < NUMBERS
            flyer.land(panel, move.source, look, cell, lies=Lies(under, stays))

    def to_row(self, flyer: Flyer, move: Move, panel: Panel, layout: Layout) -> None:
        """Fly a card onto the own row; a refill comes from the stack."""
        if move.card and move.slot is not None:
            part = f"row {move.slot}"
            flyer.lay(panel, move.source or "stack", part, self.look(panel, part, move.card))

    def flip(self, flyer: Flyer, move: Move, panel: Panel, layout: Layout) -> None:
        """Turn over cards of the hand."""
        if move.card:
            flyer.shift(panel, "hand", "discard", self.look(panel, "discard", move.card))

    def recycle(self, flyer: Flyer, move: Move, panel: Panel, layout: Layout) -> None:
        """Turn the discard into the hand again."""
        flyer.shift(panel, "discard", "hand", self.look(panel, "hand", None))

    def homeward(self, snapshot: Snapshot, layout: Layout) -> list[Homing]:
        """Return all cards of the centre, which turn over to their owners' backs."""
        found, places = [], _places_now(snapshot, layout)
        for pile in counted_piles(layout.cells, snapshot.owners, snapshot.piles, snapshot.finished):
            place = places[pile.cell]
            size = round(place.place.w), round(place.place.h)
            for index, (seat, start) in enumerate(zip(pile.owners, pile.starts, strict=True)):
                looks = FaceLook(pile.card(index), *size, face_ways(layout)), BackLook(seat, *size)
                found.append(Homing(seat, start, place.top_seen(index + 1), looks, place.turn, place.scale))
        return found

    def uppermost(self, snapshot: Snapshot, layout: Layout) -> list[Lying]:
        """Return the top card of every pile."""
        places, found = _places_now(snapshot, layout), []
        for cell, card in snapshot.piles:
            if cell < len(places):
                place = places[cell]
                top = place.top_seen(int(card[1:]))
                found.append(Lying(top, _on_pile(card, top, layout), place.turn, place.scale))
        return found

    def dealt(self, view: SeatView, panel: Panel) -> list[Dealt]:
        """Return the row, the stack and the hand, face down; those that lie open turn over."""
        found = [
            (f"row {slot}", content.card) for slot, content in enumerate(view.row) if f"row {slot}" in panel.places
        ]
        found += [("stack", None), ("stack", view.stack_card), ("hand", None), ("hand", None)]
        return [
            Dealt(part, (self.look(panel, part, None), self.look(panel, part, card)), panel.places[part])
            for part, card in found
        ]

    def undealt(self, view: SeatView, kept: Kept, parts: Collection[str]) -> tuple[SeatView, Kept]:
        """Return the seat with empty places."""
        row = tuple(Slot(None, 0) if f"row {slot}" in parts else card for slot, card in enumerate(view.row))
        view = replace(view, row=row)
        if "stack" in parts:
            view = replace(view, stack_card=None, stack_count=0)
        return (replace(view, hand_count=0) if "hand" in parts else view), kept

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Do nothing: cards do not roll."""


_FLIGHTS: Final[dict[str, Callable[[CardMotion, Flyer, Move, Panel, Layout], None]]] = {
    "play": CardMotion.play,
    "refill": CardMotion.to_row,
    "tuck": CardMotion.to_row,
    "flip": CardMotion.flip,
    "recycle": CardMotion.recycle,
}
"""The flights of a seat's moves, by kind."""


def _places_now(snapshot: Snapshot, layout: Layout) -> tuple[PilePlace, ...]:
    return places_now(layout, snapshot.piles, snapshot.caller, snapshot.ended_by)


def _cell(move: Move, layout: Layout) -> Place | None:
    """Return where a card lies on its pile, None if there is no such place."""
    if move.cell is None or move.card is None or move.cell >= len(layout.cells):
        return None
    return pile_places(layout)[move.cell].top(int(move.card[1:]))


def _on_pile(card: str, cell: Place, layout: Layout) -> Look:
    """Return a card in the centre."""
    return FaceLook(card, round(cell.w), round(cell.h), face_ways(layout))


class CardRow:
    """The own row: it takes cards from the stack (a refill, or a tuck) and from the discard (a tuck)."""

    place: Final = "row"
    from_items: Final = frozenset({"stack", "discard"})

    def slots_for(self, item: Item, view: SeatView) -> tuple[int, ...]:
        """Return the slots that the table lists."""
        return {"stack": view.stack_to, "discard": view.discard_to}.get(item.what, ())

    def fits_centre(self, item: Item, view: SeatView, snapshot: Snapshot) -> bool:
        """Return whether the item's card may go to the centre; False for a face-down card, which is unknown."""
        shown = _top(item, view)
        if not isinstance(shown, str):
            return False
        card = parse_card(shown)
        below = f"{card.color.letter}{card.number - 1}"
        piles = snapshot.piles if view.lesson is None else view.lesson.piles
        fits = card.number == 1 or any(top == below for _, top in piles)
        return fits and not (item.what == "stack" and view.stack_barred)

    def lay(self, seat: SeatNumber, source: str, slot: int, at: int) -> ToTable:
        """Return a tuck; the table makes it a refill if the slot is empty."""
        return TuckCard(seat, source, slot, at)


class CardTouches:
    """The card game under the fingers."""

    pieces: Final = frozenset({"row", "stack", "discard"})
    turns: Final[Mapping[str, Turn]] = {"hand": FlipHand}
    only_seen: Final = frozenset({"pile"})
    row: Final = CardRow()

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the item itself."""
        return item

    def source(self, item: Item) -> str:
        """Return the item's name, for a card of the row with its slot."""
        return f"row {item.slot}" if item.what == "row" else item.what

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the top card; of a face-down stack its count."""
        return _top(item, view)

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return a play with the nearest cells, among which the table finds the pile."""
        return PlayCard(seat, self.source(item), near(), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return a request for a refill if the item is an empty slot."""
        if item.what != "row" or item.seat is None or item.slot is None or item.card:
            return None
        return RefillSlot(item.seat, item.slot, at)


def _top(item: Item, view: SeatView) -> str | int | None:
    if item.what == "row":
        return view.row[item.slot].card if item.slot is not None and item.slot < len(view.row) else None
    if item.what == "stack":
        return view.stack_card or view.stack_count or None
    return view.discard_card if item.what == "discard" else None
