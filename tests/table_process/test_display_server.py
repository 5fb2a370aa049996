"""The socket to displays: access, and the isolation of the runner and the other displays from one display."""

from __future__ import annotations

import contextlib
import queue
import stat
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client, Connection
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from hardware.api import Button, ButtonEdge, Instant, now
from kiosk import protocol as msg
from kiosk.display.table_client import Mailbox, TableClient
from kiosk.game.seats import SeatNumber
from kiosk.system import unix_socket
from kiosk.system.message_server import LARGEST
from kiosk.system.unix_socket import AlreadyRunning, CannotListen, Claim
from kiosk.table.inputs import DisplayGone, DisplayJoined, FromDisplay, Input
from kiosk.table.move_feed import MOVES
from kiosk.table_process import display_server as link_module
from kiosk.table_process.display_server import ASLEEP, BACKLOG, DisplayServer, Simulated
from kiosk.table_process.runner import Runner

WELCOME = msg.Welcome(msg.PROTOCOL, (msg.SeatPlan(SeatNumber(1), "south", 0.5),), 1092.0, simulated=True)
HEALTH = msg.Health(
    "simulated",
    None,
    msg.PressLatency(3, 400, 900, 1200),
    faults=(msg.NamedFault("seat 1 lamp", msg.Fault("chip.none")),),
)
DISPLAY_HEALTH = msg.DisplayHealth("window (SDL)", 4, "llvmpipe")
LIMIT_S = 10.0
BUSY = "x" * 2000
"""Makes a snapshot as large as in a round of twelve."""
STALE = 12
"""The number of snapshots of a round of twelve that may be in the kernel or on their way: old ones of a sleeper."""


def shot(number: int, notice: str | None = None) -> msg.Snapshot:
    return msg.Snapshot(number, 0, "attract", (), notice=msg.Fault(notice) if notice else None)


class Table:
    """A link, with the queues that receive its inputs and its commands to simulated hardware."""

    def __init__(self, folder: Path, clock: Callable[[], Instant] = now) -> None:
        self.path = folder / "run" / "table.sock"
        self.inbox: queue.SimpleQueue[Input] = queue.SimpleQueue()
        self.driven: queue.SimpleQueue[tuple[int, Button, bool]] = queue.SimpleQueue()
        self.boards: queue.SimpleQueue[msg.DriveBoard] = queue.SimpleQueue()
        self.scripts: queue.SimpleQueue[msg.DrivePins] = queue.SimpleQueue()
        self.claim = Claim(self.path)
        self.link = DisplayServer(
            self.claim,
            WELCOME,
            self.inbox.put,
            clock,
            lambda: HEALTH,
            Simulated(lambda *pin: self.driven.put(pin), self.play, self.board),
        )
        self.link.start()

    def close(self) -> None:
        self.link.close()
        self.claim.close()

    def connect(self) -> Connection:
        return Client(str(self.path), family="AF_UNIX")

    def join(self, *, read_only: bool = False) -> Connection:
        """Return a display that has received its ``Welcome``."""
        display = self.connect()
        display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL, read_only)))
        assert receive(display) == WELCOME
        return display

    def board(self, wish: msg.DriveBoard) -> str:
        self.boards.put(wish)
        return "no such fault" if "burn" in wish.words else ""

    def play(self, script: msg.DrivePins) -> str:
        self.scripts.put(script)
        return ""

    def next_input(self) -> Input:
        return self.inbox.get(timeout=LIMIT_S)


def receive(display: Connection) -> msg.FromTable:
    assert display.poll(LIMIT_S), "the table says nothing"
    return msg.decode_from_table(display.recv_bytes())


def snapshots_until(display: Connection, what: Callable[[msg.Snapshot], object]) -> list[msg.Snapshot]:
    """Return the snapshots that a display reads up to the first that satisfies ``what``."""
    seen: list[msg.Snapshot] = []
    while not seen or not what(seen[-1]):
        snapshot = receive(display)
        assert isinstance(snapshot, msg.Snapshot)
        seen.append(snapshot)
    return seen


