"""The display as a separate process, off-screen, connected to a table that the test plays."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from multiprocessing.connection import Connection, Listener
from pathlib import Path
from types import MappingProxyType
from typing import Any

import pytest
from msgspec import structs
from PIL import Image

from kiosk import protocol as msg
from kiosk.display.dev.strip import HEIGHT
from kiosk.display.paint.theme import ACCENT
from kiosk.display.remote_control import ask_scene, ask_screenshot
from kiosk.display.scene import Item, scene_json
from kiosk.display.screens.replay_bar import HEIGHT as BAR
from kiosk.faults.fault import english
from kiosk.game.seats import SeatNumber
from kiosk.protocol.client import NotRunning
from tests.rig.scene import Scene
from tests.rig.systemd import Systemd

LIMIT = 30.0
_MESSAGES = ((440, 545, 925, 585), (355, 180, 840, 220), (140, 210, 180, 645), (1100, 120, 1140, 555))
"""Where the panels' messages stand in a window of 1280x720, from left and top."""
SEATS = tuple(SeatNumber(number) for number in (1, 2, 3, 4))
EDGES = ("south", "west", "north", "east")
WELCOME = msg.Welcome(
    msg.PROTOCOL,
    tuple(msg.SeatPlan(seat, edge, 0.5) for seat, edge in zip(SEATS, EDGES, strict=True)),
    1092.0,
    simulated=True,
)
FOREIGN = ("KIVY_", "SDL_", "DISPLAY", "WAYLAND_")


def _snapshot(state: str = "play") -> msg.Snapshot:
    row = (msg.Slot("r3", 1), msg.Slot("b4", 1), msg.Slot("g5", 1))
    views = tuple(
        msg.SeatView(seat, "playing", row=row, stack_card="y9", stack_count=7, hand_count=20) for seat in SEATS
    )
    return msg.Snapshot(id=1, now=time.monotonic_ns(), state=state, seats=views)


class _Table:
    """The table's end of the link."""

    def __init__(self, path: Path) -> None:
        self.listener = Listener(str(path), "AF_UNIX")
        self.peer: Connection[bytes, bytes] | None = None

    def join(self, welcome: msg.Welcome = WELCOME) -> None:
        self.peer = self.listener.accept()
        assert self.heard() == msg.Hello(msg.PROTOCOL)
        self.say(welcome)

    def say(self, message: msg.FromTable) -> None:
        assert self.peer is not None
        self.peer.send_bytes(msg.encode(message))

    def heard(self) -> msg.ToTable:
        assert self.peer is not None
        assert self.peer.poll(LIMIT), "the display says nothing"
        message: msg.ToTable = msg.decode_to_table(self.peer.recv_bytes())
        return message

    def hang_up(self) -> None:
        assert self.peer is not None
        self.peer.close()

    def close(self) -> None:
        self.listener.close()
        if self.peer is not None:
            self.peer.close()


