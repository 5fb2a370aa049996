"""A match won: medal, names and coins in the middle, clear of each other."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import CentreContext, TableContext
from kiosk.display.games.ranks import celebrated, prizes_look
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.brass_art import LaurelLook, PrizeLook
from kiosk.display.paint.lettering import CallLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.screens.centre import draw_centre
from kiosk.display.screens.centre_awards import draw_awards
from kiosk.display.screens.centre_result import draw_feast, draw_prizes
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame, Place
from kiosk.layout.table_shape import TableShape

S = 1_000_000_000
WINDOWS = [(2, (1920, 1080)), (4, (1920, 1080)), (4, (1080, 1920)), (4, (2560, 1080)), (12, (1920, 1080))]


def middle_of(canned: Any, snapshot: Any, window: tuple[int, int] = (1920, 1080)) -> CentreContext:
    languages = tuple((view.seat, view.language) for view in snapshot.seats)
    welcome = canned.welcome(len(snapshot.seats))
    area = Place(window[0] / 2, window[1] / 2, *window)
    layout = TableShape.of(area, welcome, snapshot, snapshot.game).layout(welcome)
    return CentreContext(TableContext.of(snapshot), layout, languages, (), snapshot.now)


def won(canned: Any, seats: int, **values: Any) -> Any:
    return canned.snapshot("match_result", seats, since=canned.now, deadline=canned.now + 45 * S, **values)


def _box(mark: Picture) -> Place:
    w, h = mark.look.extent if mark.turn % 180 == 0 else mark.look.extent[::-1]
    return Place(mark.x, mark.y, w, h)


@pytest.mark.parametrize(("seats", "window"), WINDOWS)
@pytest.mark.parametrize("name", ["", "Bo", "Maximilian W", "Çağla Öz"])
def test_names_coins_and_laurel_lie_on_the_felt_and_clear_of_each_other(
    canned: Any, name: str, seats: int, window: tuple[int, int]
) -> None:
    snapshot = won(canned, seats)
    views = tuple(replace(view, name=name) if view.seat in snapshot.result.winners else view for view in snapshot.seats)
    middle = middle_of(canned, replace(snapshot, seats=views), window)
    sketch = Sketch(Frame())
    draw_feast(sketch, middle)
    pictures = [mark for mark in sketch.marks if isinstance(mark, Picture)]
    calls = [mark for mark in pictures if isinstance(mark.look, CallLook)]
    names = [_box(mark) for mark in calls if mark.look.shine]
    glows = [_box(mark).inset(0.03 * mark.look.size) for mark in calls if not mark.look.shine]  # it ends softly
    coins = [_box(mark) for mark in pictures if isinstance(mark.look, PrizeLook) and mark.look.metal != "gold"]
    (laurel,) = [_box(mark) for mark in pictures if isinstance(mark.look, LaurelLook)]
    assert len(names) == len({mark.turn for mark in calls})
    assert coins
    boxes = [laurel, *names, *coins]
    assert not any(one.overlaps(other) for group in (boxes, glows) for one, other in itertools.combinations(group, 2))
    felt = middle.layout.centre
    assert all(felt.left <= one.left and one.right <= felt.right for one in boxes)
    assert all(felt.bottom <= one.bottom and one.top <= felt.top for one in boxes)


def test_each_of_several_winners_has_a_medal_and_no_laurel(canned: Any) -> None:
    final = canned.turn("shared")[0].result
    sketch = Sketch(Frame())
    draw_feast(sketch, middle_of(canned, won(canned, 4, result=final)))
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    assert {look.seat for look in looks if isinstance(look, PrizeLook) and look.metal == "gold"} == set(final.winners)
    assert not [look for look in looks if isinstance(look, LaurelLook)]


def test_of_equals_each_has_a_coin_on_the_felt_and_on_the_turntable_all_or_none(canned: Any) -> None:
    final = canned.snapshot("match_result", 6).result

    def shown(totals: tuple[int, ...]) -> tuple[dict[int, str], dict[int, int]]:
        lines = tuple(replace(line, total=total) for line, total in zip(final.lines, totals, strict=True))
        result = replace(final, lines=lines)
        sketch = Sketch(Frame())
        draw_feast(sketch, middle_of(canned, won(canned, 6, result=result)))
        looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
        coins = {look.seat: look.metal for look in looks if isinstance(look, PrizeLook)}
        return coins, {prize.seat: prize.rank for prize in prizes_look(result, 400).prizes}

    assert shown((20, 20, 30, 9, 4, 4)) == (
        {1: "silver", 2: "silver", 3: "gold", 4: "wood"},
        {3: 1, 1: 2, 2: 2},
    )
    assert shown((20, 9, 30, 9, 9, 4))[1] == {3: 1, 1: 2}


def test_of_four_equals_at_one_edge_none_lacks_a_coin(canned: Any) -> None:
    snapshot = won(canned, 12)
    south = middle_of(canned, snapshot).layout.panels.items()
    equals = [seat for seat, panel in south if panel.edge == "south"]
    star = next(line.seat for line in snapshot.result.lines if line.seat not in equals)
    totals = {star: 30, **dict.fromkeys(equals, 20)}
    lines = tuple(
        replace(line, total=totals.get(line.seat, 5), bot=False, won=line.seat == star)
        for line in snapshot.result.lines
    )
    result = replace(snapshot.result, lines=lines, winners=(star,))
    sketch = Sketch(Frame())
    draw_feast(sketch, middle_of(canned, won(canned, 12, result=result)))
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    assert len(equals) == 4
    assert {look.seat for look in looks if isinstance(look, PrizeLook) and look.metal == "silver"} == {*equals}


def test_the_turntable_follows_the_celebration_and_in_a_calm_house_lies_there_at_once(canned: Any) -> None:
    def shown(seconds: float, *, calm: bool = False) -> set[type]:
        middle = middle_of(canned, won(canned, 4))
        middle = middle._replace(table=middle.table._replace(calm=calm), now=canned.now + round(seconds * S))
        sketch = Sketch(Frame())
        draw_centre(sketch, middle)
        return {type(mark.look) for mark in sketch.marks if isinstance(mark, Picture)}

    assert LaurelLook in shown(1)
    assert LaurelLook not in shown(5)
    assert shown(5) == shown(1, calm=True)


def _won_by_bot(canned: Any, seats: int = 4) -> Any:
    """Return a match that a bot has won; of the people seat 1 is the best."""
    final = canned.snapshot("match_result", seats).result
    lines = tuple(
        replace(line, total=40 - line.seat if line.seat != 3 else 50, bot=line.seat == 3, won=line.seat == 3)
        for line in final.lines
    )
    return replace(final, lines=lines, winners=(SeatNumber(3),))


def test_if_a_bot_wins_the_best_of_the_people_is_celebrated_and_larger(canned: Any) -> None:
    result = _won_by_bot(canned)
    assert celebrated(result) == (1,)
    sketch = Sketch(Frame())
    draw_feast(sketch, middle_of(canned, won(canned, 4, result=result)))
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    medals = {look.seat: look for look in looks if isinstance(look, PrizeLook)}
    assert medals[1].size > 1.5 * medals[3].size
    assert (medals[1].metal, medals[3].metal) == ("silver", "gold")
    calls = {look.text for look in looks if isinstance(look, CallLook)}
    assert calls >= {"Best human player!", "Bester Mensch am Tisch!"}
    assert not any("3" in call for call in calls)
    star = [prize for prize in prizes_look(result, 400).prizes if prize.star]
    assert [(prize.seat, prize.rank) for prize in star] == [(1, 2)]


def test_whoever_is_alone_among_bots_is_not_called_the_best_of_them(canned: Any) -> None:
    result = _won_by_bot(canned)
    result = replace(result, lines=tuple(replace(line, bot=line.seat != 1) for line in result.lines))
    sketch = Sketch(Frame())
    draw_feast(sketch, middle_of(canned, won(canned, 4, result=result)))
    calls = {mark.look.text for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, CallLook)}
    assert calls >= {"Well played!", "Gut gespielt!"}
    assert not calls & {"Best human player!", "Bester Mensch am Tisch!"}


def test_a_bot_is_celebrated_only_where_nobody_is_a_person(canned: Any) -> None:
    result = _won_by_bot(canned)
    shared = replace(result, winners=(SeatNumber(2), SeatNumber(3)))
    assert celebrated(shared) == (2,)
    alone = replace(result, lines=tuple(replace(line, bot=True) for line in result.lines))
    assert celebrated(alone) == (3,)


@pytest.mark.parametrize(("seats", "window"), [*WINDOWS, (2, (1080, 1920))])
def test_each_award_is_seen_beside_the_turntable_from_every_edge(
    canned: Any, seats: int, window: tuple[int, int]
) -> None:
    snapshot = won(canned, seats)
    snapshot = replace(snapshot, seats=tuple(replace(view, name="Bo") for view in snapshot.seats))
    middle = middle_of(canned, snapshot, window)
    sketch = Sketch(Frame())
    draw_awards(sketch, middle, at=9.0)
    pictures = [mark for mark in sketch.marks if isinstance(mark, Picture)]
    medals = [(mark.turn, mark.look.kind) for mark in pictures if isinstance(mark.look, AwardLook)]
    edges = {panel.frame.rotation for panel in middle.layout.panels.values()}
    given = [award.kind for award in snapshot.result.awards]
    for edge in edges:
        shown = [kind for turn, kind in medals if turn == edge]
        assert len(shown) == len({*shown})
        assert {*shown} <= {*given}
        assert len(shown) >= min(len(given), 8)
    table = middle.layout.centre
    boxes = [_box(mark) for mark in pictures]
    assert all(table.left <= one.left and one.right <= table.right for one in boxes)
    assert all(table.bottom <= one.bottom and one.top <= table.top for one in boxes)
    beside = Sketch(Frame())
    draw_prizes(beside, middle, 0.0)
    names = [mark for mark in beside.marks if isinstance(mark, Picture) and isinstance(mark.look, CallLook)]
    assert names
    assert not any(_box(name).inset(2).overlaps(one) for name in names if name.look.shine for one in boxes)


SMALL, USUAL, WIDE = (1280, 720), (1920, 1080), (2560, 1080)


@pytest.mark.parametrize("language", ["en", "ru"])
@pytest.mark.parametrize(
    ("seats", "window", "awards"),
    [
        (6, SMALL, 6),
        (4, SMALL, 4),
        (6, USUAL, 6),
        (6, WIDE, 4),
        (6, WIDE, 2),
        (6, WIDE, 6),
        (3, WIDE, 3),
        (12, WIDE, 9),
    ],
)
def test_awards_are_about_as_large_for_every_edge(
    canned: Any, seats: int, window: tuple[int, int], awards: int, language: str
) -> None:
    snapshot = won(canned, seats)
    views = tuple(replace(view, language=language) for view in snapshot.seats)
    result = replace(snapshot.result, awards=snapshot.result.awards[:awards])
    middle = middle_of(canned, replace(snapshot, seats=views, result=result), window)
    sketch = Sketch(Frame())
    draw_awards(sketch, middle, at=9.0)
    pictures = [mark for mark in sketch.marks if isinstance(mark, Picture)]
    sizes = {mark.look.size for mark in pictures if isinstance(mark.look, AwardLook)}
    assert min(sizes) >= 0.8 * max(sizes)
    edges = {panel.frame.rotation for panel in middle.layout.panels.values()}
    assert {mark.turn for mark in pictures if isinstance(mark.look, TextLook)} == edges, "words can be read"


def test_awards_stand_where_people_sit_or_everywhere_if_nobody_does(canned: Any) -> None:
    def edges(people: int) -> dict[float, int]:
        result = won(canned, 4).result
        lines = tuple(replace(line, bot=line.seat > people) for line in result.lines)
        awards = tuple(award for award in result.awards if award.seat <= max(people, 1))
        sketch = Sketch(Frame())
        draw_awards(sketch, middle_of(canned, won(canned, 4, result=replace(result, lines=lines, awards=awards))), 9.0)
        pictures = [mark for mark in sketch.marks if isinstance(mark, Picture)]
        return {mark.turn: mark.look.size for mark in pictures if isinstance(mark.look, AwardLook)}

    one, all_bots = edges(1), edges(0)
    (here,) = one
    assert len(all_bots) == 4
    assert one[here] > all_bots[here], "the felt of the others is theirs, too"
