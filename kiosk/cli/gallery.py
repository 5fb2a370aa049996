"""``kiosk gallery``: write every state of the table as pictures and films, and a page that shows them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path
from typing import Final

from kiosk.cli.common import CommandError, number, window_size
from kiosk.cli.progress import tracked
from kiosk.display.window import open_window
from kiosk.drawings.gallery.states import LANGUAGES, QUICK, SIZE, STATES, TABLES, USUAL
from kiosk.system.ending import USAGE

_NAMES: Final = tuple(state.name for state in STATES)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folder, and options of what is shown."""
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, or one with a gallery")
    words = f"numbers of seats (default: {' '.join(map(str, USUAL))})"
    parser.add_argument("--seats", type=int, nargs="+", choices=TABLES, default=USUAL, metavar="N", help=words)
    words = f"languages: {' '.join(LANGUAGES)} (default: {LANGUAGES[0]})"
    parser.add_argument("--language", nargs="+", choices=LANGUAGES, default=LANGUAGES[:1], metavar="CODE", help=words)
    size = "{}x{}".format(*SIZE)
    parser.add_argument("--size", type=window_size, default=SIZE, metavar="WxH", help=f"in pixels (default: {size})")
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="+", choices=_NAMES, default=_NAMES, metavar="NAME", help=", ".join(_NAMES))
    words = "a few states without films: " + ", ".join(name for name in _NAMES if name in QUICK)
    which.add_argument("--quick", action="store_true", help=words)
    words = "frames a second of the films, 0: no films (default: 15)"
    parser.add_argument("--fps", type=number(0, 60), default=15, metavar="N", help=words)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Write the gallery."""
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")  # also on a desktop: no window is to be seen
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    if open_window(options.size, fullscreen=False) is None:
        return USAGE
    from kiosk.drawings.gallery.gallery import GalleryScope, make  # noqa: PLC0415  it imports Kivy, which is now configured

    only, fps = (QUICK, 0) if options.quick else (options.only, options.fps)
    wanted = GalleryScope(options.seats, options.language, options.size, only, fps)
    try:
        for _ in tracked(make(options.folder, wanted), "Drawing", len(wanted.shots())):
            pass
    except OSError as error:
        raise CommandError(f"{error.filename or options.folder}: cannot be written ({error.strerror})") from None
    return 0
