"""The display is killed during a drag (SIGKILL), again and again: the card is let go, and nothing else moves.

Each display is a process with a touch panel of its own (emulated); all of them show the same round, and a finger on
each carries a card of another seat when its display is killed. The table is one process all the time.
"""

from __future__ import annotations

import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from functools import partial
from multiprocessing.connection import Client
from pathlib import Path
from typing import Final

from kiosk import protocol as msg
from kiosk.config.loader import CONFIGS
from kiosk.display.remote_control import ask_scene
from kiosk.game.seats import SeatNumber
from tests.benchmarks.processes import START_S, running, until
from tests.rig import ENDS_WITH_US
from tests.rig.evdev import EmulatedInputs
from tests.rig.kiosk_process import KIOSK, environment_of
from tests.rig.scene import Scene, Thing
from tests.rig.watcher import Watcher

SEATS: Final = tuple(SeatNumber(seat) for seat in range(1, 5))
SIZE: Final = (1280, 720)
FINGER: Final = 1
STEPS: Final = 4
"""The number of steps to the middle at which the finger is seen before its display may be killed."""
LONGEST_S: Final = 0.05
"""After the table knows of the carried card."""
PANEL: Final = "by-id/usb-panel"
CONFIG: Final = f"""
[touch]
provider = "evdev"
device = "/dev/input/{PANEL}"
[idle]
ask_s = 3500
leave_s = 3600
[game]
bots = "off"
"""
"""A configuration in which people only carry cards, for long."""

say = sys.stdout.write


class Screen:
    """A display on the table whose socket is ``table``, with a panel of its own. ``seat``: whose card it carries."""

    def __init__(self, folder: Path, table: Path, config: Path, seat: SeatNumber) -> None:
        self.seat = seat
        self._folder = folder
        folder.mkdir()
        (folder / "table").symlink_to(table.parent)  # the table's socket is found there; its own files are beside it
        inputs = EmulatedInputs(folder)
        self._panel = inputs.plug(PANEL, *SIZE)
        painted = {"SDL_VIDEODRIVER": "offscreen", "KIOSK_PAINTING": "all"}
        self._environment = {**environment_of(folder, None), **painted, **inputs.environment}
        self._command = [*ENDS_WITH_US, str(KIOSK), "display", "--config", str(config), "--size", "{}x{}".format(*SIZE)]
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start it, or start it again."""
        with (self._folder / "display.log").open("wb") as log:
            self._process = subprocess.Popen(self._command, env=self._environment, stdout=log, stderr=log)

    def scene(self) -> Scene | None:
        """Return everything that can be touched; None until it is ready."""
        try:
            return Scene.parse(ask_scene(self._folder / "display/sock"))
        except (OSError, EOFError):
            assert self._process
            assert self._process.poll() is None, (self._folder / "display.log").read_text()
            return None

    def wait(self) -> Scene:
        """Return the scene, when the running round can be touched there."""
        end = time.monotonic() + START_S
        while True:
            scene = self.scene()
            if scene is not None and scene.state == "play" and scene.of("row", self.seat):
                return scene
            assert time.monotonic() < end, f"no round on the display of seat {self.seat}: {scene}"
            time.sleep(0.02)

    def carry(self, card: Thing, scene: Scene) -> None:
        """Carry the card towards the middle, and leave the finger on the glass."""
        self._panel.down(FINGER, *card.at)
        for step in range(1, STEPS + 1):
            self._panel.move(FINGER, *card.at.towards(scene.middle, 0.5 * step / STEPS))
            self.scene()  # a frame has passed

    def kill(self) -> None:
        """Kill it; lift the finger when it is not seen any more."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()
        self._panel.up(FINGER)
        (self._folder / "display/sock").unlink(missing_ok=True)


def lying(watcher: Watcher) -> dict[int, tuple[object, ...]]:
    """Return the places of all cards of all seats; carried ones are where they were taken."""
    return {
        view.seat: (view.row, view.stack_card, view.stack_count, view.discard_card, view.hand_count, view.centered)
        for view in watcher.look().seats
    }


def sit_down(path: Path, watcher: Watcher) -> None:
    """Seat four people at four seats, until the round runs."""
    with Client(str(path), "AF_UNIX") as people:
        people.send_bytes(msg.encode(msg.Hello(msg.PROTOCOL)))
        for _ in range(2):
            for seat in SEATS:
                people.send_bytes(msg.encode(msg.PressButton(seat, "stop", time.monotonic_ns())))
        watcher.wait_for("a round", lambda snapshot: snapshot.state == "play")


def kill(count: int, at_once: int = 4, seed: int = 1) -> None:
    """Kill ``count`` displays, ``at_once`` at a time. AssertionError reports any change."""
    chance = random.Random(seed)  # noqa: S311
    with tempfile.TemporaryDirectory() as name, ExitStack() as closing:
        folder = Path(name)
        config, path = folder / "table.toml", folder / "table/sock"
        config.write_text((CONFIGS / "four_seats.toml").read_text() + CONFIG)
        closing.enter_context(running(path, "-m", "kiosk", "table", "--config", str(config), "--seed", "1"))
        until(path.exists)
        watcher = closing.enter_context(Watcher(path))
        sit_down(path, watcher)
        screens = [Screen(folder / f"screen{seat}", path, config, seat) for seat in SEATS[:at_once]]
        for screen in screens:
            closing.callback(screen.kill)
        before = lying(watcher)
        for first in range(0, count, at_once):
            _die(screens[: count - first], watcher, chance)
            assert lying(watcher) == before, f"after {first + at_once} kills"
        assert watcher.newest.state == "play"


def _die(screens: Sequence[Screen], watcher: Watcher, chance: random.Random) -> None:
    """Start these displays, carry a card on each, and kill them all."""
    for screen in screens:
        screen.start()
    for screen in screens:
        scene = screen.wait()
        card = next(card for card in scene.of("row", screen.seat) if card.card)
        screen.carry(card, scene)
        watcher.wait_for(f"the card of seat {screen.seat}", partial(_holds, screen.seat, card.source))
    time.sleep(chance.uniform(0, LONGEST_S))
    for screen in screens:
        screen.kill()
    watcher.wait_for("that nothing is carried", lambda snapshot: not any(view.held for view in snapshot.seats))


def _holds(seat: SeatNumber, source: str, snapshot: msg.Snapshot) -> bool:
    return any(view.seat == seat and view.held == source for view in snapshot.seats)


def main(count: int) -> int:
    """Kill and print; return the exit status."""
    began = time.monotonic()
    kill(count)
    say(f"{count} kills of a display in mid-drag in {time.monotonic() - began:.0f} s: every card where it lay\n")
    return 0
