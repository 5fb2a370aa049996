"""The layout: nothing overlaps, nothing leaves the screen, everything is turned to its player."""

from __future__ import annotations

import itertools
import math
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.game.seats import SeatNumber
from kiosk.layout.card_layout import CardParts, row_slots
from kiosk.layout.card_size import MIN_CARD_MM, MIN_CARD_PX, NEAR_CARD_MM, is_legible
from kiosk.layout.dice_layout import DiceParts
from kiosk.layout.table_layout import MIN_HIT_MM, MIN_HIT_PX, TURN, Frame, Layout, Panel, Parts, Place, Wishes, arrange
from kiosk.layout.tray import NESTED, TrayLayout
from kiosk.protocol import SeatPlan

SIZES = [(1280, 720), (1280, 672), (1920, 1080)]
SCREENS = [(1280, 720), (1920, 1080), (3840, 2160), (2560, 1080), (3440, 1440), (1280, 960), (1600, 1200)]
ANY_SIZE = st.one_of(
    st.sampled_from(SCREENS + [(height, width) for width, height in SCREENS]),
    st.tuples(st.integers(720, 3840), st.integers(720, 2160)),
)
CROWD = 6  # this many seats fit side by side on any of these screens
DIAGONAL = 1092.0
FEW = CardParts.of((), 2)
BELOW = {"stack", "count", "discard", "hand", "stop"}
ABOVE = {"end", "head", "sign", "door", "ticker", "leave"}
PARTS = BELOW | ABOVE

TABLES = {
    2: [("south", 0.5), ("north", 0.5)],
    3: [("south", 0.5), ("north", 0.5), ("west", 0.5)],
    4: [("south", 0.5), ("north", 0.5), ("west", 0.5), ("east", 0.5)],
    12: [(edge, (n + 0.5) / 4) for edge in ("south", "north") for n in range(4)]
    + [(edge, (n + 0.5) / 2) for edge in ("west", "east") for n in range(2)],
}


def _plans(places: list[tuple[str, float]]) -> list[SeatPlan]:
    return [SeatPlan(SeatNumber(number), edge, position) for number, (edge, position) in enumerate(places, 1)]


def _area(size: tuple[int, int]) -> Place:
    return Place(size[0] / 2, size[1] / 2, *size)


def _table(seats: int, size: tuple[int, int] = (1920, 1080), **values: object) -> Layout:
    plans = _plans(TABLES[seats])
    shown = values.pop("shown", [plan.seat for plan in plans])
    parts = values.pop("parts", CardParts.of((), len(shown)))
    return arrange(_area(size), plans, shown, DIAGONAL, parts, **values)


def _inside(one: Place, other: Place) -> bool:
    """Return whether one place lies within another, up to float rounding."""
    return (
        one.left >= other.left - 1e-6
        and one.right <= other.right + 1e-6
        and one.bottom >= other.bottom - 1e-6
        and one.top <= other.top + 1e-6
    )


def _check(layout: Layout) -> None:
    """Check that everything is inside the area and nothing overlaps."""
    parts = [*layout.panels.values(), *layout.tabs.values()]
    covers = [part.bounds for part in parts] + list(layout.cells)
    for cover in covers:
        assert _inside(cover, layout.area)
    for one, other in itertools.combinations(covers, 2):
        assert not one.overlaps(other)
    for panel in layout.panels.values():
        whole = Place(0, 0, *panel.size)
        places = {name: place for name, place in panel.places.items() if name not in NESTED | {"well"}}
        for place in places.values():
            assert abs(place.x) + place.w / 2 <= whole.w / 2 + 1e-6
            assert abs(place.y) + place.h / 2 <= whole.h / 2 + 1e-6
        for one, other in itertools.combinations(places.values(), 2):
            assert not one.overlaps(other)
        _check_lit_stop(panel)


