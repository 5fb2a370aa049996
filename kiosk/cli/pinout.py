"""``kiosk pinout``: show and draw a table's wiring."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.cli import drawing
from kiosk.cli.common import config_option, say_text
from kiosk.cli.settings import settings_of
from kiosk.config.loader import DEFAULT
from kiosk.drawings.pinout import draw, text


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    parser.add_argument("--svg", type=Path, metavar="PATH", help="draw it there, to be printed")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the header with its wiring, and draw it."""
    file = options.config or DEFAULT
    settings = settings_of(file)
    drawing.save(options.svg, lambda: draw(settings, file.stem))
    say_text(text(settings))
    return 0
