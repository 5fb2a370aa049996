"""The Pico's own part, with stand-ins for MicroPython's modules."""

from __future__ import annotations

import importlib
import io
import runpy
import sys
import time
import types
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.api import TrayLamp, TrayState
from hardware.dice.protocol import (
    BoardHello,
    DropCause,
    Frame,
    FrameDone,
    Report,
    SetTrayLamp,
    WhoAreYou,
    decode,
    encode,
)
from hardware.firmware import ldr_core, simulated_sensor

FOLDER = Path(ldr_core.__file__).parent
WRAP = 2**30
"""The wrap-around of MicroPython's ticks."""

Run = Callable[[bytes], list[Frame | DropCause]]


class PowerCutError(Exception):
    """The end of a board that otherwise runs for ever."""


class Pico:
    """A Pico: its clock advances by a millisecond per read; its power is cut after 600 rounds."""

    def __init__(self) -> None:
        self.ticks = WRAP - 50
        self.feedings = 0
        self.lit: list[bool] = []
        self.bootsel = 0
        self.interrupt_byte: int | None = None

    def ticks_ms(self) -> int:
        self.ticks = (self.ticks + 1) % WRAP
        return self.ticks

    def feed(self) -> None:
        self.feedings += 1
        if self.feedings == 600:
            raise PowerCutError

    def kbd_intr(self, byte: int) -> None:
        self.interrupt_byte = byte

    def modules(self) -> dict[str, types.ModuleType]:
        pin = types.SimpleNamespace(value=lambda lit: self.lit.append(bool(lit)))
        watchdog = types.SimpleNamespace(feed=self.feed)
        pin_class = type("Pin", (), {"OUT": 1, "__new__": lambda *_: pin})
        contents = {
            "machine": {
                "unique_id": lambda: bytes.fromhex("E6614C311B7A2F35"),
                "Pin": pin_class,
                "WDT": lambda timeout: watchdog,
            },
            "micropython": {"kbd_intr": self.kbd_intr},
            "rp2": {"bootsel_button": lambda: self.bootsel},
        }
        modules = {name: types.ModuleType(name) for name in contents}
        for name, members in contents.items():
            vars(modules[name]).update(members)
        return {**modules, "ldr_core": ldr_core, "simulated_sensor": simulated_sensor}


@pytest.fixture
def pico(monkeypatch: pytest.MonkeyPatch) -> Pico:
    pico = Pico()
    for name, module in pico.modules().items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.delitem(sys.modules, "pico_board", raising=False)
    monkeypatch.syspath_prepend(FOLDER)
    monkeypatch.setattr(time, "ticks_ms", pico.ticks_ms, raising=False)
    monkeypatch.setattr(time, "ticks_diff", lambda a, b: (a - b + WRAP // 2) % WRAP - WRAP // 2, raising=False)
    return pico


@pytest.fixture
def run(pico: Pico, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run main.py until the power cut: input from the host, output of the board."""

    def run(received: bytes) -> list[Frame | DropCause]:
        stdin, stdout = io.BytesIO(received), io.BytesIO()
        poller = types.SimpleNamespace(register=lambda *_: None, poll=lambda _ms: stdin.tell() < len(received))
        pico_board = importlib.import_module("pico_board")
        monkeypatch.setattr(pico_board, "select", types.SimpleNamespace(poll=lambda: poller, POLLIN=1))
        streams = (types.SimpleNamespace(buffer=stream) for stream in (stdin, stdout))
        monkeypatch.setattr(pico_board, "sys", types.SimpleNamespace(stdin=next(streams), stdout=next(streams)))
        with pytest.raises(PowerCutError):
            runpy.run_path(str(FOLDER / "main.py"))
        return [decode(line) for line in stdout.getvalue().splitlines(keepends=True)]

    return run


def test_the_pico_answers_at_its_serial_port_and_its_clock_survives_the_end_of_the_ticks(pico: Pico, run: Run) -> None:
    frames = run(encode(WhoAreYou(1)) + encode(SetTrayLamp(2, TrayLamp.READY)))
    assert all(frame.board == "LDR-E6614C311B7A2F35" for frame in frames if isinstance(frame, BoardHello))
    assert [type(frame) for frame in frames[:4]] == [BoardHello, Report, BoardHello, FrameDone]
    reports = [frame for frame in frames if isinstance(frame, Report)]
    assert [report.state for report in reports[-2:]] == [TrayState.EMPTY] * 2
    times = [report.up_ms for report in reports]
    assert times == sorted(times)
    assert times[-1] > ldr_core.BEAT_MS
    assert pico.interrupt_byte == -1
    assert pico.lit[-1], "ready"


def test_bootsel_throws_dice_of_the_simulated_tray(pico: Pico, run: Run) -> None:
    pico.bootsel = 1
    last = [frame for frame in run(b"") if isinstance(frame, Report)][-1]
    assert last.state is TrayState.ROLLING
    assert [die.color for die in last.dice] == ["b", "g", "r", "y"]


@pytest.mark.usefixtures("pico")
@pytest.mark.parametrize(("lamp", "lit"), [("OFF", 0), ("READY", 1000), ("LOCK", 100), ("FIND", 500)])
def test_every_lamp_has_a_pattern_of_its_own(lamp: str, lit: int) -> None:
    pico_board = importlib.import_module("pico_board")
    assert set(pico_board.LAMP_PERIODS) == set(ldr_core.LAMPS)
    on, period = pico_board.LAMP_PERIODS[lamp]
    assert sum(at % period < on for at in range(1000)) == lit
