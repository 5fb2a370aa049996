"""A round played at a real table is found in its journal, verified, exported, and watched in a window."""

from __future__ import annotations

import contextlib
import json
import subprocess
import time
from collections.abc import Callable, Iterator
from multiprocessing.connection import Client
from pathlib import Path
from typing import Any, Self

import pytest

from kiosk import protocol as msg
from kiosk.config.dump import effective
from kiosk.config.loader import CONFIGS
from kiosk.display.remote_control import ask_scene
from kiosk.game.seats import SeatNumber
from kiosk.testing.kiosk_process import LIMIT_S, environment_of
from kiosk.testing.table import changed
from tests.rig import ENDS_WITH_US
from tests.rig.command import run_here
from tests.rig.kiosk_process import KIOSK
from tests.rig.scene import Scene
from tests.rig.watcher import Watcher

pytestmark = [pytest.mark.process, pytest.mark.ui]

BOTH = SeatNumber(1), SeatNumber(2)


class Program:
    """``kiosk`` with these arguments, in a home of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder = folder
        self._log = folder / f"{arguments[0]}.log"
        with self._log.open("wb") as log:
            command = [*ENDS_WITH_US, str(KIOSK), *arguments]
            self.process = subprocess.Popen(
                command, env=environment_of(folder, None), cwd=folder, stdin=subprocess.DEVNULL, stdout=log, stderr=log
            )

    def until(self, what: str, tried: Callable[[], Any]) -> Any:
        """Return the first true result of ``tried``; it may fail as long as nobody listens yet."""
        deadline = time.monotonic() + LIMIT_S
        while time.monotonic() < deadline and self.process.poll() is None:
            with contextlib.suppress(OSError, EOFError):
                if seen := tried():
                    return seen
            time.sleep(0.01)
        raise AssertionError(f"{what}: not within {LIMIT_S:.0f} s; output: {self._log.read_text(errors='replace')}")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.terminate()
        self.process.wait(LIMIT_S)


class Visitor:
    """A display without a picture: sends messages, and waits for their effect."""

    def __init__(self, program: Program, socket: Path) -> None:
        self.watcher: Watcher = program.until("a table", lambda: Watcher(socket))
        self._connection = Client(str(socket), family="AF_UNIX")
        self.say(msg.Hello(msg.PROTOCOL))

    def say(self, message: msg.Message) -> None:
        self._connection.send_bytes(msg.encode(message))

    def wait(self, what: str, found: Callable[[msg.Snapshot], bool]) -> msg.Snapshot:
        return self.watcher.wait_for(what, found)


def view(snapshot: msg.Snapshot, seat: int) -> msg.SeatView:
    return next(view for view in snapshot.seats if view.seat == seat)


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("replay")


@pytest.fixture(scope="module")
def result(home: Path) -> msg.RoundResult:
    """Let two people flip and play until one of them leaves: a round that counts; return its result."""
    config = home / "table.toml"
    config.write_text(effective(changed(CONFIGS / "four_seats.toml", {"game": {"bots": "off"}})), encoding="utf-8")
    with Program(home, "table", "--config", str(config), "--seed", "4") as table:
        visitor = Visitor(table, home / "table/sock")
        for seat in BOTH * 2:  # they sit down, then are ready
            visitor.say(msg.PressButton(seat, "play", time.monotonic_ns()))
            visitor.wait("they are here", lambda now, seat=seat: view(now, seat).state != "free")  # type: ignore[misc]
        visitor.wait("the round", lambda now: now.state == "play")
        for seat in BOTH:
            for slot in range(5):
                visitor.say(msg.PlayCard(seat, f"row {slot}", tuple(range(8)), time.monotonic_ns()))
            visitor.say(msg.FlipHand(seat, time.monotonic_ns()))
            visitor.say(msg.Mark(time.monotonic_ns()))
        visitor.wait("both flips", lambda now: all(view(now, seat).discard_count for seat in BOTH))
        visitor.say(msg.LeaveSeat(BOTH[1], time.monotonic_ns()))
        ended = visitor.wait("the result", lambda now: now.result is not None).result
        assert ended is not None
        return ended


def kiosk(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run_here(environment_of(home, None), *arguments)


def test_the_round_is_listed_and_comes_out_as_it_was_recorded(home: Path, result: msg.RoundResult) -> None:
    listed = kiosk(home, "replay")
    assert (listed.returncode, listed.stderr) == (0, "")
    (line,) = listed.stdout.splitlines()[1:]
    assert " left " in line
    assert line.endswith(" yes")
    printed = kiosk(home, "replay", "1", "--print").stdout.splitlines()
    assert any("seat 2" in line and "leaves the round" in line for line in printed)
    assert sum("flips" in line for line in printed) == 2


def test_the_referee_comes_to_the_same_scores(home: Path, result: msg.RoundResult) -> None:
    scenario = kiosk(home, "replay", "1", "--scenario", str(home / "round.json"))
    assert scenario.returncode == 0
    judged = json.loads(kiosk(home, "referee", str(home / "round.json")).stdout)
    assert judged["round"]["by"] == result.by == "left"
    assert judged["round"]["scores"] == [line.points for line in result.lines]
    assert judged["match"]["totals"] == [line.total for line in result.lines]


@pytest.fixture
def window(home: Path, result: msg.RoundResult) -> Iterator[Program]:
    with Program(home, "replay", "1", "--play") as program:
        yield program


def test_it_plays_in_a_window_that_pauses_seeks_and_closes(home: Path, window: Program) -> None:
    def scene() -> Scene:
        return Scene.parse(ask_scene(home / "replay" / "display/sock"))

    def shown(what: str) -> str:
        return next(thing.text or "" for thing in scene().things if thing.what == what)

    visitor = Visitor(window, home / "replay" / "table/sock")
    window.until("a window that shows the round", lambda: scene().state == "replay")
    visitor.say(msg.DriveReplay("pause"))
    visitor.wait("it stands still", lambda now: now.replay is not None and not now.replay.playing)
    window.until("the control to go on", lambda: shown("replay_play") == "Play")
    end = visitor.watcher.newest.replay
    assert end is not None
    visitor.say(msg.DriveReplay("seek", end.length_ms))
    last = visitor.wait("the end", lambda now: now.replay is not None and now.replay.at_ms == end.length_ms)
    assert last.ended_by == "left"
    visitor.say(msg.DriveReplay("seek", 0))
    first = visitor.wait("the beginning", lambda now: now.replay is not None and now.replay.at_ms == 0)
    assert first.ended_by is None
    assert view(first, BOTH[0]).discard_count == 0 < view(last, BOTH[0]).discard_count
    window.until("the window at the beginning", lambda: shown("replay_seek").startswith("0:00.0 / "))
    visitor.say(msg.DriveReplay("close"))
    assert window.process.wait(LIMIT_S) == 0
