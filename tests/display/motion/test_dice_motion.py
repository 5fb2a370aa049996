"""Dice in motion: rolls that end at the time set by the table, and flights to the board and home."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.dice.board_art import LIGHTS
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.marks import Light, Picture
from kiosk.display.scene import Item
from kiosk.game.colors import Color
from kiosk.game.dice.dice import parse_die
from kiosk.layout.place import Place
from kiosk.protocol import ReplayView, Verdict
from tests.display.table import Table
from tests.rig.flying import shown_spot

if TYPE_CHECKING:
    from tests.rig.frames import Frames

pytestmark = pytest.mark.ui

MS = 1_000_000
ROLL = 900 * MS


def dice_lie(canned: Any, **changes: Any) -> Any:
    """Return a round in which every seat's dice are at rest."""
    views = tuple(canned.dice_view(number, 4) for number in (1, 2, 3, 4))
    return replace(canned.dice("play", 4), seats=views, **changes)


def dice_roll(canned: Any, until: int, *seats: int) -> Any:
    """Return the same round, but the dice of these seats roll until this instant."""
    rests = dice_lie(canned)
    views = [replace(view, rolling_until=until if view.seat in seats else 0) for view in rests.seats]
    return replace(rests, seats=tuple(views))


def space_of(table: Table, die: str) -> Item:
    return next(item for item in table.named("space") if item.slot == parse_die(die))


def looks_of(table: Table) -> set[Any]:
    """Return the looks that are in flight."""
    spots = {shown_spot(flight, table.view.moves.pose(flight).at) for flight in table.flights}
    return {look for look in table.view.atlas if table.view.atlas.spot(look) in spots}


# ---------------------------------------------------------------- rolls


def test_every_die_of_a_seat_that_rolls_tumbles_up_to_the_very_instant_at_which_they_lie(
    table: Table, canned: Any, frames: Frames
) -> None:
    from kiosk.display.motion.flights import Flights  # noqa: PLC0415

    table.show(dice_roll(canned, table.now + ROLL, 1))
    dice = dice_lie(canned).seats[0].dice
    assert len(table.flights) == len(dice)
    table.pass_ms(899)
    assert len(table.flights) == len(dice)
    assert [item.card for item in table.named("die", 1)] == [None] * len(dice)
    table.pass_ms(1)
    assert tuple(item.card for item in table.named("die", 1)) == dice  # without another snapshot
    table.pass_ms(60)
    assert table.flights == []
    assert not [waits for waits in frames.waiting if isinstance(waits, Flights)]


def test_all_seats_dice_come_to_rest_together_when_they_were_rolled_together(table: Table, canned: Any) -> None:
    table.show(dice_roll(canned, table.now + ROLL, 1, 2, 3, 4))
    rests = {round(flight.start + flight.poses[-2].at, 6) for flight in table.flights}
    assert len(rests) == 1
    assert sum(len(view.dice) for view in dice_lie(canned).seats) == len(table.flights)


def test_a_rolling_die_tumbles_whatever_its_face_and_shows_that_when_it_rests(table: Table, canned: Any) -> None:
    lying = dice_lie(canned)
    one = replace(lying.seats[0], dice=("b4",), rolling_until=table.now + ROLL)
    table.show(replace(lying, seats=(one, *lying.seats[1:])))
    seen: set[Any] = set()
    for _ in range(45):
        seen |= looks_of(table)
        table.pass_ms(20)
    assert len(seen) > 2
    assert {look.color for look in seen} == {"b"}
    table.pass_ms(1)
    assert {look.die for look in looks_of(table)} == {"b4"}


