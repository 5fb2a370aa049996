"""A machine of a test's own: a Debian tree that boots under systemd-nspawn, and whose power can be cut."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeVar

from platformdirs import user_cache_path

from tests.rig import ENDS_WITH_US
from tests.rig.waiting import wait_for

PROGRAMS: Final = ("systemd-nspawn", "debootstrap")

LIMIT: Final = 180.0
"""Seconds for a command on the machine, by default."""

BOOT_S: Final = 120.0
_MAKING_S: Final = 1800.0
_POLL: Final = 0.05

_ENVIRONMENT: Final = {
    "PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
    "HOME": "/root",
    "LANG": "C.UTF-8",
}
_INTO_CGROUP: Final = ("sh", "-c", 'echo $$ >"$0/cgroup.procs" && exec "$@"')
_Seen = TypeVar("_Seen")
_FILE: Final = re.compile(r"(?<![\w:/])(?:file://)?(/[^\s'\",]+)")


def base_tree(suite: str, packages: Sequence[str], architecture: str = "") -> Path:
    """Return Debian ``suite`` with systemd and these packages, made once (a minute or two) and cached for the user.

    ``architecture``: if not this computer's; its programs must run here (``tests.rig.arm64.emulated``).
    """
    names = ["systemd", "systemd-sysv", "dbus", "udev", "python3", *packages]
    key = hashlib.sha256(" ".join([suite, *names]).encode()).hexdigest()[:12]
    kind = "-".join(filter(None, [suite, architecture, key]))
    tree = user_cache_path("ligretto-kiosk-rig", appauthor=False) / kind
    if tree.is_dir():
        return tree
    making = tree.with_name(f"{tree.name}.{os.getpid()}")
    making.parent.mkdir(parents=True, exist_ok=True)
    foreign = [f"--arch={architecture}"] if architecture else []
    options = ["--variant=minbase", f"--include={','.join(names)}", *foreign]
    try:
        subprocess.run(
            ["debootstrap", *options, suite, str(making)], check=True, stdout=subprocess.DEVNULL, timeout=_MAKING_S
        )
        if not tree.is_dir():  # a concurrent run may have made it
            making.rename(tree)
    finally:
        shutil.rmtree(making, ignore_errors=True)
    return tree


def _own_cgroup() -> Path:
    """Return the cgroup of this process. Two machines in one group would confuse each other's services."""
    mounts = (line.split() for line in Path("/proc/mounts").read_text().splitlines())
    groups = Path("/proc/self/cgroup").read_text().splitlines()
    top = next(where for _, where, kind, *_ in mounts if kind == "cgroup2")
    return Path(top + next(line.removeprefix("0::") for line in groups if line.startswith("0::")))


