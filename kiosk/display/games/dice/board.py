"""The board in the centre: its dice with the medals of their owners, and the next free space of every colour."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kiosk.display.context import CentreContext
from kiosk.display.games.dice.board_art import LARGEST, LIGHTS, BoardLook, SpaceLightLook, SpaceLook
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.dice_art import LYING, DieLook
from kiosk.display.paint.marks import Light, Sketch, Stretch
from kiosk.display.paint.theme import WHITE, Rgba
from kiosk.game.dice.dice import FACES, SPACES
from kiosk.game.seats import SeatNumber
from kiosk.layout.dice_layout import BoardLayout
from kiosk.layout.table_layout import Frame, Place
from kiosk.protocol.state import State

_PLAYED: Final = frozenset({State.ATTRACT, State.COUNTDOWN, State.PLAY, State.PAUSED, State.RECOVERY, State.REPLAY})
"""States in which dice can be placed, or will be."""
_MOVING: Final = frozenset({State.ATTRACT, State.PLAY, State.REPLAY})
_BREATH: Final = 1 / 1.2
"""How often a second the light of the next spaces breathes, in these states."""
_LEAST: Final = 0.45
"""The part of that light which is left when it is dimmest."""
_YAWS: Final = (-4.0, 3.0, -1.0, 4.5, -2.5)
"""How placed dice lie, in degrees: pressed into their spaces, but by hand."""


def draw_board(sketch: Sketch, context: CentreContext, tint: Rgba) -> None:
    """Draw the board without dice."""
    board = BoardLayout.of(context.layout.cells)
    look = board_look(board)
    scale = board.unit / look.unit
    w, h = (part * scale for part in look.extent)
    sketch.marks.append(Stretch(look, board.x, board.y, w, h, tint))


def board_look(board: BoardLayout) -> BoardLook:
    """Return the board's picture, at most ``LARGEST``."""
    unit = min(board.unit, LARGEST)
    return BoardLook(unit, board.high)


def draw_spaces(sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
    """Draw what lies on the board's 24 spaces."""
    owners = context.board or (0,) * len(SPACES)
    played = context.table.state in _PLAYED
    beat = _BREATH if context.table.state in _MOVING else 0.0
    aloft = {(cell.x, cell.y) for cell in context.aloft}
    for slot, (place, owner) in enumerate(zip(context.layout.cells, owners, strict=True)):
        following = played and not owner and (slot % FACES == 0 or bool(owners[slot - 1]))
        lies = (place.x, place.y) not in aloft
        sketch.add(_space(slot, place, owner, following, tint, touchable, lies))
        if following:
            light = space_light(place)
            color = LIGHTS[SPACES[slot].color].fade(1.0 if tint == WHITE else 0.3)
            sketch.marks.append(Light(light, place.x, place.y, *light.extent, color, beat, least=_LEAST))


@lru_cache(maxsize=4 * len(SPACES))  # each die placed changes two spaces of 24
def _space(slot: int, place: Place, owner: int, following: bool, tint: Rgba, touchable: bool, lies: bool) -> Sketch:
    """Return one space of the board, ``following``: the next of its colour. Do not modify the result.

    One that is taken is dark, has its owner's medal, and takes no other die, also before its own ``lies`` there.
    """
    sketch = Sketch(Frame())
    die = str(SPACES[slot])
    if owner:
        look, turn = placed(slot, place)
        if lies:
            sketch.picture(look, place.x, place.y, tint, turn)
        sketch.picture(owner_mark(SeatNumber(owner), place), *mark_place(place), tint)
    elif following:
        sketch.picture(next_space(slot, place), place.x, place.y, tint)
    if touchable:
        sketch.item("space", place, slot=slot, card=die if owner else None, text=None if owner else die)
    return sketch


def unit_of(space: Place) -> float:
    """Return the height of a space (``BoardLayout.unit``)."""
    return min(space.w, space.h)


def placed(slot: int, space: Place) -> tuple[DieLook, float]:
    """Return the die of a space as it lies there, and its turn in degrees."""
    return DieLook(str(SPACES[slot]), round(1.05 * unit_of(space)), slot % len(LYING)), _YAWS[slot % len(_YAWS)]


def next_space(slot: int, space: Place) -> SpaceLook:
    """Return the space when it is the next one of its colour."""
    return SpaceLook(str(SPACES[slot]), round(unit_of(space)), space.h > space.w)


def space_light(space: Place) -> SpaceLightLook:
    """Return the light of a next space."""
    return SpaceLightLook(round(unit_of(space)), space.h > space.w)


def owner_mark(owner: SeatNumber, space: Place) -> MedalLook:
    """Return the medal of the die's owner on a space."""
    return MedalLook(owner, round(0.38 * unit_of(space)))


def mark_place(space: Place) -> tuple[float, float]:
    """Return where that medal lies: in the gap at the die's upper right corner, so that it covers no pip."""
    unit = unit_of(space)
    along, across = 0.66 * unit, 0.42 * unit
    return (space.x + across, space.y + along) if space.h > space.w else (space.x + along, space.y + across)
