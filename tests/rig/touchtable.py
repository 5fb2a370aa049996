"""A real multi-touch screen without hardware: Xorg with the dummy video driver and the `inputtest` touch device.

Fingers and keys go through the X server, XInput2 and SDL as those of a real screen do. The wire format is that of
xf86-input-inputtest, protocol 1.1 (``man inputtestdrv``, ``xf86-input-inputtest-protocol.h``).
"""

from __future__ import annotations

import contextlib
import os
import select
import socket
import struct
import subprocess
import tempfile
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from tests.rig import ENDS_WITH_US

XORG: Final = Path("/usr/lib/xorg/Xorg")
"""The server itself: the wrapper in /usr/bin would require a console."""

PACKAGES: Final = ("xserver-xorg-core", "xserver-xorg-video-dummy", "libxi6", "libegl1", "libgl1-mesa-dri")
"""The required Debian packages; `systemd/setup dev --rig` installs them."""

START_LIMIT: Final = 30.0
"""Seconds after which waiting for a server ends (it takes a third of one on an idle machine)."""

_MODULES = XORG.parent / "modules"
_NEEDED = (XORG, _MODULES / "drivers/dummy_drv.so", _MODULES / "input/inputtest_drv.so")

_TOUCH_BEGIN, _TOUCH_UPDATE, _TOUCH_END = 18, 19, 20  # XI_TouchBegin, XI_TouchUpdate, XI_TouchEnd
_EVENT_WAIT_FOR_SYNC, _EVENT_KEY, _EVENT_TOUCH = 1, 5, 6  # enum xf86ITEventType
_RESPONSE_SERVER_VERSION, _RESPONSE_SYNC_FINISHED = 0, 1  # enum xf86ITResponseType
_HELLO = struct.pack("=IIHH", 12, 0, 1, 1)  # this client speaks version 1.1
_FULL_SCALE = 65535.0
_TOUCH = struct.Struct("=IIIII8s4x64d64d")  # length, type, finger, kind, flags, mask of the axes, values, raw values
_X_AND_Y = bytes([0b11])
_NO_MORE_AXES = [0.0] * 62
_NOT_RAW = [0.0] * 64
_TOUCHES = 60

_CONFIG = """
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoEnableDevices" "false"
  Option "DontVTSwitch" "true"
  Option "BlankTime" "0"
EndSection
Section "Device"
  Identifier "card"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "monitor"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
  Modeline "table" {modeline}
EndSection
Section "Screen"
  Identifier "screen"
  Device "card"
  Monitor "monitor"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Modes "table"
    Virtual {width} {height}
  EndSubSection
EndSection
Section "InputDevice"
  Identifier "touch"
  Driver "inputtest"
  Option "SocketPath" "{folder}/touch.sock"
  Option "DeviceType" "Touch"
  Option "TouchCount" "{touches}"
EndSection
Section "InputDevice"
  Identifier "keyboard"
  Driver "inputtest"
  Option "SocketPath" "{folder}/keyboard.sock"
  Option "DeviceType" "Keyboard"
EndSection
Section "ServerLayout"
  Identifier "layout"
  Screen "screen"
  InputDevice "touch" "SendCoreEvents"
  InputDevice "keyboard" "CoreKeyboard"
EndSection
"""


def missing() -> str | None:
    """Return the reason why no touch table can run on this machine, with the fix; None if it can."""
    absent = [str(path) for path in _NEEDED if not path.exists()]
    if absent:
        return f"the X server of the touch tests is not installed ({', '.join(absent)}): run systemd/setup dev --rig"
    if os.geteuid() != 0:
        return "Xorg with its test devices needs root: run the touch tests with sudo .venv/bin/pytest -m touch"
    return None


