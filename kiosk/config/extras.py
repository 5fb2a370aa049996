"""A set-up's questions: what a configuration needs besides (``systemd/configuration.sh``).

``python -m kiosk.config.extras TABLE`` prints the Python packages that it requires, a line each, for pip (which
leaves alone what is there and new enough); with ``--results``, where the results are: ``server`` or ``file``.
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


def requirements(wanted: Iterable[str]) -> Iterator[str]:
    """Yield what the project requires for these extras, a line of pip's each."""
    markers = [f"extra == '{extra}'" for extra in wanted]
    for line in metadata.requires(DISTRIBUTION) or ():
        requirement, _, marker = line.partition(";")
        if marker.strip().replace('"', "'") in markers:
            yield requirement.strip()


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
    sys.stdout.writelines(f"{requirement}\n" for requirement in requirements(extras(settings)))
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
