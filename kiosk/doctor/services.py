"""Discovery of an appliance's services for table and display, each with its own user, from systemd."""

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
"""The units by the part of the kiosk that each runs."""

_PROPERTIES: Final = "User,WorkingDirectory,Environment,LimitRTPRIO,DevicePolicy,DeviceAllow,ActiveState"
_PATIENCE_S: Final = 5.0


@dataclass(frozen=True, slots=True)
class ServiceFacts:
    """A service of an appliance, including changes by ``systemctl edit``."""

    name: str
    """``ligretto-table``."""
    part: str
    """``table`` or ``display``."""
    user: str
    folder: Path
    """Its working folder, which systemd creates when the service starts."""
    environment: Mapping[str, str]
    active: bool
    """True if it runs, starts or stops, so that its devices may be in use."""
    rtprio: int
    """The highest real-time priority that it may request."""
    devices: tuple[str, ...] | None
    """The devices that its control group allows, named as in DeviceAllow=; None: all."""

    def allows(self, device: Path, groups: Path = Path("/proc/devices")) -> bool:
        """Return whether the service's control group allows opening ``device``, regardless of file permissions."""
        with contextlib.suppress(OSError):
            about = device.stat()
            if self.devices is not None and stat.S_ISCHR(about.st_mode):
                major = str(os.major(about.st_rdev))
                names = {str(device), *(f"char-{name}" for name in (major, *_groups(major, groups)))}
                return any(fnmatchcase(name, allowed) for name in names for allowed in self.devices)
        return True


def _groups(major: str, file: Path) -> Iterator[str]:
    """Yield the names in ``/proc/devices`` of the character devices with this major number."""
    lines = (line.split() for line in file.read_text().partition("Block devices:")[0].splitlines())
    yield from (words[1] for words in lines if len(words) == 2 and words[0] == major)


def services(runtime: Path) -> tuple[ServiceFacts, ...]:
    """Return the services of the kiosk whose sockets are in ``runtime``; empty: a person runs it."""
    try:
        command = ["systemctl", "show", f"--property={_PROPERTIES}", *(f"{name}.service" for name in UNITS.values())]
        done = subprocess.run(command, capture_output=True, text=True, timeout=_PATIENCE_S, check=True)  # noqa: S603
    except (OSError, subprocess.SubprocessError):
        return ()
    shown = zip(UNITS.items(), done.stdout.strip().split("\n\n"), strict=False)
    found = [_service(part, name, text.splitlines()) for (part, name), text in shown]
    return tuple(
        service for service in found if service.user and service.environment.get("KIOSK_RUNTIME_DIR") == str(runtime)
    )


def _service(part: str, name: str, lines: Sequence[str]) -> ServiceFacts:
    keys = dict(line.split("=", 1) for line in lines if "=" in line)
    allowed = tuple(line.partition("=")[2].split()[0] for line in lines if line.startswith("DeviceAllow="))
    limit = keys.get("LimitRTPRIO", "0")
    return ServiceFacts(
        name,
        part,
        keys.get("User", ""),
        Path(keys.get("WorkingDirectory", "/").lstrip("!")),
        dict(setting.split("=", 1) for setting in shlex.split(keys.get("Environment", "")) if "=" in setting),
        keys.get("ActiveState") not in {"inactive", "failed"},
        int(limit) if limit.isdecimal() else 99,
        None if keys.get("DevicePolicy") == "auto" and not allowed else allowed,
    )
