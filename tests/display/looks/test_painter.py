"""The painter: what is asked for comes, soonest what is shown; whatever ends it, the display goes on."""

from __future__ import annotations

import os
import resource
import signal
import socket
import threading
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PIL import Image

from kiosk.display.child_process import AWAY_S
from kiosk.display.looks import painter as module
from kiosk.display.looks import pipe
from kiosk.display.looks.ahead import PaintPlan
from kiosk.display.looks.child import Child, is_wordless
from kiosk.display.looks.painter import DEATHS, STUCK_S, WITHIN_S, PaintingProcess
from kiosk.display.looks.pipe import PaintAnswer, PainterRequest
from kiosk.display.looks.store import Store, WritableStore, digest
from kiosk.display.paint.art import Look, PatchLook, SignLook, SquareLook
from kiosk.display.paint.base import BaseLook, FeltLook
from kiosk.display.paint.card_art import FaceLook
from kiosk.display.paint.lettering import CallLook
from kiosk.display.paint.painted import PAINTING, Painted, painted
from kiosk.display.paint.text import TextLook
from kiosk.display.paint.turntable_art import TurntableLook
from kiosk.layout.place import Place
from tests.rig.waiting import wait_for

DOOR, NAME = SignLook("icon door", 12), TextLook("Ödön", 14)
OWN = os.getpriority(os.PRIO_PROCESS, 0)


class Broken(SquareLook, frozen=True):
    """A look that cannot be painted by the painter, as of a game of another package: ``here`` or anywhere."""

    nowhere: bool = False

    def paint(self) -> Image.Image:
        if self.nowhere or threading.current_thread() is not threading.main_thread():
            raise ValueError("it is broken")
        return Image.new("RGBA", self.extent)


class _InThread:
    """A painter that is a thread: what ``Popen`` returns of a process."""

    pid = 7

    def __init__(self, theirs: socket.socket, folder: Path) -> None:
        own = theirs.dup()
        self._thread = threading.Thread(target=self._run, args=(own, folder))
        self._thread.start()

    def _run(self, own: socket.socket, folder: Path) -> None:
        store = WritableStore(folder)
        try:
            Child(own, store).run()
        except OSError:
            pass
        finally:
            store.close()
            own.close()

    def kill(self) -> None:
        """Do nothing: it ends with its socket."""

    def wait(self, _timeout: float) -> None:
        self._thread.join()


class Rig:
    """A display's end: what has come, and the time."""

    def __init__(self, folder: Path, start: Any = _InThread) -> None:
        self.now = 0.0
        self.folder = folder
        self.priorities: list[int] = []
        self.painter = PaintingProcess(folder, start, lambda: self.now, self._prefer)
        self.come: dict[Look, Painted] = {}
        self.wanted: list[Look] = []

    def _prefer(self, pid: int, nice: int) -> None:
        self.priorities.append(nice)
        if pid != _InThread.pid:
            module.prefer(pid, nice)

    def ask(self, *looks: Look, urgent: bool = True) -> None:
        for look in looks:
            self.painter.ask(look, self.come.__setitem__, urgent=urgent)

    def until(self, done: Callable[[], object]) -> None:
        def frame() -> bool:
            self.painter.frame()
            return bool(done())

        wait_for("what was asked for", frame, 60.0, lambda: True, 0.002)

    def has_come(self, *looks: Look) -> None:
        self.until(lambda: self.come.keys() >= {*looks})


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    made = Rig(tmp_path / "looks")
    yield made
    made.painter.close()


def test_what_is_asked_for_comes_and_only_wordless_looks_are_kept(rig: Rig) -> None:
    assert rig.painter.find(DOOR) is None
    rig.ask(DOOR, NAME)
    rig.has_come(DOOR, NAME)
    assert rig.come == {DOOR: painted(DOOR), NAME: painted(NAME)}
    assert rig.painter.find(DOOR) == painted(DOOR)
    assert rig.painter.find(NAME) is None


