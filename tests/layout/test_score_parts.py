"""The parts of a tray that counts, and the edges to which the turntable turns."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import pytest

from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts
from kiosk.layout.counting import edges_in_turn, gate, prizes_place, score_parts, turn_at
from kiosk.layout.place import Place
from kiosk.layout.table_layout import Layout, Wishes, arrange
from kiosk.protocol import RoundResult, SeatPlan, SeatScore


def _result(**bots: bool) -> RoundResult:
    """Return a result of seats 1 to 4; ``seat_N``: True for a bot."""
    lines = [
        SeatScore(SeatNumber(number), 0, 0, 0, 0, 0, won=False, bot=bots.get(f"seat_{number}", False))
        for number in range(1, 5)
    ]
    return RoundResult("stop", None, 1, tuple(lines), ())


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (1080, 1920)], ids=str)
@pytest.mark.parametrize("game", ["cards", "dice"])
@pytest.mark.parametrize("seats", [2, 4])
def test_coin_pile_columns_and_control_stand_apart_in_the_tray(
    laid: Callable[..., Layout], seats: int, game: str, size: tuple[int, int]
) -> None:
    layout = laid(seats, size, game)
    assert len(layout.panels) == seats
    for panel in layout.panels.values():
        parts = score_parts(panel)
        for part in parts:
            assert abs(part.x) + part.w / 2 <= panel.size[0] / 2
            assert part.bottom >= -panel.size[1] / 2
        for one, other in itertools.combinations(parts, 2):
            assert not one.overlaps(other)
        coin, pile, columns, knob, label = (part.x for part in parts)
        assert coin < min(pile, columns) < max(pile, columns) < knob == label
        assert parts.label.top < parts.knob.bottom + 1
        assert parts.coin.w == parts.coin.h > 1.05 * panel.card
        assert parts.pile.w > 0.75 * panel.card
        assert parts.columns.w > 4 * panel.card
        assert parts.knob.w == parts.knob.h > panel.card
        assert abs(gate(panel)) <= panel.size[0] / 2 - parts.pile.w / 2


@pytest.mark.parametrize("left", [False, True])
@pytest.mark.parametrize("rtl", [False, True])
@pytest.mark.parametrize("seats", [2, 4, 12])
def test_a_piece_enters_above_its_pile_but_covers_no_more_of_a_name_than_its_own_width(
    laid: Callable[..., Layout], plans: Callable[[int], tuple[SeatPlan, ...]], seats: int, *, rtl: bool, left: bool
) -> None:
    usual, first = laid(seats), SeatNumber(1)
    wishes = Wishes(mirrored=[first] if left else [], rtl=[first] if rtl else [])
    layout = arrange(usual.area, plans(seats), list(usual.panels), 1092.0, CardParts.of((), seats), wishes=wishes)
    panel = layout.panels[first]
    parts, head, enter = score_parts(panel), panel.places["head"], gate(panel)
    if panel.roomy:
        ends, at = (panel.runs * x for x in (head.right if panel.runs * head.right < 0 else head.left, enter))
        above = panel.runs * head.x < 0
        assert enter == parts.pile.x or (above and ends - (at - parts.pile.w / 2) == pytest.approx(parts.pile.w))
        assert not above or ends - (at - parts.pile.w / 2) <= parts.pile.w + 1e-6
    else:
        side = 1 if parts.pile.x > parts.columns.x else -1
        assert enter == pytest.approx(parts.pile.x + side * parts.pile.w / 2), "away from the figures"


def test_the_medals_leave_room_for_names(laid: Callable[..., Layout]) -> None:
    centre = laid(4).centre
    place = prizes_place(laid(4))
    assert place[:2] == (round(centre.x), round(centre.y))
    assert place.w == place.h == round(min(centre.w, centre.h) * (1 - 2.3 * 0.125))
    assert isinstance(place, Place)


def test_the_turntable_turns_to_the_edges_of_people_first_to_the_one_that_is_asked_for(
    laid: Callable[..., Layout],
) -> None:
    layout = laid(4)
    turn = {seat: panel.frame.rotation for seat, panel in layout.panels.items()}
    every = sorted(turn.values())
    assert edges_in_turn(layout, _result()) == tuple(every)
    assert set(edges_in_turn(layout, _result(seat_2=True, seat_4=True))) == {turn[1], turn[3]}
    assert edges_in_turn(layout, _result(seat_1=True, seat_2=True, seat_3=True, seat_4=True)) == tuple(every)
    for seat, here in turn.items():
        at = every.index(here)
        assert edges_in_turn(layout, _result(), SeatNumber(seat)) == (*every[at:], *every[:at])
    assert edges_in_turn(layout, _result(seat_2=True), SeatNumber(2)) == edges_in_turn(layout, _result(seat_2=True))


def test_the_turntable_turns_every_three_seconds_but_for_those_who_want_calm() -> None:
    edges = (0.0, 90.0, 180.0)
    assert [turn_at(edges, at, calm=False) for at in (-1, 0, 2.9, 3, 6, 9)] == [0, 0, 0, 90, 180, 0]
    assert [turn_at(edges, at, calm=True) for at in (-1, 0, 3, 6)] == [0, 0, 0, 0]
