"""Time zones by their names, such as Europe/Berlin."""

from __future__ import annotations

import os
import zoneinfo
from contextlib import suppress
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

UTC_NAME: Final = "UTC"
ETC_UTC: Final = "Etc/UTC"
"""The same by another name."""
_LOCAL: Final = "localtime"
_NO_ZONES: Final = (_LOCAL, "posixrules", "Factory")
"""Files beside the time zones that mean another zone on each computer, or none."""
_WITH_LEAP_SECONDS: Final = "right/"
"""Their times are not those of any clock here."""


def known() -> frozenset[str]:
    """Return the current time zones. Older names, such as US/Pacific, are not installed on Raspberry Pi OS."""
    zones = {UTC_NAME, ETC_UTC}
    for folder in zoneinfo.TZPATH:
        table = Path(folder) / "zone.tab"
        if table.is_file():
            lines = table.read_text(encoding="utf-8").splitlines()
            zones |= {line.split("\t")[2] for line in lines if line and not line.startswith("#")}
            break
    else:
        zones |= zoneinfo.available_timezones()
    return frozenset(zones)


def named_here(localtime: Path = Path("/etc/localtime")) -> str:
    """Return the name of this computer's time zone as it is set; it may be empty, or no time zone."""
    named = os.environ.get("TZ", "").removeprefix(":")
    if named in (_LOCAL, str(localtime)):  # as programs do without it
        named = ""
    target = str(localtime.readlink()) if localtime.is_symlink() else ""
    return named or target.partition("zoneinfo/")[2].removeprefix("posix/")


def here() -> str:
    """Return this computer's time zone; UTC if its name is unknown, as of a ``TZ`` that gives an offset."""
    name = named_here()
    return UTC_NAME if name == ETC_UTC or zone(name) is None else name


def zone(name: str) -> ZoneInfo | None:
    """Return the time zone of that name; None if this computer has none, or it means another one elsewhere."""
    if name in _NO_ZONES or name.startswith(_WITH_LEAP_SECONDS):
        return None
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, LookupError):  # no name; a folder or no such file; not there
        return None


def are_one(name: str, other: str) -> bool:
    """Return whether both names mean the same zone, as Asia/Calcutta and Asia/Kolkata do: they lead to the same rules.

    False too if that cannot be told, because one of them is not among the system's files.
    """
    return name == other or (bool(rules := _rules(name)) and rules == _rules(other))


def _rules(name: str) -> bytes:
    """Return the file of a time zone; empty: there is none."""
    if zone(name) is not None:
        for folder in zoneinfo.TZPATH:
            with suppress(OSError):
                return (Path(folder) / name).read_bytes()
    return b""