def test_a_look_that_may_carry_words_is_not_taken_for_one_without() -> None:
    wordless = (DOOR, PatchLook("fill", 3), FaceLook("r3", 40, 60), FeltLook(BaseLook(32, 18, 1.0)))
    assert all(map(is_wordless, wordless))
    assert not any(map(is_wordless, (NAME, "Ödön", TurntableLook(30, prizes=(NAME,)))))  # type: ignore[arg-type]


def test_what_is_shown_is_painted_before_what_may_be_shown_later_and_small_before_large(tmp_path: Path) -> None:
    ours, theirs = socket.socketpair()
    for number, (size, urgent) in enumerate([(10, False), (300, True), (20, True), (21, True)]):
        look = module.pickle.dumps(SignLook("disc 1", size))
        ours.sendall(pipe.question(PainterRequest.PAINT, number, look, urgent=urgent))
    store = WritableStore(tmp_path)
    child = Child(theirs, store)
    painted: list[int] = []

    def paint(number: int, _look: Look) -> None:
        painted.append(number)
        if len(painted) == 4:
            ours.close()

    child._paint = paint  # type: ignore[method-assign]
    child.run()
    assert painted == [2, 3, 1, 0]
    store.close()
    theirs.close()


def test_a_painter_is_told_what_is_shown_by_now_and_what_is_not_any_more(tmp_path: Path) -> None:
    told = bytearray()

    class Noting(_InThread):
        def _run(self, own: socket.socket, folder: Path) -> None:
            while received := own.recv(1000):
                told.extend(received)
            own.close()

    rig = Rig(tmp_path, Noting)
    rig.ask(DOOR, NAME, urgent=False)
    rig.painter.hasten(NAME)
    rig.painter.forget(DOOR)
    rig.painter.forget(DOOR)
    rig.ask(DOOR)
    rig.painter.frame()
    rig.painter.close()
    asked = [(one.kind.name, one.number, one.urgent) for one in pipe.questions(told)]
    paint, hasten, forget = "PAINT", "HASTEN", "FORGET"
    assert asked == [(paint, 1, False), (paint, 2, False), (hasten, 2, False), (forget, 1, False), (paint, 3, True)]


def test_a_picture_does_not_wait_behind_hints_of_what_may_follow_which_come_one_a_frame(tmp_path: Path) -> None:
    signs = [SignLook("disc 1", size) for size in range(10, 15)]

    class Hinting(_InThread):
        def _run(self, own: socket.socket, folder: Path) -> None:
            own.recv(1)
            hints = (pipe.answer(PaintAnswer(looks=module.pickle.dumps([sign]))) for sign in signs)
            own.sendall(b"".join([*hints, pipe.answer(PaintAnswer(1, (1, 1)), b"rgba")]))
            while own.recv(1000):
                pass
            own.close()

    rig = Rig(tmp_path, Hinting)
    rig.painter.plan(None, rig.wanted.append)
    rig.ask(DOOR)
    rig.until(lambda: rig.wanted)
    assert rig.wanted == signs[:1]
    assert DOOR in rig.come
    rig.painter.close()


def test_a_painter_has_the_displays_priority_while_anything_is_missing_that_is_shown(
    rig: Rig, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "getpriority", lambda *_: -5)
    monkeypatch.setattr(module, "least", lambda own: 19)
    rig.ask(DOOR, urgent=False)
    rig.has_come(DOOR)
    assert rig.priorities == [19]
    rig.ask(NAME)
    assert rig.priorities == [19, -5]
    rig.has_come(NAME)
    assert rig.priorities == [19, -5, 19]


def test_a_painter_that_could_not_come_back_from_the_lowest_priority_keeps_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    limit = 0
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    monkeypatch.setattr(resource, "getrlimit", lambda _: (limit, limit))
    assert module.least(0) == 10
    limit = 30  # LimitNICE=-10
    assert module.least(0) == 19
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    limit = 0
    assert module.least(0) == 19


