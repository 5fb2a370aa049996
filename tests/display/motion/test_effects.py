"""Effects are plain values: they start where they should, end by themselves, and a calm table has no flashes."""

from __future__ import annotations

import math
from collections import Counter
from itertools import pairwise, takewhile
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.motion import Lies
from kiosk.display.motion.effects import Break, Burst, Flash, Fly, Wave, count_up
from kiosk.display.motion.finished_pile import ARRIVE, finished_pile, room_around
from kiosk.display.motion.landing import FLIGHT, landing
from kiosk.display.motion.race import STRONG, BoltGround, felt_between, lanes, race_spark, side, way
from kiosk.display.motion.stop import AHEAD, RETURN, edge_of, front_at, still_grey, stop
from kiosk.display.paint.art import SignLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.light_art import BOLT, GLOW, SPARK, STREAK, rim_look
from kiosk.display.paint.motions import Particle, Pose
from kiosk.display.paint.theme import WHITE, seat_light
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.layout.tray import NESTED

CELL = Place(960, 540, 120, 180)
GAP, BORDER = 0.16, 0.06  # the least gap between piles, and the border of a card, in card widths
LOOK = FaceLook("g3", 120, 180)
WAY = (Pose(0, 100, 100, scale=0.8), Pose(FLIGHT, CELL.x, CELL.y))


def draw() -> Random:
    return Random(5)  # noqa: S311


def lasts(effect: Any) -> float:
    """Return the seconds until the effect is over."""
    match effect:
        case Fly(poses=poses) | Flash(poses=poses):
            return float(effect.start + poses[-1].at)
        case Burst(particles=particles):
            return float(effect.start + max(one.delay + one.life for one in particles))
        case Break():
            return float(effect.start)
        case _:
            return float(effect.start + effect.lasts)


@pytest.mark.parametrize(("now", "shown"), [(0.0, 3), (1.0, 3), (1.5, 8), (2.0, 13), (9.0, 13)])
def test_a_counter_runs_from_its_first_number_to_its_last(now: float, shown: int) -> None:
    assert count_up(3, 13, at=1.0, lasts=1.0, now=now) == shown


def test_a_counter_without_time_jumps() -> None:
    assert [count_up(3, 13, 1.0, 0.0, now) for now in (0.9, 1.0)] == [3, 13]


def test_light_of_a_landed_piece_ends_and_only_the_piece_itself_is_seen_above_its_pile() -> None:
    effects = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False)]
    assert max(map(lasts, effects)) < 1.5
    assert all(effect.low for effect in effects if isinstance(effect, (Flash, Burst)))
    above = [effect for effect in effects if isinstance(effect, Fly) and not effect.low]
    assert above[-1].looks == (LOOK,)
    assert len(effects) > len(above) > 0
    for effect in above:
        assert lasts(effect) < 0.35
        for pose in effect.poses:
            assert math.hypot(pose.x - CELL.x, pose.y - CELL.y) < 0.15 * CELL.w
            assert pose.scale * CELL.w / 2 < (0.5 + GAP / 2) * CELL.w


def test_corners_of_what_a_piece_is_played_on_are_seen_below_it_until_it_lies() -> None:
    under = SignLook("disc", 40)
    alone = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False)]
    effects = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False, lies=Lies(under))]
    (below,) = [effect for effect in effects if effect not in alone]
    above = next(effect for effect in effects if isinstance(effect, Fly) and effect.looks == (LOOK,))
    assert isinstance(below, Fly)
    assert (below.looks, below.low) == ((under,), False), "above the pile, which shows the new piece"
    assert effects.index(below) < effects.index(above), "below the piece"
    assert {pose[1:] for pose in below.poses} == {Pose(0.0, CELL.x, CELL.y)[1:]}, "where the piece comes to lie"
    assert lasts(below) == lasts(above)
    comes = above.poses[0]
    assert (comes.turn, comes[1:3]) != (0.0, (CELL.x, CELL.y)), "which is beside it"
    last = landing(WAY, LOOK, CELL, WHITE, draw(), calm=False, lies=Lies(under, stays=False))
    assert not [effect for effect in last if isinstance(effect, Fly) and under in effect.looks], (
        "nor of a pile that ends"
    )


