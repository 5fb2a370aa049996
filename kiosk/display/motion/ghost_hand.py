"""Hands that show where to touch: the next move of a lesson, how a card is pushed, and what a tap was to reach."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import partial
from typing import Final, NamedTuple

from kiosk.display.games.memory import Memory
from kiosk.display.games.motion import GameMotion
from kiosk.display.input.answers import TouchAnswer
from kiosk.display.motion.effects import Effect, Flash, Fly
from kiosk.display.motion.player import Player, Playing
from kiosk.display.paint.art import Look
from kiosk.display.paint.hand_art import TIP, HandLook
from kiosk.display.paint.light_art import GLOW, RING, RING_LINE
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.shapes import Point
from kiosk.display.paint.theme import ACCENT, WHITE
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Layout, Panel
from kiosk.protocol import LessonView, SeatView

_FIRST: Final = 600_000_000
_AGAIN: Final = 2_200_000_000
"""Nanoseconds after which the hand comes, and comes again."""
_SIZE: Final = 1.05
"""The size of the hand, in card widths, at least ``_LEAST`` pixels."""
_LEAST: Final = 64
_SHOWN: Final = 0.92
"""Its opacity."""
_GHOST: Final = 0.96
"""The opacity of the piece that shows where it belongs."""
_TAKES, _ARRIVES, _LIES, _GOES = 0.45, 1.2, 0.7, 0.45
"""Seconds after which the hand takes the piece, and the piece is at its end; how long it lies there; how long the hand
is seen after it has pushed.
"""
_PUSHES: Final = 0.2
"""How far the hand pushes the piece, in card widths."""
_HOLDS: Final = (-0.15, -0.12)
"""Where it holds a piece, beside its middle, in its widths and heights: it covers neither the numeral nor another one.
"""
_DROPS: Final = 1.12
"""The size of a piece that is about to lie down, in its own sizes."""
_DOT: Final = (0.9, 0.45, 0.8)
"""The diameter of a dot of light, soft as it is, and the distance of two, in card widths; seconds for which it glows.
"""


_BESIDE_STOP: Final = (0.45, 130.0)
"""How far beside the middle of a lit Stop sign the hand points at the button in the rim, in its widths, and the turn of
the hand, in degrees: it lies beside the sign, where the stack was, and on the screen.
"""


class Way(NamedTuple):
    """Where a piece is held, and where it belongs, in the panel's coordinates; a tap has no ``end``.

    ``turn``: of the hand, in degrees. Hand and piece are seen only at the two ends, so that they cover nothing between
    them; dots of light lead from one to the other below all that is read. ``scale``: the size of the piece
    at its end, in its own sizes.
    """

    start: Point
    end: Point | None = None
    turn: float = 0.0
    scale: float = 1.0

    def at(self, time: float) -> Point:
        """Return where the eye is led at this time, in seconds."""
        share = min(1.0, max(0.0, (time - _TAKES) / (_ARRIVES - _TAKES)))
        return self._part(share)

    def dots(self, card: float) -> Iterator[tuple[float, Point]]:
        """Yield the dots with the second at which each lights up; ``card``: a card's width."""
        count = max(2, round(math.dist(self.start, self.end or self.start) / (_DOT[1] * card)))
        for number in range(1, count):
            yield _TAKES + number / count * (_ARRIVES - _TAKES), self._part(number / count)

    def pushed(self, far: float) -> Point:
        """Return the point so far on the way."""
        return self._part(far / max(far, math.dist(self.start, self.end or self.start)))

    def _part(self, share: float) -> Point:
        (x, y), (end_x, end_y) = self.start, self.end or self.start
        return x + share * (end_x - x), y + share * (end_y - y)


def way_of(source: Place, end: Place) -> Way:
    """Return the way of a piece in a tray to a place."""
    return Way((source.x + _HOLDS[0] * source.w, source.y + _HOLDS[1] * source.h), end[:2], scale=end.w / source.w)


def _at_button(panel: Panel) -> Way:
    """Return the way of a hand that points at the button in the rim, from beside the lit Stop sign."""
    stop, (aside, turn) = panel.lit_stop, _BESIDE_STOP
    inwards = 1 if stop.x < 0 else -1
    return Way((stop.x + inwards * aside * stop.w, panel.button_in_rim[1]), turn=inwards * turn)


