"""The composition with drivers of other packages, in place of ours or beside it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from hardware.api import Button, ButtonEdge, DeviceFault, HardwareInput, LampState, TrayReading, milliseconds
from hardware.dice.no_boards import NoBoards
from hardware.driver_guard import GuardedDiceReaders
from kiosk.config.loader import CONFIGS, load, parse
from kiosk.config.schema import Settings
from kiosk.table_process import assemble
from kiosk.table_process.assemble import _hardware, _readers, _simulated_boards
from kiosk.testing.contracts.record import until
from tests.hardware.drivers import install

pytestmark = pytest.mark.process

BODY = """
def __init__(self, context):
    self.context = context
    self.folder = context.options.get("folder", "")

def start(self, sink):
    self.sink = sink
    with open(self.folder + "/started", "w") as file:
        print(dict(self.context.boards), self.context.options, file=file, flush=True)
    sink(ButtonEdge(2, Button.STOP, True, now()))

def show(self, seat, state, since=None):
    with open(self.folder + "/shown", "a") as file:
        print(seat, state.value, file=file, flush=True)
"""


@pytest.fixture
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder in which the installed drivers ``own`` write what they are told."""
    install(monkeypatch, tmp_path, f"delivery_delay = {milliseconds(7)}\n{BODY}")
    return tmp_path


@pytest.fixture
def closing() -> Iterator[ExitStack]:
    with ExitStack() as closing:
        yield closing


def settings(*keys: str, kind: str = "simulated") -> Settings:
    four = (CONFIGS / "four_seats_dice_boards.toml").read_text()
    driven = "\n".join((f'[hardware]\nkind = "{kind}"', *keys))
    return parse(four.replace('[hardware]\nkind = "simulated"', driven))


def told(folder: Path, name: str) -> str:
    """Return what a driver has written, once it has."""
    file = folder / name
    until("it has told", lambda: file.exists() and file.read_text().endswith("\n"))
    return file.read_text()


def test_a_press_of_another_package_lights_our_lamp_first(folder: Path, closing: ExitStack) -> None:
    got: list[HardwareInput] = []
    hardware = _hardware(settings('buttons = "own"', f'options.own = {{ folder = "{folder}" }}'), got.append, closing)
    hardware.start(got.append)
    assert hardware.delivery == milliseconds(7)
    assert (hardware.drive, hardware.play) == (None, None), "its buttons are no simulated pins"
    assert hardware.words == "buttons by own (ligretto_own 1.0), otherwise simulated"
    until("it has come", lambda: got)
    (press,) = got
    assert isinstance(press, ButtonEdge)
    assert press.heard is not None
    assert "folder" in told(folder, "started")


def test_our_press_lights_a_lamp_of_another_package(folder: Path, closing: ExitStack) -> None:
    got: list[HardwareInput] = []
    hardware = _hardware(settings('lamps = "own"', f'options.own = {{ folder = "{folder}" }}'), got.append, closing)
    hardware.start(got.append)
    assert hardware.drive is not None
    hardware.drive(3, Button.PLAY, True)
    assert told(folder, "shown") == "3 heard\n"
    assert [type(item) for item in got] == [ButtonEdge]


def test_a_table_whose_buttons_and_lamps_are_of_other_packages_needs_no_chip(
    folder: Path, closing: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(assemble, "find_chip", lambda: pytest.fail("no chip is needed"))
    got: list[HardwareInput] = []
    driven = settings('buttons = "own"', 'lamps = "own"', f'options.own = {{ folder = "{folder}" }}', kind="gpio")
    _hardware(driven, got.append, closing).start(got.append)
    assert told(folder, "shown") == "2 heard\n"


def test_dice_readers_of_another_package_replace_the_simulated_boards(folder: Path, closing: ExitStack) -> None:
    chosen = settings('dice_readers = "own"', f'options.own = {{ folder = "{folder}" }}')
    assert _simulated_boards(chosen, folder, closing) is None
    readers = _readers(chosen, None, lambda _: None, closing)
    assert isinstance(readers, GuardedDiceReaders)
    readers.start(lambda _: None)
    assert str(dict(chosen.dice_boards())) in told(folder, "started")


def test_a_table_without_boards_opens_no_port(closing: ExitStack) -> None:
    readers = _readers(load(CONFIGS / "four_seats.toml"), None, lambda _: None, closing)
    assert isinstance(readers, NoBoards)
    assert readers.health() == ()


def test_a_driver_that_fails_leaves_everything_else_as_it_is(
    monkeypatch: pytest.MonkeyPatch, closing: ExitStack, tmp_path: Path
) -> None:
    install(monkeypatch, tmp_path, head="raise ImportError('no smbus')")
    got: list[HardwareInput] = []
    chosen = settings('buttons = "own"', 'lamps = "own"', 'dice_readers = "own"')
    hardware = _hardware(chosen, got.append, closing)
    hardware.start(got.append)
    hardware.lamps.show(1, LampState.READY)
    _readers(chosen, None, got.append, closing).start(got.append)
    assert {type(item) for item in got} == {DeviceFault, TrayReading}
    buttons = {(item.seat, item.button) for item in got if isinstance(item, DeviceFault) and item.button}
    assert buttons == {(seat, button) for seat in (1, 2, 3, 4) for button in Button}
