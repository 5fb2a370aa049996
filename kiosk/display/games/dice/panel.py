"""A seat's dice in its panel: their number, the well in which they lie, what is wrong with real dice."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext
from kiosk.display.games.caller import draw_caller
from kiosk.display.games.dice.wells import WellLook, well_places
from kiosk.display.paint.brass_art import IDLE_LACQUER, RoundLook
from kiosk.display.paint.dice_art import LYING
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit, least_size
from kiosk.display.paint.theme import ACCENT, ALARM, DARK_INK, INK, INK_SOFT, LEATHER, WHITE, Rgba, seat_light
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.parts import part
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Panel
from kiosk.protocol import DIE
from kiosk.protocol.state import State

_SHADE = Rgba(0.62, 0.66, 0.68, 1.0)
"""The tint of dice that cannot be used now."""
_GHOST = Rgba(1, 1, 1, 0.16)
"""The tint of the place from which the die under the finger came."""
_FEW = 3
"""The number of dice left that counts as close to the end."""
_YAWS: Final = (-11.0, 7.0, -4.0, 10.0, 4.0, -8.0, 9.0)
"""How dice lie in a well, in degrees: dice that were thrown are not in line."""


def draw_dice(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """Draw number, well and roll control. ``usable``: the round runs and the seat plays; otherwise they are shaded."""
    inviting = context.table.state == State.ATTRACT  # nobody reads numbers and words then
    if not inviting and not context.stop_lit:
        _draw_count(sketch, context)
    locked = bool(context.left(context.view.locked_until)) and not context.rolling
    tint = WHITE if context.table.state == State.STOPPED or (usable and not locked) else _SHADE
    _draw_well(sketch, context, tint)
    _add_dice(sketch, context, usable=usable)
    _draw_roll(sketch, context, usable=usable, locked=locked)


def die_place(place: Place) -> Place:
    """Return the part of its place in a well that a die covers."""
    return place.inset(0.01 * place.w)


def well_look(panel: Panel) -> WellLook:
    """Return the look of a panel's well."""
    well = panel.places["well"]
    return WellLook(panel.seat, round(well.w), round(well.h), round(panel.card))


def lying(slot: int, die: str) -> tuple[int, float]:
    """Return how a die lies at its place in the well: its heading (``DieLook``), and its turn in degrees."""
    return heading_of(die), _YAWS[(5 * slot + sum(map(ord, die))) % len(_YAWS)]


def heading_of(die: str) -> int:
    """Return which of its sides are seen of a die in a well: the same for all with this face."""
    return sum(map(ord, die)) % len(LYING)


