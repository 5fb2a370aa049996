"""Requests to a display through a real Unix socket."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client
from pathlib import Path

import pytest
from PIL import Image

from kiosk import protocol as msg
from kiosk.display.input.scripted_fingers import ScriptedFingers, Waypoint
from kiosk.display.paint.pixels import Pixels
from kiosk.display.remote_control import Control, ask_panel_record, ask_scene, ask_screenshot, ask_strokes, move_finger
from kiosk.display.scene import Item, scene_json
from kiosk.game.seats import SeatNumber
from kiosk.protocol import MoveFinger, Strokes
from kiosk.protocol.client import NotRunning
from kiosk.system import paths
from kiosk.system.unix_socket import AlreadyRunning

RED, BLUE = bytes((255, 0, 0, 255)), bytes((0, 0, 255, 255))
PIXELS = Pixels(2, 2, RED + RED + BLUE + RED)  # the lower row first


class Glass:
    """Notes all contacts."""

    def __init__(self) -> None:
        self.seen: list[tuple[str, str | int]] = []

    def down(self, contact: str | int, *_: float) -> None:
        self.seen.append(("down", contact))

    def move(self, contact: str | int, *_: float) -> None:
        self.seen.append(("move", contact))

    def up(self, contact: str | int, *_: float) -> None:
        self.seen.append(("up", contact))


class _Display:
    """A display whose main thread is the test's."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.scene: str | None = '{"state": "attract"}'
        self.threads: set[threading.Thread] = set()
        self.computed = 0
        self.touched: list[MoveFinger] = []
        self.glass = Glass()
        self.fingers = ScriptedFingers(self.glass)
        self.record: tuple[str | None, str] | None = None
        self.control = Control(path, self._scene, lambda: PIXELS, self._touch, self.strokes, self._record)
        self.control.start()

    def _touch(self, wish: MoveFinger, lifted: Callable[[], None]) -> str | None:
        self.threads.add(threading.current_thread())
        self.touched.append(wish)
        if len(wish.points) > 2:
            return "not here"
        now = time.monotonic_ns()
        stays = zip(wish.points, wish.times, strict=True)
        self.fingers.touch([Waypoint(*point, round(at * 1e9)) for point, at in stays], now, now, lifted)
        return None

    def _record(self, done: Callable[[str | None, str], None]) -> str | None:
        self.threads.add(threading.current_thread())
        if self.record is None:
            return "not here"
        done(*self.record)
        return None

    @staticmethod
    def strokes(first: int) -> Strokes:
        return Strokes(first + 2, (640, 360), ())

    def _scene(self) -> str | None:
        self.computed += 1
        self.threads.add(threading.current_thread())
        return self.scene

    def asked(self, ask: Callable[[], str | None]) -> str | None:
        """Return the answer to a request from another thread, while frames are drawn here."""
        answers: list[str | Exception | None] = []

        def run() -> None:
            try:
                answers.append(ask())
            except OSError as error:
                answers.append(error)

        asker = threading.Thread(target=run)
        asker.start()
        while asker.is_alive():
            self.fingers.frame(time.monotonic_ns())
            self.control.answer()
            asker.join(0.002)
        (answer,) = answers
        if isinstance(answer, Exception):
            raise answer
        return answer


def untouched(_wish: MoveFinger, _lifted: Callable[[], None]) -> str | None:
    return None


def unrecorded(_done: Callable[[str | None, str], None]) -> str | None:
    return "not here"


@pytest.fixture
def display(tmp_path: Path) -> Iterator[_Display]:
    display = _Display(tmp_path / "run" / "display.sock")
    yield display
    display.control.close()


def test_the_scene_is_computed_on_the_main_thread(display: _Display) -> None:
    assert display.asked(lambda: ask_scene(display.path)) == '{"state": "attract"}'
    assert display.threads == {threading.current_thread()}


