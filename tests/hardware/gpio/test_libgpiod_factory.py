"""The pin factory on libgpiod, with gpiozero's own devices and without, on an emulated chip in a child process."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import IO, Self

import pytest

from tests.rig import ENDS_WITH_US
from tests.rig.gpiochip import EmulatedChips

pytestmark = pytest.mark.gpiochip


class Script:
    """A running program. It prints ``ready`` and may wait for a line to go on."""

    def __init__(self, chips: EmulatedChips, code: str) -> None:
        self.process = subprocess.Popen(
            [*ENDS_WITH_US, sys.executable, "-c", f"import sys\n{code}"],
            env=os.environ | chips.environment | {"GPIOZERO_PIN_FACTORY": "libgpiod"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )

    @staticmethod
    def _open(stream: IO[str] | None) -> IO[str]:
        assert stream is not None
        return stream

    def line(self) -> str:
        return self._open(self.process.stdout).readline().strip()

    def go_on(self) -> None:
        stdin = self._open(self.process.stdin)
        stdin.write("\n")
        stdin.flush()

    def end(self) -> tuple[str, str]:
        """Return the rest of its output and its standard error."""
        self._open(self.process.stdin).close()
        output, complaints = self._open(self.process.stdout).read(), self._open(self.process.stderr).read()
        assert self.process.wait() == 0, complaints
        return output.strip(), complaints

    def __enter__(self) -> Self:
        assert self.line() == "ready", self._open(self.process.stderr).read()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            self._open(stream).close()


@pytest.fixture
def chips(tmp_path: Path) -> Iterator[EmulatedChips]:
    with EmulatedChips(tmp_path) as chips:
        yield chips


def test_gpiozeros_own_button_and_led_work_with_it_under_its_name(chips: EmulatedChips) -> None:
    code = """
from gpiozero import Button, LED, Device
button, led = Button(4, bounce_time=0.01), LED(5)
button.when_pressed = lambda: (led.on(), print("pressed", flush=True))
button.when_released = lambda: (led.off(), print("released", flush=True))
print("ready", flush=True)
sys.stdin.readline()
button.close()
again = Button(4)
print(type(Device.pin_factory).__name__, button.closed, again.is_pressed)
"""
    with Script(chips, code) as script:
        chips.press(4)
        assert (script.line(), chips.output(5)) == ("pressed", True)
        chips.release(4)
        assert (script.line(), chips.output(5)) == ("released", False)
        script.go_on()
        assert script.end()[0] == "LibgpiodFactory True False"


FACTORY = """
from hardware.gpio.libgpiod_factory import LibgpiodFactory
factory = LibgpiodFactory()
def button(number, handler, edges="both"):
    pin = factory.pin(number)
    pin.input_with_pull("up")
    pin.edges = edges
    pin.when_changed = handler
    return pin
def tell(ticks, state):
    print(round(ticks * 1e9), state, flush=True)
"""


def test_the_kernels_stamp_is_handed_on_to_the_nanosecond(chips: EmulatedChips) -> None:
    with Script(chips, FACTORY + 'button(4, tell); print("ready", flush=True); sys.stdin.readline()') as script:
        chips.press(4, at=4_000_000_000_000_123)
        assert script.line() == "4000000000000123 0"
        chips.release(4, at=4_000_000_000_000_124)
        assert script.line() == "4000000000000124 1"


def test_only_the_edges_that_are_asked_for_are_told(chips: EmulatedChips) -> None:
    with Script(
        chips, FACTORY + 'button(4, tell, "falling"); print("ready", flush=True); sys.stdin.readline()'
    ) as script:
        for moment in range(1, 4):
            chips.press(4, at=moment)
            chips.release(4, at=100 + moment)
            assert script.line() == f"{moment} 0"


def test_a_handler_that_raises_is_logged_and_all_buttons_live_on(chips: EmulatedChips) -> None:
    code = """
def fail(ticks, state):
    print("fails", flush=True)
    raise RuntimeError("on purpose")
button(4, fail); button(5, tell)
print("ready", flush=True)
sys.stdin.readline()
"""
    with Script(chips, FACTORY + code) as script:
        for moment in (1, 2):
            chips.press(4, at=moment)
            assert script.line() == "fails"
            chips.press(5, at=moment)
            assert script.line() == f"{moment} 0"
        script.go_on()
        assert script.end()[1].count("RuntimeError: on purpose") == 2


def test_closing_one_button_leaves_the_others_alive_and_its_line_with_the_factory(chips: EmulatedChips) -> None:
    code = """
first, second = button(4, tell), button(5, tell)
print("ready", flush=True)
sys.stdin.readline()
second.close()
print("closed", flush=True)
sys.stdin.readline()
second.close(); button(5, tell)
print("again", flush=True)
sys.stdin.readline()
factory.close(); factory.close()
print("freed", LibgpiodFactory().pin(5).function)
"""
    with Script(chips, FACTORY + code) as script:
        script.go_on()
        assert script.line() == "closed"
        chips.press(5, at=1)
        chips.press(4, at=2)
        assert script.line() == "2 0"
        script.go_on()
        assert script.line() == "again"
        chips.release(5, at=3)
        assert script.line() == "3 1"
        script.go_on()
        assert script.end()[0] == "freed input"


def test_edges_from_a_time_when_nobody_listened_are_not_told(chips: EmulatedChips) -> None:
    code = """