def heard(count: int) -> Callable[[msg.Snapshot], bool]:
    """Return a test for this number of presses of the first seat."""
    return lambda snapshot: snapshot.seats[0].heard == count


class NoLamps:
    """A table without lamps."""

    def show(self, seat: SeatNumber, state: object, since: object = None) -> None:
        pass

    def close(self) -> None:
        pass


def eventually(what: Callable[[], object]) -> None:
    """Wait for something that another thread does."""
    end = time.monotonic() + LIMIT_S
    pause = threading.Event()
    while not what():
        assert time.monotonic() < end, "it did not come"
        pause.wait(0.002)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    before = set(threading.enumerate())
    table = Table(tmp_path)
    yield table
    table.close()
    assert set(threading.enumerate()) <= before  # no thread outlives its link


def test_a_display_is_greeted_and_gets_the_newest_snapshot_and_every_later_one(table: Table) -> None:
    table.link.show(shot(1))
    table.link.show(shot(2))
    display = table.join()
    assert receive(display) == shot(2)
    table.link.show(shot(3))
    assert receive(display) == shot(3)
    assert isinstance(table.next_input(), DisplayJoined)


def test_what_a_display_says_is_put_into_the_queue_under_its_name(table: Table) -> None:
    display = table.join()
    joined = table.next_input()
    assert isinstance(joined, DisplayJoined)
    display.send_bytes(msg.encode(msg.FlipHand(SeatNumber(1), 5)))
    assert table.next_input() == FromDisplay(joined.display, msg.FlipHand(SeatNumber(1), 5))
    display.close()
    gone = table.next_input()
    assert isinstance(gone, DisplayGone)
    assert gone.display == joined.display


def test_a_display_of_another_version_is_refused_in_words(table: Table) -> None:
    display = table.connect()
    display.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL + 1)))
    answer = receive(display)
    assert isinstance(answer, msg.Refused)
    assert "another version" in answer.message
    with pytest.raises(EOFError):
        display.recv_bytes()


def test_a_display_that_does_not_greet_first_is_refused(table: Table) -> None:
    display = table.connect()
    display.send_bytes(msg.encode(msg.Mark(0)))
    assert isinstance(receive(display), msg.Refused)


@pytest.mark.parametrize(
    "garbage",
    [
        b"",
        b"\xc1",
        b"hello",
        b"\x91\xa2\x00\x80",
        msg.encode(msg.PressButton(SeatNumber(1), "reset", 0)),
        msg.encode(msg.WindowSize(0, 720)),
        msg.encode(msg.WindowSize(1280, 1 << 20)),
        b"\0" * (LARGEST + 1),
        b"\x93\xa4Mark\x01" + b"\x91" * 60_000 + b"\x01",  # nested lists
    ],
)
def test_garbage_closes_that_connection_and_no_other(table: Table, garbage: bytes) -> None:
    good, bad = table.join(), table.join()
    with contextlib.suppress(BrokenPipeError):  # a message that is too long is refused by its first four bytes
        bad.send_bytes(garbage)
    with pytest.raises((EOFError, ConnectionResetError)):
        bad.recv_bytes()
    table.link.show(shot(1))
    assert receive(good) == shot(1)
    good.send_bytes(msg.encode(msg.FlipHand(SeatNumber(1), 5)))
    eventually(lambda: isinstance(table.next_input(), FromDisplay))


def test_a_pickle_is_garbage(table: Table) -> None:
    display = table.join()
    display.send({"not": "unpickled"})
    with pytest.raises((EOFError, ConnectionResetError)):
        display.recv_bytes()


