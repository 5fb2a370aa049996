"""Earlier versions that venues have: an upgrade from each of them must work."""

from __future__ import annotations

import io
import subprocess
import tarfile
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.rig.appliance import ROOT, SOCKETS


@dataclass(frozen=True)
class EarlierVersion:
    """A commit that was installed: the protocol between its table and displays, and the sockets of these two.

    ``draws``: its display lights up a screen of its own.
    """

    name: str
    commit: str
    protocol: int
    sockets: tuple[str, str] = SOCKETS
    draws: bool = True

    def source(self, folder: Path) -> Path:
        """Return the source of that version, in ``folder``."""
        archive = subprocess.run(["git", "archive", self.commit], cwd=ROOT, check=True, capture_output=True)
        with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
            tar.extractall(folder, filter="fully_trusted")  # noqa: S202  its units link to /dev/null
        return folder


FIRST_SOCKETS: Final = ("/run/ligretto-kiosk/table.sock", "/run/ligretto-kiosk/display.sock")
EARLIER_VERSIONS: Final = (
    EarlierVersion("first", "0fb5bc2", 2, FIRST_SOCKETS, draws=False),
    EarlierVersion("second", "375d6d28", 8),  # the last one before its files were put together
)
