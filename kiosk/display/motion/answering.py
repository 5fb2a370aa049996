"""What is seen of the answer to a tap: a ring of light where it was felt, and a hand that taps what is meant."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from kiosk.display.input.answers import Answer
from kiosk.display.motion.effects import Effect, Flash
from kiosk.display.motion.ghost_hand import tapping
from kiosk.display.motion.player import Player, Playing
from kiosk.display.paint.light_art import GLOW, RING, RING_LINE
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import ACCENT, WHITE
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_layout import Layout

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


def seen(answer: Answer, layout: Layout, *, calm: bool) -> list[Effect]:
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
