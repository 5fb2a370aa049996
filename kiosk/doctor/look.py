"""Examination of the devices and folders that table and display use, with the rights of the current user.

On an appliance each is a service with its own user. Root opens none of their devices itself, but runs
``python -m kiosk.doctor.look`` as each user, which reads its task and writes its result as JSON.
"""

from __future__ import annotations

import itertools
import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import msgspec

from hardware.api import HardwareError
from hardware.gpio.factory import lamp_driver, open_factory
from hardware.installed_drivers import DriverRole, installed
from kiosk.config.dump import effective
from kiosk.config.loader import parse
from kiosk.config.schema import Settings
from kiosk.config.secrecy import without_secrets
from kiosk.doctor import devices, machine
from kiosk.doctor.devices import find_boards, read_pins
from kiosk.doctor.facts import EVENING, FolderFacts, LampFacts, OtherDriver, OtherGame, Room, Seen
from kiosk.doctor.services import ServiceFacts
from kiosk.game_registry import blame, registry
from kiosk.protocol import english
from kiosk.system import paths, set_aside
from kiosk.system.decoders import prepared

_PATIENCE_S: Final = 60.0
"""Timeout in seconds of such a process: longer than listening for boards and opening a window together."""

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"

_MEMORY: Final = Room(1024**2, 4 * 1024**2, "it is in memory: `df -h` shows it; restart to empty it")
"""The space for sockets and pipes."""
_CACHE: Final = EVENING._replace(little=5 * 1024**2, scarce=50 * 1024**2)
"""The space for caches."""

_T = TypeVar("_T")


class _Folder(NamedTuple):
    """A folder that is written to; the fields are those of ``FolderFacts``."""

    path: Path
    purpose: str
    movable: str
    room: Room


@dataclass(frozen=True, slots=True)
class Task:
    """The devices and folders to examine."""

    parts: tuple[str, ...] = machine.PARTS
    """``table``, ``display`` or both."""
    idle: bool = False
    """True if nothing runs, so that screen, pins and boards may be opened."""
    service: str = ""
    """The service that runs as this user; empty: a person runs the kiosk."""
    folder: str | None = None
    """The table's working folder, where lgpio creates its pipe; None: the current one."""
    configuration: str = ""
    """The configuration as TOML; empty: it is unusable."""


def look(task: Task) -> Seen:
    """Examine everything in ``task`` as the current user."""
    settings = parse(task.configuration, "") if task.configuration else None
    seen = []
    if "display" in task.parts:
        seen.append(_display(settings, task.idle))
    if "table" in task.parts and task.idle and settings and settings.hardware.kind == "gpio":
        seen.append(_hardware(settings))
    rights = machine.rights(_needed(settings, task.service), task.parts, task.service)
    return together([*seen, Seen(rights=rights, places=tuple(_places(settings, task)))])


def _display(settings: Settings | None, idle: bool) -> Seen:
    """Examine the touch panels; screen and loudspeaker, if no display has them."""
    return Seen(
        screen=devices.screen(settings.window) if settings and idle else None,
        panels=devices.panels(settings.touch.device if settings else "auto"),
        sound=devices.sound(settings.sound) if settings and idle else None,
    )


def _hardware(settings: Settings) -> Seen:
    """Open and examine the configured pins and boards, without those that drivers of other packages have."""
    hardware = settings.hardware
    return Seen(
        pins=read_pins(settings.wiring(), open_factory) if hardware.header else None,
        boards=find_boards(settings.dice_boards()) if hardware.dice_readers is None else None,
    )


def task_of(service: ServiceFacts, idle: bool, settings: Settings | None) -> Task:
    """Return the task for the user of ``service``; ``idle``: no table answers."""
    parts, idle = (service.part,), idle and not service.active
    return Task(parts, idle, service.name, str(service.folder), public_text(settings))


def public_text(settings: Settings | None) -> str:
    """Return the configuration for the process of another user: it has no secrets. Empty: it is unusable."""
    return effective(without_secrets(settings)) if settings else ""


