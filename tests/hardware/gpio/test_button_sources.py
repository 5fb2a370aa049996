"""The contract of ``hardware.api.ButtonPanel``: every implementation reports the same presses in the same way.

Fingers are scripts; each source plays them in its own way: the real library on an emulated chip (in a process of its
own), gpiozero's mock pins, and a recording of these.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Final, NamedTuple, Protocol

import pytest

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    DeviceHealthy,
    Duration,
    HardwareInput,
    Instant,
    Wiring,
    milliseconds,
    now,
)
from hardware.gpio.buttons import DELIVERY_DELAY
from hardware.simulated.panel import SimulatedPanel
from kiosk.faults.fault import english
from tests.hardware.mock_pins import HeldPin, Holder
from tests.rig import gpiochip
from tests.rig.gpiochip.panel import PanelProcess, Setup
from tests.rig.recorded import RecordedButtons

STOP, PLAY = Button.STOP, Button.PLAY
SEATS: Final = tuple(Wiring(seat, 2 * seat, 2 * seat + 1) for seat in range(1, 13))


def line_of(seat: int, button: Button) -> int:
    return 2 * seat + (button is PLAY)


class Finger(NamedTuple):
    """A button goes down or up; the edge comes ``late`` (milliseconds) after its stamp."""

    seat: int
    button: Button
    pressed: bool
    late: float = 0


class Close(NamedTuple):
    """The panel is closed; later edges must not be reported."""


Step = Finger | Close | float
"""A number: milliseconds that pass."""


def down(seat: int, button: Button = STOP, late: float = 0) -> Finger:
    return Finger(seat, button, True, late)


def up(seat: int, button: Button = STOP, late: float = 0) -> Finger:
    return Finger(seat, button, False, late)


class World(NamedTuple):
    """The state at the start."""

    held: tuple[int, Button] | None = None
    """A button that is held down."""
    taken: tuple[int, Button] | None = None
    """A button whose pin another program holds."""
    failing: int | None = None
    """A seat for whose edges the sink raises."""


class Told(NamedTuple):
    """A report ``at`` a time since the start of the script; the stamps in it are relative too."""

    at: Duration
    what: HardwareInput


class Source(Protocol):
    def __call__(self, world: World, *steps: Step) -> list[Told]: ...


class Hand:
    """A player of steps: it moves a clock, and leaves the pins to subclasses."""

    def __init__(self) -> None:
        self.begin = now()
        self.at = self.begin
        self.told: list[Told] = []

    def hear(self, item: HardwareInput) -> None:
        since = Instant(item.at - self.begin)
        self.told.append(Told(Duration(self.at - self.begin), item._replace(at=since)))

    def stamp(self, finger: Finger) -> Instant:
        return Instant(self.at - milliseconds(finger.late))


class Emulated(Hand):
    """The real library on an emulated chip."""

    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder

    def __call__(self, world: World, *steps: Step) -> list[Told]:
        with gpiochip.EmulatedChips(self._folder) as chips:
            if world.held:
                chips.press(line_of(*world.held))
            if world.taken:
                chips.hold(line_of(*world.taken))
            with PanelProcess(chips, Setup(SEATS, self.begin, world.failing)) as panel:
                self._play(chips, panel, steps)
        return self.told

    def _play(self, chips: gpiochip.EmulatedChips, panel: PanelProcess, steps: tuple[Step, ...]) -> None:
        edges = 0
        for step in (0, *steps):
            if isinstance(step, Close):
                panel.silence()
                continue
            if isinstance(step, Finger):
                line = line_of(step.seat, step.button)
                edges += chips.watched(line)
                (chips.press if step.pressed else chips.release)(line, self.stamp(step))
            else:
                self.at = Instant(self.at + milliseconds(step))
            for item in panel.until(self.at, edges):
                self.hear(item)


class Simulated(Hand):
    """Mock pins."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self._stamp = self.begin
        monkeypatch.setattr("gpiozero.pins.mock.monotonic", lambda: self._stamp / 1e9)

    def __call__(self, world: World, *steps: Step) -> list[Told]:
        def sink(item: HardwareInput) -> None:
            if isinstance(item, ButtonEdge) and item.seat == world.failing:
                raise RuntimeError("the sink fails, as it was told to")
            self.hear(item)

        panel = SimulatedPanel(SEATS, lambda: self.at)
        held = panel.factory.pin(line_of(*world.held), pin_class=HeldPin) if world.held else None  # type: ignore[call-arg]
        holder = Holder()
        if world.taken:
            panel.factory.reserve_pins(holder, line_of(*world.taken))
        panel.start(sink)
        for step in steps:
            if isinstance(step, Finger):
                self._stamp = self.stamp(step)
                if held:
                    held.held = False
                panel.drive(step.seat, step.button, step.pressed)
            elif isinstance(step, Close):
                panel.close()
            else:
                self.at = Instant(self.at + milliseconds(step))
                panel.step(self.at)
        panel.close()
        panel.factory.close()
        return self.told