def test_a_display_that_never_reads_does_not_hold_up_the_runner_and_then_gets_the_newest(table: Table) -> None:
    display = table.join()
    big = "x" * 50_000
    began = time.monotonic()
    for number in range(1, 201):
        table.link.show(shot(number, big))
    assert time.monotonic() - began < LIMIT_S / 2
    seen = []
    while not seen or seen[-1] != 200:
        snapshot = receive(display)
        assert isinstance(snapshot, msg.Snapshot)
        seen.append(snapshot.id)
    assert len(seen) < 100, "those in between were skipped"


def test_a_display_that_sleeps_holds_up_no_other_and_wakes_to_the_newest(table: Table) -> None:
    sleeper, awake = table.join(), table.join()
    for number in range(1, 301):
        table.link.show(shot(number, BUSY))
        assert receive(awake) == shot(number, BUSY)  # all of them: a display that reads misses none
    seen = snapshots_until(sleeper, lambda snapshot: snapshot.id == 300)
    assert [snapshot.id for snapshot in seen] == sorted({snapshot.id for snapshot in seen})
    assert len(seen) <= STALE + 1


def test_what_waits_for_a_display_that_never_reads_is_bounded(table: Table) -> None:
    """In this process: one snapshot that is being sent, and the newest. In the kernel: its share."""
    sleeper, awake = table.join(), table.join()
    for number in range(1, 101):
        table.link.show(shot(number, BUSY))
        receive(awake)
    waiting = sum(len(msg.encode(snapshot)) for snapshot in snapshots_until(sleeper, lambda one: one.id == 100))
    assert waiting <= 2 * BACKLOG + 2 * len(msg.encode(shot(100, BUSY)))


def test_the_runner_hears_every_press_while_a_display_sleeps(table: Table, session_table: Any) -> None:
    inbox: queue.SimpleQueue[Input | None] = queue.SimpleQueue()
    runner = Runner(session_table(12).session, inbox, NoLamps(), table.link, now)
    thread = threading.Thread(target=runner.run)
    sleeper, awake = table.join(), table.join()
    thread.start()
    try:
        for count in range(1, 101):
            inbox.put(ButtonEdge(1, Button.STOP, pressed=True, at=now()))
            snapshots_until(awake, heard(count))
        assert len(snapshots_until(sleeper, heard(100))) <= STALE + 1
    finally:
        inbox.put(None)
        thread.join()


def test_a_display_that_has_slept_is_told_the_moves_that_it_missed(table: Table) -> None:
    """The display's own end of the link: its thread is held up while it passes the first snapshot on."""
    awake, woken = threading.Event(), threading.Semaphore(0)
    seen: list[Mailbox] = []

    def wake() -> None:
        woken.release()
        awake.wait(LIMIT_S)

    bridge = TableClient(table.path, wake)
    bridge.start()
    try:
        assert woken.acquire(timeout=LIMIT_S)
        assert bridge.take().welcome == WELCOME
        moves = [msg.Move(number, "flip", SeatNumber(1), card="r1", count=3) for number in range(1, 301)]
        for last in range(1, 301):
            table.link.show(replace(shot(last), moves=tuple(moves[max(0, last - MOVES) : last])))
        awake.set()
        while not seen or seen[-1].snapshot is None or seen[-1].snapshot.id < 300:
            assert woken.acquire(timeout=LIMIT_S)
            seen.append(bridge.take())
    finally:
        awake.set()
        bridge.close()
    told = [mail.snapshot for mail in seen if mail.snapshot]
    assert sum(len(msg.encode(snapshot)) for snapshot in told) <= 2 * BACKLOG + 2 * len(msg.encode(told[-1]))
    assert seen[-1].snapshot is not None
    assert [move.id for move in seen[-1].snapshot.moves] == list(range(301 - MOVES, 301))


