"""Simulated dice-reader boards at their pseudo-terminals, read by pyserial like real ones."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import serial

from hardware.api import TrayDie, TrayLamp, TrayState
from hardware.dice.protocol import (
    BoardError,
    BoardFrame,
    BoardHello,
    FrameDone,
    Report,
    SetTrayLamp,
    WhoAreYou,
    board_decoder,
    encode,
)
from hardware.simulated.dice_board import SimulatedBoard, SimulatedBoards

SOON = 10.0
"""Seconds to wait for something that comes within one."""


class Host:
    """A program that has a board's port open."""

    def __init__(self, board: SimulatedBoard) -> None:
        self._serial = serial.Serial(str(board.port), timeout=SOON, write_timeout=SOON, exclusive=True)
        self._decoder = board_decoder()

    def say(self, line: bytes) -> None:
        self._serial.write(line)

    def until(self, wanted: Callable[[BoardFrame], bool]) -> BoardFrame:
        """Return the first wanted frame."""
        while data := self._serial.read(max(1, self._serial.in_waiting)):
            for frame in self._decoder.feed(data):
                if wanted(frame):
                    return frame
        pytest.fail("the board has said nothing more")

    def hello(self) -> BoardHello:
        self.say(encode(WhoAreYou(1)))
        hello = self.until(lambda frame: isinstance(frame, BoardHello))
        assert isinstance(hello, BoardHello)
        return hello

    def tray(self, state: TrayState) -> Report:
        report = self.until(lambda frame: isinstance(frame, Report) and frame.state is state)
        assert isinstance(report, Report)
        return report

    def close(self) -> None:
        self._serial.close()


@pytest.fixture
def boards(tmp_path: Path) -> Iterator[SimulatedBoards]:
    boards = SimulatedBoards(tmp_path / "by-id", {1: "LDR-ONE", 4: "LDR-FOUR"})
    yield boards
    boards.close()


@pytest.fixture
def host(boards: SimulatedBoards) -> Iterator[Host]:
    """A host at the board of seat 1."""
    host = Host(boards[1])
    yield host
    host.close()


def test_boards_are_found_where_udev_would_put_them_and_are_gone_in_the_end(tmp_path: Path) -> None:
    boards = SimulatedBoards(tmp_path, {1: "LDR-ONE", 12: "LDR-TWELVE"})
    assert sorted(tmp_path.iterdir()) == sorted(boards[seat].port for seat in boards)
    assert boards[1].port.name == "usb-MicroPython_Board_in_FS_mode_ldr-one-if00"
    assert boards[1].port.resolve().is_char_device()
    assert 12 in boards
    assert 2 not in boards
    boards.close()
    assert not list(tmp_path.iterdir())


def test_a_throw_is_read_at_the_port(boards: SimulatedBoards, host: Host) -> None:
    boards[1].fault("rolling")  # until it is seen
    boards[1].throw(["r3", "Y6"], ms=0)
    unread = (TrayDie("r", None), TrayDie("y", None))
    host.until(lambda frame: isinstance(frame, Report) and frame.state is TrayState.ROLLING and frame.dice == unread)
    boards[1].mend()
    assert host.tray(TrayState.SETTLED).dice == (TrayDie("r", 3), TrayDie("y", 6))
    boards[1].take("r3")
    assert host.tray(TrayState.SETTLED).dice == (TrayDie("y", 6),)
    boards[1].put("g1")
    boards[1].hold("y6")
    assert host.tray(TrayState.FAULT).dice == (TrayDie("g", 1), TrayDie("y", None))
    boards[1].take()
    assert host.tray(TrayState.EMPTY).dice == ()


def test_every_board_is_itself(boards: SimulatedBoards, host: Host) -> None:
    other = Host(boards[4])
    one, four = host.hello(), other.hello()
    assert (one.board, four.board) == ("LDR-ONE", "LDR-FOUR")
    assert one.boot != four.boot
    other.close()


