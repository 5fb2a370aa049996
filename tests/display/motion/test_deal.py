"""The deal and the rain: every piece arrives in time, at its place, and the panels show it from then on."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import DEAL_FLIGHT_S, starts, waiting
from kiosk.display.motion.attract import invite
from kiosk.display.motion.deal import deal
from kiosk.display.motion.effects import Fly, MomentContext, Stream
from kiosk.display.paint.lettering import ShoutLook
from kiosk.display.paint.motions import Lane, LaneRunner
from kiosk.display.paint.theme import WHITE
from kiosk.display.paint.wheel_art import WheelLook
from kiosk.layout.inviting import GATE, free_corners, list_corners, wheel_place
from kiosk.layout.table_layout import Frame, Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol.state import AttractScene


def context(canned: Any, game: str, state: str, seats: int, **values: Any) -> MomentContext:
    made = canned.dice(state, seats) if game == "dice" else canned.snapshot(state, seats)
    if state == "attract":
        made = replace(made, scene=AttractScene.RAIN, deadline=made.since + 7_000_000_000)
    snapshot = replace(made, **values)
    welcome = canned.welcome(seats)
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, game).layout(welcome)
    return MomentContext(snapshot, layout, picture_of_game(game).motion)


def _is_piece(fly: Fly) -> bool:
    return not isinstance(fly.looks[0], ShoutLook)


@pytest.mark.parametrize(("game", "seats"), [("cards", 2), ("cards", 12), ("dice", 4)])
def test_every_piece_of_a_deal_lies_at_its_place_within_a_second(canned: Any, game: str, seats: int) -> None:
    dealt = context(canned, game, "countdown", seats)
    flights = [effect for effect in deal(dealt).effects if isinstance(effect, Fly) and _is_piece(effect)]
    assert len(flights) >= 3 * seats
    ends = {(round(fly.poses[-1].x), round(fly.poses[-1].y)) for fly in flights}
    for panel in dealt.layout.panels.values():
        part = panel.window_place("die 0" if game == "dice" else "row 0")
        assert (round(part.x), round(part.y)) in ends
    assert max(fly.start + fly.poses[-2].at for fly in flights) <= 1.0


def test_everybody_sees_the_faces_of_a_deal_at_the_same_instants(canned: Any) -> None:
    dealt = context(canned, "cards", "countdown", 12)
    turned: dict[int, list[float]] = {seat: [] for seat in dealt.layout.panels}
    for fly in deal(dealt).effects:
        if isinstance(fly, Fly) and _is_piece(fly) and fly.looks[0] != fly.looks[1]:
            turned[fly.looks[0].seat].append(fly.start + fly.poses[1].at)
    first = turned[1]
    assert len(first) > 3
    assert all(times == first for times in turned.values())


def test_a_countdown_after_a_pause_deals_nothing_and_neither_does_a_calm_table(canned: Any) -> None:
    calm = context(canned, "cards", "countdown", 4)._replace(calm=True)
    for shown in (context(canned, "cards", "countdown", 4, resumes=True), calm):
        assert not any(isinstance(one, Fly) and _is_piece(one) for one in deal(shown).effects)
    assert not invite(calm).effects


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_a_panel_shows_each_piece_from_the_instant_at_which_it_lands(canned: Any, game: str) -> None:
    dealt = context(canned, game, "countdown", 4)
    view, motion = dealt.snapshot.seats[0], dealt.game
    pieces = motion.dealt(view, dealt.layout.panels[view.seat])
    parts = [piece.part for piece in pieces]
    assert waiting(pieces, 0.0) == set(parts)
    first = starts(len(pieces))[0] + DEAL_FLIGHT_S
    assert parts[0] in waiting(pieces, first - 0.01)
    assert parts[0] not in waiting(pieces, first)
    assert waiting(pieces, 1.0) == set()
    shown, kept = motion.undealt(view, view.dice, waiting(pieces, 0.0))
    if game == "dice":
        assert set(kept) == {None}
    else:
        assert (shown.stack_count, shown.hand_count, {slot.count for slot in shown.row}) == (0, 0, {0})


def way(runner: LaneRunner, share: float) -> tuple[float, float]:
    """Return where a runner is after a share of its time."""
    return _on(runner.lane, share)


def _on(lane: Lane, share: float) -> tuple[float, float]:
    t = min(1.0, share / lane.share)
    straight = max(0.0, (share - lane.share) / (1 - lane.share))
    weights = (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t * t, t**3
    x, y = (sum(w * point[axis] for w, point in zip(weights, lane.curve, strict=True)) for axis in (0, 1))
    gate = lane.curve[-1]
    return x + straight * (lane.end[0] - gate[0]), y + straight * (lane.end[1] - gate[1])


def streams(shown: Any) -> tuple[Stream, Stream]:
    """Return the light and the pieces of the rain, each as the one stream that is seen."""
    parts = [one for one in invite(shown).effects if isinstance(one, Stream)]
    assert [one.more for one in parts] == [True] * (len(parts) - 2) + [False, False]
    lights, pieces = (
        Stream(tuple(runner for one in parts for runner in one.runners if one.light is light), light=light)
        for light in (True, False)
    )
    return lights, pieces


def test_the_last_pieces_of_the_rain_arrive_before_its_scene_ends(canned: Any) -> None:
    shown = context(canned, "cards", "attract", 4)
    (last,) = (one for one in invite(shown).effects if isinstance(one, Stream) and not one.more and not one.light)
    lasts = {one.lasts for one in streams(shown)[1].runners}
    assert last.until + max(lasts) <= (shown.snapshot.deadline - shown.snapshot.since) / 1e9


def test_the_wheel_opens_and_is_back_where_it_was_when_the_middle_is_cleared(canned: Any) -> None:
    shown = context(canned, "cards", "attract", 4)
    place = wheel_place(shown.layout.centre)

    def wheels(scene: AttractScene, *, calm: bool) -> list[Fly]:
        at = shown._replace(snapshot=replace(shown.snapshot, scene=scene), calm=calm)
        return [one for one in invite(at).effects if isinstance(one, Fly) and isinstance(one.looks[0], WheelLook)]

    for calm in (False, True):
        (opens,), (closes,) = wheels(AttractScene.PLAY, calm=calm), wheels(AttractScene.CLOSE, calm=calm)
        whole = (opens.poses[0], closes.poses[-1])
        assert all((pose.x, pose.y, pose.scale, pose.alpha) == (place.x, place.y, 1.0, 1.0) for pose in whole)
        assert opens.poses[-1].alpha == closes.poses[0].alpha == 0.0
    assert {pose.scale for fly in wheels(AttractScene.CLOSE, calm=True) for pose in fly.poses} == {1.0}


@pytest.mark.parametrize(("game", "seats"), [("cards", 2), ("cards", 4), ("cards", 12), ("dice", 4)])
def test_the_rain_never_rests_and_spares_the_invitations(canned: Any, game: str, seats: int) -> None:
    shown = context(canned, game, "attract", seats)
    lights, pieces = streams(shown)
    assert isinstance(lights, Stream)
    assert isinstance(pieces, Stream)
    assert lights.light
    assert not pieces.light
    for now in range(0, 300, 7):
        flying = [
            one for one in pieces.runners if one.tint == WHITE and (now / 10 - one.start) % one.period < one.lasts
        ]
        assert len(flying) >= 40
    invitations = []
    for panel in shown.layout.panels.values():
        place = panel.window_place("invitation")
        w, h = (place.w, place.h) if panel.frame.rotation % 180 == 0 else (place.h, place.w)
        invitations.append(Place(place.x, place.y, w, h))
    for runner in pieces.runners:
        for step in range(21):
            x, y = way(runner, step / 20)
            scale = runner.scales[0] + (runner.scales[1] - runner.scales[0]) * step / 20
            half = 0.45 * scale * runner.look.extent[0]
            assert not any(place.overlaps(Place(x, y, half, half)) for place in invitations)


def test_the_lanes_of_the_rain_swing_round_the_wheel_and_neighbours_do_not_fly_in_step(canned: Any) -> None:
    lanes = {one.lane: one.lasts for one in streams(context(canned, "cards", "attract", 4))[1].runners}
    assert len(lanes) == 12
    assert all(one != other for one, other in pairwise(lanes.values()))
    for lane in lanes:
        (ax, ay), (bx, by) = lane.curve[0], lane.end
        long = math.dist((ax, ay), (bx, by))
        asides = [
            ((bx - ax) * (lane.curve[0][1] - y) - (ax - x) * (by - ay)) / long
            for x, y in (_on(lane, step / 10) for step in range(11))
        ]
        assert max(map(abs, asides)) > 0.03 * long


def test_the_rain_ends_before_the_pieces_of_every_seat(canned: Any) -> None:
    shown = context(canned, "cards", "attract", 4)
    ends = {runner.lane.end for runner in streams(shown)[1].runners}
    assert len(shown.layout.panels) == 4
    for panel in shown.layout.panels.values():
        gate = panel.places[GATE]
        here = [end for end in ends if math.dist(end, panel.window_place(GATE)[:2]) < 3 * gate.h]
        assert len(here) == 3
        for x, y in here:
            dx, dy = x - panel.frame.x, y - panel.frame.y
            across = Frame(0, 0, -panel.frame.rotation).to_window(dx, dy)[1]
            assert gate.top < across < panel.size[1] / 2 + gate.h / 2


@pytest.mark.parametrize(("game", "seats"), [("cards", 2), ("cards", 4), ("cards", 12), ("dice", 4)])
def test_the_rain_passes_beside_the_wheel_and_the_corners(canned: Any, game: str, seats: int) -> None:
    shown = context(canned, game, "attract", seats)
    corners = [place for place, _ in (*list_corners(shown.layout), *free_corners(shown.layout))]
    wheel = wheel_place(shown.layout.centre)
    lanes = {one.lane: one for one in streams(shown)[1].runners}
    assert len(lanes) >= seats
    for runner in lanes.values():
        points = [way(runner, step / 40) for step in range(41)]
        assert all(math.dist(point, (wheel.x, wheel.y)) > wheel.w / 2 for point in points)
        assert not any(place.holds(*point) for place in corners for point in points)
