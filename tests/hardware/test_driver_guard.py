"""Drivers of other packages: whatever they do is a fault with name, package and reason, and the table goes on."""

from __future__ import annotations

import fcntl
import os
import socket
import sys
import termios
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from hardware.api import (
    Button,
    ButtonEdge,
    DeviceFault,
    HardwareError,
    HardwareInput,
    Instant,
    LampState,
    TrayLamp,
    TrayReading,
    TrayState,
    Wiring,
    milliseconds,
)
from hardware.driver_guard import GuardedButtons, GuardedDiceReaders, GuardedLamps
from hardware.driver_process import client
from hardware.driver_process.messages import DriverEnd, Ended, Failed, NoInputError, Start, TableEnd, encoded
from hardware.installed_drivers import DriverContext, DriverRole, installed, names, own_fault
from kiosk.faults.fault import english
from kiosk.testing.contracts import record
from tests.hardware.drivers import Point, install, provide

pytestmark = pytest.mark.process

NOW = Instant(7_000_000_000)
PATIENT_S = 60.0
until = partial(record.until, limit_s=PATIENT_S)
Install = Callable[..., None]


@pytest.fixture
def got() -> list[HardwareInput]:
    return []


@pytest.fixture
def context(got: list[HardwareInput], tmp_path: Path) -> DriverContext:
    wiring = (Wiring(1, 4), Wiring(3))
    options = {"at": 5, "file": str(tmp_path / "told")}
    return DriverContext(wiring=wiring, boards={3: "LDR-3"}, options=options, sink=got.append, clock=lambda: NOW)


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Install:
    """Install the drivers ``own`` of ligretto-own 1.0."""
    return lambda body="pass", head="": install(monkeypatch, tmp_path, body, head)


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Wait for what comes, however busy the cores are; every process and thread of a driver has ended afterwards."""
    monkeypatch.setattr(client, "ASK_S", 0.1)
    for name in ("OPENS_S", "ANSWERS_S", "CLOSES_S"):
        monkeypatch.setattr(client, name, PATIENT_S)
    yield
    until("its threads end", lambda: not [one for one in threading.enumerate() if one.name.startswith("driver")])


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Return a function: from then on wait less long for what does not come."""

    def begin() -> None:
        monkeypatch.setattr(client, "CLOSES_S", 0.5)  # the first: an answer may be due already
        monkeypatch.setattr(client, "ANSWERS_S", 0.1)

    return begin


def words(told: list[HardwareInput]) -> set[str]:
    return {english(item.fault) for item in told if isinstance(item, DeviceFault)}


def why(told: list[HardwareInput], key: str = "buttons") -> str:
    """Return the reason in the only fault that was told, which names driver, package and what goes on."""
    until("it is given up", lambda: words(told))
    (text,) = words(told)
    before, after = "the driver own of ligretto_own 1.0 does not work: ", f"or remove {key} from [hardware] to use ours"
    without = {
        "buttons": "every seat has its buttons on the screen",
        "lamps": "the game goes on without lamps",
        "dice_readers": "dice roll on the screen",
    }[key]
    assert text.startswith(before), text
    assert text.endswith(after), text
    assert f"; {without}: " in text, text
    return text.removeprefix(before).partition(f"; {without}: ")[0]


def test_a_driver_is_told_seats_boards_options_and_clock(own: Install, context: DriverContext) -> None:
    own(
        """
def start(self, sink):
    told = self.context
    with open(told.options["file"], "w") as file:
        print(told.seats, dict(told.boards), told.options["at"], told.clock() <= now(), file=file, flush=True)
"""
    )
    with closing(GuardedButtons("own", context)) as panel:
        assert panel.words == "own (ligretto_own 1.0)"
        assert panel.delivery_delay == 5
        assert panel.pid != os.getpid()
        panel.start(lambda _: None)
        file = Path(context.options["file"])
        until("it is told", lambda: file.exists() and file.read_text() == "(1, 3) {3: 'LDR-3'} 5 True\n")


def test_inputs_of_a_driver_pass_and_repeated_faults_do_not(
    own: Install, context: DriverContext, got: list[HardwareInput]
) -> None:
    own(
        """
def start(self, sink):
    fault = DeviceFault("wires", own_fault("loose", "fix it"), 7)
    for item in (ButtonEdge(1, Button.STOP, True, 6_999_999_999), fault, fault, DeviceHealthy("wires", 8)):
        sink(item)
"""
    )
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        until("all has come", lambda: len(got) == 3)
    assert got[0] == ButtonEdge(1, Button.STOP, pressed=True, at=Instant(NOW - 1))
    assert words(got) == {"its driver reports: loose: fix it"}


