"""Checks of the machine that the table runs on: rights, real time, clocks, disk, power, and a Pi's config.txt.

Config.txt is checked against the configuration: its lines, and what has come of them.
"""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware import realtime
from kiosk.config.config_txt import added_in, read, without_block
from kiosk.config.pi_needs import needs
from kiosk.config.pi_presence import missing
from kiosk.config.schema import Settings
from kiosk.doctor.facts import Facts, FirmwareFacts, FolderFacts, Right
from kiosk.doctor.finding import Finding, fault, good, note, warning
from kiosk.protocol.staff_menu import Advice
from kiosk.system.files import WRITTEN_BYTES, read_regular

SET_UP: Final = "sudo /opt/ligretto-kiosk/current/systemd/setup appliance"
"""The command that restores an appliance's files from the running release."""

OLDEST_KERNEL: Final = (5, 10)
"""Older kernels lack version 2 of the GPIO interface, and use another clock for the timestamps of edges."""

YEAR: Final = 2025
"""No table existed before this year: a wall clock that is earlier has not been set."""

COARSE_NS: Final = 1_000
"""Maximum resolution of CLOCK_MONOTONIC: a coarser clock could not order near-simultaneous presses."""

HOT: Final = 80.0
"""Degrees Celsius from which a Raspberry Pi slows down."""

_RULE: Final = "/etc/udev/rules.d/60-ligretto.rules"


def machine(facts: Facts) -> Iterator[Finding]:
    """Check the computer and its kernel."""
    found = re.match(r"(\d+)\.(\d+)", facts.kernel)
    speed = "" if facts.yardstick is None else f", yardstick {facts.yardstick * 1000:.2f} ms"
    computer = f"{facts.model or 'not a Raspberry Pi'}, Linux {facts.kernel}{speed}"
    if _gpio(facts) and found and (int(found[1]), int(found[2])) < OLDEST_KERNEL:
        yield fault(f"{computer}: edges need 5.10 or newer", "sudo apt full-upgrade, then restart")
    elif _gpio(facts) and facts.model is None:
        yield warning(
            f"{computer}: there are no GPIO pins here, but the configuration expects them",
            'run this on the Pi, or set kind = "simulated" under [hardware]',
        )
    else:
        yield good(computer)


def permissions(facts: Facts) -> Iterator[Finding]:
    """Check the access to the devices that the configured table needs."""
    yield from _missing_rights(facts)
    yield from _granted_rights(facts)
    if not any(right.paths for right in facts.rights):
        yield note(f"{facts.user}: no device here needs special rights")
    for unknown in facts.unknown:
        yield warning(f"could not be examined: {unknown}", "report it, with the file from sudo kiosk report")


def _missing_rights(facts: Facts) -> Iterator[Finding]:
    """Yield a fault for each class of needed devices that a user may not use."""
    for right in facts.rights:
        if right.needed and right.barred:
            yield _barred(right)
        elif right.needed and right.denied:
            yield _denied(right.user or facts.user, right)


def _granted_rights(facts: Facts) -> Iterator[Finding]:
    granted: dict[str, list[str]] = {}
    for right in facts.rights:
        if right.paths and not right.denied and not right.barred:
            granted.setdefault(right.user or facts.user, []).append(right.devices)
    for user, devices in granted.items():
        yield good(f"{user} may use: {', '.join(devices)}")


def _barred(right: Right) -> Finding:
    return fault(
        f"the unit {right.service} denies it the {right.devices} ({', '.join(right.barred)})",
        f"`systemctl cat {right.service}` shows its DeviceAllow=; correct it: sudo systemctl edit {right.service}; "
        f"then: sudo systemctl restart {right.service}",
    )


def _denied(user: str, right: Right) -> Finding:
    denial = f"{user} may not use the {right.devices} ({', '.join(right.denied)})"
    if right.service:  # the set-up defines all groups of a service's user
        return fault(
            denial,
            f"sudo systemd-sysusers; sudo udevadm trigger; sudo systemctl restart {right.service}; if that fails: "
            f"{SET_UP}",
        )
    if right.joins:
        return fault(
            f"{denial}: this session began before {user} was in the group {right.group}",
            "log out and in again, or restart",
        )
    join = f"sudo usermod -aG {right.group} {user}, then log out and in again"
    if right.owned:
        return fault(denial, join)
    rule = f'SUBSYSTEM=="{right.subsystem}", GROUP="{right.group}", MODE="0660"'
    return fault(
        f"{denial}: they do not belong to the group {right.group}",
        f"sudo groupadd -rf {right.group}; echo '{rule}' | sudo tee -a {_RULE}; sudo udevadm control --reload; "
        f"sudo udevadm trigger; {join}",
    )


def real_time(facts: Facts) -> Iterator[Finding]:
    """Check the real-time scheduling (SCHED_FIFO) of the threads from edge to verdict, or the right to it."""
    if facts.table.health is not None:
        why_not = facts.table.health.realtime
        simulated = facts.table.health.hardware.startswith("simulated")
        yield (
            good("not needed: simulated buttons")
            if simulated
            else (warning(why_not) if why_not else good("the table's edge threads and its runner run in real time"))
        )
    elif facts.scheduling.capable or facts.scheduling.limit >= realtime.EDGES:
        yield good(f"{facts.user} may run threads in real time")
    elif _gpio(facts):
        yield warning(f"{facts.user} may not run threads in real time: presses may wait for other work", realtime.MEND)
    else:
        yield note("not allowed, and not needed: the hardware is simulated")


