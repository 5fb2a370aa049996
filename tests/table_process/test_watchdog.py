"""The table's watchdog: systemd is notified only as long as runner and flusher make progress."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.api import now
from kiosk import protocol as msg
from kiosk.game.seats import SeatNumber
from kiosk.journal.writer import Writer
from kiosk.journal.writer_thread import Flusher, Keep
from kiosk.protocol.client import ask_health
from kiosk.system.message_server import MessageServer, Peer
from kiosk.system.sd_notify import SystemdNotifier
from kiosk.system.unix_socket import listen_at
from kiosk.table.inputs import TimePassed
from kiosk.table.session import Session
from kiosk.table.settings import TableSettings
from kiosk.table_process.runner import Inbox, Runner
from kiosk.table_process.watchdog import Watchdog, Worker, words
from tests.benchmarks.processes import running, until
from tests.rig.systemd import Systemd

LIMIT_S = 20.0
PLANS = tuple(msg.SeatPlan(SeatNumber(number), edge, 0.5) for number, edge in ((1, "south"), (2, "north")))


class Told(SystemdNotifier):
    """A recorder of the notifications to systemd; ``each`` is released at each of them."""

    def __init__(self) -> None:
        super().__init__({})
        self.words: list[str] = []

    def _tell(self, what: str) -> bool:
        self.words.append(what)
        return True

    def take(self) -> list[str]:
        taken, self.words = self.words, []
        return taken


class Turner:
    """A worker that makes progress when it is woken, unless it hangs."""

    def __init__(self) -> None:
        self.turns = 0
        self.stirred = 0
        self.hangs = False

    def stir(self) -> None:
        self.stirred += 1
        self.turns += not self.hangs


class Bench:
    """A watchdog over two workers, in virtual time."""

    def __init__(self) -> None:
        self.now = 100.0
        self.service = Told()
        self.runner, self.flusher = Turner(), Turner()
        self.snapshot: msg.Snapshot | None = msg.Snapshot(1, 0, "attract", ())
        workers = (
            Worker("runner", self.runner, self.runner.stir),
            Worker("flusher", self.flusher, self.flusher.stir, 60),
        )
        self.watchdog = Watchdog(self.service, workers, lambda: self.snapshot, lambda: self.now)

    def beat(self) -> list[str]:
        """Return the notifications of the next beat."""
        self.now += 2.5
        self.watchdog.beat()
        return self.service.take()


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_a_table_is_ready_when_its_runner_shows_something(bench: Bench) -> None:
    bench.snapshot = None
    assert bench.beat() == []
    bench.snapshot = msg.Snapshot(1, 0, "attract", ())
    assert bench.beat() == ["STATUS=attract", "READY=1", "WATCHDOG=1"]
    assert bench.beat() == ["WATCHDOG=1"]


def test_a_runner_that_hangs_is_told_by_silence_from_the_next_beat_on(bench: Bench) -> None:
    bench.beat()
    bench.runner.hangs = True
    bench.runner.turns += 1  # the last turn that it had begun
    assert bench.beat() == ["WATCHDOG=1"]
    assert bench.beat() == []
    assert bench.beat() == []
    bench.runner.hangs = False
    bench.runner.turns += 1
    assert bench.beat() == ["WATCHDOG=1"]


def test_a_flusher_may_wait_for_its_disk_for_a_minute_and_no_longer(bench: Bench) -> None:
    bench.beat()
    bench.flusher.hangs = True
    bench.flusher.turns += 1
    bench.beat()
    assert [bench.beat() for _ in range(24)] == [["WATCHDOG=1"]] * 24
    assert bench.beat() == []


def test_who_hangs_is_told_in_the_log_once_and_is_not_buried_in_requests(
    bench: Bench, caplog: pytest.LogCaptureFixture
) -> None:
    bench.beat()
    bench.runner.hangs = True
    with caplog.at_level(logging.ERROR):
        for _ in range(10):
            bench.beat()
    assert [record.getMessage() for record in caplog.records] == [
        "no progress of the runner: systemd's watchdog is not fed"
    ]
    assert bench.runner.stirred <= 2


def test_the_end_is_told(bench: Bench) -> None:
    bench.beat()
    bench.watchdog.close()
    assert bench.service.take() == ["STOPPING=1"]


@pytest.mark.parametrize(
    ("snapshot", "told"),
    [
        (msg.Snapshot(1, 0, "attract", (), round_no=1), "attract"),
        (msg.Snapshot(1, 0, "ready", (msg.SeatView(SeatNumber(1), "ready", name="Ada"),)), "ready, 1 person"),
        (
            msg.Snapshot(
                1,
                0,
                "round_result",
                (
                    msg.SeatView(SeatNumber(1), "playing", name="Ada"),
                    msg.SeatView(SeatNumber(2), "playing"),
                    msg.SeatView(SeatNumber(3), "playing", bot=True),
                    msg.SeatView(SeatNumber(4), "free"),
                ),
                round_no=2,
            ),
            "cards, round 2: round result, 2 people",
        ),
    ],
)
def test_the_status_says_what_is_done_and_by_how_many_and_no_names(snapshot: msg.Snapshot, told: str) -> None:
    assert words(snapshot) == told


# ---------------------------------------------------------------- the real runner and the real flusher


class Real:
    """A runner and a flusher without work, as at night; either can be made to hang."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.flusher_goes, self.runner_goes = threading.Event(), threading.Event()
        self.flusher_goes.set()
        self.runner_goes.set()
        rests = Writer.rest

        def rest(writer: Writer, *, quiet: bool = True) -> None:
            assert self.flusher_goes.wait(LIMIT_S)
            rests(writer, quiet=quiet)

        patch.setattr(Writer, "rest", rest)
        self.inbox: Inbox = queue.SimpleQueue()
        self.flusher = Flusher(folder, lambda _: None, Keep(30, 200))
        session = Session(TableSettings(PLANS, bots="off"), iter(range(1000)), now())
        self.runner = Runner(session, self.inbox, _NoLamps(), self, now, journal=self.flusher)
        self._thread = threading.Thread(target=self.runner.run)
        self._thread.start()

    def show(self, snapshot: msg.Snapshot) -> None:
        """Show a snapshot, as the displays do; here a hanging one would hold up the runner."""

    def close(self) -> None:
        self.flusher_goes.set()
        self.runner_goes.set()
        self.inbox.put(None)
        self._thread.join()
        self.flusher.close()


