"""An appliance on a machine of its own: set up as in a venue, played at, broken in every way, inspected."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
from collections.abc import Callable, Iterator, Sequence
from multiprocessing.connection import Client
from pathlib import Path
from typing import Final, TypeVar

from hardware.api import Button, now
from kiosk import protocol as msg
from kiosk.display.remote_control import ask_scene
from kiosk.game.cards.commands import Played
from kiosk.game.seats import SeatNumber
from kiosk.journal.reader import RoundLog, unfinished
from kiosk.journal.records import Judged
from tests.rig.earlier_versions import EarlierVersion
from tests.rig.machine import LIMIT, PROGRAMS, Machine, base_tree
from tests.rig.scene import Scene
from tests.rig.watcher import Watcher

_Seen = TypeVar("_Seen")

ROOT: Final = Path(__file__).parents[2]
SOURCE: Final = "/src"
RUNTIME: Final = "/run/ligretto"
STATE: Final = "/var/lib/ligretto-kiosk"
JOURNAL: Final = f"{STATE}/journal"
STICK: Final = f"{RUNTIME}/usb"
SOCKETS: Final = (f"{RUNTIME}/table/sock", f"{RUNTIME}/display/sock")
RELEASES: Final = "/opt/ligretto-kiosk"
CONFIGURATION: Final = "/etc/ligretto-kiosk/table.toml"
TABLE: Final = "ligretto-table.service"
DISPLAY: Final = "ligretto-display.service"

_OFFSCREEN: Final = "[Service]\nEnvironment=SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LP_NUM_THREADS=1\n"
"""Settings for a machine without screen and loudspeaker. Everything else is as in a venue."""

_DEALS: Final = 3
"""Deals until there is a card in the middle."""
_FIRST_CARD_S: Final = 25.0
"""How long a deal has for it, with the countdown."""

_CONTENTS: Final = ("hardware", "kiosk", "systemd", "LICENSE", "README.md", "pyproject.toml")


def missing() -> str | None:
    """Return the reason why no appliance can be tried here, with the fix; None if one can."""
    absent = [name for name in (*PROGRAMS, "systemd-analyze", "shellcheck") if not shutil.which(name)]
    if absent:
        return f"no {', '.join(absent)}: run systemd/setup dev --rig"
    return None if os.getuid() == 0 else "only root can boot a machine: run the tests with sudo"


def source(folder: Path, version: str) -> Path:
    """Return a copy of this source in a new ``folder``, with another version number."""
    for name in _CONTENTS:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / name, symlinks=True, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ROOT / name, folder / name)
    project = folder / "pyproject.toml"
    project.write_text(re.sub(r'^version = ".*"', f'version = "{version}"', project.read_text(), flags=re.MULTILINE))
    return folder


def debian(suite: str = "bookworm", architecture: str = "") -> Path:
    """Return a Debian tree with the large packages. The set-up installs the rest; in Trixie some have other names."""
    listed = "cd systemd && . ./common.sh && echo $kivy_packages"
    kivy = subprocess.run(["sh", "-c", listed], cwd=ROOT, check=True, capture_output=True, text=True).stdout.split()
    return base_tree(suite, [*(kivy if suite == "bookworm" else ()), "python3-venv"], architecture)


class Controls:
    """The controls and views of a machine that is an appliance, of any kind of machine.

    ``earlier``: the version that it runs, if it is not ours.
    """

    earlier: EarlierVersion | None = None

    @property
    def sockets(self) -> tuple[str, str]:
        """The sockets of its table and of its display."""
        return self.earlier.sockets if self.earlier else SOCKETS

    def run(self, *command: str, limit: float = LIMIT) -> subprocess.CompletedProcess[str]:
        """Run a command there as root; return its result."""
        raise NotImplementedError

    def wait_for(self, what: str, found: Callable[[], _Seen | None], limit: float = 60.0) -> _Seen:
        """Return the first result of ``found`` that is not None or False; ``AssertionError`` with ``what`` if late."""
        raise NotImplementedError

    def socket(self, path: str) -> Path:
        """Return the path here of one of the machine's Unix sockets."""
        raise NotImplementedError

    def set_up(self, *arguments: str, source: str = SOURCE) -> subprocess.CompletedProcess[str]:
        """Run ``systemd/setup appliance`` with these arguments; return its result."""
        return self.run(f"{source}/systemd/setup", "appliance", *arguments, limit=400)

    def release(self, which: str = "current") -> str:
        """Return the folder of the running release, or of ``previous``; empty: there is none."""
        return self.run("readlink", f"{RELEASES}/{which}").stdout.strip()

    def releases(self) -> list[str]:
        """Return all kept releases."""
        return self.run("ls", f"{RELEASES}/releases").stdout.split()

    # ---------------------------------------------------------------- the services

    def show(self, unit: str, *names: str) -> dict[str, str]:
        """Return the properties of a unit."""
        told = self.run("systemctl", "show", unit, f"--property={','.join(names)}").stdout
        return dict(line.split("=", 1) for line in told.splitlines())

    def pid(self, unit: str) -> int:
        """Return the service's main process, by its number there; 0: none."""
        return int(self.show(unit, "MainPID")["MainPID"])

    def restarts(self, unit: str) -> int:
        """Return how often systemd has restarted it."""
        return int(self.show(unit, "NRestarts")["NRestarts"])

    def signal(self, unit: str, name: str) -> None:
        """Send a signal to the service's main process."""
        self.run("sh", "-c", f"kill -{name} {self.pid(unit)}")

    def wait_until_active(self, *units: str, limit: float = 60.0) -> None:
        """Wait until each of these has reported ready."""
        for unit in units:
            self.wait_for(f"{unit} is active", lambda unit=unit: self._is_active(unit), limit)  # type: ignore[misc]

    def _is_active(self, unit: str) -> bool:
        return self.show(unit, "ActiveState")["ActiveState"] == "active"

    def log(self, unit: str) -> str:
        """Return the unit's log in systemd's journal, with systemd's own lines about it."""
        return self.run("journalctl", "--no-pager", "--output=cat", f"--unit={unit}").stdout

    # ---------------------------------------------------------------- the game

    def scene(self) -> Scene | None:
        """Return everything that can be touched on the display; None: no answer."""
        with contextlib.suppress(OSError, EOFError):
            return Scene.parse(ask_scene(self.socket(self.sockets[1])))
        return None

    def wait_for_scene(self, *states: str, limit: float = 60.0) -> Scene:
        """Return the scene once the display shows one of these states."""

        def found() -> Scene | None:
            scene = self.scene()
            return scene if scene is not None and scene.state in states else None

        return self.wait_for(f"a display that shows {states}", found, limit)

    @contextlib.contextmanager
    def watched(self) -> Iterator[Watcher]:
        """Yield a watcher of the table's snapshots, which checks every card."""
        with Watcher(self.socket(self.sockets[0]), self.earlier) as watcher:
            yield watcher

    def press(self, seat: int, button: Button) -> None:
        """Press a seat's button on the screen."""
        self._say(msg.PressButton(SeatNumber(seat), button.value, now()))

    def _say(self, message: msg.ToTable) -> None:
        """Send a message as a display; return once the table has read it."""
        with Client(str(self.socket(self.sockets[0])), family="AF_UNIX") as display:
            display.send_bytes(msg.encode(msg.Hello(self.earlier.protocol if self.earlier else msg.PROTOCOL)))
            display.send_bytes(msg.encode(message))
            display.recv_bytes()  # the ``Welcome``

    def play(self) -> None:
        """Sit down at seat 1 and begin a match against the bots, or go on with the interrupted one.

        Nobody plays at seat 1: of a hundred deals there are two or so in which the bots come upon no 1 in half a
        minute. Then another one is dealt.
        """
        with self.watched() as table:
            for _ in range(_DEALS):
                if table.look().state == "attract":
                    self.press(1, Button.STOP)
                    table.wait_for("a seat that is taken", lambda snapshot: snapshot.state == "ready")
                    self.press(1, Button.PLAY)
                    self.press(1, Button.PLAY)  # without waiting for others
                self.wait_for("the match goes on", lambda: self._goes_on(table))
                if table.sees(lambda snapshot: snapshot.state == "play" and centered(snapshot) > 0, _FIRST_CARD_S):
                    return
                self._say(msg.LeaveSeat(SeatNumber(1), now()))
                table.wait_for("nobody is seated", lambda snapshot: snapshot.state == "attract")
        raise AssertionError(f"no card in the middle in {_DEALS} rounds; last: {table.newest}")

    def _goes_on(self, table: Watcher) -> bool:
        """Press until it goes on: a state ignores presses for a moment at first."""
        if table.look().state == "recovery":
            self.press(1, Button.PLAY)
        return table.newest.state in {"countdown", "play"}


