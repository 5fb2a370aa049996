"""The machine under the table: model, versions, temperature, memory, disk and logs."""

from __future__ import annotations

import contextlib
import os
import platform
import shutil
import sqlite3
import subprocess
from importlib.metadata import distributions
from pathlib import Path
from typing import Any, Final

from kiosk.doctor.facts import Facts

_PATIENCE_S: Final = 30.0
LOG_BYTES: Final = 2 << 20
"""Maximum bytes of each log; the newest are kept."""

_JOURNALCTL: Final = ("journalctl", "--no-pager", "--quiet", "--no-hostname", "--output=short-iso")
LOGS: Final = {
    "the kiosk, two days": (*_JOURNALCTL, "--since=-2d", "--unit=ligretto-*"),
    "the kernel's warnings": (*_JOURNALCTL, "--dmesg", "--priority=warning", "--lines=300"),
}


def logs() -> str:
    """Return the kiosk's entries of the system log, and the kernel's warnings."""
    return "\n".join(f"== {title}\n{_said(command)}" for title, command in LOGS.items())


def _said(command: tuple[str, ...]) -> str:
    try:
        done = subprocess.run(command, capture_output=True, timeout=_PATIENCE_S, check=False)  # noqa: S603
    except FileNotFoundError:
        return "this system keeps no log (no journalctl): run the kiosk in a terminal to see its messages\n"
    except (OSError, subprocess.SubprocessError) as error:
        return f"journalctl failed: {type(error).__name__}\n"
    text = (done.stdout[-LOG_BYTES:] + done.stderr[-LOG_BYTES:]).decode(errors="replace")
    return text or "empty; perhaps this user may not read it: use sudo\n"


def versions() -> dict[str, Any]:
    """Return the versions of the program, its dependencies and the system."""
    told = [found.metadata for found in distributions()]  # each reads its file
    packages = {package["Name"]: package["Version"] for package in told}
    return {
        "kiosk": packages.get("ligretto-kiosk"),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "system": _system(),
        "packages": dict(sorted(packages.items(), key=lambda item: item[0].lower())),
    }


def _system() -> str:
    with contextlib.suppress(OSError):
        return platform.freedesktop_os_release().get("PRETTY_NAME", "")
    return platform.system()


def facts(found: Facts, state: Path) -> dict[str, Any]:
    """Return facts about the computer: model, kernel, memory (MB), disk (MB), load, temperatures (°C)."""
    there = next(path for path in (state, *state.parents) if path.exists())
    disk = shutil.disk_usage(there)
    return {
        "model": found.model,
        "kernel": found.kernel,
        "architecture": platform.machine(),
        "processors": os.cpu_count(),
        "load": os.getloadavg(),
        "yardstick_ms": None if found.yardstick is None else round(found.yardstick * 1000, 3),
        "up_s": _first_number(Path("/proc/uptime")),
        "memory_mb": {name: kb // 1024 for name, kb in _memory().items()},
        "disk_mb": {"total": disk.total >> 20, "free": disk.free >> 20},
        "disk_is_read_only": bool(os.statvfs(there).f_flag & os.ST_RDONLY),
        "celsius": _temperatures(),
        "throttled": None if found.power is None else hex(found.power.throttled),
        "clock_is_set_by_network": found.clock.synchronised,
    }


def _memory() -> dict[str, int]:
    """Return memory sizes in kilobytes, by the kernel's names."""
    wanted = ("MemTotal", "MemAvailable", "SwapTotal", "SwapFree")
    with contextlib.suppress(OSError):
        lines = (line.partition(":") for line in Path("/proc/meminfo").read_text().splitlines())
        return {name: int(rest.split()[0]) for name, _, rest in lines if name in wanted}
    return {}


def _temperatures(root: Path = Path("/sys/class/thermal")) -> dict[str, float]:
    found = {}
    for zone in sorted(root.glob("thermal_zone*")):
        with contextlib.suppress(OSError, ValueError):
            found[(zone / "type").read_text().strip()] = int((zone / "temp").read_text()) / 1000
    return found


def _first_number(file: Path) -> float | None:
    with contextlib.suppress(OSError, ValueError, IndexError):
        return float(file.read_text().split()[0])
    return None
