"""An appliance with a screen of its own: it lights up, shows what it says that it shows, feels fingers and buttons."""

import subprocess
from pathlib import Path

import pytest

from hardware.api import Button
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.protocol.client import ask_health
from tests.rig.appliance import CONFIGURATION, DISPLAY, RELEASES, SOCKETS, TABLE
from tests.rig.vm.appliance import NOT_DRAWN, Start, VirtualTable, configuration
from tests.rig.vm.devices import plug_board, pull_board
from tests.rig.vm.guest import EXPANDER
from tests.rig.vm.looks import Keep, round_on_disk, shows_its_scene
from tests.rig.vm.people import LAMPS, People
from tests.rig.vm.screens import is_emblem, is_plain, pictures, until_emblem

pytestmark = [pytest.mark.vm, pytest.mark.timeout(2400)]

BOARD = "LDR-SEAT-4"
CONFIG_TXT = "/boot/firmware/config.txt"
STOP_OF_SEAT_7 = 14
"""A pin that a serial port has until it is switched off."""


def test_it_lights_up_and_feels_fingers_buttons_and_boards(machine: Start, tmp_path: Path, keep: Keep) -> None:
    """The short story. What takes longer is slow: so are the pixels of the table, of which this one fills none."""
    table = machine()
    table.switch_on(*NOT_DRAWN)
    *before, start = until_emblem(table)
    keep("start", start)
    assert all(map(is_plain, before)), "before it the screen is dark"
    table.wait_until_up()
    table.wait_until_shown("attract")
    with table.watched() as watcher:
        people = People(table, watcher)
        people.tap(people.kiosk.scene().of("seat", 3))
        watcher.wait_for("seat 3 is taken", lambda _: watcher.seat(3).state == "taken", 180)
        people.button(1, Button.STOP)
        watcher.wait_for("seat 1 is taken", lambda _: watcher.seat(1).state == "taken", 180)
        looks, *high = table.rig("watch", 3.0, LAMPS[1], LAMPS[2])
        assert any(0 < lit < looks for lit in high), "lamps of a lobby are not steady"
        told = table.run("kiosk", "doctor").stdout  # in a lobby: no bots play beside it
        faults = [line for line in told.splitlines() if line.startswith("fault")]
        assert [line.split()[1] for line in faults] == ["boards"], "nothing but the board that is not there yet"
        a_board_is_found(table, SimulatedBoards(tmp_path / "boards", {4: BOARD}))


@pytest.mark.slow
def test_twelve_seats_have_their_pins_as_soon_as_the_firmware_has_read_what_they_need(machine: Start) -> None:
    """24 buttons, some at the pins of a serial port, and lamps on an expander. The display rests: it is slow here."""
    table = machine()
    table.boot(*NOT_DRAWN)
    table.write(CONFIGURATION, configuration("twelve_seats"))
    assert "no mcp23017 at I2C address 0x20" in asked(table, "missing").stdout
    derived = asked(table, "derive")
    assert derived.returncode == 0, derived.stderr
    table.write(CONFIG_TXT, derived.stdout)
    table.run("systemctl", "disable", DISPLAY)
    table.run("sync")
    table.pull_the_plug()
    table.config_txt = derived.stdout
    table.boot()
    table.wait_until_active(TABLE, limit=300)
    told = table.run("kiosk", "doctor").stdout
    assert [line.split()[1] for line in told.splitlines() if line.startswith("fault")] == ["display"], told
    assert "config.txt has what the configuration needs" in told
    with table.watched() as watcher:
        table.push(STOP_OF_SEAT_7)
        watcher.wait_for("seat 7 is taken", lambda _: watcher.seat(7).state == "taken", 180)
        looks, lit = table.rig("watch", 3.0, EXPANDER + 6)
        assert 0 < lit < looks, "its lamp is not steady"


def asked(table: VirtualTable, question: str) -> subprocess.CompletedProcess[str]:
    """What a set-up would hear."""
    python = f"{RELEASES}/current/venv/bin/python"
    return table.run(python, "-m", "kiosk.config.pi_setup", question, CONFIGURATION, CONFIG_TXT)