class Appliance(Machine, Controls):
    """A machine with the source at ``/src`` and other shares; ``set_up`` makes it an appliance.

    ``over``: it begins with the written files of another machine with the same ``base``.
    """

    def __init__(self, folder: Path, base: Path | None = None, over: Sequence[Path] = (), **shares: Path) -> None:
        super().__init__(
            folder,
            [*over, base or debian()],
            {SOURCE: ROOT, **{f"/{name}": path for name, path in shares.items()}},
        )
        self._drop_in = self.root / f"etc/systemd/system/{DISPLAY}.d/rig.conf"
        self._drop_in.parent.mkdir(parents=True, exist_ok=True)
        self._drop_in.write_text(_OFFSCREEN)

    def socket(self, path: str) -> Path:
        """Like ``Controls.socket``."""
        return self.path(path)

    def forget_rig(self) -> None:
        """Remove the rig's display settings: the display of this machine's tree will have a screen."""
        self._drop_in.unlink()
        self._drop_in.parent.rmdir()

    def plays_on(self, name: str, *states: str) -> None:
        """Check that the same round is on the table and on the display, and can be played on."""
        self.wait_until_active(TABLE, DISPLAY)
        self.wait_for_scene(*states)
        assert self.journal().round == name
        self.play()

    def journal(self) -> RoundLog:
        """Return the running round, as the disk has it. ``AssertionError``: there is none, or it has gaps."""
        log = unfinished(self.root / JOURNAL.lstrip("/"))
        assert log is not None, "no round is under way"
        assert not log.problems, log.problems
        return log


def centered(snapshot: msg.Snapshot) -> int:
    """Return the number of cards in the centre."""
    return sum(view.centered for view in snapshot.seats)


def kept(log: RoundLog) -> int:
    """Return the number of cards in the centre by the records on the disk."""
    judged = (record for record in log.records if isinstance(record, Judged))
    return sum(event[0] == Played.__name__ for record in judged for event in record.events)