def test_a_finger_is_moved_on_the_main_thread_and_answered_when_it_has_lifted(display: _Display) -> None:
    def touch(*points: tuple[int, int]) -> str | None:
        times = tuple(0.08 * number for number in range(len(points)))
        error = display.asked(lambda: move_finger(display.path, MoveFinger(points, times, (640, 360))))
        assert error is not None or display.glass.seen[-1][0] == "up"  # it has lifted when the answer comes
        return error

    assert touch((10, 20), (30, 40)) is None
    assert touch((1, 2), (3, 4), (5, 6)) == "not here"
    assert display.touched[0] == MoveFinger(((10, 20), (30, 40)), (0.0, 0.08), (640, 360))
    assert display.threads == {threading.current_thread()}


def test_touches_that_have_lifted_are_told(display: _Display) -> None:
    told: list[Strokes] = []
    display.asked(lambda: told.append(ask_strokes(display.path, 5)))
    assert told == [Strokes(7, (640, 360), ())]


def test_a_record_of_the_panel_is_made_on_the_main_thread_and_answered(display: _Display) -> None:
    display.record = "N: Frame", ""
    assert display.asked(lambda: ask_panel_record(display.path)) == "N: Frame"
    assert display.threads == {threading.main_thread()}


def test_why_a_panel_cannot_be_recorded_is_told_at_once_or_when_it_ends(display: _Display) -> None:
    with pytest.raises(NotRunning, match="not here"):
        display.asked(lambda: ask_panel_record(display.path))
    display.record = None, "somebody types a PIN"
    with pytest.raises(NotRunning, match="types a PIN"):
        display.asked(lambda: ask_panel_record(display.path))


def test_before_the_table_has_said_anything_there_is_no_scene(display: _Display) -> None:
    display.scene = None
    with pytest.raises(NotRunning, match="not answered yet"):
        display.asked(lambda: ask_scene(display.path))


def test_a_screenshot_is_what_the_window_shows_the_right_way_up(display: _Display, tmp_path: Path) -> None:
    file = tmp_path / "table.png"
    assert display.asked(lambda: ask_screenshot(display.path, file)) is None
    with Image.open(file) as picture:
        assert picture.format == "PNG"
        corners = [picture.getpixel(point) for point in ((0, 0), (1, 0), (0, 1), (1, 1))]
    assert corners == [(0, 0, 255), (255, 0, 0), (255, 0, 0), (255, 0, 0)]


def test_a_file_that_cannot_be_written_is_told_with_the_mend(display: _Display, tmp_path: Path) -> None:
    file = tmp_path / "nowhere" / "table.png"
    error = display.asked(lambda: ask_screenshot(display.path, file))
    assert error is not None
    assert str(file) in error
    place = paths.display_socket().with_name("table.png")
    assert error.endswith(f"The display's own user has to be able to, as in {place}.")


def test_without_a_kiosk_it_is_said_how_to_start_one(tmp_path: Path) -> None:
    with pytest.raises(NotRunning, match="start it with `kiosk`"):
        ask_scene(tmp_path / "display.sock")
    with pytest.raises(NotRunning, match="start it with `kiosk`"):
        ask_screenshot(tmp_path / "display.sock", tmp_path / "a.png")