def a_board_is_found(table: VirtualTable, boards: SimulatedBoards) -> None:
    plug_board(table, boards[4])
    table.wait_for("the board", lambda: connected(table), 180)


def connected(table: VirtualTable) -> bool:
    boards = ask_health(table.socket(SOCKETS[0])).boards
    return any(board.connected and board.board == BOARD for board in boards)


@pytest.mark.slow
def test_the_table_is_on_the_screen(table: VirtualTable, keep: Keep) -> None:
    """Told with it (``pytest -s``): seconds from the kernel to the first picture, beside those until services start."""
    shows_its_scene(table, keep, "attract")
    services, of_table, picture = (table.started_after(unit) for unit in ("basic.target", TABLE, DISPLAY))
    print(f"from the kernel: services {services:.1f} s, table {of_table:.1f} s, picture {picture:.1f} s")  # noqa: T201
    assert services < of_table
    assert services < picture


@pytest.mark.slow
def test_between_two_displays_there_is_a_calm_picture(table: VirtualTable, keep: Keep) -> None:
    table.signal(DISPLAY, "KILL")
    seen = []
    for picture in pictures(table, 120):
        seen.append(picture)
        if is_emblem(picture):
            keep("between", picture)
            break
    assert is_emblem(seen[-1])
    table.wait_until_shown("attract")
    shows_its_scene(table, keep, "again")


@pytest.mark.slow
def test_a_board_is_found_whenever_it_is_plugged_in(table: VirtualTable, tmp_path: Path) -> None:
    boards = SimulatedBoards(tmp_path / "boards", {4: BOARD})
    for _ in range(2):
        a_board_is_found(table, boards)
        pull_board(table, boards[4])
        table.wait_for("the board is missed", lambda: not connected(table), 180)


@pytest.mark.slow
@pytest.mark.parametrize("who", ["table", "display", "pins"])
def test_whoever_is_killed_is_back_and_the_round_goes_on(table: VirtualTable, who: str, keep: Keep) -> None:
    with table.watched() as watcher:
        People(table, watcher).sit_down()
    name = round_on_disk(table)
    pid = process(table, who)
    assert pid
    table.run("kill", "-KILL", pid)
    table.wait_for("another life", lambda: process(table, who) not in ("", pid), 120)
    table.wait_until_shown("recovery" if who == "table" else "play")
    keep("back", table.screen())
    assert round_on_disk(table) == name
    with table.watched() as watcher:
        people = People(table, watcher)
        for seat in (1, 2, 3, 4):
            people.button(seat, Button.PLAY)
        watcher.wait_for("the round goes on", lambda shown: shown.state == "play", 120)


@pytest.mark.slow
def test_a_round_by_four_hands_is_on_the_screen_in_play_and_in_its_result(table: VirtualTable, keep: Keep) -> None:
    with table.watched() as watcher:
        people = People(table, watcher)
        scene = people.sit_down()
        for _ in range(3):
            scene = people.turn()
        shows_its_scene(table, keep, "play")
        while not (done := [stack.seat for stack in scene.of("stack") if stack.text == "0"]):
            scene = people.turn()
            assert scene.state == "play", f"the round ended in {scene.state} before a stack was empty"
        people.button(done[0] or 0, Button.STOP)
        told = watcher.wait_for("the result", lambda told: told.state == "round_result", 120)
        assert told.result is not None
        assert (told.result.by, told.result.caller) == ("stop", done[0])
        assert all(line.points == line.centered - 2 * line.stack_left for line in told.result.lines)
    table.wait_for_scene("round_result", limit=120)
    shows_its_scene(table, keep, "result")


def process(table: VirtualTable, who: str) -> str:
    """The process's number there; nothing: there is none."""
    if who == "pins":
        return next(iter(table.processes("hardware.pin_process.server")), "")
    return str(table.pid(TABLE if who == "table" else DISPLAY))