def test_the_host_lights_the_lamp(boards: SimulatedBoards, host: Host) -> None:
    host.say(encode(SetTrayLamp(5, TrayLamp.LOCK)))
    host.until(lambda frame: isinstance(frame, FrameDone) and frame.re == 5)
    assert (boards[1].lamp, boards[4].lamp) == ("LOCK", "OFF")


def test_what_was_said_while_nobody_listened_is_not_heard_later(boards: SimulatedBoards) -> None:
    first = Host(boards[1])
    boards[1].put("r3")
    first.tray(TrayState.SETTLED)
    first.close()
    boards[1].put("b2")
    boards[4].put("b2")
    other = Host(boards[4])
    other.tray(TrayState.SETTLED)  # both have reported a change in between
    other.close()
    boards[1].take()
    with boards[1].port.open("rb", buffering=0) as port:  # pyserial would discard waiting bytes there
        heard = b""
        while b" s=E " not in heard:
            heard += port.read(4096)
    assert b"=B2" not in heard  # a boot number or a checksum may have these letters too


def test_a_pulled_board_is_gone_under_its_reader_and_comes_back_started_anew_with_its_dice(
    boards: SimulatedBoards, host: Host
) -> None:
    before = host.hello()
    boards[1].put("b2")
    boards[1].unplug()
    assert not boards[1].plugged
    assert not boards[1].port.exists()
    with pytest.raises(OSError, match=r"."):
        host.until(lambda _: False)
    boards[1].unplug()
    boards[1].plug()
    again = Host(boards[1])
    assert again.hello().boot != before.boot
    report = again.tray(TrayState.SETTLED)
    assert report.dice == (TrayDie("b", 2),)
    assert report.up_ms < 10_000
    again.close()


def test_a_restarted_board_says_hello_by_itself_at_the_same_port(boards: SimulatedBoards, host: Host) -> None:
    before = host.hello()
    boards[1].own_seat = 7
    boards[1].restart()
    after = host.until(lambda frame: isinstance(frame, BoardHello) and frame.boot != before.boot)
    assert isinstance(after, BoardHello)
    assert (after.seat, before.seat) == (7, None)


def test_a_twin_has_the_same_identity_at_another_port(boards: SimulatedBoards, host: Host) -> None:
    twin = boards.plug_twin(1)
    other = Host(twin)
    assert other.hello().board == host.hello().board == "LDR-ONE"
    other.close()


def test_a_fault_lasts_until_it_is_mended(boards: SimulatedBoards, host: Host) -> None:
    boards[1].put("r3", "b2")
    boards[1].fault("unreadable")
    assert host.tray(TrayState.FAULT).dice == (TrayDie("b", 2), TrayDie("r", None))
    assert boards[1].faults == {"unreadable"}
    boards[1].mend("unreadable")
    assert host.tray(TrayState.SETTLED).dice == (TrayDie("b", 2), TrayDie("r", 3))


def test_a_flooding_board_does_not_silence_the_others(boards: SimulatedBoards, host: Host) -> None:
    boards[4].fault("flood")
    flooded = Host(boards[4])
    boards[1].put("r3")
    first = host.tray(TrayState.SETTLED)
    assert host.tray(TrayState.SETTLED).up_ms - first.up_ms < 2000
    flooded.until(lambda frame: isinstance(frame, BoardError) and frame.code == "FLOOD")
    flooded.close()
    boards[4].mend()
    assert not boards[4].faults


@pytest.mark.parametrize("word", ["r7", "r", "q3", "", "r33", "r0"])
def test_what_is_no_die_is_refused_with_what_to_write(boards: SimulatedBoards, word: str) -> None:
    for does in (boards[1].put, boards[1].take, boards[1].hold, lambda die: boards[1].throw([die])):
        with pytest.raises(ValueError, match="is not a die: write a colour"):
            does(word)
    assert boards[1].dice == ()


def test_an_unknown_fault_is_refused(boards: SimulatedBoards) -> None:
    with pytest.raises(KeyError):
        boards[1].fault("tired")