def _check_lit_stop(panel: Panel) -> None:
    """Check that a lit Stop sign is larger, covers nothing but the count, and stays within its tray."""
    lit, stop = panel.lit_stop, panel.places["stop"]
    others = {name for name, place in panel.places.items() if place.overlaps(lit)}
    assert others - NESTED <= {"stop", "count"}
    assert _inside(lit, panel.places["body"])
    assert _inside(stop, lit), "a finger that waits there hits it"
    assert lit.w >= 1.25 * stop.w


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_two_to_four_seats_fit_with_cards_to_be_read(seats: int, size: tuple[int, int]) -> None:
    layout = _table(seats, size)
    _check(layout)
    assert layout.legible
    assert all(panel.card >= 60 for panel in layout.panels.values())
    assert layout.cells[0].w > layout.panels[SeatNumber(1)].card


def test_twelve_seats_fit_on_a_large_screen() -> None:
    layout = _table(12)
    _check(layout)
    assert layout.legible
    assert len(layout.panels) == 12
    assert len(layout.cells) == 48


def test_a_table_too_small_for_its_seats_says_so() -> None:
    layout = _table(12, (1280, 720))
    _check(layout)
    assert not layout.legible
    assert layout.panels[SeatNumber(1)].card < MIN_CARD_PX


@given(
    places=st.lists(st.tuples(st.sampled_from(sorted(TURN)), st.floats(0, 1)), min_size=2, max_size=12),
    size=ANY_SIZE,
    diagonal=st.floats(300, 3000),
    parts=st.one_of(
        st.builds(CardParts, st.integers(2, 12), st.sampled_from([3, 4, 5])), st.builds(DiceParts, st.integers(1, 14))
    ),
    data=st.data(),
)
def test_no_table_overlaps_or_leaves_its_screen_or_hides_that_its_cards_are_too_small(
    places: list[tuple[str, float]], size: tuple[int, int], diagonal: float, parts: Parts, data: st.DataObject
) -> None:
    plans = _plans(places)
    seats = [plan.seat for plan in plans]
    shown = data.draw(st.one_of(st.just(set(seats)), st.sets(st.sampled_from(seats), min_size=1)))
    mirrored, rim = data.draw(st.sets(st.sampled_from(seats))), data.draw(st.booleans())
    legible = is_legible(_area(size), plans, shown, diagonal, parts)
    try:
        layout = arrange(_area(size), plans, shown, diagonal, parts, wishes=Wishes(mirrored), rim=rim)
    except ValueError:
        assert not legible
        assert max(Counter(plan.edge for plan in plans if plan.seat in shown).values()) > CROWD
        return
    _check(layout)
    assert layout.legible is legible
    assert set(layout.panels) == shown
    assert len(layout.cells) == (24 if isinstance(parts, DiceParts) else 4 * parts.players)
    assert all(_inside(cell, layout.centre) for cell in layout.cells)
    card = layout.panels[min(shown)].card
    assert rim or min(cell.w for cell in layout.cells) >= card  # with tabs on the rim, nobody plays there yet
    assert layout.legible == (card >= MIN_CARD_PX and card / math.hypot(*size) * diagonal >= MIN_CARD_MM)


@pytest.mark.parametrize(("edge", "up"), [("south", (0, 1)), ("north", (0, -1)), ("west", (1, 0)), ("east", (-1, 0))])
def test_a_panel_is_turned_so_that_up_points_away_from_its_player(edge: str, up: tuple[int, int]) -> None:
    layout = arrange(_area((1920, 1080)), _plans([(edge, 0.5), ("south", 0.1)]), [SeatNumber(1)], DIAGONAL, FEW)
    frame = layout.panels[SeatNumber(1)].frame
    x, y = frame.to_window(0, 1)
    assert (x - frame.x, y - frame.y) == up


def test_positions_count_from_the_left_and_from_the_top() -> None:
    plans = _plans([("south", 0.2), ("south", 0.8), ("west", 0.1), ("west", 0.9)])
    layout = arrange(_area((3840, 2160)), plans, [plan.seat for plan in plans], 2000, CardParts.of((), 4))
    first, second, third, fourth = (layout.panels[SeatNumber(number)].frame for number in (1, 2, 3, 4))
    assert first.x < second.x
    assert third.y > fourth.y