def clock(facts: Facts) -> Iterator[Finding]:
    """Check the clock of the timestamps, and the wall clock."""
    seen = facts.clock
    if seen.backwards or seen.resolution_ns > COARSE_NS:
        how = f"went back {seen.backwards} times" if seen.backwards else f"has steps of {seen.resolution_ns} ns"
        yield fault(
            f"CLOCK_MONOTONIC {how}: presses cannot be put in order",
            "remove clocksource= from /boot/firmware/cmdline.txt, and restart",
        )
    if seen.year < YEAR:
        yield warning(
            f"the wall clock says {seen.year}: results would be dated so",
            "connect the Pi to a network once, or: service menu, Settings, or: sudo date -s '2026-01-31 20:00'",
        )
    elif seen.synchronised is False:
        yield note("timestamps are plausible; the wall clock is not set by a network", "sudo timedatectl set-ntp true")
    elif seen.synchronised is None:
        yield note("timestamps are plausible; it is not known if the wall clock is right (there is no timedatectl)")
    elif not seen.backwards and seen.resolution_ns <= COARSE_NS:
        yield good("timestamps are plausible, the wall clock is set by the network")


def disk(facts: Facts) -> Iterator[Finding]:
    """Check the folders that are written to."""
    fine: dict[str, str] = {}
    for place in facts.places:
        folder = f"{place.purpose} ({place.path})"
        if place.error is not None:
            where = f"{place.where}: " if place.where != place.path else ""
            whose = f" by {place.user}" if place.service else ""
            why = f"{where}{os.strerror(place.error)}"
            yield fault(f"{folder} cannot be written to{whose}: {why}", _writable(place, place.user or facts.user))
        elif place.free < place.room.scarce:
            found = fault if place.free < place.room.little else warning
            yield found(f"{folder}: only {place.free // 1024**2} MB are free", place.room.mend)
        else:
            fine.setdefault(place.purpose, f"{place.purpose} {place.free / 1024**3:.1f} GB")
    if fine:
        yield good(f"free: {', '.join(fine.values())}")


def _writable(place: FolderFacts, user: str) -> str:
    """Return the fix that makes ``place`` writable, depending on its error."""
    if place.error == errno.EROFS:
        return f"sudo mount -o remount,rw $(findmnt -n -o TARGET -T {place.where}); if it recurs: a worn-out card"
    if place.error in (errno.ENOSPC, errno.EDQUOT):
        return place.room.mend
    if place.movable:
        return place.movable
    if place.error == errno.ENOTDIR:
        return f"it is not a folder: sudo mv {place.where} {place.where}.old"
    if place.service:  # systemd creates a service's folders when it starts
        return f"sudo systemd-tmpfiles --create; sudo systemctl restart {place.service}"
    return f"sudo install -d -o {user} {place.path}"


_UNDER_VOLTAGE, _SLOWED = 1 << 0, (1 << 1) | (1 << 2) | (1 << 3)
_BEFORE: Final = 16
"""Shift of the bits that the firmware latches since its start."""


def power(facts: Facts) -> Iterator[Finding]:
    """Check supply and temperature, as reported by the Raspberry Pi's firmware."""
    if facts.power is None:
        if facts.model is not None:
            yield note("not known: vcgencmd is not installed", "sudo apt install raspi-utils")
        return
    now, before = facts.power.throttled, facts.power.throttled >> _BEFORE
    celsius = facts.power.celsius
    warm = f"{celsius:.0f} °C" if celsius is not None else "temperature not known"
    if now & _UNDER_VOLTAGE:
        yield fault(f"under-voltage, {warm}", "a supply and a cable for the Pi's full current (Pi 4: 3 A, Pi 5: 5 A)")
    elif before & _UNDER_VOLTAGE:
        yield warning(
            f"there was under-voltage since the start, {warm}",
            "a supply and a cable for the Pi's full current (Pi 4: 3 A, Pi 5: 5 A)",
        )
    if now & _SLOWED or (celsius is not None and celsius >= HOT):
        yield warning(
            f"the processor is slowed down, {warm}", "a fan or a heat sink, and air holes in the table", Advice.COOL
        )
    elif not (now | before) & _UNDER_VOLTAGE:
        yield good(f"enough, {warm}")


def _gpio(facts: Facts) -> bool:
    settings = facts.config.settings
    return settings is not None and settings.hardware.header


CONFIG_TXT: Final = Path("/boot/firmware/config.txt")


def examined(settings: Settings | None, file: Path = CONFIG_TXT) -> FirmwareFacts | None:
    """Return what the pins of a table need of ``file``; None: it has none, or this is no Raspberry Pi."""
    if settings is None or settings.hardware.kind != "gpio" or not file.is_file():
        return None
    try:
        text = read_regular(file, WRITTEN_BYTES).decode("latin-1")
    except OSError as error:
        return FirmwareFacts(str(file), error=error.strerror or "")
    found, content = needs(settings, without_block(text), added_in(text)), read(text)
    lacking = [
        f"{line.text} ({need.why})"
        for need in found.known
        if need.vital
        for line in need.lines
        if not content.has(line)
    ]
    unknown = (one.words for one in found.unknown)
    return FirmwareFacts(
        str(file), tuple(lacking), tuple(sign.words for sign in missing(found.signs())), (*unknown, *found.remarks)
    )


def firmware(facts: Facts) -> Iterator[Finding]:
    """Check that config.txt has the lines that the configuration needs, and that they have worked."""
    seen = facts.firmware
    if seen is None:
        return
    if seen.error is not None:
        yield note(f"{seen.file} cannot be read ({seen.error})")
        return
    for line in seen.lacking:
        mend = f"{SET_UP}; then restart" if facts.appliance else f"write it into {seen.file}, below [all]; then restart"
        yield warning(f"{seen.file} lacks {line}", mend)
    yield from map(fault, seen.missing)
    yield from map(note, seen.remarks)
    if not seen.lacking and not seen.missing:
        yield good(f"{seen.file} has what the configuration needs")