def look_as(service: ServiceFacts, idle: bool, settings: Settings | None) -> Seen:
    """Examine everything as the user of ``service``. Only for root."""
    try:
        user = pwd.getpwnam(service.user)
        done = subprocess.run(
            [sys.executable, "-m", "kiosk.doctor.look"],
            input=msgspec.json.encode(task_of(service, idle, settings)),
            capture_output=True,
            timeout=_PATIENCE_S,
            check=True,
            env={
                "PATH": _PATH,
                "LANG": "C.UTF-8",
                "HOME": user.pw_dir,
                **service.environment,
                "KIOSK_STATE_DIR": str(paths.state_dir()),
            },
            cwd="/",
            user=user.pw_uid,
            group=user.pw_gid,
            extra_groups=os.getgrouplist(service.user, user.pw_gid),
            start_new_session=True,  # without root's terminal
        )
        return msgspec.json.decode(done.stdout, type=prepared(Seen))
    except (OSError, KeyError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
        said = getattr(error, "stderr", None) or b""
        why = said.decode(errors="replace").strip().rpartition("\n")[2] or error
        return Seen(unknown=(f"the devices of {service.name}: {why}",))


def together(seen: Iterable[Seen]) -> Seen:
    """Merge several results into one, such as those of several users."""
    every = tuple(seen)
    return Seen(
        screen=_first(one.screen for one in every),
        panels=_joined(one.panels for one in every),
        pins=_first(one.pins for one in every),
        boards=_first(one.boards for one in every),
        rights=_joined(one.rights for one in every),
        places=_joined(one.places for one in every),
        unknown=_joined(one.unknown for one in every),
        sound=_first(one.sound for one in every),
    )


def _first(found: Iterable[_T | None]) -> _T | None:
    return next((one for one in found if one is not None), None)


def _joined(groups: Iterable[tuple[_T, ...]]) -> tuple[_T, ...]:
    return tuple(itertools.chain.from_iterable(groups))


def lamps_of(settings: Settings | None) -> LampFacts | None:
    """Return how a table with these settings drives the lamps at the header; None if it has no pins."""
    if settings is None or not settings.hardware.header:
        return None
    try:
        library, note = lamp_driver(settings.hardware.pin_factory, settings.wiring())
    except HardwareError as error:
        return LampFacts(error=english(error.fault))
    return LampFacts(dimmed=library == "lgpio", note=None if note is None else english(note))


def drivers_of(settings: Settings | None) -> tuple[OtherDriver, ...]:
    """Return the drivers of other packages that these settings name, after loading them; none is opened."""
    return tuple(_other(role, name) for role, name in settings.hardware.drivers().items()) if settings else ()


def games() -> tuple[OtherGame, ...]:
    """Return the installed games of other packages; of those that can be used only entry and rules are loaded."""
    usable = [OtherGame(name, registry.package_of(name)) for name in registry.others()]
    absent = blame.absent(set_aside.file_in(paths.state_dir()))
    return (*usable, *(OtherGame(name, str(fault.values["package"]), english(fault)) for name, fault in absent))


def _other(role: DriverRole, name: str) -> OtherDriver:
    try:
        driver = installed(role, name)
        driver.load()
    except HardwareError as error:
        return OtherDriver(role, name, error=english(error.fault))
    return OtherDriver(role, name, driver.package)


def _needed(settings: Settings | None, service: str) -> frozenset[str]:
    """Return the groups whose devices the table of ``settings`` uses."""
    needed = {"audio"} if service else set()
    if settings is not None and settings.hardware.header:
        needed.add("gpio")
    if settings is not None and settings.serial_ports():
        needed.add("dialout")
    if settings is not None and settings.touch.provider == "evdev":
        needed.add("input")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):  # on a desktop only its server needs them
        needed |= {"video", "render"}
    return frozenset(needed)


def _places(settings: Settings | None, task: Task) -> Iterator[FolderFacts]:
    """Yield the folders that are written to, without those that systemd creates when the service starts."""
    made = (Path(task.folder), paths.state_dir(), _sockets(task)) if task.service and task.folder else ()
    for path, purpose, movable, room in _folders(settings, task):
        waits = any(path.is_relative_to(folder) and not folder.exists() for folder in made)
        if not waits:
            yield machine.place(path, purpose, "" if task.service else movable, room, task.service)


def _folders(settings: Settings | None, task: Task) -> list[_Folder]:
    """Return the folders that the parts in ``task`` write to."""
    lamps = lamps_of(settings)
    kivy = Path(os.environ.get("KIVY_HOME") or Path.home() / ".kivy")
    pipes = Path(os.environ.get("LG_WD") or task.folder or Path.cwd())
    folders = [_Folder(_sockets(task), "sockets", "set KIOSK_RUNTIME_DIR to a folder that may be written to", _MEMORY)]
    if "table" in task.parts:
        folders.append(_Folder(paths.state_dir(), "results", "", EVENING))
    if "display" in task.parts:
        folders.append(
            _Folder(
                kivy,
                "folder of Kivy (the picture)",
                "set KIVY_HOME to a folder that may be written to",
                _CACHE,
            )
        )
    if "table" in task.parts and lamps is not None and lamps.dimmed:
        folders.append(_Folder(pipes, "lgpio's pipe", "start the kiosk in a folder that may be written to", _MEMORY))
    return folders


def _sockets(task: Task) -> Path:
    """Return the folder of the socket of a service, or that of both for a person."""
    if "table" in task.parts and "display" in task.parts:
        return paths.runtime_dir()
    return (paths.table_socket() if "table" in task.parts else paths.display_socket()).parent


def main() -> int:
    """Run the task on standard input, and write the result to standard output."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=prepared(Task))
    with tempfile.TemporaryDirectory() as own:
        os.chdir(own)  # lgpio creates a pipe there
        sys.stdout.buffer.write(msgspec.json.encode(look(task)))
        os.chdir("/")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
