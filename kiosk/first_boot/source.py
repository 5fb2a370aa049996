"""The kiosk's source as one file, because the Pi cannot download it."""

from __future__ import annotations

import gzip
import io
import tarfile
from pathlib import Path
from typing import Final

from kiosk.first_boot.options import Unusable

CONTENTS: Final = ("LICENSE", "README.md", "pyproject.toml", "hardware", "kiosk", "systemd")
"""The parts of a release (``contents`` in systemd/appliance)."""

SOURCE: Final = Path(__file__).parents[2]


def packed_source(folder: Path = SOURCE) -> bytes:
    """Return a reproducible ``.tar.gz`` of a release's files. Raises Unusable."""
    missing = [name for name in CONTENTS if not (folder / name).exists()]
    if missing:
        raise Unusable(
            f"{folder}: the kiosk's source is incomplete, no {', '.join(missing)}: run this command in its source"
            " folder, after systemd/setup dev: .venv/bin/kiosk first-boot"
        )
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as tar:
        for name in CONTENTS:
            for path in [folder / name, *sorted((folder / name).rglob("*"))]:
                if "__pycache__" in path.parts or path.suffix == ".pyc":
                    continue
                tar.add(path, path.relative_to(folder), recursive=False, filter=_plain)
    return gzip.compress(packed.getvalue(), mtime=0)


def _plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    """Set the owner to root, the mode to readable for all, and clear the timestamp."""
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = "root"
    entry.mode = 0o755 if entry.isdir() or entry.mode & 0o100 else 0o644
    return entry