def test_a_piece_is_still_seen_on_its_way_for_a_moment_below_all_that_is_read() -> None:
    effects = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False)]
    left = [one for one in effects if isinstance(one, Flash) and one.look == LOOK]
    assert len(left) == 2
    over = Place(*left[0].poses[0][1:3], 10, 10)
    spared = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False, trays=(over,))]
    assert left[0] not in spared, "not on the trays of others"
    for one in left:
        (x, y), alphas = one.poses[0][1:3], [pose.alpha for pose in one.poses]
        assert {pose[1:3] for pose in one.poses} == {(x, y)}, "it stays behind"
        assert WAY[0].x < x < CELL.x
        assert (y - WAY[0].y) / (CELL.y - WAY[0].y) == pytest.approx((x - WAY[0].x) / (CELL.x - WAY[0].x))
        assert alphas == sorted(alphas, reverse=True)
        assert alphas[0] < 1
        assert (alphas[-1], one.poses[-1].at) == (0.0, pytest.approx(0.4))


def test_the_trail_of_a_piece_begins_outside_every_tray_that_it_crosses() -> None:
    own, other, beyond = Place(100, 100, 300, 200), Place(500, 320, 200, 100), Place(CELL.x + 400, CELL.y, 50, 50)
    effects = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=False, trays=(own, other, beyond))]
    trails = [effect for effect in effects if isinstance(effect, Flash) and effect.look == STREAK]
    assert trails
    for trail in trails:
        lit = trail.poses[1]
        half, turn = lit.flip * lit.scale * STREAK.w / 2, math.radians(lit.turn)
        tail = lit.x - half * math.cos(turn), lit.y - half * math.sin(turn)
        assert tail[0] >= other.right - 1 or tail[1] >= other.top - 1
        assert math.dist(tail, (CELL.x, CELL.y)) < 5 * CELL.h + 1


def test_a_finished_pile_is_larger_where_no_pile_lies_beside_it() -> None:
    def reach(*piles: Place) -> float:
        room = room_around(CELL, piles)
        effects = finished_pile([LOOK] * 10, CELL, (), {}, draw(), calm=False, room=room)
        return max(pose.x - CELL.x for effect in effects if isinstance(effect, Fly) for pose in effect.poses)

    beside = CELL._replace(x=CELL.x + (1 + GAP) * CELL.w)
    assert reach() == pytest.approx(1.3 * reach(beside))
    assert reach(beside._replace(y=CELL.y + 3 * CELL.h)) == pytest.approx(reach())


def test_a_calm_table_shows_the_rim_alone() -> None:
    (rim,) = landing(WAY, LOOK, CELL, WHITE, draw(), calm=True)
    assert isinstance(rim, Fly)
    assert rim.low


def test_sparks_are_made_only_in_a_frame_that_has_time_for_them(canned: Any) -> None:
    layout, dice = layout_of(canned, 4), draw()
    race = race_spark(layout.panels[1], layout.panels[3], ground_of(layout, 0), dice)
    for effects in (landing(WAY, LOOK, CELL, WHITE, dice, calm=False), race):
        before = dice.getstate()
        shown = [*takewhile(lambda effect: effect != Break(), effects)]
        assert shown
        assert dice.getstate() == before
        assert any(isinstance(effect, Burst) for effect in effects), "they come after it"


@pytest.mark.parametrize("calm", [False, True])
def test_the_last_piece_of_a_pile_leaves_no_rim_around_the_empty_place(calm: bool) -> None:
    def rims(*, stays: bool) -> int:
        effects = [*landing(WAY, LOOK, CELL, WHITE, draw(), calm=calm, lies=Lies(stays=stays))]
        return sum(isinstance(effect, Fly) and effect.looks == (rim_look(CELL),) for effect in effects)

    assert rims(stays=True) > rims(stays=False) == 0


