"""``kiosk screenshot``: save the running kiosk's screen as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.cli.common import Told
from kiosk.display.remote_control import ask_screenshot
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the file's name."""
    parser.add_argument("file", type=Path, metavar="FILE")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Save a PNG file."""
    if options.file.suffix.lower() != ".png":
        raise Told(f"{options.file}: screenshots are PNG files: name it {options.file.with_suffix('.png')}")
    try:
        error = ask_screenshot(paths.display_socket(), options.file.absolute())
    except ConnectionError as absent:
        raise Told(str(absent)) from None
    if error:
        raise Told(error)
    return 0
