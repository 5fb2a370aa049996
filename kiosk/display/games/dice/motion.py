"""The motion of dice: to the board, rolling in their tray, home after a round; and under a finger."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Final

from kiosk.display.games.dice.board import board_look, next_space, owner_mark, placed, space_light
from kiosk.display.games.dice.board_art import LIGHTS
from kiosk.display.games.dice.panel import die_place, heading_of, well_look
from kiosk.display.games.dice.rolling import die_widths, roll, turning_width
from kiosk.display.games.dice.wells import slot_of, well_places
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Dealt, Flyer, Homing, Lying, Spin
from kiosk.display.games.times import start_of
from kiosk.display.games.touches import Turn
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import ROLLING, DieLook, RollLook
from kiosk.display.paint.light_art import GLOW, MARK, RING, SWISH, halo_look, line_look, rim_look, won_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import WHITE, Rgba, seat_light
from kiosk.display.scene import Item
from kiosk.game.colors import Color
from kiosk.game.dice.dice import FACES, SPACES, parse_die
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import score_parts
from kiosk.layout.dice_layout import BoardLayout
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import DIE, Move, PlaceDie, RollDice, SeatView, Snapshot, ToTable, Verdict


def leaving(board: tuple[int, ...]) -> dict[int, tuple[SeatNumber, float]]:
    """Return for each taken space of the board (``Snapshot.board``) its owner, and when the die leaves, in seconds."""
    counts, gone = Counter(board), Counter[int]()
    found = {}
    for space, seat in enumerate(board):
        if seat:
            found[space] = SeatNumber(seat), start_of(gone[seat], counts[seat])
            gone[seat] += 1
    return found


_LANDS: Final = 0.12
"""Seconds from the verdict until a die has landed (kiosk/display/README.md)."""
_CLICK: Final = 0.09
_ROW: Final = 0.25
_GLOWS: Final = 0.7
"""Seconds in which it clicks into its space, in which its row lights up, and for which a space glows."""
_FACING: Final = {1: (11, 1), 2: (11, 2), 3: (2, 1), 4: (8, 1), 5: (5, 2), 6: (5, 1)}
"""The step of a roll, and the top before it (``RollLook``), that turns each face to the eye, seen from an angle."""
_LEGS: Final = 4
"""For how many legs of its way a die shows its face so; before, it shows the step that leads to it."""


class DiceMotion:
    """The motion of dice."""

    sounds: Final[Mapping[str, str]] = {"place": "place", "roll": "roll"}
    tapped: Final[Mapping[str, str]] = {"roll": "tray"}

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the die if it lies in the seat's tray."""
        die = source.removeprefix(DIE)
        return die if die in view.dice else None

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether the die lies there; dice are never face down."""
        return self.piece_at(view, source) is not None

    def home(self, panel: Panel, source: str, kept: Kept) -> Place:
        """Return the die's place in the well; for one that has left it, that of the roll control."""
        slot, places = slot_of(kept, source.removeprefix(DIE)), well_places(panel, len(kept))
        return panel.places["tray"] if slot is None or slot >= len(places) else places[slot]

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return a die under a finger: as large as any, because it is nearer to the eye."""
        return DieLook(str(piece), die_widths(panel)[0], heading_of(str(piece)))

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield the board and its lights, the steps of a roll, and every die on the board and in the wells."""
        board, space = BoardLayout.of(layout.cells), layout.cells[0]
        yield board_look(board)
        yield from (space_light(space), SWISH, MARK)
        yield from (look(_covered(space)) for look in (rim_look, halo_look, won_look, line_look))
        for size in sorted({turning_width(panel) for panel in layout.panels.values()}):
            yield from (RollLook(color.letter, size, step) for color in Color for step in range(len(ROLLING)))
        for slot, cell in enumerate(layout.cells):
            yield from _spin(str(SPACES[slot]), 1, layout).looks
            yield next_space(slot, cell)
            yield placed(slot, cell)[0]
        for panel in layout.panels.values():
            yield owner_mark(panel.seat, space)
            yield rim_look(_as_die(score_parts(panel).pile))
            yield well_look(panel)
        painted = [die_widths(panel) for panel in layout.panels.values()]
        for size in sorted({usual for *_, usual in painted}):  # before the first roll, all lie there
            yield from (DieLook(color.letter, size, heading_of(color.letter)) for color in Color)
        for size in sorted({size for sizes in painted for size in sizes}):
            yield from (DieLook(die, size, heading_of(die)) for die in map(str, SPACES))

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return the die's space if it is free and the next one of its colour."""
        space = parse_die(piece)
        first = space % FACES == 0
        board = snapshot.board
        if space >= len(board) or board[space] or not (first or board[space - 1]):
            return None
        look, _ = placed(space, layout.cells[space])
        return Aim(_covered(layout.cells[space]), look, _spin(piece, look.w, layout))

    def raced(self, snapshot: Snapshot, verdict: Verdict) -> int | None:
        """Return the die's space: it has only one."""
        return parse_die(verdict.card) if verdict.card else None

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Fly a die to its space, where it clicks in and lights up its row, the last one of its colour most."""
        if move.kind != "place" or panel is None or not move.card:
            return
        slot = parse_die(move.card)
        space = layout.cells[slot]
        look, turn = placed(slot, space)
        flyer.land(panel, f"{DIE}{move.card}", look, _covered(space), _spin(move.card, look.w, layout))
        if flyer.calm:
            return
        flyer.show(
            [look], [Pose(0.0, space.x, space.y, turn, 1.12), Pose(_CLICK, space.x, space.y, turn)], start=_LANDS
        )
        _ring(flyer, space, seat_light(panel.seat))
        row = layout.cells[slot - slot.value + 1 : slot + 1]
        if slot.value < FACES:
            _sweep(flyer, row[0], space, LIGHTS[slot.color])
            return
        for place, cell in enumerate(row):
            _light_up(flyer, cell, LIGHTS[slot.color], place / FACES * _ROW)

    def uppermost(self, snapshot: Snapshot, layout: Layout) -> tuple[Lying, ...]:
        """Return nothing: dice stay in their spaces."""
        return ()

    def homeward(self, snapshot: Snapshot, layout: Layout) -> list[Homing]:
        """Return all dice of the board."""
        found = []
        for space, (seat, start) in sorted(leaving(snapshot.board).items()):
            look, _ = placed(space, layout.cells[space])
            found.append(Homing(seat, start, _covered(layout.cells[space]), (look, look)))
        return found

    def dealt(self, view: SeatView, panel: Panel) -> list[Dealt]:
        """Return the dice of a seat, each to its place."""
        found = []
        for slot, (die, place) in enumerate(zip(view.dice, well_places(panel, len(view.dice)), strict=False)):
            look = DieLook(die, round(die_place(place).w), heading_of(die))
            found.append(Dealt(f"{DIE}{slot}", (look, look), place))
        return found

    def undealt(self, view: SeatView, kept: Kept, parts: Collection[str]) -> tuple[SeatView, Kept]:
        """Return the seat's tray with free places."""
        return view, tuple(None if f"{DIE}{slot}" in parts else die for slot, die in enumerate(kept))

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Make every die tumble through the well to its place (``kiosk.display.games.dice.rolling``)."""
        roll(flyer, panel, view, kept, seconds)


def _spin(die: str, width: int, layout: Layout) -> Spin:
    """Return how a die that is ``width`` pixels wide on the board turns over on its way there."""
    painted = max(map(turning_width, layout.panels.values()))
    step, top = _FACING[int(die[1:])]
    lifted, shown = RollLook(die[0], painted, step - 1), RollLook(die[0], painted, step, top)
    return Spin((lifted, *(_LEGS * (shown,))), width / painted)


def _ring(flyer: Flyer, space: Place, tint: Rgba) -> None:
    """Let the space of a die that has landed shine in its owner's colour, and a ring run out from it."""
    pose = Pose(0.0, space.x, space.y, alpha=0.0)
    shine = [pose, pose._replace(at=0.05, alpha=1.0), pose._replace(at=0.45, alpha=0.9), pose._replace(at=_GLOWS)]
    flyer.show([space_light(space)], shine, start=_LANDS, light=tint.mix(WHITE, 0.2), low=True)
    size = space.w / RING.size
    runs = [pose._replace(scale=0.8 * size, alpha=0.9), pose._replace(at=0.6, scale=1.5 * size)]
    flyer.show([RING], runs, start=_LANDS, light=tint, low=True)