def test_a_panel_stands_before_its_buttons() -> None:
    layout = arrange(_area((1920, 1080)), _plans([("south", 0.46), ("north", 0.54)]), [1, 2], DIAGONAL, FEW)
    assert layout.panels[SeatNumber(1)].frame.x == round(0.46 * 1920)
    assert layout.panels[SeatNumber(2)].frame.x == round(0.54 * 1920)


def test_a_left_handed_panel_is_the_mirror_of_the_other() -> None:
    right, left = (_table(2, wishes=Wishes(seats)).panels[SeatNumber(1)] for seats in ((), (1,)))
    for name in PARTS | {f"row {slot}" for slot in range(5)}:
        assert left.places[name] == right.places[name]._replace(x=-right.places[name].x)


def test_the_cells_depend_on_the_players_alone() -> None:
    assert _table(4).cells == _table(4, wishes=Wishes((1, 3))).cells


@pytest.mark.parametrize(("players", "slots"), [(2, 5), (3, 4), (4, 3), (12, 3)])
def test_a_row_has_its_slots(players: int, slots: int) -> None:
    assert row_slots(players) == slots
    panel = _table(players).panels[SeatNumber(1)]
    assert PARTS | {f"row {slot}" for slot in range(slots)} | {"body"} == set(panel.places) - {"rules"}


def test_a_seat_that_does_not_play_keeps_a_small_mark() -> None:
    layout = _table(4, shown=[1, 2])
    _check(layout)
    assert set(layout.panels) == {1, 2}
    assert set(layout.tabs) == {3, 4}
    assert len(layout.cells) == 8


def test_a_mark_near_a_corner_stands_within_the_rim() -> None:
    plans = _plans([("north", 0.5), ("south", 0.0), ("south", 1.0), ("west", 0.0)])
    layout = arrange(_area((1920, 1080)), plans, [SeatNumber(1)], DIAGONAL, FEW)
    assert set(layout.tabs) >= {2, 3}
    _check(layout)
    felt = layout.area.inset(layout.rim)
    for seat, end in ((2, felt.left), (3, felt.right)):
        tab = layout.tabs[SeatNumber(seat)]
        assert abs(tab.frame.x - end) == pytest.approx(tab.size[0] / 2, abs=1)


def test_the_mark_of_a_seat_that_does_not_play_takes_nothing_from_the_centre() -> None:
    """On such a small screen the tab alone would make the board's spaces smaller than the dice."""
    layout = arrange(_area((1893, 720)), _plans([("north", 0), ("south", 0)]), [SeatNumber(1)], 300, DiceParts(1))
    assert set(layout.tabs) == {2}
    assert layout.cells[0].w >= layout.panels[SeatNumber(1)].card


def test_before_trays_along_a_whole_edge_the_marks_of_others_stand_on_the_rim_of_the_middle() -> None:
    plans = _plans([("south", 0.25), ("south", 0.5), ("south", 0.75), ("north", 0.5), ("west", 0.5)])
    shown, parts = [SeatNumber(2), SeatNumber(4)], CardParts.of((), 2)
    without, layout = (arrange(_area((1920, 1080)), plans, shown, DIAGONAL, parts, rim=rim) for rim in (False, True))
    assert set(without.tabs) == {5}
    assert set(layout.tabs) == {1, 3, 5}
    _check(layout)
    for seat in (SeatNumber(1), SeatNumber(3)):
        tab, tray = layout.tabs[seat].bounds, layout.panels[SeatNumber(2)].bounds
        assert 0 <= tab.bottom - tray.top < tab.h
        assert (tab.x < 960) is (seat == 1)


def test_a_tray_becomes_wider_but_never_narrower_than_its_parts_need() -> None:
    tray = TrayLayout(100, FEW, 40)
    assert tray.as_wide_as(tray.size[0] - 50) == tray
    wider = tray.as_wide_as(tray.size[0] + 50)
    assert wider.size == (pytest.approx(tray.size[0] + 50, abs=2), tray.size[1])
    assert wider.as_wide_as(tray.size[0]).size == tray.size