def test_every_card_of_a_finished_pile_sends_a_spark_to_its_owners_counter() -> None:
    owners = tuple(map(SeatNumber, (1, 2, 1, 3, 1, 2, 3, 3, 3, 1)))
    counters = {SeatNumber(seat): Place(100.0 * seat, 50, 60, 60) for seat in (1, 2, 3)}
    looks = [SignLook("disc", 20 + number) for number in range(10)]
    effects = finished_pile(looks, CELL, owners, counters, draw(), calm=False)
    assert sum(isinstance(effect, Fly) for effect in effects) == 10
    heads = Counter(
        (effect.poses[-1].x, effect.poses[-1].y) for effect in effects if isinstance(effect, Flash) and _flies(effect)
    )
    for seat, counter in counters.items():
        lights = heads[counter.x, counter.y]
        assert lights % owners.count(seat) == 0, "a spark has a tail, each the same"
        assert lights >= owners.count(seat)
        assert any(effect.poses[0][1:3] == counter[:2] for effect in effects if isinstance(effect, Flash)), "it flashes"
    assert max(map(lasts, effects)) < ARRIVE + 0.7


def test_the_cards_of_a_finished_pile_cover_no_numeral_beside_it() -> None:
    looks = [FaceLook(f"g{number}", 120, 180) for number in range(1, 11)]
    cards = [effect for effect in finished_pile(looks, CELL, (), {}, draw(), calm=False) if isinstance(effect, Fly)]
    assert len(cards) == len(looks)
    small = [pose for card in cards for pose in card.poses if pose.scale <= 0.5]
    assert small
    for pose in small:
        assert abs(pose.x - CELL.x) + pose.scale * math.hypot(120, 180) / 2 < (0.5 + GAP + BORDER) * CELL.w


def test_above_the_numerals_a_finished_pile_shows_only_its_core_and_the_counters() -> None:
    owners, counters = (SeatNumber(1),) * 10, {SeatNumber(1): Place(900, 50, 60, 60)}
    effects = finished_pile([LOOK] * 10, CELL, owners, counters, draw(), calm=False)
    high = [one for one in effects if isinstance(one, (Flash, Burst)) and not one.low]
    assert {type(effect) for effect in high} == {Flash}
    at_counters = [flash for flash in high if flash.poses[0][1:3] == counters[SeatNumber(1)][:2]]
    others = [flash for flash in high if flash not in at_counters]
    assert at_counters
    assert others
    for flash in others:
        assert max(pose.scale for pose in flash.poses if pose.alpha > 0) * flash.look.extent[0] / 2 <= CELL.w / 2


@pytest.mark.parametrize("far", [200, 800, 2400])
def test_the_trail_of_a_piece_ends_at_its_pile_and_is_no_longer_than_its_way(far: int) -> None:
    way = (Pose(0.0, CELL.x - far, CELL.y), Pose(0.12, CELL.x, CELL.y))
    effects = [*landing(way, None, CELL, WHITE, draw(), calm=False)]
    trails = [effect for effect in effects if isinstance(effect, Flash) and effect.look == STREAK]
    assert trails
    for trail in trails:
        lit = trail.poses[1]
        half = lit.flip * lit.scale * STREAK.w / 2
        assert lit.x + half == pytest.approx(CELL.x)
        assert 2 * half <= min(far, 5 * CELL.h) + 1


def _flies(effect: Flash) -> bool:
    return effect.poses[0][1:3] != effect.poses[-1][1:3]


