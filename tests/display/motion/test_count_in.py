"""Three, two, one, and the call: in beats, to every edge, after the deal, and below the pieces once play has begun."""

from __future__ import annotations

from itertools import combinations, pairwise
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.game import picture_of_game
from kiosk.display.games.times import LASTS_S, count_in_times
from kiosk.display.motion.count_in import count_in, shout
from kiosk.display.motion.deal import deal
from kiosk.display.motion.effects import Break, Burst, Flash, Fly, MomentContext
from kiosk.display.paint.lettering import CallLook, ShoutLook
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import installed
from tests.display.motion.test_deal import context

SECOND = 1_000_000_000


def counting(canned: Any, seats: int = 4, *, game: str = "cards", **values: Any) -> MomentContext:
    """Return a countdown that has just begun."""
    shown = context(canned, game, "countdown", seats, **values)
    since = shown.snapshot.now
    return shown._replace(snapshot=replace(shown.snapshot, since=since, deadline=since + 3 * SECOND))


def numerals(shown: MomentContext) -> list[Fly]:
    return [one for one in count_in(shown) if isinstance(one, Fly)]


@pytest.mark.parametrize(("seats", "edges"), [(2, 2), (4, 4), (12, 4)])
def test_every_edge_sees_three_numerals_and_the_last_ends_at_the_start(canned: Any, seats: int, edges: int) -> None:
    flights = numerals(counting(canned, seats))
    assert [fly.looks[0].text for fly in flights if isinstance(fly.looks[0], ShoutLook)] == [
        text for text in "321" for _ in range(edges)
    ]
    assert max(fly.start + fly.poses[-1].at for fly in flights) == pytest.approx(3.0)


@pytest.mark.parametrize("calm", [False, True])
def test_a_numeral_stays_until_the_next_one_is_seen(canned: Any, calm: bool) -> None:
    flights = numerals(counting(canned, 2)._replace(calm=calm))
    for one, following in pairwise(flights[::2]):
        seen = following.start + 0.1  # nearly fallen
        assert one.start + one.poses[-2].at <= seen < one.start + one.poses[-1].at


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_no_piece_of_a_deal_is_left_in_the_middle_when_a_numeral_lands(canned: Any, game: str) -> None:
    shown = counting(canned, game=game)
    first = min(start for _, start, _ in count_in_times(shown.snapshot))
    pieces = [one for one in deal(shown).effects if isinstance(one, Fly) and not isinstance(one.looks[0], ShoutLook)]
    assert pieces
    assert max(fly.start for fly in pieces) <= first - 0.2
    assert max(fly.start + fly.poses[-2].at for fly in pieces) <= LASTS_S + 1e-9


def test_after_a_pause_the_numerals_begin_at_once(canned: Any) -> None:
    shown = counting(canned, resumes=True)
    assert [start for _, start, _ in count_in_times(shown.snapshot)] == [0.0, 1.0, 2.0]


@pytest.mark.parametrize("make", [lambda shown: list(count_in(shown)), lambda shown: list(shout(shown).effects)])
def test_a_calm_table_sees_letters_fade_and_nothing_else(canned: Any, make: Any) -> None:
    effects = [one for one in make(counting(canned)._replace(calm=True)) if not isinstance(one, Break)]
    assert effects
    for one in effects:
        assert isinstance(one, Fly)
        assert {(pose.x, pose.y, pose.scale) for pose in one.poses} == {(one.poses[0].x, one.poses[0].y, 1.0)}


@pytest.mark.parametrize("language", installed())
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_call_is_short_below_the_pieces_and_lies_on_no_other_edge_s(canned: Any, seats: int, language: str) -> None:
    shown = counting(canned, seats)
    views = tuple(replace(view, language=language) for view in shown.snapshot.seats)
    moment = shout(shown._replace(snapshot=replace(shown.snapshot, seats=views)))
    assert moment.lasts <= 0.9
    places = []
    for one in moment.effects:
        assert isinstance(one, Fly | Flash | Burst)
        assert one.low
        if isinstance(one, Fly):
            look, rests = one.looks[0], one.poses[2]
            assert isinstance(look, CallLook)
            w, h = look.extent if rests.turn % 180 == 0 else look.extent[::-1]
            place = Place(rests.x, rests.y, w, h)
            assert shown.layout.centre.holds(place.left, place.bottom)
            assert shown.layout.centre.holds(place.right, place.top)
            if not look.shine:
                places.append(place)
    assert len(places) == (2 if seats == 2 else 4)
    assert not any(one.overlaps(other) for number, one in enumerate(places) for other in places[:number])


def test_a_call_at_a_short_side_fills_its_depth(canned: Any) -> None:
    shown = counting(canned, 4)
    calls = [one for one in shout(shown).effects if isinstance(one, Fly) and one.poses[2].turn % 180]
    assert calls
    assert all(one.looks[0].extent[0] > 0.84 * shown.layout.centre.h for one in calls)


@pytest.mark.parametrize("seats", [2, 3, 4, 6, 12])
@pytest.mark.parametrize("window", [(1280, 720), (1920, 1080), (1080, 1920), (2560, 1080)], ids=str)
def test_beside_a_board_every_edge_sees_all_of_it_and_no_space_is_covered(
    canned: Any, seats: int, window: tuple[int, int]
) -> None:
    shown = counting(canned, seats, game="dice")
    area, welcome = Place(window[0] / 2, window[1] / 2, *window), canned.welcome(seats)
    layout = TableShape.of(area, welcome, shown.snapshot, "dice").layout(welcome)
    edges = {panel.edge for panel in layout.panels.values()}
    for language in ("en", "fr", "ru", "ar"):
        views = tuple(replace(view, language=language) for view in shown.snapshot.seats)
        table = shown._replace(layout=layout, snapshot=replace(shown.snapshot, seats=views))
        told = [*numerals(table), *(one for one in shout(table).effects if isinstance(one, Fly))]
        lies: dict[str, list[Place]] = {}
        for fly in told:
            look, rests = fly.looks[0], fly.poses[2]
            assert look.size > 20
            w, h = look.extent if rests.turn % 180 == 0 else look.extent[::-1]
            place = Place(rests.x, rests.y, w, h)
            assert layout.centre.holds(place.left, place.bottom)
            assert layout.centre.holds(place.right, place.top)
            assert not any(place.overlaps(space) for space in layout.cells)
            lies.setdefault(look.text, []).append(place)
        calls = [places[::2] for text, places in lies.items() if text not in {*"321"}]  # each is two pictures
        assert [len(places) for places in (*calls, lies["1"])] == [len(edges)] * 2
        for places in (*calls, lies["1"]):
            assert not any(one.overlaps(other) for one, other in combinations(places, 2))


def test_a_board_that_fills_the_felt_has_the_count_and_the_call_on_it(canned: Any) -> None:
    shown = counting(canned, game="dice")
    full = shown._replace(layout=replace(shown.layout, cells=(shown.layout.centre,)))
    for table in (full, full._replace(calm=True)):
        told = [*numerals(table), *(one for one in shout(table).effects if isinstance(one, Fly))]
        assert all(fly.looks[0].size > 20 for fly in told)


def test_each_game_has_a_call_of_its_own(canned: Any) -> None:
    shown = counting(canned, game="dice")
    assert shown.game is picture_of_game("dice").motion
    texts = {one.looks[0].text for one in shout(shown).effects if isinstance(one, Fly)}  # type: ignore[attr-defined]
    assert "GO!" in texts
    assert not any("LIGRETTO" in text for text in texts)
