"""A rehearsal: a session in virtual time, whose people are played by bots, for pictures of the table."""

from __future__ import annotations

import pytest

from hardware.api import Instant, milliseconds
from kiosk import protocol as msg
from kiosk.drawings.gallery.rehearsal import NoRoom, Rehearsal, Unreachable
from kiosk.game.seats import SeatNumber
from kiosk.protocol.state import State
from kiosk.table.settings import TableSettings, seconds
from kiosk.testing.virtual.session import START


@pytest.fixture
def table() -> Rehearsal:
    plans = tuple(msg.SeatPlan(SeatNumber(number), "south", number / 4) for number in (1, 2, 3))
    return Rehearsal(TableSettings(plans, languages=("en", "de")), (1280, 720))


def begin(table: Rehearsal) -> None:
    """Start a match of seats 1 and 2 up to GO."""
    table.sit((1, 2), "de")
    table.choose(1, bots="off")
    table.ready((1, 2))
    table.until_state(State.COUNTDOWN)
    table.until_state(State.PLAY)


def brought(table: Rehearsal) -> int:
    return sum(view.centered for view in table.last.seats)


def test_people_sit_down_in_their_language_and_what_they_see_is_kept(table: Rehearsal) -> None:
    assert (table.state, table.now) == (State.ATTRACT, START)
    begin(table)
    assert [(view.state, view.language) for view in table.last.seats] == [
        ("playing", "de"),
        ("playing", "de"),
        ("free", "en"),
    ]
    ids = [shown.id for shown in table.shown]
    assert ids == sorted(set(ids))
    assert {shown.state for shown in table.shown} == {"attract", "ready", "countdown", "play"}
    assert table.labels.keys() == {"countdown", "play"}
    assert table.labels["countdown"] < table.labels["play"] == table.now
    table.cut()
    assert [shown.state for shown in table.shown] == ["play"]


def test_a_script_for_people_who_found_no_room_is_told_which(table: Rehearsal) -> None:
    begin(table)
    with pytest.raises(NoRoom, match=r"no legible room for seats 3$"):
        table.play_for((1, 3))


def test_bots_play_for_people_who_stay_people_until_they_rest(table: Rehearsal) -> None:
    begin(table)
    table.wait(3)
    assert brought(table) == 0
    table.play_for((1, 2))
    table.wait(10)
    before = brought(table)
    assert before > 0
    assert not any(view.bot for view in table.last.seats[:2])
    table.rest(1, 2)
    table.wait(3)
    assert brought(table) == before


def test_bots_that_play_for_people_look_at_their_cards_first(table: Rehearsal) -> None:
    table.sit((1, 2), "en")
    table.choose(1, bots="off")
    table.ready((1, 2))
    table.until_state(State.COUNTDOWN)
    table.play_for((1, 2))
    assert table.match.round is not None
    assert min(bot.due for bot in table.match.bots.values()) == table.match.round.start + milliseconds(250)


def test_what_never_comes_is_told(table: Rehearsal) -> None:
    with pytest.raises(Unreachable, match="after 60 s"):
        table.until(lambda: table.state is State.PAUSED, seconds(60))
    assert table.now == Instant(START + seconds(60))


def test_after_a_power_cut_the_match_stands_until_its_people_press(table: Rehearsal) -> None:
    begin(table)
    table.cut_power()
    table.until_state(State.RECOVERY)
    table.wait(1)
    table.tap_button(1)
    table.tap_button(2)
    table.until_state(State.PLAY)


def test_a_disk_that_keeps_nothing_is_told(table: Rehearsal) -> None:
    begin(table)
    table.fail_disk(msg.Fault("journal.in_memory", {"why": "full", "seconds": 10}))
    table.until_state(State.PAUSED)