def draw_gathered(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the number of dice alone; return the room that is left."""
    _draw_count(sketch, context)
    panel, count = context.panel, context.panel.places["count"]
    side, body = -1 if panel.mirrored else 1, panel.places["body"]
    near, far = count.x + side * (count.w / 2 + 0.2 * context.unit), side * (body.w / 2 - 0.3 * context.unit)
    return Place((near + far) / 2, count.y, abs(far - near), count.h)


@part
def _draw_count(sketch: Sketch, context: PanelContext) -> None:
    """Draw the number of dice that are left on a chip, which glows close to the end."""
    unit, count, left = context.unit, context.panel.places["count"], len(context.view.dice)
    line = 0.46 * unit
    side = min(count.w, count.h - line - 0.08 * unit)
    chip = Place(count.x, count.top - side / 2, side, side)
    few = left <= _FEW
    if few and context.table.state == State.PLAY:
        sketch.light(GLOW, chip.x, chip.y, 2.1 * side, 2.1 * side, seat_light(context.view.seat))
    sketch.picture(ChipLook(context.view.seat, round(0.96 * side)), chip.x, chip.y)
    number = Place(chip.x, chip.y, 0.60 * side, 0.72 * side)
    sketch.text(str(left), number, 0.62 * side, ACCENT if few else WHITE, heavy=True)
    label = Place(count.x, count.bottom + line / 2, count.w, line)
    sketch.text(context.say("left"), label, context.letters(0.35), INK, bold=True)


@part
def _draw_well(sketch: Sketch, context: PanelContext, tint: Rgba) -> None:
    """Draw the well, and each die at its place; dice that roll are in the air (``DiceMotion.roll``)."""
    well = context.panel.places["well"]
    sketch.picture(well_look(context.panel), well.x, well.y)
    if context.called:
        draw_caller(sketch, context.view.seat, well.inset(0.1 * well.h))
    places = well_places(context.panel, len(context.kept))
    lifted = context.carried  # of equal dice only one is under the finger
    held = context.view.held
    for slot, (place, die) in enumerate(zip(places, context.kept, strict=False)):
        if die is None:
            continue
        source, (heading, turn) = DIE + die, lying(slot, die)
        if source == held and source != lifted:  # for the Play button: highlighted, so that both hands know
            sketch.glow(place.inset(0.04 * place.w), 0.2 * place.w, 0.2 * place.w, ACCENT)
        if not context.rolling:
            shown = _GHOST if source == lifted else tint
            sketch.die(die, die_place(place), shown, heading=heading, turn=turn)
        lifted = None if source == lifted else lifted
        held = None if source == held else held


def _add_dice(sketch: Sketch, context: PanelContext, *, usable: bool) -> None:
    """Add the dice in the well as items: no part of its picture, as they change in all trays when a round ends."""
    for slot, (place, die) in enumerate(zip(well_places(context.panel, len(context.kept)), context.kept, strict=False)):
        if die is not None:
            lies = len(die) > 1 and not context.rolling
            sketch.item("die", place, slot=slot, card=die if lies else None, enabled=usable and lies)


@part
def _draw_roll(sketch: Sketch, context: PanelContext, *, usable: bool, locked: bool) -> None:
    """Draw the large control that rolls all dice that are left; held, it votes that nothing goes.

    It is lit while it may be pressed. With real dice it only asks to throw them, and shows what is wrong with them.
    Where its word has no room, its picture stands alone.
    """
    place = context.panel.places["tray"]
    side, color = 0.98 * place.w, seat_light(context.view.seat)
    ready = usable and not context.rolling and not locked and bool(context.view.dice)
    text = context.say("Throw") if context.view.real else context.say("Roll")
    if ready:
        sketch.light(GLOW, place.x, place.y, 2.2 * side, 2.2 * side, color)
        disc = place.inset(0.06 * side)
        sketch.glow(disc, disc.w / 2, 0.20 * side, color.mix(WHITE, 0.12))
    look = RoundLook(round(side), IDLE_LACQUER if ready else LEATHER, rim=0.09)
    sketch.picture(look, place.x, place.y, WHITE if ready else _SHADE)
    ink = WHITE if ready else INK_SOFT
    word, size = Place(place.x, place.y - 0.15 * side, 0.80 * side, 0.30 * side), max(0.23 * side, context.letters(0.2))
    legible = fit(text, size, word.w, bold=True).size >= least_size(context.panel.mm, needed=True)
    worded = legible and context.table.state != State.ATTRACT
    above = place.y + (0.17 * side if worded else 0)
    if not (context.view.real and draw_problem(sketch, context.view.tray, place.x, above, 0.42 * side)):
        sketch.sign(
            "icon dice",
            place.x,
            place.y + (0.19 * side if worded else 0),
            (0.38 if worded else 0.5) * side,
            ink if ready else ink.fade(0.8),
        )
    if worded:
        sketch.text(text, word, size, ink, bold=True)
    sketch.item("tray", place, enabled=ready, text=text)


_SIGNS: Final[dict[str, tuple[str, Rgba]]] = {
    "again": ("icon again", INK),
    "fault": ("icon cross", ALARM.mix(WHITE, 0.25)),
}
_MOST: Final = 2
"""The number of dice that are shown; the words tell all."""
_THERE_NOT: Final = Rgba(1, 1, 1, 0.30)
"""The tint of dice that are missing."""


def draw_problem(sketch: Sketch, tray: str, x: float, y: float, size: float) -> bool:
    """Draw the problem (``protocol.SeatView.tray``) around x, y; False if there is none that has a picture."""
    problem, _, about = tray.partition(" ")
    if problem in _SIGNS:
        sign, tint = _SIGNS[problem]
        sketch.sign(sign, x, y, 0.9 * size, tint)
    elif problem == "unread":
        _draw_row(sketch, "?" * int(about), x, y, size)
    elif problem == "missing":
        _draw_row(sketch, about, x, y, size, asked=True)
    elif problem == "take_out":
        _draw_row(sketch, about, x - 0.24 * size, y, size)
        sketch.sign("icon arrow", x + 0.60 * size, y, 0.56 * size, INK)
    else:
        return False
    return True


def _draw_row(sketch: Sketch, dice: str, x: float, y: float, size: float, *, asked: bool = False) -> None:
    """Draw dice of these colours; ``?``: a die that nobody knows; ``asked``: they lack."""
    shown = dice[:_MOST]
    side = size * (0.86 if len(shown) == 1 else 0.62)
    for number, die in enumerate(shown):
        place = Place(x + (number - (len(shown) - 1) / 2) * 0.84 * side, y, side, side)
        if die == "?":
            sketch.fill(place.inset(0.11 * side), 0.16 * side, INK_SOFT)
        else:
            sketch.die(die, place, _THERE_NOT if asked else WHITE)
        if asked or die == "?":
            sketch.text("?", place, 0.8 * side, INK if asked else DARK_INK, bold=True)
