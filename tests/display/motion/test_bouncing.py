"""A beaten piece bounces off its pile, in its owner's light, and is home in time."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kiosk.display.motion.bouncing import bounce, bounce_light, hanging, refused
from kiosk.display.motion.effects import Fly
from kiosk.display.motion.flights import flight_back
from kiosk.display.motion.race import BoltGround
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.light_art import rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.theme import seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place

PILE = Place(960, 700, 120, 180)
TRAY = Place(960, 120, 1000, 240)
LOOK = FaceLook("b5", 96, 144)


@pytest.mark.parametrize("home", [Pose(0, 700, 60), Pose(0, 1200, 60), Pose(0, 60, 500, 270), Pose(0, 960, 1000, 180)])
def test_a_bounced_piece_comes_home_upright_by_way_of_a_tilt(home: Pose) -> None:
    poses = bounce((900, 560), (880, 600), home)
    assert (poses[0].x, poses[0].y) == (900, 560)
    assert poses[-1]._replace(at=0) == home
    assert [pose.at for pose in poses] == sorted({pose.at for pose in poses})
    assert poses[-1].at < 0.8
    assert max(abs(pose.turn - home.turn) for pose in poses) > 10
    assert (poses[1].x, poses[1].y) == (880, 600)
    ways = [math.dist((pose.x, pose.y), (home.x, home.y)) for pose in poses[1:]]
    assert ways == sorted(ways, reverse=True)


def test_the_ghosts_of_a_bounced_piece_are_faint_and_lie_below_the_pieces() -> None:
    halo, *ghosts = bounce_light(
        bounce((900, 560), (880, 500), Pose(0, 700, 60)), LOOK, 96, PILE, seat_light(SeatNumber(1)), TRAY
    )
    assert ghosts
    assert isinstance(halo, Fly)
    assert halo.tint == seat_light(SeatNumber(1))
    for ghost in ghosts:
        assert isinstance(ghost, Fly)
        assert ghost.low
        assert max(pose.alpha for pose in ghost.poses) < 0.5
        assert ghost.poses[-1].alpha == 0


def test_no_ghost_covers_the_tray_that_tells_the_margin() -> None:
    poses = bounce((900, 300), (880, 200), Pose(0, 700, 60))
    assert len(bounce_light(poses, LOOK, 96, PILE, seat_light(SeatNumber(1)), TRAY)) == 1


def test_the_halo_of_a_bounced_piece_fits_its_card() -> None:
    halo, *_ = bounce_light(
        bounce((900, 560), (880, 500), Pose(0, 700, 60)), LOOK, 96, PILE, seat_light(SeatNumber(1)), TRAY
    )
    assert isinstance(halo, Fly)
    assert halo.poses[0].scale * PILE.w == 96


@pytest.mark.parametrize("taken", [(), (Place(900, 480, 120, 180), Place(780, 480, 120, 180))])
def test_a_beaten_piece_hangs_where_it_covers_no_numeral_and_nothing_that_its_player_reads(taken: Any) -> None:
    home, message = Pose(0, 840, 60), Place(840, 220, 400, 60)
    ground = BoltGround(PILE, (75, 110), Place(960, 600, 1600, 700), taken)
    x, y = hanging(ground, (900, 560), home, (96, 144), [message])
    piece = Place(x, y, 96, 144)
    assert not [one for one in (PILE, message, *taken) if one.overlaps(piece)]


# ---------------------------------------------------------------- refused


HOME = Pose(0, 700, 60)
OWN = Place(0, -60, 90, 140)


def test_a_cross_rides_on_a_refused_piece_and_an_arrow_below_it_points_home() -> None:
    poses = flight_back(Pose(0, 700, 500), HOME)
    (arrow, halo), cross = refused(poses, OWN, PILE, seat_light(SeatNumber(1)))
    assert cross.looks == (JudgedLook(38),)
    for own, piece in zip(cross.poses, poses, strict=False):
        assert own.at == piece.at
        assert 0 < own.x - piece.x < 60
        assert 0 < own.y - piece.y < 90
    assert cross.poses[-1].alpha == 0, "it fades"
    assert abs(arrow.poses[0].turn) == 180, "down, to its place"
    assert 60 < arrow.poses[0].y < 280
    assert halo.poses[0].scale * PILE.w == OWN.w


def test_a_refused_piece_that_was_put_down_beside_its_place_needs_no_arrow() -> None:
    below, _ = refused(flight_back(Pose(0, 700, 100), HOME), OWN, PILE, seat_light(SeatNumber(1)))
    assert [effect.looks for effect in below] == [(rim_look(PILE),)]
