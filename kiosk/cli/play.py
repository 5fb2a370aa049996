"""``kiosk`` without a command: the game. Its options are those of the root parser."""

from __future__ import annotations

import argparse

from kiosk.cli import streams
from kiosk.cli.parts import config_arguments, window_arguments
from kiosk.cli.settings import settings_of
from kiosk.table_process import launcher


def run(options: argparse.Namespace) -> int:
    """Start a table and its display; return the exit status when the window is closed."""
    streams.drop_lost_output()
    settings_of(options.config)  # reports errors once, before anything starts
    config = config_arguments(options)
    seed = ["--seed", str(options.seed)] if options.seed is not None else []
    return launcher.launch([*config, *seed], [*config, *window_arguments(options)])