class _Display:
    """The display's process. ``drawing``: with real pictures; otherwise only its drawing is mocked.

    ``before``: Python code to run first; ``panel``: the device from which alone it takes touches.
    """

    def __init__(
        self,
        folder: Path,
        *,
        drawing: bool = False,
        before: str = "",
        panel: Path | None = None,
        size: tuple[int, int] = (1280, 720),
        environment: Mapping[str, str] = MappingProxyType({}),
    ) -> None:
        self.folder = folder
        self.socket = folder / "display.sock"
        kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
        mocked = {} if drawing else {"KIVY_GL_BACKEND": "mock", "KIOSK_PAINTING": "none"}
        options = "None" if panel is None else f"PanelOptions({str(panel)!r})"
        code = (
            "import sys\nfrom pathlib import Path\nfrom kiosk.display.app import run_display\n"
            f"from kiosk.display.input.panel_input import PanelOptions\n{before}\n"
            f"table = Path({str(folder / 'table.sock')!r})\n"
            f"sys.exit(run_display(table, Path({str(self.socket)!r}), size={size}, panel={options}))"
        )
        self.process = subprocess.Popen(
            [sys.executable, "-c", code],
            env={**kept, "SDL_AUDIODRIVER": "dummy", "KIOSK_STATE_DIR": str(folder / "state"), **mocked, **environment},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    def scene(self, what: str, found: Callable[[Scene], bool]) -> Scene:
        """Return the first scene in which ``found`` is true; ``what`` describes it."""
        deadline = time.monotonic() + LIMIT
        last: object = None
        while time.monotonic() < deadline and self.process.poll() is None:
            try:
                last = scene = Scene.parse(ask_scene(self.socket))
            except OSError as error:
                last = error
            else:
                if found(scene):
                    return scene
            time.sleep(0.005)
        raise AssertionError(f"{what}: last {last}\n{self.end()}")

    def end(self) -> str:
        """End it with a signal and return its output."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        output, _ = self.process.communicate(timeout=LIMIT)
        return output


@pytest.fixture
def table(tmp_path: Path) -> Iterator[_Table]:
    table = _Table(tmp_path / "table.sock")
    yield table
    table.close()


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., _Display]]:
    """A function that starts displays; all are ended after the test."""
    started: list[_Display] = []

    def start(**how: Any) -> _Display:
        started.append(_Display(tmp_path, **how))
        return started[-1]

    yield start
    for display in started:
        display.process.kill()
        display.process.communicate()


@pytest.fixture
def display(start: Callable[..., _Display]) -> _Display:
    return start()


def _shows(state: str) -> Callable[[Scene], bool]:
    return lambda scene: scene.state == state


@pytest.mark.process
@pytest.mark.ui
def test_from_the_first_word_of_the_table_to_its_end(table: _Table, display: _Display) -> None:
    with pytest.raises(NotRunning):
        ask_scene(display.socket)  # there is no answer before there is a table
    table.join()
    table.say(_snapshot("paused"))
    scene = display.scene("the pause", _shows("paused"))
    assert scene.size == (1280, 720)
    assert {thing.seat for thing in scene.of("sim_stop")} == set(SEATS)

    table.say(_snapshot())
    scene = display.scene("the round", _shows("play"))
    assert {thing.card for thing in scene.of("row", 1)} == {"r3", "b4", "g5"}
    size = msg.WindowSize(1280, 720 - HEIGHT)
    health = msg.DisplayHealth("window (SDL)", 0, "")  # no renderer: these displays do not draw
    assert table.heard() == size
    assert table.heard() == health
    first, second = _mark(table), _mark(table)  # nothing else but the frames was sent outside a round
    assert first.at < second.at <= time.monotonic_ns()

    table.hang_up()
    display.scene("the table's end", lambda scene: scene.state is None)
    table.join()
    table.say(_snapshot())
    display.scene("the round again", _shows("play"))
    assert table.heard() == size  # a new table does not know it yet
    again = table.heard()
    assert isinstance(again, msg.DisplayHealth)
    assert structs.replace(again, frames=()) == health

    output = display.end()
    assert display.process.returncode == 0
    assert "No screen here" in output
    assert not display.socket.exists()


def _mark(table: _Table) -> msg.Mark:
    """Return the next mark, before which nothing but the display's frames may be told."""
    while isinstance(said := table.heard(), msg.DisplayHealth):
        assert structs.replace(said, frames=()) == msg.DisplayHealth("window (SDL)", 0, "")
    assert isinstance(said, msg.Mark)
    return said


@pytest.mark.process
@pytest.mark.ui
def test_a_table_with_real_buttons_has_the_whole_window(table: _Table, display: _Display) -> None:
    table.join(structs.replace(WELCOME, simulated=False))
    table.say(_snapshot())
    scene = display.scene("the round", _shows("play"))
    assert [thing for thing in scene.things if thing.what.startswith("sim_")] == []
    assert table.heard() == msg.WindowSize(1280, 720)


@pytest.mark.process
@pytest.mark.ui
def test_the_controls_of_a_round_shown_again_come_and_go_with_it_and_cover_nothing(
    table: _Table, display: _Display
) -> None:
    table.join(structs.replace(WELCOME, simulated=False))
    replay = msg.ReplayView(45_000, 161_000, 1.0, playing=True, round="Round 2")
    table.say(structs.replace(_snapshot("replay"), replay=replay))
    scene = display.scene("the controls", lambda scene: bool(scene.of("replay_play")))
    assert scene.of("replay_seek")[0].text == "0:45.0 / 2:41.0"
    assert {thing.what for thing in scene.things if thing.seat is not None} == {"service"}, "corners for the staff"
    assert [table.heard() for _ in range(3)][-1] == msg.WindowSize(1280, 720 - BAR)
    table.say(_snapshot("paused"))
    display.scene("the end of the replay", lambda scene: not scene.of("replay_play"))
    assert table.heard() == msg.WindowSize(1280, 720)


@pytest.mark.process
@pytest.mark.ui
def test_a_second_display_here_says_what_is_wrong_and_is_not_to_be_started_again(
    table: _Table, display: _Display, start: Callable[..., _Display]
) -> None:
    table.join()
    table.say(_snapshot())
    display.scene("the round", _shows("play"))
    second = start()
    output, _ = second.process.communicate(timeout=LIMIT)
    assert second.process.returncode == 2
    assert "another display runs here: end it" in output
    display.scene("the first one goes on", _shows("play"))


@pytest.mark.process
@pytest.mark.ui
def test_a_display_that_the_table_refuses_says_why_and_is_not_to_be_started_again(
    table: _Table, display: _Display
) -> None:
    table.peer = table.listener.accept()
    table.say(msg.Refused("This display is of another version: start both anew."))
    output, _ = display.process.communicate(timeout=LIMIT)
    assert display.process.returncode == 2
    assert "kiosk: This display is of another version" in output


_HANGS_WHEN_STOPPED = """
import threading
from tests.rig.main_loop import change_main_loop
def hang(main_loop):
    shows = main_loop.Display._show
    def show(self, view, gestures, snapshot):
        if snapshot.state == "stopped":
            threading.Event().wait()
        shows(self, view, gestures, snapshot)
    main_loop.Display._show = show
change_main_loop(hang)
"""


@pytest.mark.process
@pytest.mark.ui
def test_systemd_hears_of_a_display_that_draws_the_table_until_its_frames_hang(
    table: _Table, start: Callable[..., _Display], tmp_path: Path
) -> None:
    with Systemd(tmp_path / "notify", watchdog_s=0.4) as systemd:
        start(before=_HANGS_WHEN_STOPPED, environment=systemd.environment)
        table.join()
        assert "READY=1" not in systemd.hears(lambda word: word == "WATCHDOG=1"), "nothing is drawn yet"
        table.say(_snapshot("paused"))
        told = systemd.hears(lambda word: word == "READY=1")
        assert "STATUS=shows the table: paused" in [*told, *systemd.hears(lambda word: word == "WATCHDOG=1")]
        table.say(_snapshot("stopped"))
        while systemd.next(within_s=1.0) is not None:
            pass
        table.say(_snapshot("paused"))  # its other threads live, and systemd is not notified
        assert systemd.next(within_s=1.0) is None


@pytest.mark.process
@pytest.mark.ui
def test_a_screenshot_is_the_window_to_the_pixel_and_shows_that_a_touch_panel_is_not_there(
    table: _Table, start: Callable[..., _Display], tmp_path: Path
) -> None:
    display = start(drawing=True, panel=tmp_path / "panel")
    table.join()
    table.say(_snapshot())
    scene = display.scene("the round", _shows("play"))
    while not (isinstance(heard := table.heard(), msg.DisplayHealth) and heard.fault):
        pass
    assert "there is no such device" in english(heard.fault)
    file = tmp_path / "table.png"
    assert ask_screenshot(display.socket, file) is None
    with Image.open(file) as picture:
        assert picture.size == (1280, 720)
        card = scene.of("row", 1)[0]
        r, g, b = picture.getpixel((card.x - card.w * 0.3, card.y))
        assert r > 1.5 * max(g, b), "a red card is red where the scene says that it lies"
        sides = [picture.convert("RGB").crop(side) for side in _MESSAGES]
    told = [sum(count for count, color in side.getcolors(1 << 20) or [] if color == ACCENT.bytes[:3]) for side in sides]
    assert min(told) > 100, "a sign and words in each of the four panels"


@pytest.mark.process
@pytest.mark.ui
def test_a_closed_table_is_black_and_an_open_one_is_not(
    table: _Table, start: Callable[..., _Display], tmp_path: Path
) -> None:
    display = start(drawing=True, size=(640, 360))
    table.join(structs.replace(WELCOME, simulated=False))
    free = tuple(msg.SeatView(seat, "free") for seat in SEATS)
    file = tmp_path / "table.png"

    def brightest() -> int:
        assert ask_screenshot(display.socket, file) is None
        with Image.open(file) as picture:
            return max(high for _, high in picture.getextrema())

    table.say(structs.replace(_snapshot("closed"), seats=free))
    display.scene("the dark", _shows("closed"))
    deadline = time.monotonic() + LIMIT
    while brightest() and time.monotonic() < deadline:  # it turns dark within three seconds
        time.sleep(0.2)
    assert brightest() == 0
    table.say(_snapshot("attract"))
    display.scene("the invitation", _shows("attract"))
    assert brightest() > 200


@pytest.mark.process
@pytest.mark.ui
def test_where_no_window_can_be_opened_it_is_said_how_to_mend_it(tmp_path: Path) -> None:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(FOREIGN)}
    code = (
        "import sys; from pathlib import Path; from kiosk.display.app import run_display;"
        "sys.exit(run_display(Path('none'), Path('none'), size=(1280, 720)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, "DISPLAY": ":9999"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert done.returncode == 2
    assert "SDL_VIDEODRIVER=offscreen kiosk" in done.stderr


def test_the_rig_reads_the_scene_as_the_display_writes_it() -> None:
    item = Item("row", SeatNumber(1), 10, 20, 30, 40, rotation=90, slot=2, card="r3", text="3")
    (thing,) = Scene.parse(scene_json((100, 100), "play", [item])).things
    assert (thing.x, thing.y, thing.rotation, thing.source, thing.card) == (10, 80, 90, "row 2", "r3")
