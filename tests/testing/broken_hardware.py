"""Hardware that breaks a promise each: buttons, lamps, boards. The tests run the contracts on them."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    Duration,
    HardwareInput,
    Instant,
    LampState,
    Sink,
    TrayLamp,
    TrayReading,
    TrayState,
    Wiring,
)
from hardware.dice.readers import SerialDiceReaders
from hardware.firmware import ldr_core
from hardware.gpio.lamps import GpioLamps
from hardware.installed_drivers import own_fault
from hardware.simulated.dice_board import SimulatedBoards
from hardware.simulated.panel import SimulatedPanel
from kiosk.testing.contracts import BoardContract, ButtonPanelContract, DiceReadersContract, LampsContract
from tests.hardware.conftest import Clock
from tests.hardware.mock_pins import HeldPin, Holder

TWO = (Wiring(1, 4, 5, 6), Wiring(2, 7, 8, 9))


class Panel(SimulatedPanel):
    """Ours: a class below breaks one of its promises, most of them between panel and sink."""

    def start(self, sink: Sink) -> None:
        super().start(lambda item: self.pass_on(item, sink))

    def pass_on(self, item: HardwareInput, sink: Sink) -> None:
        sink(item)


class Buttons(ButtonPanelContract):
    """The contract of ours, at mock pins."""

    kind = Panel
    used: Panel | None = None
    held: int | None = None
    broken = False

    def clock(self) -> Instant:
        self.moved = getattr(self, "moved", None) or Clock()
        return self.moved()

    def pass_time(self, ms: float) -> None:
        self.clock()
        self.moved.forward(ms)
        if self.used:
            self.used.step(self.moved())

    def open(self) -> Panel:
        self.clock()
        self.used = panel = self.kind(TWO, self.moved)
        if self.broken:
            self.holder = Holder()
            panel.factory.reserve_pins(self.holder, 4)
        if self.held:
            panel.factory.pin(self.held, pin_class=HeldPin)  # type: ignore[call-arg]
        return panel

    def press(self, seat: int, button: Button) -> None:
        if self.used:
            self.used.drive(seat, button, pressed=True, at=self.clock())
        else:
            self.held = 4

    def release(self, seat: int, button: Button) -> None:
        assert self.used
        self.used.drive(seat, button, pressed=False, at=self.clock())

    def break_button(self, _seat: int, _button: Button) -> None:
        self.broken = True


class EarlyStamps(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if isinstance(item, ButtonEdge):
                item = ButtonEdge(item.seat, item.button, item.pressed, Instant(item.at + 10**9))
            sink(item)


class SlowStamps(Buttons):
    class kind(Panel):  # noqa: N801
        delivery_delay = Duration(10**9)


class Twice(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            sink(item)
            sink(item)


class NeverReleased(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if not isinstance(item, ButtonEdge) or item.pressed:
                sink(item)


class LateReleases(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if isinstance(item, ButtonEdge) and not item.pressed:
                item = ButtonEdge(item.seat, item.button, pressed=False, at=self._clock())
            sink(item)


class NeverStuck(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if not isinstance(item, DeviceFault) or "stuck" not in item.fault.code:
                sink(item)


class SilentFailure(Buttons):
    class kind(Panel):  # noqa: N801
        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if not isinstance(item, DeviceFault) or "unusable" not in item.fault.code:
                sink(item)


class EndedBySink(Buttons):
    class kind(Panel):  # noqa: N801
        deaf = False

        def pass_on(self, item: HardwareInput, sink: Sink) -> None:
            if self.deaf:
                return
            try:
                sink(item)
            except RuntimeError:
                self.deaf = True


class PressedAtStart(Buttons):
    class kind(Panel):  # noqa: N801
        def start(self, sink: Sink) -> None:
            super().start(sink)
            if not self.factory.pin(4).state:
                sink(ButtonEdge(1, Button.STOP, pressed=True, at=self._clock()))


class Undebounced(Buttons):
    class kind(Panel):  # noqa: N801
        def drive(self, seat: int, button: Button, pressed: bool, at: Instant | None = None) -> None:
            super().drive(seat, button, pressed, at)
            if not pressed:
                self.step(Instant((at or 0) + 10**9))


class ThreadLeft(Buttons):
    class kind(Panel):  # noqa: N801
        def start(self, sink: Sink) -> None:
            super().start(sink)
            threading.Thread(target=threading.Event().wait, args=(15,), daemon=True).start()


class HeardAfterClose(Buttons):
    class kind(Panel):  # noqa: N801
        def start(self, sink: Sink) -> None:
            super().start(sink)
            self.sink = sink

        def close(self) -> None:
            super().close()
            if hasattr(self, "sink"):
                self.sink_later = threading.Timer(0.02, self.sink, (ButtonEdge(1, Button.PLAY, True, self._clock()),))
                self.sink_later.start()


class Lamps(LampsContract):
    """The contract of ours, whose levels are simple values."""

    kind = GpioLamps
    used: Any = None

    def clock(self) -> Instant:
        self.moved = getattr(self, "moved", None) or Clock()
        return self.moved()

    def pass_time(self, ms: float) -> None:
        self.clock()
        self.moved.forward(ms)
        self.used.step(self.moved())

    def open(self, sink: Sink) -> Any:
        self.clock()
        self.panel = SimulatedPanel(TWO, self.moved)
        self.used = self.kind(self.panel.factory, self.panel.expander, TWO, sink, self.moved)
        return self.used

    def level(self, seat: int) -> float:
        return self.panel.lamp(seat)

    def break_lamp(self, seat: int) -> None:
        def fail(_: float) -> None:
            raise OSError(5, "Input/output error")

        self.used._lamps[seat]._light.show = fail


class Glowing(Lamps):
    def level(self, seat: int) -> float:
        return max(0.1, super().level(seat))


class AlwaysSteady(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
            super().show(seat, LampState.READY if state is LampState.WINNER else state, since)


class Restarting(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
            super().show(seat, state, self._clock() if since is None else since)


class BeginsAtOnce(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
            super().show(seat, state)


class RaisesForStrangers(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
            self._lamps[seat]
            super().show(seat, state, since)


class Blocking(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def show(self, seat: int, state: LampState, since: Instant | None = None) -> None:
            threading.Event().wait(0.005)
            super().show(seat, state, since)


class LitAfterClose(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def close(self) -> None:
            self._alarm.close()


class ToldAgain(Lamps):
    class kind(GpioLamps):  # noqa: N801
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            self.sink = arguments[3]

        def step(self, present: Instant) -> Instant | None:
            with contextlib.suppress(AttributeError):
                if not self._lamps[1]._works:
                    self.sink(DeviceFault("seat 1 lamp", own_fault("dark", "fix it"), present, 1))
            return super().step(present)


class Board(BoardContract):
    """The contract of our core."""

    kind = ldr_core.Board

    def open(self) -> ldr_core.Board:
        self.seen: tuple[list[str], bool] = ([], False)
        self.board = self.kind("LDR-E6614C31", lambda: self.seen, boot=7)
        return self.board

    def see(self, *dice: str, moving: bool = False) -> None:
        self.seen = list(dice), moving

    def lamp(self) -> str:
        return self.board.lamp


class Mute(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def step(self, now: int, received: bytes = b"") -> bytes:
            said = super().step(now, received)
            return b"" if b"$ST" in said and b"$HI" not in said and not received else said


class Chatty(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def step(self, now: int, received: bytes = b"") -> bytes:
            return super().step(now, received) + (b"debug: here\n" if received else b"")


class Hasty(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def _state(self, now: int) -> str:
            return "S" if self._seen else "E"


class NeverRefuses(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def _send(self, kind: str, rest: str) -> None:
            if kind != "NO":
                super()._send(kind, rest)


class Stubborn(Board):
    def lamp(self) -> str:
        return "OFF"


class Boundaries(Board):
    """It takes each write of the host as a whole frame."""

    class kind(ldr_core.Board):  # noqa: N801
        def _lines(self, received: bytes) -> list[bytes]:
            self._line = b""
            return super()._lines(received)


class Constant(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def _report(self, now: int) -> None:
            self._rev = 0
            super()._report(now)


class Unnumbered(Board):
    class kind(ldr_core.Board):  # noqa: N801
        def _send(self, kind: str, rest: str) -> None:
            super()._send(kind, rest)
            self._seq = 0


class Readers(DiceReadersContract):
    """The contract of ours, with simulated boards."""

    kind = SerialDiceReaders

    @pytest.fixture(autouse=True)
    def ports(self, tmp_path: Path) -> Iterator[None]:
        self.boards = SimulatedBoards(tmp_path / "by-id", {1: "LDR-1", 2: "LDR-2"}, Random(5))  # noqa: S311
        yield
        self.boards.close()

    def open(self) -> SerialDiceReaders:
        return self.kind({"LDR-1": 1, "LDR-2": 2}, (self.boards.folder,))

    def lay(self, seat: int, *dice: str) -> None:
        self.boards[seat].take()
        self.boards[seat].put(*dice)

    def throw(self, seat: int, *dice: str) -> None:
        self.boards[seat].throw(dice)

    def unplug(self, seat: int) -> None:
        self.boards[seat].unplug()

    def plug(self, seat: int) -> None:
        self.boards[seat].plug()

    def lamp(self, seat: int) -> TrayLamp:
        return TrayLamp(self.boards[seat].lamp.lower())


class Forgetful(Readers):
    class kind(SerialDiceReaders):  # noqa: N801
        def light(self, seat: int, lamp: TrayLamp) -> None:
            super().light(seat, lamp)
            self._trays._lamps.clear()
            for reader in self._trays.readers.values():
                reader._lamp = lamp if reader.known.report is not None else None


class NeverLost(Readers):
    class kind(SerialDiceReaders):  # noqa: N801
        def start(self, sink: Sink) -> None:
            super().start(lambda item: None if _is_loss(item) else sink(item))


class Repeating(Readers):
    class kind(SerialDiceReaders):  # noqa: N801
        def start(self, sink: Sink) -> None:
            def send_twice(item: HardwareInput) -> None:
                sink(item)
                if isinstance(item, TrayReading):
                    self.again = threading.Timer(0.3, sink, (item,))
                    self.again.start()

            super().start(send_twice)


class Unread(Readers):
    class kind(SerialDiceReaders):  # noqa: N801
        def start(self, sink: Sink) -> None:
            super().start(lambda item: sink(_settled(item)))


def _is_loss(item: HardwareInput) -> bool:
    return isinstance(item, DeviceFault) or (isinstance(item, TrayReading) and item.state is TrayState.LOST)


def _settled(item: HardwareInput) -> HardwareInput:
    if isinstance(item, TrayReading) and item.state is TrayState.FAULT:
        return item._replace(state=TrayState.SETTLED)
    return item