class GhostHands:
    """The hands of all lessons. ``player``: shows them."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._due: dict[SeatNumber, tuple[LessonView, int]] = {}
        self._shown: dict[SeatNumber, tuple[int, Way, Panel]] = {}  # the last hand of each seat, and when it came
        self._played: dict[SeatNumber, list[Playing]] = {}

    def follow(
        self,
        views: Collection[SeatView],
        panels: Mapping[SeatNumber, Panel],
        practised: Mapping[SeatNumber, Place],
        motion: GameMotion,
        memory: Memory,
        now: int,
    ) -> None:
        """Show the hands that are due; none where a finger is busy already."""
        learning = {view.seat: view for view in views if view.lesson is not None and view.lesson.act}
        for seat in self._due.keys() - learning.keys():
            del self._due[seat]
            self._end(seat)
        for seat, view in learning.items():
            lesson, panel = view.lesson, panels.get(seat)
            if lesson is None or panel is None:
                continue
            shown, due = self._due.get(seat, (None, 0))
            if shown != lesson or view.held is not None:
                self._due[seat] = lesson, now + _FIRST
                self._end(seat)
            elif now >= due:
                self._due[seat] = lesson, now + _AGAIN
                source = motion.home(panel, lesson.source, memory[seat]) if lesson.source else None
                way = _way(lesson, view, panel, source, practised.get(seat), motion)
                if way is not None:
                    look = None if way.end is None else motion.look(panel, lesson.source, lesson.piece or None)
                    self._show(seat, way, panel, look, now)

    def _show(self, seat: SeatNumber, way: Way, panel: Panel, look: Look | None, now: int) -> None:
        """Show a hand, and where the piece that it takes belongs."""
        effects: list[Effect] = [_hand(way, panel)]
        if look is not None and way.end is not None:
            effects[:0] = [*_dots(way, panel), _piece(way.end, way.scale, panel, look)]
        self._shown[seat] = now, way, panel
        self._played[seat] = [playing for one in effects if (playing := self._player.play(one)) is not None]

    def _end(self, seat: SeatNumber) -> None:
        """Take a seat's hand away: what it shows has been done, or nobody learns there any more."""
        self._shown.pop(seat, None)
        for playing in self._played.pop(seat, ()):
            self._player.drop(playing)

    def fingers(self, now: int) -> Iterator[tuple[SeatNumber, float, float]]:
        """Yield where hands and what they show lead the eye now: whose lesson it is, and the point in the window."""
        for seat, (began, way, panel) in self._shown.items():
            since = (now - began) / 1e9
            if 0 <= since < _ARRIVES + _GOES:
                yield seat, *panel.frame.to_window(*way.at(since))


def _way(
    lesson: LessonView,
    view: SeatView,
    panel: Panel,
    source: Place | None,
    centre: Place | None,
    motion: GameMotion,
) -> Way | None:
    """Return what the hand does; None if it is not known."""
    if lesson.act == "stop" and not view.screen_stop:
        return _at_button(panel)
    tapped = panel.lit_stop if lesson.act == "stop" else panel.places.get(motion.tapped.get(lesson.act, ""))
    if tapped is not None:
        return Way(tapped[:2])
    end = centre if lesson.slot is None else panel.places.get(f"row {lesson.slot}")
    if source is None or end is None:
        return None
    return way_of(source, end)


def _piece(end: Point, scale: float, panel: Panel, look: Look) -> Fly:
    """Return the piece as a ghost where it belongs, in the size of what lies there: only one of both is read."""
    at = partial(Pose, x=panel.frame.to_window(*end)[0], y=panel.frame.to_window(*end)[1], turn=panel.frame.rotation)
    return Fly(
        (look,),
        (
            at(_ARRIVES, scale=_DROPS * scale, alpha=0.0),
            at(_ARRIVES + 0.1, scale=scale, alpha=_GHOST),
            at(_ARRIVES + _LIES, scale=scale, alpha=_GHOST),
            at(_ARRIVES + _LIES + 0.2, scale=scale, alpha=0.0),
        ),
    )