def test_a_large_picture_does_not_keep_the_painter_waiting_for_frames() -> None:
    ours, theirs = socket.socketpair()
    theirs.settimeout(1.0)
    size = 1000, 1000
    pixels = os.urandom(4) * (size[0] * size[1])
    with ours, theirs:
        for number in (1, 2):
            pipe.tell(theirs, PaintAnswer(number, size), pixels)
        pipe.tell(theirs, PaintAnswer(3, (1, 1)), b"rgba")
        files: deque[int] = deque()
        answers = [*pipe.answers(bytearray(pipe.receive(ours, files) + pipe.receive(ours, files)), files)]
        while len(answers) < 3:
            answers += pipe.answers(bytearray(pipe.receive(ours, files)), files)
    assert [answer.number for answer, _ in answers] == [1, 2, 3]
    assert [got[:] for _, got in answers] == [pixels, pixels, b"rgba"]
    assert not files


def test_what_the_painter_cannot_paint_is_painted_in_place_where_its_game_is_blamed(rig: Rig) -> None:
    odd = Broken(8)
    rig.ask(odd)
    rig.has_come(odd)
    rig.ask(Broken(8, nowhere=True), DOOR)
    with pytest.raises(ValueError, match="it is broken"):
        rig.until(lambda: False)
    rig.has_come(DOOR)


def test_a_look_that_cannot_be_sent_is_painted_at_once(rig: Rig) -> None:
    class Local(SignLook):
        pass

    look = Local("icon door", 10)
    rig.ask(look)
    assert look in rig.come


class _Dies(_InThread):
    """A painter that dies as soon as it is asked."""

    def _run(self, own: socket.socket, folder: Path) -> None:
        own.recv(1)
        told = pipe.answer(PaintAnswer(1, begins=True))
        own.sendall(told)
        own.close()


class _Garbage(_InThread):
    def _run(self, own: socket.socket, folder: Path) -> None:
        own.recv(1)
        own.sendall(bytes([255] * 100))
        own.close()


class _Silent(_InThread):
    def _run(self, own: socket.socket, folder: Path) -> None:
        while own.recv(1000):
            pass
        own.close()


@pytest.mark.parametrize("dies", [_Dies, _Garbage])
def test_after_some_deaths_the_display_paints_and_says_so(
    tmp_path: Path, dies: type[_InThread], caplog: pytest.LogCaptureFixture
) -> None:
    rig = Rig(tmp_path, dies)
    rig.ask(DOOR, NAME)
    rig.has_come(DOOR, NAME)
    assert rig.painter.gave_up
    assert len(caplog.records) == DEATHS
    assert "the display paints" in caplog.text
    assert rig.painter.find(NAME) == painted(NAME)
    rig.painter.close()


def test_where_nothing_is_painted_no_painter_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[Any] = []

    def start(theirs: socket.socket, folder: Path) -> Any:
        started.append(_InThread(theirs, folder))
        return started[-1]

    monkeypatch.setenv(PAINTING, "none")
    rig = Rig(tmp_path, start)
    rig.painter.plan("what may follow", rig.wanted.append)
    rig.ask(DOOR, NAME)
    rig.painter.frame()
    assert rig.come == {DOOR: painted(DOOR), NAME: painted(NAME)}
    rig.painter.close()
    assert started == []


def test_a_painter_that_has_died_is_replaced_and_asked_again(tmp_path: Path) -> None:
    started: list[Any] = []

    def start(theirs: socket.socket, folder: Path) -> Any:
        started.append((_InThread if started else _Dies)(theirs, folder))
        return started[-1]

    rig = Rig(tmp_path, start)
    rig.ask(DOOR, NAME)
    rig.has_come(DOOR, NAME)
    assert not rig.painter.gave_up
    assert len(started) == 2
    rig.painter.close()


def test_one_that_says_nothing_for_long_is_replaced(tmp_path: Path) -> None:
    started: list[Any] = []

    def start(theirs: socket.socket, folder: Path) -> Any:
        started.append((_InThread if started else _Silent)(theirs, folder))
        return started[-1]

    rig = Rig(tmp_path, start)
    rig.ask(DOOR)
    for _ in range(int(STUCK_S)):
        rig.painter.frame()
        rig.now += 1.0
    assert len(started) == 1
    rig.now += 2
    rig.has_come(DOOR)
    assert len(started) == 2
    rig.painter.close()


