"""The motion of dice: to the board, rolling in their tray; and while they are carried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Final

from kiosk.display.games.dice.board import next_space, owner_mark, placed, space_light
from kiosk.display.games.dice.board_art import BoardLook
from kiosk.display.games.dice.homeward import leaving
from kiosk.display.games.dice.panel import die_place, lying
from kiosk.display.games.dice.tray import slot_of
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Flyer, Homing
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import DieLook, RollLook
from kiosk.display.paint.die_poses import LYING, ROLLING
from kiosk.display.paint.light_art import rim_look
from kiosk.game.colors import Color
from kiosk.game.dice import FACES, SPACES, parse_die
from kiosk.layout.dice_layout import Board
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import DIE, Move, SeatView, Snapshot


class DiceMotion:
    """The motion of dice."""

    sounds: Final[Mapping[str, str]] = {"place": "place", "roll": "roll"}

    def piece_at(self, view: SeatView, source: str) -> str | None:
        """Return the die if it lies in the seat's tray."""
        die = source.removeprefix(DIE)
        return die if die in view.dice else None

    def lies(self, view: SeatView, source: str) -> bool:
        """Return whether the die lies there; dice are never face down."""
        return self.piece_at(view, source) is not None

    def home(self, source: str, kept: Kept) -> str:
        """Return the die's place in the tray; for one that has left it, the tray's roll control."""
        slot = slot_of(kept, source.removeprefix(DIE))
        return "tray" if slot is None else f"{DIE}{slot}"

    def sized_like(self, source: str) -> str:
        """Return any place: all places of a tray have the same size."""
        return f"{DIE}0"

    def look(self, panel: Panel, source: str, piece: str | None) -> Look:
        """Return a die as it lies in the tray."""
        return DieLook(str(piece), round(die_place(panel.places[f"{DIE}0"]).w))

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield the board and its next spaces, every die in the wells and on the board, and the steps of a roll."""
        board, space = Board.within(layout.centre), layout.cells[0]
        yield BoardLook(board.unit, board.high)
        yield space_light(space)
        yield rim_look(_covered(space))
        for slot, cell in enumerate(layout.cells):
            yield next_space(slot, cell)
            yield placed(slot, cell)[0]
        for panel in layout.panels.values():
            yield owner_mark(panel.seat, space)
        for size in sorted({round(die_place(panel.places[f"{DIE}0"]).w) for panel in layout.panels.values()}):
            for color in Color:
                yield from (DieLook(color.letter, size, heading) for heading in range(len(LYING)))
                yield from (RollLook(color.letter, size, step) for step in range(len(ROLLING)))
            yield from (DieLook(str(die), size, heading) for die in SPACES for heading in range(len(LYING)))

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return the die's space if it is free and the next one of its colour."""
        space = parse_die(piece)
        first = space % FACES == 0
        board = snapshot.board
        if space >= len(board) or board[space] or not (first or board[space - 1]):
            return None
        look, _ = placed(space, layout.cells[space])
        return Aim(layout.cells[space], look)

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Fly a die to its space."""
        if move.kind == "place" and panel is not None and move.card:
            slot = parse_die(move.card)
            space = layout.cells[slot]
            look, _ = placed(slot, space)
            flyer.land(panel, f"{DIE}{move.card}", look, _covered(space))

    def homeward(self, snapshot: Snapshot, layout: Layout) -> list[Homing]:
        """Return all dice of the board."""
        found = []
        for space, (seat, start) in sorted(leaving(snapshot.board).items()):
            look, _ = placed(space, layout.cells[space])
            found.append(Homing(seat, start, layout.cells[space], (look, look)))
        return found

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Make every die tumble at its place, in a way that does not reveal its face."""
        for slot, die in enumerate(kept):
            if die is None:
                continue
            draw = Random(f"{panel.seat} {slot} {view.rolling_until}")  # noqa: S311  the same on every display
            size = round(die_place(panel.places[f"{DIE}{slot}"]).w)
            first = draw.randrange(len(ROLLING))

            def looks(hops: int, die: str = die, size: int = size, slot: int = slot, first: int = first) -> list[Look]:
                steps = [RollLook(die[0], size, (first + hop) % len(ROLLING)) for hop in range(hops - 1)]
                return [*steps, DieLook(die, size, lying(slot, die)[0])]

            flyer.tumble(panel, f"{DIE}{slot}", seconds, draw, looks)


def _covered(space: Place) -> Place:
    """Return the part of a space that its die covers."""
    side = placed(0, space)[0].w
    return Place(space.x, space.y, side, side)
