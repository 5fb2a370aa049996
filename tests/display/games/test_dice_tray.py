"""The places of dice in their trays: no die moves before the next touch."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kiosk.display.games.dice.wells import Trays, slot_of
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Snapshot

SEAT = SeatNumber(1)


def _told(canned: Any, dice: str, rolling_until: int = 0) -> Snapshot:
    play: Snapshot = canned.quiet(2)
    view = replace(play.seats[0], dice=tuple(dice.split()), rolling_until=rolling_until)
    return replace(play, seats=(view, play.seats[1]))


def _tray(canned: Any, *turns: tuple[str, int]) -> tuple[str | None, ...]:
    trays = Trays()
    for dice, rolling_until in turns:
        trays.follow(_told(canned, dice, rolling_until))
    return trays[SEAT]


def test_the_other_dice_stay_where_they_are_when_one_is_placed(canned: Any) -> None:
    assert _tray(canned, ("r3 g1 b2", 0), ("r3 b2", 0)) == ("r3", None, "b2")
    assert _tray(canned, ("r3 g1 b2", 0), ("r3 b2", 0), ("b2", 0)) == (None, None, "b2")


def test_one_of_equal_dice_is_taken(canned: Any) -> None:
    assert sorted(map(str, _tray(canned, ("r3 r3 b2", 0), ("r3 b2", 0)))) == ["None", "b2", "r3"]


def test_a_roll_lays_all_dice_anew(canned: Any) -> None:
    assert _tray(canned, ("r3 g1 b2", 0), ("g1 b2", 0), ("g4 b1", 900)) == ("g4", "b1")


def test_dice_that_fall_as_they_lay_are_laid_anew_too(canned: Any) -> None:
    assert _tray(canned, ("r3 g1 b2", 0), ("g1 b2", 0), ("g1 b2", 900), ("g1 b2", 0)) == ("g1", "b2")


def test_unrolled_dice_lie_by_their_colours(canned: Any) -> None:
    assert _tray(canned, ("r g g", 0), ("r2 g1 g6", 900)) == ("r2", "g1", "g6")


def test_a_die_is_found_where_it_lies(canned: Any) -> None:
    trays = Trays()
    trays.follow(_told(canned, "r3 g1 g1"))
    assert slot_of(trays[SEAT], "g1") == 1
    assert slot_of(trays[SEAT], "b6") is None
    assert trays[SeatNumber(9)] == ()
