"""Paths of the sockets of a running kiosk, and of the folders in which it keeps its data."""

from __future__ import annotations

import os
import stat
import warnings
from pathlib import Path

from platformdirs import user_runtime_path, user_state_path


def runtime_dir() -> Path:
    """The folder of the sockets: ``KIOSK_RUNTIME_DIR``, else one of the user's own. Two kiosks need two folders."""
    named = os.environ.get("KIOSK_RUNTIME_DIR")
    if named:
        return Path(named)
    with warnings.catch_warnings(action="ignore"):  # over SSH there may be no XDG_RUNTIME_DIR: its stand-in does
        return user_runtime_path("ligretto-kiosk", appauthor=False)


def table_socket() -> Path:
    """Return where the table listens for displays."""
    return runtime_dir() / "table.sock"


def display_socket() -> Path:
    """Return where the display listens for ``kiosk scene`` and ``kiosk screenshot``."""
    return runtime_dir() / "display.sock"


def shared_by(folder: Path) -> int | None:
    """The group for which an administrator has made this folder of sockets (``chmod g+ws``); None: it is its owner's.

    What is made in such a folder belongs to that group; its members are the table, its display, and nobody else.
    """
    made = folder.stat()
    return made.st_gid if made.st_mode & stat.S_ISGID and made.st_mode & stat.S_IWGRP else None


def socket_mode(folder: Path) -> int:
    """The mode of a socket in ``folder``: for its owner alone, or for the group that shares the folder."""
    return 0o600 if shared_by(folder) is None else 0o660


def state_dir() -> Path:
    """The folder of what outlasts a restart: ``KIOSK_STATE_DIR``, else the service's, else the user's own."""
    named = os.environ.get("KIOSK_STATE_DIR") or os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    return Path(named) if named else user_state_path("ligretto-kiosk", appauthor=False)


def last_good_file() -> Path:
    """The configuration with which a table has last started (``kiosk.config.last_good``)."""
    return state_dir() / "config-last-good.toml"


def journal_dir() -> Path:
    """The folder of the journal's files."""
    return state_dir() / "journal"


def store_file() -> Path:
    """The results store, where no other is configured."""
    return state_dir() / "results.sqlite"
