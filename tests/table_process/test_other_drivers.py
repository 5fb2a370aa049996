"""The composition with drivers of other packages, in place of ours or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, HardwareInput, LampState, Sink, TrayReading, milliseconds, now
from hardware.driver_guard import GuardedDiceReaders
from hardware.installed_drivers import DriverContext, Role
from kiosk.config.loader import CONFIGS, parse
from kiosk.config.schema import Settings
from kiosk.table_process import assemble
from kiosk.table_process.assemble import _hardware, _readers, _simulated_boards
from kiosk.testing.contracts.record import until
from tests.hardware.drivers import Point, provide


class Own:
    """Buttons and lamps of another package."""

    delivery_delay = milliseconds(7)

    def __init__(self, context: DriverContext) -> None:
        self.context = context
        self.shown: list[tuple[int, LampState]] = []
        self.closed = False

    def start(self, sink: Sink) -> None:
        self.sink = sink

    def show(self, seat: int, state: LampState, _since: object = None) -> None:
        self.shown.append((seat, state))

    def close(self) -> None:
        self.closed = True


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> dict[Role, Own]:
    """The drivers ``own``, by what they drive, once they have been opened."""
    opened: dict[Role, Own] = {}

    def factory(role: Role) -> Any:
        return lambda context: opened.setdefault(role, Own(context))

    provide(monkeypatch, *(Point(role, "own", factory(role)) for role in Role))
    return opened


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as closing:
        yield closing


def settings(*keys: str, kind: str = "simulated") -> Settings:
    four = (CONFIGS / "four_seats_dice_boards.toml").read_text()
    driven = "\n".join((f'[hardware]\nkind = "{kind}"', *keys))
    return parse(four.replace('[hardware]\nkind = "simulated"', driven))


def test_a_press_of_another_package_lights_our_lamp_first(opened: dict[Role, Own], closing: ExitStack) -> None:
    got: list[HardwareInput] = []
    hardware = _hardware(settings('buttons = "own"', "options.own = { at = 5 }"), got.append, closing)
    hardware.start(got.append)
    assert hardware.delivery == milliseconds(7)
    assert (hardware.drive, hardware.play) == (None, None), "its buttons are no simulated pins"
    assert hardware.words == "buttons by own (ligretto-own 1.0), otherwise simulated"
    assert opened[Role.BUTTONS].context.options == {"at": 5}
    opened[Role.BUTTONS].sink(ButtonEdge(2, Button.STOP, pressed=True, at=now()))
    (press,) = got
    assert isinstance(press, ButtonEdge)
    assert press.heard is not None
    closing.close()
    assert opened[Role.BUTTONS].closed


def test_our_press_lights_a_lamp_of_another_package(opened: dict[Role, Own], closing: ExitStack) -> None:
    got: list[HardwareInput] = []
    hardware = _hardware(settings('lamps = "own"'), got.append, closing)
    hardware.start(got.append)
    assert hardware.drive is not None
    hardware.drive(3, Button.PLAY, True)
    until("it is lit", lambda: opened[Role.LAMPS].shown == [(3, LampState.HEARD)])
    assert [type(item) for item in got] == [ButtonEdge]


def test_a_table_whose_buttons_and_lamps_are_of_other_packages_needs_no_chip(
    opened: dict[Role, Own], closing: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assemble, "find_chip", lambda: pytest.fail("no chip is needed"))
    got: list[HardwareInput] = []
    hardware = _hardware(settings('buttons = "own"', 'lamps = "own"', kind="gpio"), got.append, closing)
    hardware.start(got.append)
    opened[Role.BUTTONS].sink(ButtonEdge(2, Button.STOP, pressed=True, at=now()))
    until("it is lit", lambda: opened[Role.LAMPS].shown == [(2, LampState.HEARD)])


def test_dice_readers_of_another_package_replace_the_simulated_boards(
    opened: dict[Role, Own], closing: ExitStack, tmp_path: Any
) -> None:
    chosen = settings('dice_readers = "own"')
    assert _simulated_boards(chosen, tmp_path, closing) is None
    readers = _readers(chosen, None, lambda _: None, closing)
    assert isinstance(readers, GuardedDiceReaders)
    assert opened[Role.DICE_READERS].context.boards == chosen.dice_boards()


def test_a_driver_that_fails_leaves_everything_else_as_it_is(
    monkeypatch: pytest.MonkeyPatch, closing: ExitStack
) -> None:
    provide(monkeypatch, *(Point(role, "own", ImportError("no smbus")) for role in Role))
    got: list[HardwareInput] = []
    chosen = settings('buttons = "own"', 'lamps = "own"', 'dice_readers = "own"')
    hardware = _hardware(chosen, got.append, closing)
    hardware.start(got.append)
    hardware.lamps.show(1, LampState.READY)
    _readers(chosen, None, got.append, closing).start(got.append)
    assert {type(item) for item in got} == {DeviceFault, TrayReading}
    buttons = {(item.seat, item.button) for item in got if isinstance(item, DeviceFault) and item.button}
    assert buttons == {(seat, button) for seat in (1, 2, 3, 4) for button in Button}
