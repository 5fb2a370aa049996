"""Frames of LDR/1, and tables of simulated boards whose ports are read."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from random import Random

import pytest
from hypothesis import strategies as st

from hardware.api import (
    BoardHealth,
    DeviceFault,
    DeviceHealthy,
    HardwareInput,
    TrayDie,
    TrayLamp,
    TrayReading,
    TrayState,
)
from hardware.dice.protocol import (
    DICE,
    U16,
    U32,
    BoardError,
    BoardHello,
    Frame,
    FrameDone,
    FrameRefused,
    OtherVersion,
    Refusal,
    Report,
    ReportNow,
    SetTrayLamp,
    WhoAreYou,
)
from hardware.dice.readers import SerialDiceReaders
from hardware.simulated.dice_board import SimulatedBoards
from kiosk.faults.fault import english
from tests.rig.ldr import sort_dice

DOCUMENTED: tuple[tuple[bytes, Frame], ...] = (
    (b"$HQ 1 v=1*1028", WhoAreYou(1)),
    (
        b"$HI 0 v=1 id=LDR-E6614C311B7A2F35 fw=1.0.0 seat=3 max=24 boot=7F3A90C1*0081",
        BoardHello(0, "LDR-E6614C311B7A2F35", "1.0.0", 3, 24, 0x7F3A90C1),
    ),
    (b"$ST 1 boot=7F3A90C1 rev=0 up=1042 s=E n=0 d=-*0BBF", Report(1, 0x7F3A90C1, 0, 1042, TrayState.EMPTY)),
    (
        b"$ST 2 boot=7F3A90C1 rev=1 up=5310 s=R n=3 d=B?,R4,X?*6603",
        Report(2, 0x7F3A90C1, 1, 5310, TrayState.ROLLING, (TrayDie("b", None), TrayDie("r", 4), TrayDie(None, None))),
    ),
    (
        b"$ST 3 boot=7F3A90C1 rev=2 up=6120 s=S n=4 d=B2,G6,R4,Y1*8E47",
        Report(
            3,
            0x7F3A90C1,
            2,
            6120,
            TrayState.SETTLED,
            (TrayDie("b", 2), TrayDie("g", 6), TrayDie("r", 4), TrayDie("y", 1)),
        ),
    ),
    (b"$GS 2*AC18", ReportNow(2)),
    (b"$LD 3 m=LOCK*7652", SetTrayLamp(3, TrayLamp.LOCK)),
    (b"$OK 5 re=3*5F30", FrameDone(5, 3)),
    (b"$NO 6 re=4 err=ARG*AE13", FrameRefused(6, 4, Refusal.ARGUMENT)),
    (b"$ER 7 code=SENS n=12*5ACD", BoardError(7, "SENS", 12)),
)
"""The examples of the protocol's document."""

_u16 = st.integers(0, U16)
_u32 = st.integers(0, U32)
_alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_read = [die for die in DICE.values() if None not in die]
_number = st.integers(0, 99999)
_reports = st.one_of(
    st.builds(Report, _u16, _u32, _u32, _u32, st.just(TrayState.EMPTY)),
    *(
        st.builds(
            Report,
            _u16,
            _u32,
            _u32,
            _u32,
            st.just(state),
            st.lists(st.sampled_from(dice), min_size=least, max_size=30).map(tuple).map(sort_dice),
        )
        for state, dice, least in (
            (TrayState.SETTLED, _read, 1),
            (TrayState.ROLLING, list(DICE.values()), 0),
            (TrayState.FAULT, list(DICE.values()), 0),
        )
    ),
)
_board_frames = st.one_of(
    st.builds(
        BoardHello,
        _u16,
        st.builds(str.__add__, st.sampled_from(_alphabet), st.text(_alphabet + "-", min_size=3, max_size=23)),
        st.builds("{}.{}.{}".format, _number, _number, _number),
        st.none() | st.integers(1, 12),
        st.integers(1, 32),
        _u32,
    ),
    st.builds(OtherVersion, _u16, _u16.filter(lambda version: version != 1)),
    _reports,
    st.builds(FrameDone, _u16, _u16),
    st.builds(FrameRefused, _u16, _u16, st.sampled_from(Refusal)),
    st.builds(BoardError, _u16, st.text("ABCDEFGHIJKLMNOPQRSTUVWXYZ", min_size=2, max_size=8), _u32),
)
_host_frames = st.one_of(
    st.builds(WhoAreYou, _u16, _u16),
    st.builds(ReportNow, _u16),
    st.builds(SetTrayLamp, _u16, st.sampled_from(TrayLamp)),
)


