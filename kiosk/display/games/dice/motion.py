"""The motion of dice: to the board, rolling in their tray, home after a round; and under a finger."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import count
from random import Random
from typing import Final

from kiosk.display.games.dice.board import board_look, next_space, owner_mark, placed, space_light
from kiosk.display.games.dice.board_art import LIGHTS
from kiosk.display.games.dice.panel import die_place, heading_of, lying, well_look
from kiosk.display.games.dice.wells import die_sizes, slot_of, well_places
from kiosk.display.games.memory import Kept
from kiosk.display.games.motion import Aim, Dealt, Flyer, Homing, Lying, Spin
from kiosk.display.games.times import start_of
from kiosk.display.games.touches import Turn
from kiosk.display.paint.art import Look
from kiosk.display.paint.dice_art import ROLLING, DieLook, RollLook
from kiosk.display.paint.light_art import GLOW, MARK, RING, SWISH, halo_look, rim_look, won_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import IVORY, WHITE, Rgba, seat_light
from kiosk.display.scene import Item
from kiosk.game.colors import Color
from kiosk.game.dice.dice import FACES, SPACES, parse_die
from kiosk.game.seats import SeatNumber
from kiosk.layout.dice_layout import BoardLayout
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import DIE, Move, PlaceDie, RollDice, SeatView, Snapshot, ToTable, Verdict

FRAME: Final = 0.045
"""Seconds for which a step is shown."""
REST: Final = 0.05
"""Seconds for which a die at rest is still shown in flight, until its panel has drawn it."""
MARKS: Final = 20
"""The marks around the roll control that fill during a roll of 0.9 seconds."""
_PHASES: Final = (0, 3, 6, 9)
"""The steps in which a die that rolls lies almost flat."""
_HOPS: Final = ((2, 0.03), (3, 0.07), (4, 0.12), (5, 0.17), (6, 0.20))
"""Frames and height of the hops, the last one first; earlier ones are like the first. A height is what the die grows
by, because it comes nearer to the eye."""
_SWAY: Final = 0.24
"""How far from its place a die lands at most, in its own widths."""
_TURN: Final = (20.0, 60.0)
"""Degrees by which a die turns in a hop."""
_FIRST_SWAYS: Final = 4
"""The last hops are shorter and shorter, from this one on."""


def tumble(home: Pose, width: float, seconds: float, draw: Random, lively: float = 1.0) -> tuple[list[Pose], list[int]]:
    """Return the poses of a die that comes to rest at ``home`` after ``seconds``, and the step that each leg shows.

    ``lively``: how far and high it hops, at most 1. There is no step for the last leg, which shows the die as it lies.
    """
    rests, phase, way = home._replace(at=seconds, ease=1), draw.choice(_PHASES), draw.choice((-1, 1))
    poses, hops = [rests._replace(at=seconds + REST), rests], _hops(rests, width, draw, lively)
    while poses[-1].at > 0:
        poses.append(next(hops)._replace(at=poses[-1].at - FRAME))
    return poses[::-1], [(way * back + phase) % len(ROLLING) for back in range(len(poses) - 2, 0, -1)]


def _hops(rests: Pose, width: float, draw: Random, lively: float) -> Iterator[Pose]:
    """Yield the poses of all frames before the die rests, the last one first."""
    lands = rests
    for number in count():
        frames, height = _HOPS[min(number, len(_HOPS) - 1)]
        far, way = _SWAY * lively * width * min(1.0, (number + 1) / _FIRST_SWAYS), draw.uniform(0, math.tau)
        turn = lands.turn + draw.uniform(*_TURN) * draw.choice((-1, 1))
        begins = rests._replace(x=rests.x + far * math.cos(way), y=rests.y + far * math.sin(way), turn=turn)
        for frame in range(1, frames + 1):
            back = frame / frames
            x, y, turn = (end + (start - end) * back for end, start in zip(lands[1:4], begins[1:4], strict=True))
            yield Pose(0.0, x, y, turn, 1 + 4 * lively * height * back * (1 - back), ease=1)
        lands = begins


def arc(x: float, y: float, radius: float, seconds: float, turn: float) -> list[list[Pose]]:
    """Return the poses of the marks around a control that fill while dice roll, for ``seconds`` more.

    They fill clockwise from the top, as seen by a player whose panel is turned by ``turn`` degrees, and all end
    together. Marks lie along the circle.
    """
    filled = []
    for number in range(MARKS):
        angle = turn + 90 - 360 * (number + 0.5) / MARKS
        across = math.radians(angle)
        pose = Pose(0.0, x + radius * math.cos(across), y + radius * math.sin(across), angle + 90, ease=1)
        begins = seconds - (MARKS - number) * FRAME
        filled.append(
            [pose._replace(at=begins, alpha=0.0), pose._replace(at=begins + FRAME), pose._replace(at=seconds)]
        )
    return filled


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
_ROLLED: Final = 110
"""The width of a rolling die's picture at most, in pixels: nobody sees it sharp."""
_CLICK: Final = 0.09
_ROW: Final = 0.25
_GLOWS: Final = 0.7
"""Seconds in which it clicks into its space, in which its row lights up, and for which a space glows."""
_ROOMY: Final = 1.35
"""The widths of a well for each die in it that let dice stir the air."""
_FREE: Final = 0.75
_CROWDED: Final = 0.4
"""How lively dice hop in such a well, and in others."""
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
        return DieLook(str(piece), _painted(panel)[0], heading_of(str(piece)))

    def looks(self, layout: Layout) -> Iterator[Look]:
        """Yield the board and its lights, the steps of a roll, and every die on the board and in the wells."""
        board, space = BoardLayout.of(layout.cells), layout.cells[0]
        yield board_look(board)
        yield from (space_light(space), SWISH, MARK)
        yield from (look(_covered(space)) for look in (rim_look, halo_look, won_look))
        for size in sorted({_turning(panel) for panel in layout.panels.values()}):
            yield from (RollLook(color.letter, size, step) for color in Color for step in range(len(ROLLING)))
        for slot, cell in enumerate(layout.cells):
            yield from _spin(str(SPACES[slot]), 1, layout).looks
            yield next_space(slot, cell)
            yield placed(slot, cell)[0]
        for panel in layout.panels.values():
            yield owner_mark(panel.seat, space)
            yield well_look(panel)
        painted = [_painted(panel) for panel in layout.panels.values()]
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
            found.append(Homing(seat, start, layout.cells[space], (look, look)))
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
        """Make every die tumble at its place, in a way that does not reveal its face, while the roll control fills."""
        if not flyer.calm:
            _shine(flyer, panel, seconds)
        for slot, die in enumerate(kept):
            if die is not None:
                draw = Random(f"{panel.seat} {slot} {view.rolling_until}")  # noqa: S311  the same on every display
                _tumble(flyer, panel, kept, slot, seconds, draw)
        control = panel.window_place("tray")
        tint = seat_light(panel.seat)
        high, long = 0.10 * control.w / MARK.h, 1.33 * math.pi * control.w / MARKS / MARK.w
        for poses in arc(control.x, control.y, 0.5 * control.w, seconds, panel.frame.rotation):
            flyer.show([MARK], [pose._replace(scale=high, flip=long / high) for pose in poses], light=tint)


