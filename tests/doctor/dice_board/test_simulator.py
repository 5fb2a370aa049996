"""The simulated board on its bench: the commands that a person can type."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import now
from hardware.simulated.board_in_memory import FAULTS
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.doctor.dice_board.simulator import AGAIN, AT_ONCE, COMMANDS, Bench, Wrong, simulate


@pytest.fixture
def said() -> list[str]:
    return []


@pytest.fixture
def bench(tmp_path: Path, said: list[str]) -> Iterator[Bench]:
    boards = SimulatedBoards(tmp_path, {1: "LDR-BENCH"})
    yield Bench(boards[1], boards, said.append)
    boards.close()


def test_dice_come_and_go_as_they_are_typed(bench: Bench) -> None:
    bench.do("throw r3 G5   # two dice")
    assert bench.board.dice == ("R3", "G5")
    bench.do("put y1")
    bench.do("hold g5")
    assert bench.board.dice == ("R3", "G?", "Y1")
    bench.do("take r3")
    assert bench.board.dice == ("G?", "Y1")
    bench.do("take")
    assert bench.board.dice == ()
    bench.do("")
    bench.do("  # nothing")


def test_the_board_is_pulled_started_anew_and_doubled(bench: Bench, said: list[str]) -> None:
    bench.do("unplug")
    assert not bench.board.plugged
    bench.do("plug")
    assert bench.board.plugged
    bench.do("seat 7")
    assert bench.board.own_seat == 7
    bench.do("restart")
    bench.do("twin")
    assert Path(said[-1].removeprefix("its twin: ")).resolve().is_char_device()


def test_faults_begin_and_end(bench: Bench, said: list[str]) -> None:
    bench.do("fault garbage rolling")
    bench.do("put r3")
    bench.do("show")
    assert said == ["tray: R3; lamp: off; plugged in; fault: garbage; fault: rolling"]
    bench.do("repair garbage")
    assert bench.board.faults == {"rolling"}
    bench.do("repair")
    assert not bench.board.faults


def test_a_script_can_wait(bench: Bench) -> None:
    before = now()
    bench.do("wait 3")
    assert 2.9e9 < bench.busy_until - before < 3.5e9


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("jump", "unknown command 'jump'; there are: throw, put, "),
        ("throw", "write: throw DIE..."),
        ("unplug it", "write: unplug"),
        ("put r9", "'r9' is not a die: write a colour"),
        ("fault rain", "unknown fault 'rain'; there are: rolling, "),
        ("repair rain", "unknown fault 'rain'; there are: rolling, "),
        ("wait long", "'long' is not a number from 0 to 86400"),
        ("seat 13", "'13' is not a number from 0 to 12"),
    ],
)
def test_what_cannot_be_done_is_told_with_what_can(bench: Bench, typed: str, told: str) -> None:
    with pytest.raises(Wrong) as wrong:
        bench.do(typed)
    assert str(wrong.value).startswith(told)
    assert bench.board.dice == ()


def test_help_names_every_command_and_every_fault(bench: Bench, said: list[str]) -> None:
    bench.do("help")
    first_words = {line.split()[0] for line in said[0].splitlines()}
    assert set(COMMANDS) | set(FAULTS) <= first_words


def test_it_ends_when_it_is_told_to_and_when_nothing_more_is_typed(tmp_path: Path, said: list[str]) -> None:
    simulate("LDR-BENCH", 3, ["garbage", "replug"], tmp_path, ["show", "jump", "quit", "show"], said.append)
    simulate("LDR-BENCH", 3, [], None, ["show"], said.append)
    port, shown, wrong, passing, again = said
    assert port.startswith(f"LDR-BENCH at {tmp_path}/usb-")
    assert shown == "tray: empty; lamp: off; plugged in; fault: garbage"
    assert wrong.startswith("unknown command 'jump'")
    assert str(tmp_path) not in passing
    assert again == "tray: empty; lamp: off; plugged in"
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("identity", "faults", "told"),
    [
        ("bench", [], "'bench' is not an identity: write 4 to 24 of A-Z"),
        ("LDR-ONE", ["rain"], "unknown fault 'rain'; there are"),
    ],
)
def test_a_board_that_cannot_be_is_refused(identity: str, faults: list[str], told: str, said: list[str]) -> None:
    with pytest.raises(Wrong, match=told):
        simulate(identity, 0, faults, None, [], said.append)
    assert not said


def test_every_scripted_fault_is_made_of_commands_that_exist(bench: Bench) -> None:
    for command in AT_ONCE.values():
        bench.do(command)
    assert bench.board.faults == set(FAULTS)
    assert {command for steps in AGAIN.values() for _, command in steps} <= set(COMMANDS)
    assert set(AGAIN) | set(AT_ONCE) == {*FAULTS, "duplicate", "replug", "restart"}
