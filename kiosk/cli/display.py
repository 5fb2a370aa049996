"""``kiosk display``: a window on a running table."""

from __future__ import annotations

import kiosk.system.no_openssl  # noqa: F401  # isort: skip  # before hashlib and asyncio

import argparse

from kiosk.cli import streams
from kiosk.cli.common import config_option, hold_lifeline, last_good_option, lifeline_option, window_options
from kiosk.cli.settings import usable_settings
from kiosk.config.last_good import keep
from kiosk.config.secrecy import without_secrets
from kiosk.display.app import run_display
from kiosk.display.input.panel_search import PanelOptions
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    window_options(parser)
    words = "as on a table in a venue: the whole screen, no cursor, no strip, no keyboard, and only a signal ends it"
    parser.add_argument("--appliance", action="store_true", help=words)
    last_good_option(parser)
    lifeline_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Show the table until the window is closed."""
    hold_lifeline(options)
    streams.drop_lost_output()
    settings, fault = usable_settings(options)
    if options.last_good and not fault:
        keep(without_secrets(settings))  # the display keeps its own copy: it has no access to the table's
    window, touch = settings.window, settings.touch
    panel = PanelOptions(touch.device, touch.rotation, touch.matrix, touch.grab) if touch.provider == "evdev" else None
    return run_display(
        paths.table_socket(),
        paths.display_socket(),
        size=options.size or (window.width, window.height),
        fullscreen=options.fullscreen or window.fullscreen or options.appliance,
        screen=window.screen,
        panel=panel,
        appliance=options.appliance,
    )
