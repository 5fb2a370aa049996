"""The audit trail: changes by hand and their authors, kept for as long as the store."""

from __future__ import annotations

import getpass
import os
import socket
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from kiosk.results.model import Audit


def whoever() -> str:
    """Return who gives orders here: the user, behind ``sudo`` too, and the machine."""
    try:
        user = os.environ.get("SUDO_USER") or getpass.getuser()
    except (KeyError, OSError):  # a user without a name
        user = str(os.getuid())
    return f"{user}@{socket.gethostname()}"


def note(session: Session, who: str, what: str, at: datetime, before: dict[str, Any]) -> None:
    """Keep that ``who`` did ``what``, and how it was ``before``. No names of players in any of them."""
    session.add(Audit(at=at, who=who, what=what, before=before))


def trail(session: Session) -> Sequence[Audit]:
    """All of it, the oldest first."""
    return session.scalars(select(Audit).order_by(Audit.id)).all()
