"""The last seconds at the table: fire, numbers and darkness; beats of light only where one may stop."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from kiosk.display.motion.quality import Quality
from kiosk.display.paint.channel_art import ChannelLook
from kiosk.display.paint.light_art import GLOW
from kiosk.display.paint.marks import Light, Stretch
from kiosk.game.seats import SeatNumber
from kiosk.protocol import ReplayView, Snapshot, Verdict
from kiosk.protocol.state import State
from tests.display.table import Table

pytestmark = pytest.mark.ui

S = 1_000_000_000


def ending(table: Table, canned: Any, seats: int = 4, left: float = 5.0, **changes: Any) -> Snapshot:
    """Return a round that ends by itself in so many seconds, unless seat 1 calls before."""
    play = canned.snapshot("play", seats)
    one, *others = (
        replace(view, may_stop=False, stack_count=9, ticker=(), language="en", bot=False, stack_card="r9")
        for view in play.seats
    )
    due = round(table.now + left * S)
    return replace(
        play,
        now=table.now,
        seats=(replace(one, may_stop=True, stack_count=0, **changes), *others),
        stop_due=due,
        stop_from=due - 5 * S,
        stop_by=SeatNumber(1),
    )


def numbers(table: Table) -> list[set[str]]:
    return [{word for word in table.words(seat) if word.isdigit() and len(word) == 1} for seat in (1, 2, 3, 4)]


def lit(table: Table) -> tuple[float, float]:
    burning = table.view._burning
    return burning.share, burning.dusk


def test_every_tray_counts_and_says_that_it_may_end_before(table: Table, canned: Any) -> None:
    table.show(ending(table, canned))
    for second in (5, 4, 3, 2, 1):
        assert all(str(second) in shown for shown in numbers(table)), second
        assert f"Over in {second} s at the latest" in " ".join(table.words(3))
        table.pass_ms(1000)
    table.pass_ms(10)
    assert not any("1" in shown for shown in numbers(table))


@pytest.mark.parametrize("seats", [2, 4, 12])
def test_the_number_stands_beside_any_message(table_of: Any, canned: Any, seats: int) -> None:
    table = table_of(seats, (1920, 1080))
    ends = ending(table, canned, seats, 2.5)
    told = (Verdict(1, "does_not_fit", "r4", at=table.now),)
    table.show(replace(ends, seats=(ends.seats[0], replace(ends.seats[1], ticker=told, bot=False), *ends.seats[2:])))
    assert "3" in table.words(1)
    assert "3" in table.words(2)


def test_in_the_last_second_the_whole_channel_flares_up_again(table: Table, canned: Any) -> None:
    table.show(ending(table, canned))
    burning, heats, quads = table.view._burning, [], []
    for _ in range(49):
        table.pass_ms(100)
        heats.append(burning.heat)
        quads.append(len(burning._fuse.seen(burning.share * burning._fuse.arm, burning.heat)))
    assert set(heats[:39]) == {0.0}
    assert heats[39:] == sorted(heats[39:])
    assert heats[-1] == pytest.approx(0.9, abs=0.05)
    assert quads[-1] == len(burning._fuse.nearest) > quads[38], "of all of it something is seen"


def test_the_fire_burns_down_and_the_felt_darkens_a_step_a_second(table: Table, canned: Any) -> None:
    table.show(ending(table, canned))
    shares, darks = [], []
    for _ in range(49):
        table.pass_ms(100)
        share, dark = lit(table)
        shares.append(share)
        darks.append(dark)
    assert shares[:3] == sorted(shares[:3]), "it catches from the seat on"
    assert shares[3:] == sorted(shares[3:], reverse=True)
    assert (shares[3], shares[24], shares[-1]) == pytest.approx((0.92, 0.5, 0.02), abs=0.02)
    assert darks == sorted(darks)
    assert [darks[second * 10 + 7] for second in range(5)] == pytest.approx([0.11, 0.22, 0.33, 0.44, 0.55], abs=0.01)
    assert darks[4] == darks[8], "it stands between two steps"


@pytest.mark.parametrize("after", [State.STOPPED, State.PAUSED])
def test_when_it_ends_otherwise_the_felt_is_light_again(table: Table, canned: Any, after: State) -> None:
    ends = ending(table, canned, left=2.0)
    table.show(ends)
    table.pass_ms(300)
    assert all(lit(table))
    table.show(replace(ends, state=after, stop_due=0, stop_from=0, stop_by=None, now=table.now))
    for _ in range(12):
        table.pass_ms(33)
    assert lit(table) == (0.0, 0.0)


def test_those_who_want_it_calm_see_numbers_alone(table: Table, canned: Any) -> None:
    ends = ending(table, canned)
    for calm in (False, True):
        table.show(
            replace(ends, seats=(*ends.seats[:2], replace(ends.seats[2], calm=calm, bot=False), *ends.seats[3:]))
        )
        table.pass_ms(500 if calm else 100)
        channel = any(
            isinstance(mark, Stretch) and isinstance(mark.look, ChannelLook) for mark in table.marks("ground")
        )
        assert channel is not calm
        assert all(lit(table)) is not calm
        assert all("5" in shown for shown in numbers(table))


def test_no_light_beats_where_one_may_not_stop(table: Table, canned: Any) -> None:
    ends = ending(table, canned)
    near = tuple(replace(view, stack_count=1) for view in ends.seats[1:])
    table.show(replace(ends, seats=(ends.seats[0], *near)))
    beating = {
        seat: any(isinstance(mark, Light) and (mark.beat or mark.grows) for mark in table.marks(seat))
        for seat in (1, 2, 3, 4)
    }
    assert beating == {1: True, 2: False, 3: False, 4: False}


def test_without_the_quality_for_light_there_is_no_fire_but_the_felt_darkens(table: Table, canned: Any) -> None:
    table.view.quality.level = Quality.PLAIN
    table.show(ending(table, canned))
    table.pass_ms(500)
    burning = table.view._burning
    assert burning.dusk
    assert not burning.is_lit


def test_where_a_press_is_waited_for_an_ember_stands_still_at_that_seat(table: Table, canned: Any) -> None:
    embers = {}
    for due in (False, True):
        ends = ending(table, canned, calm=True)
        table.show(ends if due else replace(ends, stop_due=0, stop_from=0, stop_by=None))
        table.pass_ms(100)
        found = [mark for mark in table.marks(1) if isinstance(mark, Light) and mark.look == GLOW]
        depth = table.view.layout.panels[SeatNumber(1)].size[1] if table.view.layout else 0
        embers[due] = [mark for mark in found if mark.y == pytest.approx(depth / 2)]
    assert embers[False]
    assert not any(mark.beat for mark in embers[False])
    assert not embers[True]


def test_a_replay_that_stands_still_lets_nothing_burn_on(table: Table, canned: Any) -> None:
    ends = ending(table, canned, left=2.5)
    table.show(replace(ends, state=State.REPLAY, replay=ReplayView(0, 9000, 1.0, playing=False)))
    found = []
    for _ in range(3):
        table.pass_ms(900)
        found.append((lit(table)[0], numbers(table)[2]))
    assert found[0][0] == pytest.approx(0.5, abs=0.01)
    assert "3" in found[0][1]
    assert found[1:] == found[:-1]


def test_nobody_is_said_to_have_called_where_it_has_ended_by_itself(table: Table, canned: Any) -> None:
    ends = ending(table, canned)
    over = replace(ends, state=State.STOPPED, caller=SeatNumber(1), ended_by="auto_stop", stop_due=0, stop_by=None)
    table.show(over)
    assert "You were done first!" in " ".join(table.words(1))
    assert "was done first" in " ".join(table.words(2))