def test_a_display_that_comes_in_mid_roll_shows_the_rest_of_it(
    table: Table, table_of: Callable[..., Table], canned: Any
) -> None:
    late = table_of(4)
    until = table.now + ROLL
    table.show(dice_roll(canned, until, 1))
    table.pass_ms(500)
    late.show(dice_roll(canned, until, 1))
    for one, other in zip(table.flights, late.flights, strict=True):
        spots = [shown_spot(flight, at.view.moves.pose(flight).at) for flight, at in ((one, table), (other, late))]
        assert spots[0].w == spots[1].w
        assert [pose[1:] for pose in other.poses] == [pose[1:] for pose in one.poses[-len(other.poses) :]]
    late.pass_ms(399)
    assert late.flights
    late.pass_ms(60)
    assert late.flights == []


def test_a_roll_is_shown_once_however_often_the_table_tells_of_it(table: Table, canned: Any) -> None:
    until = table.now + ROLL
    table.show(dice_roll(canned, until, 1))
    before = list(table.flights)
    table.show(replace(dice_roll(canned, until, 1), id=2))
    assert table.flights == before
    table.pass_ms(1000)
    table.show(replace(dice_roll(canned, table.now + ROLL, 1), id=3))
    assert len(table.flights) == len(before)


def _again(snapshot: Any, at_ms: int = 5000, *, speed: float = 0.25, playing: bool = True) -> Any:
    return replace(snapshot, state="replay", replay=ReplayView(at_ms, 20_000, speed, playing))


@pytest.mark.parametrize(
    "leap",
    [{"at_ms": 4000}, {"at_ms": 9000}, {"playing": False}, {"speed": 1.0}],
    ids=["back", "on", "standing still", "faster"],
)
def test_dice_do_not_go_on_rolling_when_a_replay_leaps(table: Table, canned: Any, leap: dict[str, Any]) -> None:
    table.show(_again(dice_lie(canned)))
    table.show(_again(dice_roll(canned, table.now + 4 * ROLL, 1), 5100))
    assert table.flights
    table.show(_again(dice_roll(canned, table.now + 4 * ROLL, 1), 5200))
    assert table.flights
    table.show(_again(dice_lie(canned), **{"at_ms": 5300, **leap}))
    assert not table.flights


def test_dice_do_not_roll_over_the_result_when_the_look_back_is_over(table: Table, canned: Any) -> None:
    table.show(_again(dice_roll(canned, table.now + 4 * ROLL, 1)))
    table.show(_again(dice_roll(canned, table.now + 4 * ROLL, 1), 5100))
    table.pass_ms(16)
    assert table.flights
    table.show(replace(dice_lie(canned), state="stopped"))
    assert not table.flights


def test_what_has_been_rolled_before_the_display_came_does_not_tumble(table: Table, canned: Any) -> None:
    table.show(dice_roll(canned, table.now - 1, 1))
    assert table.flights == []
    assert all(item.card for item in table.named("die", 1))


def test_a_roll_goes_on_where_the_trays_are_now_when_the_window_changes_its_size(table: Table, canned: Any) -> None:
    table.show(dice_roll(canned, table.now + ROLL, 1))
    count = len(table.flights)
    table.view.size = (1920, 1080)
    table.pass_ms(300)
    assert len(table.flights) == count
    for flight, item in zip(table.flights, table.named("die", 1), strict=True):
        assert (flight.poses[-1].x, flight.poses[-1].y) == (item.x, item.y)
        assert flight.poses[-2].at == pytest.approx(0.6)


# ---------------------------------------------------------------- places


def _without(lying: Any, die: str) -> Any:
    """Return the round after seat 1 has placed this die."""
    dice = list(lying.seats[0].dice)
    dice.remove(die)
    return replace(lying, seats=(replace(lying.seats[0], dice=tuple(dice)), *lying.seats[1:]))