import threading
held, go_on = threading.Event(), threading.Event()
def hold(ticks, state):
    held.set()
    go_on.wait()
button(4, hold); pin = button(5, tell)
print("ready", flush=True)
held.wait()
print("held", flush=True)
sys.stdin.readline()
pin.when_changed = None
pin.when_changed = tell
go_on.set()
print("listens", flush=True)
sys.stdin.readline()
"""
    with Script(chips, FACTORY + code) as script:
        chips.press(4, at=1)
        assert script.line() == "held"
        chips.press(5, at=2)  # the thread is busy, and the listener goes before it is called
        script.go_on()
        assert script.line() == "listens"
        chips.release(5, at=3)
        assert script.line() == "3 1"


def test_a_handler_may_close_everything(chips: EmulatedChips) -> None:
    code = """
import threading
done = threading.Event()
def close(ticks, state):
    factory.close()
    done.set()
button(4, close)
print("ready", flush=True)
done.wait()
print("closed")
"""
    with Script(chips, FACTORY + code) as script:
        chips.press(4)
        assert script.end() == ("closed", "")


def test_a_line_that_another_program_holds_is_refused_in_the_kernels_words(chips: EmulatedChips) -> None:
    chips.hold(4)
    code = """
try:
    factory.pin(4)
except OSError as error:
    print("ready", flush=True)
    print(error.strerror)
"""
    with Script(chips, FACTORY + code) as script:
        assert script.end()[0] == "Device or resource busy"


def test_what_a_pin_cannot_do_is_refused_in_gpiozeros_words(chips: EmulatedChips) -> None:
    code = """
import gpiozero
pin, pulled = factory.pin(4), factory.pin(2)
def refused(pin, name, value):
    try:
        setattr(pin, name, value)
    except gpiozero.GPIOZeroError as error:
        return type(error).__name__
print("ready")
print(refused(pin, "function", "clock"), refused(pin, "pull", "sideways"), refused(pin, "state", 1),
      refused(pin, "edges", "none"), refused(pin, "bounce", -1), refused(pulled, "pull", "down"))
pin.function = "output"
print(refused(pin, "pull", "up"), refused(pin, "frequency", 200))
print(*(refused(pin, "state", level) for level in (1.5, -0.1, float("nan"))), pin.state)
try:
    pin.output_with_state(2)
except gpiozero.GPIOZeroError as error:
    print(type(error).__name__, pin.state)
"""
    with Script(chips, FACTORY + code) as script:
        assert script.end()[0].split() == [
            *("PinInvalidFunction", "PinInvalidPull", "PinSetInput"),
            *("PinInvalidEdges", "PinInvalidBounce", "PinFixedPull"),
            *("PinFixedPull", "PinPWMUnsupported"),
            *("PinInvalidState", "PinInvalidState", "PinInvalidState", "False", "PinInvalidState", "False"),
        ]


def test_a_pin_tells_how_it_is_set(chips: EmulatedChips) -> None:
    code = """
pin = factory.pin(4)
print("ready")
print(pin.function, pin.pull, pin.edges, pin.bounce, int(pin.state))
pin.pull, pin.bounce, pin.edges = "up", 0.05, "rising"
print(pin.function, pin.pull, pin.edges, pin.bounce, int(pin.state))
pin.output_with_state(1)
print(pin.function, pin.pull, pin.edges, pin.bounce, int(pin.state))
pin.state = 0
print(pin.function, int(pin.state))
"""
    with Script(chips, FACTORY + code) as script:
        assert script.end()[0].splitlines() == [
            "input floating both None 0",
            "input up rising 0.05 1",
            "output floating rising 0.05 1",
            "output 0",
        ]


def test_an_output_that_is_set_as_one_again_keeps_its_level(chips: EmulatedChips) -> None:
    code = """
pin = factory.pin(4)
print("ready", flush=True)
for name, value in zip(("function", "state", "function", "function", "function"),
                       ("output", 1, "output", "input", "output")):
    setattr(pin, name, value)
    print(int(pin.state), flush=True)
    sys.stdin.readline()
"""
    with Script(chips, FACTORY + code) as script:
        driven: list[tuple[str, bool | None]] = []
        changes = []
        for _ in range(5):
            driven.append((script.line(), chips.output(4)))
            changes.append(chips.changed(4))
            script.go_on()
        script.end()
    assert driven == [("0", False), ("1", True), ("1", True), ("0", None), ("0", False)]
    assert changes[1] == changes[2]  # not low in between


def test_the_debouncing_of_a_pin_outlives_its_function_and_ends_with_it(chips: EmulatedChips) -> None:
    code = """
pin = factory.pin(4)
print("ready", flush=True)
pin.bounce = 0.05
for function in ("input", "output", "input"):
    pin.function = function
    print(function, pin.bounce, flush=True)
    sys.stdin.readline()
pin.input_with_pull("up")
pin.when_changed = tell
print("watched", pin.bounce, flush=True)
sys.stdin.readline()
pin.close()
print("closed", pin.bounce, flush=True)
sys.stdin.readline()
"""
    with Script(chips, FACTORY + code) as script:
        asked = []
        for _ in range(5):
            asked.append((script.line(), chips.debounce(4)))
            script.go_on()
        script.end()
    assert asked == [
        ("input 0.05", 50_000),
        ("output 0.05", 0),  # the kernel debounces inputs alone
        ("input 0.05", 50_000),
        ("watched 0.05", 50_000),
        ("closed None", 0),
    ]
