"""A beaten piece bounces off its pile, in its owner's light, and is home in time."""

from __future__ import annotations

import math

import pytest

from kiosk.display.motion.effects import Fly
from kiosk.display.motion.race import bounce, bounce_light
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place

PILE = Place(960, 700, 120, 180)
LOOK = FaceLook("b5", 96, 144)


@pytest.mark.parametrize("home", [Pose(0, 700, 60), Pose(0, 1200, 60), Pose(0, 60, 500, 270), Pose(0, 960, 1000, 180)])
def test_a_bounced_piece_comes_home_upright_by_way_of_a_tilt(home: Pose) -> None:
    poses = bounce((900, 560), home)
    assert (poses[0].x, poses[0].y) == (900, 560)
    assert poses[-1]._replace(at=0) == home
    assert [pose.at for pose in poses] == sorted({pose.at for pose in poses})
    assert poses[-1].at < 0.8
    assert max(abs(pose.turn - home.turn) for pose in poses) > 10
    ways = [math.dist((pose.x, pose.y), (home.x, home.y)) for pose in poses]
    assert ways == sorted(ways, reverse=True)


def test_the_ghosts_of_a_bounced_piece_are_faint_and_lie_below_the_pieces() -> None:
    halo, *ghosts = bounce_light(bounce((900, 560), Pose(0, 700, 60)), LOOK, PILE, seat_light(SeatNumber(1)))
    assert isinstance(halo, Fly)
    assert halo.tint == seat_light(SeatNumber(1))
    for ghost in ghosts:
        assert isinstance(ghost, Fly)
        assert ghost.low
        assert max(pose.alpha for pose in ghost.poses) < 0.5
        assert ghost.poses[-1].alpha == 0