def test_the_socket_is_for_its_owner_alone(display: _Display) -> None:
    assert stat.S_IMODE(display.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(display.path.parent.stat().st_mode) == 0o700


def test_in_a_shared_folder_it_is_for_the_group(tmp_path: Path) -> None:
    tmp_path.chmod(0o3770)
    display = _Display(tmp_path / "display.sock")
    assert stat.S_IMODE(display.path.stat().st_mode) == 0o660
    display.control.close()


def test_the_socket_of_a_dead_display_is_replaced(tmp_path: Path) -> None:
    path = tmp_path / "display.sock"
    with socket.socket(socket.AF_UNIX) as dead:
        dead.bind(str(path))
    with pytest.raises(NotRunning):
        ask_scene(path)
    display = _Display(path)
    assert display.asked(lambda: ask_scene(path))
    display.control.close()


def test_the_socket_of_a_living_display_is_left_to_it(display: _Display) -> None:
    with pytest.raises(AlreadyRunning, match="another display runs here: end it, or set KIOSK_RUNTIME_DIR"):
        Control(display.path, lambda: None, lambda: PIXELS, untouched, _Display.strokes, unrecorded)
    assert display.asked(lambda: ask_scene(display.path))


def test_of_displays_that_start_at_once_one_gets_the_path_and_keeps_it(tmp_path: Path) -> None:
    path, begin = tmp_path / "sock", threading.Barrier(8)
    controls: list[Control] = []

    def start() -> None:
        begin.wait(10)
        with contextlib.suppress(AlreadyRunning):
            controls.append(Control(path, lambda: None, lambda: PIXELS, untouched, _Display.strokes, unrecorded))

    threads = [threading.Thread(target=start) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(controls) == 1
    controls[0].close()
    assert not path.exists()
    Control(path, lambda: None, lambda: PIXELS, untouched, _Display.strokes, unrecorded).close()


def test_a_display_that_hangs_keeps_no_other_waiting(tmp_path: Path) -> None:
    path = tmp_path / "sock"
    hanging = Control(
        path, lambda: None, lambda: PIXELS, untouched, _Display.strokes, unrecorded
    )  # it accepts no connection before its start
    with contextlib.ExitStack() as waiting:
        with contextlib.suppress(BlockingIOError):
            while True:
                visitor = waiting.enter_context(socket.socket(socket.AF_UNIX))
                visitor.setblocking(False)
                visitor.connect(str(path))
        with pytest.raises(AlreadyRunning):
            Control(path, lambda: None, lambda: PIXELS, untouched, _Display.strokes, unrecorded)
    hanging.close()


def test_nonsense_is_answered_and_the_next_question_too(display: _Display) -> None:
    with Client(str(display.path)) as connection:
        connection.send_bytes(b"\xc1")
        answer = msg.decode_from_display(connection.recv_bytes())
    assert isinstance(answer, msg.Done)
    assert "does not understand" in (answer.error or "")
    assert display.asked(lambda: ask_scene(display.path))


def test_half_a_request_delays_no_other(display: _Display) -> None:
    with socket.socket(socket.AF_UNIX) as half:
        half.connect(str(display.path))
        half.sendall((1000).to_bytes(4, "big") + b"half of a request")
        assert display.asked(lambda: ask_scene(display.path)) == '{"state": "attract"}'


def test_a_screenshot_into_a_pipe_that_nobody_reads_is_an_error(display: _Display, tmp_path: Path) -> None:
    file = tmp_path / "pipe"
    os.mkfifo(file)
    error = display.asked(lambda: ask_screenshot(display.path, file))
    assert error is not None
    assert str(file) in error


def test_requests_that_come_together_are_answered_one_a_frame(display: _Display) -> None:
    askers = [threading.Thread(target=ask_scene, args=(display.path,)) for _ in range(4)]
    for asker in askers:
        asker.start()
    while any(asker.is_alive() for asker in askers):
        before = display.computed
        display.control.answer()
        assert display.computed - before <= 1
        askers[0].join(0.002)
    assert display.computed == len(askers)


def test_somebody_who_hangs_up_without_asking_disturbs_nobody(display: _Display) -> None:
    Client(str(display.path)).close()
    assert display.asked(lambda: ask_scene(display.path))


def test_a_closed_display_leaves_nothing_behind(display: _Display) -> None:
    display.control.close()
    assert not display.path.exists()
    assert "control" not in {thread.name for thread in threading.enumerate()}


def test_the_scene_counts_from_the_windows_top_left() -> None:
    row = Item("row", SeatNumber(1), 512.4, 70, 58, 87, rotation=-90, slot=0, card="r3")
    assert json.loads(scene_json((1920, 1080), "play", [row], names=((SeatNumber(1), "Zoé"),))) == {
        "size": [1920, 1080],
        "state": "play",
        "game": "cards",
        "names": {"1": "Zoé"},
        "items": [
            {"what": "row", "seat": 1, "slot": 0, "card": "r3", "x": 512, "y": 1010, "w": 58, "h": 87}
            | {"rotation": 270, "enabled": True, "text": None}
        ],
    }


def test_the_scene_tells_which_game_is_played() -> None:
    assert json.loads(scene_json((100, 100), "play", [], "dice"))["game"] == "dice"


def test_what_belongs_to_nobody_has_no_seat() -> None:
    (item,) = json.loads(scene_json((100, 100), None, [Item("pile", None, 1, 1, 1, 1)]))["items"]
    assert (item["seat"], item["card"], item["slot"]) == (None, None, None)
