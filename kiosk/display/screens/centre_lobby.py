"""The middle of the table in the lobby and in the countdown: the wheel, the way to the start."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from kiosk.display.context import CentreContext
from kiosk.display.input.controls import PROPOSE
from kiosk.display.paint.channel_art import BEAM, LIGHT, BeamLook, BendLook, ChannelLook, walk
from kiosk.display.paint.lettering import CurvedLook, fit_shout
from kiosk.display.paint.light_art import GLOW, HALO, STREAK, WHEEL_LIGHT, GlowLook
from kiosk.display.paint.marks import Light, Sketch, Stretch
from kiosk.display.paint.object_art import CHIP, CHIP_HUB, OBJECTS_OF, ObjectLook, object_of
from kiosk.display.paint.text import LEGIBLE, TextLook, fit
from kiosk.display.paint.theme import ACCENT, IVORY, WHITE
from kiosk.display.paint.wheel_art import BETWEEN, EDGES, GOLD, HALOED, HUB, TOKEN_HUB, PetalsLook, TokenLook, WheelLook
from kiosk.display.parts import part
from kiosk.display.screens.lobby import STARTS_S
from kiosk.display.screens.proposal import OBJECTION_S
from kiosk.display.texts.choices import text_of
from kiosk.display.texts.games import ChoiceText
from kiosk.display.widgets.all_sides import centre_unit, depth_for, width_for
from kiosk.display.widgets.brass import draw_tick
from kiosk.layout.lobby_parts import lobby_parts
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Layout
from kiosk.locale.speaker import Say, speaker
from kiosk.protocol import LobbyView, Proposal

_HEAD: Final = 0.014
"""Size of the head of the light at most, as a fraction of the table's shorter side."""
_RING: Final = 0.88
"""The diameter of the light around the seconds of a countdown, as a fraction of the middle's shorter side."""
_BEAM: Final = 7.5
"""The width of the light with its glow, in sizes of its head."""
_HEAT: Final = ((13, ACCENT.fade(0.7)), (7, ACCENT), (4.5, WHITE), (2.8, WHITE))
"""The lights of its head: their diameters in sizes of it, and their tints."""
_RAYS: Final = 4
_LONG: Final = (10, 6)
"""Rays through the head of the light, every second one shorter, and their lengths in sizes of it: no words are near."""
_WHEEL_GLOW, _DISC_GLOW = GlowLook(GLOW.size, 0.98 / 1.35), GlowLook(GLOW.size, 0.98 / 2.1)
"""The light around the wheel and around the chosen disc, which cover its middle."""
_GAMES: Final = 2
"""The number of games that have a disc each."""
_ASKED: Final = (0.52, 0.022)
"""The radius and the width of the arc around a disc whose value is proposed, in its diameters."""
_OBJECT: Final = 0.68
"""The size of the object in a disc, and the width of the light along the edge of a chosen one, in its diameters."""
_HOT: Final = 0.20
_ROUND_S: Final = 6.0
"""Seconds in which glints run once around."""
_OPPOSITE: Final = 2
"""The number of edges that can face each other alone."""
_NUMBER: Final = (0.47, 1.06, 1.6)
_SMALL_NUMBER: Final = (0.57, 0.66, 0.92)
"""Distance of the seconds from the middle of the hub, their size, and the room for them, in radii of the hub: for two
edges, and for more.
"""

_CHIP_NUMBER: Final = (0.45, 0.80, 1.3)
_SMALL_CHIP_NUMBER: Final = (0.60, 0.56, 0.68)
"""The same for the number on a chip."""


class _Disc(NamedTuple):
    """A disc of a choice: what it is called, the value that is shown, and whether it is lit.

    ``next``: the number of the value that a touch proposes; ``asked``: its value is proposed to everybody now;
    ``turns``: touches go through several values.
    """

    key: str
    text: ChoiceText
    value: str
    next: int
    chosen: bool = False
    asked: bool = False
    turns: bool = False
    has_house_rules: bool = False
    """True if it is the edition, and people have changed some of its options."""

    @property
    def kind(self) -> str:
        """The object on it."""
        return object_of(self.key, self.value)

    def words(self, say: Say) -> tuple[str, ...]:
        """Return what stands around it, and shorter words for where there is little room."""
        word = self.text.name(self.value, say)
        if not self.has_house_rules:
            return word, self.text.name(self.value, say, brief=True)
        return say("{edition} + house rules", edition=word), say("House rules")