@pytest.fixture(scope="session")
def documented() -> tuple[tuple[bytes, Frame], ...]:
    return DOCUMENTED


@pytest.fixture(scope="session")
def board_frames() -> st.SearchStrategy[Frame]:
    """Return a strategy of all frames that a board may send."""
    return _board_frames


@pytest.fixture(scope="session")
def frames() -> st.SearchStrategy[Frame]:
    """Return a strategy of all frames."""
    return _board_frames | _host_frames


class Heard:
    """A sink that keeps its inputs."""

    def __init__(self) -> None:
        self.all: list[HardwareInput] = []
        self._more = threading.Condition()

    def __call__(self, item: HardwareInput) -> None:
        with self._more:
            self.all.append(item)
            self._more.notify_all()

    def until(self, is_it: Callable[[HardwareInput], bool], since: int = 0, timeout: float = 10) -> HardwareInput:
        """Return the first matching input after the first ``since``; fails after ``timeout`` seconds."""
        with self._more:
            assert self._more.wait_for(lambda: any(map(is_it, self.all[since:])), timeout), self.all[since:]
            return next(filter(is_it, self.all[since:]))

    def reading(self, seat: int, state: TrayState, dice: str | None = None, since: int = 0) -> TrayReading:
        """Return the first reading of a seat with this state, and these dice in any order (``r4 b?``)."""

        def is_it(item: HardwareInput) -> bool:
            if not isinstance(item, TrayReading) or (item.seat, item.state) != (seat, state):
                return False
            words = sorted(f"{die.color or 'x'}{die.value or '?'}" for die in item.dice)
            return dice is None or words == sorted(dice.split())

        reading = self.until(is_it, since)
        assert isinstance(reading, TrayReading)
        return reading

    def fault(self, words: str, since: int = 0) -> DeviceFault:
        """Return the first fault whose message contains these words."""
        fault = self.until(lambda item: isinstance(item, DeviceFault) and words in english(item.fault), since)
        assert isinstance(fault, DeviceFault)
        return fault

    def healthy(self, device: str, since: int = 0) -> HardwareInput:
        return self.until(lambda item: isinstance(item, DeviceHealthy) and item.device == device, since)


class Table:
    """Simulated boards ``LDR-1`` to ``LDR-<count>`` for as many seats, and the readers of their ports."""

    def __init__(self, folder: Path, count: int, seats: Mapping[str, int] | None = None) -> None:
        self.folder = folder
        self.boards = SimulatedBoards(folder, {seat: identity(seat) for seat in range(1, count + 1)}, Random(5))  # noqa: S311
        self.readers = SerialDiceReaders(seats or {identity(seat): seat for seat in self.boards}, (folder,))
        self.heard = Heard()

    def start(self) -> Table:
        self.readers.start(self.heard)
        return self

    def health(self, board: str) -> BoardHealth:
        return next(health for health in self.readers.health() if health.board == board)

    def close(self) -> None:
        self.readers.close()
        self.boards.close()


def identity(seat: int) -> str:
    return f"LDR-{seat}"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Yield a function that makes tables; close them afterwards."""
    with ExitStack() as closing:

        def make(count: int, seats: Mapping[str, int] | None = None) -> Table:
            table = Table(tmp_path / "by-id", count, seats)
            closing.callback(table.close)
            return table

        yield make
