"""``kiosk gallery``: write every state of the table as pictures and films, and a page that shows them."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from kiosk.cli.common import CommandError, number, window_size
from kiosk.cli.progress import tracked
from kiosk.display.window import open_window
from kiosk.system.ending import USAGE


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the folder, and options of what is shown. Raises CommandError where the kiosk is installed without them."""
    try:
        from kiosk.drawings.gallery import states  # noqa: PLC0415  no part of the wheel
    except ModuleNotFoundError as missing:
        if not str(missing.name).startswith("kiosk.drawings.gallery"):
            raise
        words = "kiosk gallery is for developers and not in the installed package: run it from a checkout of the source"
        raise CommandError(f"{words} (systemd/setup dev, then .venv/bin/kiosk gallery FOLDER)") from None
    names = tuple(state.name for state in states.STATES)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="a new folder, or one with a gallery")
    words = f"numbers of seats (default: {' '.join(map(str, states.USUAL))})"
    parser.add_argument(
        "--seats", type=int, nargs="+", choices=states.TABLES, default=states.USUAL, metavar="N", help=words
    )
    words = f"languages: {' '.join(states.LANGUAGES)} (default: {states.LANGUAGES[0]})"
    parser.add_argument(
        "--language", nargs="+", choices=states.LANGUAGES, default=states.LANGUAGES[:1], metavar="CODE", help=words
    )
    size = "{}x{}".format(*states.SIZE)
    parser.add_argument(
        "--size", type=window_size, default=states.SIZE, metavar="WxH", help=f"in pixels (default: {size})"
    )
    which = parser.add_mutually_exclusive_group()
    which.add_argument("--only", nargs="+", choices=names, default=names, metavar="NAME", help=", ".join(names))
    words = "a few states without films: " + ", ".join(name for name in names if name in states.QUICK)
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
    from kiosk.drawings.gallery.rehearsal import NoRoom  # noqa: PLC0415
    from kiosk.drawings.gallery.states import QUICK  # noqa: PLC0415

    only, fps = (QUICK, 0) if options.quick else (options.only, options.fps)
    wanted = GalleryScope(options.seats, options.language, options.size, only, fps)
    try:
        for _ in tracked(make(options.folder, wanted), "Drawing", len(wanted.shots())):
            pass
    except OSError as error:
        raise CommandError(f"{error.filename or options.folder}: cannot be written ({error.strerror})") from None
    except NoRoom as error:
        size = "{}x{}".format(*options.size)
        raise CommandError(f"{error} in {size} pixels: choose a larger --size or fewer --seats") from None
    return 0