def test_the_nearest_cell_comes_first_and_all_are_told() -> None:
    layout = _table(4)
    cell = layout.cells[5]
    near = layout.near_cells(cell.x + 3, cell.y - 2, taken=range(5))
    assert near[0] == 5
    assert sorted(near) == list(range(16))


def test_piles_are_begun_from_the_middle_outwards() -> None:
    layout = _table(4)
    middle = layout.centre.x, layout.centre.y
    far = [math.dist((cell.x, cell.y), middle) for cell in layout.cells]
    assert far == pytest.approx(sorted(far), abs=2)
    assert layout.free_cells({0, 2}) == (1, 3, 4, 5)
    outer = layout.cells[15]
    assert layout.near_cells(outer.x, outer.y, taken=(0, 2))[0] == 5
    assert set(layout.near_cells(outer.x, outer.y, taken=(0, 2, 15))[:7]) == {0, 1, 2, 3, 4, 5, 15}


@pytest.mark.parametrize("size", [*SCREENS, (1080, 1920)])
@pytest.mark.parametrize("players", range(2, 13))
def test_every_row_of_piles_is_full(players: int, size: tuple[int, int]) -> None:
    area = Place(size[0] / 2, size[1] / 2, *size)
    cells = CardParts(players, 3).cells(area, 40)
    rows = Counter(cell.y for cell in cells)
    assert len(cells) == 4 * players
    assert len(set(rows.values())) == 1
    assert len(rows) > 1


@pytest.mark.parametrize("size", SCREENS)
def test_the_piles_of_two_players_are_a_line_of_large_cards(size: tuple[int, int]) -> None:
    layout = _table(2, size)
    assert len({cell.y for cell in layout.cells}) == 1
    assert layout.cells[0].w >= 1.25 * layout.panels[SeatNumber(1)].card


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_felt_lies_between_the_trays_and_the_middle(seats: int) -> None:
    for layout, share in ((_table(seats), 0.22), (_dice_table(seats, (1920, 1080), 6), 0.15)):
        panels = layout.panels.values()
        above = min(panel.bounds.bottom for panel in panels if panel.edge == "north")
        cell = layout.cells[0]
        assert above - max(cell.top for cell in layout.cells) >= share * cell.h


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_door_never_stands_beside_the_rules(seats: int) -> None:
    panel = _table(seats).panels[SeatNumber(1)]
    rules = panel.places.get("rules", panel.places["leave"])
    door, ticker = panel.places["door"], panel.places["ticker"]
    assert min(rules.x, door.x) < ticker.x < max(rules.x, door.x)
    assert min(rules.w, door.w) >= max(MIN_HIT_PX, MIN_HIT_MM * panel.mm)


def test_a_point_belongs_to_its_panel_and_the_centre_to_nobody() -> None:
    layout = _table(4)
    for seat, panel in layout.panels.items():
        assert layout.panel_at(panel.frame.x, panel.frame.y) == seat
    assert layout.panel_at(960, 540) is None


@given(x=st.floats(-2000, 2000), y=st.floats(-2000, 2000), rotation=st.sampled_from([0, 90, 180, 270, 33]))
def test_a_panel_is_turned_about_its_middle_and_not_stretched(x: float, y: float, rotation: float) -> None:
    there = Frame(300, 200, rotation).to_window(x, y)
    assert math.isclose(math.dist(there, (300, 200)), math.hypot(x, y), abs_tol=1e-6)
    turn = math.degrees(math.atan2(there[1] - 200, there[0] - 300) - math.atan2(y, x))
    assert math.hypot(x, y) < 1e-3 or abs((turn - rotation + 180) % 360 - 180) < 1e-3


def _dice_table(seats: int, size: tuple[int, int], dice: int) -> Layout:
    return _table(seats, size, parts=DiceParts(dice))


