"""A match in virtual time, whose wall clock jumps; run as a child under ``tests.rig.wallclock``.

Arguments: an empty folder for the journal, jumps, virtual minutes. Prints the outcome as JSON: digests of all snapshots
and of the written rounds, in their order, and the wall clock's labels of the records.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import sys
from pathlib import Path
from typing import Final

from msgspec.structs import replace

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.journal.records import encode
from kiosk.table.inputs import Input
from tests.rig.day import START, Day, seats
from tests.rig.reading import read_folder
from tests.rig.visitors import MINUTE, Visitors
from tests.rig.wallclock import WallClock, jumps

SEED: Final = 3


class Jumping(Visitors):
    """Visitors at a table whose wall clock jumps ``count`` times while they are there. ``wall``: None: it does not."""

    def __init__(self, minutes: float, wall: WallClock | None, count: int) -> None:
        end = Instant(START + round(minutes * MINUTE))
        super().__init__(seats(), SEED, START, end, least=8)
        self.shown = hashlib.sha256()
        """Everything that was shown, with its time."""
        self.jumped = 0
        self._wall = wall
        self._jumps = jumps(count)
        self._every = (end - START) / (count + 1)

    def see(self, snapshot: msg.Snapshot) -> None:
        """Take the table's newest snapshot."""
        if snapshot.saving != "waiting":  # the disk's timing may differ
            self.shown.update(msg.encode(replace(snapshot, id=0)))
        super().see(snapshot)

    def act(self, now: Instant) -> Input | None:
        """Return their next action, after the jumps that are due."""
        due = min(len(self._jumps), int((now - START) / self._every)) if self._wall is not None else 0
        for ahead in self._jumps[self.jumped : due]:
            assert self._wall is not None
            self._wall.jump(ahead)
        self.jumped = max(self.jumped, due)
        return super().act(now)


def main(folder: str, count: str, minutes: str) -> None:
    """Play, and print."""
    logging.disable(logging.CRITICAL)
    file = os.environ.get("WALL_CLOCK")
    wall = WallClock.joined(Path(file)) if file and int(count) else None
    visitors = Jumping(float(minutes), wall, int(count))
    Day(Path(folder), visitors, seed=SEED).run()
    read = read_folder(Path(folder))
    rounds = read.rounds
    written = [hashlib.sha256(b"".join(map(encode, log.records))).hexdigest() for log in rounds]
    told = {
        "shown": visitors.shown.hexdigest(),
        "written": written,
        "rounds": dict(visitors.rounds),
        "jumped": visitors.jumped,
        "walls": [entry.wall for log in rounds for entry in log.entries],
        "problems": read.problems,
    }
    json.dump(told, sys.stdout)


if __name__ == "__main__":
    main(*sys.argv[1:])
