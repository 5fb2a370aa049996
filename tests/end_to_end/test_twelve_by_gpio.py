"""Twelve people, fingers on the glass and 24 buttons at a GPIO chip: a whole round across both processes.

The chip is emulated; everything above it is real: libgpiod, gpiozero, the table, the display, the X server.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from hardware.api import Button, LampState
from tests.rig.chip_robot import ChipRobot
from tests.rig.gpio_seats import GpioSeats
from tests.rig.kiosk_process import KioskProcess
from tests.rig.scene import Scene
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import CARDS, Watcher, cards_of

pytestmark = [pytest.mark.touch, pytest.mark.process, pytest.mark.gpiochip]

SEATS = tuple(range(1, 13))
SEED = "6"
"""A deal in which several stacks are soon empty."""
CALLERS = 2
"""The number of seats that may call before the first of them does."""


@dataclass
class Evening:
    """The table, its people, and a reader of the snapshots."""

    kiosk: KioskProcess
    robot: ChipRobot
    watcher: Watcher


@pytest.fixture
def evening(touch_table: TouchTable, tmp_path: Path) -> Iterator[Evening]:
    """A table before anybody has come."""
    seats = GpioSeats(tmp_path)
    size = f"{touch_table.width}x{touch_table.height}"
    arguments = ["--config", str(seats.config), "--seed", SEED, "--size", size]
    with (
        seats.chips,
        KioskProcess(tmp_path, *arguments, screen=touch_table.display_name, beside=seats.environment) as kiosk,
        Watcher(kiosk.socket("table")) as watcher,
    ):
        seats.wait_watched()
        yield Evening(kiosk, ChipRobot(touch_table, kiosk, watcher, seats), watcher)


@pytest.mark.long
def test_twelve_people_with_buttons_at_a_chip_play_a_round_to_the_earliest_right_stop(evening: Evening) -> None:
    robot, watcher = evening.robot, evening.watcher
    robot.see_lamps(dict.fromkeys(SEATS, LampState.CHASE))
    _sit_down(evening)
    _call_wrongly_while_the_display_hangs(evening, SEATS[0])
    callers = _play_until_several_may_call(evening)
    robot.see_lamps(dict.fromkeys(callers, LampState.MAY_STOP))

    # Others press before them, in vain; of those who may call the first one wins, though its edge comes last.
    winner, *_ = right = sorted(callers, reverse=True)
    robot.call([seat for seat in SEATS if seat not in callers] + right)

    watcher.wait_for("the Stop", lambda snapshot: snapshot.state == "stopped")
    assert watcher.newest.caller == winner
    robot.see_lamps({winner: LampState.WINNER})
    result = watcher.wait_for("the round's result", lambda snapshot: snapshot.result is not None).result
    assert result is not None
    assert (result.by, result.caller) == ("stop", winner)
    views = {view.seat: view for view in watcher.newest.seats}
    assert {seat: cards_of(view) for seat, view in views.items()} == dict.fromkeys(SEATS, CARDS)
    assert {line.seat: (line.centered, line.stack_left) for line in result.lines} == {
        seat: (view.centered, view.stack_count) for seat, view in views.items()
    }


def _sit_down(evening: Evening) -> None:
    """Take seats with Stop, report ready with Play, and check the lamps until all are ready and the round begins."""
    robot, watcher = evening.robot, evening.watcher
    *first, last = SEATS
    for seat in SEATS:
        robot.button(seat, Button.STOP)
    watcher.wait_for("twelve people", lambda told: all(view.state == "taken" for view in told.seats))
    for seat in first:
        robot.button(seat, Button.PLAY)
    robot.see_lamps(dict.fromkeys(first, LampState.READY))
    robot.button(last, Button.PLAY)
    watcher.wait_for("the round", lambda told: told.state == "play")


def _call_wrongly_while_the_display_hangs(evening: Evening, seat: int) -> None:
    """Call a false Stop: the table locks the seat without any message of the display."""
    robot, watcher = evening.robot, evening.watcher
    heard = watcher.seat(seat).heard
    with evening.kiosk.frozen("display"):
        robot.button(seat, Button.STOP)
        watcher.wait_for("the press", lambda _: watcher.seat(seat).heard == heard + 1)
        locked = watcher.wait_for("the lock", lambda _: watcher.seat(seat).locked_until > 0)
        robot.see_lamps({seat: LampState.LOCKED})
    assert locked.state == "play"
    watcher.wait_for("the end of the lock", lambda _: watcher.seat(seat).locked_until == 0)


def _play_until_several_may_call(evening: Evening) -> list[int]:
    """Let everybody play what fits and flip with the Play button; return the seats whose stack is empty."""
    scene = evening.kiosk.scene()
    while len(done := _emptied(scene)) < CALLERS:
        scene = evening.robot.turn(SEATS)
        assert scene.state == "play", f"the round ended in {scene.state} before {CALLERS} stacks were empty"
    return done


def _emptied(scene: Scene) -> list[int]:
    return [seat for seat in SEATS if scene.one("stack", seat).text == "0"]
