"""A set-up's questions: what a configuration needs besides (``systemd/configuration.sh``).

``python -m kiosk.config.extras TABLE`` prints the requirements of the Python packages that are not there, a line each,
for pip; with ``--results``, where the results are: ``server`` or ``file``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from importlib import metadata
from pathlib import Path
from typing import Final

from kiosk.config.loader import ConfigError, load_installed
from kiosk.config.schema import Settings
from kiosk.system.printable import printable

DISTRIBUTION: Final = "ligretto-kiosk"


def extras(settings: Settings) -> tuple[str, ...]:
    """Return the extras that a table with these settings needs: ``venue`` for a server, ``web`` for its pages."""
    stores = (settings.venue.store, settings.records.store)
    needed = {"venue": any(map(is_server, stores)), "web": bool(settings.venue.address)}
    return tuple(extra for extra, is_needed in needed.items() if is_needed)


def is_server(store: str) -> bool:
    """Return whether the store at this address is on a server."""
    return store.startswith("postgresql")


def missing(wanted: Iterable[str]) -> Iterator[str]:
    """Yield the requirements of these extras that are not installed, or are too old."""
    markers = [f"extra == '{extra}'" for extra in wanted]
    for line in metadata.requires(DISTRIBUTION) or ():
        requirement, _, marker = line.partition(";")
        if marker.strip().replace('"', "'") in markers and not _is_there(requirement.strip()):
            yield requirement.strip()


def _is_there(requirement: str) -> bool:
    name, at_least, lowest = requirement.partition(">=")
    name = name.partition("[")[0]
    try:
        found = metadata.version(name)
    except metadata.PackageNotFoundError:
        return False
    return not at_least or _numbers(found) >= _numbers(lowest)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the numbers at a version's beginning: of 3.2.4rc1, 3 and 2."""
    numbers = []
    for part in version.split("."):
        if not part.isdecimal():
            break
        numbers.append(int(part))
    return tuple(numbers)


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer; status 1: the configuration cannot be used."""
    *asked, table = sys.argv[1:] if arguments is None else arguments
    try:
        settings = load_installed(Path(table)).settings
    except (ConfigError, OSError) as error:
        sys.stderr.writelines(f"{printable(line)}\n" for line in str(error).splitlines())
        return 1
    if asked == ["--results"]:
        sys.stdout.write("server\n" if is_server(settings.records.store) else "file\n")
        return 0
    sys.stdout.writelines(f"{requirement}\n" for requirement in missing(extras(settings)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
