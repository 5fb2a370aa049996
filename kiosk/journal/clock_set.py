"""The time to which the staff have set the clock last, in a file beside the journal: for a day it forgets nobody.

A wrong year would make every player overdue. Whoever looks at the clock that day can still set it right.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from pathlib import Path
from typing import Final

from kiosk.system.files import read_regular, write_file

FILE: Final = "clock-set"
_LARGEST: Final = 100
_DAY: Final = timedelta(days=1)


def note(folder: Path, moment: datetime) -> None:
    """Note that the clock is set to ``moment``, with its time zone. Raises OSError."""
    write_file(folder / FILE, moment.isoformat().encode())


def was_set_today(folder: Path, now: datetime) -> bool:
    """Return whether ``now`` is less than a day from the time to which the clock was set last."""
    try:
        moment = datetime.fromisoformat(read_regular(folder / FILE, _LARGEST).decode())
        return abs(now - moment) < _DAY
    except (OSError, ValueError, TypeError):  # it was never set, or the file is damaged
        return False
