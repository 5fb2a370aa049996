"""A table in virtual time: the words of a developer, and that nothing of the machine is used."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from hardware.simulated.board_in_memory import FAULTS
from kiosk.testing import VirtualTable
from kiosk.testing.script import ScriptError, read_script
from kiosk.testing.table import NotSeenError

CALL = ("-", "row b9 b8 b7 b6 b5 hand g5", "row y9 y8 y7 y6 y5 stack y1 hand g5")
"""The first seat may call Stop, the second may not."""


def reasons(table: VirtualTable, seat: int) -> list[str]:
    return [verdict["reason"] for verdict in table.seat(seat)["ticker"]]


def test_a_false_stop_is_refused_and_costs_time(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.press(2, "stop")
    assert table.lamps[2] == "heard"
    table.wait_for("seat 2 is told", lambda _: reasons(table, 2) == ["stack_not_empty"])
    assert table.seat(2)["locked_until"] > table.state["now"]
    assert table.state["state"] == "play"


def test_a_right_stop_ends_the_round_at_the_time_of_its_press(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.lay(*CALL, *CALL[2:], *CALL[2:])
    assert table.lamps[1] == "may_stop"
    table.press(1, "stop")
    table.wait_for("the round is over", lambda state: state["state"] == "stopped")
    assert table.state["caller"] == 1
    table.wait_for("it is counted", lambda state: state["state"] == "round_result")
    ended = next(record for record in table.journal if record["type"] == "RoundEnded")
    assert ended["caller"] == 1


def test_a_stop_that_presses_itself_is_told_and_its_seat_plays_on(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.drive("\n".join(f"{at}ms press 1 stop hold 20ms" for at in range(0, 6_000, 60)))
    seat = table.seat(1)
    assert (seat["fault"]["code"], seat["screen_stop"]) == ("button.flaps", True)
    for left in (24, 21, 18):
        table.drive("press 1 play hold 30ms\n10ms press 1 stop hold 20ms\n70ms press 1 stop hold 20ms\nwait 600ms")
        assert table.seat(1)["hand_count"] == left
    table.wait_for("the button is well again", lambda _: not table.seat(1)["screen_stop"])


@pytest.mark.parametrize("first", [1, 2])
def test_a_race_is_won_by_the_earlier_press_by_half_a_millisecond(first: int) -> None:
    table = VirtualTable()
    table.start(1, 2)
    table.lay("-", *["row b9 b8 b7 b6 b5 hand g5"] * 2, *CALL[2:] * 2)
    table.press(first, "stop", 3 - first, "stop+0.5ms")
    table.wait_for("the round is over", lambda state: state["state"] == "stopped")
    assert table.state["caller"] == first


def test_a_card_is_dragged_to_the_centre(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.lay("r3", "row r4 b8 b7 stack b1 hand g5", *["row y9 y8 y7 stack y1 hand g5"] * 3)
    table.drag(1, "row:1")
    table.advance(ms=80)
    assert [card for _, card in table.state["piles"]] == ["r4"]
    assert table.seat(1)["centered"] == 1


def test_a_drag_before_the_start_is_a_false_start(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.sit(1, 2)
    table.touch(1, "ready")
    table.touch(2, "ready")
    table.wait_for("cards are dealt", lambda state: state["state"] == "countdown")
    table.advance(ms=2000)
    table.drag(1, "row:1")
    table.wait_for("the round begins", lambda state: state["state"] == "play")
    assert table.seat(1)["locked_until"] > table.state["now"]
    assert not table.seat(2)["locked_until"]


def test_a_button_that_bounces_is_one_press(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.pins("GPIO17").bounce(times=4, every="0.3ms")
    table.advance(seconds=1)
    assert table.seat(1)["heard"] == 2  # the other was to sit down
    assert reasons(table, 1) == ["stack_not_empty"]


def test_a_stuck_button_is_replaced_by_one_on_the_screen(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    pin = table.pins("GPIO 17")
    pin.hold()
    table.wait_for("it is known", lambda _: table.seat(1)["fault"], limit_s=11)
    pin.release()
    table.wait_for("it works again", lambda _: not table.seat(1)["fault"], limit_s=1)


def test_the_power_is_cut_in_mid_round_and_nothing_is_lost_but_what_was_not_written(
    virtual_table: VirtualTable,
) -> None:
    table = virtual_table
    table.start(1, 2)
    cards = table.seat(1)["hand_count"]
    table.touch(1, "hand")
    table.wait_for("three cards are turned over", lambda _: table.seat(1)["hand_count"] == cards - 3)
    records = len(table.journal)
    table.cut_power()
    assert table.state["state"] == "recovery"
    assert table.seat(1)["hand_count"] == cards - 3
    table.cut_power(lose=len(table.journal) - records + 1)
    assert table.seat(1)["hand_count"] == cards
    table.advance(seconds=1)  # a press counts once people have had the time to see what it is for
    table.press(1, "play")
    table.press(2, "play")
    table.wait_for("the round goes on", lambda state: state["state"] == "play")


def test_a_power_cut_that_loses_everything_leaves_an_empty_table(virtual_table: VirtualTable) -> None:
    virtual_table.start(1, 2)
    virtual_table.cut_power(lose=1000)
    assert virtual_table.journal == []
    assert virtual_table.state["state"] == "attract"


@pytest.mark.table(config="four_seats_dice_boards")
class TestDiceBoards:
    def test_a_throw_is_rolled_when_the_dice_have_come_to_rest(self, virtual_table: VirtualTable) -> None:
        table = self.playing(virtual_table)
        dice = [f"{color}{value}" for value, color in enumerate(table.seat(1)["dice"], 1)]
        table.dice(1).throw(" ".join(dice))
        table.advance(ms=500)
        assert table.seat(1)["tray"] == "rolling"
        table.wait_for("they lie", lambda _: table.seat(1)["dice"] == dice, limit_s=3)

    def test_a_board_unplugged_in_mid_roll_is_missed_and_found(self, virtual_table: VirtualTable) -> None:
        table = self.playing(virtual_table)
        board = table.dice(1)
        board.throw()
        table.advance(ms=200)
        board.unplug()
        table.wait_for("it is missed", lambda _: table.seat(1)["tray"] == "lost", limit_s=3)
        board.plug()
        table.wait_for("it is found", lambda _: table.seat(1)["tray"] != "lost", limit_s=5)

    def test_a_board_that_lies_moves_nothing(self, virtual_table: VirtualTable) -> None:
        table = self.playing(virtual_table)
        table.dice(1).fault("garbage", "half_frames")
        table.dice(1).throw()
        table.wait_for("what is whole is read", lambda _: len(table.seat(1)["dice"][0]) == 2, limit_s=30)
        with pytest.raises(ValueError, match="'fire' is no fault of a board; there are: "):
            table.dice(1).fault("fire")

    @staticmethod
    def playing(table: VirtualTable) -> VirtualTable:
        table.advance(seconds=1)
        table.start(1, 2, 3, 4)  # a bot has no real dice
        assert table.state["real_dice"]
        return table


def test_the_same_seed_deals_the_same_and_another_one_others() -> None:
    dealt = []
    for seed in (7, 7, 8):
        table = VirtualTable(seed=seed)
        table.start(1, 2)
        dealt.append([view["row"] for view in table.state["seats"]])
    assert dealt[0] == dealt[1] != dealt[2]


@pytest.mark.table(config="twelve_seats")
def test_twelve_play_a_round_with_bots_to_its_end(virtual_table: VirtualTable) -> None:
    virtual_table.start(1)
    virtual_table.wait_for("the bots end it", lambda state: state["state"] == "round_result")


def test_what_cannot_be_done_is_an_error_in_words(virtual_table: VirtualTable) -> None:
    table = virtual_table
    with pytest.raises(ValueError, match="'ready' is not on the screen for seat 1"):
        table.touch(1, "ready")
    with pytest.raises(ValueError, match=r"there is no button at GPIO99; there are: GPIO17 \(seat 1 stop\)"):
        table.pins("GPIO99")
    with pytest.raises(ValueError, match="pieces can be laid only while a round runs"):
        table.lay("r3")
    with pytest.raises(ValueError, match="seat 1 has no dice-reader board"):
        table.dice(1).throw("r1")
    with pytest.raises(AssertionError, match=r"it never comes: not within 1 s\nstate: attract"):
        table.wait_for("it never comes", lambda _: None, limit_s=1)


@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.table(config="four_seats_dice_boards")
def test_with_every_fault_of_a_board_time_passes_and_it_can_be_repaired(
    fault: str, virtual_table: VirtualTable
) -> None:
    table = virtual_table
    table.advance(seconds=1)
    table.dice(1).fault(fault)
    table.advance(seconds=2)
    table.dice(1).repair()
    table.wait_for("it is read again", lambda state: state["seats"][0]["tray"] != "lost")


def test_a_button_that_is_held_over_a_power_cut_is_no_press_but_stuck(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.pins("GPIO17").hold()
    table.press(2, "stop", hold="2s")
    table.cut_power()
    heard = table.seat(1)["heard"], table.seat(2)["heard"]
    table.advance(seconds=9)
    assert (table.seat(1)["heard"], table.seat(2)["heard"]) == heard
    table.wait_for("seat 1 is stuck", lambda state: state["seats"][0]["fault"], limit_s=3)
    assert table.seat(2)["fault"] is None


def test_what_a_failure_shows_is_a_script(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.sit(1)
    table.touch(1, "language")
    table.pins("GPIO23").bounce()
    table.drive("press 3 play")
    table.cut_power()
    _, script = table.report().split("leaves out what has a #:\n")
    assert [act.deed.lasts // 1_000_000 for act in read_script(script)] == [100, 0, 60]


def test_a_failure_shows_how_the_seats_are_and_what_was_recorded_last(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    table.lay("r3", "row r4 b8 b7 stack b1 hand g5", *["row y9 y8 y7 stack y1 hand g5"] * 3)
    table.pins("GPIO17").hold()
    table.wait_for("the fault is known", lambda state: state["seats"][0]["fault"])
    report = table.report().splitlines()
    assert "piles: r3" in report[0]
    assert report[1].startswith("seat 1: playing, lamp ")
    assert ", fault button.stuck, " in report[1]
    assert ", row r4 b8 b7, stack of 1 (b1), hand of 1, last: stack_not_empty" in report[1]
    assert any("['Stop', " in line and "-> Rejected" in line for line in report)


def test_a_wait_that_fails_reports_once(virtual_table: VirtualTable) -> None:
    with pytest.raises(NotSeenError, match="somebody comes: not within 2 s\nstate: attract") as failure:
        virtual_table.wait_for("somebody comes", lambda state: state["state"] == "play", limit_s=2)
    assert failure.value.report == virtual_table.report()


def test_a_stack_laid_empty_is_empty_from_then_on() -> None:
    table = VirtualTable("two_seats")
    table.start(1, 2)
    table.advance(seconds=20)
    table.lay("-", "row b9 b8 b7 b6 b5 hand g5", "row y9 y8 y7 y6 y5 stack y1 hand g5")
    table.advance(seconds=4.9)
    assert table.state["state"] == "play"
    table.advance(seconds=0.2)
    assert (table.state["ended_by"], table.state["caller"]) == ("auto_stop", 1)


def test_trays_laid_empty_are_empty_from_then_on() -> None:
    table = VirtualTable(settings={"game": {"kind": "dice", "bots": "off"}})
    table.start(1, 2)
    table.advance(seconds=20)
    table.lay("-", "", "r4")
    assert table.seat(1)["may_stop"]
    table.press(1, "stop")
    table.wait_for("the round is over", lambda state: state["ended_by"])
    assert (table.state["ended_by"], table.state["caller"]) == ("stop", 1)


def test_after_a_display_has_died_the_next_one_is_touched(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.start(1, 2)
    began = table.now
    table.kill_display()
    assert table.now == began + 1_000_000_000
    assert table.scene["state"] == "play"
    table.touch(1, "hand")
    table.advance(ms=100)
    assert table.seat(1)["discard_count"] == 3


def test_who_sits_is_left_alone_and_a_round_is_not_started_twice(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.sit(1)
    heard = table.seat(1)["heard"]
    table.start(1, 2)
    assert table.seat(1)["heard"] == heard
    with pytest.raises(ValueError, match="begins from the states attract and ready, and the table is in 'play'"):
        table.start(1, 2)


def test_a_place_that_appears_soon_is_waited_for(virtual_table: VirtualTable) -> None:
    table = virtual_table
    table.press(1, "play")
    table.touch(1, "ready")
    table.advance(ms=50)
    assert table.seat(1)["state"] == "ready"
    with pytest.raises(ValueError, match="'nowhere' is not on the screen for seat 1"):
        table.touch(1, "nowhere")


def test_a_pin_may_be_a_number_and_an_unknown_configuration_lists_those_that_are_there() -> None:
    pin = VirtualTable("two_seats").pins(17)
    assert (pin.seat, pin.button) == (1, "stop")
    with pytest.raises(ValueError, match=r"no configuration 'fourseats'; ready-made ones: .*four_seats, .*or the path"):
        VirtualTable("fourseats")


def test_after_a_script_that_cannot_be_played_no_finger_is_left(virtual_table: VirtualTable) -> None:
    with pytest.raises(ScriptError, match="line 2: seat 9 has no button stop"):
        virtual_table.drive("1ms touch 1 seat takes 5s\n2ms press 9 stop")
    with pytest.raises(ValueError, match="there is no seat 9; there are: 1, 2, 3, 4"):
        virtual_table.seat(9)


def test_a_picture_shows_what_the_display_would_draw(virtual_table: VirtualTable, tmp_path: Path) -> None:
    virtual_table.start(1, 2)
    virtual_table.lay("r3", "row r4 b8 b7 stack b1 hand g5", *["row y9 y8 y7 stack y1 hand g5"] * 3)
    virtual_table.save_picture(tmp_path / "one.png")
    with Image.open(tmp_path / "one.png") as picture:
        assert picture.size == (1280, 720)
        colors = picture.convert("RGB").resize((64, 36)).getcolors(64 * 36)
    assert colors is not None
    assert len(colors) > 100


def test_mistakes_are_told_in_words(virtual_table: VirtualTable) -> None:
    table = virtual_table
    for wrong in (table.seat, table.dice, table.lamps.__getitem__):
        with pytest.raises(ValueError, match="there is no seat 7; there are: 1, 2, 3, 4"):
            wrong(7)
    with pytest.raises(ValueError, match="there is no seat 7; there are: 1, 2, 3, 4"):
        table.touch(7, "hand")
    with pytest.raises(ValueError, match=r"2 is no time: write a number and its unit, as in 0\.5ms, 20us or 2s"):
        table.press(1, "stop", hold=2)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="lose is a number of records, 0 or more, not -1"):
        table.cut_power(lose=-1)
    with pytest.raises(TypeError, match=r"settings are by section, as in .*: 'bots' has no keys"):
        VirtualTable(settings={"bots": "off"})  # type: ignore[dict-item]
    with pytest.raises(TypeError, match="a seed is a whole number, not 'x'"):
        VirtualTable(seed="x")  # type: ignore[arg-type]
    table.start(1, 2)
    with pytest.raises(ValueError, match="in 'row x4 b8': 'x4' is not a card"):
        table.lay("r3", "row x4 b8", "row r1", "row r1", "row r1")
    with pytest.raises(ValueError, match="seat 1 has no dice-reader board"):
        table.dice(1).fault("garbage")
    assert "dice-board" not in table.report()


FAILING = """
import pytest

