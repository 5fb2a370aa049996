"""``kiosk rim``: a web page with the running kiosk's simulated rim and its live picture."""

from __future__ import annotations

import argparse
from typing import Final

from kiosk.cli import streams
from kiosk.cli.common import CommandError, address_options, needs_web, say
from kiosk.system import paths

PORT: Final = 7460
"""The port unless said otherwise: 746 is "rim" on a phone's keys."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the address."""
    parser.description = "Serve a web page with buttons, lamps, dice boards and the live picture of the running kiosk."
    address_options(parser, PORT)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Print the address of the page, and serve it until Ctrl-C."""
    with needs_web("kiosk rim"):
        from kiosk.rim.kiosk_client import KioskClient  # noqa: PLC0415  only with the extra
        from kiosk.rim.server import RimServer  # noqa: PLC0415
        from kiosk.web.server import CannotServeError  # noqa: PLC0415
    try:
        server = RimServer(options.host, options.port, KioskClient(paths.table_socket(), paths.display_socket()))
    except CannotServeError as error:
        raise CommandError(str(error)) from None
    streams.drop_lost_output()
    say(f"The rim is at {server.address}")
    if server.is_public:
        say("Warning: whoever in this network has that address can press, touch and watch, and it is not encrypted.")
        say("Use it only in a network that you trust. A phone opens the same address.")
    say("Ctrl-C ends it.")
    server.run()
    return 0