def draw_halo(sketch: Sketch, context: CentreContext, place: Place) -> None:
    """Draw light around something round, with two glints that run around it."""
    turn, size = 0.0 if context.table.calm else 360 / _ROUND_S, HALOED * place.w / HALO
    sketch.light(WHEEL_LIGHT, place.x, place.y, size, size, GOLD, spin=-turn)


def draw_wheel(sketch: Sketch, place: Place, *, petals: float) -> None:
    """Draw the wheel, with the four colours in its middle or, if the size of their ``petals`` is 0, with room there."""
    sketch.picture(WheelLook(round(place.w)), place.x, place.y)
    if petals:
        sketch.picture(PetalsLook(round(petals * place.w)), place.x, place.y)


def draw_channel(sketch: Sketch, context: CentreContext) -> None:
    """Draw the channel in which light tells when a match begins."""
    parts = lobby_parts(context.layout.centre)
    look = ChannelLook(round(parts.radius), round(parts.width))
    sketch.marks.append(Stretch(look, *parts.channel.inset(-look.margin)))


def draw_lobby(sketch: Sketch, context: CentreContext) -> None:
    """Draw the wheel, and at its sides what will be played; and the light in the channel, below the trays' pieces."""
    _draw_lobby_objects(sketch, context)
    _draw_asked(sketch, context)
    if context.table.deadline and (seconds := context.left(context.table.deadline)):
        _draw_light(sketch, context, min(1.0, seconds / STARTS_S))


@part
def _draw_lobby_objects(sketch: Sketch, context: CentreContext) -> None:
    parts = lobby_parts(context.layout.centre)
    wheel = parts.wheel
    sketch.light(_WHEEL_GLOW, wheel.x, wheel.y, 1.35 * wheel.w, 1.35 * wheel.w, ACCENT.fade(0.7))
    draw_wheel(sketch, wheel, petals=0.0 if context.table.deadline else 1.0)
    lobby = context.table.lobby
    for disc, place in _placed(context, parts.discs):
        _draw_disc(sketch, context, disc, place)
        felt = lobby is not None and _is_felt(disc, lobby)
        sketch.item(f"{PROPOSE} {disc.key}", place, slot=disc.next, enabled=felt, text=disc.value)


@part
def _draw_asked(sketch: Sketch, context: CentreContext) -> None:
    """Draw around a disc whose value is proposed how long it can be objected to."""
    lobby = context.table.lobby
    running = _running(lobby) if lobby is not None else None
    if running is None:
        return
    share = min(1.0, context.left(running.until) / OBJECTION_S)
    for disc, place in _placed(context, lobby_parts(context.layout.centre).discs):
        if disc.asked and share:
            radius, width = (part * place.w for part in _ASKED)
            sketch.ring(place.x, place.y, radius, max(3.0, width), share, IVORY)


def _is_felt(disc: _Disc, lobby: LobbyView) -> bool:
    """Return whether a touch on the disc proposes something now, or goes on with or takes back what it has proposed."""
    if lobby.settled:
        return False
    if running := _running(lobby):
        return (running.seat, running.key) == (None, disc.key) and (disc.turns or not disc.asked)
    return disc.turns or not disc.chosen


def _running(lobby: LobbyView) -> Proposal | None:
    """Return the proposal that is not decided yet."""
    return lobby.proposal if lobby.proposal is not None and not lobby.proposal.outcome else None


def _placed(context: CentreContext, places: Sequence[Place]) -> Iterator[tuple[_Disc, Place]]:
    """Yield the choices for everybody as discs, two at each side of the wheel; none where they could not be read."""
    if places[0].w >= 0.9 * centre_unit(context.layout):
        yield from zip(_discs(context), places, strict=False)


