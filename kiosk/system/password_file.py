"""A password in a file of its own, which nobody else may read: a person's, or a credential that systemd passes."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from kiosk.system.files import read_regular

CREDENTIALS: Final = "$CREDENTIALS_DIRECTORY/"
"""The beginning of the place of a systemd credential: the folder that systemd makes for a service."""

STORES: Final = tuple(map(Path, ("/etc/credstore", "/run/credstore", "/usr/lib/credstore")))
"""Where systemd finds the credential to pass; for root, who asks without a service."""

_LONGEST: Final = 4096
"""Bytes of a password."""


class UnusablePassword(Exception):  # noqa: N818  it carries what the user is told
    """The file cannot be used. The text: which, why, and how to fix it; never its content."""


class NotAllowed(UnusablePassword):
    """The file is another user's; the service may be allowed to read it."""


def read_password(place: str) -> str:
    """Return the password in the file at ``place``: a path, ``~/...``, or ``$CREDENTIALS_DIRECTORY/...``.

    Raises UnusablePassword: it is missing, others may read it, or it holds no line of text, or several; NotAllowed.
    """
    try:
        file = located(place)
        data = read_regular(file, _LONGEST)
        about = file.stat()
    except FileNotFoundError as error:
        raise UnusablePassword(f"{error.filename}: {_missing(place, Path(error.filename))}") from None
    except OSError as error:
        where, kind = error.filename, NotAllowed if isinstance(error, PermissionError) else UnusablePassword
        owner = f"it has to be a file of the user that this runs as: ls -l {where}"
        raise kind(f"{where}: cannot be read ({error.strerror}): {owner}") from None
    _refuse_readers(file, about)
    return _line(file, data)


def located(place: str) -> Path:
    """Return the path of the file at ``place``. A credential without a service: where systemd would take it from.

    Raises OSError if that may not be known.
    """
    if not place.startswith(CREDENTIALS):
        return Path(place).expanduser() if place.startswith("~/") else Path(place)
    name = place.removeprefix(CREDENTIALS)
    if passed := os.environ.get("CREDENTIALS_DIRECTORY"):
        return Path(passed) / name
    return next((store / name for store in STORES if (store / name).exists()), STORES[0] / name)


def _missing(place: str, file: Path) -> str:
    if place.startswith(CREDENTIALS):
        where = STORES[0] / file.name
        return f"there is no such credential: write the password into {where}, then: sudo chmod 600 {where}"
    return f"there is no such file: write the password into it, then: chmod 600 {file}"


def _refuse_readers(file: Path, about: os.stat_result) -> None:
    """Refuse a file that others may read. A credential's group permissions are the mask of its access control list."""
    passed = os.environ.get("CREDENTIALS_DIRECTORY")
    others = stat.S_IRWXO if passed and file.parent == Path(passed) else stat.S_IRWXO | stat.S_IRWXG
    if about.st_mode & others:
        mode = stat.S_IMODE(about.st_mode)
        raise UnusablePassword(f"{file}: others may read it (mode {mode:04o}): chmod 600 {file}")
    if about.st_uid not in {0, os.geteuid()} and os.geteuid() != 0:
        raise UnusablePassword(f"{file}: it belongs to another user, who may read it: chown it to the kiosk's user")


def _line(file: Path, data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise UnusablePassword(f"{file}: it is not UTF-8: save the file as UTF-8 text") from None
    password = text.removesuffix("\n").removesuffix("\r")
    if not password or "\n" in password or "\0" in password:
        raise UnusablePassword(f"{file}: it has to hold the password alone, in one line")
    return password
