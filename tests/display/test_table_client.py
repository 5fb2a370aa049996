"""The display's link with a real Unix socket; every wait ends with the event that it waits for."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from multiprocessing.connection import Connection, Listener
from pathlib import Path

import pytest

from kiosk import protocol as msg
from kiosk.display.table_client import MAX_UNSENT, Mailbox, TableClient
from kiosk.game.seats import SeatNumber

WELCOME = msg.Welcome(msg.PROTOCOL, (msg.SeatPlan(SeatNumber(1), "south", 0.5),), 1092.0, simulated=True)


def _snapshot(number: int) -> msg.Snapshot:
    return msg.Snapshot(id=number, now=number, state="play", seats=())


class _Kiosk:
    """The table's and the display's ends of a link."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.woken = threading.Semaphore(0)
        self.bridge = TableClient(path, self.woken.release)
        self.listener: Listener | None = None
        self.peer: Connection[bytes, bytes] | None = None

    def open_table(self) -> None:
        self.listener = Listener(str(self.path), "AF_UNIX")

    def accept(self) -> Connection[bytes, bytes]:
        assert self.listener is not None
        self.peer = self.listener.accept()
        return self.peer

    def close_table(self) -> None:
        for end in (self.peer, self.listener):
            if end is not None:
                end.close()
        self.peer = self.listener = None

    def join(self) -> Connection[bytes, bytes]:
        """Return the table's connection after the display has received the Welcome."""
        peer = self.accept()
        assert self.heard() == msg.Hello(msg.PROTOCOL)
        self.say(WELCOME)
        assert self.mail().welcome == WELCOME
        return peer

    def say(self, message: msg.FromTable) -> None:
        assert self.peer is not None
        self.peer.send_bytes(msg.encode(message))

    def heard(self) -> msg.ToTable:
        assert self.peer is not None
        assert self.peer.poll(10)
        return msg.decode_to_table(self.peer.recv_bytes())

    def mail(self) -> Mailbox:
        assert self.woken.acquire(timeout=10)
        return self.bridge.take()


@pytest.fixture
def kiosk(tmp_path: Path) -> Iterator[_Kiosk]:
    kiosk = _Kiosk(tmp_path / "table.sock")
    yield kiosk
    kiosk.bridge.close()
    kiosk.close_table()


def test_the_display_says_hello_and_is_told_the_tables_shape(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()


def test_of_a_burst_the_newest_snapshot_survives_and_wakes_the_display_once(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    for number in range(100):
        kiosk.say(_snapshot(number))
    newest = -1
    wakes = 0
    while newest < 99:
        mail = kiosk.mail()
        assert mail.snapshot is not None
        assert mail.snapshot.id > newest
        newest = mail.snapshot.id
        wakes += 1
    assert wakes <= 100
    assert not kiosk.woken.acquire(blocking=False)  # no mail left to wake for
    assert kiosk.bridge.take() == Mailbox()


def test_while_the_display_is_busy_any_number_of_snapshots_is_one_wake(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    kiosk.say(_snapshot(1))
    assert kiosk.woken.acquire(timeout=10)  # woken, but it has not read the mailbox yet
    for number in range(2, 50):
        kiosk.say(_snapshot(number))
    kiosk.close_table()
    while not (mail := kiosk.bridge.take()).gone:
        kiosk.woken.acquire(timeout=0.01)
    assert mail.snapshot is None  # the last snapshot of a dead table is not shown as current


def test_messages_reach_the_table_whole_and_in_order(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    sent: list[msg.ToTable] = [msg.PlayCard(SeatNumber(1), "row 2", tuple(range(48)), at) for at in range(20)]
    sent.append(msg.Mark(99))
    for message in sent:
        kiosk.bridge.send(message)
    assert [kiosk.heard() for _ in sent] == sent


def test_a_display_that_starts_before_the_table_waits_for_it(kiosk: _Kiosk) -> None:
    kiosk.bridge.start()
    kiosk.open_table()
    kiosk.join()


def test_a_dead_table_is_told_and_a_new_one_is_found(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    kiosk.close_table()
    assert kiosk.mail() == Mailbox(gone=True)
    kiosk.open_table()
    kiosk.join()
    kiosk.say(_snapshot(7))
    mail = kiosk.mail()
    assert mail.snapshot == _snapshot(7)
    assert not mail.gone


def test_what_is_touched_while_the_table_is_gone_is_not_told_to_the_next_one(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    kiosk.close_table()
    kiosk.mail()
    kiosk.bridge.send(msg.FlipHand(SeatNumber(1), 1))
    kiosk.open_table()
    kiosk.join()
    kiosk.bridge.send(msg.FlipHand(SeatNumber(1), 2))
    assert kiosk.heard() == msg.FlipHand(SeatNumber(1), 2)


def test_a_table_that_does_not_read_never_makes_the_display_wait(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    play = msg.PlayCard(SeatNumber(1), "stack", tuple(range(48)), 0)
    for _ in range(40 * MAX_UNSENT // len(msg.encode(play))):  # far more than kernel and link buffer
        kiosk.bridge.send(play)
    assert kiosk.mail().gone


def test_watermarks_do_not_pile_up_before_a_table_that_does_not_read(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    for at in range(200_000):
        kiosk.bridge.send(msg.Mark(at))
    last = msg.FlipHand(SeatNumber(1), 1)
    kiosk.bridge.send(last)
    marks = 0
    while (heard := kiosk.heard()) != last:
        assert heard == msg.Mark(marks)
        marks += 1
        if marks % 100 == 0:
            kiosk.bridge.flush()
    assert marks < 200_000


def test_why_the_table_refuses_is_told(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.accept()
    kiosk.heard()
    kiosk.say(msg.Refused("Start table and display of one version."))
    assert kiosk.mail().refused == "Start table and display of one version."


def test_a_table_that_speaks_nonsense_is_left_and_tried_again(kiosk: _Kiosk, caplog: pytest.LogCaptureFixture) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    peer = kiosk.accept()
    peer.send_bytes(b"\xc1")
    assert kiosk.mail().gone
    assert "same version" in caplog.text
    peer.close()
    kiosk.join()


def test_a_closed_bridge_ends_its_thread_whatever_the_table_does(kiosk: _Kiosk) -> None:
    kiosk.open_table()
    kiosk.bridge.start()
    kiosk.join()
    kiosk.bridge.close()
    assert "link" not in {thread.name for thread in threading.enumerate()}
