"""The audit trail: manual changes and their authors, kept for as long as the store."""

from __future__ import annotations

import getpass
import os
import socket
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from kiosk.journal import bounds
from kiosk.results.model import Audit
from kiosk.system.printable import printable


def whoever() -> str:
    """Return the acting user (with ``sudo``, the invoking one) and the machine, as ``user@host``, cut to fit."""
    try:
        user = os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        user = str(os.getuid())
    return printable(f"{user}@{socket.gethostname()}")[: bounds.TITLE]


def note(session: Session, who: str, what: str, at: datetime, before: dict[str, Any]) -> None:
    """Record that ``who`` did ``what``, with the values ``before``. None of them may contain players' names."""
    session.add(Audit(at=at, who=who, what=what, before=before))


def trail(session: Session) -> Sequence[Audit]:
    """Return all entries, oldest first."""
    return session.scalars(select(Audit).order_by(Audit.id)).all()