def _discs(context: CentreContext) -> list[_Disc]:
    """Return the discs: both games, the chosen one lit (of more games that one alone), and choices with objects.

    A value that is proposed is shown in place of the one that holds.
    """
    lobby, game = context.table.lobby, context.table.game
    if lobby is None:
        return []
    discs, running = [], _running(lobby)
    for choice in lobby.choices:
        text, values = text_of(choice.key, game), choice.values
        asked = running.value if running is not None and running.key == choice.key and running.value in values else ""
        if choice.key == "game" and len(values) <= _GAMES:
            for number, value in enumerate(values):
                discs.append(_Disc(choice.key, text, value, number, value == choice.value, value == asked))
        elif choice.key in OBJECTS_OF:
            shown, stops = asked or choice.value, choice.stops or values
            after = values.index(stops[(stops.index(shown) + 1) % len(stops)]) if shown in stops else 0
            house = choice.key == "preset" and bool(context.table.house_rules) and not context.table.house_name
            turns = len(stops) > 1
            discs.append(_Disc(choice.key, text, shown, after, False, bool(asked), turns, house and not asked))
    return discs


def _draw_disc(sketch: Sketch, context: CentreContext, disc: _Disc, place: Place) -> None:
    """Draw one object with its value around it, once for each edge; what is chosen stands in a ring of light."""
    size = place.w
    if disc.chosen or disc.asked:
        beat = 1.0 if disc.asked and not context.table.calm else 0.0
        sketch.light(_DISC_GLOW, place.x, place.y, 2.1 * size, 2.1 * size, IVORY if disc.asked else ACCENT, beat=beat)
    here = sides(context.layout, context.languages)
    several = len(here) > _OPPOSITE
    told = {round(side.frame.rotation) % 360 for side in here}
    marked = BETWEEN if several else tuple(edge for edge in EDGES if edge not in told)
    sketch.picture(TokenLook(round(size), lit=disc.chosen, turns=disc.turns, marked=marked), place.x, place.y)
    sketch.picture(ObjectLook(disc.kind, round(_OBJECT * size)), place.x, place.y)
    number = disc.value.partition(" ")[2] if disc.kind == CHIP else ""
    for side in here:
        frame = Frame(place.x, place.y, side.frame.rotation)
        sketch.add(_value(disc.words(speaker(side.language)), number, frame, size, several))
    if disc.chosen:
        _draw_hot_ring(sketch, place)
        draw_halo(sketch, context, place)
        draw_tick(sketch, place.x + 0.37 * size, place.y + 0.37 * size, 0.23 * size)


@lru_cache(maxsize=128)  # languages of invitations change all the time, one edge after the other
def _value(words: tuple[str, ...], number: str, frame: Frame, size: float, several: bool) -> Sketch:
    """Return a value for one edge: in the rim of its disc, and the ``number`` of a chip in the middle too.

    ``several``: more than two edges share the disc. Do not modify the result.
    """
    told, radius = Sketch(frame), 0.985 * (1 + TOKEN_HUB) / 4 * size
    room = (0.84 if several else 1.4) * math.pi / 2 * radius
    look = _in_rim(words, size, room)
    if look.size >= LEGIBLE:
        told.picture(CurvedLook(look, round(radius)), 0, -round(radius), IVORY)
    if number:
        hub = CHIP_HUB * _OBJECT * size / 2
        away, high, wide = _SMALL_CHIP_NUMBER if several else _CHIP_NUMBER
        told.picture(fit(number, high * hub, wide * hub, heavy=True), 0, -away * hub, IVORY)
    sketch = Sketch(Frame())
    sketch.add_turned(told)
    return sketch


def _in_rim(words: Sequence[str], size: float, room: float) -> TextLook:
    """Return the first of these words that fits the rim of a disc as large as its capitals, or else the last one."""
    for word in words:
        look = fit(word.upper(), 0.122 * size, room, bold=True)
        if look.size >= 0.065 * size:
            return look
    return fit(words[-1], 0.11 * size, 1.06 * room, bold=True)


