"""A virtual machine under QEMU: its power, its commands by SSH, its screens, its devices."""

from __future__ import annotations

import contextlib
import os
import shlex
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from PIL import Image

from hardware.gpio.pin_uses import ALWAYS, FUNCTIONS
from tests.rig import ENDS_WITH_US
from tests.rig.firmware import started
from tests.rig.vm import guest
from tests.rig.vm.disk import KEY, SOCKET
from tests.rig.vm.kernel import Kernel
from tests.rig.vm.qmp import Qmp
from tests.rig.waiting import wait_for

BOOT_S: Final = 300.0
LIMIT: Final = 300.0
"""Seconds for a command on the machine, by default."""

CABLE: Final = "cable"
"""QEMU's name of the machine's network cable."""

_VIRTUALIZED: Final = ("-accel", "kvm", "-cpu", "host")
_EMULATED: Final = ("-accel", "tcg,thread=multi,tb-size=512", "-cpu", "max,avx2=off")
"""With AVX2 as QEMU 7.2 emulates it, Mesa 25 (Trixie) crashes in its generated code: at a gather."""
_EMULATED_KERNEL: Final = ("no_timer_check", "tsc=reliable")
"""Words for its kernel, which panics if no tick comes within some milliseconds, as on a busy computer; and would read a
slow clock for each time, as it does not trust the counter of an emulated processor."""

_FIRST: Final = ("nice", "-n", "-10")
"""It goes before all else: what moves on its screen is drawn while it waits for a core, too, in twice the CPU time."""

_POLL: Final = 0.2
_Seen = TypeVar("_Seen")


def can_virtualize() -> bool:
    """Return whether this processor can run a guest with KVM; otherwise QEMU emulates a processor."""
    flags = Path("/proc/cpuinfo").read_text().split()
    return os.access("/dev/kvm", os.R_OK | os.W_OK) and bool({"vmx", "svm"} & set(flags))


