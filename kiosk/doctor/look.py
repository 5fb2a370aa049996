"""Examination of the devices and folders that table and display use, with the rights of the current user.

On an appliance each is a service with its own user. Root opens none of their devices itself, but runs
``python -m kiosk.doctor.look`` as each user, which reads its task and writes its result as JSON.
"""

from __future__ import annotations

import os
import pwd
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import msgspec

from hardware.api import HardwareError
from hardware.gpio.factory import lamp_driver, open_factory
from kiosk.config.dump import effective
from kiosk.config.loader import parse
from kiosk.config.schema import Settings
from kiosk.doctor import devices, machine
from kiosk.doctor.boards import find_boards
from kiosk.doctor.facts import EVENING, Lamps, Pins, Place, Room, Seen
from kiosk.doctor.pins import read_pins
from kiosk.doctor.services import Service
from kiosk.protocol import english
from kiosk.system import paths

_PATIENCE_S: Final = 60.0
"""Timeout in seconds of such a process: longer than listening for boards and opening a window together."""

_PATH: Final = "/usr/local/bin:/usr/bin:/bin"

_MEMORY: Final = Room(1024**2, 4 * 1024**2, "it is in memory: `df -h` shows it; restart to empty it")
"""The space for sockets and pipes."""
_CACHE: Final = EVENING._replace(little=5 * 1024**2, scarce=50 * 1024**2)
"""The space for caches."""


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
    table, display = (part in task.parts for part in machine.PARTS)
    gpio = settings is not None and settings.hardware.kind == "gpio"
    opened = settings if task.idle else None
    return Seen(
        screen=devices.screen(opened.window) if display and opened else None,
        panels=devices.panels(settings.touch.device if settings else "auto") if display else (),
        pins=_pins(opened) if table and gpio and opened else None,
        boards=find_boards(opened.dice_boards()) if table and gpio and opened else None,
        rights=machine.rights(_needed(settings, task.service), task.parts, task.service),
        places=tuple(_places(settings, task)),
    )


def task_of(service: Service, idle: bool, settings: Settings | None) -> Task:
    """Return the task for the user of ``service``; ``idle``: no table answers."""
    toml = effective(settings) if settings else ""
    return Task((service.part,), idle and not service.active, service.name, str(service.folder), toml)


def look_as(service: Service, idle: bool, settings: Settings | None) -> Seen:
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
        return msgspec.json.decode(done.stdout, type=Seen)
    except (OSError, KeyError, subprocess.SubprocessError, msgspec.MsgspecError) as error:
        said = getattr(error, "stderr", None) or b""
        why = said.decode(errors="replace").strip().rpartition("\n")[2] or error
        return Seen(unknown=(f"the devices of {service.name}: {why}",))


def together(seen: Iterable[Seen]) -> Seen:
    """Merge the results of several users."""
    every = tuple(seen)
    return Seen(
        next((one.screen for one in every if one.screen), None),
        tuple(panel for one in every for panel in one.panels),
        next((one.pins for one in every if one.pins), None),
        next((one.boards for one in every if one.boards), None),
        tuple(right for one in every for right in one.rights),
        tuple(place for one in every for place in one.places),
        tuple(unknown for one in every for unknown in one.unknown),
    )


def _pins(settings: Settings) -> Pins:
    return read_pins(settings.wiring(), open_factory)


def lamps_of(settings: Settings | None) -> Lamps | None:
    """Return how a table with these settings drives the lamps at the header; None if it has no pins."""
    if settings is None or settings.hardware.kind != "gpio":
        return None
    try:
        library, note = lamp_driver(settings.hardware.pin_factory, settings.wiring())
    except HardwareError as error:
        return Lamps(error=english(error.fault))
    return Lamps(dimmed=library == "lgpio", note=None if note is None else english(note))


def _needed(settings: Settings | None, service: str) -> frozenset[str]:
    """Return the groups whose devices the table of ``settings`` uses."""
    needed = {"audio"} if service else set()
    if settings is not None and settings.hardware.kind == "gpio":
        needed.add("gpio")
        if settings.dice_boards():
            needed.add("dialout")
    if settings is not None and settings.touch.provider == "evdev":
        needed.add("input")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):  # on a desktop only its server needs them
        needed |= {"video", "render"}
    return frozenset(needed)


def _places(settings: Settings | None, task: Task) -> Iterator[Place]:
    """Yield the folders that are written to, without those that systemd creates when the service starts."""
    lamps = lamps_of(settings)
    kivy = Path(os.environ.get("KIVY_HOME") or Path.home() / ".kivy")
    pipes = Path(os.environ.get("LG_WD") or task.folder or Path.cwd())
    places = (
        (True, paths.runtime_dir(), "sockets", "set KIOSK_RUNTIME_DIR to a folder that may be written to", _MEMORY),
        ("table" in task.parts, paths.state_dir(), "results", "", EVENING),
        ("display" in task.parts, kivy, "Kivy's home", "set KIVY_HOME to a folder that may be written to", _CACHE),
        (
            "table" in task.parts and lamps is not None and lamps.dimmed,
            pipes,
            "lgpio's pipe",
            "start the kiosk in a folder that may be written to",
            _MEMORY,
        ),
    )
    made = (Path(task.folder), paths.state_dir()) if task.service and task.folder else ()
    for wanted, path, purpose, movable, room in places:
        waits = any(path.is_relative_to(folder) and not folder.exists() for folder in made)
        if wanted and not waits:
            yield machine.place(path, purpose, "" if task.service else movable, room, task.service)


def main() -> int:
    """Run the task on standard input, and write the result to standard output."""
    task = msgspec.json.decode(sys.stdin.buffer.read(), type=Task)
    with tempfile.TemporaryDirectory() as own:
        os.chdir(own)  # lgpio creates a pipe there
        sys.stdout.buffer.write(msgspec.json.encode(look(task)))
        os.chdir("/")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