def test_a_placed_die_flies_from_its_place_in_the_tray_to_its_space(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    home = table.named("die", 1)[2]
    move = canned.move(1, "place", seat=1, card=home.card)
    table.show(_without(dice_lie(canned, moves=(move,)), home.card))
    space = space_of(table, home.card)
    there = [flight.poses for flight in table.flights if (flight.poses[-1].x, flight.poses[-1].y) == (space.x, space.y)]
    clicks, die = sorted(there, key=lambda poses: poses[-1].at)
    assert (die[0].x, die[0].y) == (pytest.approx(home.x), pytest.approx(home.y))
    assert (die[-1].x, die[-1].y) == (pytest.approx(space.x), pytest.approx(space.y))
    assert die[-1].scale == 1.0
    assert max(pose.scale for pose in die) < 1.03, "no larger than on the board: it covers no more than its space"
    assert die[-1].at == pytest.approx(0.12)
    assert [(pose.x, pose.y, pose.scale) for pose in clicks] == [(space.x, space.y, 1.12), (space.x, space.y, 1.0)]


def test_a_placed_die_turns_over_on_its_way_and_lands_as_it_will_lie(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    home = table.named("die", 1)[2]
    move = canned.move(1, "place", seat=1, card=home.card)
    table.show(_without(dice_lie(canned, moves=(move,)), home.card))
    seen = []
    for _ in range(6):
        table.pass_ms(18)
        seen.append({look.step for look in looks_of(table) if hasattr(look, "step")})
    assert len(set().union(*seen)) == 2
    assert seen[-1] == set()
    table.pass_ms(400)
    assert table.flights == []


def test_a_flying_die_covers_no_control_and_no_name_of_its_own_tray(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    panel = table.view.layout.panels[1]
    kept = [panel.covers(panel.places[name]) for name in ("sign", "head", "door", "leave", "stop")]
    for home in table.named("die", 1):
        move = canned.move(1, "place", seat=1, card=home.card)
        table.show(dice_lie(canned))
        table.show(_without(dice_lie(canned, moves=(move,)), home.card))
        space = space_of(table, home.card)
        for flight in table.flights:
            for pose in flight.poses[2:-1]:
                lies = Place(pose.x, pose.y, 0.8 * space.w, 0.8 * space.w)
                assert not any(one.overlaps(lies) for one in kept), home.card
        table.pass_ms(2000)


def test_nothing_turns_over_for_who_wants_it_calm(table: Table, canned: Any) -> None:
    lying = dice_lie(canned)
    calm = tuple(replace(view, calm=True, state="playing", bot=False) for view in lying.seats)
    table.show(replace(lying, seats=calm))
    home = table.named("die", 1)[2]
    placed = _without(replace(lying, seats=calm), home.card)
    table.show(replace(placed, moves=(canned.move(1, "place", seat=1, card=home.card),)))
    (flight,) = table.flights
    assert [pose.at for pose in flight.poses[:2]] == [0.0, pytest.approx(0.12)]
    assert {(pose.x, pose.y) for pose in flight.poses[1:]} == {(flight.poses[1].x, flight.poses[1].y)}


def test_a_spark_meets_over_the_space_for_which_two_have_raced(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    lying = dice_lie(canned)
    beaten = replace(lying.seats[1], ticker=(Verdict(9, "beaten_to_it", "g2", by=lying.seats[0].seat, margin_ms=14),))
    table.show(replace(lying, seats=(lying.seats[0], beaten, *lying.seats[2:])))
    space = space_of(table, "g2")
    around = Place(space.x, space.y, 1.6 * space.w, 1.6 * space.h)
    assert [flight for flight in table.lights if around.holds(flight.poses[0].x, flight.poses[0].y)]


def test_the_last_die_of_a_colour_lights_up_its_row_from_left_to_right(table: Table, canned: Any) -> None:
    board = (1, 1, 1, 1, 1, 0) + (0,) * 18
    table.show(dice_lie(canned, board=board))
    moves = (canned.move(1, "place", seat=1, card="r6"),)
    before = table.lights
    table.show(dice_lie(canned, board=(1,) * 6 + (0,) * 18, moves=moves))
    ended = [flight for flight in table.lights if flight not in before and flight.poses[-1].at == 0.7]
    row = [flight for flight in ended if flight.tint == LIGHTS[Color.RED]]
    assert [flight.poses[0].x for flight in row] == [space_of(table, f"r{value}").x for value in range(1, 7)]
    starts = [flight.start for flight in row]
    assert starts == sorted(starts)
    assert starts[-1] - starts[0] < 0.25


def test_a_die_lies_in_its_space_once_it_has_landed_but_the_next_one_is_lit_at_once(
    table: Table, canned: Any, frames: Frames
) -> None:
    def lies(die: str) -> bool:
        looks = [mark.look for mark in table.view.sketches["centre"].marks if isinstance(mark, Picture)]
        return any(isinstance(look, DieLook) and look.die == die for look in looks)

    def lit(die: str) -> bool:
        space, marks = space_of(table, die), table.view.sketches["centre"].marks
        return any(isinstance(mark, Light) and (mark.x, mark.y) == (space.x, space.y) for mark in marks)

    board = (1, 1, 1, 1, 0, 0) + (0,) * 18
    table.show(dice_lie(canned, board=board))
    assert lit("r5")
    table.show(dice_lie(canned, board=(1,) * 5 + (0,) * 19, moves=(canned.move(1, "place", seat=1, card="r5"),)))
    assert not lit("r5"), "rivals see at once that it is taken,"
    assert lit("r6"), "and what is next"
    assert not lies("r5")
    assert space_of(table, "r5").card == "r5", "and nothing can be aimed at it"
    frames.pass_ms(80)
    assert not lies("r5"), "it still flies"
    frames.pass_ms(60)
    assert lies("r5")


def test_a_die_that_was_carried_flies_from_the_finger(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    die = table.named("die", 1)[2].card
    table.view.carry(1, f"die {die}", 600, 400)
    table.view.release(1)
    table.show(_without(dice_lie(canned, moves=(canned.move(1, "place", seat=1, card=die),)), die))
    assert (table.flights[0].poses[0].x, table.flights[0].poses[0].y) == (600, 400)
    assert not table.view.carrying.seats()


def test_a_refused_die_comes_home_to_where_it_lay(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    home = table.named("die", 1)[2]
    table.view.carry(1, f"die {home.card}", 600, 400)
    table.view.release(1)
    back = canned.move(1, "back", seat=1, source=f"die {home.card}", card=home.card)
    table.show(dice_lie(canned, moves=(back,)))
    flown = [flight for flight in table.flights if (flight.poses[0].x, flight.poses[0].y) == (600, 400)]
    assert (home.x, home.y) in [(flight.poses[-1].x, flight.poses[-1].y) for flight in flown]
    assert not table.view.carrying.seats()


def test_a_die_let_go_without_a_verdict_slides_home(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    home = table.named("die", 1)[1]
    table.view.carry(1, f"die {home.card}", 600, 400)
    table.view.release(1)
    table.pass_ms(300)
    (flight,) = table.flights
    assert (flight.poses[-1].x, flight.poses[-1].y) == (home.x, home.y)


def test_a_die_that_the_tray_does_not_have_cannot_be_carried(table: Table, canned: Any) -> None:
    table.show(dice_lie(canned))
    other = next(die for die in ("r1", "r2", "r3", "r4", "r5", "r6") if die not in dice_lie(canned).seats[0].dice)
    table.view.carry(1, f"die {other}", 600, 400)
    assert not table.view.carrying.seats()


def test_a_die_that_was_rolled_and_placed_between_two_words_of_the_table_sets_out_from_beside_the_tray(
    table: Table, canned: Any
) -> None:
    lying = dice_lie(canned)
    table.show(lying)
    other = next(die for die in ("r1", "r2", "r3", "r4", "r5", "r6") if die not in lying.seats[0].dice)
    table.show(dice_lie(canned, moves=(canned.move(1, "place", seat=1, card=other),)))
    start = table.flights[0].poses[0]
    assert (start.x, start.y) == pytest.approx((table.only("tray", 1).x, table.only("tray", 1).y))
