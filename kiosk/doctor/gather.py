"""Collection of the facts for the checks. If a kiosk runs, it is queried, and its devices are not opened."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from kiosk.config import fit_check
from kiosk.config.dump import effective
from kiosk.config.last_good import Unreadable, changes
from kiosk.config.loader import DEFAULT, ConfigError, load, load_installed
from kiosk.config.schema import Settings
from kiosk.config.secrecy import passwords
from kiosk.doctor import machine, machine_checks
from kiosk.doctor.devices import connectors
from kiosk.doctor.facts import Configuration, Facts, LastGood, RunningTable, Scheduling, Seen
from kiosk.doctor.hall_checks import hall_here
from kiosk.doctor.look import Task, drivers_of, games, lamps_of, look, look_as, public_text, task_of, together
from kiosk.doctor.services import ServiceFacts, services
from kiosk.doctor.table_checks import examined, restore_here, set_aside_here, unread_here
from kiosk.locale.catalogues import broken
from kiosk.locale.languages import installed, orders_text
from kiosk.protocol import client
from kiosk.service.staff_settings import SetAtTable, service_file, set_at_table
from kiosk.service.stick_configuration import outcome_in
from kiosk.system import paths
from kiosk.system.files import WRITTEN_BYTES, read_regular
from kiosk.system.privileges import as_owner
from kiosk.system.yardstick import unit

_ANSWER_S: Final = 5.0
_SET_UP: Final = Path("/boot/firmware/ligretto/first-boot")
"""The script on a card, which is gone when the table is set up (``systemd/first-boot``)."""


def gather(config_file: Path | None) -> Facts:
    """Return the facts of this machine, with the configuration in ``config_file`` (by default the packaged one)."""
    config = replace(
        configuration(config_file), from_stick=outcome_in(paths.runtime_dir()), card_waits=_SET_UP.exists()
    )
    table = running_table(paths.table_socket())
    idle = table.health is None and table.silence is None  # the devices are free
    found = services(paths.runtime_dir())
    seen = _seen(found, idle, config.settings)
    return Facts(
        user=next((service.user for service in found), machine.user()),
        kernel=platform.release(),
        model=machine.model(),
        config=config,
        table=table,
        clock=machine.clock(),
        scheduling=next((Scheduling(service.rtprio, capable=False) for service in found), machine.scheduling()),
        screen=seen.screen,
        connectors=connectors(),
        panels=seen.panels,
        pins=seen.pins,
        firmware=machine_checks.examined(config.settings),
        lamps=lamps_of(config.settings),
        drivers=drivers_of(config.settings),
        games=games(),
        boards=seen.boards,
        rights=seen.rights,
        places=seen.places,
        unknown=seen.unknown,
        set_aside=set_aside_here(),
        unread=unread_here(time.time()),
        restore=restore_here(),
        store_password=examined(config.settings.records.password_file) if config.settings else None,
        power=machine.power(),
        yardstick=unit(),
        orders_text=orders_text(),
        finds_fribidi=machine.finds_fribidi(),
        broken_catalogues=broken(config.settings.language.offered if config.settings else installed()),
        appliance=bool(found),
        sound=seen.sound,
        hall=hall_here(config.settings, config_file, appliance=bool(found)),
    )


def _seen(found: Sequence[ServiceFacts], idle: bool, settings: Settings | None) -> Seen:
    """Return the devices and folders, with the access rights of their users.

    On an appliance root examines them as the user of each service; a service's user can only examine its own.
    """
    if not found:
        return look(Task(idle=idle, configuration=public_text(settings)))
    if os.geteuid() == 0:
        return together(_as_the_unit_says(service, look_as(service, idle, settings)) for service in found)
    return together(
        _as_the_unit_says(service, look(task_of(service, idle, settings)))
        for service in found
        if service.user == machine.user()
    )


def _as_the_unit_says(service: ServiceFacts, seen: Seen) -> Seen:
    """Add the devices that the service's control group denies."""
    rights = (
        replace(right, barred=tuple(path for path in right.paths if not service.allows(Path(path))))
        for right in seen.rights
    )
    return replace(seen, rights=tuple(rights))


def configuration(file: Path | None) -> Configuration:
    """Return the configuration, with the errors and warnings of ``kiosk config check``."""
    name = (file or DEFAULT).name
    try:
        settings = load(file)
    except ConfigError as error:
        return Configuration(name, _usable(file), tuple(error.lines), last_good=_last_good(file or DEFAULT, None))
    lines = (*fit_check.warnings(settings), *passwords(settings))
    nobody_there = fit_check.edge_warnings(settings) if settings.hardware.simulated else []
    return Configuration(
        name,
        settings,
        warnings=tuple(f"{name}: {line}" for line in lines if line not in nobody_there),
        notes=tuple(f"{name}: {line}" for line in nobody_there),
        last_good=_last_good(file or DEFAULT, settings),
        at_table=_at_table(settings),
    )


def _at_table(settings: Settings) -> tuple[SetAtTable, ...]:
    kept = service_file()
    if not kept.exists():
        return ()
    with as_owner(kept.parent):  # it may be a link to a file that only root may read
        return set_at_table(settings, kept)


def _usable(file: Path | None) -> Settings | None:
    """Return the settings that services run with if the only errors are values that name something not installed."""
    try:
        return load_installed(file).settings
    except ConfigError:
        return None


def _last_good(file: Path, settings: Settings | None) -> LastGood | None:
    """Return the differences of ``file``, parsed as ``settings``, from the last good configuration."""
    kept = paths.last_good_file()
    last = LastGood(str(kept))
    try:
        if not kept.parent.exists():
            return None
        with as_owner(kept.parent):  # it may be a link to a file that only root may read
            last = replace(last, usable=_loads(kept))
            if not kept.exists():
                return None
            before = _text(kept)
        now = _text(file) if settings is None else effective(settings)
        return replace(last, changes=changes(before, now))
    except OSError as error:
        return replace(last, problem=f"{error.filename}: {error.strerror}")
    except Unreadable as error:
        return replace(last, problem=str(error))


def _text(file: Path) -> str:
    return read_regular(file, WRITTEN_BYTES).decode(errors="replace")


def _loads(file: Path) -> bool:
    try:
        load(file)
    except ConfigError:
        return False
    return True


def running_table(socket: Path) -> RunningTable:
    """Return the health of the table that listens at ``socket``."""
    try:
        return RunningTable(client.ask_health(socket, _ANSWER_S))
    except client.Silent as error:
        return RunningTable(silence=str(error))
    except client.NotRunning:
        return RunningTable()
