"""The count after a round as effects: every card flies home in time, coins turn over in order, the turntable turns."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from itertools import pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import COIN_S, COMES_S, HOME_S, IN_AIR, LANDS_S, count_times
from kiosk.display.motion.counting import counting
from kiosk.display.motion.effects import Break, Fly, Moment, MomentContext
from kiosk.display.motion.stop import stop
from kiosk.display.paint.brass_art import CoinLook, MedalLook, PrizeLook
from kiosk.display.paint.card_art import BackLook, FaceLook
from kiosk.display.paint.dice_art import DieLook
from kiosk.display.paint.turntable_art import HeadLook, TurntableLook
from kiosk.game.seats import SeatNumber
from kiosk.layout import counting as reckoned
from kiosk.layout.counting import count_places, edges_in_turn, score_parts, turn_at, turntable_place
from kiosk.layout.place import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import RoundResult, Snapshot

SECOND = 1_000_000_000
RESTS = 0.2


def context(canned: Any, snapshot: Snapshot, *, calm: bool = False) -> MomentContext:
    welcome = canned.welcome(len(snapshot.seats))
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, snapshot.game).layout(welcome)
    return MomentContext(snapshot, layout, picture_of_game(snapshot.game).motion, calm)


def counted(canned: Any, seats: int) -> Snapshot:
    """Return a round whose piles fit its result: seat 1 has more cards than all others."""
    owners: list[tuple[int, tuple[SeatNumber, ...]]] = []
    piles = []
    for cell in range(3 * seats):
        height = 1 + cell % 9
        laid = tuple(SeatNumber(1 if index % 2 else (cell + index) % seats + 1) for index in range(height))
        owners.append((cell, laid))
        piles.append((cell, f"{'rgby'[cell % 4]}{height}"))
    finished = (("g", tuple(SeatNumber(index % seats + 1) for index in range(10))),)
    counts = Counter(seat for _, laid in (*owners, *finished) for seat in laid)
    result = canned.snapshot("round_result", seats).result
    lines = tuple(replace(line, centered=counts[line.seat]) for line in result.lines)
    return canned.snapshot(
        "round_result",
        seats,
        since=canned.now,
        deadline=canned.now + 20 * SECOND,
        owners=tuple(owners),
        piles=tuple(piles),
        finished=finished,
        result=replace(result, lines=lines),
    )


def flights(moment: Moment, look: type) -> list[Fly]:
    return [effect for effect in moment.effects if isinstance(effect, Fly) and isinstance(effect.looks[0], look)]


def going_home(table: MomentContext) -> list[Fly]:
    """Return the flights of all cards to their owners."""
    cards = [fly for fly in flights(counting(table), FaceLook) if not fly.low]
    assert len(cards) == sum(len(laid) for _, laid in (*table.snapshot.owners, *table.snapshot.finished)) > 20
    return cards


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_every_card_flies_home_in_time_and_few_of_a_seat_at_once(canned: Any, seats: int) -> None:
    snapshot = counted(canned, seats)
    table = context(canned, snapshot)
    by_seat = defaultdict(list)
    for card in going_home(table):
        back = card.looks[-1]
        assert isinstance(back, BackLook)
        by_seat[back.seat].append((card.start, card.start + card.poses[-2].at))
        panel = table.layout.panels[back.seat]
        pile = score_parts(panel).pile
        assert (card.poses[-1].x, card.poses[-1].y) == panel.frame.to_window(pile.x, pile.y)
        assert min(pose.flip for pose in card.poses) == 0.0, "it turns over"
    for line in snapshot.result.lines:
        ways = by_seat[line.seat]
        assert len(ways) == line.centered
        assert max(end for _, end in ways) <= HOME_S + 1e-6
        for moment in (start + 1e-6 for start, _ in ways):
            assert sum(start <= moment < end - 1e-5 for start, end in ways) <= IN_AIR


@pytest.mark.parametrize("seats", [2, 4])
def test_cards_on_their_way_home_lie_neither_on_the_turntable_nor_on_figures(canned: Any, seats: int) -> None:
    table = context(canned, counted(canned, seats))
    plate = turntable_place(table.layout)
    for card in going_home(table):
        back = card.looks[-1]
        assert isinstance(back, BackLook)
        panel = table.layout.panels[back.seat]
        parts = score_parts(panel)
        for pose in card.poses:
            assert math.hypot(pose.x - plate.x, pose.y - plate.y) > plate.w / 2 + 0.4 * parts.pile.w
            dx, dy, turned = pose.x - panel.frame.x, pose.y - panel.frame.y, math.radians(-panel.frame.rotation)
            aside = dx * math.cos(turned) - dy * math.sin(turned)
            high = dx * math.sin(turned) + dy * math.cos(turned)
            assert high > panel.size[1] / 2 + 0.5 * parts.pile.h or aside > parts.columns.right


@pytest.mark.parametrize("mirrored", [False, True])
def test_cards_on_their_way_home_into_a_small_tray_pass_over_neither_its_name_nor_its_figures(
    canned: Any, mirrored: bool
) -> None:
    snapshot = counted(canned, 12)
    seats = tuple(replace(view, mirrored=mirrored) for view in snapshot.seats)
    table = context(canned, replace(snapshot, seats=seats))
    for card in going_home(table):
        back = card.looks[-1]
        assert isinstance(back, BackLook)
        panel = table.layout.panels[back.seat]
        assert panel.mirrored == mirrored
        turn = math.radians(-panel.frame.rotation)
        for pose in card.poses:
            dx, dy = pose.x - panel.frame.x, pose.y - panel.frame.y
            lean = math.radians(pose.turn - panel.frame.rotation)
            w, h = (pose.scale * side for side in back.extent)
            over = Place(
                dx * math.cos(turn) - dy * math.sin(turn),
                dx * math.sin(turn) + dy * math.cos(turn),
                abs(w * math.cos(lean)) + abs(h * math.sin(lean)),
                abs(h * math.cos(lean)) + abs(w * math.sin(lean)),
            )
            assert not over.overlaps(panel.places["head"])
            assert not over.overlaps(score_parts(panel).columns)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_cards_are_sorted_into_a_row_before_their_owner_and_leave_from_there(canned: Any, seats: int) -> None:
    snapshot = counted(canned, seats)
    table = context(canned, snapshot)
    every = flights(counting(table), FaceLook)
    lying = [fly for fly in every if fly.low]
    leave = {(fly.start, fly.poses[0][1:5]) for fly in every if not fly.low}
    assert len(lying) == sum(line.centered for line in snapshot.result.lines) > 20
    assert {(fly.poses[-1].at, fly.poses[-1][1:5]) for fly in lying} == leave
    starts = [fly.poses[-1].at for fly in lying]
    rows = count_places(table.layout).rows
    assert len(rows) == seats
    for row in rows.values():
        own = [start for start, fly in zip(starts, lying, strict=True) if row.box.holds(*fly.poses[-1][1:3])]
        assert own == sorted(own, reverse=True), "the first one to leave lies on top"


def test_cards_turn_over_quickly(canned: Any) -> None:
    """A card is seen from its edge for a moment only."""
    for card in going_home(context(canned, counted(canned, 4))):
        edge = next(number for number, pose in enumerate(card.poses) if pose.flip == 0.0)
        opened, closed = card.poses[edge - 1], card.poses[edge + 1]
        assert (opened.flip, closed.flip) == (1.0, 1.0)
        assert closed.at - opened.at < 0.25 * card.poses[-2].at


def test_coins_turn_over_when_their_places_are_told_the_last_one_first(canned: Any) -> None:
    snapshot = counted(canned, 4)
    times = count_times(snapshot.result)
    turned = [fly for fly in flights(counting(context(canned, snapshot)), MedalLook) if len(fly.looks) > 1]
    coins = sorted(turned, key=lambda coin: coin.start)
    assert {type(look) for coin in coins for look in coin.looks[1:]} == {CoinLook}
    told = [(coin.looks[1].text, coin.start + COIN_S / 2) for coin in coins]
    assert [text for text, _ in told] == ["4", "3", "2", "1"]
    assert [at for _, at in told] == pytest.approx([at for _, at in times.told])
    assert [coin.looks[0].seat for coin in coins] == [seat for seat, _ in times.told], "their backs show the signs"


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_each_place_falls_onto_the_stage_on_its_beat_the_winner_from_highest(canned: Any, seats: int) -> None:
    snapshot = counted(canned, seats)
    table, times = context(canned, snapshot), count_times(snapshot.result)
    medals = flights(counting(table), PrizeLook)
    falls = {medal.looks[0].seat: medal for medal in medals}
    assert len(medals) == len(falls) == len(times.told)
    plate = turntable_place(table.layout)
    for seat, at in times.told:
        high, lies = falls[seat].poses[:2]
        assert falls[seat].start + lies.at == pytest.approx(at)
        assert (lies.scale, high.alpha) == (1.0, 0.0)
        assert math.dist(lies[1:3], plate[:2]) < plate.w / 2
    heights = [falls[seat].poses[0].scale for seat, _ in times.told]
    assert heights == sorted(heights)


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_each_sign_flies_from_the_rim_of_the_stage_to_the_ranking_of_every_edge(canned: Any, seats: int) -> None:
    snapshot = counted(canned, seats)
    table, times = context(canned, snapshot), count_times(snapshot.result)
    plate, edges = turntable_place(table.layout), {panel.edge for panel in table.layout.panels.values()}
    signs = [fly for fly in flights(counting(table), MedalLook) if len(fly.looks) == 1]
    won = times.told[-1][0]
    assert {line.bot for line in snapshot.result.lines} == {False}
    assert sum(sign.looks[0].seat == won for sign in signs) == len(edges)
    for sign in signs:
        assert sign.start == pytest.approx(times.place_at(sign.looks[0].seat))
        assert sign.poses[2].at == LANDS_S
        assert all(math.dist(pose[1:3], plate[:2]) >= plate.w / 2 for pose in sign.poses), "they cross no name"
        assert any(panel.bounds.holds(*sign.poses[-1][1:3]) for panel in table.layout.panels.values()) is False


def test_no_sign_flies_to_an_edge_of_bots_alone(canned: Any) -> None:
    snapshot = counted(canned, 4)
    lines = tuple(replace(line, bot=line.seat != 1) for line in snapshot.result.lines)
    table = context(canned, replace(snapshot, result=replace(snapshot.result, lines=lines)))
    signs = [fly.looks[0].seat for fly in flights(counting(table), MedalLook) if len(fly.looks) == 1]
    assert sorted(signs) == sorted({*signs})


def test_the_turntable_comes_at_once_and_ends_each_turn_as_the_picture_below(canned: Any) -> None:
    snapshot = counted(canned, 4)
    table, times = context(canned, snapshot), count_times(snapshot.result)
    shown = flights(counting(table), TurntableLook)
    edges = edges_in_turn(table.layout, snapshot.result)
    comes, *rest = sorted(shown, key=lambda fly: fly.start)
    assert rest
    assert (comes.start, comes.poses[1].at) == (0.0, COMES_S)
    for fly in rest:
        ends = fly.start + fly.poses[-1].at
        assert fly.poses[-1].turn % 360 == turn_at(edges, ends - times.turns, calm=False)
    turns = [fly for fly in rest if fly.poses[0].turn != fly.poses[-1].turn]
    assert len(turns) >= 3
    for fly in turns:
        assert max(abs(after.turn - before.turn) for before, after in pairwise(fly.poses)) <= 180


def test_dice_fly_home_too_and_do_not_turn_over(canned: Any) -> None:
    snapshot = replace(canned.dice("round_result", 4), since=canned.now)
    dice = [fly for fly in flights(counting(context(canned, snapshot)), DieLook) if not fly.low]
    assert len(dice) == sum(map(bool, snapshot.board)) > 4


def test_a_calm_table_counts_without_flights(canned: Any) -> None:
    snapshot = counted(canned, 4)
    assert counting(context(canned, snapshot)).effects
    assert not counting(context(canned, snapshot, calm=True)).effects


def test_a_seats_sign_stays_within_the_chart_although_its_stack_is_taken_off_later(canned: Any) -> None:
    snapshot = counted(canned, 4)
    result = snapshot.result
    assert result is not None
    lines = tuple(replace(line, centered=22, stack_left=8, points=6, total=8) for line in result.lines)
    shown = context(canned, replace(snapshot, result=replace(result, lines=lines, history=((2,) * 4, (8,) * 4))))
    plate = turntable_place(shown.layout)
    signs = flights(counting(shown), HeadLook)
    assert len(signs) == 4
    for sign in signs:
        assert len(sign.poses) > 1
        assert all(math.hypot(pose.x - plate.x, pose.y - plate.y) < plate.w / 2 for pose in sign.poses)


def test_the_turntable_turns_to_people_alone(canned: Any) -> None:
    """A stranger wondered why the scores faced a bot."""
    snapshot = counted(canned, 4)
    result, layout = snapshot.result, context(canned, snapshot).layout
    seats = [line.seat for line in result.lines]

    def told(bots: set[int]) -> RoundResult:
        return replace(result, lines=tuple(replace(line, bot=line.seat in bots) for line in result.lines))

    def edge(seat: int) -> float:
        return layout.panels[seat].frame.rotation

    assert set(edges_in_turn(layout, told(set()))) == {edge(seat) for seat in seats}
    assert edges_in_turn(layout, told(set(seats) - {2})) == (edge(2),)
    assert edges_in_turn(layout, told({2}), 3)[0] == edge(3)
    assert edge(2) not in edges_in_turn(layout, told({2}), 2)
    assert set(edges_in_turn(layout, told(set(seats)))) == {edge(seat) for seat in seats}


def test_the_first_frame_makes_no_more_than_the_pieces_as_they_lie(
    canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = context(canned, counted(canned, 12))
    home = len(going_home(table))
    made = iter(counting(table).effects)
    monkeypatch.setattr("kiosk.display.motion.counting.growing", lambda *_: pytest.fail("the chart is made at once"))
    first = []
    while not isinstance(effect := next(made), Break):
        first.append(effect)
    assert sum(isinstance(effect, Fly) and isinstance(effect.looks[0], FaceLook) for effect in first) == home > 0


def test_where_pieces_lie_in_the_count_is_reckoned_while_all_wait_for_the_scores(canned: Any) -> None:
    table = context(canned, replace(counted(canned, 12), state="stopped", caller=SeatNumber(3)))
    reckoned._count_places.cache_clear()
    made = [*stop(table).effects]
    waits = [one.start for one in made if isinstance(one, Break) and one.start]
    assert len(waits) == 1 + 12, "one row in a frame"
    assert 0.5 < min(waits) == max(waits) < 2.5
    assert len(made) > len(waits) + 2
    known = reckoned._count_places.cache_info().misses
    count_places(table.layout)
    assert (known, reckoned._count_places.cache_info().misses) == (1, 1)
