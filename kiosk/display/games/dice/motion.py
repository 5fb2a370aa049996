"""The motion of dice: to the board, rolling in their tray; and while they are carried."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Final

from kiosk.display.games.dice.panel import die_place, owner_mark
from kiosk.display.games.dice.tray import slot_of
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Flyer
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import DieLook, SpaceLook
from kiosk.game.colors import Color
from kiosk.game.dice import FACES, SPACES, parse_die
from kiosk.layout.table_layout import Layout, Panel
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
        """Yield every die in tray and on the board, at rest and tumbling, its space, and the owners' marks."""
        space = layout.cells[0]
        trays = sorted({round(die_place(panel.places[f"{DIE}0"]).w) for panel in layout.panels.values()})
        for panel in layout.panels.values():
            yield owner_mark(panel.seat, space)
        for size in trays:
            yield from (DieLook(color.letter, size, rolls) for color in Color for rolls in (False, True))
        for die in map(str, SPACES):
            yield from (DieLook(die, size) for size in (*trays, round(die_place(space).w)))
            yield from (SpaceLook(die, round(space.w), bright) for bright in (True, False))

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return the die's space if it is free and the next one of its colour."""
        space = parse_die(piece)
        first = space % FACES == 0
        board = snapshot.board
        if space >= len(board) or board[space] or not (first or board[space - 1]):
            return None
        place = layout.cells[space]
        return Aim(place, DieLook(piece, round(die_place(place).w)))

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Fly a die to its space."""
        if move.kind == "place" and panel is not None and move.card:
            space = layout.cells[parse_die(move.card)]
            look = DieLook(move.card, round(die_place(space).w))
            flyer.land(panel, f"{DIE}{move.card}", look, space)

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Make every die tumble at its place, in a way that does not reveal its face."""
        for slot, die in enumerate(kept):
            if die is None:
                continue
            draw = Random(f"{panel.seat} {slot} {view.rolling_until}")  # noqa: S311  the same on every display

            def looks(hops: int, die: str = die, draw: Random = draw) -> Sequence[Look]:
                others = [f"{die[0]}{value}" for value in range(1, FACES + 1) if f"{die[0]}{value}" != die]
                faces = (*(draw.choice(others) for _ in range(hops - 1)), die)
                return [self.look(panel, DIE, face) for face in faces]

            flyer.tumble(panel, f"{DIE}{slot}", seconds, draw, looks)
