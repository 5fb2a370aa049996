"""Writes a report: a zip file with every part."""

from __future__ import annotations

import io
import time
import traceback
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.durable import write_file
from kiosk.support.parts import PARTS, Part, Subject

_CONTENTS: Final = "contents.txt"
_WITHOUT: Final = (
    "Names of players, users, hosts and the table, and addresses, are replaced by <name>, <user>, <host>, <address>."
)


class Written(NamedTuple):
    """A report that was written: its parts with what they tell and their bytes."""

    file: Path
    bytes: int
    parts: tuple[tuple[str, str, int], ...]


def write(target: Path, subject: Subject, parts: Iterable[Part] = PARTS) -> Written:
    """Write the report into ``target``, a file or a folder to put one into. Raises OSError; then none is there."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    file = target / f"ligretto-report-{stamp}.zip" if target.is_dir() else target
    told = [(part, _text(part, subject)) for part in parts]
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        lines = [f"{part.file:<20} {part.tells}\n" for part, _ in told]
        archive.writestr(_CONTENTS, "".join([*lines, f"\n{_WITHOUT}\n"]))
        for part, text in told:
            archive.writestr(part.file, text)
    data = out.getvalue()
    write_file(file, data)
    return Written(file, len(data), tuple((part.file, part.tells, len(text.encode())) for part, text in told))


def _text(part: Part, subject: Subject) -> str:
    """The part; or why there is none: what is broken on a machine must not keep the rest from being told."""
    try:
        return part.text(subject)
    except Exception:
        return f"this could not be told:\n{subject.private.text(traceback.format_exc())}"
