"""A seat's dice in its panel, with the control that rolls them, and the board in the centre."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.paint.art import StampLook
from kiosk.display.paint.dice_art import SpaceLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.theme import ACCENT, CARD_COLORS, CELL, DARK_INK, INK, INK_SOFT, PANEL, WHITE, Rgba, color_of
from kiosk.game.dice import FACES, SPACES
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Place
from kiosk.protocol import DIE

_SHADE = Rgba(0.62, 0.66, 0.68, 1.0)
"""The tint of dice that cannot be used now."""
_GHOST = Rgba(1, 1, 1, 0.16)
"""The tint of the place from which the die under the finger came."""
_PLAYED: Final = frozenset({"attract", "countdown", "play", "paused", "recovery", "replay"})
"""States in which dice can be placed, or will be."""
_FEW = 2
"""The number of dice left that counts as close to the end."""


def draw_dice(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """Draw tray and roll control. ``usable``: the round runs and the seat plays; otherwise they are shaded."""
    _draw_count(sketch, context)
    locked = bool(context.left(context.view.locked_until)) and not context.rolling
    tint = WHITE if usable and not locked else _SHADE
    _draw_tray(sketch, context, tint, usable)
    _draw_roll(sketch, context, usable=usable, locked=locked)


def is_rolled(context: PanelContext) -> bool:
    """Return whether the seat's dice show faces."""
    return all(die is None or len(die) > 1 for die in context.kept)


def _draw_count(sketch: Sketch, context: PanelContext) -> None:
    """Draw the number of dice that are left."""
    unit, count, left = context.unit, context.panel.places["count"], len(context.view.dice)
    number = Place(count.x, count.y + 0.12 * unit, count.w, 0.9 * unit)
    sketch.text(str(left), number, 0.74 * unit, ACCENT if left <= _FEW else INK, bold=True)
    label = Place(count.x, count.y - 0.5 * unit, count.w, 0.36 * unit)
    sketch.text(context.say("left"), label, 0.28 * unit, INK_SOFT)


def _draw_tray(sketch: Sketch, context: PanelContext, tint: Rgba, usable: bool) -> None:
    """Draw each die at its place."""
    places = [place for name, place in context.panel.places.items() if name.startswith(DIE)]
    left, right = min(place.left for place in places), max(place.right for place in places)
    low, high = min(place.bottom for place in places), max(place.top for place in places)
    felt = Place((left + right) / 2, (low + high) / 2, right - left, high - low).inset(-0.05 * context.unit)
    sketch.fill(felt, 0.2 * context.unit, CELL.fade(0.5))
    lifted = context.carried  # of equal dice only one is under the finger
    held = context.view.held
    for slot, (place, die) in enumerate(zip(places, context.kept, strict=False)):
        if die is None:
            continue
        source = DIE + die
        if source == lifted:
            lifted = None
            sketch.die(die, die_place(place), _GHOST, rolls=context.rolling)
        else:
            if source == held:  # a finger for the Play button to act on: highlighted, so that both hands know
                sketch.glow(place.inset(0.06 * place.w), 0.2 * place.w, 0.1 * place.w, ACCENT.fade(0.9))
            sketch.die(die, die_place(place), tint, rolls=context.rolling)
        if source == held:
            held = None
        lies = len(die) > 1 and not context.rolling
        sketch.item("die", place, slot=slot, card=die if lies else None, enabled=usable and lies)


def die_place(place: Place) -> Place:
    """Return the part of its place in a tray, or of its space, that a die covers."""
    return place.inset(0.04 * place.w)


def _draw_roll(sketch: Sketch, context: PanelContext, *, usable: bool, locked: bool) -> None:
    """Draw the large control that rolls all dice that are left; held, it votes that nothing goes.

    With real dice it only asks to throw them.
    """
    unit, place = context.unit, context.panel.places["tray"]
    shown = place.inset(0.04 * unit)
    ready = usable and not context.rolling and not locked and bool(context.view.dice)
    real = context.view.real
    first = ready and not is_rolled(context)
    text = context.say("Throw") if real else context.say("Roll")
    if first:
        sketch.glow(shown, 0.24 * unit, 0.14 * unit, ACCENT.fade(0.7))
    fill = ACCENT if first else PANEL.mix(ACCENT, 0.5 if ready else 0.12).fade(1.4)
    sketch.fill(shown, 0.24 * unit, fill)
    if not first:
        sketch.outline(shown, 0.24 * unit, max(1, 0.03 * unit), ACCENT.fade(0.8 if ready else 0.2))
    ink = DARK_INK if first else INK if ready else INK_SOFT.fade(0.6)
    sketch.sign("icon dice", place.x, place.y + 0.34 * unit, 0.86 * unit, ink)
    if not real:
        sketch.sign("icon hand", place.x + 0.34 * unit, place.y + 0.02 * unit, 0.52 * unit, ink)
    sketch.text(
        text, Place(place.x, place.y - 0.56 * unit, place.w - 0.34 * unit, 0.5 * unit), 0.4 * unit, ink, bold=True
    )
    sketch.item("tray", place, enabled=ready, text=text)


# ---- the centre


def draw_board(sketch: Sketch, context: CentreContext, tint: Rgba, *, touchable: bool) -> None:
    """Draw the 24 spaces: dice with the marks of their owners, and the next free space of every colour."""
    board = context.board or (0,) * len(SPACES)
    played = context.table.state in _PLAYED
    for slot, (place, owner) in enumerate(zip(context.layout.cells, board, strict=True)):
        following = played and not owner and (slot % FACES == 0 or bool(board[slot - 1]))
        sketch.add(_space(slot, place, owner, following, tint, touchable))


@lru_cache(maxsize=4 * len(SPACES))  # each die placed changes two spaces of 24
def _space(slot: int, place: Place, owner: int, following: bool, tint: Rgba, touchable: bool) -> Sketch:
    """Return one space of the board, ``following``: the next of its colour. Do not modify the result."""
    sketch = Sketch(Frame())
    die = str(SPACES[slot])
    if owner:
        _draw_placed(sketch, die, SeatNumber(owner), place, tint)
    else:
        if following:
            color = CARD_COLORS[color_of(die)].mix(WHITE, 0.35)
            sketch.glow(place.inset(0.04 * place.w), 0.18 * place.w, 0.13 * place.w, color.fade(0.85))
        sketch.picture(SpaceLook(die, round(place.w), following), place.x, place.y, tint)
    if touchable:
        sketch.item("space", place, slot=slot, card=die if owner else None, text=None if owner else die)
    return sketch


def _draw_placed(sketch: Sketch, die: str, owner: SeatNumber, place: Place, tint: Rgba) -> None:
    """Draw a die on its space, with its owner's symbol on a corner."""
    sketch.die(die, die_place(place), tint)
    mark = owner_mark(owner, place)
    x, y = place.right - 0.3 * mark.size, place.top - 0.3 * mark.size
    sketch.picture(mark, x, y, tint)


def owner_mark(owner: SeatNumber, space: Place) -> StampLook:
    """Return the mark of the die's owner on a space."""
    return StampLook(owner, round(0.34 * space.w))
