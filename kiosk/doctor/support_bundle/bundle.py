"""The writer of a report: a zip file with all parts."""

from __future__ import annotations

import errno
import io
import time
import traceback
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Final, NamedTuple

from kiosk.doctor.support_bundle.parts import PARTS, Part, Subject
from kiosk.system.atomic_file import write_file
from kiosk.system.printable import printable_text
from kiosk.system.regular_file import refuse_irregular

_CONTENTS: Final = "contents.txt"
_WITHOUT: Final = (
    "Names of players, users, hosts and the table, addresses and passwords are replaced by <name>, <user>, <host>, "
    "<address>, <secret>."
)


class Written(NamedTuple):
    """A written report: its file, its size, and the name, title and size of each part."""

    file: Path
    bytes: int
    parts: tuple[tuple[str, str, int], ...]


def write(target: Path, subject: Subject, parts: Iterable[Part] = PARTS) -> Written:
    """Write the report to ``target``, a file or a folder, atomically. Raises OSError, if possible at once."""
    stamp = time.strftime("%Y-%m-%d-%H%M%S")
    file = target / f"ligretto-report-{stamp}.zip" if target.is_dir() else target
    _refuse(file)
    told = [(part, _text(part, subject).encode()) for part in parts]
    contents = "".join([*(f"{part.file:<20} {part.tells}\n" for part, _ in told), f"\n{_WITHOUT}\n"]).encode()
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for name, text in [(_CONTENTS, contents), *((part.file, text) for part, text in told)]:
            archive.writestr(_entry(name), text)
    data = out.getvalue()
    write_file(file, data)
    return Written(file, len(data), tuple((part.file, part.tells, len(text)) for part, text in told))


def _refuse(file: Path) -> None:
    """Raise OSError if no file can be written there: a missing folder would be created, and a device replaced."""
    if not file.parent.is_dir():
        raise FileNotFoundError(errno.ENOENT, f"there is no folder {file.parent}")
    if file.exists():
        refuse_irregular(file)


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry without a date, because zip cannot store dates before 1980 or after 2107 of a wrong clock."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o600 << 16
    return entry


def _text(part: Part, subject: Subject) -> str:
    """Return the part's printable text, or its error, so that one broken part does not prevent the report."""
    try:
        return printable_text(part.text(subject))
    except Exception:
        return printable_text(f"this part failed:\n{subject.private.text(traceback.format_exc())}")
