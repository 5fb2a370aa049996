"""The times of a count: everything is home by its time, few pieces fly at once, and places are told in order."""

from __future__ import annotations

import itertools
import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.display.games.cards.motion import counted_piles
from kiosk.display.games.dice.motion import leaving
from kiosk.display.games.ranks import prizes_look
from kiosk.display.games.times import HOME_S, IN_AIR, TAKEN_S, TOLD_S, count_times, flight_s, home_at, landed, start_of
from kiosk.display.paint.turntable_art import CODE
from kiosk.display.screens.centre_result import running
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.protocol.results import ALL_TOLD_S, ranks
from kiosk.table.settings import Times

A, B, C = map(SeatNumber, (1, 2, 3))


@given(st.integers(1, 400), st.floats(0.0, 3.0))
def test_of_any_number_of_pieces_few_fly_at_once_and_all_are_home_in_time(pieces: int, at: float) -> None:
    starts = [start_of(index, pieces) for index in range(pieces)]
    flying = [start for start in starts if start <= at < start + flight_s(pieces) - 1e-6]
    assert len(flying) <= IN_AIR
    assert starts[-1] + flight_s(pieces) <= HOME_S + 1e-9
    assert landed(pieces, HOME_S) == pieces
    home = sum(start + flight_s(pieces) <= at for start in starts)
    assert landed(pieces, at) in (home, home + 1), "a piece counts in the instant in which it lands"


@pytest.mark.parametrize("seats", [2, 12])
def test_a_race_is_seen_again_when_all_places_are_told_and_the_story_has_been_read(canned: Any, seats: int) -> None:
    result = canned.snapshot("round_result", seats).result
    lines = tuple(replace(line, centered=40, points=line.seat) for line in result.lines)
    assert count_times(replace(result, lines=lines)).over + 5 <= Times().seen_again / 1e9


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_count_ends_and_tells_the_last_place_first(canned: Any, seats: int) -> None:
    result = canned.snapshot("round_result", seats).result
    times = count_times(result)
    assert 0 < times.home <= HOME_S
    assert times.taken == times.home + TAKEN_S
    assert times.over <= times.taken + TOLD_S + 1e-9
    assert HOME_S + TAKEN_S + TOLD_S <= ALL_TOLD_S, "a hall would be told before the table"
    told = [rank for rank, line in sorted(ranks(result, final=False), key=lambda one: times.place_at(one[1].seat))]
    assert told == sorted(told, reverse=True)
    gaps = [round(after - before, 6) for before, after in itertools.pairwise(sorted({at for _, at in times.told}))]
    assert gaps == sorted(gaps), "a rising weight"
    assert min(gaps) >= 0.1, "each is seen"
    assert min(gaps[-2:]) > 0.38, "third, second and first are heard apart"


def test_who_has_fewer_pieces_is_counted_sooner(canned: Any) -> None:
    few, many = (
        replace(line, centered=centered, stack_left=2, penalty=0, points=centered - 4, away=False)
        for line, centered in zip(canned.snapshot("round_result", 4).result.lines, (9, 14), strict=False)
    )
    assert home_at(9) + TAKEN_S < home_at(14) <= HOME_S
    assert running(few, 1, home_at(9)) == few.centered
    assert running(few, 1, home_at(9) + TAKEN_S) == few.points
    assert 0 < running(many, 1, home_at(9) + TAKEN_S) < many.centered


def test_equal_places_are_told_together_and_who_has_left_gets_none(canned: Any) -> None:
    result = canned.snapshot("round_result", 4).result
    lines = (replace(result.lines[0], total=24), *result.lines[1:3], replace(result.lines[3], left=True))
    times = count_times(replace(result, lines=lines))
    assert times.place_at(A) == times.place_at(C) == times.won < times.over
    assert times.place_at(SeatNumber(4)) == float("inf")


CELLS = tuple(Place(100.0 * column, 0.0, 80.0, 120.0) for column in range(5))


def test_cards_of_open_and_finished_piles_fly_home_the_upper_ones_first() -> None:
    owners = ((1, (A, B, A)), (3, (B,)))
    piles = counted_piles(CELLS, owners, ((1, "r3"), (3, "b1")), (("g", (A,) * 10),))
    assert [(pile.cell, pile.color, len(pile.owners)) for pile in piles] == [
        (1, "r", 3),
        (3, "b", 1),
        (2, "g", 10),
    ]
    mine = sorted((pile.starts[i], pile.card(i)) for pile in piles for i, seat in enumerate(pile.owners) if seat == A)
    assert [card for _, card in mine[:3]] == ["r3", "g10", "g9"]
    assert [start for start, _ in mine] == [start_of(index, 12) for index in range(12)]


def test_dice_fly_home_to_who_placed_them() -> None:
    board = (1, 1, 2) + (0,) * 21
    assert leaving(board) == {0: (A, start_of(0, 2)), 1: (A, start_of(1, 2)), 2: (B, start_of(0, 1))}


@pytest.mark.parametrize("page", ["", "https://scores.example.org/match/4f"])
@pytest.mark.parametrize("winners", [(1,), (1, 2), (1, 2, 3, 4)])
@pytest.mark.parametrize("totals", [(30, 20, 10, 5), (30, 20, 20, 5), (30, 20, 10, 10), (30, 20, 20, 20)])
def test_medals_lie_apart_on_the_turntable(
    canned: Any, winners: tuple[int, ...], totals: tuple[int, ...], page: str
) -> None:
    result = canned.snapshot("match_result", 4).result
    lines = tuple(
        replace(line, total=30 if line.seat in winners else total, won=line.seat in winners)
        for line, total in zip(result.lines, totals, strict=True)
    )
    told = replace(result, lines=lines, winners=tuple(map(SeatNumber, winners)))
    look = prizes_look(told, 400, page)
    prizes = look.prizes
    assert look.page == page
    assert {prize.seat for prize in prizes if prize.rank == 1} == set(winners)
    for one, other in itertools.combinations(prizes, 2):
        assert math.dist((one.x, one.y), (other.x, other.y)) > 0.98 * (one.size + other.size) / 2
    assert all(math.hypot(prize.x, prize.y) + prize.size / 2 < 1.0 for prize in prizes)
    if page:
        assert all(abs(prize.y) - prize.size / 2 > CODE / 2 for prize in prizes)
