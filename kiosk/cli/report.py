"""``kiosk report``: a support bundle, all information for remote help in one file."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.cli.common import CommandError, config_option, say
from kiosk.cli.progress import tracked
from kiosk.doctor.support_bundle import bundle
from kiosk.system.files import WRITTEN_BYTES, read_regular


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file's name and the options."""
    parser.add_argument(
        "file", nargs="?", type=Path, default=Path(), metavar="FILE", help="or a folder (default: this one)"
    )
    parser.add_argument("--notes", type=Path, metavar="FILE", help="a text to include, such as a checklist")
    config_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the file, and list its parts."""
    try:
        notes = (
            read_regular(options.notes, WRITTEN_BYTES).decode("utf-8-sig", errors="replace") if options.notes else ""
        )
    except OSError as error:
        raise CommandError(f"{options.notes}: cannot be read ({error.strerror})") from None
    subject = bundle.subject(options.config, notes, tracked)
    try:
        subject.private  # noqa: B018  what to redact must be known before anything is written
    except PermissionError as error:
        raise CommandError(f"{error.filename}: cannot be read: ask with sudo, or as the table's user") from None
    try:
        written = bundle.write(options.file, subject)
    except OSError as error:
        raise CommandError(
            f"{options.file}: cannot be written ({error.strerror}): name another file or folder"
        ) from None
    say(f"{written.file}: {written.bytes / 1024:.0f} kB. No names, no addresses; look into it before you send it:")
    for name, tells, count in written.parts:
        say(f"{count / 1024:8.1f} kB  {name:<20}{tells}")
    return 0
