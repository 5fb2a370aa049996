"""The first version that venues got: an update from it must work."""

from __future__ import annotations

import io
import subprocess
import tarfile
from pathlib import Path
from typing import Final

from tests.rig.appliance import ROOT

FIRST: Final = "0fb5bc2"
"""The commit of the first installed appliances."""
FIRST_PROTOCOL: Final = 2
"""The protocol between its table and its displays."""
FIRST_SOCKETS: Final = ("/run/ligretto-kiosk/table.sock", "/run/ligretto-kiosk/display.sock")
"""The sockets of its table and its display."""


def first_version(folder: Path) -> Path:
    """Return the source of that version, in ``folder``."""
    archive = subprocess.run(["git", "archive", FIRST], cwd=ROOT, check=True, capture_output=True)
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="fully_trusted")  # noqa: S202  its units link to /dev/null
    return folder