def _shine(flyer: Flyer, panel: Panel, seconds: float) -> None:
    """Let a well glow in its seat's light while its dice roll."""
    well = panel.window_place("well")
    size, across = 1.1 * well.h / GLOW.size, 0.7 * well.w / GLOW.size
    pose = Pose(0.0, well.x, well.y, panel.frame.rotation, size, 0.2, flip=across / size, ease=1)
    flyer.show([GLOW], [pose, pose._replace(at=seconds, alpha=0.0)], light=seat_light(panel.seat))


def _swish(flyer: Flyer, home: Pose, width: int, seconds: float) -> None:
    """Let the air whirl around a die that rolls."""
    size = 1.5 * width / SWISH.size
    pose = home._replace(scale=size, alpha=0.75, ease=1.5)
    whirls = [pose, pose._replace(at=seconds, turn=pose.turn + 460 * seconds, scale=0.85 * size, alpha=0.0)]
    flyer.show([SWISH], whirls, light=IVORY)


def _tumble(flyer: Flyer, panel: Panel, kept: Kept, slot: int, seconds: float, draw: Random) -> None:
    """Make the die in a slot tumble; where nothing may shake, it rolls over at its place."""
    die, place, thrown = kept[slot], well_places(panel, len(kept))[slot], len(kept)
    heading, yaw = lying(slot, die)
    width = round(die_place(place).w)
    home = Pose(0.0, *panel.frame.to_window(place.x, place.y), panel.frame.rotation + yaw)
    few = panel.places["well"].w / thrown > _ROOMY * width
    poses, steps = tumble(home, width, seconds, draw, _FREE if few else _CROWDED)
    if flyer.calm:
        poses = [home._replace(at=pose.at, ease=1) for pose in poses]
    elif few:
        _swish(flyer, home, width, seconds)
    painted = _turning(panel)
    looks = [RollLook(die[0], painted, step) for step in steps]
    if painted != width:  # at its last pose, the picture is replaced by one in full size
        poses = [*(pose._replace(scale=pose.scale * width / painted) for pose in poses[:-1]), *poses[-2:]]
        looks.append(looks[-1])
    flyer.show([*looks, DieLook(die, width, heading)], poses)


def _spin(die: str, width: int, layout: Layout) -> Spin:
    """Return how a die that is ``width`` pixels wide on the board turns over on its way there."""
    painted = max(map(_turning, layout.panels.values()))
    step, top = _FACING[int(die[1:])]
    lifted, shown = RollLook(die[0], painted, step - 1), RollLook(die[0], painted, step, top)
    return Spin((lifted, *(_LEGS * (shown,))), width / painted)


def _painted(panel: Panel) -> list[int]:
    """Return the widths of dice in a panel, the largest first."""
    return [round(die_place(Place(0, 0, size, size)).w) for size in die_sizes(panel)]


def _turning(panel: Panel) -> int:
    """Return the width in which a panel's dice are painted as they turn over."""
    return min(_ROLLED, _painted(panel)[0])


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
