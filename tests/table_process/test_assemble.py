"""The composition: the real parts, assembled with simulated pins."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from multiprocessing.connection import Client
from pathlib import Path

import pytest

from hardware.api import milliseconds
from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.faults.fault import english
from kiosk.game.seats import SeatNumber
from kiosk.hall.feed import Activity, read_feed
from kiosk.protocol.client import ask_health
from kiosk.service.staff_settings import with_changes
from kiosk.system.table_id import table_id
from kiosk.table.choices import Choices
from kiosk.table.inputs import Night
from kiosk.table_process.assemble import _day, _following, _hall
from kiosk.table_process.opening_hours import OpeningHours
from kiosk.table_process.table_settings import seeds, table_settings

LIMIT_S = 30.0


def test_the_default_configuration_is_a_table_of_four_with_bots():
    settings = table_settings(load())
    assert [plan.seat for plan in settings.seats] == [1, 2, 3, 4]
    assert Choices(settings).chosen["bots"] == "steady"
    assert settings.house.opens == "", "there are no hours: it is open all day"
    assert settings.simulated
    assert settings.screen_stop == frozenset()


def test_a_panel_that_the_kernel_stamps_is_known_to_a_scan_and_a_window_to_a_frame():
    text = (CONFIGS / "two_seats.toml").read_text()
    assert table_settings(parse(text)).display.uncertainty == milliseconds(16)
    assert table_settings(parse(text + '[touch]\nprovider = "evdev"\n')).display.uncertainty == milliseconds(8)


def test_what_the_configuration_says_reaches_the_session():
    settings = table_settings(
        parse(
            """
            [game]
            kind = "dice"
            preset = "wikipedia"
            dice_preset = "wuerfel_schmidt"
            rounds = 7
            touch_mode = "tap"
            bots = "quick"
            [language]
            offered = ["fr", "de"]
            default = "de"
            [hardware]
            kind = "gpio"
            buttons_late_ms = 1.5
            touch_late_ms = 20
            [idle]
            ask_s = 20
            leave_s = 30
            to_bot = true
            [table]
            diagonal_mm = 800
            [hours]
            opens = "18:30"
            closes = "01:00"
            [sound]
            volume = 70
            night_volume = 10
            attract = true
            [[seat]]
            number = 1
            edge = "south"
            position = 0.5
            stop_pin = 17
            [[seat]]
            number = 3
            edge = "north"
            position = 0.5
            """
        )
    )
    assert (settings.game, settings.preset_of("dice")) == ("dice", "wuerfel_schmidt")
    assert (settings.preset_of("cards"), settings.rounds) == ("wikipedia", 7)
    assert (settings.touch_mode, settings.bots) == ("tap", "quick")
    assert (settings.languages, settings.language) == (("fr", "de"), "de")
    assert not settings.simulated
    assert (settings.buttons.offset, settings.display.offset) == (milliseconds(1.5), milliseconds(20))
    assert settings.display.delivery is None, "a display sends marks of its own"
    assert settings.times.idle == (milliseconds(20_000), milliseconds(30_000))
    assert settings.idle_to_bot
    assert settings.diagonal_mm == 800
    assert (settings.house.volume, settings.night_volume, settings.house.sound_in_attract) == (70, 10, True)
    assert settings.screen_stop == {3}


def test_a_night_that_the_staff_sets_holds_at_once():
    told = []
    noon = datetime(2026, 11, 21, 12, tzinfo=UTC)
    usual = load()
    doorkeeper = OpeningHours(usual.hours, told.append, lambda: noon)
    night = OpeningHours(_day(usual.sound), lambda day: told.append(Night(not day.open)), lambda: noon)
    follow = _following(doorkeeper, night, table_settings(usual))
    nights = {"night_begins": "11:00", "night_ends": "13:00", "night_volume": 5}
    assert follow(with_changes(usual, {"sound": nights})).night_volume == 5
    assert told == [Night(quiet=True)]
    follow(with_changes(usual, {"sound": {**nights, "night_begins": "13:00", "night_ends": "11:00"}}))
    assert told == [Night(quiet=True), Night(quiet=False)]
    follow(usual)
    assert len(told) == 2


def test_a_given_seed_repeats_and_none_never_does():
    def first(seed):
        return list(itertools.islice(seeds(seed), 5))

    assert first(7) == first(7) != first(8)
    assert first(None) != first(None)
    assert len(set(first(7))) == 5


@contextmanager
def run_table(folder: Path, *options: str):
    """Start a real table process; yield its socket."""
    folder.mkdir(exist_ok=True)
    with subprocess.Popen(
        [sys.executable, "-m", "kiosk", "table", "--seed", "1", *options],
        env=os.environ | {"KIOSK_RUNTIME_DIR": str(folder), "KIOSK_STATE_DIR": str(folder / "state")},
        cwd=folder,
        stderr=subprocess.DEVNULL,
    ) as process:
        try:
            end = time.monotonic() + LIMIT_S
            while not (folder / "table/sock").exists():
                assert time.monotonic() < end
                time.sleep(0.005)
            yield folder / "table/sock"
            process.terminate()
            assert process.wait(LIMIT_S) == 0
        finally:
            process.kill()  # do not wait after a failed test


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory):
    """A real table process, at which nobody sits before the last of its tests."""
    with run_table(tmp_path_factory.mktemp("table")) as socket:
        yield socket


def messages(display):
    end = time.monotonic() + LIMIT_S
    while display.poll(max(0.0, end - time.monotonic())):
        yield msg.decode_from_table(display.recv_bytes())


def snapshots(display):
    return (message for message in messages(display) if isinstance(message, msg.Snapshot))


@pytest.mark.process
def test_simulated_hardware_asks_for_no_real_time_and_says_what_it_is(table):
    health = ask_health(table)
    assert (health.hardware, health.faults, health.display) == ("simulated", (), None)
    assert health.realtime == "simulated buttons do not need real time"


@pytest.mark.process
@pytest.mark.parametrize(
    ("kept", "volume", "faults"),
    [
        ("[sound]\nvolume = 7\n", 7, []),
        ("[sound]\nvolume = 700\n", 60, ["configuration: service.toml: sound.volume: 700"]),
    ],
)
def test_what_the_staff_has_set_lies_over_the_configuration_unless_it_is_bad(tmp_path, kept, volume, faults):
    (tmp_path / "state").mkdir()
    (tmp_path / "state" / "service.toml").write_text(kept)
    with run_table(tmp_path) as socket, Client(str(socket), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        assert next(snapshots(display)).house.volume == volume
        assert [
            f"{told.device}: {english(told.fault)}".partition(" is invalid")[0] for told in ask_health(socket).faults
        ] == faults


@pytest.mark.process
def test_a_hall_is_told_of_a_table_that_has_begun(table):
    feeds = read_feed(table.parent.parent / "hall" / "feed.sock")
    told = next(feeds)
    feeds.close()
    assert (told.activity, told.open, told.light, told.faults) == (Activity.FREE, True, None, ())
    assert told.table == table_id(table.parent.parent / "state")


def test_where_no_hall_can_be_told_that_is_a_fault_and_the_table_begins(tmp_path, monkeypatch):
    monkeypatch.setenv("KIOSK_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("KIOSK_STATE_DIR", str(tmp_path / "state"))
    (tmp_path / "hall").write_text("no folder")
    told = []
    with ExitStack() as closing:
        assert _hall(load(), None, None, tuple, told.append, closing) is None
    ((device, text),) = [(fault.device, english(fault.fault)) for fault in told]
    assert device == "hall"
    assert text.startswith(f"a hall sees nothing of this table ({tmp_path}/hall/feed.sock: ")


@pytest.mark.process
def test_a_table_plays_on_while_displays_come_and_go(table):
    last = 0
    for _ in range(3):
        with Client(str(table), family="AF_UNIX") as display:
            display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
            shown = next(snapshot for snapshot in snapshots(display) if snapshot.id > last)
            assert shown.state == "attract"
            last = shown.id


@pytest.mark.process
def test_a_window_too_small_for_all_seats_is_offered_fewer_of_them(table):
    with Client(str(table), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        shown = next(snapshots(display))
        assert [view.room for view in shown.seats] == [""] * 4
        display.send_bytes(msg.encode(msg.WindowSize(640, 360)))
        fewer = next(snapshot for snapshot in snapshots(display) if any(view.room for view in snapshot.seats))
        assert fewer.state == "attract"


def test_the_table_judges_what_can_be_read_without_loading_a_toolkit():
    code = (
        "import sys; from kiosk.config.loader import load;"
        "from kiosk.table_process.table_settings import table_settings;"
        "judge = table_settings(load()).legible; four = frozenset({1, 2, 3, 4});"
        "assert judge(four, 4, 'cards', (1280, 720)) and not judge(four, 4, 'cards', (640, 360));"
        "sys.exit('kivy' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


# ---------------------------------------------------------------- simulated dice boards


@pytest.fixture(scope="module")
def dice_table(tmp_path_factory: pytest.TempPathFactory):
    """A real table process with four simulated boards behind pseudo-terminals; nobody plays before its last test."""
    with run_table(
        tmp_path_factory.mktemp("dice") / "table", "--config", str(CONFIGS / "four_seats_dice_boards.toml")
    ) as socket:
        yield socket


def until(display, what):
    """Return the first snapshot that satisfies ``what``."""
    return next(snapshot for snapshot in snapshots(display) if what(snapshot))


@pytest.mark.process
def test_a_second_table_is_refused_before_it_takes_the_boards_from_the_first(dice_table):
    ports = {port: port.readlink() for port in dice_table.parent.glob("dice boards/*")}
    second = subprocess.run(
        [sys.executable, "-m", "kiosk", "table", "--config", str(CONFIGS / "four_seats_dice_boards.toml")],
        env=os.environ | {"KIOSK_RUNTIME_DIR": str(dice_table.parents[1])},
        cwd=dice_table.parent,
        stderr=subprocess.PIPE,
        text=True,
        timeout=LIMIT_S,
        check=False,
    )
    assert (second.returncode, len(ports)) == (2, 4)
    assert "another table runs here" in second.stderr
    assert {port: port.readlink() for port in dice_table.parent.glob("dice boards/*")} == ports


@pytest.mark.process
def test_health_tells_every_board(dice_table):
    with Client(str(dice_table), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        until(display, lambda shown: all(view.tray == "" for view in shown.seats))
        display.send_bytes(msg.encode(msg.AskHealth()))
        health = next(message for message in messages(display) if isinstance(message, msg.Health))
    assert [(board.seat, board.board, board.connected) for board in health.boards] == [
        (seat, f"LDR-SEAT-{seat}", True) for seat in (1, 2, 3, 4)
    ]
    assert all(board.fault is None for board in health.boards)


@pytest.mark.process
def test_a_display_is_told_where_simulated_boards_are(table, dice_table):
    for socket, boards in ((table, ()), (dice_table, (1, 2, 3, 4))):
        with Client(str(socket), family="AF_UNIX") as display:
            display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
            welcome = next(messages(display))
            assert (welcome.simulated, welcome.boards) == (True, boards)


@pytest.mark.process
def test_a_pin_that_is_driven_takes_its_seat_through_the_real_button_path(table):
    with Client(str(table), family="AF_UNIX") as display:
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        next(snapshot for snapshot in snapshots(display) if snapshot.state == "attract")
        display.send_bytes(msg.encode(msg.DrivePin(2, "stop", pressed=True)))
        taken = next(snapshot for snapshot in snapshots(display) if snapshot.state == "ready")
        assert [view.state for view in taken.seats] == ["free", "taken", "free", "free"]
        assert taken.seats[1].heard == 1
        assert taken.simulated


@pytest.mark.process
def test_simulated_boards_throw_real_dice_through_the_real_serial_path(dice_table):
    with Client(str(dice_table), family="AF_UNIX") as display:

        def say(*messages):
            for message in messages:
                display.send_bytes(msg.encode(message))

        say(msg.Hello(msg.PROTOCOL))
        until(display, lambda shown: all(view.tray == "" for view in shown.seats))
        for seat in (1, 2):
            say(msg.PressButton(SeatNumber(seat), "play", 0))
        say(msg.ChooseOption(SeatNumber(1), "bots", "off", 0))
        lobby = until(display, lambda shown: shown.state == "ready" and shown.seats[1].state == "taken").lobby
        assert next(choice.value for choice in lobby.choices if choice.key == "dice_source") == "real"
        for seat in (1, 2, 1):
            say(msg.PressButton(SeatNumber(seat), "play", 0))
        asked = until(display, lambda shown: shown.state == "play" and shown.seats[0].tray == "throw")
        assert asked.real_dice
        say(msg.DriveBoard(SeatNumber(1), "throw"))
        rolled = until(display, lambda shown: all(len(die) == 2 for die in shown.seats[0].dice))
        assert sorted(die[0] for die in rolled.seats[0].dice) == sorted(asked.seats[0].dice)
        assert (rolled.seats[0].tray, rolled.seats[0].locked_until) == ("", 0)
        assert all(len(die) == 1 for die in rolled.seats[1].dice)
        say(msg.DriveBoard(SeatNumber(2), "unplug"))
        lost = until(display, lambda shown: shown.seats[1].tray == "lost")
        assert not lost.seats[1].real
        say(msg.RollDice(SeatNumber(2), time.monotonic_ns()))
        until(display, lambda shown: shown.seats[1].rolling_until)
        say(msg.DriveBoard(SeatNumber(2), "plug"))
        until(display, lambda shown: shown.seats[1].real)
