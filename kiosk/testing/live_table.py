"""A real table for tests: the processes of ``kiosk`` with simulated hardware, off-screen, in a folder of their own.

It needs Linux: the kiosk's programs talk over Unix sockets.
"""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, NamedTuple, Self, TypeVar

from kiosk.config.loader import CONFIGS
from kiosk.display.remote_control import ask_scene, ask_screenshot
from kiosk.protocol import DriveBoard, DrivePins
from kiosk.protocol.client import NotRunning, drive, snapshots
from kiosk.testing.boards import read_deed
from kiosk.testing.plain import plain
from kiosk.testing.presses import read_presses, read_time
from kiosk.testing.touches import touch_places

LIMIT_S: Final = 30.0
"""How long anything is waited for, in seconds: it takes a fraction of one, but machines that test are busy."""
_POLL_S: Final = 0.01
_ENDS_S: Final = 10.0
_FOREIGN: Final = ("KIVY_", "SDL_", "XDG_", "DISPLAY", "WAYLAND_")
"""Beginnings of the variables of a developer's own desktop."""
_TAIL: Final = 4000
"""The characters of its output that a failure shows."""

_Seen = TypeVar("_Seen")


class LiveTable:
    """A table that plays. ``folder``: becomes its home and has its records; it survives ``cut_power``.

    ``config``: a ready-made table (``four_seats``) or a file; ``seed``: deals the same cards every time; ``draws``:
    the window is really drawn, so that there are screenshots; it needs OpenGL. Seats are numbered from 1.
    """

    def __init__(self, folder: Path, *, config: str | Path = "four_seats", seed: int = 1, draws: bool = False) -> None:
        self._folder = folder
        ready_made = CONFIGS / f"{config}.toml"
        file = ready_made if ready_made.is_file() else Path(config).absolute()
        self._command = [sys.executable, "-m", "kiosk", "--config", str(file), "--seed", str(seed)]
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
        self._sockets = TemporaryDirectory(prefix="kiosk-")  # the path of a socket has at most 107 characters
        drawn = {"SDL_VIDEODRIVER": "offscreen"} if draws else {"KIVY_GL_BACKEND": "mock"}
        own = {
            "HOME": str(folder),
            "XDG_RUNTIME_DIR": self._sockets.name,
            "KIOSK_RUNTIME_DIR": self._sockets.name,
            "KIOSK_STATE_DIR": str(folder / "state"),
            "SDL_AUDIODRIVER": "dummy",
        }
        self._environment = {**kept, **own, **drawn}
        self._start()

    # ------------------------------------------------------------ what hands do

    def press(self, *presses: int | str, hold: str = "100ms") -> None:
        """Press buttons: ``press(2, "stop")``, a dead heat: ``press(2, "stop", 3, "stop+0.5ms")``.

        They are stamped at their simulated pins. Returns when the table has the presses, not after the release.
        """
        edges = read_presses([str(word) for word in presses], read_time(hold))
        self._done(drive(self._socket("table"), DrivePins(edges)))

    def touch(self, seat: int, *places: str, takes: str = "") -> None:
        """Tap a place, or drag over several, with the names of ``kiosk scene``: ``touch(3, "row:1", "centre")``.

        ``takes``: how long, such as ``200ms``. Returns after the lift.
        """
        touch_places(self._socket("display"), seat, places, read_time(takes) if takes else None)

    def dice(self, seat: int) -> Dice:
        """Return the hands at this seat's simulated dice-reader board."""
        return Dice(self, seat)

    def sit(self, *seats: int) -> None:
        """Sit down at these seats, one after the other."""
        for seat in seats:
            self.press(seat, "play")
            self.wait_for(f"somebody sits at seat {seat}", partial(_sits, seat))

    def start(self, *seats: int) -> None:
        """Sit down at these seats, and wait until the round runs."""
        self.sit(*seats)
        for seat in seats:
            self.touch(seat, "ready")
        self.wait_for("the round runs", lambda state: state["state"] == "play")

    # ------------------------------------------------------------ what eyes see

    @property
    def state(self) -> dict[str, Any]:
        """What everybody may see, as ``kiosk state`` prints it."""
        for snapshot in snapshots(self._socket("table")):
            state: dict[str, Any] = plain(snapshot)
            return state
        raise NotRunning("The kiosk's table has just ended.")

    @property
    def scene(self) -> dict[str, Any]:
        """What can be touched, as ``kiosk scene`` prints it."""
        scene: dict[str, Any] = json.loads(ask_scene(self._socket("display")))
        return scene

    def seat(self, number: int) -> dict[str, Any]:
        """Return what everybody may see of a seat."""
        return next(view for view in self.state["seats"] if view["seat"] == number)

    @property
    def lamps(self) -> dict[int, str]:
        """What each seat's lamp shows (``hardware.api.LampState``)."""
        return {view["seat"]: view["lamp"] for view in self.state["seats"]}

    def screenshot(self, file: Path) -> None:
        """Save the picture as a PNG file; only for a table that ``draws``."""
        self._done(ask_screenshot(self._socket("display"), file.absolute()) or "")

    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = LIMIT_S) -> _Seen:
        """Return the first result of ``found`` of the coming states that is not None or False.

        AssertionError with ``what``, the last state and the output if it does not come in time.
        """
        return self._wait(what, lambda: found(self.state), limit_s)

    def report(self) -> str:
        """Return what helps to understand a failure: state, seats with their last messages, and the output."""
        lines: list[str] = []
        with contextlib.suppress(NotRunning):
            state = self.state
            lines.append(f"state: {state['state']}, game: {state['game']}, piles: {state['piles']}")
            lines += [_told(view) for view in state["seats"]]
        lines += ["output:", (self._folder / "kiosk.log").read_text(errors="replace")[-_TAIL:]]
        return "\n".join(lines)

    # ------------------------------------------------------------ accidents

    def kill_display(self) -> None:
        """Kill the display, which is started again at once; return when it shows the table."""
        killed = self._child("display")
        os.kill(killed, signal.SIGKILL)
        self._wait("the killed display is gone", lambda: not Path(f"/proc/{killed}").exists())
        self._wait("the display shows the table again", lambda: bool(self.scene))

    def cut_power(self) -> None:
        """Kill everything in the middle of whatever it does, and switch the table on again."""
        self._kill_all()
        self._start()

    def close(self) -> None:
        """End the table."""
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDS_S)
        self._kill_all()
        self._sockets.cleanup()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note(self.report())
        self.close()

    # ------------------------------------------------------------ its processes

    def drive_board(self, wish: DriveBoard) -> None:
        """Do something at a simulated board; see ``dice``."""
        self._done(drive(self._socket("table"), wish))

    def _start(self) -> None:
        with (self._folder / "kiosk.log").open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  our own program
                self._command,
                env=self._environment,
                cwd=self._folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            self._wait("the kiosk starts", lambda: bool(self.scene))
        except BaseException:
            self.close()
            raise

    def _wait(self, what: str, found: Callable[[], _Seen | None], limit_s: float = LIMIT_S) -> _Seen:
        """Return the first result that is not None or False; AssertionError if none comes in time."""
        deadline = time.monotonic() + limit_s
        while time.monotonic() < deadline and self._process.poll() is None:
            with contextlib.suppress(NotRunning):  # a process is being started again
                if seen := found():
                    return seen
            time.sleep(_POLL_S)
        raise AssertionError(f"{what}: not within {limit_s:g} s\n{self.report()}")

    def _child(self, role: str) -> int:
        """Return the process id of ``kiosk <role>``."""
        parent = self._process.pid
        for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            if role.encode() in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0"):
                return int(pid)
        raise AssertionError(f"there is no {role} process\n{self.report()}")

    def _kill_all(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def _socket(self, name: str) -> Path:
        return Path(self._sockets.name) / name / "sock"

    @staticmethod
    def _done(why_not: str) -> None:
        if why_not:
            raise ValueError(why_not)


class Dice(NamedTuple):
    """The hands at a simulated dice-reader board."""

    table: LiveTable
    seat: int

    def throw(self, dice: str = "") -> None:
        """Throw dice such as ``r1 g2`` into the tray; without any, the seat's unplaced ones, with values by chance."""
        self._do("throw", dice.split())

    def unplug(self) -> None:
        """Unplug the board."""
        self._do("unplug")

    def plug(self) -> None:
        """Plug the board in."""
        self._do("plug")

    def fault(self, *names: str) -> None:
        """Begin faults, such as ``garbage``; another name is answered by the list."""
        self._do("fault", names)

    def repair(self, *names: str) -> None:
        """End these faults; without names, all."""
        self._do("repair", names)

    def _do(self, do: str, words: Sequence[str] = ()) -> None:
        self.table.drive_board(read_deed((do, str(self.seat), *words)))


def _sits(seat: int, state: dict[str, Any]) -> bool:
    """Return whether a person sits there in the lobby, or plays."""
    view = next(view for view in state["seats"] if view["seat"] == seat)
    return state["state"] != "attract" and view["state"] in ("taken", "ready", "playing") and not view["bot"]


def _told(view: dict[str, Any]) -> str:
    last = [verdict["reason"] for verdict in view["ticker"][-2:]]
    return f"seat {view['seat']}: {view['state']}, lamp {view['lamp']}, last: {', '.join(last) or 'nothing'}"
