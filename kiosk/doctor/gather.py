"""Finds out everything that the checks look at. With a kiosk running, its devices are left alone and it is asked."""

from __future__ import annotations

import os
import platform
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from hardware.gpio.factory import open_factory
from kiosk import ask, fit, paths
from kiosk.config import DEFAULT, ConfigError, load
from kiosk.doctor import devices, machine
from kiosk.doctor.boards import find_boards
from kiosk.doctor.facts import Configuration, Facts, LastGood, Pins, Place, RunningTable
from kiosk.doctor.pins import read_pins
from kiosk.effective import effective
from kiosk.last_good import Unreadable, changes
from kiosk.settings import Settings

_ANSWER_S: Final = 5.0


def gather(config_file: Path | None) -> Facts:
    """The facts of this machine, with the configuration in ``config_file`` (by default the packaged one)."""
    config = configuration(config_file)
    table = running_table(paths.table_socket())
    settings = config.settings
    idle = table.health is None and table.silence is None  # nobody holds the devices
    return Facts(
        user=machine.user(),
        kernel=platform.release(),
        model=machine.model(),
        config=config,
        table=table,
        clock=machine.clock(),
        scheduling=machine.scheduling(),
        screen=devices.screen(settings.window) if idle and settings else None,
        panels=devices.panels(settings.touch.device if settings else "auto"),
        pins=_pins(settings) if idle and settings and _gpio(settings) else None,
        boards=find_boards(settings.dice_boards()) if idle and settings and _gpio(settings) else None,
        rights=machine.rights(_needed_groups(settings)),
        places=_places(settings),
        power=machine.power(),
    )


def configuration(file: Path | None) -> Configuration:
    """What ``kiosk config check`` would say of the file."""
    name = (file or DEFAULT).name
    try:
        settings = load(file)
    except ConfigError as error:
        return Configuration(name, None, tuple(error.lines), last_good=_last_good(file or DEFAULT, None))
    warnings = tuple(f"{name}: {line}" for line in fit.warnings(settings))
    return Configuration(name, settings, warnings=warnings, last_good=_last_good(file or DEFAULT, settings))


def _last_good(file: Path, settings: Settings | None) -> LastGood | None:
    """What ``file`` says otherwise than the last good configuration; ``settings``: what it is read as."""
    kept = paths.last_good_file()
    last = LastGood(str(kept), usable=_loads(kept))
    try:
        if not kept.exists():
            return None
        now = _text(file) if settings is None else effective(settings)
        return replace(last, changes=changes(_text(kept), now))
    except OSError as error:
        return replace(last, problem=f"{error.filename}: {error.strerror}")
    except Unreadable as error:
        return replace(last, problem=str(error))


def _text(file: Path) -> str:
    """What can be read of it: what cannot is shown where it is."""
    return file.read_bytes().decode(errors="replace")


def _loads(file: Path) -> bool:
    try:
        load(file)
    except ConfigError:
        return False
    return True


def running_table(socket: Path) -> RunningTable:
    """What the table that listens at ``socket`` says of itself."""
    try:
        return RunningTable(ask.ask_health(socket, _ANSWER_S))
    except ask.Silent as error:
        return RunningTable(silence=str(error))
    except ask.NotRunning:
        return RunningTable()


def _pins(settings: Settings) -> Pins:
    return read_pins(settings.wiring(), partial(open_factory, settings.hardware.pin_factory))


def _gpio(settings: Settings) -> bool:
    return settings.hardware.kind == "gpio"


def _needed_groups(settings: Settings | None) -> frozenset[str]:
    """The groups whose devices the table of ``settings`` uses."""
    needed = set()
    if settings is not None and _gpio(settings):
        needed.add("gpio")
        if settings.dice_boards():
            needed.add("dialout")
    if settings is not None and settings.touch.provider == "evdev":
        needed.add("input")
    if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):  # on a desktop its server draws
        needed |= {"video", "render"}
    return frozenset(needed)


def _places(settings: Settings | None) -> tuple[Place, ...]:
    """The folders that table and display write to."""
    kivy = os.environ.get("KIVY_HOME") or Path.home() / ".kivy"
    places = [
        machine.place(paths.runtime_dir(), "sockets", "set KIOSK_RUNTIME_DIR to a folder that may be written to"),
        machine.place(paths.state_dir(), "results"),
        machine.place(Path(kivy), "Kivy's home", "set KIVY_HOME to a folder that may be written to"),
    ]
    if settings is not None and _gpio(settings) and settings.hardware.pin_factory == "lgpio":
        pipes = Path(os.environ.get("LG_WD") or Path.cwd())
        places.append(machine.place(pipes, "lgpio's pipe", "start the kiosk in a folder that may be written to"))
    return tuple(places)
