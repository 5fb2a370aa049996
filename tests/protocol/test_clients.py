"""Queries to a kiosk from other programs, by a thread that waits or from an event loop: both tell why they fail."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket
import threading
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from typing import TypeAlias

import pytest

from kiosk import protocol as msg
from kiosk.protocol import client, loop_client
from kiosk.protocol.client import NotRunning, Silent

LIMIT_S = 20.0
QUESTION = msg.AskScene()
Ask: TypeAlias = Callable[[Path, float], msg.FromDisplay]


def by_thread(path: Path, limit_s: float) -> msg.FromDisplay:
    answer: msg.FromDisplay = client.ask(path, [QUESTION], msg.decode_from_display, "display", limit_s)
    return answer


def in_loop(path: Path, limit_s: float) -> msg.FromDisplay:
    answer: msg.FromDisplay = asyncio.run(loop_client.ask(path, QUESTION, msg.decode_from_display, "display", limit_s))
    return answer


@pytest.fixture(params=[by_thread, in_loop])
def ask(request: pytest.FixtureRequest) -> Ask:
    made: Ask = request.param
    return made


@contextlib.contextmanager
def answering(path: Path, answer: Callable[[Connection], object]) -> Iterator[None]:
    """Have somebody at ``path`` do this with the first question."""
    done = threading.Event()

    def serve() -> None:
        with listener.accept() as peer:
            peer.recv_bytes()
            answer(peer)
            done.wait()

    with Listener(str(path), "AF_UNIX") as listener:
        serving = threading.Thread(target=serve, daemon=True)
        serving.start()
        try:
            yield
        finally:
            done.set()
            serving.join(LIMIT_S)


def test_the_answer_is_returned(ask: Ask, tmp_path: Path) -> None:
    with answering(tmp_path / "a", lambda peer: peer.send_bytes(msg.encode(msg.SceneAnswer("{}")))):
        assert ask(tmp_path / "a", LIMIT_S) == msg.SceneAnswer("{}")


def test_nobody_at_the_path_is_no_kiosk(ask: Ask, tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(tmp_path / "dead"))
    (tmp_path / "file").touch()
    for name in ("nothing", "dead", "file", "file/below"):
        with pytest.raises(NotRunning, match="start it with `kiosk`"):
            ask(tmp_path / name, LIMIT_S)


def test_a_path_that_no_socket_can_have_is_told(ask: Ask, tmp_path: Path) -> None:
    with pytest.raises(Silent, match=r"\(AF_UNIX path too long\): set KIOSK_RUNTIME_DIR"):
        ask(tmp_path / ("a" * 120), LIMIT_S)


@pytest.mark.parametrize("call", ["socket.socket", "os.dup"])
def test_too_many_open_files_are_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: str) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    path = tmp_path / "a"
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(path))
        listening.listen()
        monkeypatch.setattr(call, fail)
        with pytest.raises(Silent, match=r"cannot be asked \(Too many open files\)"):
            by_thread(path, LIMIT_S)
        monkeypatch.undo()


@pytest.mark.parametrize("garbage", [b"", b"\xc1", b"\x91" * 5000])
def test_garbage_is_another_version(ask: Ask, tmp_path: Path, garbage: bytes) -> None:
    with answering(tmp_path / "a", lambda peer: peer.send_bytes(garbage)), pytest.raises(Silent, match="version"):
        ask(tmp_path / "a", LIMIT_S)


def test_one_that_hangs_up_has_ended(ask: Ask, tmp_path: Path) -> None:
    with answering(tmp_path / "a", Connection.close), pytest.raises(NotRunning, match="just ended"):
        ask(tmp_path / "a", LIMIT_S)


@pytest.mark.parametrize("begun", [b"", b"\0", b"\0\0\0\x09half"])
def test_one_that_stops_in_the_middle_of_an_answer_is_silent(ask: Ask, tmp_path: Path, begun: bytes) -> None:
    def stop(peer: Connection) -> None:
        with socket.socket(fileno=peer.fileno()) as sock:
            sock.sendall(begun)
            sock.detach()

    with answering(tmp_path / "a", stop), pytest.raises(Silent, match="does not answer within"):
        ask(tmp_path / "a", 0.1)


def test_an_answer_of_absurd_length_is_not_read(tmp_path: Path) -> None:
    def announce(peer: Connection) -> None:
        with socket.socket(fileno=peer.fileno()) as sock:
            sock.sendall(b"\x7f\xff\xff\xff")
            sock.detach()

    with answering(tmp_path / "a", announce), pytest.raises(NotRunning):
        in_loop(tmp_path / "a", LIMIT_S)


@contextlib.contextmanager
def full(path: Path) -> Iterator[socket.socket]:
    """Have somebody listen who does not accept, and as many wait as the kernel keeps."""
    with contextlib.ExitStack() as closing:
        listening = closing.enter_context(socket.socket(socket.AF_UNIX))
        listening.bind(str(path))
        listening.listen(1)
        with contextlib.suppress(BlockingIOError):
            while True:
                waiting = closing.enter_context(socket.socket(socket.AF_UNIX))
                waiting.setblocking(False)
                waiting.connect(str(path))
        yield listening


def test_a_kiosk_that_hangs_while_many_wait_is_silent(ask: Ask, tmp_path: Path) -> None:
    with full(tmp_path / "a"), pytest.raises(Silent, match="does not answer"):
        ask(tmp_path / "a", 0.1)


def test_a_kiosk_at_which_many_wait_is_asked_in_turn(ask: Ask, tmp_path: Path) -> None:
    def serve(listening: socket.socket) -> None:
        with contextlib.suppress(OSError):  # the test ends
            while True:
                peer = Connection(listening.accept()[0].detach())
                with contextlib.suppress(EOFError):
                    if peer.poll(0.05):
                        peer.recv_bytes()
                        peer.send_bytes(msg.encode(msg.SceneAnswer("{}")))
                peer.close()

    with full(tmp_path / "a") as listening:
        serving = threading.Timer(0.05, serve, (listening,))
        serving.start()
        assert ask(tmp_path / "a", LIMIT_S) == msg.SceneAnswer("{}")
        listening.shutdown(socket.SHUT_RDWR)
        serving.join(LIMIT_S)