class Recorded(Hand):
    """The reports of the simulated panel, from their recording."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        super().__init__()
        self._simulated = Simulated(monkeypatch)

    def __call__(self, world: World, *steps: Step) -> list[Told]:
        self.begin = self.at = Instant(0)  # a recording has its own time
        panel = RecordedButtons([told.what for told in self._simulated(world, *steps)], lambda: self.at)
        panel.start(self.hear)
        due = panel.step(self.at)
        while due is not None:
            self.at = due
            due = panel.step(due)
        panel.close()
        return self.told


@pytest.fixture(params=["simulated", "recorded", pytest.param("emulated", marks=pytest.mark.gpiochip)])
def source(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Source:
    if request.param == "emulated":
        return Emulated(tmp_path)
    return {"simulated": Simulated, "recorded": Recorded}[request.param](monkeypatch)


def exact(item: HardwareInput) -> HardwareInput:
    """Return the item with its stamp in whole microseconds: gpiozero passes it as a float, and uptimes are long.

    When the lamp has answered is left out.
    """
    told = item._replace(at=Instant(round(item.at, -3)))
    return told._replace(heard=None) if isinstance(told, ButtonEdge) else told


def inputs(told: list[Told]) -> list[HardwareInput]:
    return [exact(entry.what) for entry in told]


def edge(seat: int, button: Button, pressed: bool, ms: float) -> ButtonEdge:
    return ButtonEdge(seat, button, pressed, Instant(milliseconds(ms)))


def test_a_press_is_told_once_at_once_with_the_stamp_of_its_edge(source: Source) -> None:
    told = source(World(), 5, down(3), 50)
    assert inputs(told) == [edge(3, STOP, True, 5)]
    assert told[0].at == milliseconds(5)


def test_a_release_is_told_when_it_has_lasted_20_ms_with_the_stamp_of_its_beginning(source: Source) -> None:
    told = source(World(), down(3, PLAY), 300, up(3, PLAY), 19, 3)
    assert inputs(told) == [edge(3, PLAY, True, 0), edge(3, PLAY, False, 300)]
    assert told[1].at >= milliseconds(320)


def test_a_chattering_button_is_pressed_once(source: Source) -> None:
    chatter = [step for _bounce in range(12) for step in (up(1), 2, down(1), 2)]
    assert inputs(source(World(), down(1), 2, *chatter, 50)) == [edge(1, STOP, True, 0)]


def test_taps_of_5_ms_are_not_lost(source: Source) -> None:
    taps = [step for _tap in range(5) for step in (down(1, PLAY), 5, up(1, PLAY), 25)]
    presses = [item.at for item in inputs(source(World(), *taps)) if isinstance(item, ButtonEdge) and item.pressed]
    assert presses == [milliseconds(30 * tap) for tap in range(5)]


@pytest.mark.parametrize("seed", range(3))
def test_twelve_presses_within_a_millisecond_keep_their_stamps_in_any_order_of_arrival(
    source: Source, seed: int
) -> None:
    order = random.Random(seed).sample(range(1, 13), 12)  # noqa: S311  # not a secret
    told = inputs(source(World(), 2, *(down(seat, STOP, late=2 - seat / 12) for seat in order)))
    assert sorted(told, key=lambda press: press.at) == [
        exact(edge(seat, STOP, True, seat / 12)) for seat in range(1, 13)
    ]


def test_no_press_is_told_later_than_the_watermark_says(source: Source) -> None:
    late = DELIVERY_DELAY / milliseconds(1)
    told = source(World(), 50, down(12, PLAY, late), 100)
    assert [entry.at - entry.what.at <= DELIVERY_DELAY + 1000 for entry in told] == [True]


def test_a_button_held_from_the_start_is_no_press_until_it_was_let_go(source: Source) -> None:
    told = inputs(source(World(held=(2, STOP)), 100, up(2), 50, down(2), 50))
    assert told == [edge(2, STOP, True, 150)]


def test_a_button_held_for_ten_seconds_is_a_fault_of_its_seat_until_it_is_let_go(source: Source) -> None:
    told = inputs(source(World(), down(2), 9_999, 1, up(2), 22))
    assert [type(item) for item in told] == [ButtonEdge, DeviceFault, ButtonEdge, DeviceHealthy]
    assert {(item.seat, item.button) for item in told if not isinstance(item, Exception)} == {(2, STOP)}


def test_a_pin_that_is_taken_is_a_fault_of_its_seat_and_the_others_go_on(source: Source) -> None:
    fault, press = inputs(source(World(taken=(3, STOP)), down(3, PLAY), 50))
    assert isinstance(fault, DeviceFault)
    assert (fault.seat, fault.button) == (3, STOP)
    assert english(fault.fault).startswith("GPIO 6 does not work (")
    assert "choose another pin" in english(fault.fault)
    assert press == edge(3, PLAY, True, 0)


def test_an_exception_in_the_sink_does_not_end_delivery(source: Source) -> None:
    fault, press = inputs(source(World(failing=1), down(1), 5, down(1, PLAY), 5, down(2), 5))
    assert isinstance(fault, DeviceFault)
    assert "RuntimeError" in english(fault.fault)
    assert press == edge(2, STOP, True, 10)


def test_after_close_nothing_is_told(source: Source) -> None:
    assert inputs(source(World(), down(1), 5, Close(), down(2), 50, up(1), 50)) == [edge(1, STOP, True, 0)]