class VirtualMachine:
    """A machine with ``kernel`` and ``disk``, which it writes to. ``sockets``: paths there, reached as ``socket`` here.

    ``size``: of the screen that is connected when it is switched on. ``outputs``: the screens that it can have. Two
    processors and 2 GB. ``options`` and ``drive`` are QEMU's, for the disk instead of the usual. ``folder`` is its own.
    """

    def __init__(
        self,
        folder: Path,
        kernel: Kernel,
        disk: Path,
        *,
        size: tuple[int, int] = (1280, 720),
        outputs: int = 1,
        sockets: Sequence[str] = (),
        options: Sequence[str] = (),
        drive: Sequence[str] = (),
    ) -> None:
        self._folder = folder
        self._kernel = kernel
        self.disk = disk
        self.size, self._outputs = size, outputs
        self._key = disk.with_name(KEY)
        self._sockets = {path: folder / f"{index}.sock" for index, path in enumerate((SOCKET, *sockets))}
        self._options = list(options)
        self.drive = list(drive) or ["-drive", f"file={disk},format=raw,if=virtio,cache=none,discard=unmap"]
        self._process: subprocess.Popen[bytes] | None = None
        self._link: subprocess.Popen[bytes] | None = None
        self._port = 0
        self.qmp: Qmp
        self.command_line = disk.with_name("cmdline.txt").read_text().strip()
        """The kernel's command line: the boot partition's, as far as the rig knows."""
        self.config_txt = disk.with_name("config.txt").read_text()
        """The firmware's settings, likewise."""

    # ---------------------------------------------------------------- its life

    def switch_on(self, *words: str) -> None:
        """Switch it on without waiting. ``words``: more for the kernel's command line."""
        self._port = _free_port()
        width, height = self.size
        accelerator, own_words = (_VIRTUALIZED, ()) if can_virtualize() else (_EMULATED, _EMULATED_KERNEL)
        command = [
            "qemu-system-x86_64", *accelerator, "-smp", "2", "-m", "2048",
            "-machine", "q35", "-nodefaults", "-no-user-config", "-display", "none",
            "-kernel", str(self._kernel.image), "-initrd", str(self._kernel.initrd),
            "-append", " ".join((self.command_line, *own_words, *self._set_up(), *words)),
            *self.drive,
            # Like a Pi, without a text mode: dark until the kernel's driver has the screen.
            "-device", f"virtio-gpu-pci,id=screen,xres={width},yres={height},max_outputs={self._outputs}",
            "-device", "virtio-rng-pci", "-device", "i6300esb",
            "-nic", f"user,id={CABLE},model=virtio-net-pci,hostfwd=tcp:127.0.0.1:{self._port}-:22",
            "-device", "qemu-xhci,id=usb,p2=8,p3=8",
            "-serial", f"file:{self._folder / 'serial.log'}",
            "-qmp", f"unix:{self._folder / 'qmp.sock'},server=on,wait=off",
            *self._options,
        ]  # fmt: skip
        (self._folder / "qmp.sock").unlink(missing_ok=True)  # of an earlier run
        with (self._folder / "qemu.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*ENDS_WITH_US, *_FIRST, *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        with contextlib.suppress(OSError):  # where a session is one program to the scheduler
            Path(f"/proc/{self._process.pid}/autogroup").write_text(_FIRST[-1])
        self.wait_for("QEMU's socket", (self._folder / "qmp.sock").exists, 20.0)
        self.qmp = Qmp(self._folder / "qmp.sock")

    def _set_up(self) -> list[str]:
        """Return what the firmware sets up, as words for ``guest.py``."""
        board = started(self.config_txt)
        header = board.functions - {ALWAYS}
        return guest.words(header | board.chips, board.taken.union(*(FUNCTIONS[name].pins for name in header)))

    def boot(self, *words: str) -> None:
        """Switch it on, and wait until it answers."""
        self.switch_on(*words)
        self.wait_until_up()

    def wait_until_up(self) -> None:
        """Wait until it answers by SSH, and the rig's part in it answers too."""
        self.wait_for("SSH", self._links, BOOT_S)
        self.wait_for("the rig's part", lambda: "done" in self._rig("up"), BOOT_S)

    def _links(self) -> bool:
        """Return whether it has let us in; from then on a connection is kept, with its sockets."""
        if self._link is not None and self._link.poll() is None:
            return self._ssh("-O", "check").returncode == 0
        for path in self._sockets.values():
            path.unlink(missing_ok=True)
        forwards = [option for there, here in self._sockets.items() for option in ("-L", f"{here}:{there}")]
        master = ["-N", "-o", "ControlMaster=yes", "-o", "ConnectTimeout=30", *forwards]
        self._link = subprocess.Popen(
            [*ENDS_WITH_US, *self._ssh_command(*master)], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._link.wait(1.0)
        return False

    def _ssh_command(self, *options: str) -> list[str]:
        return [
            "ssh", "-F", "none", "-i", str(self._key), "-p", str(self._port), "-l", "root", "-o", "BatchMode=yes",
            "-o", "StrictHostKeyChecking=no", "-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR",
            "-o", f"ControlPath={self._folder / 'ssh'}", *options, "127.0.0.1",
        ]  # fmt: skip

    def _ssh(self, *options: str, command: str = "", limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
        words = self._ssh_command(*options) + ([command] if command else [])
        return subprocess.run(
            words, capture_output=True, text=True, check=False, timeout=limit, stdin=subprocess.DEVNULL
        )

    def pull_the_plug(self) -> None:
        """Cut the power: no orderly shutdown, no further writes."""
        assert self._process is not None
        self._process.kill()
        self._ended()

    def power_off(self) -> None:
        """Shut down in good order."""
        self.run("systemctl", "--no-block", "poweroff")
        self.wait_until_off()

    def wait_until_off(self, limit: float = BOOT_S) -> None:
        """Wait until it has been switched off from inside. ``TimeoutExpired`` if it is not."""
        assert self._process is not None
        self._process.wait(limit)
        self._ended()

    def _ended(self) -> None:
        assert self._process is not None
        self._process.wait(BOOT_S)
        self._process = None
        self.qmp.close()
        self._unlink()

    def _unlink(self) -> None:
        if self._link is not None:
            self._link.terminate()
            self._link.wait()
            self._link = None

    def restart(self) -> None:
        """Restart in good order, and wait until it answers again."""
        before = self.run("cat", "/proc/sys/kernel/random/boot_id").stdout
        self.run("systemctl", "--no-block", "reboot")
        self.wait_for("the connection ends", lambda: self._link is None or self._link.poll() is not None, BOOT_S)
        self.wait_until_up()
        assert self.run("cat", "/proc/sys/kernel/random/boot_id").stdout != before

    @property
    def is_on(self) -> bool:
        """True if it runs."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """End it; its disk stays."""
        if self.is_on:
            self.pull_the_plug()
        self._unlink()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            log = self._folder / "serial.log"
            error.add_note(f"its serial console:\n{log.read_text(errors='replace')[-3000:] if log.exists() else ''}")
        self.close()

    # ---------------------------------------------------------------- what is done there

    def run(self, *command: str, limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
        """Run a command there as root; return its result."""
        return self._ssh(command=shlex.join(command), limit=limit)

    def processes(self, name: str) -> list[str]:
        """Return the numbers of the processes there with this name, or with this text in their command line."""
        ask = f"grep -lx {shlex.quote(name)} /proc/[0-9]*/comm; grep -l -- {shlex.quote(name)} /proc/[0-9]*/cmdline"
        done = self.run("sh", "-c", f"({ask}) 2>/dev/null")
        found = {path.split("/")[2] for path in done.stdout.splitlines()}
        return [number for number in sorted(found) if self.run("test", "-e", f"/proc/{number}").returncode == 0]

    def read_bytes(self, path: str) -> bytes:
        """Return a file there."""
        command = [*self._ssh_command(), f"cat {shlex.quote(path)}"]
        return subprocess.run(command, check=True, capture_output=True, timeout=LIMIT, stdin=subprocess.DEVNULL).stdout

    def write(self, path: str, text: str) -> None:
        """Write a file there, and create its parent folders."""
        target = shlex.quote(path)
        subprocess.run(
            [*self._ssh_command(), f"mkdir -p $(dirname {target}) && cat > {target}"],
            input=text, text=True, check=True, timeout=LIMIT, capture_output=True,
        )  # fmt: skip

    def put(self, folder: Path, path: str) -> None:
        """Copy a folder of this computer's to a new one there."""
        target = shlex.quote(path)
        with subprocess.Popen(["tar", "-c", "-C", str(folder), "."], stdout=subprocess.PIPE) as packed:
            subprocess.run(
                [*self._ssh_command(), f"mkdir -p {target} && tar -x -C {target} --no-same-owner"],
                stdin=packed.stdout, check=True, timeout=LIMIT, capture_output=True,
            )  # fmt: skip

    def socket(self, path: str) -> Path:
        """Return the path here of one of the machine's Unix sockets."""
        return self._sockets[path]

    def wait_for(self, what: str, found: Callable[[], _Seen | None], limit: float = 60.0) -> _Seen:
        """Return the first result of ``found`` that is not None or False; ``AssertionError`` with ``what`` if late."""
        return wait_for(what, found, limit, lambda: self.is_on, _POLL)

    # ---------------------------------------------------------------- hands and eyes

    def _rig(self, line: str) -> str:
        try:
            with socket.socket(socket.AF_UNIX) as peer:
                peer.settimeout(LIMIT)
                peer.connect(str(self._sockets[SOCKET]))
                peer.sendall(f"{line}\n".encode())
                return peer.makefile().readline().strip()
        except OSError as error:
            return f"error: {error}"

    def rig(self, what: str, *numbers: float) -> list[int]:
        """Send a command to the rig's part (see ``guest.py``); return the numbers in its answer."""
        answer = self._rig(
            " ".join([what, *(f"{number:g}" if isinstance(number, float) else str(number) for number in numbers)])
        )
        assert not answer.startswith("error"), f"{what} {numbers}: {answer}"
        return [int(word) for word in answer.split() if word.isdigit()]

    def push(self, line: int, seconds: float = 0.1) -> None:
        """Push the button at this line of the GPIO chip for ``seconds``."""
        self.rig("press", line)
        time.sleep(seconds)
        self.rig("release", line)

    def screen(self, head: int = 0) -> Image.Image:
        """Return the picture on one of its screens."""
        file = self._folder / "screen.ppm"
        self.qmp.do("screendump", filename=str(file), device="screen", head=head)
        with Image.open(file) as picture:
            return picture.convert("RGB")


class Fingers:
    """The machine's touch panel over a picture of ``size`` pixels, like ``TouchTable``: fingers by number."""

    def __init__(self, machine: VirtualMachine, size: tuple[int, int]) -> None:
        self._machine = machine
        self._size = size

    def at_once(self) -> contextlib.AbstractContextManager[None]:
        """Have fingers follow each other closely within the block: every line is a report of its own."""
        return contextlib.nullcontext()

    def down(self, finger: int, x: float, y: float) -> None:
        """Put a finger down."""
        self._machine.rig("down", finger, *self._place(x, y))

    def move(self, finger: int, x: float, y: float) -> None:
        """Move it."""
        self._machine.rig("move", finger, *self._place(x, y))

    def up(self, finger: int) -> None:
        """Lift it."""
        self._machine.rig("up", finger)

    def sync(self) -> None:
        """Do nothing: every line is answered when it is done."""

    def drag(self, seconds: float, ways: Mapping[int, tuple[tuple[float, float], tuple[float, float]]]) -> None:
        """Move several fingers at once, each in a straight line."""
        numbers = [number for finger, (a, b) in ways.items() for number in (finger, *self._place(*a), *self._place(*b))]
        self._machine.rig("drag", float(seconds), *numbers)

    def _place(self, x: float, y: float) -> tuple[int, int]:
        width, height = self._size
        return round(x / width * guest.LARGEST), round(y / height * guest.LARGEST)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
