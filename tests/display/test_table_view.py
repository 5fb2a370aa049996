"""The table view: what it redraws, what flies, and its answers to the gestures."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.games.cards.piles import pile_places
from kiosk.display.paint.marks import Curve
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Fault, House, PressButton, Slot, Verdict
from tests.display.table import Table

pytestmark = pytest.mark.ui


@pytest.fixture
def layers_shown(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """One number for every call that shows a layer: the number of marks that had to be redrawn."""
    from kiosk.display.paint.layer import Layer  # noqa: PLC0415

    made: list[int] = []
    show = Layer.show
    monkeypatch.setattr(Layer, "show", lambda *args: made.append(show(*args)))
    return made


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The instants for which the picture is sketched."""
    from kiosk.display.screens.picture import PictureModel  # noqa: PLC0415

    at: list[int] = []
    middle = PictureModel.centre
    monkeypatch.setattr(PictureModel, "centre", lambda *args: at.append(args[-1]) or middle(*args))
    return at


@pytest.fixture
def spots_of(monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[Any]]:
    """A function that returns the places of all pictures on all layers, each once."""
    from kiosk.display.paint.layer import Layer  # noqa: PLC0415

    layers: dict[Layer, None] = {}
    show = Layer.show
    monkeypatch.setattr(Layer, "show", lambda layer, *args: layers.setdefault(layer) or show(layer, *args))

    def spots() -> list[Any]:
        found = {drawn.spot for layer in layers for drawn in layer.drawn if drawn.spot is not None}
        assert len(found) > 10, "the layers that are drawn"
        return list(found)

    return spots


def test_the_same_snapshot_again_draws_nothing(table: Table, canned: Any, layers_shown: list[int]) -> None:
    snapshot = canned.snapshot("play", 4)
    table.show(snapshot)
    assert layers_shown
    layers_shown.clear()
    table.show(replace(snapshot, id=2))
    assert layers_shown == []


def test_a_new_card_in_the_centre_draws_the_centre_alone(table: Table, canned: Any, layers_shown: list[int]) -> None:
    snapshot = canned.snapshot("play", 4)
    table.show(snapshot)
    layers_shown.clear()
    free = next(cell for cell in range(16) if cell not in dict(snapshot.piles))
    table.show(replace(snapshot, piles=(*snapshot.piles, (free, "r1"))))
    assert len(layers_shown) == 2, "the ground with its shadow, and the centre"
    assert table.named("pile")[free].card == "r1"


def test_a_snapshot_in_the_frame_of_a_tick_is_drawn_once(table: Table, canned: Any, looks: list[int]) -> None:
    from kivy.clock import Clock  # noqa: PLC0415

    table.show(canned.snapshot("ready", 4))
    Clock.schedule_once(lambda _: table.show(canned.snapshot("ready", 4, id=2)), 0.1)  # the tick comes before it
    looks.clear()
    table.pass_ms(101)
    assert len(looks) == 1
    table.pass_ms(101)
    assert len(looks) == 2, "the tick alone"


def test_a_changed_count_makes_no_mark_anew(table: Table, canned: Any, layers_shown: list[int]) -> None:
    snapshot = canned.snapshot("play", 4)
    table.show(snapshot)
    layers_shown.clear()
    view = replace(snapshot.seats[0], centered=snapshot.seats[0].centered + 1)
    table.show(replace(snapshot, seats=(view, *snapshot.seats[1:])))
    assert layers_shown == [0]