def test_a_display_that_does_not_read_is_told_of_once_and_when_it_reads_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    time_ = [now()]
    table = Table(tmp_path, lambda: time_[0])
    caplog.set_level("INFO", link_module.__name__)
    display = table.join()
    told = "display 1 does not read: when it continues, it gets the newest snapshot"
    large = "x" * 50_000  # more than the kernel takes: its sender waits

    def show_another() -> bool:
        time_[0] = Instant(time_[0] + ASLEEP + 1)
        table.link.show(shot(1, large))
        return told in caplog.messages

    eventually(show_another)
    for _ in range(3):
        show_another()
    assert caplog.messages.count(told) == 1
    assert "display 1 reads again" not in caplog.messages
    table.link.show(shot(2))
    snapshots_until(display, lambda snapshot: snapshot.id == 2)
    eventually(lambda: "display 1 reads again" in caplog.messages)
    table.close()


def test_a_link_closes_though_a_display_never_reads(table: Table) -> None:
    display = table.join()
    for number in range(100):
        table.link.show(shot(number, "x" * 50_000))
    assert display.fileno()


def test_a_read_only_display_sees_everything_and_says_nothing(table: Table) -> None:
    looker = table.join(read_only=True)
    looker.send_bytes(msg.encode(msg.FlipHand(SeatNumber(1), 5)))
    looker.send_bytes(msg.encode(msg.DrivePin(SeatNumber(1), "stop", pressed=True)))
    table.link.show(shot(1))
    assert receive(looker) == shot(1)
    looker.close()
    assert isinstance(table.next_input(), DisplayGone)
    assert table.inbox.empty()
    assert table.driven.empty()


