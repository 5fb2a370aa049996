"""A running kiosk with everything of its own: home, sockets, records, processes. It needs Linux."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

from kiosk.display.remote_control import ask_scene

LIMIT_S: Final = 30.0
"""How long anything is waited for, in seconds: it takes a fraction of one, but machines that test are busy."""
_POLL_S: Final = 0.005, 0.03
"""How long after a look the next one comes, in seconds: at first, and at last. Each costs the kiosk some work."""
_SLOWER: Final = 1.25
_ENDS_S: Final = 10.0
_FOREIGN: Final = ("KIVY_", "SDL_", "XDG_", "DISPLAY", "WAYLAND_")
"""Beginnings of the variables of a developer's own desktop."""
_TAIL: Final = 8000
"""The characters of its output that a failure shows."""
_MOCKED: Final = "failed to compile (gl:0)"
"""What Kivy says of each shader while drawing is mocked: nothing is wrong then."""
_NONE: Final[Mapping[str, str]] = MappingProxyType({})

_Seen = TypeVar("_Seen")


class KioskProcess:
    """``kiosk`` with its children. It is ready when a scene can be read; ``close`` leaves nothing behind.

    ``folder``: its home, with its output (``log``, by default ``kiosk.log`` in it) and its records; ``sockets``: the
    folder of its sockets, whose path must be short, by default the same; ``screen``: the X display for its window,
    None: off-screen; ``beside``: additional environment variables, of which an empty one is removed; ``command``: runs
    it. Drawing is mocked and pictures are not painted unless ``beside`` says otherwise: the window shows nothing and
    costs little.
    """

    def __init__(
        self,
        folder: Path,
        *arguments: str,
        sockets: Path | None = None,
        screen: str | None = None,
        beside: Mapping[str, str] = _NONE,
        log: Path | None = None,
        command: Sequence[str] = (sys.executable, "-m", "kiosk"),
    ) -> None:
        self.folder, self._sockets = folder, sockets or folder
        variables = {**environment_of(folder, screen, self._sockets), **beside}
        self.environment = {name: value for name, value in variables.items() if value}
        """The environment variables with which commands find this kiosk."""
        self._log = log or folder / "kiosk.log"
        with self._log.open("ab") as output:
            self._process = subprocess.Popen(  # noqa: S603  our own program
                [*command, *arguments],
                env=self.environment,
                cwd=folder,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                start_new_session=True,
            )
        try:
            self.wait("the kiosk starts", self.scene_values)
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        """The process id of ``kiosk`` itself."""
        return self._process.pid

    def socket(self, name: str) -> Path:
        """Return the path of a socket of this kiosk's ``table`` or ``display``."""
        return self._sockets / name / "sock"

    def scene_values(self) -> dict[str, Any]:
        """Return what can be touched, as ``kiosk scene`` prints it. Raises NotRunning."""
        scene: dict[str, Any] = json.loads(ask_scene(self.socket("display")))
        return scene

    def wait(self, what: str, found: Callable[[], _Seen | None], limit_s: float = LIMIT_S) -> _Seen:
        """Return the first result of ``found`` that counts as true; it may raise OSError and EOFError meanwhile.

        AssertionError with ``what``, the last error and the kiosk's output if none comes in time.
        """
        deadline, last, (pause, longest) = time.monotonic() + limit_s, "", _POLL_S
        while self._process.poll() is None:
            try:
                if seen := found():
                    return seen
                last = ""
            except (OSError, EOFError) as error:  # not yet started, or being started again
                last = f"\nlast error: {error}"
            if time.monotonic() > deadline:
                break
            time.sleep(pause)
            pause = min(longest, _SLOWER * pause)
        ended = self._process.poll()
        how = f"kiosk has ended with {ended}" if ended is not None else f"not within {limit_s:g} s"
        raise AssertionError(f"{what}: {how}{last}\noutput:\n{self.output()}")

    def output(self) -> str:
        """Return the end of the output of kiosk and its children so far."""
        lines = self._log.read_text(errors="replace").splitlines() if self._log.is_file() else []
        return "\n".join(line for line in lines if not line.endswith(_MOCKED))[-_TAIL:]

    # ------------------------------------------------------------ accidents

    def child(self, role: str) -> int | None:
        """Return the process id of the child that runs ``kiosk <role>`` (``table``, ``display``); None: none."""
        parent = self.pid
        for pid in Path(f"/proc/{parent}/task/{parent}/children").read_text().split():
            try:
                words = Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
            except OSError:
                continue
            if role.encode() in words:
                return int(pid)
        return None

    def kill(self, role: str) -> int:
        """Kill the child, and return its process id; it may take a moment until it is gone."""
        return self._signal(role, signal.SIGKILL)

    @contextlib.contextmanager
    def frozen(self, role: str) -> Iterator[None]:
        """Stop the child within the block: input in this time reaches it at once afterwards, in one frame."""
        self._signal(role, signal.SIGSTOP)
        try:
            yield
        finally:
            self._signal(role, signal.SIGCONT)

    def _signal(self, role: str, number: signal.Signals) -> int:
        pid = self.child(role)
        if pid is None:
            raise AssertionError(f"there is no {role} process\noutput:\n{self.output()}")
        os.kill(pid, number)
        return pid

    def kill_all(self) -> None:
        """Kill everything in the middle of whatever it does, as a power cut would."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.pid, signal.SIGKILL)
        self._process.wait()

    def close(self) -> None:
        """End kiosk like a desktop; kill what does not end."""
        self._process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(_ENDS_S)
        self.kill_all()


def environment_of(folder: Path, screen: str | None, sockets: Path | None = None) -> dict[str, str]:
    """Return an environment without the developer's desktop and home, and without this process's Kivy settings."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(_FOREIGN)}
    private = {
        "HOME": str(folder),
        "KIOSK_RUNTIME_DIR": str(sockets or folder),
        "KIOSK_STATE_DIR": str(folder / "state"),
        "XDG_RUNTIME_DIR": str(sockets or folder),
    }
    devices = {"SDL_AUDIODRIVER": "dummy", "KIVY_GL_BACKEND": "mock"}
    return {"KIOSK_PAINTING": "none", **kept, **private, **devices, **({"DISPLAY": screen} if screen else {})}