def _dots(way: Way, panel: Panel) -> Iterator[Flash]:
    """Yield dots of light that lead to where the piece belongs, one after the other, below all that is read."""
    scale = _DOT[0] * panel.card / GLOW.extent[0]
    for time, point in way.dots(panel.card):
        at = partial(Pose, x=panel.frame.to_window(*point)[0], y=panel.frame.to_window(*point)[1], scale=scale)
        poses = at(time, alpha=0.0), at(time + 0.1, alpha=1.0), at(time + _DOT[2], alpha=0.0)
        yield Flash(GLOW, poses, _TINT, low=True)


def _size(card: float) -> int:
    """Return the size of the hand beside cards of this width."""
    return max(_LEAST, round(_SIZE * card))


def _pose(time: float, tip: Frame, size: int, scale: float, alpha: float, ease: float = 2.0) -> Pose:
    """Return the pose of a hand whose finger ends at ``tip``."""
    middle = tip.to_window(-TIP[0] * scale * size / 2, -TIP[1] * scale * size / 2)
    return Pose(time, *middle, tip.rotation, scale, alpha, ease=ease)


def tapping(tip: Frame, card: float) -> Fly:
    """Return a hand that comes, taps twice at ``tip`` in the window, and vanishes; ``card``: a card's width."""
    beats = [(0.0, 1.25, 0.0), (0.25, 1.15, _SHOWN), (0.5, 0.95, _SHOWN), (0.8, 1.15, _SHOWN)]
    beats += [(1.05, 0.95, _SHOWN), (1.35, 1.15, _SHOWN), (1.6, 1.25, 0.0)]
    size = _size(card)
    return Fly((HandLook(size),), tuple(_pose(time, tip, size, scale, alpha) for time, scale, alpha in beats))


def _hand(way: Way, panel: Panel) -> Fly:
    """Return the hand: it comes, presses, pushes, lets go and vanishes."""
    turn, size = panel.frame.rotation + way.turn, _size(panel.card)

    def at(time: float, point: Point, scale: float, alpha: float, ease: float = 2.0) -> Pose:
        return _pose(time, Frame(*panel.frame.to_window(*point), turn), size, scale, alpha, ease)

    if way.end is None:
        return tapping(Frame(*panel.frame.to_window(*way.start), turn), panel.card)
    pushed = way.pushed(_PUSHES * panel.card)
    return Fly(
        (HandLook(size),),
        (
            at(0.0, way.start, 1.25, 0.0),
            at(0.25, way.start, 1.0, _SHOWN),
            at(_TAKES, way.start, 0.95, _SHOWN),
            at(_ARRIVES, pushed, 0.95, _SHOWN),
            at(_ARRIVES + _GOES, pushed, 1.1, 0.0),
        ),
    )


HOP: Final = 0.34
"""Seconds of the hop."""
_HIGH: Final = 0.4
"""How far the card hops, in card heights."""
_FAR: Final = 2.4
"""How far the hand goes, in card widths."""


def hop(home: Pose, panel: Panel) -> list[Pose]:
    """Return the poses of a card that hops towards the middle and falls back."""
    x, y = Frame(home.x, home.y, panel.frame.rotation).to_window(0, _HIGH * 1.5 * panel.card)
    top = home._replace(at=0.4 * HOP, x=x, y=y, scale=1.1)
    return [home, top, home._replace(at=0.85 * HOP, ease=1.2), home._replace(at=HOP + 0.1)]


def pushing_hand(home: Pose, panel: Panel) -> Fly:
    """Return a hand that takes the card, pushes it out of the panel, and vanishes."""
    way = Frame(home.x, home.y, panel.frame.rotation)
    size = 1.1 * panel.card
    start, end = way.to_window(0.15 * size, -0.45 * size), way.to_window(0.15 * size, _FAR * panel.card)
    turn = panel.frame.rotation
    return Fly(
        (HandLook(round(size)),),
        (
            Pose(0.0, *start, turn, 1.15, 0.0),
            Pose(0.18, *start, turn, 1.0, 0.9),
            Pose(0.85, *end, turn, 1.0, 0.9, ease=1.4),
            Pose(1.05, *end, turn, 1.1, 0.0),
        ),
    )


