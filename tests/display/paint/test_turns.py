"""The first picture: felt at once, its parts in turn, and the same as one that is painted in one go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import count, pairwise
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.paint.turns import PAINT_S, LateWork, Turns
from kiosk.game.seats import SeatNumber
from kiosk.protocol import SeatView
from kiosk.protocol.state import AttractScene
from tests.display.table import Table


def test_the_first_frame_has_no_time_and_every_other_one_time_for_at_least_one_part() -> None:
    now = [0.0]
    turns = Turns(lambda: now[0])
    assert not turns.begin_frame()
    for _ in range(3):
        assert turns.begin_frame()
        assert turns.take_turn()
        assert turns.take_turn()
        assert not turns.are_left
        now[0] += 2 * PAINT_S  # the part took longer than a frame
        assert not turns.take_turn()
        assert turns.are_left


def _open(table: Table) -> None:
    """Draw frames until all of the first picture is shown."""
    for _ in range(20):
        if table.view.is_open:
            return
        table.pass_ms()
    pytest.fail("the first picture is not whole after 20 frames")


@pytest.mark.ui
@pytest.mark.parametrize("state", ["attract", "ready", "play"])
def test_a_display_that_starts_shows_felt_first_and_then_the_same_picture(
    table_of: Callable[..., Table], canned: Any, state: str
) -> None:
    whole, coming = (table_of(4, in_turn=in_turn) for in_turn in (False, True))
    snapshot = canned.snapshot(state, 4)
    whole.show(snapshot)
    coming.show(snapshot)
    coming.pass_ms()
    assert not coming.view.items()
    assert not coming.view.sketches
    assert coming.view.atlas.pages == 0
    coming.pass_ms()
    assert coming.view.sketches
    _open(coming)
    assert coming.view.items() == whole.view.items()


@pytest.mark.ui
def test_a_table_that_goes_while_its_picture_comes_is_told_as_gone(table_of: Callable[..., Table], canned: Any) -> None:
    table = table_of(4, in_turn=True)
    table.show(canned.snapshot("play", 4))
    table.pass_ms()
    table.view.table_gone(True)
    _open(table)
    assert not table.view.items()


FRAME = 16_666_667


class Late:
    """A budget with a clock of its own: each tray takes as long as it is told to."""

    def __init__(self) -> None:
        self.now, self.ran = 0, 0.0
        self.work = LateWork(lambda: self.now, lambda: self.ran)

    def frame(
        self, changed: set[int], seats: list[SeatView], takes: Callable[[], float], before: float = 0.0
    ) -> list[int]:
        """Draw a frame after other work; return the trays painted in it, which are no longer in ``changed``."""
        self.now += FRAME
        self.work.begin_frame()
        self.ran += before
        return self.paint(changed, seats, takes)

    def paint(self, changed: set[int], seats: list[SeatView], takes: Callable[[], float]) -> list[int]:
        """Paint trays in this frame."""
        painted: list[int] = []
        for view in self.work.in_turn(seats):
            if view.seat in changed and not self.work.waits(view.seat):
                painted.append(view.seat)
                changed.discard(view.seat)
                self.ran += takes()
        return painted


def _seats(*bots: int, of: int = 4) -> list[SeatView]:
    return [SeatView(SeatNumber(number), "playing", bot=number in bots) for number in range(1, of + 1)]


def test_trays_that_had_to_wait_are_painted_first() -> None:
    late, seats, changed = Late(), _seats(), {1, 2, 3, 4}
    assert late.frame(changed, seats, lambda: 0.4 * PAINT_S) == [1, 2]
    changed |= {1, 2}
    assert late.frame(changed, seats, lambda: 0.4 * PAINT_S) == [3, 4]
    assert late.work.waiting
    assert late.frame(changed, seats, lambda: 0.4 * PAINT_S) == [1, 2]
    assert not late.work.waiting


def test_other_work_of_the_frame_comes_first_but_no_tray_waits_for_ever() -> None:
    late, seats, changed = Late(), _seats(), {1, 2}
    painted = [late.frame(changed, seats, lambda: 0.0, before=2 * PAINT_S) for _ in range(4)]
    assert painted == [[], [1], [2], []]


def test_all_trays_wait_for_the_next_frame_if_time_has_passed_before_the_first_but_only_once() -> None:
    late, seats = Late(), _seats()

    def passed(before: float) -> bool:
        late.now += FRAME
        late.work.begin_frame()
        late.ran += before
        is_late = late.work.is_late
        if is_late:
            late.work.postpone(seats)
        return is_late

    assert not passed(0.5 * PAINT_S)
    assert passed(2 * PAINT_S)
    assert late.work.waiting == {1, 2, 3, 4}
    assert not passed(2 * PAINT_S)
    late.paint(set(), seats, lambda: 0.0)
    assert passed(2 * PAINT_S)
    late.paint(set(), seats, lambda: 0.0)
    late.work.paint_all()
    assert not passed(2 * PAINT_S), "it is to be in all trays at once"


class _Tier:
    """A stand-in for the canvas."""

    def layer(self) -> Any:
        return self

    def show(self, *_: object) -> None:
        """Show nothing."""


@pytest.mark.ui
def test_of_trays_that_all_wait_nothing_is_reckoned_before_the_next_frame() -> None:
    from kiosk.display.shown import ShownPicture, ShownTrays  # noqa: PLC0415  # load Kivy only when such a test runs

    late, seats, asked = Late(), _seats(), []
    tier: Any = _Tier()
    trays = ShownTrays(ShownPicture(None), late.work, tier, tier)
    layout: Any = SimpleNamespace(panels={})
    for before in (2 * PAINT_S, 0.0):
        late.now += FRAME
        late.work.begin_frame()
        late.ran += before
        if before:
            trays.show(seats, layout, lambda view: asked.append(view.seat))
            assert not asked
        else:
            trays.show_late()
    assert asked == [1, 2, 3, 4]
    assert not late.work.waiting


def test_of_trays_and_effects_that_wait_one_comes_in_each_frame_in_turn_however_late_the_table_is() -> None:
    late, seats, changed, begun = Late(), _seats(), {1, 2, 3, 4}, []
    came = []
    for _ in range(9):
        late.now += FRAME
        late.work.begin_frame()
        late.ran += 2 * PAINT_S
        before = len(begun)
        while len(begun) < 5 and late.work.has_time():
            begun.append(late.now)
            late.ran += 0.1 * PAINT_S
        came.append(("effect",) * (len(begun) - before) + (("tray",) * len(late.paint(changed, seats, lambda: 0.1))))
    assert came[0] == ()
    assert sorted(came[1:]) == [("effect",)] * 4 + [("tray",)] * 4
    assert all(one != other for one, other in pairwise(came))


def test_no_effect_begins_before_the_tray_whose_turn_it_is_and_nothing_is_idle_meanwhile() -> None:
    late, seats = Late(), _seats()
    assert late.frame({1, 2}, seats, lambda: 2 * PAINT_S) == [1]
    late.now += FRAME
    late.work.begin_frame()
    assert not late.work.has_time()
    assert late.paint({2}, seats, lambda: 2 * PAINT_S) == [2]
    assert not late.work.is_idle  # the effect
    late.now += FRAME
    late.work.begin_frame()
    assert not late.work.is_idle
    assert late.work.has_time()
    assert late.work.is_idle


def test_an_effect_waits_for_the_frame_after_one_in_which_everything_is_looked_at_but_not_for_a_second() -> None:
    late = Late()
    late.work.is_full = lambda: True
    late.work.begin_frame()
    assert not late.work.has_time()
    late.now += FRAME
    late.work.begin_frame()
    assert late.work.has_time()
    late.work.is_full = lambda: False
    assert late.work.has_time()


def test_where_nothing_may_be_late_nothing_waits() -> None:
    ran = count(0, 1)
    work = LateWork(lambda: 0, lambda: next(ran), late=False)
    work.begin_frame()
    assert work.has_time()
    assert not work.waits(SeatNumber(1))


def test_more_work_in_the_same_frame_has_no_more_time() -> None:
    late, seats = Late(), _seats()
    assert late.frame({1}, seats, lambda: 2 * PAINT_S) == [1]
    late.now -= FRAME  # so that the next work is that of the same frame
    assert late.frame({2}, seats, lambda: 0.0) == []
    assert late.frame({2}, seats, lambda: 0.0) == [2]


def test_a_middle_that_was_drawn_too_late_is_laid_out_in_the_next_frame_and_no_tray_is_due_in_that_one() -> None:
    late, seats = Late(), _seats()
    assert late.frame({1}, seats, lambda: 0.0) == [1]
    assert not late.work.leaves_middle()
    late.ran += 2 * PAINT_S
    assert late.work.leaves_middle()
    assert late.paint({1}, seats, lambda: 0.0) == []
    assert late.work.is_left
    assert late.frame({1}, seats, lambda: 0.0, before=2 * PAINT_S) == []
    assert late.frame({1}, seats, lambda: 0.0, before=2 * PAINT_S) == [1]
    assert not late.work.is_left
    late.ran += 2 * PAINT_S
    late.work.paint_all()
    assert not late.work.leaves_middle(), "all is to come at once"


def test_in_a_thousand_rounds_nobody_sees_anything_later_than_others_on_average() -> None:
    late, seats, draw = Late(), _seats(2, 3, 7, 11, of=12), Random(5)  # noqa: S311
    waited: Counter[int] = Counter()
    for _ in range(1000):
        for most in (12, 12, 5):  # a Stop, a count, a few trays
            changed = set(draw.sample(range(1, 13), most))
            while changed:
                late.frame(changed, seats, lambda: draw.uniform(0.1, 0.5) * PAINT_S, draw.uniform(0, 0.4) * PAINT_S)
                waited.update(changed)
    means = [16.7 * waited[view.seat] / 1000 for view in seats]
    assert sum(means) > 12 * 16.7  # else there was nothing to share
    assert max(means) - min(means) < 1.0


def test_no_tray_waits_in_a_frame_with_a_new_layout() -> None:
    late, seats = Late(), _seats()
    late.work.paint_all()
    assert late.frame({1, 2, 3, 4}, seats, lambda: 2 * PAINT_S) == [1, 2, 3, 4]
    assert late.frame({1, 2}, seats, lambda: 2 * PAINT_S) == [1]


@pytest.mark.ui
def test_trays_that_change_together_are_shown_after_a_few_frames_however_slow_the_machine(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    slow = [0.0]

    def clock() -> float:
        slow[0] += 2 * PAINT_S
        return slow[0]

    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, clock))
    table = table_of(4, in_turn=True)
    shown = canned.snapshot("play", 4)
    snapshot = replace(shown, since=shown.since - 5_000_000_000)  # the call of the start takes turns with the trays
    table.show(snapshot)
    _open(table)
    before = {seat: table.marks(seat) for seat in range(1, 5)}
    table.pass_ms()
    table.show(replace(snapshot, saving="waiting"))
    changed = []
    for _ in range(4):
        table.pass_ms(17)
        changed.append(sum(table.marks(seat) != before[seat] for seat in before))
    assert changed == [1, 2, 3, 4]


@pytest.mark.ui
def test_where_nobody_sits_the_other_game_comes_tray_by_tray_and_nothing_is_blank(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    slow = count(0, 1)
    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, slow.__next__, late=late))
    whole, table = table_of(4), table_of(4, in_turn=True)
    cards, dice = (
        replace(one, scene=AttractScene.RAIN, deadline=one.since + 60_000_000_000)
        for one in (canned.snapshot("attract", 4), canned.dice("attract", 4))
    )
    table.show(cards)
    _open(table)
    for _ in range(70):
        table.pass_ms(17)
    assert table.view.moving
    trays = {seat: table.view._shown._layers[seat] for seat in range(1, 5)}
    before, layout = {seat: layer.drawn for seat, layer in trays.items()}, table.view.layout
    dice = replace(dice, id=cards.id + 1)
    table.show(dice)
    assert table.view.layout is layout, "the new one is made in a frame of its own"
    changed = []
    for _ in range(60):
        table.pass_ms(17)
        assert all(layer.drawn for layer in trays.values())
        changed.append(sum(layer.drawn != before[seat] for seat, layer in trays.items()))
    assert table.view.layout is not layout
    assert changed[0] == 0
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(changed))
    assert changed[-1] == 4
    whole.show(dice)
    assert [table.marks(seat) for seat in range(1, 5)] == [whole.marks(seat) for seat in range(1, 5)]
    for seat, layer in trays.items():
        drawn = whole.view._shown._layers[seat].drawn
        assert [one.spot and (one.spot.w, one.spot.h) for one in layer.drawn] == [
            one.spot and (one.spot.w, one.spot.h) for one in drawn
        ]


@pytest.mark.ui
def test_whoever_sits_down_first_sees_it_at_once_and_free_seats_follow(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    slow = count(0, 1)
    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, slow.__next__, late=late))
    table = table_of(4, in_turn=True)
    table.show(canned.snapshot("attract", 4))
    _open(table)
    for _ in range(50):
        table.pass_ms(17)
    trays = {seat: table.view._shown._layers[seat] for seat in range(1, 5)}
    before = {seat: layer.drawn for seat, layer in trays.items()}
    ready = canned.snapshot("ready", 4)
    seats = [replace(view, state="taken" if view.seat == 3 else "free") for view in ready.seats]
    table.show(replace(ready, seats=tuple(seats)))
    assert [seat for seat, layer in trays.items() if layer.drawn != before[seat]] == [3]
    for _ in range(20):
        assert all(layer.drawn for layer in trays.values())
        table.pass_ms(17)
    assert all(layer.drawn != before[seat] for seat, layer in trays.items())


@pytest.mark.ui
def test_of_several_who_sit_down_in_the_same_instant_one_sees_it_at_once_and_then_another_in_every_other_frame(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    slow = count(0, 1)
    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, slow.__next__, late=late))
    table = table_of(4, in_turn=True)
    ready = canned.snapshot("ready", 4)
    free = [replace(view, state="free") for view in ready.seats]
    table.show(replace(ready, seats=tuple(free)))
    _open(table)
    for _ in range(50):
        table.pass_ms(17)
    trays = {seat: table.view._shown._layers[seat] for seat in range(1, 5)}
    before = {seat: layer.drawn for seat, layer in trays.items()}

    def changed() -> list[int]:
        return [seat for seat, layer in trays.items() if layer.drawn != before[seat]]

    table.show(replace(ready, seats=(free[0], *(replace(view, state="taken") for view in free[1:]))))
    came = [len(changed())]
    for _ in range(8):
        table.pass_ms(17)
        came.append(len(changed()))
    assert came[0] == 1, "a tray is the dearest thing that a lobby draws"
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(came))
    assert came[6] >= 3
    assert {2, 3, 4} <= {*changed()}


def test_a_tray_does_not_take_the_time_of_an_effect_whose_turn_it_is() -> None:
    late, seats = Late(), _seats()
    late.now += FRAME
    late.work.begin_frame()
    late.ran += 2 * PAINT_S
    assert not late.work.has_time()
    assert late.frame({1}, seats, lambda: 0.0) == []
    assert late.work.has_time()


@pytest.mark.ui
@pytest.mark.parametrize(("before", "after"), [("countdown", "play"), ("play", "stopped")])
def test_what_opens_or_ends_play_is_seen_in_all_trays_in_one_frame(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch, before: str, after: str
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, count(0, 1).__next__))
    table = table_of(4, in_turn=True)
    table.show(canned.snapshot(before, 4))
    _open(table)
    shown = {seat: table.marks(seat) for seat in range(1, 5)}
    table.show(canned.snapshot(after, 4))
    assert all(table.marks(seat) != shown[seat] for seat in shown)


@pytest.mark.ui
def test_what_is_dealt_without_flights_is_seen_in_all_trays_in_one_frame(
    table_of: Callable[..., Table], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kiosk.display import table_view  # noqa: PLC0415

    monkeypatch.setattr(table_view, "LateWork", lambda now, late: LateWork(now, count(0, 1).__next__))
    table = table_of(4, in_turn=True)
    dealt = canned.snapshot("countdown", 4)
    dealt = replace(dealt, since=table.now, seats=tuple(replace(view, calm=True) for view in dealt.seats))
    table.show(dealt)
    _open(table)
    changes = set()
    for _ in range(60):
        shown = {seat: table.marks(seat) for seat in range(1, 5)}
        table.pass_ms(17)
        changes.add(sum(table.marks(seat) != shown[seat] for seat in shown))
    assert changes == {0, 4}