@pytest.mark.parametrize(("at", "told"), [(0, NOW - milliseconds(50)), (9 * NOW, NOW)], ids=["long ago", "to come"])
def test_a_press_of_another_clock_happens_now_or_as_late_as_any_may_come(
    own: Install, context: DriverContext, got: list[HardwareInput], at: int, told: int
) -> None:
    own(f"def start(self, sink):\n    sink(ButtonEdge(1, Button.STOP, True, {at}))")
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        until("it has come", lambda: got)
    assert [item.at for item in got] == [told]


RAISES = {
    "an error": ('raise RuntimeError("no such wire")', "RuntimeError: no such wire"),
    "its own words": (
        'raise HardwareError(own_fault("no bus", "plug it in"))',
        "its driver reports: no bus: plug it in",
    ),
    "the program's exit": ("sys.exit(5)", "SystemExit: 5"),
    "an interrupt": ("raise KeyboardInterrupt", "KeyboardInterrupt"),
    "an error of its own kind": ("raise type('Odd', (BaseException,), {})('odd')", "Odd: odd"),
    "an error without words": ("raise type('Odd', (Exception,), {'__str__': lambda s: 1 / 0})", "Odd: ?"),
    "a fault that is none": ("raise HardwareError(7)", "Expected `str | array`, got `int`"),
    "an end of its process": ("os._exit(4)", "it has ended (exit status 4)"),
    "a crash": ("os.abort()", "it has ended (SIGABRT)"),
}
"""What foreign code may do, and what is told of it."""


@pytest.mark.parametrize(
    ("where", "what"),
    [
        *(("start", what) for what in RAISES),
        *(("import", what) for what in ("an error", "an interrupt", "a crash")),
        *(pytest.param("factory", what, marks=pytest.mark.slow) for what in RAISES),
    ],
)
def test_a_driver_that_raises_or_ends_is_a_fault_of_every_button(
    own: Install, context: DriverContext, got: list[HardwareInput], where: str, what: str
) -> None:
    does, told = RAISES[what]
    if where == "import":
        own(head=does)
    else:
        own(f"def {'__init__' if where == 'factory' else where}(self, _):\n    {does}")
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        assert told in why(got)
    faults = [item for item in got if isinstance(item, DeviceFault)]
    assert [(item.seat, item.button) for item in faults] == [(seat, button) for seat in (1, 3) for button in Button]


HANGS = {"spins": "\n    while True: pass", "waits": "threading.Event().wait()"}
"""How foreign code may never return: with Python's lock (a second of work for each test), and without it."""


@pytest.mark.parametrize(
    ("where", "how"), [("factory", "waits"), pytest.param("import", "spins", marks=pytest.mark.long)]
)
def test_a_driver_that_hangs_when_it_is_opened_is_given_up(
    own: Install,
    context: DriverContext,
    got: list[HardwareInput],
    monkeypatch: pytest.MonkeyPatch,
    impatient: Callable[[], None],
    where: str,
    how: str,
) -> None:
    impatient()
    monkeypatch.setattr(client, "OPENS_S", 1.0)
    if where == "import":
        own(head=HANGS[how].strip())
    else:
        own(f"def __init__(self, _):\n    {HANGS[how]}")
    with closing(GuardedButtons("own", context)):
        assert why(got) == "it does not answer"


@pytest.mark.parametrize("how", ["waits", pytest.param("spins", marks=pytest.mark.slow)])
def test_a_start_that_hangs_keeps_nobody_waiting_and_is_given_up(
    own: Install, context: DriverContext, got: list[HardwareInput], impatient: Callable[[], None], how: str
) -> None:
    own(f"def start(self, sink):\n    {HANGS[how]}")
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        assert not words(got), "it has returned before the driver is given up"
        impatient()
        assert why(got) == "it does not answer"


@pytest.mark.parametrize("how", ["waits", "raises", "exits"])
def test_a_driver_that_does_not_close_is_killed(
    own: Install, context: DriverContext, impatient: Callable[[], None], how: str
) -> None:
    does = HANGS | {"raises": "raise KeyboardInterrupt", "exits": "sys.exit(3)"}
    own(f"def close(self):\n    {does[how]}")
    panel = GuardedButtons("own", context)
    if how == "waits":
        impatient()
    before = time.monotonic()
    panel.close()
    assert time.monotonic() - before < PATIENT_S, "what ends is not waited for"
    assert panel.pid is not None
    with pytest.raises(ProcessLookupError):
        os.kill(panel.pid, 0)