_TINT: Final = ACCENT.mix(WHITE, 0.45)
_LASTS: Final = 0.6
"""Seconds for which a ring is seen."""
_GROWS: Final = (1.02, 1.45)
"""The diameter of a ring at its beginning and its end, in diameters of what it surrounds."""
_BRIGHT: Final = 1.0
_PRESSES: Final = (0.5, 1.05)
"""The seconds at which the hand presses: a ring leaves what it taps then."""
_WHOLE: Final = 1.5
"""A target that is larger, in card widths, is a whole panel."""
_SHINE, _SHINES, _SHINING = 0.7, (0.0, 0.7), 0.6
"""Seconds for which a panel lights up, when it does, and how brightly."""
_LARGEST: Final = 2.2
"""The largest diameter that a ring begins with, in card widths: it is soft, and tells a place."""


def ring(around: Place, card: float, *, start: float = 0.0, calm: bool = False) -> Flash:
    """Return a ring of light that leaves a place, below the pieces there; for those who want it calm it stands."""
    size = min(max(around.w, around.h), _LARGEST * card) / RING_LINE / RING.extent[0]
    first, last = (_GROWS[0] * size, (_GROWS[0] if calm else _GROWS[1]) * size)
    poses = (
        Pose(0.0, around.x, around.y, scale=first, alpha=0.0),
        Pose(0.06, around.x, around.y, scale=first, alpha=_BRIGHT),
        Pose(_LASTS, around.x, around.y, scale=last, alpha=0.0),
    )
    return Flash(RING, poses, _TINT, start, low=True)


def answering(
    around: Place | None, card: float, *, tip: Frame | None = None, target: Place | None = None, calm: bool = False
) -> list[Effect]:
    """Return light around what was touched, and a hand that taps at ``tip``, with light around its ``target``.

    A whole panel that is to be touched, an invitation, shows a hand of its own: it lights up instead.
    ``card``: the width of a card; ``around``: None if the touch was elsewhere.
    """
    effects: list[Effect] = [] if around is None else [ring(around, card, calm=calm)]
    if target is not None and min(target.w, target.h) > _WHOLE * card:
        return [*effects, *(_shine(target, start) for start in _SHINES[: 1 if calm else None])]
    if tip is not None:
        effects.append(tapping(tip, card))
    if target is not None:
        effects += [ring(target, card, start=at, calm=calm) for at in _PRESSES]
    return effects


def _shine(panel: Place, start: float) -> Flash:
    """Return light that rises and fades in a panel, below what it shows."""
    scale = max(panel.w, panel.h) / GLOW.extent[0]
    alphas = ((0.0, 0.0), (0.2, _SHINING), (_SHINE, 0.0))
    poses = tuple(Pose(at, panel.x, panel.y, scale=scale, alpha=alpha) for at, alpha in alphas)
    return Flash(GLOW, poses, _TINT, start, low=True)


def seen(answer: TouchAnswer, layout: Layout, *, calm: bool) -> list[Effect]:
    """Return what is seen of an answer: light, and a hand."""
    panel, target = layout.panels.get(answer.seat) if answer.seat is not None else None, answer.target
    card = panel.card if panel is not None else min(panel.card for panel in layout.panels.values())
    if answer.button and panel is not None:
        tip = Frame(*panel.frame.to_window(*panel.button_in_rim), panel.frame.rotation + 180.0)
        return answering(answer.around, card, tip=tip, calm=calm)
    if target is None:
        return answering(answer.around, card, calm=calm)
    tip, place = Frame(target.x, target.y, target.rotation), Place(target.x, target.y, target.w, target.h)
    return answering(answer.around, card, tip=tip, target=place, calm=calm)


class Answering:
    """The answers that are shown: of each seat, and of the middle, the last one. ``player``: shows them."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._shown: dict[SeatNumber | None, list[Playing]] = {}

    def show(self, seat: SeatNumber | None, effects: Sequence[Effect]) -> None:
        """Show an answer in place of the one before in the same panel."""
        for older in self._shown.pop(seat, ()):
            self._player.drop(older)
        played = [self._player.play(effect) for effect in effects]
        self._shown[seat] = [shown for shown in played if shown is not None]