def ground_of(layout: Any, cell: int, *taken: int) -> BoltGround:
    return BoltGround(layout.cells[cell], lanes(layout), felt_between(layout), [layout.cells[other] for other in taken])


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_lightning_strikes_from_both_rivals_edges_and_meets_at_the_piles_side_that_faces_the_loser(
    canned: Any, seats: int
) -> None:
    layout = layout_of(canned, seats)
    winner, loser = layout.panels[SeatNumber(1)], layout.panels[SeatNumber(2)]
    ground = ground_of(layout, 0)
    effects = [*race_spark(winner, loser, ground, draw())]
    meet = side(ground, loser)
    away = math.dist(meet, (loser.frame.x, loser.frame.y))
    assert away < math.dist((ground.cell.x, ground.cell.y), (loser.frame.x, loser.frame.y))
    for panel in (winner, loser):
        x, y = panel.frame.to_window(0, -panel.size[1] / 2)
        assert nearest(effects, panel.seat, meet) == pytest.approx(0, abs=0.1)
        assert nearest(effects, panel.seat, (x, y)) < panel.size[0] / 2


def test_lightning_is_strong_for_a_quarter_of_a_second_and_all_of_it_is_gone_within_one(canned: Any) -> None:
    layout = layout_of(canned, 4)
    effects = [*race_spark(layout.panels[1], layout.panels[3], ground_of(layout, 0), draw())]
    bolts = [part for one in bolts_of(effects) for part in one.particles]
    assert max(part.delay + part.life for part in bolts) <= STRONG + 0.25
    assert max(map(lasts, effects)) <= 1.0


def test_lightning_keeps_below_the_pieces_and_only_sparks_and_a_small_core_pass_above_them(canned: Any) -> None:
    layout = layout_of(canned, 4)
    ground = ground_of(layout, 0)
    high = [
        one for one in race_spark(layout.panels[1], layout.panels[3], ground, draw()) if one != Break() and not one.low
    ]
    assert {effect.look for effect in high} == {SPARK, GLOW}
    (core,) = [effect for effect in high if effect.look == GLOW]
    assert max(pose.scale for pose in core.poses) * GLOW.size < 0.6 * ground.cell.w


def test_lightning_takes_another_way_every_moment_and_its_last_one_fades(canned: Any) -> None:
    layout = layout_of(canned, 4)
    effects = [*race_spark(layout.panels[1], layout.panels[3], ground_of(layout, 0), draw())]
    every = bolts_of(effects)
    assert len(every) == 2 * 3, "two of both rivals, three times"
    for bolts in (every[first::2] for first in range(2)):
        assert len({part.delay for bolt in bolts for part in bolt.particles}) == 3
        for part in (0, -1):  # of one rival, and of the other
            assert len({(bolt.particles[part].x, bolt.particles[part].y) for bolt in bolts}) == 3
        assert max(part.life for part in bolts[-1].particles) > 0.25


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_lightning_goes_around_the_piles(canned: Any, seats: int) -> None:
    layout = layout_of(canned, seats)
    panel = layout.panels[SeatNumber(1)]
    assert len(layout.cells) >= 6
    for cell in range(6):
        others = [other for other in range(len(layout.cells)) if other != cell]
        ground = ground_of(layout, cell, *others)
        points = way(panel, ground, side(ground, panel))
        felt = points[1:]  # beyond the tray
        direct = (felt[0], felt[-1])
        assert hidden(felt, ground) <= hidden(direct, ground) + 1e-6


