"""A beaten piece bounces off its pile, in its owner's light, and is home in time."""

from __future__ import annotations

import math
from typing import Any

import pytest

from kiosk.display.motion.bouncing import Piece, Refusal, bounce, bounce_light, hanging, refused
from kiosk.display.motion.effects import Fly
from kiosk.display.motion.race import BoltGround, inward
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.light_art import halo_look, line_look, rim_look
from kiosk.display.paint.motions import Pose
from kiosk.display.paint.pile_art import ArrowLook, DashedLook
from kiosk.display.paint.theme import seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from tests.display.conftest import Canned
from tests.display.panels import layout_of_all

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


PANEL = layout_of_all(Canned().welcome(4), (1920, 1080)).panels[SeatNumber(1)]
OWN = PANEL.places["row 0"]
PIECE = Piece(FaceLook("r8", round(OWN.w), round(OWN.h)), Pose(0, *PANEL.in_window(OWN)[:2]), OWN, PANEL)
HOME = PIECE.home
NEAR = Place(HOME.x, HOME.y + 420, 120, 180)
FAR = Place(HOME.x + 500, HOME.y + 500, 120, 180)


def _refused(let_go: Pose | None = None, piles: tuple[Place, ...] = (NEAR, FAR), *, calm: bool = False) -> Refusal:
    return refused(PIECE, let_go, PILE, piles, [PANEL.bounds], calm=calm)


def _framed(refusal: Refusal) -> list[tuple[float, float]]:
    return [fly.poses[0][1:3] for fly in refusal.below if isinstance(fly.looks[0], DashedLook)]


def _arrows(refusal: Refusal) -> list[Fly]:
    return [fly for fly in refusal.below if isinstance(fly.looks[0], ArrowLook)]


def test_a_cross_rides_on_a_refused_piece_and_an_arrow_below_it_points_home() -> None:
    poses, below, cross = refusal = _refused(HOME._replace(y=HOME.y + 440))
    assert cross.looks == (JudgedLook(round(0.5 * OWN.w)),)
    for own, piece in zip(cross.poses, poses, strict=False):
        assert own.at == piece.at
        assert 0 < own.x - piece.x < OWN.w
        assert 0 < own.y - piece.y < OWN.h
    assert cross.poses[-1].alpha == 0, "it fades"
    (arrow,) = _arrows(refusal)
    assert abs(arrow.poses[0].turn) == 180, "down, to its place"
    assert arrow.poses[0][1:3] == HOME[1:3], "in its place"
    assert arrow.poses[-1].at <= poses[-1].at
    assert arrow.poses[-1].alpha == 0
    around = below[below.index(arrow) - 1]
    assert (around.looks, around.poses[0][1:3]) == ((rim_look(PILE),), HOME[1:3]), "which is lit"
    halos = below[below.index(arrow) + 1 :]
    assert [halo.looks[0] for halo in halos] == [halo_look(PILE), rim_look(PILE), line_look(PILE)]
    for halo in halos:
        assert [pose[1:3] for pose in halo.poses] == [pose[1:3] for pose in poses]
        assert halo.poses[0].scale * PILE.w == pytest.approx(OWN.w)


def test_the_arrow_is_level_in_the_tray_wherever_the_piece_comes_from() -> None:
    for seat, panel in layout_of_all(Canned().welcome(4), (1920, 1080)).panels.items():
        home = Pose(0, *panel.in_window(panel.places["row 0"])[:2], panel.frame.rotation)
        piece = PIECE._replace(home=home, panel=panel)
        for x, y in ((960, 540), (900, 700), (1100, 300)):
            (arrow,) = _arrows(refused(piece, home._replace(x=x, y=y), PILE, (), [], calm=False))
            (right, up), turn = inward(panel), math.radians(arrow.poses[0].turn)
            assert (-math.sin(turn), math.cos(turn)) == pytest.approx((-right, -up), abs=1e-6), f"{seat}: to its owner"


def test_copies_of_a_piece_that_was_tapped_stay_behind_towards_the_pile_but_of_one_let_go_on_its_way() -> None:
    for let_go, beyond in ((None, True), (HOME._replace(y=HOME.y + 440), False)):
        refusal = _refused(let_go)
        turns = max(refusal.poses, key=lambda pose: pose.y)
        copies = [fly.poses[0].y for fly in refusal.below if fly.looks == (PIECE.look,)]
        assert copies
        assert all((y > turns.y) is beyond for y in copies if y != turns.y)


def test_a_refused_piece_comes_home_upright_at_once_from_where_it_was_let_go() -> None:
    let_go = HOME._replace(x=HOME.x + 40, y=HOME.y + 440)
    poses = _refused(let_go).poses
    assert poses[0] == let_go
    assert poses[1][1:3] != let_go[1:3]
    assert poses[-1]._replace(at=0) == HOME
    assert poses[-1].at < 0.4


def test_the_pile_on_which_a_piece_was_let_go_is_framed_and_no_other() -> None:
    assert _framed(_refused(HOME._replace(x=FAR.x, y=FAR.y))) == [(FAR.x, FAR.y)]
    assert _framed(_refused(HOME._replace(y=HOME.y + 200))) == [], "on bare felt"


def test_a_refused_piece_that_was_tapped_turns_back_before_the_nearest_pile_and_covers_none() -> None:
    refusal = _refused()
    assert _framed(refusal) == [(NEAR.x, NEAR.y)]
    assert refusal.poses[0] == HOME
    turns = max(refusal.poses, key=lambda pose: pose.y)
    wide, high = turns.scale * OWN.w, turns.scale * OWN.h
    assert not [one for one in (NEAR, FAR, PANEL.bounds) if one.overlaps(Place(turns.x, turns.y, wide, high))]


def test_without_a_pile_or_room_before_it_a_tapped_piece_turns_back_before_its_tray() -> None:
    close = Place(HOME.x, PANEL.bounds.top + 100, 120, 180)
    for piles in ((), (close,)):
        turns = max(_refused(piles=piles).poses, key=lambda pose: pose.y)
        assert turns.x == pytest.approx(HOME.x)
        assert PANEL.bounds.top < turns.y < PANEL.bounds.top + OWN.h
        assert turns.scale == 1


def test_for_those_who_want_it_calm_nothing_is_left_behind_on_the_way() -> None:
    left = [sum(fly.looks == (PIECE.look,) for fly in _refused(calm=calm).below) for calm in (False, True)]
    assert left[0] >= 3
    assert left[1] == 0


def test_a_refused_piece_that_was_put_down_beside_its_place_needs_no_arrow() -> None:
    assert not _arrows(_refused(HOME._replace(y=HOME.y + 40)))