class Edge(ButtonEdge):
    """A kind of input of the driver's own."""


NO_INPUTS = [
    None,
    object(),
    "press",
    ButtonEdge("1", Button.STOP, True, NOW),  # type: ignore[arg-type]
    ButtonEdge(1, "stopp", True, NOW),  # type: ignore[arg-type]
    ButtonEdge(1, Button.STOP, True, 1e300),  # type: ignore[arg-type]
    ButtonEdge(1, Button.STOP, True, Instant(10**30)),
    DeviceFault("wires", "loose", NOW),  # type: ignore[arg-type]
    DeviceFault("x" * 100_000, own_fault("loose", "fix it"), NOW),
    TrayReading(3, TrayState.SETTLED, None, NOW),  # type: ignore[arg-type]
    Edge(1, Button.STOP, True, NOW),
]


@pytest.mark.parametrize("sent", NO_INPUTS, ids=lambda sent: type(sent).__name__)
def test_what_is_no_input_is_not_sent(sent: HardwareInput) -> None:
    with pytest.raises(NoInputError):
        encoded(sent)


def test_why_a_driver_fails_is_told_though_it_has_ended_with_something_unread() -> None:
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    table, driver = TableEnd(ours), DriverEnd(theirs)
    table.send(Start())
    driver.send(Failed("loose"))
    theirs.close()
    assert table.receive() == Failed("loose")
    with pytest.raises(Ended):
        table.receive()
    ours.close()


@pytest.mark.parametrize("sent", ["object()", "ButtonEdge(1, 'stopp', True, now())"])
def test_what_is_no_input_never_reaches_the_table(
    own: Install, context: DriverContext, got: list[HardwareInput], sent: str
) -> None:
    own(f"def start(self, sink):\n    sink({sent})")
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        assert why(got).startswith("it sent what is no input: ")
    assert {type(item) for item in got} == {DeviceFault}