def test_whoever_only_looks_is_no_news_in_the_log(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO", link_module.__name__)
    for read_only in (True, False):
        table.join(read_only=read_only).close()
    eventually(lambda: "display 2 has disconnected" in caplog.messages)
    assert caplog.messages == ["display 2 has joined", "display 2 has disconnected"]


@pytest.mark.parametrize("read_only", [True, False])
def test_whoever_asks_is_told_how_the_table_is_and_nobody_else(table: Table, read_only: bool) -> None:
    other, asks = table.join(), table.join(read_only=read_only)
    asks.send_bytes(msg.encode(msg.AskHealth()))
    assert receive(asks) == HEALTH
    table.link.show(shot(1))
    assert receive(asks) == shot(1)
    assert receive(other) == shot(1)


def test_health_includes_how_the_newest_display_that_may_touch_is_until_it_goes(table: Table) -> None:
    looker, display = table.join(read_only=True), table.join()
    looker.send_bytes(msg.encode(replace(DISPLAY_HEALTH, fault=msg.Fault("a looker says what it likes"))))

    def told() -> msg.DisplayHealth | None:
        looker.send_bytes(msg.encode(msg.AskHealth()))
        answer = receive(looker)
        assert isinstance(answer, msg.Health)
        return answer.display

    assert told() is None
    assert table.link.light is None
    display.send_bytes(msg.encode(DISPLAY_HEALTH))
    eventually(lambda: told() == DISPLAY_HEALTH)
    assert table.link.light == "on"
    other = table.join()
    other.send_bytes(msg.encode(replace(DISPLAY_HEALTH, fingers=7)))
    eventually(lambda: told() == replace(DISPLAY_HEALTH, fingers=7))
    other.close()
    eventually(lambda: told() == DISPLAY_HEALTH)
    display.close()
    eventually(lambda: told() is None)


def test_a_fault_of_a_display_is_in_the_log_once(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    display = table.join()
    for fingers in (1, 2, 3):
        display.send_bytes(msg.encode(replace(DISPLAY_HEALTH, fingers=fingers, fault=msg.Fault("touch.none"))))
    display.send_bytes(msg.encode(msg.AskHealth()))
    assert isinstance(receive(display), msg.Health)
    assert caplog.messages.count("display 1: No multi-touch panel is connected: plug it in, check its cable") == 1


def test_a_simulated_pin_is_driven_and_is_no_input_of_the_game(table: Table) -> None:
    display = table.join()
    display.send_bytes(msg.encode(msg.DrivePin(SeatNumber(1), "stop", pressed=True)))
    assert table.driven.get(timeout=LIMIT_S) == (1, Button.STOP, True)
    assert isinstance(table.next_input(), DisplayJoined)
    assert table.inbox.empty()


def test_a_simulated_board_is_driven_and_is_no_input_of_the_game(table: Table) -> None:
    display = table.join()
    display.send_bytes(msg.encode(msg.DriveBoard(SeatNumber(1), "throw")))
    assert table.boards.get(timeout=LIMIT_S) == msg.DriveBoard(SeatNumber(1), "throw")
    assert isinstance(table.next_input(), DisplayJoined)
    assert table.inbox.empty()


@pytest.mark.parametrize("read_only", [True, False])
def test_whoever_moves_simulated_hardware_is_told_whether_it_could_be_done(table: Table, read_only: bool) -> None:
    hand = table.join(read_only=read_only)
    script = msg.DrivePins(
        (msg.PinEdge(SeatNumber(2), "stop", True), msg.PinEdge(SeatNumber(3), "stop", True, 500_000))
    )
    hand.send_bytes(msg.encode(script))
    assert receive(hand) == msg.Driven()
    assert table.scripts.get(timeout=LIMIT_S) == script
    hand.send_bytes(msg.encode(msg.DriveBoard(SeatNumber(4), "fault", ("burn",))))
    assert receive(hand) == msg.Driven("no such fault")


def test_a_script_with_a_button_that_there_is_not_ends_the_connection(table: Table) -> None:
    hand = table.join(read_only=True)
    hand.send_bytes(msg.encode(msg.DrivePins((msg.PinEdge(SeatNumber(1), "lamp", True),))))
    with pytest.raises((EOFError, ConnectionResetError)):
        hand.recv_bytes()
    assert table.scripts.empty()


def test_real_hardware_is_not_moved_by_scripts(tmp_path: Path) -> None:
    link = DisplayServer(Claim(tmp_path / "sock"), WELCOME, lambda _: None, now, lambda: HEALTH)
    link.start()
    with Client(str(tmp_path / "sock"), "AF_UNIX") as hand:
        hand.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL, read_only=True)))
        assert receive(hand) == WELCOME
        for wish in (msg.DrivePins(()), msg.DriveBoard(SeatNumber(1), "throw")):
            hand.send_bytes(msg.encode(wish))
            assert receive(hand) == msg.Driven(link_module.NOT_SIMULATED)
    link.close()


def test_what_cannot_be_done_with_a_board_ends_the_connection(table: Table) -> None:
    display = table.join()
    display.send_bytes(msg.encode(msg.DriveBoard(SeatNumber(1), "burn")))  # type: ignore[arg-type]
    with pytest.raises((EOFError, ConnectionResetError)):
        display.recv_bytes()
    assert table.boards.empty()


def test_a_stamp_from_the_future_does_not_come_through(table: Table) -> None:
    display = table.join()
    table.next_input()
    display.send_bytes(msg.encode(msg.FlipHand(SeatNumber(1), now() + 10**12)))
    said = table.next_input()
    assert isinstance(said, FromDisplay)
    assert isinstance(said.message, msg.FlipHand)
    assert said.message.at <= now()


STRANGER = (4242, 4343)
"""The user and group of a process that has nothing to do with the table."""


def as_stranger(patch: pytest.MonkeyPatch, groups: tuple[int, ...] = ()) -> None:
    """Make every new connection come from that user, and from these groups besides."""
    patch.setattr(unix_socket, "user_and_group", lambda _handle: STRANGER)
    patch.setattr(unix_socket, "further_groups", lambda _handle: groups)


def is_let_in(table: Table) -> bool:
    try:
        table.join()
    except (OSError, EOFError):
        return False
    return True