class _NoLamps:
    def show(self, seat: object, state: object, since: object = None) -> None:
        """Ignore lamps."""

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


@pytest.fixture
def real(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Real]:
    real = Real(tmp_path / "journal", monkeypatch)
    yield real
    real.close()


def _until(turned: Runner | Flusher, turns: int) -> None:
    until(lambda: turned.turns >= turns)


def test_a_runner_and_a_flusher_with_nothing_to_do_come_round_when_they_are_stirred(real: Real) -> None:
    for _ in range(3):
        before = real.runner.turns, real.flusher.turns
        real.inbox.put(TimePassed())
        real.flusher.stir()
        _until(real.runner, before[0] + 1)
        _until(real.flusher, before[1] + 1)


def test_a_real_runner_that_hangs_stops_the_feeding(real: Real, monkeypatch: pytest.MonkeyPatch) -> None:
    service = Told()
    stir = Worker("runner", real.runner, lambda: real.inbox.put(TimePassed()))
    watchdog = Watchdog(service, (stir,), lambda: real.runner.shown)
    _first_beat(watchdog, service)
    hangs = threading.Event()

    def handle(*_: object, **__: object) -> None:
        hangs.set()
        assert real.runner_goes.wait(LIMIT_S)

    monkeypatch.setattr(Session, "handle", handle)
    real.runner_goes.clear()
    real.inbox.put(TimePassed())
    assert hangs.wait(LIMIT_S)
    watchdog.beat()  # the progress before it hung
    service.take()
    watchdog.beat()
    assert service.take() == []
    turns = real.runner.turns
    real.runner_goes.set()
    _until(real.runner, turns + 1)
    watchdog.beat()
    assert service.take() == ["WATCHDOG=1"]


def test_a_real_server_for_displays_that_hangs_stops_the_feeding(real: Real, tmp_path: Path) -> None:
    async def serve(_peer: Peer, _first: bytes) -> None: ...

    server = MessageServer("displays", listen_at(tmp_path / "table.sock"), None, serve)
    server.start()
    service = Told()
    watchdog = Watchdog(service, (Worker("server", server, server.stir),), lambda: real.runner.shown)
    _first_beat(watchdog, service)
    until(lambda: server.turns >= 1)
    hangs, goes_on = threading.Event(), threading.Event()
    server.call(lambda: (hangs.set(), goes_on.wait(LIMIT_S)))
    assert hangs.wait(LIMIT_S)
    watchdog.beat()  # the progress before it hung
    service.take()
    watchdog.beat()
    assert service.take() == []
    turns = server.turns
    goes_on.set()
    until(lambda: server.turns > turns)
    watchdog.beat()
    assert service.take() == ["WATCHDOG=1"]
    server.close()


def test_a_real_flusher_that_hangs_stops_the_feeding(real: Real) -> None:
    service, moment = Told(), [0.0]
    worker = Worker("flusher", real.flusher, real.flusher.stir, 60)
    watchdog = Watchdog(service, (worker,), lambda: real.runner.shown, lambda: moment[0])
    _first_beat(watchdog, service)
    real.flusher_goes.clear()
    turns = real.flusher.turns
    real.flusher.stir()
    watchdog.beat()
    moment[0] += 61
    watchdog.beat()
    if real.flusher.turns > turns:  # one turn was still under way
        moment[0] += 61
        watchdog.beat()
    service.take()
    moment[0] += 61
    watchdog.beat()
    assert service.take() == []
    turns = real.flusher.turns
    real.flusher_goes.set()
    _until(real.flusher, turns + 1)
    watchdog.beat()
    assert service.take() == ["WATCHDOG=1"]


def _first_beat(watchdog: Watchdog, service: Told) -> None:
    def is_ready() -> bool:
        watchdog.beat()
        return "READY=1" in service.words

    until(is_ready)
    service.take()


# ---------------------------------------------------------------- the table's process


@pytest.mark.process
def test_a_table_is_ready_when_a_display_can_reach_it_and_says_when_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "table/sock"
    with (
        Systemd(tmp_path / "notify", watchdog_s=2) as systemd,
        running(path, "-m", "kiosk", "table", environment=systemd.environment) as table,
    ):
        told = systemd.hears(lambda word: word == "READY=1")
        assert ask_health(path).faults == ()
        assert told == ["STATUS=attract", "READY=1"]
        assert systemd.next() == "WATCHDOG=1"
        assert systemd.next() == "WATCHDOG=1", "also while nobody does anything"
        table.terminate()
        assert systemd.hears(lambda word: word == "STOPPING=1")
        assert table.wait(LIMIT_S) == 0