@pytest.mark.parametrize("size", [(1920, 1080), (1080, 1920), (2560, 1080)])
@pytest.mark.parametrize("seats", [4, 12])
def test_lightning_crosses_nobody_elses_tray(canned: Any, seats: int, size: tuple[int, int]) -> None:
    layout = layout_of(canned, seats, size)
    for panel in layout.panels.values():
        others = [tray.bounds for tray in layout.panels.values() if tray is not panel]
        for loser in list(layout.panels.values())[::3]:
            ground = ground_of(layout, len(layout.cells) // 2)
            for one, two in pairwise(way(panel, ground, side(ground, loser))):
                steps = [[a + (b - a) * step / 20 for a, b in zip(one, two, strict=True)] for step in range(21)]
                assert not [tray for tray in others if any(tray.holds(*step) for step in steps)]


def test_lightning_is_seen_whole_between_the_pieces_of_a_tray_and_its_colour_is_not_added_to_the_felt(
    canned: Any,
) -> None:
    layout = layout_of(canned, 4)
    winner, loser = layout.panels[SeatNumber(1)], layout.panels[SeatNumber(2)]
    bolts = bolts_of([*race_spark(winner, loser, ground_of(layout, 0), draw())])
    pieces = [
        place if panel.frame.rotation % 180 == 0 else place._replace(w=place.h, h=place.w)
        for panel in (winner, loser)
        for name in panel.places
        if name not in NESTED and panel.places[name].y < 0
        for place in (panel.window_place(name),)
    ]
    assert len(pieces) > 4
    for bolt in bolts:
        ends = [end for part in bolt.particles for end in ends_of(part)]
        assert not [end for end in ends if any(piece.holds(*end) for piece in pieces)]
    assert [bolt.light for bolt in bolts] == [False, True] * 3


def bolts_of(effects: list[Any]) -> list[Burst]:
    return [effect for effect in effects if isinstance(effect, Burst) and effect.look == BOLT]


def hidden(points: Any, ground: BoltGround) -> float:
    """Return how many pixels of the way lie below pieces."""
    found = 0.0
    for one, two in pairwise(points):
        long = math.dist(one, two)
        for step in range(200):
            x, y = (a + (b - a) * (step + 0.5) / 200 for a, b in zip(one, two, strict=True))
            found += long / 200 * any(place.holds(x, y) for place in ground.taken)
    return found


def nearest(effects: list[Any], seat: SeatNumber, point: tuple[float, float]) -> float:
    """Return how near to the point the ends of the seat's lightning come, in pixels."""
    tint = seat_light(seat)[:3]
    bolts = [part for one in bolts_of(effects) for part in one.particles]
    return min(math.dist(end, point) for part in bolts if part.tint[:3] == tint for end in ends_of(part))


def ends_of(part: Particle) -> list[tuple[float, float]]:
    """Return the ends of a straight part, without the overlap with its neighbours."""
    half = part.size * (part.long * BOLT.w / BOLT.h - BOLT.cap) / 2
    dx, dy = half * math.cos(math.radians(part.turn)), half * math.sin(math.radians(part.turn))
    return [(part.x - dx, part.y - dy), (part.x + dx, part.y + dy)]


def layout_of(canned: Any, seats: int, size: tuple[int, int] = (1920, 1080)) -> Any:
    from kiosk.layout.table_shape import TableShape  # noqa: PLC0415

    welcome = canned.welcome(seats)
    return TableShape.of(
        Place(size[0] / 2, size[1] / 2, *size), welcome, canned.snapshot("play", seats), "cards"
    ).layout(welcome)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_wave_of_a_stop_runs_from_the_callers_edge_over_the_whole_table(canned: Any, seats: int) -> None:
    context = stopped(canned, seats, caller=2)
    moment = stop(context)
    (wave,) = [effect for effect in moment.effects if isinstance(effect, Wave)]
    panel = context.layout.panels[SeatNumber(2)]
    assert (wave.x, wave.y) == edge_of(panel)
    assert wave.start == 0
    assert wave.spared == panel.bounds
    area = context.layout.area
    corners = [(x, y) for x in (area.left, area.right) for y in (area.bottom, area.top)]
    assert all(math.hypot(x - wave.x, y - wave.y) <= wave.reach for x, y in corners)
    assert max(map(lasts, moment.effects)) <= moment.lasts + 0.01


def test_the_front_lifts_the_top_cards_on_the_callers_side_and_none_stays_up(canned: Any) -> None:
    context = stopped(canned, 4, caller=2)
    effects = stop(context).effects
    (wave,) = [effect for effect in effects if isinstance(effect, Wave)]
    lifted = [effect for effect in effects if isinstance(effect, Fly)]
    before, after = (
        context.game.uppermost(replace(context.snapshot, caller=caller), context.layout)
        for caller in (None, context.snapshot.caller)
    )
    moved = [
        (lies, rests)
        for lies, rests in zip(before, after, strict=True)
        if lies != rests or math.dist((wave.x, wave.y), lies.place[:2]) <= 0.36 * wave.reach
    ]
    ways = [(card.poses[0][1:4], card.poses[-1][1:4]) for card in lifted]
    assert ways == [((*lies.place[:2], 0.0), (*rests.place[:2], rests.turn)) for lies, rests in moved]
    assert any(rests.turn for _, rests in moved)
    for card in lifted:
        first, waits, high, last = card.poses
        assert waits == first._replace(at=AHEAD * front_at(wave, math.dist((wave.x, wave.y), (first.x, first.y))))
        assert high.scale > last.scale
        assert last.scale <= first.scale == 1
        assert last.alpha == first.alpha
    starts = {card.poses[1].at: math.dist((wave.x, wave.y), card.poses[0][1:3]) for card in lifted}
    assert [starts[at] for at in sorted(starts)] == sorted(starts.values())


def test_an_end_without_a_caller_is_grey_from_the_middle_with_a_pale_light(canned: Any) -> None:
    context = stopped(canned, 4, caller=None)
    (wave,) = stop(context).effects
    assert isinstance(wave, Wave)
    assert (wave.x, wave.y) == context.layout.area[:2] != wave.spared[:2], "its light has a direction"
    assert 0 < wave.front < 1
    assert wave.halts < wave.reach


def test_each_tray_waits_for_the_colours_that_come_back_from_the_caller(canned: Any) -> None:
    context = stopped(canned, 12, caller=2)
    counted = replace(canned.snapshot("round_result", 12), caller=2, since=0)
    edge = edge_of(context.layout.panels[2])
    before = frozenset(context.layout.panels)
    for step in range(1, 9):
        waiting = still_grey(counted, context.layout, round(step / 8 * RETURN * 1e9), calm=False)
        assert waiting <= before
        far = {seat: math.dist(edge, panel.bounds[:2]) for seat, panel in context.layout.panels.items()}
        shown = far.keys() - waiting
        assert max((far[seat] for seat in shown), default=0.0) <= min((far[seat] for seat in waiting), default=1e9)
        before = waiting
    assert not before
    assert not still_grey(replace(counted, state="stopped"), context.layout, 0, calm=False)
    assert not still_grey(counted, context.layout, 0, calm=True)


def test_a_calm_stop_has_no_front_and_no_streaks(canned: Any) -> None:
    (wave,) = stop(stopped(canned, 4, caller=2)._replace(calm=True)).effects
    assert isinstance(wave, Wave)
    assert (wave.front, wave.fades) == (0.0, True)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_sparks_of_a_stop_lie_below_the_pieces_and_keep_off_the_trays_of_others(canned: Any, seats: int) -> None:
    context = stopped(canned, seats, caller=2)
    bursts = [effect for effect in stop(context).effects if isinstance(effect, Burst)]
    assert all(burst.low for burst in bursts)
    sparks = [spark for burst in bursts for spark in burst.particles]
    assert len(sparks) > 30
    for spark in sparks:
        ends = spark.x + spark.vx / spark.drag, spark.y + spark.vy / spark.drag
        assert context.layout.panel_at(*ends) in (None, 2)


def stopped(canned: Any, seats: int, caller: int | None) -> Any:
    from kiosk.display.games.game import picture_of_game  # noqa: PLC0415
    from kiosk.display.motion.effects import MomentContext  # noqa: PLC0415

    snapshot = canned.snapshot("stopped", seats, caller=caller)
    return MomentContext(snapshot, layout_of(canned, seats), picture_of_game("cards").motion)
