"""``kiosk scene``: print the touchable items of the running kiosk's screen."""

from __future__ import annotations

import argparse

from kiosk.cli.common import Told, say
from kiosk.display.remote_control import ask_scene
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add nothing: there is one screen."""
    parser.set_defaults(run=run)


def run(_options: argparse.Namespace) -> int:
    """Print all touchable items as JSON."""
    try:
        say(ask_scene(paths.display_socket()))
    except ConnectionError as error:
        raise Told(str(error)) from None
    return 0
