"""A lost race is told by both signs and the margin; by words too where there is room."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.paint.brass_art import MedalLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.passing_time import races_won
from kiosk.display.screens.chooser import sketch_panel
from kiosk.display.screens.picture import PictureModel
from kiosk.display.screens.play import draw_line
from kiosk.display.widgets.frame import message_place
from kiosk.display.widgets.race_plate import draw_race_plate, draw_raced
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import RaceView, Verdict

BEATEN = Verdict(1, "beaten_to_it", "b5", by=SeatNumber(2), margin_ms=14)
DRAWN = Verdict(2, "beaten_to_it", "b5", by=SeatNumber(2), lot=True)


def plate(
    canned: Any, seats: int, raced: Verdict | RaceView, margin_ms: int | None = None, name: str = ""
) -> tuple[list[Any], list[str], Place]:
    welcome, snapshot = canned.welcome(seats), canned.snapshot("play", seats)
    first, second, *others = snapshot.seats
    snapshot = replace(snapshot, seats=(first, replace(second, name=name), *others))
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, "cards").layout(welcome)
    panel = layout.panels[SeatNumber(1)]
    context = PanelContext(TableContext.of(snapshot), snapshot.seats[0], panel, margin_ms=margin_ms)
    sketch, room = Sketch(panel.frame, panel.seat), message_place(panel)
    if isinstance(raced, RaceView):
        draw_raced(sketch, context, raced, room)
    else:
        draw_race_plate(sketch, context, raced, room, 1.0)
    pictures = [mark for mark in sketch.marks if isinstance(mark, Picture)]
    for mark in pictures:
        assert room.left <= mark.x - mark.look.extent[0] / 2, "within its room"
        assert mark.x + mark.look.extent[0] / 2 <= room.right
    medals = [mark for mark in pictures if isinstance(mark.look, MedalLook)]
    return medals, [mark.look.text for mark in pictures if isinstance(mark.look, TextLook)], room


@pytest.mark.parametrize(
    ("seats", "name", "words"),
    [(4, "Zoé", "Zoé was faster on Blue 5"), (4, "", "Flinker Blitz was faster"), (6, "", "Flinker Blitz was faster")],
)
def test_it_tells_the_margin_and_on_one_line_who_was_faster(canned: Any, seats: int, name: str, words: str) -> None:
    medals, texts, _ = plate(canned, seats, BEATEN, 14, name)
    assert [mark.look.seat for mark in medals] == [2, 1], "the faster one first"
    assert texts[0] == "14 ms"
    assert texts[1:] == [words]


def test_where_the_line_is_narrow_signs_and_margin_are_enough(canned: Any) -> None:
    medals, texts, _ = plate(canned, 12, BEATEN, 14)
    assert [mark.look.seat for mark in medals] == [2, 1]
    assert texts == ["14 ms"]


def test_nothing_moves_while_the_margin_counts_up(canned: Any) -> None:
    before, after = (plate(canned, 4, BEATEN, margin)[0] for margin in (1, 14))
    assert [(mark.x, mark.y) for mark in before] == [(mark.x, mark.y) for mark in after]


@pytest.mark.parametrize(
    ("seats", "words"), [(4, ["14 ms", "Blau 5: Du warst schneller!"]), (12, ["14 ms"])], ids=["four", "twelve"]
)
def test_who_was_faster_is_told_too(canned: Any, seats: int, words: list[str]) -> None:
    welcome, snapshot = canned.welcome(seats), canned.snapshot("play", seats)
    first, second, *others = snapshot.seats
    beaten = replace(BEATEN, at=snapshot.now)
    snapshot = replace(snapshot, seats=(replace(first, ticker=(beaten,)), replace(second, bot=False), *others))
    picture = PictureModel(welcome, lambda: snapshot.now)
    picture.follow(snapshot)
    assert picture.tells_winner(snapshot.now)
    assert not picture.tells_winner(snapshot.now + 4_000_000_000), "for as long as the other seat is told"
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, "cards").layout(welcome)
    panel, won = layout.panels[SeatNumber(2)], races_won(snapshot.seats)[SeatNumber(2)]
    sketch = Sketch(panel.frame, panel.seat)
    context = PanelContext(TableContext.of(snapshot), snapshot.seats[1], panel, won=won, won_told=1.0)
    draw_line(sketch, context, playing=True)
    looks = [mark.look for mark in sketch.marks if isinstance(mark, Picture)]
    assert [look.seat for look in looks if isinstance(look, MedalLook)][-2:] == [2, 1]
    texts = [look.text for look in looks if isinstance(look, TextLook)]
    assert [text for text in texts if text in words] == words


def test_a_refusal_since_then_takes_the_place_of_a_race_won(canned: Any) -> None:
    welcome, snapshot = canned.welcome(4), canned.snapshot("play", 4)
    first, second, *others = snapshot.seats
    snapshot = replace(snapshot, seats=(replace(first, ticker=(replace(BEATEN, at=snapshot.now),)), second, *others))
    for at, told in ((snapshot.now - 1, True), (snapshot.now + 1, False)):
        own = replace(second, bot=False, ticker=(Verdict(3, "does_not_fit", "b9", at=at),))
        picture = PictureModel(welcome, lambda: snapshot.now)
        shown = replace(snapshot, seats=(snapshot.seats[0], own, *others))
        picture.follow(shown)
        picture.arrange(Place(960, 540, 1920, 1080))
        assert picture.layout is not None
        centre = picture.centre(shown, TableContext.of(shown), picture.layout, shown.now)
        context = picture.panel(own, centre, shown.now, None)
        assert context is not None
        assert (context.won is not None) is told


@pytest.mark.parametrize(("seats", "told"), [(2, "was 14 ms ahead of"), (4, "was 14 ms faster"), (12, "14 ms")])
def test_a_race_seen_again_is_told_in_a_sentence_and_shows_its_two_seats(canned: Any, seats: int, told: str) -> None:
    race = RaceView(0, 1000, "b5", first=SeatNumber(3), second=SeatNumber(2), margin_ms=14)
    medals, texts, _ = plate(canned, seats, race)
    assert [mark.look.seat for mark in medals] == [3, 2][: len(medals)], "the faster one first"
    assert told in " ".join(texts)
    assert "Blue 5" not in " ".join(texts)


@pytest.mark.parametrize(("seats", "words"), [(4, "Dead heat, decided by lot"), (12, "Dead heat")])
def test_a_dead_heat_is_told_in_words_as_many_as_fit(canned: Any, seats: int, words: str) -> None:
    _, texts, _ = plate(canned, seats, DRAWN, None)
    assert " ".join(texts) == words


def test_a_call_that_came_too_late_is_told_instead_of_who_called(canned: Any) -> None:
    welcome, snapshot = canned.welcome(4), canned.snapshot("stopped", 4)
    layout = TableShape.of(Place(960, 540, 1920, 1080), welcome, snapshot, "cards").layout(welcome)
    caller, table = snapshot.caller, TableContext.of(snapshot)
    late = next(view for view in snapshot.seats if view.seat != caller)
    for told, words in ((0.0, ["called"]), (1.0, ["12 ms", "was faster"])):
        verdict = Verdict(1, "round_over", by=caller, margin_ms=12, at=snapshot.now)
        panel = layout.panels[late.seat]
        view = replace(late, bot=False, ticker=(verdict,))
        sketch = sketch_panel(PanelContext(table, view, panel, snapshot.now, told=told, margin_ms=12))
        said = [
            mark.look.text for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, TextLook)
        ]
        assert all(any(word in text for text in said) for word in words)
        assert any("called" in text for text in said) is (told == 0)
