"""A power cut in the middle of a drag: the same people go on, card for card, and the round is counted once."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from hardware.api import Button
from kiosk.journal.records import Judged
from kiosk.protocol import Snapshot
from tests.rig.kiosk_process import KioskProcess
from tests.rig.reading import read_folder
from tests.rig.robot import SEATS, STOP_KEYS, Robot, choose
from tests.rig.scene import Scene, Thing
from tests.rig.touchtable import TouchTable
from tests.rig.watcher import Watcher, cards_of

pytestmark = [pytest.mark.touch, pytest.mark.process]

SEED = "4"


@pytest.mark.long
def test_a_round_that_was_cut_in_mid_drag_is_played_to_its_end_and_counted_once(
    touch_table: TouchTable, tmp_path: Path
) -> None:
    size = f"{touch_table.width}x{touch_table.height}"
    with KioskProcess(tmp_path, "--seed", SEED, "--size", size, screen=touch_table.display_name) as kiosk:
        with Watcher(kiosk.socket("table")) as watcher:
            robot = Robot(touch_table, kiosk, watcher)
            for seat in SEATS:
                robot.button(seat, Button.STOP)
            _write_name(robot, 1, "Zoe")
            _shorten(robot)
            for seat in SEATS:
                robot.button(seat, Button.PLAY)
            scene = kiosk.wait_for("the round", lambda scene: scene if scene.state == "play" else None)
            scene = robot.turn()
            carried = choose(scene, SEATS, robot.wishes)
            robot.pick_up(carried)
            watcher.wait_for("carried cards", lambda told: sum(bool(view.held) for view in told.seats) == len(carried))
            before = watcher.look()
            # A shown result is final as soon as the disk has it.
            played = sum(view.centered for view in before.seats)
            kiosk.wait_for("the journal", lambda _: _played(tmp_path / "state" / "journal") == played)
            kiosk.kill("table")
        kiosk.wait_for("the table again", lambda scene: scene.state == "recovery")
        robot.let_go(carried)
        with Watcher(kiosk.socket("table")) as watcher:
            robot.watcher = watcher
            assert _lies(watcher.look()) == _lies(before)
            assert watcher.seat(1).name == "Zoe"
            while (scene := kiosk.scene()).state == "recovery":  # a press counts after a moment
                robot.tap(thing for thing in scene.of("go_on") if thing.text == "Continue")
            caller = _play_to_stop(robot)
            result = watcher.wait_for("the result", lambda told: told.result is not None).result
            assert result is not None
            assert result.caller == caller
        environment = kiosk.environment
        command = kiosk.command("scores", "rounds", "--json")
    told = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    (counted,) = json.loads(told.stdout)
    shown = {line.seat: line.points for line in result.lines}
    assert {line["seat"]: line["points"] for line in counted["results"]} == shown
    assert [line["name"] for line in counted["results"]] == ["Zoe", "", "", ""]


def _played(journal: Path) -> int:
    """Return the number of cards in the centre by the journal."""
    records = (record for log in read_folder(journal).rounds for record in log.records)
    return sum(event[0] == "Played" for record in records if isinstance(record, Judged) for event in record.events)


def _write_name(robot: Robot, seat: int, name: str) -> None:
    """Touch the seat's name, then every letter."""
    touches = [("name", None), ("new_name", None), *(("letter", letter) for letter in name), ("done", None)]
    for what, text in touches:
        robot.tap([robot.kiosk.wait_for(f"{what} {text}", lambda scene: _find(scene, seat, what, text))])  # noqa: B023
    robot.watcher.wait_for("the name", lambda _: robot.watcher.seat(seat).name == name)


def _shorten(robot: Robot) -> None:
    """Let all choose the smallest stack."""
    options = robot.kiosk.wait_for("options", lambda scene: scene.of("more"))
    robot.tap(options)
    for drawer in ("handicaps", "handicap"):
        robot.tap(robot.kiosk.wait_for(drawer, lambda scene: _all_of(scene, drawer, len(options))))  # noqa: B023
    robot.tap(robot.kiosk.wait_for("stacks", lambda scene: _all_of(scene, "handicap", len(options), slot=0)))
    robot.watcher.wait_for("small stacks", lambda told: {view.handicap for view in told.seats} == {4})


def _all_of(scene: Scene, what: str, count: int, slot: int | None = None) -> list[Thing]:
    """Return the things of this name, in any or this slot, once there are so many: trays may change in turn."""
    found = [one for one in scene.of(what) if slot in (None, one.slot)]
    return found if len(found) == count else []


def _find(scene: Scene, seat: int, what: str, text: str | None) -> Thing | None:
    return next((thing for thing in scene.of(what, seat) if text in (None, thing.text)), None)


def _play_to_stop(robot: Robot) -> int:
    """Play on until a stack is empty; its seat calls Stop."""
    scene = robot.kiosk.wait_for("the round again", lambda scene: scene if scene.state == "play" else None)
    while not (empty := [seat for seat in SEATS if scene.one("stack", seat).text == "0"]):
        scene = robot.turn()
        assert scene.state == "play"
    robot.press(STOP_KEYS[empty[0]])
    return empty[0]


def _lies(snapshot: Snapshot) -> object:
    """Return the positions of all cards."""
    seats = [
        (view.row, view.stack_card, view.stack_count, view.discard_card, cards_of(view)) for view in snapshot.seats
    ]
    return seats, sorted(snapshot.piles)