def _sweep(flyer: Flyer, first: Place, space: Place, tint: Rgba) -> None:
    """Let light run along a row, below its dice, up to the one that has landed."""
    size = 1.8 * min(space.w, space.h) / GLOW.size
    pose = Pose(0.0, first.x, first.y, scale=size, alpha=0.0, ease=1.0)
    there = pose._replace(x=space.x, y=space.y, alpha=1.0, ease=1.4)
    runs = [pose, pose._replace(at=0.04, alpha=1.0), there._replace(at=_ROW), there._replace(at=_GLOWS, alpha=0.0)]
    flyer.show([GLOW], runs, start=_LANDS, light=tint, low=True)


def _light_up(flyer: Flyer, space: Place, tint: Rgba, start: float) -> None:
    """Let the light of a space flare up, below its die."""
    pose = Pose(0.0, space.x, space.y, alpha=0.0)
    poses = [pose, pose._replace(at=0.06, alpha=1.0), pose._replace(at=_GLOWS, alpha=0.0)]
    flyer.show([space_light(space)], poses, start=_LANDS + start, light=tint, low=True)


def _as_die(pile: Place) -> Place:
    """Return the part of a tray's pile that its dice cover after a round."""
    return pile._replace(h=pile.w)


def _covered(space: Place) -> Place:
    """Return the part of a space that its die covers."""
    side = placed(0, space)[0].w
    return Place(space.x, space.y, side, side)


class DiceTouches:
    """The dice game under the fingers."""

    pieces: Final = frozenset({"die"})
    turns: Final[Mapping[str, Turn]] = {"tray": RollDice}
    only_seen: Final = frozenset({"space"})
    row: Final = None

    def meant(self, item: Item, items: Sequence[Item]) -> Item | None:
        """Return the tray for dice without a face, otherwise the item itself."""
        if item.what != "die" or item.card is not None:
            return item
        return next((other for other in items if other.what == "tray" and other.seat == item.seat), None)

    def source(self, item: Item) -> str:
        """Return the die as a source: by its face, whatever its place in the tray."""
        return f"{DIE}{item.card}"

    def lies(self, item: Item, view: SeatView, now: int) -> str | int | None:
        """Return the die; None while the dice roll."""
        return item.card if item.card in view.dice and now >= view.rolling_until else None

    def play(self, seat: SeatNumber, item: Item, near: Callable[[], tuple[int, ...]], at: int) -> ToTable:
        """Return a placement; a die has only one space."""
        return PlaceDie(seat, str(item.card), at)

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return None: a tap on rolling dice has no effect."""
        return None