@pytest.mark.parametrize("size", [*SIZES, (3840, 2160)])
@pytest.mark.parametrize(("seats", "dice"), [(2, 12), (2, 14), (3, 10), (4, 6), (4, 8), (4, 12)])
def test_every_share_of_dice_lies_in_its_tray_around_a_larger_board(
    seats: int, dice: int, size: tuple[int, int]
) -> None:
    layout = _dice_table(seats, size, dice)
    _check(layout)
    assert layout.legible
    for panel in layout.panels.values():
        trays = [place for name, place in panel.places.items() if name.startswith("die ")]
        assert len(trays) == dice
        assert min(place.w for place in trays) >= panel.card
    assert layout.cells[0].w >= 1.5 * layout.panels[SeatNumber(1)].card


@pytest.mark.parametrize("dice", [2, 4, 12])
def test_twelve_seats_of_dice_fit_on_a_large_screen_in_a_tie_break_too(dice: int) -> None:
    layout = _dice_table(12, (1920, 1080), dice)
    _check(layout)
    assert layout.legible


EIGHT = [*((edge, (n + 0.5) / 3) for edge in ("south", "north") for n in range(3)), ("west", 0.5), ("east", 0.5)]


@given(size=st.sampled_from([(1280, 720), (1366, 768), (1920, 1080), (3840, 2160)]), diagonal=st.integers(450, 1500))
@pytest.mark.parametrize("game", ["cards", "dice"])
def test_no_group_at_a_long_edge_is_refused_where_a_larger_one_around_it_would_fit(
    game: str, size: tuple[int, int], diagonal: int
) -> None:
    """Rows of few players are longer: the parts of their panels move together if they would not fit otherwise."""
    plans = _plans(EIGHT)
    group: list[SeatNumber] = []
    fits = []
    for seat in map(SeatNumber, (1, 2, 3, 7, 8, 4, 5, 6)):
        group.append(seat)
        parts = CardParts.of((), len(group)) if game == "cards" else DiceParts.of((), len(group))
        fits.append(is_legible(_area(size), plans, group, diagonal, parts))
    assert fits == sorted(fits, reverse=True)


def test_a_panel_whose_pieces_have_moved_together_has_all_of_them_at_their_size() -> None:
    """Three side by side on the smallest screen: their rows have four places, those of four players three."""
    layout = arrange(_area((1280, 720)), _plans(EIGHT), [1, 2, 3], DIAGONAL, CardParts.of((), 3))
    _check(layout)
    assert layout.legible
    panel = layout.panels[SeatNumber(1)]
    assert panel.card >= MIN_CARD_PX
    assert {panel.places[f"row {slot}"].w for slot in range(4)} == {panel.card}
    assert not panel.roomy


def test_a_language_from_right_to_left_turns_the_name_line_and_leaves_the_hand_its_side() -> None:
    usual, other = SeatNumber(1), SeatNumber(2)
    layout = _table(4, wishes=Wishes(rtl=[other], large=[other]))
    one, two = layout.panels[usual], layout.panels[other]
    assert (one.runs, two.runs, one.type_scale, two.type_scale) == (1, -1, 1.0, 1.3)
    assert two.places["leave"].x == -one.places["leave"].x
    assert two.places["hand"] == one.places["hand"]
    mirrored = _table(4, wishes=Wishes(rtl=[other], mirrored=[other])).panels[other]
    assert mirrored.places["leave"] == two.places["leave"]
    assert mirrored.places["hand"].x == -one.places["hand"].x


@pytest.mark.parametrize("size", SIZES)
def test_large_type_needs_cards_that_are_larger_than_the_smallest_legible_ones(size: tuple[int, int]) -> None:
    area, first = _area(size), SeatNumber(1)
    legible: set[bool] = set()
    for diagonal in range(300, 1400, 100):
        for players in (2, 4, 6):
            plans = _plans([(edge, 0.5) for edge in ("south", "north", "west", "east", "south", "north")[:players]])
            seats, parts = [plan.seat for plan in plans], CardParts(players, row_slots(players))
            layout = arrange(area, plans, seats, diagonal, parts, wishes=Wishes(large=[first]))
            panel = layout.panels[first]
            least = 1.3 * panel.least
            assert panel.card > least - 1.3 if layout.legible else panel.card < least  # whole pixels
            assert layout.legible is is_legible(area, plans, seats, diagonal, parts, large=True)
            legible.add(layout.legible)
    assert legible == {True, False}


