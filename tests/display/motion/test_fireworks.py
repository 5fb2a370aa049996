"""A match won as effects: on the winners' side, the same on every display, over after four seconds."""

from __future__ import annotations

import math
from collections import Counter
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly, MomentContext
from kiosk.display.motion.fireworks import LASTS, Rocket, fireworks, rockets, turntable
from kiosk.display.paint.light_art import SPHERE, PaperLook
from kiosk.display.paint.theme import seat_color
from kiosk.layout.place import Frame
from kiosk.layout.table_layout import TURN
from tests.display.motion.test_counting import context

FADES = 1.3
"""Seconds in which the last sparks go out."""


def won(canned: Any, seats: int, *, calm: bool = False, **values: Any) -> MomentContext:
    snapshot = canned.snapshot("match_result", seats, since=canned.now, deadline=canned.now + 45_000_000_000, **values)
    return context(canned, snapshot, calm=calm)


def ends(effect: Effect) -> float:
    """Return the second in which an effect is over."""
    if isinstance(effect, Burst):
        return effect.start + max(particle.delay + particle.life for particle in effect.particles)
    assert isinstance(effect, Fly | Flash)
    return effect.start + effect.poses[-1].at


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_fireworks_stand_beside_the_winners_axis_and_end_by_themselves(canned: Any, seats: int) -> None:
    table = won(canned, seats)
    (winner,) = table.snapshot.result.winners
    panel, centre = table.layout.panels[winner], table.layout.centre
    shot = [*rockets(table.layout, [panel], Random(7))]  # noqa: S311
    assert len(shot) >= 20
    turned = Frame(centre.x, centre.y, TURN[panel.edge])
    own = 0.0
    for left, right in zip(shot[::2], shot[1::2], strict=True):
        (x, y), (x_right, y_right) = _seen(left, turned), _seen(right, turned)
        assert (x, y) == pytest.approx((-x_right, y_right), abs=1)
        assert (left.start, left.reach) == (right.start, right.reach)
        own += 2 * left.reach * (y < 0)
    assert own > 0.6 * sum(rocket.reach for rocket in shot)
    spheres = [one for one in fireworks(table).effects if isinstance(one, Flash) and one.look == SPHERE]
    assert len(spheres) == len(shot)
    assert all(sphere.low for sphere in spheres)
    assert max(map(ends, spheres)) <= LASTS + FADES
    lit = [(one.start, ends(one)) for one in spheres]
    assert all(any(begins <= at < over for begins, over in lit) for at in (0.1, 1.0, 2.0, 3.0, 3.9))


def _seen(rocket: Rocket, turned: Frame) -> tuple[float, float]:
    """Return where a firework stands, as the winner sees it: right and up from the middle of the felt."""
    angle = -math.radians(turned.rotation)
    dx, dy = rocket.x - turned.x, rocket.y - turned.y
    return dx * math.cos(angle) - dy * math.sin(angle), dx * math.sin(angle) + dy * math.cos(angle)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_no_paper_falls_over_a_tray(canned: Any, seats: int) -> None:
    table = won(canned, seats)
    layout = table.layout
    trays = [panel.bounds for panel in (*layout.panels.values(), *layout.tabs.values())]
    papers = [one for one in fireworks(table).effects if isinstance(one, Burst) and isinstance(one.look, PaperLook)]
    pieces = [piece for paper in papers for piece in paper.particles]
    assert len(pieces) > 50
    for piece in pieces:
        gone = (1 - math.exp(-piece.drag * piece.life)) / piece.drag
        for x, y in ((piece.x, piece.y), (piece.x + gone * piece.vx, piece.y + gone * piece.vy)):
            assert layout.area.holds(x, y)
            assert not any(tray.inset(-piece.size / 2 + 1).holds(x, y) for tray in trays)


def test_paper_wears_the_winners_colours_more_often_than_the_others(canned: Any) -> None:
    final = canned.turn("shared")[0].result
    effects = fireworks(won(canned, 4, result=final)).effects
    papers = [effect for effect in effects if isinstance(effect, Burst) and isinstance(effect.look, PaperLook)]
    assert not any(paper.light for paper in papers)
    tints = Counter(particle.tint for paper in papers for particle in paper.particles)
    others = [seat_color(line.seat) for line in final.lines if line.seat not in final.winners]
    assert min(tints[seat_color(seat)] for seat in final.winners) > 2 * max(tints[one] for one in others) > 0


def test_every_display_shows_the_same_fireworks(canned: Any) -> None:
    assert fireworks(won(canned, 4)) == fireworks(won(canned, 4))
    later = won(canned, 4)
    later = later._replace(snapshot=replace(later.snapshot, since=canned.now + 1))
    assert fireworks(later) != fireworks(won(canned, 4))


def test_after_a_touch_only_the_turntable_moves_and_in_a_calm_house_nothing(canned: Any) -> None:
    after = turntable(won(canned, 4)).effects
    assert len(after) > 0
    assert all(isinstance(effect, Fly) and effect.start >= LASTS for effect in after)
    assert not fireworks(won(canned, 4, calm=True)).effects
