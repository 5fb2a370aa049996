"""The wall clock is only a label: decisions at the table never depend on it."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

import hardware
import kiosk
from tests.rig.wallclock import YEAR_S, WallClock

ROOTS: Final = tuple(Path(package.__file__ or "").parent for package in (kiosk, hardware))

READS_IT: Final = {
    "time": {"time", "time_ns", "localtime", "gmtime", "ctime", "asctime", "strftime", "CLOCK_REALTIME"},
    "datetime": {"now", "utcnow", "today"},
    "date": {"today"},
}
"""Functions that return the wall clock's time, by module or class."""

LABELS: Final = {
    "kiosk/backup/backup.py": "when a backup was made, in its name",
    "kiosk/backup/restore.py": "when something was set aside, in its name",
    "kiosk/cli/rankings.py": "today's scores",
    "kiosk/cli/backup.py": "today, for the days after which a name is forgotten",
    "kiosk/doctor/gather.py": "how long a complete journal file has waited to be read, which a warning tells",
    "kiosk/doctor/machine.py": "whether the wall clock has ever been set is one of the doctor's questions",
    "kiosk/system/wall_clock.py": "opening hours: no match hangs on them, and a clock that jumps is not believed",
    "kiosk/journal/writer_thread.py": "each record is labelled with when it was written",
    "kiosk/service/worker.py": "when scores were carried to a stick, in their name",
    "kiosk/doctor/support_bundle/bundle.py": "when a report was written, in its name",
    "kiosk/replay/listing.py": "when a round was played, for people",
    "kiosk/hall/backup.py": "when a backup was made, for people, and in a kept store's name",
    "kiosk/cli/hall_backup.py": "when a hall was restored, for the audit trail and the days of names",
    "kiosk/hall/checking.py": "whether the hall's clock and this one agree is one of its questions",
    "kiosk/hall/live.py": "how old what a table has told is; it is told anew every 30 seconds",
    "kiosk/hall/rounds_server.py": "when a void of the hall's was taken over, for the audit trail",
    "kiosk/cli/venue_store.py": "when results were moved, for the audit trail",
    "kiosk/hall/in_file.py": "when a table's changes were taken over, for the audit trail and names, and their age",
    "kiosk/hall/store.py": "on which day names were forgotten last",
    "kiosk/web/venue/app.py": "how old what a page shows is, and which day is today's",
    "kiosk/web/venue/staff.py": "when a name was hidden or a key made, for the audit trail",
}
"""Files that may read it, and why nothing depends on the result; the results store plays no cards."""


MAY_READ_IT: Final = re.compile(rf"from time import|\b({'|'.join(READS_IT)})\s*\.")
"""What a source has that reads it, and few others have: those are not parsed."""


def readings(source: str) -> Iterator[str]:
    """Yield everything in a module that reads the wall clock."""
    for node in ast.walk(ast.parse(source if MAY_READ_IT.search(source) else "")):
        if isinstance(node, ast.Attribute):
            owner = node.value.attr if isinstance(node.value, ast.Attribute) else getattr(node.value, "id", "")
            if node.attr in READS_IT.get(owner, ()):
                yield f"{owner}.{node.attr}"
        elif isinstance(node, ast.ImportFrom) and node.module == "time":
            yield from (f"time.{name.name}" for name in node.names if name.name in READS_IT["time"])


@pytest.mark.parametrize(
    "source",
    [
        "import time\ntime.time()",
        "from time import time_ns",
        "wall = time.time",
        "import datetime\ndatetime.datetime.now()",
        "time.clock_gettime(time.CLOCK_REALTIME)",
    ],
)
def test_who_reads_it_is_found(source: str) -> None:
    assert list(readings(source))
    assert not list(readings("time.monotonic_ns(); Clock.get_time(); match.now"))


def test_nobody_reads_it_but_for_a_label() -> None:
    sources = {f"{root.name}/{path.relative_to(root)}": path for root in ROOTS for path in root.rglob("*.py")}
    found = {name: list(readings(path.read_text())) for name, path in sources.items() if "/results/" not in name}
    assert {name: reads for name, reads in found.items() if reads and name not in LABELS} == {}


def test_the_rigs_wall_clock_jumps_and_no_other_clock_does(tmp_path: Path) -> None:
    """A wait for a time of that clock also notices the jump."""
    code = (
        "import ctypes, sqlite3, time, datetime\n"
        "print(time.time(), datetime.datetime.now().year, sqlite3.connect('').execute(\n"
        '    "select unixepoch()").fetchone()[0], time.monotonic())\n'
        "class At(ctypes.Structure): _fields_ = [('s', ctypes.c_long), ('ns', ctypes.c_long)]\n"
        "ctypes.CDLL(None).clock_nanosleep(time.CLOCK_REALTIME, 1, ctypes.byref(At(int(time.time()), 0)), None)\n"
    )
    with WallClock(tmp_path / "wall") as wall:
        for years in (-10, 0, 10):
            wall.jump(years * YEAR_S)
            before, waits = wall.reads, wall.waits
            command = [sys.executable, "-c", code]
            told = subprocess.run(command, env=wall.environment, capture_output=True, text=True, check=True)
            wall_s, year, sqlite_s, monotonic = map(float, told.stdout.split())
            assert wall_s == pytest.approx(time.time() + years * YEAR_S, abs=60)
            assert sqlite_s == pytest.approx(wall_s, abs=60)
            assert abs(year - time.gmtime().tm_year - years) <= 1
            assert monotonic == pytest.approx(time.monotonic(), abs=60)
            assert (wall.reads > before, wall.waits) == (True, waits + 1)