PRESSED = {"stop", "leave", "door", "control 0", "control 1", "control 2", "control 3"}


@given(
    seats=st.sampled_from(list(TABLES)),
    size=ANY_SIZE,
    diagonal=st.integers(300, 1400),
    left=st.booleans(),
    rtl=st.booleans(),
    dice=st.booleans(),
)
@settings(max_examples=60)
@example(seats=4, size=(1080, 2560), diagonal=648, left=False, rtl=False, dice=False)
@example(seats=3, size=(720, 948), diagonal=530, left=False, rtl=False, dice=False)
def test_within_reach_everything_that_is_pressed_lies_in_the_lower_two_thirds(
    seats: int, size: tuple[int, int], diagonal: int, *, left: bool, rtl: bool, dice: bool
) -> None:
    plans, first = _plans(TABLES[seats]), SeatNumber(1)
    shown, parts = [plan.seat for plan in plans], (DiceParts if dice else CardParts).of((), seats)
    wishes = Wishes(mirrored=[first] if left else [], rtl=[first] if rtl else [], near=[first])
    layout = arrange(_area(size), plans, shown, diagonal, parts, wishes=wishes)
    panel = layout.panels[first]
    assert layout.legible is is_legible(_area(size), plans, shown, diagonal, parts, near=True)
    usual = arrange(_area(size), plans, shown, diagonal, parts, wishes=replace(wishes, near=()))
    assert usual.legible or not layout.legible
    if not panel.near:  # nobody is worse off for a wish that does not fit any more
        assert not layout.legible
        assert panel.card == layout.panels[SeatNumber(2)].card
        return
    reach = -panel.size[1] / 2 + panel.size[1] * 2 / 3
    texts = {"head", "sign", "ticker", *(["end"] if not panel.roomy else [])}
    places = {name: place for name, place in panel.places.items() if name not in NESTED | {"well", "leave"}}
    for name, place in places.items():
        assert abs(place.x) + place.w / 2 <= panel.size[0] / 2 + 1e-6
        assert -panel.size[1] / 2 <= place.bottom + 1e-6
        assert place.bottom >= reach - 1 if name in texts else place.top <= reach + 1e-6
    for one, other in itertools.combinations(places.values(), 2):
        assert not one.overlaps(other)
    _check_lit_stop(panel)
    body, sign, head = (panel.places[name] for name in ("body", "sign", "head"))
    assert body.bottom == -panel.size[1] / 2
    assert all(_inside(panel.places[name], body) for name in {"stop", "stack", "hand", "die 0"} & places.keys())
    assert _inside(sign, head)
    assert abs(sign.x - head.x) == pytest.approx((head.w - sign.w) / 2), "at the beginning or the end of the line"
    assert panel.card >= max(panel.least, NEAR_CARD_MM * panel.mm)
    if layout.legible:
        hit = max(MIN_HIT_PX, MIN_HIT_MM * panel.mm)
        assert min(place.w for name, place in panel.places.items() if name in PRESSED) >= hit - 1e-6


@pytest.mark.parametrize("parts", [CardParts, DiceParts])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)])
def test_two_to_four_may_sit_within_reach(parts: type[CardParts | DiceParts], size: tuple[int, int]) -> None:
    for seats in (2, 3, 4):
        assert _table(seats, size, parts=parts.of((), seats), wishes=Wishes(near=range(1, seats + 1))).legible


def test_twelve_may_play_within_reach_where_their_texts_have_room() -> None:
    plans = _plans(TABLES[12])
    for parts, enough in ((CardParts.of((), 12), 1230.0), (DiceParts.of((), 12), 1410.0)):
        for diagonal in (DIAGONAL, enough):
            layout = arrange(_area((3840, 2160)), plans, range(1, 13), diagonal, parts, wishes=Wishes(near=[5]))
            assert layout.legible == layout.panels[SeatNumber(5)].near == (diagonal == enough)