class Machine:
    """A machine whose disk begins as ``trees``, the first over the others; written files stay, in ``folder``.

    ``written``: these files, as a tree for another machine. ``shares``: folders of this computer that it may read, by
    its path for them. It is in this computer's network, and installs Python packages from this computer's index.
    """

    def __init__(self, folder: Path, trees: Sequence[Path], shares: dict[str, Path]) -> None:
        self.root, self.written = folder / "root", folder / "written"
        self._folder = folder
        self._shares = dict(shares)
        self._process: subprocess.Popen[bytes] | None = None
        self._leader = 0
        self._cgroup = _own_cgroup() / f"kiosk-{os.getpid()}-{folder.name}"
        for name in ("root", "written", "work"):
            (folder / name).mkdir()
        lower = ":".join(map(str, trees))
        layers = f"lowerdir={lower},upperdir={self.written},workdir={folder / 'work'}"
        subprocess.run(["mount", "-t", "overlay", "overlay", "-o", layers, str(self.root)], check=True)
        self._settings_of_pip()

    def _settings_of_pip(self) -> None:
        """Return this computer's settings of pip; the files that they name are shared, each under another name."""
        listed = subprocess.run(
            [sys.executable, "-m", "pip", "config", "list"], check=True, capture_output=True, text=True
        )
        lines = {}
        for key, value in re.findall(r"^(?:global|:env:)\.([\w-]+)='(.*)'$", listed.stdout, re.MULTILINE):
            lines[key] = _FILE.sub(self._shared, value)
        text = "".join(f"{key} = {value}\n" for key, value in lines.items())
        (self.root / "etc/pip.conf").write_text(f"[global]\n{text}")

    def _shared(self, found: re.Match[str]) -> str:
        path = Path(found[1])
        if not path.exists():
            return found[0]
        # A folder as a whole: an index refers to its files by relative paths that may lead out of it.
        top = path if path.is_file() else Path(*path.parts[:3])
        name = f"/mnt/{'-'.join(top.parts[1:])}"
        self._shares[name] = top
        return found[0].replace(str(top), name)

    # ---------------------------------------------------------------- its life

    def boot(self, *options: str) -> None:
        """Switch it on, and wait until systemd has started everything. ``options``: systemd-nspawn's."""
        shares = [f"--bind-ro={there}:{here}" for here, there in self._shares.items()]
        quiet = ["--quiet", "--register=no", "--keep-unit", "--resolv-conf=bind-host", "--console=pipe"]
        name = f"--machine=kiosk-{os.getpid()}"
        command = ["systemd-nspawn", *quiet, name, f"--directory={self.root}", *shares, *options, "--boot"]
        self._cgroup.mkdir()
        with (self._folder / "console.log").open("ab") as log:
            self._process = subprocess.Popen(
                [*ENDS_WITH_US, *_INTO_CGROUP, str(self._cgroup), *command],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )
        self._leader = self.wait_for("its first process", self._find_leader, BOOT_S)
        self.wait_for("systemd", self._has_booted, BOOT_S)

    def _find_leader(self) -> int | None:
        """Return its process 1; a child that only sets up the container comes before it, and ends."""
        assert self._process is not None
        pid = self._process.pid
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
                if re.search(r"^NSpid:.*\t1$", Path(f"/proc/{child}/status").read_text(), re.MULTILINE):
                    return int(child)
        return None

    def _has_booted(self) -> bool:
        if not self.path("/run/systemd/private").exists():
            return False
        state = self.run("systemctl", "is-system-running", "--wait", limit=BOOT_S).stdout.strip()
        return state in {"running", "degraded"}

    def pull_the_plug(self) -> None:
        """Cut the power: no orderly shutdown, no further writes."""
        if self._leader:
            os.kill(self._leader, signal.SIGKILL)
        elif self._process is not None:  # it has not started so far
            self._process.kill()
        self._ended()

    def power_off(self) -> None:
        """Shut down in good order."""
        self.run("systemctl", "poweroff")
        self._ended()

    def wait_until_off(self) -> None:
        """Wait until it has been switched off from inside. ``TimeoutExpired`` if it is not."""
        self._ended()

    def _ended(self) -> None:
        assert self._process is not None
        self._process.wait(BOOT_S)
        self._process, self._leader = None, 0
        for group, _, _ in os.walk(self._cgroup, topdown=False):
            Path(group).rmdir()

    @property
    def is_on(self) -> bool:
        """True if it runs."""
        return self._process is not None and self._process.poll() is None

    def close(self) -> None:
        """End it, and remove everything."""
        if self.is_on:
            with contextlib.suppress(ProcessLookupError):
                self.pull_the_plug()
        subprocess.run(["umount", "--lazy", str(self.root)], check=True)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if error is not None:
            error.add_note(f"its console:\n{(self._folder / 'console.log').read_text(errors='replace')[-3000:]}")
        self.close()

    # ---------------------------------------------------------------- what is seen of it and done there

    def path(self, path: str) -> Path:
        """Return a path of the running machine, as seen from here: also of sockets and files in its memory."""
        return Path(f"/proc/{self._leader}/root") / path.lstrip("/")

    def run(self, *command: str, limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
        """Run a command there as root; return its result."""
        return subprocess.run(
            self._there(command), capture_output=True, text=True, check=False, timeout=limit, stdin=subprocess.DEVNULL
        )

    @contextlib.contextmanager
    def meanwhile(self, *command: str) -> Iterator[subprocess.Popen[bytes]]:
        """Run a command there as root within the block; its output goes to the console."""
        with (
            (self._folder / "console.log").open("ab") as log,
            subprocess.Popen(self._there(command), stdin=subprocess.DEVNULL, stdout=log, stderr=log) as process,
        ):
            try:
                yield process
            finally:
                process.kill()

    def _there(self, command: Sequence[str]) -> list[str]:
        into = ["nsenter", f"--target={self._leader}", "--mount", "--uts", "--ipc", "--net", "--pid", "--cgroup"]
        environment = [f"{name}={value}" for name, value in _ENVIRONMENT.items()]
        return [*into, "--root", "--wd", "env", "-i", *environment, *command]

    def wait_for(self, what: str, found: Callable[[], _Seen | None], limit: float = 60.0) -> _Seen:
        """Return the first result of ``found`` that is not None or False; ``AssertionError`` with ``what`` if late."""
        return wait_for(what, found, limit, lambda: self.is_on, _POLL)
