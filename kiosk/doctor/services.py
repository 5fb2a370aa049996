"""Finds out, on an appliance, which services run table and display, each as a user of its own, as systemd has them."""

from __future__ import annotations

import contextlib
import os
import shlex
import stat
import subprocess
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Final

UNITS: Final = {"table": "ligretto-table", "display": "ligretto-display"}
"""By the part of the kiosk that each runs."""

_PROPERTIES: Final = "User,WorkingDirectory,Environment,LimitRTPRIO,DevicePolicy,DeviceAllow,ActiveState"
_PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class Service:
    """A service of an appliance, with all that ``systemctl edit`` has changed in it."""

    name: str
    """``ligretto-table``."""
    part: str
    """``table`` or ``display``."""
    user: str
    folder: Path
    """Its working folder: systemd makes it when the service starts."""
    environment: Mapping[str, str]
    active: bool
    """It runs, starts or ends: what it uses may be in use."""
    rtprio: int
    """The highest priority in real time that it may ask for."""
    devices: tuple[str, ...] | None
    """The devices that its control group allows, as DeviceAllow= names them; None: all."""

    def allows(self, device: Path, groups: Path = Path("/proc/devices")) -> bool:
        """Return whether the service's control group lets it open ``device``, whatever the file's permissions are."""
        with contextlib.suppress(OSError):
            about = device.stat()
            if self.devices is not None and stat.S_ISCHR(about.st_mode):
                major = str(os.major(about.st_rdev))
                names = {str(device), *(f"char-{name}" for name in (major, *_groups(major, groups)))}
                return any(fnmatchcase(name, allowed) for name in names for allowed in self.devices)
        return True


def _groups(major: str, file: Path) -> Iterator[str]:
    """Yield what ``/proc/devices`` calls the character devices of this major number."""
    lines = (line.split() for line in file.read_text().partition("Block devices:")[0].splitlines())
    yield from (words[1] for words in lines if len(words) == 2 and words[0] == major)


def services(runtime: Path) -> tuple[Service, ...]:
    """The services of the kiosk whose sockets are in ``runtime``; none: a person runs it."""
    try:
        command = ["systemctl", "show", f"--property={_PROPERTIES}", *(f"{name}.service" for name in UNITS.values())]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ()
    told = zip(UNITS.items(), done.stdout.strip().split("\n\n"), strict=False)
    found = [_service(part, name, text.splitlines()) for (part, name), text in told]
    return tuple(
        service for service in found if service.user and service.environment.get("KIOSK_RUNTIME_DIR") == str(runtime)
    )


def _service(part: str, name: str, lines: Sequence[str]) -> Service:
    keys = dict(line.split("=", 1) for line in lines if "=" in line)
    allowed = tuple(line.partition("=")[2].split()[0] for line in lines if line.startswith("DeviceAllow="))
    limit = keys.get("LimitRTPRIO", "0")
    return Service(
        name,
        part,
        keys.get("User", ""),
        Path(keys.get("WorkingDirectory", "/").lstrip("!")),
        dict(setting.split("=", 1) for setting in shlex.split(keys.get("Environment", "")) if "=" in setting),
        keys.get("ActiveState") not in {"inactive", "failed"},
        int(limit) if limit.isdecimal() else 99,
        None if keys.get("DevicePolicy") == "auto" and not allowed else allowed,
    )