def test_a_process_of_another_user_is_not_let_in(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    own = table.path.stat().st_gid
    as_stranger(monkeypatch, (own,))  # also not one that happens to be in the group of an unshared folder
    display = table.connect()
    with pytest.raises((EOFError, ConnectionResetError)):
        display.recv_bytes()
    monkeypatch.undo()
    table.join()


@pytest.fixture
def shared(tmp_path: Path) -> Iterator[Table]:
    """A table whose folder of sockets an administrator has made for a group."""
    folder = tmp_path / "run"
    folder.mkdir()
    folder.chmod(0o3770)
    table = Table(tmp_path)
    yield table
    table.close()


def test_in_a_shared_folder_the_group_can_reach_the_socket_and_nobody_else(shared: Table) -> None:
    assert stat.S_IMODE(shared.path.stat().st_mode) == 0o660
    assert shared.path.stat().st_gid == shared.path.parent.stat().st_gid


@pytest.mark.parametrize(("further", "let_in"), [(True, True), (False, False)])
def test_in_a_shared_folder_another_user_is_let_in_who_is_of_the_group(
    shared: Table, monkeypatch: pytest.MonkeyPatch, *, further: bool, let_in: bool
) -> None:
    own = shared.path.stat().st_gid
    as_stranger(monkeypatch, (own, 9) if further else (own + 1,))
    assert is_let_in(shared) is let_in


def test_only_the_owner_can_reach_the_socket(table: Table) -> None:
    assert stat.S_IMODE(table.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(table.path.parent.stat().st_mode) == 0o700


def test_a_second_table_is_refused_in_words_and_the_first_goes_on(table: Table) -> None:
    with pytest.raises(AlreadyRunning, match=r"another table runs here.*KIOSK_RUNTIME_DIR"):
        Claim(table.path)
    table.join()


@pytest.mark.parametrize("folder", ["a file", "a file/below", "x" * 120])
def test_where_no_socket_can_be_made_the_place_and_the_mend_are_told(tmp_path: Path, folder: str) -> None:
    (tmp_path / "a file").touch()
    path = tmp_path / folder / "table.sock"
    with pytest.raises(CannotListen, match=r"no socket can be created there \(.+\): set KIOSK_RUNTIME_DIR") as caught:
        DisplayServer(Claim(path), WELCOME, lambda _: None, now, lambda: HEALTH)
    assert str(caught.value).startswith(f"{path}: ")


@pytest.mark.process
def test_the_socket_that_a_killed_table_left_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "run" / "table.sock"
    code = (
        "import os, sys; from pathlib import Path; from kiosk import protocol as msg;"
        "from kiosk.system.unix_socket import Claim; from kiosk.table_process.display_server import DisplayServer;"
        "claim, welcome = Claim(Path(sys.argv[1])), msg.Welcome(1, (), 1.0, False);"
        "server = DisplayServer(claim, welcome, print, int, None); os._exit(9)"
    )
    subprocess.run([sys.executable, "-c", code, str(path)], check=False, timeout=60)
    assert path.is_socket()
    table = Table(tmp_path)
    table.join()
    table.close()


def test_a_closed_link_takes_its_socket_away_and_another_table_may_come(tmp_path: Path) -> None:
    first = Table(tmp_path)
    display = first.join()
    first.close()
    assert not first.path.exists()
    with pytest.raises((EOFError, ConnectionResetError)):
        display.recv_bytes()
    second = Table(tmp_path)
    second.join()
    second.close()


def test_many_displays_that_come_and_go_leave_no_connection(table: Table) -> None:
    before = len(list(Path("/proc/self/fd").iterdir()))
    for _ in range(30):
        table.join().close()
    eventually(lambda: len(list(Path("/proc/self/fd").iterdir())) == before)


def test_displays_join_though_no_thread_can_be_started(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_thread: threading.Thread) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", fail)
    display = table.join()
    table.link.show(shot(1))
    assert receive(display) == shot(1)
