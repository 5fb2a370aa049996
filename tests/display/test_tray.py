"""A die stays where it fell."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from kiosk.display.tray import Trays, settled
from kiosk.messages import SeatView, Snapshot
from kiosk.seats import SeatNumber

ONE = SeatNumber(1)
DICE = st.lists(st.sampled_from(["r1", "r2", "g1", "y6"]), max_size=8).map(lambda dice: tuple(sorted(dice)))


def _told(*dice: str) -> Snapshot:
    return Snapshot(1, 0, "play", (SeatView(ONE, "playing", dice=dice),), game="dice")


def test_dice_lie_in_the_tray_as_they_are_told() -> None:
    trays = Trays()
    trays.follow(_told("b1", "g2", "r3"))
    assert trays.of(ONE) == ("b1", "g2", "r3")
    assert trays.slot(ONE, "r3") == 2


def test_the_others_stay_where_they_are_when_a_die_is_placed() -> None:
    trays = Trays()
    trays.follow(_told("b1", "g2", "r3"))
    trays.follow(_told("b1", "r3"))
    assert trays.of(ONE) == ("b1", None, "r3")
    assert trays.slot(ONE, "g2") is None


def test_rolled_dice_lie_side_by_side_again() -> None:
    trays = Trays()
    for dice in (("b1", "g2", "r3"), ("b1", "r3"), ("b4", "r3")):
        trays.follow(_told(*dice))
    assert trays.of(ONE) == ("b4", "r3")


def test_of_two_equal_dice_one_goes() -> None:
    assert sorted(settled(("r1", "r1", "y6"), ("r1", "y6")), key=str) == [None, "r1", "y6"]


@given(DICE, DICE)
def test_exactly_the_dice_that_are_told_lie_there(before: tuple[str, ...], dice: tuple[str, ...]) -> None:
    assert Counter(die for die in settled(before, dice) if die) == Counter(dice)


@given(DICE, st.data())
def test_no_die_moves_while_dice_are_placed(before: tuple[str, ...], data: st.DataObject) -> None:
    order = data.draw(st.permutations(before))
    tray: tuple[str | None, ...] = before
    for number in range(1, len(order) + 1):
        now = settled(tray, tuple(sorted(order[number:])))
        assert all(die in (None, lay) for die, lay in zip(now, tray, strict=True))
        tray = now