def test_a_driver_that_floods_the_table_is_given_up(
    own: Install, context: DriverContext, got: list[HardwareInput], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(client, "MOST", 50)
    monkeypatch.setattr(client, "CLOSES_S", 0.5)
    own("def start(self, sink):\n    while True: sink(ButtonEdge(1, Button.STOP, True, now()))")
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        assert why(got) == "it sends more than 50 inputs in a second"
    assert sum(isinstance(item, ButtonEdge) and item.pressed for item in got) <= 50


def test_a_thread_that_dies_is_told_and_a_pressed_button_is_released(
    own: Install, context: DriverContext, got: list[HardwareInput]
) -> None:
    own(
        """
def start(self, sink):
    sink(ButtonEdge(1, Button.STOP, True, 7_000_000_000))
    threading.Thread(target=sys.exit, args=(3,), name="scan").start()
"""
    )
    with closing(GuardedButtons("own", context)) as panel:
        panel.start(got.append)
        assert why(got) == "its thread scan has died: SystemExit: 3"
    assert [(item.pressed, item.at) for item in got if isinstance(item, ButtonEdge)] == [(True, NOW), (False, NOW)]


def test_a_driver_with_an_impossible_delay_is_not_used(
    own: Install, context: DriverContext, got: list[HardwareInput]
) -> None:
    own("delivery_delay = 10 ** 9")
    with closing(GuardedButtons("own", context)) as panel:
        assert why(got) == "ValueError: delivery_delay is 1000000000: 0 to 50 ms, in nanoseconds"
        assert panel.delivery_delay == 0


def test_lamps_that_raise_are_told_once_and_not_used_again(
    own: Install, context: DriverContext, got: list[HardwareInput]
) -> None:
    own("def show(self, *_):\n    sys.exit('no such wire')")
    with closing(GuardedLamps("own", context)) as lamps:
        for seat in range(3):
            lamps.show(seat, LampState.READY)
        assert why(got, "lamps") == "SystemExit: no such wire"
        lamps.show(1, LampState.READY)
    assert [item.device for item in got if isinstance(item, DeviceFault)] == ["lamps"]


def test_lamps_whose_show_never_returns_delay_nobody_and_are_told(
    own: Install, context: DriverContext, got: list[HardwareInput], impatient: Callable[[], None]
) -> None:
    own(f"def show(self, *_):\n    {HANGS['waits']}")
    with closing(GuardedLamps("own", context)) as lamps:
        for _ in range(1000):
            lamps.show(1, LampState.READY)
        assert not words(got), "all have returned before the driver is given up"
        impatient()
        assert why(got, "lamps") == "it does not answer"


def _unread(lamps: GuardedLamps) -> int:
    """Return the bytes that the driver's process has not read yet."""
    assert lamps._process is not None
    return int.from_bytes(fcntl.ioctl(lamps._process._way.socket, termios.TIOCOUTQ, bytes(4)), sys.byteorder)


def test_lamps_that_take_long_are_told_the_latest(
    own: Install, context: DriverContext, got: list[HardwareInput], tmp_path: Path
) -> None:
    own(
        """
def show(self, *told):
    folder = os.path.dirname(self.context.options["file"])
    with open(self.context.options["file"], "a") as file:
        print(*told, file=file, flush=True)
    while not os.path.exists(os.path.join(folder, "go on")):
        time.sleep(0.001)
"""
    )
    told = tmp_path / "told"
    with closing(GuardedLamps("own", context)) as lamps:
        lamps.show(1, LampState.READY)
        until("it is busy", lambda: told.exists() and told.read_text() == "1 ready None\n")
        for state in (LampState.HEARD, LampState.OFF, LampState.MAY_STOP):
            lamps.show(1, state)
        lamps.show(2, LampState.WINNER, NOW)
        until("its process has it", lambda: not _unread(lamps))
        (tmp_path / "go on").touch()
        until("all is shown", lambda: told.read_text() == f"1 ready None\n1 may_stop None\n2 winner {NOW}\n")
    assert not got


@pytest.mark.parametrize("where", ["start(self, sink)", "light(self, seat, lamp)", "health(self)"])
def test_dice_readers_that_raise_leave_the_seat_to_the_screen(
    own: Install, context: DriverContext, got: list[HardwareInput], where: str
) -> None:
    own(f"def {where}:\n    raise KeyboardInterrupt")
    with closing(GuardedDiceReaders("own", context)) as readers:
        readers.start(got.append)
        readers.light(3, TrayLamp.READY)
        assert why(got, "dice_readers") == "KeyboardInterrupt"
        lost, fault = got
        assert lost == TrayReading(3, TrayState.LOST, (), NOW)
        assert isinstance(fault, DeviceFault)
        assert (fault.seat, fault.tray) == (3, True)
        (health,) = readers.health()
    assert (health.board, health.seat, health.connected) == ("LDR-3", 3, False)
    assert health.fault == fault.fault


def test_the_health_of_dice_readers_is_as_they_tell_it(own: Install, context: DriverContext) -> None:
    own("def health(self):\n    return (BoardHealth('usb', 'LDR-3', 3, True, '1.0', {'frames': 7}, None),)")
    with closing(GuardedDiceReaders("own", context)) as readers:
        until("it is told", lambda: [board.counters for board in readers.health()] == [{"frames": 7}])


def test_a_driver_is_found_by_its_role_and_name(monkeypatch: pytest.MonkeyPatch) -> None:
    strip, bulbs, buttons = (
        Point(DriverRole.LAMPS, "strip", 1),
        Point(DriverRole.LAMPS, "bulbs", 1),
        Point(DriverRole.BUTTONS, "own", 1),
    )
    provide(monkeypatch, strip, bulbs, buttons)
    assert names(DriverRole.LAMPS) == ("bulbs", "strip")
    assert installed(DriverRole.LAMPS, "strip").package == "ligretto-own 1.0"
    with pytest.raises(HardwareError) as absent:
        installed(DriverRole.LAMPS, "own")
    assert english(absent.value.fault) == (
        "the driver own is not installed: install its package, or remove lamps from [hardware] to use ours"
    )


def test_two_packages_with_the_same_driver_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    provide(monkeypatch, Point(DriverRole.LAMPS, "own", 1), Point(DriverRole.LAMPS, "own", 1, "another"))
    with pytest.raises(HardwareError) as twice:
        installed(DriverRole.LAMPS, "own")
    assert english(twice.value.fault) == (
        "the driver own is in several packages (another 1.0, ligretto-own 1.0): uninstall all but one"
    )


@pytest.mark.parametrize("raised", [SystemExit(3), KeyboardInterrupt(), ImportError("no smbus")], ids=repr)
def test_a_driver_that_is_only_loaded_as_by_the_doctor_ends_nobody(
    monkeypatch: pytest.MonkeyPatch, raised: BaseException
) -> None:
    provide(monkeypatch, Point(DriverRole.LAMPS, "own", raised))
    with pytest.raises(HardwareError) as told:
        installed(DriverRole.LAMPS, "own").load()
    assert type(raised).__name__ in english(told.value.fault)


def test_the_fault_of_a_driver_may_be_in_its_own_words() -> None:
    assert english(own_fault("loose", "fix it")) == "its driver reports: loose: fix it"
