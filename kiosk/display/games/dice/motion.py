"""The motion of dice: to the board, rolling in their tray; and while they are carried."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import Final

from kiosk.display.games.dice.board import board_look, next_space, owner_mark, placed, space_light
from kiosk.display.games.dice.board_art import LIGHTS
from kiosk.display.games.dice.homeward import leaving
from kiosk.display.games.dice.panel import die_place, lying, well_look
from kiosk.display.games.dice.tray import slot_of
from kiosk.display.games.dice.tumbling import MARKS, arc, tumble
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Dealt, Flyer, Homing
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import DieLook, RollLook
from kiosk.display.paint.die_poses import LYING, ROLLING
from kiosk.display.paint.light_art import SPARK, rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import Rgba, seat_color
from kiosk.game.colors import Color
from kiosk.game.dice import FACES, SPACES, parse_die
from kiosk.layout.dice_board import Board
from kiosk.layout.table_layout import Layout, Panel, Place
from kiosk.protocol import DIE, Move, SeatView, Snapshot, Verdict

_LANDS: Final = 0.12
"""Seconds from the verdict until a die has landed (kiosk/display/README.md)."""
_ROLLED: Final = 110
"""The width of a rolling die's picture at most, in pixels: nobody sees it sharp."""
_CLICK: Final = 0.09
_ROW: Final = 0.25
_GLOWS: Final = 0.7
"""Seconds in which it clicks into its space, in which a full row lights up, and for which each space of it glows."""


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
        board, space = Board.of(layout.cells), layout.cells[0]
        yield board_look(board)
        yield space_light(space)
        yield rim_look(_covered(space))
        for slot, cell in enumerate(layout.cells):
            yield next_space(slot, cell)
            yield placed(slot, cell)[0]
        for panel in layout.panels.values():
            yield owner_mark(panel.seat, space)
            yield well_look(panel)
        for size in sorted({round(die_place(panel.places[f"{DIE}0"]).w) for panel in layout.panels.values()}):
            for color in Color:
                yield from (DieLook(color.letter, size, heading) for heading in range(len(LYING)))
                yield from (RollLook(color.letter, min(size, _ROLLED), step) for step in range(len(ROLLING)))
            yield from (DieLook(str(die), size, heading) for die in SPACES for heading in range(len(LYING)))

    def aim(self, snapshot: Snapshot, layout: Layout, piece: str, x: float, y: float) -> Aim | None:
        """Return the die's space if it is free and the next one of its colour."""
        space = parse_die(piece)
        first = space % FACES == 0
        board = snapshot.board
        if space >= len(board) or board[space] or not (first or board[space - 1]):
            return None
        look, _ = placed(space, layout.cells[space])
        return Aim(_covered(layout.cells[space]), look)

    def raced(self, snapshot: Snapshot, verdict: Verdict) -> int | None:
        """Return the die's space: it has only one."""
        return parse_die(verdict.card) if verdict.card else None

    def fly(self, flyer: Flyer, move: Move, panel: Panel | None, layout: Layout) -> None:
        """Fly a die to its space, where it clicks in; the last one of its colour lights up the row."""
        if move.kind != "place" or panel is None or not move.card:
            return
        slot = parse_die(move.card)
        space = layout.cells[slot]
        look, turn = placed(slot, space)
        flyer.land(panel, f"{DIE}{move.card}", look, _covered(space))
        if flyer.calm:
            return
        flyer.show(
            [look], [Pose(0.0, space.x, space.y, turn, 1.12), Pose(_CLICK, space.x, space.y, turn)], start=_LANDS
        )
        if slot.value == FACES:
            for place in range(FACES):
                _light_up(flyer, layout.cells[slot - FACES + 1 + place], LIGHTS[slot.color], place / FACES * _ROW)

    def homeward(self, snapshot: Snapshot, layout: Layout) -> list[Homing]:
        """Return all dice of the board."""
        found = []
        for space, (seat, start) in sorted(leaving(snapshot.board).items()):
            look, _ = placed(space, layout.cells[space])
            found.append(Homing(seat, start, layout.cells[space], (look, look)))
        return found

    def dealt(self, view: SeatView, panel: Panel) -> list[Dealt]:
        """Return the dice of a seat, each to its place."""
        looks = [self.look(panel, DIE, die) for die in view.dice]
        parts = (f"{DIE}{slot}" for slot in range(len(looks)))
        return [Dealt(part, (look, look)) for part, look in zip(parts, looks, strict=True) if part in panel.places]

    def undealt(self, view: SeatView, kept: Kept, parts: Collection[str]) -> tuple[SeatView, Kept]:
        """Return the seat's tray with free places."""
        return view, tuple(None if f"{DIE}{slot}" in parts else die for slot, die in enumerate(kept))

    def roll(self, flyer: Flyer, panel: Panel, view: SeatView, kept: Kept, seconds: float) -> None:
        """Make every die tumble at its place, in a way that does not reveal its face, while the roll control fills."""
        for slot, die in enumerate(kept):
            if die is not None:
                draw = Random(f"{panel.seat} {slot} {view.rolling_until}")  # noqa: S311  the same on every display
                _tumble(flyer, panel, slot, die, seconds, draw)
        control = panel.window_place("tray")
        tint = seat_color(panel.seat)
        high, long = 0.09 * control.w / SPARK.h, 1.3 * math.pi * control.w / MARKS / SPARK.w
        for poses in arc(control.x, control.y, 0.5 * control.w, seconds, panel.frame.rotation):
            flyer.show([SPARK], [pose._replace(scale=high, flip=long / high) for pose in poses], light=tint)


def _tumble(flyer: Flyer, panel: Panel, slot: int, die: str, seconds: float, draw: Random) -> None:
    """Make a die tumble; where nothing may shake, it rolls over at its place."""
    place = panel.window_place(f"{DIE}{slot}")
    heading, yaw = lying(slot, die)
    width = round(die_place(place).w)
    home = Pose(0.0, place.x, place.y, panel.frame.rotation + yaw)
    poses, steps = tumble(home, width, seconds, draw)
    if flyer.calm:
        poses = [home._replace(at=pose.at, ease=1) for pose in poses]
    painted = min(width, _ROLLED)
    looks = [RollLook(die[0], painted, step) for step in steps]
    if painted < width:  # at its last pose, the picture is replaced by one in full size
        poses = [*(pose._replace(scale=pose.scale * width / painted) for pose in poses[:-1]), *poses[-2:]]
        looks.append(looks[-1])
    flyer.show([*looks, DieLook(die, width, heading)], poses)


def _light_up(flyer: Flyer, space: Place, tint: Rgba, start: float) -> None:
    """Let the light of a space flare up."""
    pose = Pose(0.0, space.x, space.y, alpha=0.0)
    poses = [pose, pose._replace(at=0.06, alpha=1.0), pose._replace(at=_GLOWS, alpha=0.0)]
    flyer.show([space_light(space)], poses, start=_LANDS + start, light=tint)


def _covered(space: Place) -> Place:
    """Return the part of a space that its die covers."""
    side = placed(0, space)[0].w
    return Place(space.x, space.y, side, side)