class TouchTable:
    """A screen of ``width`` x ``height`` pixels with up to 60 fingers and a keyboard, on a display of its own.

    Points are pixels from the top left. ``RuntimeError`` with the end of Xorg's log if the server does not start.
    """

    def __init__(self, width: int = 1920, height: int = 1080) -> None:
        self.width, self.height = width, height
        self.fingers: set[int] = set()
        """Those on the glass."""
        with contextlib.ExitStack() as undo:
            self._folder = Path(undo.enter_context(tempfile.TemporaryDirectory(prefix="touchtable-")))
            self.display_name = f":{self._start(undo)}"
            self._touch = self._connect("touch.sock", undo)
            self._keyboard = self._connect("keyboard.sock", undo)
            self._undo = undo.pop_all()

    def _start(self, undo: contextlib.ExitStack) -> int:
        """Start the server; return its display number."""
        config = self._folder / "xorg.conf"
        modeline = _modeline(self.width, self.height)
        size = {"width": self.width, "height": self.height}
        config.write_text(_CONFIG.format(folder=self._folder, modeline=modeline, touches=_TOUCHES, **size))
        number, number_end = os.pipe()
        undo.callback(os.close, number)
        files = ["-config", str(config), "-logfile", f"{self._folder}/Xorg.log", "-displayfd", str(number_end)]
        console = ["-noreset", "-nolisten", "tcp", "-novtswitch", "-sharevts", "vt7"]
        with (self._folder / "output.txt").open("wb") as output:
            command = [*ENDS_WITH_US, str(XORG), *files, *console]
            server = subprocess.Popen(command, stdout=output, stderr=output, pass_fds=[number_end])
        os.close(number_end)
        undo.callback(_end, server)
        readable, _, _ = select.select([number], [], [], START_LIMIT)
        answer = os.read(number, 16) if readable else b""  # end of file: the server has ended
        if not answer.strip().isdigit():
            raise RuntimeError(f"Xorg did not start within {START_LIMIT:.0f} s:\n{self._log_tail()}")
        return int(answer)

    def _connect(self, name: str, undo: contextlib.ExitStack) -> socket.socket:
        """Return a connection to one of the server's devices, ready to take events."""
        device = undo.enter_context(socket.socket(socket.AF_UNIX))
        device.settimeout(START_LIMIT)
        try:
            device.connect(str(self._folder / name))
            device.sendall(_HELLO)
            device.recv(64)
        except OSError as error:
            raise RuntimeError(f"Xorg's test device {name} does not answer ({error}):\n{self._log_tail()}") from error
        return device

    def _log_tail(self) -> str:
        logs = [self._folder / "output.txt", self._folder / "Xorg.log"]
        return "\n".join(f"{log.name}: ...{log.read_text(errors='replace')[-2000:]}" for log in logs if log.exists())

    def at_once(self) -> AbstractContextManager[None]:
        """Have all that fingers do within the block happen at the same instant, where that can be said."""
        return contextlib.nullcontext()

    def down(self, finger: int, x: float, y: float) -> None:
        """Put a finger (0..59) on the glass."""
        self.fingers.add(finger)
        self._place(finger, _TOUCH_BEGIN, x, y)

    def move(self, finger: int, x: float, y: float) -> None:
        """Move a finger that is down."""
        self._place(finger, _TOUCH_UPDATE, x, y)

    def up(self, finger: int) -> None:
        """Lift a finger where it is: a lift has no point of its own."""
        self.fingers.discard(finger)
        self._send(finger, _TOUCH_END, b"", 0.0, 0.0)

    def _place(self, finger: int, kind: int, x: float, y: float) -> None:
        self._send(finger, kind, _X_AND_Y, x * _FULL_SCALE / self.width, y * _FULL_SCALE / self.height)

    def _send(self, finger: int, kind: int, axes: bytes, x: float, y: float) -> None:
        values = (x, y, *_NO_MORE_AXES, *_NOT_RAW)
        self._touch.sendall(_TOUCH.pack(_TOUCH.size, _EVENT_TOUCH, finger, kind, 0, axes, *values))

    def key(self, keycode: int, *, press: bool) -> None:
        """Press or release a key: an X keycode (evdev's code + 8), e.g. 10 is the digit 1."""
        self._keyboard.sendall(struct.pack("=IIiI", 16, _EVENT_KEY, keycode, int(press)))

    def sync(self) -> None:
        """Wait until the server has processed everything sent so far."""
        for device in (self._touch, self._keyboard):
            device.sendall(struct.pack("=II", 8, _EVENT_WAIT_FOR_SYNC))
            device.recv(64)

    def close(self) -> None:
        """End the server; nothing of it is left."""
        self._undo.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _modeline(width: int, height: int) -> str:
    """Return a mode of 60 Hz; the dummy driver only wants the figures to be consistent."""
    total_width, total_height = width + 300, height + 30
    clock_mhz = total_width * total_height * 60 / 1e6
    across = f"{width} {width + 80} {width + 200} {total_width}"
    down = f"{height} {height + 3} {height + 8} {total_height}"
    return f"{clock_mhz:.2f} {across} {down}"


def _end(server: subprocess.Popen[bytes]) -> None:
    server.terminate()
    try:
        server.wait(10)
    except subprocess.TimeoutExpired:
        server.kill()
        server.wait()
