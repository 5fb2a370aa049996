"""The real table, which records how late it meets its own deadlines. Arguments: configuration, socket.

Ends with SIGTERM, then prints its figures.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from hardware.api import Instant
from kiosk.config import loader
from kiosk.table.inputs import Input
from kiosk.table_process import assemble, runner
from tests.soak.lateness import Lateness

late = Lateness()


class WatchedRunner(runner.Runner):
    """A recorder of the time at which it looks at the session, and of the latest time at which it should have."""

    def _come_in(self) -> tuple[list[Input | None], Instant]:
        deadline = self._session.next_deadline()
        came, now = super()._come_in()
        if deadline is not None and now >= deadline:
            late.add(now - deadline)
        return came, now


def main(configuration: str, socket: str) -> int:
    """Run the table until SIGTERM; return the exit status."""
    assemble.Runner = WatchedRunner  # type: ignore[attr-defined]
    status = assemble.run_table(loader.load(Path(configuration)), Path(socket), None)
    json.dump(late.told(), sys.stdout)
    return status


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