def test_every_card_of_a_seat_can_be_touched_where_it_lies(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    for seat in (1, 2, 3, 4):
        assert [item.slot for item in table.named("row", seat)] == [0, 1, 2]
        for what in ("row", "stack", "discard", "hand"):
            for item in table.named(what, seat):
                assert table.view.panel_at(item.x, item.y) == seat
                assert item.enabled
    assert [item.rotation for item in table.named("hand")] == [0.0, 270.0, 180.0, 90.0]


def test_cards_cannot_be_touched_before_the_round_begins(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("countdown", 4))
    cards = [item for what in ("row", "stack", "hand") for item in table.named(what)]
    assert len(cards) == 4 * (3 + 1 + 1)
    assert not any(item.enabled for item in cards)


def test_only_a_seat_without_a_working_button_gets_a_stop_on_the_screen(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    assert [item.seat for item in table.named("stop")] == [1, 4]


def test_a_display_that_has_just_come_plays_none_of_the_past(table: Table, canned: Any) -> None:
    move = canned.move(7, "play", seat=1, source="row 0", card="r3", cell=2)
    table.show(canned.snapshot("play", 4, moves=(move,)))
    assert table.flights == []


def test_a_move_flies_once(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    move = canned.move(1, "refill", seat=1, source="stack", card="r3", slot=0)
    table.show(canned.snapshot("play", 4, moves=(move,)))
    assert len(table.flights) == 1
    table.show(canned.snapshot("play", 4, moves=(move,), id=3))
    assert len(table.flights) == 1


@pytest.mark.parametrize(("kind", "start", "end"), [("flip", "hand", "discard"), ("recycle", "discard", "hand")])
def test_hand_and_discard_move_to_one_another(table: Table, canned: Any, kind: str, start: str, end: str) -> None:
    table.show(canned.snapshot("play", 4))
    places = {what: table.only(what, 1) for what in ("hand", "discard")}
    table.show(canned.snapshot("play", 4, moves=(canned.move(1, kind, seat=1, card="r3", count=3),)))
    (flight,) = table.flights
    assert (flight.poses[0].x, flight.poses[0].y) == (places[start].x, places[start].y)
    assert (flight.poses[-1].x, flight.poses[-1].y) == (places[end].x, places[end].y)


def test_a_finished_pile_is_seen_to_go(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    table.show(canned.snapshot("play", 4, moves=(canned.move(1, "collect", card="r10", cell=4),)))
    assert len(table.flights) == 10, "its cards gather"
    assert all(flight.poses[-1].alpha == 0 for flight in table.flights)


def test_a_calm_table_lets_a_finished_pile_fade(table: Table, canned: Any) -> None:
    play = canned.snapshot("play", 4, house=House(calm=True))
    calm = replace(play, seats=tuple(replace(view, calm=True) for view in play.seats))
    table.show(calm)
    table.show(replace(calm, moves=(canned.move(1, "collect", card="r10", cell=4),)))
    (flight,) = table.flights
    assert flight.poses[-1].alpha == 0


def test_the_margin_of_a_lost_race_counts_up(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    seen = []
    for _ in range(7):
        seen += [int(number) for text in table.words(1) for number in re.findall(r"(\d+) ms", text)]
        table.pass_ms(100)
    assert seen == sorted(seen)
    assert seen[0] < seen[-1] == 14


def test_of_two_races_that_a_seat_loses_at_once_only_the_last_ones_lightning_is_seen(table: Table, canned: Any) -> None:
    play = canned.snapshot("play", 4)
    lost = tuple(
        Verdict(number, "beaten_to_it", top, by=SeatNumber(2), margin_ms=14, at=table.now)
        for number, (_, top) in enumerate(play.piles[:2], 100)
    )
    laid = enumerate(play.piles[:2], 1)
    moves = tuple(canned.move(number, "play", seat=2, card=top, cell=cell) for number, (cell, top) in laid)
    play = replace(play, moves=moves)
    table.show(play)
    seen, heights = [], (table.view.moves.below, table.view.moves.above)
    for count in (1, 2):
        seats = (replace(play.seats[0], ticker=lost[:count]), *play.seats[1:])
        table.show(replace(play, id=play.id + count, seats=seats))
        seen.append([shown for one in heights for shown in (*one.paper, *one.sparks)])
    assert len(seen[0]) == len(seen[1]) > 0
    assert not [shown for shown in seen[1] if shown in seen[0]]


def test_a_card_let_go_flies_to_where_it_fits_and_lands_there_when_the_table_says_so(table: Table, canned: Any) -> None:
    play = canned.snapshot("play", 4)
    cell, top = play.piles[0]
    card = f"{top[0]}{int(top[1:]) + 1}"
    row = (replace(play.seats[0].row[0], card=card), *play.seats[0].row[1:])
    play = replace(play, seats=(replace(play.seats[0], row=row), *play.seats[1:]))
    table.show(play)
    table.view.carry(1, "row 0", 640, 360)
    table.view.release(1)
    (ahead,) = table.flights
    assert (ahead.poses[0].x, ahead.poses[0].y) == (640, 360)
    top = pile_places(table.view.layout)[cell].top(int(card[1:]))
    assert (ahead.poses[1].x, ahead.poses[1].y) == (top.x, top.y)
    after = (replace(row[0], card="y1"), *row[1:])
    judged = replace(
        play,
        id=2,
        seats=(replace(play.seats[0], row=after), *play.seats[1:]),
        piles=tuple((one, card if one == cell else face) for one, face in play.piles),
        moves=(canned.move(1, "play", seat=1, source="row 0", card=card, cell=cell),),
    )
    table.show(judged)
    landing, *_ = table.flights  # the others: the card as it hangs aside above its pile, and what it was played on
    assert (landing.poses[0].x, landing.poses[0].y) == (640, 360), "from where it is, as no time has passed"
    assert (landing.poses[-1].x, landing.poses[-1].y) == (ahead.poses[1].x, ahead.poses[1].y)
    assert not table.view.carrying.seats()


def test_a_tapped_card_hops_and_lies_in_its_place_again(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    home = next(item for item in table.named("row", 1) if item.slot == 0)
    table.view.nudge(1, "row 0")
    card, hand = table.flights
    assert max(pose.y for pose in card.poses) > home.y
    assert (card.poses[-1].x, card.poses[-1].y) == (home.x, home.y)
    assert hand.poses[-1].y > home.y + home.h
    assert table.carried(1).source == "row 0", "the place below is shown empty"
    table.pass_ms(400)
    assert not table.view.carrying.seats()
    assert len(table.flights) == 1, "only the hand: the card is at home"


def test_a_flying_card_that_a_finger_takes_again_is_seen_once(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    table.view.nudge(1, "row 0")
    assert len(table.flights) == 2
    table.view.carry(1, "row 0", 640, 360)
    assert len(table.flights) == 1, "the hand: the card is under the finger"
    assert table.carried(1).sent is None


def test_a_card_that_flew_ahead_springs_home_when_it_is_refused(table: Table, canned: Any) -> None:
    play = canned.snapshot("play", 4)
    top = play.piles[0][1]
    card = f"{top[0]}{int(top[1:]) + 1}"
    row = (replace(play.seats[0].row[0], card=card), *play.seats[0].row[1:])
    play = replace(play, seats=(replace(play.seats[0], row=row), *play.seats[1:]))
    table.show(play)
    home = next(item for item in table.named("row", 1) if item.slot == 0)
    table.view.carry(1, "row 0", 640, 360)
    table.view.release(1)
    table.show(replace(play, id=2, moves=(canned.move(1, "back", seat=1, source="row 0", card=card),)))
    back, _ = table.flights  # and the cross on it
    assert (back.poses[-1].x, back.poses[-1].y) == (home.x, home.y)
    assert not table.view.carrying.seats()


def test_a_shuffle_is_called_to_every_side_for_a_moment(table: Table, canned: Any) -> None:
    def calls() -> list[str]:
        marks = table.marks("overlay")
        return [mark.look.text for mark in marks if hasattr(mark, "look") and hasattr(mark.look, "text")]

    table.show(canned.snapshot("play", 4))
    assert calls() == []
    table.show(canned.snapshot("play", 4, moves=(canned.move(1, "shuffle"),)))
    assert calls()[1] == "Ligretto! Mischen!"
    table.pass_ms(1900)
    assert calls()[1] == "Ligretto! Mischen!"
    table.pass_ms(200)
    assert calls() == []


def test_a_played_card_flies_from_its_panel_to_its_cell(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    stack, cell = table.only("stack", 2), table.named("pile")[3]
    table.show(canned.snapshot("play", 4, moves=(canned.move(1, "play", seat=2, source="stack", card="r3", cell=3),)))
    card, *_ = (flight.poses for flight in table.flights)  # then as it hangs, and what it was played on
    assert (card[0].x, card[0].y) == (stack.x, stack.y)
    top = pile_places(table.view.layout)[3].top(3)
    assert (card[-1].x, card[-1].y) == (top.x, top.y)
    assert top.y > cell.y
    assert card[-1].at == pytest.approx(0.12)


def test_a_refused_card_comes_home_from_the_finger(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    home = table.named("row", 1)[1]
    table.view.carry(1, "row 1", 600, 400)
    table.view.release(1)
    back = canned.move(1, "back", seat=1, source="row 1", card=home.card)
    table.show(canned.snapshot("play", 4, moves=(back,)))
    flight, _ = table.flights  # and the cross on it
    assert (flight.poses[0].x, flight.poses[0].y) == (600, 400)
    assert (flight.poses[-1].x, flight.poses[-1].y) == (home.x, home.y)
    assert not table.view.carrying.seats()


def test_a_card_let_go_without_a_verdict_slides_home(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    table.view.carry(1, "discard", 600, 400)
    table.view.release(1)
    table.pass_ms(100)
    assert table.flights == []
    table.pass_ms(200)
    assert len(table.flights) == 1
    assert not table.view.carrying.seats()


def test_a_carried_card_that_is_played_elsewhere_leaves_the_finger(table: Table, canned: Any) -> None:
    snapshot = canned.snapshot("play", 4)
    table.show(snapshot)
    table.view.carry(1, "row 0", 600, 400)
    view = replace(snapshot.seats[0], row=(Slot("y1", 1), *snapshot.seats[0].row[1:]))
    table.show(replace(snapshot, seats=(view, *snapshot.seats[1:])))
    assert not table.view.carrying.seats()


def test_an_empty_place_cannot_be_carried(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    table.view.carry(4, "stack", 600, 400)
    assert not table.view.carrying.seats()


def test_a_stack_that_lies_face_down_is_carried_as_a_back_and_tells_no_card(table: Table, canned: Any) -> None:
    table.show(canned.face_down(4))
    assert [item.card for item in table.named("stack")] == [None] * 4
    table.view.carry(1, "stack", 600, 400)
    assert table.carried(1).card is None
    table.view.release(1)
    back = canned.move(1, "back", seat=1, source="stack")
    table.show(replace(canned.face_down(4), moves=(back,)))
    assert (table.flights[0].poses[0].x, table.flights[0].poses[0].y) == (600, 400)
    assert not table.view.carrying.seats()


def test_a_refusal_without_a_card_that_nobody_carries_moves_nothing(table: Table, canned: Any) -> None:
    table.show(canned.face_down(4))
    table.show(replace(canned.face_down(4), moves=(canned.move(1, "back", seat=1, source="stack"),)))
    assert table.flights == []


def test_a_card_that_fills_a_gap_flies_from_the_finger(table: Table, canned: Any) -> None:
    table.show(canned.face_down(4))
    table.view.carry(4, "stack", 600, 400)
    table.view.release(4)
    fill = canned.move(1, "refill", seat=4, slot=1, card="y2")
    table.show(replace(canned.face_down(4), moves=(fill,)))
    gap = table.named("row", 4)[1]
    poses = table.flights[0].poses
    assert (poses[0].x, poses[0].y) == (600, 400)
    assert (poses[-1].x, poses[-1].y) == (gap.x, gap.y)


def test_a_gap_can_be_touched_only_while_the_stack_has_a_card_for_it(table: Table, canned: Any) -> None:
    table.show(canned.by_hand(4))
    assert [item.enabled for item in table.named("row", 1)] == [True, True, True]
    assert [item.enabled for item in table.named("row", 2)] == [False, True, False]


def test_a_gap_that_takes_the_carried_discard_can_be_touched(table: Table, canned: Any) -> None:
    play = canned.by_hand(4)
    view = replace(play.seats[1], discard_card="r3", discard_to=(2,))
    table.show(replace(play, seats=(play.seats[0], view, *play.seats[2:])))
    table.view.carry(2, "discard", 600, 400)
    assert [item.enabled for item in table.named("row", 2)] == [False, True, True]


def test_only_the_places_that_take_the_carried_card_are_framed(table: Table, canned: Any) -> None:
    from kiosk.display.paint.theme import GO, WHITE  # noqa: PLC0415

    table.show(canned.in_pro(4))

    def framed(seat: int) -> int:
        marks = table.marks(seat)
        return sum(getattr(mark, "tint", None) == GO.mix(WHITE, 0.25) for mark in marks)

    assert framed(1) == 0
    table.view.carry(1, "stack", 600, 400)
    assert framed(1) == 1
    assert framed(2) == 2  # the table has marked the stack's card: a pile and a gap take it


@pytest.mark.parametrize(
    ("state", "what", "seat", "button"),
    [
        ("attract", "seat", 3, "play"),
        ("ready", "seat", 4, "play"),
        ("ready", "ready", 1, "play"),
        ("round_result", "go_on", 1, "play"),
        ("match_result", "again", 1, "play"),
        ("paused", "go_on", 4, "play"),
        ("play", "stop", 1, "stop"),
        ("play", "seat", 3, "play"),
    ],
)
def test_a_control_presses_its_button(table: Table, canned: Any, state: str, what: str, seat: int, button: str) -> None:
    table.show(canned.snapshot(state, 4))
    pressed = table.tap(table.only(what, seat), 17)
    assert isinstance(pressed, PressButton)
    assert (pressed.seat, pressed.button, pressed.at) == (seat, button, 17)


@pytest.mark.parametrize("game", ["cards", "dice"])
def test_outside_the_opening_hours_only_the_staffs_corners_can_be_touched(table: Table, canned: Any, game: str) -> None:
    table.show(canned.snapshot("attract", 4))
    table.show(replace(canned.snapshot("closed", 4), game=game, board=(0,) * 24))
    assert {item.what for item in table.view.items()} == {"service"}
    assert len(table.view.items()) == 4


def test_in_attract_the_whole_panel_takes_the_seat(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("attract", 4))
    assert {item.what for item in table.view.items()} == {"seat", "seat_language", "service"}
    for seat in (1, 2, 3, 4):
        item = table.only("seat", seat)
        assert (item.w, item.h) == table.view.layout.panels[seat].size


def test_cells_and_panels_are_told_in_window_pixels_after_a_resize(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    table.view.pos, table.view.size = (0, 0), (1920, 1000)
    table.pass_ms()
    pile = table.named("pile")[0]
    assert table.view.near_cells(pile.x, pile.y)[0] == 0
    assert all(0 <= item.x <= 1920 and 0 <= item.y <= 1000 for item in table.view.items())


def test_a_window_too_small_for_its_seats_keeps_the_picture(table: Table, canned: Any) -> None:
    table.show(canned.snapshot("play", 4))
    before = list(table.view.items())
    for size in ((150, 150), (100, 1)):
        table.view.size = size
        table.pass_ms()
        assert table.view.items() == before
    table.view.size = (1920, 1080)
    table.pass_ms()
    assert table.view.items() != before


def test_a_table_that_is_gone_can_be_touched_no_more_and_comes_back(table: Table, canned: Any) -> None:
    snapshot = canned.snapshot("play", 4)
    table.show(snapshot)
    before = list(table.view.items())
    table.view.table_gone(gone=True)
    assert table.view.items() == []
    table.view.table_gone(gone=False)
    assert table.view.items() == before


def test_the_widget_takes_no_touches_itself(table: Table) -> None:
    from kivy.uix.widget import Widget  # noqa: PLC0415

    for handler in ("on_touch_down", "on_touch_move", "on_touch_up"):
        assert getattr(type(table.view), handler) is getattr(Widget, handler)


def test_a_running_lock_draws_its_own_panel_alone(table: Table, canned: Any, layers_shown: list[int]) -> None:
    table.pass_ms(500)  # no margin of a race counts up any more
    table.show(canned.snapshot("play", 4))  # seat 2 is locked
    layers_shown.clear()
    table.pass_ms(100)
    assert layers_shown == [0]


def test_a_lock_is_an_arc_that_fills_and_ends_without_a_new_snapshot(table: Table, canned: Any) -> None:
    def arcs() -> list[Curve]:
        return [mark for mark in table.marks(2) if isinstance(mark, Curve)]

    table.show(canned.snapshot("play", 4))
    first = arcs()
    table.pass_ms(700)
    assert [len(arc.points) for arc in first] < [len(arc.points) for arc in arcs()]
    table.pass_ms(5000)
    assert len(first) == 1
    assert arcs() == []


def test_a_verdict_goes_by_itself(table: Table, canned: Any) -> None:
    def told() -> bool:
        marks = table.marks(1)
        return any(getattr(getattr(mark, "look", None), "text", "").endswith(" ms") for mark in marks)

    table.show(canned.snapshot("play", 4))
    assert told()
    table.pass_ms(3000)
    assert not told()


def test_the_door_shows_how_long_it_has_been_held(table: Table, canned: Any) -> None:
    def arcs() -> list[int]:
        marks = table.marks(1)
        return [len(mark.points) for mark in marks if isinstance(mark, Curve)]

    table.show(canned.quiet(4))
    assert arcs() == []
    table.view.press(1, table.now)
    seen = []
    for _ in range(3):
        table.pass_ms(400)
        seen += arcs()
    assert len(seen) == 3
    assert seen == sorted(set(seen))
    table.view.press(1, None)
    table.pass_ms()
    assert arcs() == []


def test_a_heard_press_blinks_for_a_moment(table: Table, canned: Any, layers_shown: list[int]) -> None:
    played = canned.snapshot("play", 4)
    snapshot = replace(played, seats=tuple(replace(view, locked_until=0) for view in played.seats))
    table.pass_ms(500)  # no margin of a race counts up any more
    table.show(snapshot)
    layers_shown.clear()
    view, rest = replace(snapshot.seats[0], heard=1), table.marks(1)
    table.show(replace(snapshot, seats=(view, *snapshot.seats[1:])))
    assert table.marks(1)[: -len(rest)], "light"
    table.pass_ms(200)
    assert table.marks(1) == rest
    assert layers_shown == [0, 0]


@pytest.mark.parametrize("state", ["ready", "countdown", "play", "paused", "round_result", "match_result"])
def test_a_tap_on_the_corner_says_beside_it_that_it_has_to_be_held(table: Table, canned: Any, state: str) -> None:
    table.show(canned.snapshot(state, 4))
    assert "Hold to leave" not in table.words(1)
    assert table.tap(table.only("leave", 1), 1) is None
    assert "Hold to leave" in table.words(1)
    assert all("Hold to leave" not in table.words(seat) for seat in (2, 3, 4))
    table.pass_ms(2500)
    assert "Hold to leave" not in table.words(1)


def test_a_touch_panel_that_is_lost_is_told_to_everybody_until_it_is_back(table: Table, canned: Any) -> None:
    fault = Fault("touch.none")
    table.show(canned.quiet(4))
    table.view.touch_lost(fault)
    words = {1: "feels no touch", 2: "Der Touchscreen reagiert nicht", 3: "écran", 4: "feels no touch"}
    for seat, word in words.items():
        assert word in " ".join(table.words(seat))
    table.show(canned.snapshot("paused", 4, notice=Fault("disk.full")))
    assert "Touch isn't working" in " ".join(table.words(1))
    assert "couldn't save" not in " ".join(table.words(1))
    table.view.touch_lost(None)
    assert "couldn't save" in " ".join(table.words(1))
    table.show(canned.quiet(4))
    assert "feels no touch" not in " ".join(table.words(1))


def test_a_new_layout_gives_back_the_room_that_those_before_have_taken(
    table: Table, canned: Any, spots_of: Callable[[], list[Any]]
) -> None:
    atlas = table.view.atlas
    table.show(canned.snapshot("ready", 4))
    before = len(atlas)
    table.show(canned.dice("play", 4))
    assert len(atlas) > before
    atlas.enough = 0
    table.show(canned.snapshot("ready", 4))
    assert atlas.pages == 1
    assert len(atlas) <= before
    assert {spot.page for spot in spots_of()} == {atlas.spot(look).page for look in atlas}
    assert table.named("ready")


def test_parties_of_every_size_keep_to_a_few_pages_and_lose_no_picture(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch, spots_of: Callable[[], list[Any]]
) -> None:
    """A day at a table of twelve, on small pages: new layouts, their cards held ahead, new numbers all the time.

    The pages are not smaller still, because the pictures of light have the same size in every window.
    """
    from kiosk.display import table_view  # noqa: PLC0415

    small = table_view.Atlas(768)
    monkeypatch.setattr(table_view, "Atlas", lambda **_: small)
    table = table_of(12)
    most = 0
    for round_no, party in enumerate((12, 2, 8, 4, 12, 3, 6, 2, 10, 5), start=1):
        for state in ("ready", "play", "round_result"):
            shown = canned.snapshot(state, 12)
            seats = (replace(seat, state=seat.state if seat.seat <= party else "free") for seat in shown.seats)
            table.show(replace(shown, seats=tuple(seats), round_no=round_no, rounds=99))
            table.pass_ms()
        most = max(most, small.pages)
        places = [(spot.page, spot.sides) for spot in spots_of()]
        assert len(places) == len({(id(page), sides) for page, sides in places}), "each has a place of its own"
    assert most <= small.enough + 4  # a count has two turntables and a medal for each seat, a start large calls
    assert most > 1


OPENS = {"en": "Opens at 10:00", "de": "Öffnet um 10:00 Uhr", "fr": "Ouverture à 10:00"}


def test_a_closed_table_says_to_every_side_when_it_opens_in_one_language_after_the_other(
    table: Table, canned: Any
) -> None:
    table.show(canned.snapshot("closed", 4))
    seen: dict[int, set[str]] = {side: set() for side in range(4)}
    for _ in range(3):
        opens = [table.words(seat)[0] for seat in range(1, 5)]
        for side, text in enumerate(opens):
            seen[side].add(text)
        assert len(set(opens)) == 3, "somebody finds theirs at once"
        table.pass_ms(2500)
    assert list(seen.values()) == [set(OPENS.values())] * 4


INVITED = {"en": "Touch here to play", "de": "Zum Spielen hier berühren", "fr": "Touchez ici pour jouer"}


@pytest.mark.parametrize("offered", [("en", "de", "fr"), ("fr",), ("de", "en")], ids="-".join)
def test_a_table_invites_in_the_languages_that_are_offered_and_in_no_other(
    table: Table, canned: Any, offered: tuple[str, ...]
) -> None:
    table.show(canned.snapshot("attract", 4, languages=offered))
    seen: set[str | None] = set()
    for _ in offered:
        seen |= {table.only("seat", seat).text for seat in range(1, 5)}
        table.pass_ms(2500)
    assert seen == {INVITED[language] for language in offered}


def test_hours_that_change_while_the_table_is_closed_are_told_as_they_are_now(table: Table, canned: Any) -> None:
    closed = canned.snapshot("closed", 4)
    table.show(closed)
    table.show(replace(closed, house=replace(closed.house, opens="11:30")))
    assert all("11:30" in table.words(seat)[0] for seat in range(1, 5))
    table.show(replace(closed, house=replace(closed.house, opens="11:30", opens_on="friday")))
    told = " ".join(word for seat in range(1, 5) for word in table.words(seat))
    assert all(day in told for day in ("Friday, ", "Freitag, ", "vendredi, "))
    table.show(replace(closed, house=replace(closed.house, opens="")))
    assert {" ".join(table.words(seat)) for seat in range(1, 5)} >= {"Closed now", "Jetzt geschlossen"}


def test_a_closed_table_says_nothing_else(table: Table, canned: Any) -> None:
    closed = replace(canned.snapshot("closed", 4), notice=Fault("disk.full"))
    table.show(closed)
    assert [len(table.words(seat)) for seat in range(1, 5)] == [2] * 4
    assert [table.words(part) for part in ("centre", "overlay")] == [[], []]


def test_what_is_told_of_the_hours_is_told_by_a_closed_table_alone(table: Table, canned: Any) -> None:
    house = canned.snapshot("closed", 4).house
    for state in ("attract", "ready", "play", "match_result"):
        table.show(canned.snapshot(state, 4, house=house))
        told = [word for part in table.view.sketches for word in table.words(part)]
        assert told
        assert not [word for word in told if "10:00" in word]


def test_what_has_fitted_for_long_glows_around_its_place_until_it_is_taken(table: Table, canned: Any) -> None:
    play = canned.snapshot("play", 4)
    table.show(play)
    home = next(item for item in table.named("row", 1) if item.slot == 0)
    glowing = replace(play, id=2, moves=(canned.move(1, "glow", seat=1, source="row 0", card=home.card),))
    table.show(glowing)
    (glow,) = table.lights
    assert [(pose.x, pose.y) for pose in glow.poses] == [pytest.approx((home.x, home.y))] * len(glow.poses)
    table.show(replace(glowing, id=3))
    assert table.lights == [glow]
    table.show(replace(glowing, id=4, seats=(replace(play.seats[0], row=()), *play.seats[1:])))
    assert table.lights == []
