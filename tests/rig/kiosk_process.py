"""A running kiosk with everything of its own: home, configuration, sockets, processes."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType, TracebackType
from typing import Final, Self, TypeVar

from kiosk.display.remote_control import ask_scene
from tests.rig import ENDS_WITH_US
from tests.rig.scene import Scene

KIOSK: Final = Path(sys.executable).with_name("kiosk")

LIMIT: Final = 30.0
"""Seconds for anything that should take a fraction of one: long enough for the busiest machine, short enough for CI."""

_POLL: Final = 0.005
_Seen = TypeVar("_Seen")


class KioskProcess:
    """``kiosk`` with its children. It is ready when a scene can be read; nothing is left when the block ends.

    ``folder``: an empty folder that becomes its home and runtime directory. ``screen``: the X display for the window;
    None runs it off-screen. Drawing is mocked, everything else is real: the window shows nothing and costs little.
    ``beside``: additional environment variables; an empty one is removed. ``log``: the file for its output, by default
    one in ``folder``. ``program``: an installed ``kiosk``.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        screen: str | None = None,
        beside: Mapping[str, str] = MappingProxyType({}),
        log: Path | None = None,
        program: Path = KIOSK,
    ) -> None:
        self.folder, self._program = folder, program
        variables = {**environment_of(folder, screen), **beside}
        self.environment = {name: value for name, value in variables.items() if value}
        self._log = log or folder / "kiosk.log"
        with self._log.open("wb") as output:
            self._launcher = subprocess.Popen(
                [*ENDS_WITH_US, *self.command(*arguments)],
                env=self.environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            self.wait_for("a scene", lambda scene: scene)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id of ``kiosk`` itself."""
        return self._launcher.pid

    def command(self, *arguments: str) -> list[str]:
        """Return the command line of ``kiosk`` with these arguments; with ``environment`` it finds this kiosk."""
        return [str(self._program), *arguments]

    def socket(self, name: str) -> Path:
        """Return the path of a socket of this kiosk's ``table`` or ``display``."""
        return self.folder / name / "sock"

    def scene(self) -> Scene:
        """Return the scene. It is read between two frames: every touch before it has been handled."""
        return Scene.parse(ask_scene(self.socket("display")))

    def wait_for(self, what: str, found: Callable[[Scene], _Seen | None], limit: float = LIMIT) -> _Seen:
        """Return the first result of ``found`` in the coming scenes that is not None or False.

        ``AssertionError`` with ``what``, the last scene and the kiosk's output if it does not come in time (seconds).
        """
        deadline = time.monotonic() + limit
        last: object = "none"
        while self._launcher.poll() is None:
            try:
                last = scene = self.scene()
            except (OSError, EOFError) as error:  # not yet started, or restarting
                last = error
            else:
                if seen := found(scene):
                    return seen
            if time.monotonic() > deadline:
                break
            time.sleep(_POLL)
        ended = self._launcher.poll()
        how = f"kiosk has ended with {ended}" if ended is not None else f"not within {limit:.0f} s"
        raise AssertionError(f"{what}: {how}\nlast scene: {last}\noutput:\n{self.output()}")

    def output(self) -> str:
        """Return the output of kiosk and its children so far."""
        return self._log.read_text(errors="replace")[-8000:] if self._log.is_file() else ""

    def child(self, role: str) -> int | None:
        """Return the process id of the child that runs ``kiosk <role>`` (``table``, ``display``); None: none."""
        parent = self._launcher.pid
        for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if role.encode() in words:
                return int(pid)
        return None

    def kill(self, role: str) -> None:
        """Kill the child."""
        self._signal(role, signal.SIGKILL)

    @contextlib.contextmanager
    def frozen(self, role: str) -> Iterator[None]:
        """Stop the child within the block: input in this time reaches it at once afterwards, in one frame."""
        self._signal(role, signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(role, signal.SIGCONT)

    def _signal(self, role: str, number: signal.Signals) -> None:
        pid = self.child(role)
        assert pid, f"there is no {role} process\n{self.output()}"
        os.kill(pid, number)

    def close(self) -> None:
        """End kiosk like a desktop; kill it if it does not end."""
        self._launcher.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._launcher.wait(10)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._launcher.pid, signal.SIGKILL)
        self._launcher.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
        if error is not None:
            error.add_note(f"output of the kiosk:\n{self.output()}")


def environment_of(folder: Path, screen: str | None) -> dict[str, str]:
    """Return an environment without the developer's desktop and home, and without this process's Kivy settings."""
    foreign = ("KIVY_", "SDL_", "XDG_", "DISPLAY", "WAYLAND_")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(foreign)}
    private = {
        "HOME": str(folder),
        "KIOSK_RUNTIME_DIR": str(folder),
        "KIOSK_STATE_DIR": str(folder / "state"),
        "XDG_RUNTIME_DIR": str(folder),
    }
    devices = {"SDL_AUDIODRIVER": "dummy", "KIVY_GL_BACKEND": "mock"}
    return {**kept, **private, **devices, **({"DISPLAY": screen} if screen else {})}
