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
from pathlib import Path
from tempfile import TemporaryDirectory
from types import TracebackType
from typing import Any, Final, Self, TypeVar

from kiosk.config.dump import effective
from kiosk.display.remote_control import ask_scene, ask_screenshot
from kiosk.journal.reader import read_files
from kiosk.protocol import DriveBoard, DrivePins, PinEdge
from kiosk.protocol.client import NotRunning, drive, snapshots
from kiosk.testing.places import NotThereError, Stay
from kiosk.testing.plain import plain, plain_record
from kiosk.testing.running_kiosk import running_kiosk
from kiosk.testing.script import Act, play
from kiosk.testing.table import AS_IT_IS, Changes, DrivenTable
from kiosk.testing.touches import touch_way

LIMIT_S: Final = 30.0
"""How long anything is waited for, in seconds: it takes a fraction of one, but machines that test are busy."""
_POLL_S: Final = 0.01
_APPEARS_S: Final = 2.0
"""How long the place of a touch is looked for, in seconds."""
_ENDS_S: Final = 10.0
_FOREIGN: Final = ("KIVY_", "SDL_", "XDG_", "DISPLAY", "WAYLAND_")
"""Beginnings of the variables of a developer's own desktop."""
_TAIL: Final = 4000
"""The characters of its output that a failure shows."""

_Seen = TypeVar("_Seen")


class LiveTable(DrivenTable):
    """A table that plays. ``folder``: becomes its home and has its records; it survives ``cut_power``.

    ``draws``: the window is really drawn, so that there is a picture; it needs OpenGL. The other arguments are those of
    every ``DrivenTable``.
    """

    def __init__(
        self,
        folder: Path,
        config: str | Path = "four_seats",
        *,
        settings: Changes = AS_IT_IS,
        seed: int = 1,
        draws: bool = False,
    ) -> None:
        super().__init__(config, settings, seed)
        file = folder / "table.toml"
        file.write_text(effective(self.settings), encoding="utf-8")
        self._folder, self._draws = folder, draws
        self._began = time.monotonic()
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
        self.environment = {**kept, **own, **drawn}
        """The environment variables with which commands find this kiosk."""
        self._start()

    # ------------------------------------------------------------ what eyes see

    @property
    def state(self) -> dict[str, Any]:
        """See ``DrivenTable.state``."""
        for snapshot in snapshots(self._socket("table")):
            state: dict[str, Any] = plain(snapshot)
            return state
        raise NotRunning("The kiosk's table has just ended.")

    @property
    def scene(self) -> dict[str, Any]:
        """See ``DrivenTable.scene``."""
        scene: dict[str, Any] = json.loads(ask_scene(self._socket("display")))
        return scene

    @property
    def journal(self) -> list[dict[str, Any]]:
        """See ``DrivenTable.journal``; a record waits up to 0.2 s for others before it is written."""
        logs = [log for read in read_files(self._folder / "state" / "journal") for log in read.rounds]
        return [plain_record(record) for log in logs for record in log.records]

    def save_picture(self, file: Path) -> None:
        """See ``DrivenTable.save_picture``; only a table that ``draws`` has one."""
        if not self._draws:
            raise ValueError("This table draws nothing: make it with draws=True.")
        self._done(ask_screenshot(self._socket("display"), file.absolute()) or "")

    def wait_for(self, what: str, found: Callable[[dict[str, Any]], _Seen | None], limit_s: float = LIMIT_S) -> _Seen:
        """See ``DrivenTable.wait_for``."""
        return self._wait(what, lambda: found(self.state), limit_s)

    def report(self) -> str:
        """See ``DrivenTable.report``; with the output."""
        told = ""
        with contextlib.suppress(NotRunning):
            told = super().report()
        return f"{told}\noutput:\n{(self._folder / 'kiosk.log').read_text(errors='replace')[-_TAIL:]}"

    # ------------------------------------------------------------ accidents

    def kill_display(self) -> None:
        """Kill the display, which is started again at once; return when it shows the table."""
        self._note("# the display is killed")
        killed = self._child("display")
        os.kill(killed, signal.SIGKILL)
        self._wait("the killed display is gone", lambda: not Path(f"/proc/{killed}").exists())
        self._wait("the display shows the table again", lambda: bool(self.scene))

    def cut_power(self) -> None:
        """Kill everything in the middle of whatever it does, and switch the table on again."""
        self._note("# the power is cut")
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

    def _drive_pins(self, edges: tuple[PinEdge, ...]) -> None:
        self._done(drive(self._socket("table"), DrivePins(edges)))

    def _drive_board(self, wish: DriveBoard) -> None:
        self._done(drive(self._socket("table"), wish))

    def _touch(self, seat: int, way: Sequence[Stay]) -> None:
        """Touch; a place that the display does not show yet, after a press, is looked for a little longer."""
        deadline = time.monotonic() + _APPEARS_S
        while True:
            try:
                touch_way(self._socket("display"), seat, way)
            except NotThereError:
                if time.monotonic() > deadline:
                    raise
                time.sleep(_POLL_S)
            else:
                return

    def _play(self, acts: Sequence[Act]) -> None:
        with running_kiosk(self._socket("table"), self._socket("display")) as hands:
            play(acts, hands)

    def _elapsed_ms(self) -> float:
        return (time.monotonic() - self._began) * 1000

    def _start(self) -> None:
        with (self._folder / "kiosk.log").open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  our own program
                self._command,
                env=self.environment,
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
