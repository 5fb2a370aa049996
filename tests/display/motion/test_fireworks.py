"""A match won as effects: on the winners' side, the same on every display, over after four seconds."""

from __future__ import annotations

import math
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.motion.effects import Burst, Effect, Flash, Fly
from kiosk.display.motion.fireworks import LASTS, fireworks, turntable
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.paint.light_art import SPARK, PaperLook
from kiosk.display.paint.theme import seat_color
from tests.display.motion.test_counting import context

FADES = 1.3
"""Seconds in which the last streaks go out."""


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
def test_fireworks_stand_on_the_winners_side_and_end_by_themselves(canned: Any, seats: int) -> None:
    table = won(canned, seats)
    (winner,) = table.snapshot.result.winners
    panel, centre = table.layout.panels[winner], table.layout.centre
    bursts = [effect for effect in fireworks(table).effects if isinstance(effect, Burst)]
    rockets = [burst for burst in bursts if burst.look == SPARK]
    assert len(rockets) >= 15
    for rocket in rockets:
        x = sum(particle.x for particle in rocket.particles) / len(rocket.particles)
        y = sum(particle.y for particle in rocket.particles) / len(rocket.particles)
        own = math.dist((x, y), panel.frame[:2])
        across = math.dist((x, y), (2 * centre.x - panel.frame.x, 2 * centre.y - panel.frame.y))
        assert own < across
    assert max(map(ends, bursts)) <= LASTS + FADES
    assert all(any(rocket.start <= at < ends(rocket) for rocket in rockets) for at in (0.1, 1.0, 2.0, 3.0, 3.9))


def test_paper_wears_the_winners_colours(canned: Any) -> None:
    final = canned.turn("shared")[0].result
    effects = fireworks(won(canned, 4, result=final)).effects
    papers = [effect for effect in effects if isinstance(effect, Burst) and isinstance(effect.look, PaperLook)]
    assert not any(paper.light for paper in papers)
    tints = {particle.tint for paper in papers for particle in paper.particles}
    assert {seat_color(seat) for seat in final.winners} <= tints
    assert not tints & {seat_color(line.seat) for line in final.lines if line.seat not in final.winners}


def test_every_display_shows_the_same_fireworks(canned: Any) -> None:
    assert fireworks(won(canned, 4)) == fireworks(won(canned, 4))
    later = won(canned, 4)
    later = later._replace(snapshot=replace(later.snapshot, since=canned.now + 1))
    assert fireworks(later) != fireworks(won(canned, 4))


def test_after_a_touch_only_the_turntable_moves_and_in_a_calm_house_nothing(canned: Any) -> None:
    assert all(isinstance(effect, Fly) for effect in turntable(won(canned, 4)).effects)
    assert not fireworks(won(canned, 4, calm=True)).effects
