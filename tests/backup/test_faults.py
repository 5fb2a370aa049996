"""A stick that fills up, is pulled or dies at any call: it is reported, and no partial backup ever counts as one."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from kiosk.backup.manifest import find, verified
from kiosk.backup.restore import waiting
from tests.rig import ENDS_WITH_US
from tests.rig.disk import ALWAYS, Kind, WatchedDisk

pytestmark = [pytest.mark.disk, pytest.mark.process]

_CHILD = """
import sys
from pathlib import Path
from kiosk.backup.backup import Places, back_up
from kiosk.backup.medium import BackupError
from kiosk.backup.restore import make_ready

target, state = map(Path, sys.argv[1:])
for line in sys.stdin:
    try:
        made = make_ready(Path(line.strip()), target) if line.strip() else back_up(target, Places(state)).folder
        print(f"made {made}", flush=True)
    except BackupError as error:
        print(f"told {error}", flush=True)
"""


class Child:
    """A process that makes backups on a watched stick, or prepares one there."""

    def __init__(self, tmp_path: Path, stick: Path, state: Path) -> None:
        self.disk = WatchedDisk(tmp_path / "control", stick)
        self._process = subprocess.Popen(
            [*ENDS_WITH_US, sys.executable, "-c", _CHILD, str(stick), str(state)],
            env=os.environ | self.disk.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def run(self, source: Path | None = None) -> str:
        """Return the outcome of a backup, or of preparing ``source``."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{source or ''}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def calls(self, source: Path | None = None) -> dict[Kind, int]:
        """Return the number of calls of each kind in a successful one."""
        before = {kind: self.disk.calls(kind) for kind in Kind}
        assert self.run(source).startswith("made ")
        return {kind: self.disk.calls(kind) - before[kind] for kind in Kind}

    def close(self) -> None:
        self._process.communicate(timeout=20)


@pytest.fixture
def child(tmp_path, stick, state) -> Iterator[Child]:
    state.play(2, "second").close()
    child = Child(tmp_path, stick, state.folder)
    yield child
    child.close()


@pytest.mark.parametrize(
    ("kind", "error", "words"),
    [
        (Kind.WRITE, errno.ENOSPC, "it is full: make room there"),
        (Kind.WRITE, errno.EIO, "it was pulled out, or is broken"),
        (Kind.SYNC, errno.EIO, "it was pulled out, or is broken"),
        (Kind.NAME, errno.EROFS, "it may only be read"),
        (Kind.NAME, errno.ENODEV, "it was pulled out, or is broken"),
    ],
)
def test_a_backup_that_fails_at_any_call_leaves_those_that_are_there(child, stick, kind, error, words):
    """From that call on all calls of its kind fail: names cannot even be cleaned up."""
    calls = child.calls()[kind]
    assert calls >= 4
    for call in range(1, calls + 1):
        before = set(stick.glob("ligretto-backup-*[0-9]"))
        child.disk.fail(kind, child.disk.calls(kind) + call, ALWAYS, error=error)
        told = child.run()
        child.disk.clear()
        assert told.startswith("told "), call
        assert words in told
        after = set(stick.glob("ligretto-backup-*[0-9]"))
        assert before <= after
        assert all(len(verified(folder).manifest.files) == 4 for folder in after - before), "its name is not synced"
        verified(find(stick))
    assert child.run().startswith("made ")
    assert not list(stick.glob("*.part"))


@pytest.mark.parametrize(
    ("kind", "error"), [(Kind.WRITE, errno.ENOSPC), (Kind.SYNC, errno.EIO), (Kind.NAME, errno.EIO)]
)
def test_what_cannot_be_made_ready_at_any_call_is_not_ready(tmp_path, stick, state, child, kind, error):
    """Here the watched folder is the table's: its own disk fails while a backup is copied to it."""
    source = tmp_path / "source"
    assert child.run().startswith("made ")
    find(stick).rename(source)
    calls = child.calls(source)[kind]
    ready = waiting(stick)
    assert ready is not None
    for call in range(1, calls + 1):
        child.disk.fail(kind, child.disk.calls(kind) + call, error=error)
        told = child.run(source)
        child.disk.clear()
        found = waiting(stick)
        assert found is None or verified(found)
        assert told.startswith("told ") or found is not None
    assert child.run(source).startswith("made ")