def test_it(virtual_table):
    virtual_table.sit(2)
    assert virtual_table.lamps == {}

def test_seat(virtual_table):
    virtual_table.press(9, "stop")

@pytest.mark.table(confg="two_seats")
def test_mark(virtual_table):
    pass
"""


def test_a_failed_test_shows_its_table_and_what_it_does_wrong_at_its_own_line(pytester: pytest.Pytester) -> None:
    file = pytester.makepyfile(FAILING)
    result = pytester.runpytest_inprocess("-p", "no:cacheprovider")
    told = ["*virtual_table*", "state: ready*", "seat 2: taken*", "to repeat it: kiosk --config *--seed 1*"]
    result.stdout.fnmatch_lines([*told, "*press 2 play*", "picture: *virtual_table.png"])
    line = FAILING.splitlines().index('    virtual_table.press(9, "stop")')  # makepyfile strips the first line
    result.stdout.fnmatch_lines(
        [
            "the mark table(confg='two_seats') is not understood; its arguments are config=, draws=, seed=, settings=",
            "E *ValueError: there is no seat 9; there are: 1, 2, 3, 4",
            "",
            f"{file.name}:{line}: ValueError",
        ]
    )
    assert not [line for line in result.outlines if line.partition(":")[0].endswith(("table.py", "kiosk.py"))]


BLOCKED = """
import sys, threading, socket, os, time

for name in ("fcntl", "termios", "tty", "pty", "kivy", "OpenGL", "gpiod", "lgpio", "serial", "_posixshmem"):
    sys.modules[name] = None

def no(*_arguments, **_more):
    raise AssertionError("a virtual table uses nothing of the machine")

threading.Thread.start = socket.socket.__init__ = no
for name in ("openpty", "fork", "forkpty", "posix_spawn", "eventfd", "mkfifo"):
    if hasattr(os, name):
        setattr(os, name, no)
time.sleep = no

from kiosk.testing import VirtualTable

for config in ("four_seats", "four_seats_dice_boards"):
    table = VirtualTable(config)
    table.advance(seconds=1)
    table.start(1, 2)
    table.touch(1, "rules")
    table.press(1, "stop")
    table.advance(seconds=1)
    assert table.scene["items"]
    table.cut_power()
print("done")
"""


def test_there_is_no_thread_socket_port_or_window() -> None:
    done = subprocess.run([sys.executable, "-c", BLOCKED], capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout == "done\n", done.stderr
