"""Paths of the sockets of a running kiosk, and of the folders and files with its data."""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path


def runtime_dir() -> Path:
    """Return the folder of a running kiosk: ``KIOSK_RUNTIME_DIR``, by default the user's. Two kiosks need two.

    Table and display have a folder each in it, for their sockets and all else that they create. On an appliance, where
    they are two users, neither can write to the other's. The user's is made if it is missing: were it made later, and
    not for this user alone, the next command would look elsewhere.
    """
    named = os.environ.get("KIOSK_RUNTIME_DIR")
    if named:
        return Path(named)
    from platformdirs import user_runtime_path  # noqa: PLC0415  a table in a venue is told its folders

    with warnings.catch_warnings(action="ignore"):  # over SSH XDG_RUNTIME_DIR may be unset: the fallback will do
        return user_runtime_path("ligretto-kiosk", appauthor=False, ensure_exists=True)


def make_private(folder: Path) -> None:
    """Make a folder, and what is missing above it, for this user alone. Raises OSError."""
    for missing in reversed([one for one in (folder, *folder.parents) if not one.exists()]):
        missing.mkdir(mode=0o700, exist_ok=True)


def table_socket() -> Path:
    """Return the socket at which the table listens for displays."""
    return runtime_dir() / "table" / "sock"


def display_socket() -> Path:
    """Return the socket at which the display listens for ``kiosk scene`` and ``kiosk screenshot``."""
    return runtime_dir() / "display" / "sock"


def feed_socket() -> Path:
    """Return the socket at which the table tells what a hall may see (``kiosk.hall.feed``)."""
    return _hall_dir() / "feed.sock"


def rounds_socket() -> Path:
    """Return the socket at which ``kiosk venue`` tells the results of its rounds (``kiosk.hall.rounds``)."""
    return _hall_dir() / "rounds.sock"


def journal_bell() -> Path:
    """Return the bell that the table rings for ``kiosk venue`` when a round is over in its journal."""
    return _hall_dir() / "journal.bell"


def _hall_dir() -> Path:
    """Return the folder of the sockets to which the uplink connects, another user on an appliance: all it may enter."""
    return runtime_dir() / "hall"


def venue_file() -> Path:
    """Return the file in the uplink's folder that tells the table of the hall (``kiosk.hall.venue_file``)."""
    return runtime_dir() / "uplink" / "venue.json"


def usb_stick() -> Path:
    """Return the mount point of a USB stick on an appliance."""
    return runtime_dir() / "usb"


def requests_to_root() -> Path:
    """Return the pipe through which an appliance's table requests what only root can do (``systemd/grant-wishes``)."""
    return runtime_dir() / "wishes"


def shared_by(folder: Path) -> int | None:
    """Return the group that may enter this folder of a socket (``chmod g+xs`` by an administrator); None: nobody may.

    Files created in such a folder belong to that group, whose only members are the users of table and display.
    """
    made = folder.stat()
    return made.st_gid if made.st_mode & stat.S_ISGID and made.st_mode & stat.S_IXGRP else None


def shared_mode(folder: Path) -> int:
    """Return the mode of a file in ``folder``: for its owner only, or for the group that may enter the folder."""
    return 0o600 if shared_by(folder) is None else 0o660


def state_dir() -> Path:
    """Return the folder of persistent data: ``KIOSK_STATE_DIR``, else the service's, else the user's."""
    named = os.environ.get("KIOSK_STATE_DIR") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    if named:
        return Path(named)
    from platformdirs import user_state_path  # noqa: PLC0415  as above

    return user_state_path("ligretto-kiosk", appauthor=False)


def looks_dir() -> Path:
    """Return the folder of the pictures that the display keeps: nobody misses them, they are painted again."""
    named = os.environ.get("KIOSK_STATE_DIR")
    if named:
        return Path(named) / "cache/looks"
    from platformdirs import user_cache_path  # noqa: PLC0415  as above

    return user_cache_path("ligretto-kiosk", appauthor=False) / "looks"


def last_good_file() -> Path:
    """Return the path of the configuration with which a table has last started (``kiosk.config.last_good``)."""
    return state_dir() / "config-last-good.toml"


def journal_dir() -> Path:
    """Return the folder of the journal's files."""
    return state_dir() / "journal"


def store_file() -> Path:
    """Return the path of the default results store."""
    return state_dir() / "results.sqlite"


def hall_file() -> Path:
    """Return the path of the hall's store if it is on no server."""
    return (hall_dir() or state_dir()) / "hall.sqlite"


def hall_dir() -> Path | None:
    """Return the folder that uplink and pages share on an appliance, where they are two users (``KIOSK_HALL_DIR``)."""
    named = os.environ.get("KIOSK_HALL_DIR")
    return Path(named) if named else None