def _draw_hot_ring(sketch: Sketch, place: Place) -> None:
    """Draw a line of light along the edge of a disc."""
    bend = BendLook(round(place.w / 2), round(_HOT * place.w))
    for turn in (0.0, 90.0, 180.0, 270.0):
        _draw_bend(sketch, bend, (place.x, place.y), turn)


def _draw_bend(sketch: Sketch, bend: BendLook, middle: tuple[float, float], turn: float) -> None:
    """Draw a quarter of a ring of light around a point."""
    side = bend.extent[0]
    x, y = Frame(*middle, turn).to_window(side / 2, side / 2)
    sketch.marks.append(Light(bend, x, y, side, side, BEAM, turn=turn))


def draw_start(sketch: Sketch, context: CentreContext) -> None:
    """Draw the seconds for which a table waits for more players, in the wheel."""
    seconds = context.left(context.table.deadline)
    if not context.table.deadline or not seconds:
        return
    wheel, here = lobby_parts(context.layout.centre).wheel, sides(context.layout, context.languages)
    hub = HUB * wheel.w / 2
    away, size, room = _SMALL_NUMBER if len(here) > _OPPOSITE else _NUMBER
    look = fit_shout(str(math.ceil(seconds)), size * hub, room * hub)
    for side in here:
        frame = Frame(wheel.x, wheel.y, side.frame.rotation)
        turned = Sketch(Frame(*frame.to_window(0, -away * hub), side.frame.rotation))
        turned.picture(look, 0, 0)
        sketch.add_turned(turned)


def _draw_light(sketch: Sketch, context: CentreContext, share: float) -> None:
    """Draw the light that is left in the channel."""
    parts = lobby_parts(context.layout.centre)
    channel, radius, width = parts.channel, parts.radius, parts.width
    size = min(width, _HEAD * min(context.layout.area.w, context.layout.area.h))
    glow = round(_BEAM * size)
    sketch.light(GLOW, channel.x, channel.top, 1.2 * glow, 1.2 * glow, ACCENT)  # its beginning is soft
    lit = walk(channel, round(radius), share, 0.6 * width)
    for (ax, ay), (bx, by) in lit.pieces:
        turn = math.degrees(math.atan2(by - ay, bx - ax))
        length = math.hypot(bx - ax, by - ay)
        sketch.marks.append(Light(BeamLook(glow), (ax + bx) / 2, (ay + by) / 2, length, glow, BEAM, turn=turn))
    bend = BendLook(round(radius), glow)
    for middle, turn in lit.bends:
        _draw_bend(sketch, bend, middle, turn)
    head = lit.head
    for wide, tint in _HEAT:
        sketch.light(GLOW, *head, wide * size, wide * size, tint)
    for number in range(_RAYS):
        turn = 180 / _RAYS * number
        length = _LONG[number % 2] * size
        sketch.marks.append(Light(STREAK, *head, length, 0.09 * length, LIGHT, turn=turn))


def draw_countdown(sketch: Sketch, context: CentreContext) -> None:
    """Draw the light around the numerals of a countdown (``motion.count_in``)."""
    x, y, side, _ = place = countdown_light(context.layout)
    draw_halo(sketch, context, place)
    beat = 0.0 if context.table.calm else 1.0
    sketch.light(GLOW, x, y, 0.7 * side, 0.7 * side, ACCENT.fade(0.5), beat=beat)


def countdown_light(layout: Layout) -> Place:
    """Return the place of the light around the numerals of a countdown."""
    centre = layout.centre
    side = _RING * min(centre.w, centre.h)
    return Place(centre.x, centre.y, side, side)


def draw_shouts(sketch: Sketch, context: CentreContext, words: Callable[[Say], str]) -> None:
    """Draw a call, large for every side."""
    unit = centre_unit(context.layout)
    here = sides(context.layout, context.languages)
    size = min(2.6 * unit, 0.33 * min(side.h for side in here) / 0.75)
    for side in here:
        look = fit_shout(words(speaker(side.language)), size, width_for(side, here, unit, size))
        turned = Sketch(Frame(*side.frame.to_window(0, -depth_for(side, here, unit)), side.frame.rotation))
        turned.picture(look, 0, 0)
        sketch.add_turned(turned)
