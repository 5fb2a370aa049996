"""The light and the hand that answer a tap."""

from __future__ import annotations

import pytest

from kiosk.display.motion.effects import Flash, Fly
from kiosk.display.motion.ghost_hand import answering, ring
from kiosk.display.paint.light_art import RING_LINE
from kiosk.layout.place import Frame, Place

CARD = 80.0
AROUND = Place(300, 200, 80, 120)
KNOB = Place(500, 200, 90, 90)
TIP = Frame(500, 200, 90)


def test_light_leaves_what_was_touched_below_the_pieces() -> None:
    (light,) = answering(AROUND, CARD)
    assert isinstance(light, Flash)
    assert light.low
    assert {(pose.x, pose.y) for pose in light.poses} == {(300, 200)}
    assert light.poses[0].scale * light.look.extent[0] * RING_LINE >= AROUND.h
    assert light.poses[-1].scale > light.poses[0].scale
    assert light.poses[-1].alpha == 0


def test_for_those_who_want_it_calm_the_light_stands() -> None:
    assert len({pose.scale for pose in ring(AROUND, CARD, calm=True).poses}) == 1


def test_a_hand_taps_a_control_and_light_leaves_it() -> None:
    _, hand, *lights = answering(AROUND, CARD, tip=TIP, target=KNOB)
    assert isinstance(hand, Fly)
    assert {pose.turn for pose in hand.poses} == {90}
    assert hand.poses[-1].alpha == 0
    assert lights
    assert all(isinstance(light, Flash) and (light.poses[0].x, light.poses[0].y) == (500, 200) for light in lights)


@pytest.mark.parametrize(("calm", "lights"), [(False, 2), (True, 1)])
def test_a_whole_panel_lights_up_without_a_second_hand(calm: bool, lights: int) -> None:
    panel = Place(500, 100, 900, 200)
    _, *shining = answering(AROUND, CARD, tip=TIP, target=panel, calm=calm)
    assert len(shining) == lights
    assert all(isinstance(light, Flash) for light in shining)
