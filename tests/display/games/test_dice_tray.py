"""The places of dice in their trays: no die moves before the next touch."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.games.dice.picture import PICTURE
from kiosk.display.games.dice.wells import Trays, slot_of
from kiosk.display.games.times import count_times
from kiosk.display.paint.dice_art import DieLook
from kiosk.game.seats import SeatNumber
from kiosk.layout.dice_layout import DiceParts
from kiosk.layout.place import Place
from kiosk.layout.table_layout import arrange
from kiosk.protocol import Snapshot
from tests.display import boxes, shown
from tests.display.conftest import Canned

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


def test_unplaced_dice_lie_face_up_until_the_points_of_their_seat_are_told(canned: Any) -> None:
    """RULES.md N16."""
    shown = canned.snapshot("round_result", 4, game="dice")
    times = count_times(shown.result)
    line = next(one for one in shown.result.lines if one.points <= 0 and not one.away)
    view = replace(next(view for view in shown.seats if view.seat == line.seat), dice=("g5", "b2"))
    plans = canned.welcome(4).seats
    layout = arrange(
        Place(960, 540, 1920, 1080), plans, [plan.seat for plan in plans], 1092.0, DiceParts.of(shown.seats, 4)
    )
    for at, dice in ((0.1, ["g5", "b2"]), (times.place_at(line.seat) - 0.1, ["g5", "b2"]), (times.over + 1, [])):
        now = shown.since + round(at * 1_000_000_000)
        context = PanelContext(TableContext.of(shown), view, layout.panels[view.seat], now=now)
        (left,) = (tile for tile in PICTURE.counted(context, line).tiles if tile.label == "dice left")
        assert [look.die for look in left.pieces if isinstance(look, DieLook)] == dice


def test_the_word_on_a_roll_control_that_is_out_is_not_faint() -> None:
    """A Stop drains it further: it was seen with a contrast of 4.1."""
    play = Canned().dice("unrolled", 4)
    state = shown.State("dice", replace(play, state="stopped"), play.now)
    picture = shown.picture(state, 4, shown.Way((1280, 720), ("en",)))
    assert picture is not None
    texts = [text for part in picture.parts for text, _, _ in boxes.texts_of(picture, part)]
    assert [text.tint.a for text in texts if text.look.text == "Roll"] == [1.0] * 4