def test_one_that_a_slow_display_leaves_no_time_goes_on(tmp_path: Path) -> None:
    started: list[Any] = []

    def start(theirs: socket.socket, folder: Path) -> Any:
        started.append(_Silent(theirs, folder))
        return started[-1]

    rig = Rig(tmp_path, start)
    rig.ask(DOOR)
    for _ in range(int(STUCK_S / AWAY_S)):
        rig.painter.frame()
        rig.now += STUCK_S
    assert len(started) == 1
    rig.painter.close()


def test_one_that_cannot_be_started_is_no_reason_to_stop(tmp_path: Path) -> None:
    def fail(*_: Any) -> None:
        raise OSError("no more processes")

    rig = Rig(tmp_path, fail)
    rig.ask(DOOR)
    assert DOOR in rig.come
    assert WITHIN_S > STUCK_S


@pytest.mark.process
def test_a_real_painter_paints_keeps_what_may_follow_is_replaced_when_killed_and_ends_with_its_display(
    tmp_path: Path, canned: Any
) -> None:
    started: list[Any] = []

    def start(*told: Any) -> Any:
        started.append(module.start(*told))
        return started[-1]

    rig = Rig(tmp_path / "looks", start)
    attract = canned.snapshot("attract", 2)
    names = ("Lale", "Otto")
    rig.painter.plan(PaintPlan.of(canned.welcome(2), attract, Place(640, 360, 1280, 720)), rig.wanted.append)
    rig.ask(NAME)
    rig.has_come(NAME)
    assert os.getpriority(os.PRIO_PROCESS, started[0].pid) == module.least(OWN)
    rig.until(lambda: len(rig.wanted) > 20)
    assert all(rig.painter.find(look) == painted(look) for look in rig.wanted[:5])
    os.kill(started[0].pid, signal.SIGKILL)
    rig.ask(DOOR, *(TextLook(name, 12) for name in names))
    rig.has_come(DOOR)
    assert len(started) == 2
    assert started[0].returncode == -signal.SIGKILL
    rig.painter.close()
    assert started[1].returncode is not None
    kept = b"".join(file.read_bytes() for file in rig.folder.iterdir())
    for text in (NAME.text, *names):
        assert text.encode() not in kept
        assert not any(TextLook(text, size) in Store(rig.folder) for size in (12, 14))


@pytest.mark.ui
def test_of_people_with_names_nothing_reaches_the_disk_neither_as_text_nor_as_a_hash(
    rig: Rig, table_of: Callable[..., Any], canned: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("KIOSK_PAINTING")
    names = {1: "Ödön", 2: "Maximiliane"}
    table = table_of(2, painter=rig.painter)
    shown = canned.snapshot("round_result", 2, target=1)  # the match may be over: its winners are painted ahead
    seats = tuple(replace(view, name=names[view.seat]) for view in shown.seats)
    table.show(replace(shown, seats=seats))
    seen: dict[Look, None] = {}
    find = rig.painter.find

    def noted(look: Look) -> Painted | None:
        seen.setdefault(look)
        return find(look)

    monkeypatch.setattr(rig.painter, "find", noted)

    def tells(look: Look) -> bool:
        return any(name.casefold() in repr(look).casefold() for name in names.values())

    def has_named() -> bool:
        table.view.frame()
        return table.view.atlas.is_complete and any(isinstance(look, CallLook) and tells(look) for look in seen)

    rig.until(has_named)
    monkeypatch.undo()
    named = [look for look in [*table.view.atlas, *seen] if tells(look)]
    assert {type(look) for look in named} >= {TextLook, CallLook}
    rig.painter.close()
    kept = Store(rig.folder)
    assert len(kept) > 5
    files = b"".join(file.read_bytes() for file in rig.folder.iterdir())
    for look in named:
        assert look not in kept
        assert digest(look) not in files
    assert not any(name.encode() in files for name in names.values())
