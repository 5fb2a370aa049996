"""``kiosk venue``: keep the results store filled from the journal; ``kiosk venue serve``: show it as web pages."""

from __future__ import annotations

import argparse
from typing import Final

from kiosk.cli import streams
from kiosk.cli.common import CommandError, address_options, config_option, last_good_option, needs_web, say
from kiosk.cli.progress import tracked
from kiosk.cli.settings import settings_of, usable_settings
from kiosk.system import paths
from kiosk.system.progress import Track

PORT: Final = 7283
"""The port of the pages unless said otherwise: 7283 is "rate" on a phone's keys."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options, and the subcommand."""
    parser.description = "Without a command: import new rounds from the journal into the results store."
    config_option(parser)
    last_good_option(parser)
    parser.add_argument("--once", action="store_true", help="fill the store once and exit")
    parser.set_defaults(run=run)
    actions = parser.add_subparsers(title="commands", metavar="COMMAND")
    serve = actions.add_parser("serve", help="show results and rankings as web pages")
    serve.description = "Serve web pages with the results, for browsers, phones and a TV. They only read the store."
    config_option(serve)
    address_options(serve, PORT)
    serve.set_defaults(run=run_serve)


def run_serve(options: argparse.Namespace) -> int:
    """Print the address of the pages, and serve them until Ctrl-C."""
    with needs_web("kiosk venue serve"):
        from kiosk.results.store import StoreError, read_store  # noqa: PLC0415  it loads SQLAlchemy
        from kiosk.web.server import CannotServeError, PageServer  # noqa: PLC0415  only with the extra
        from kiosk.web.venue.app import VenuePages  # noqa: PLC0415
    settings = settings_of(options.config)
    if settings.venue.names == "hall":
        raise CommandError(
            'venue.names = "hall": pages with names need the key of a hall\'s screen, which this version cannot make '
            'yet: write "nowhere" (signs instead of names) or "web" (names for all who open the pages)'
        )
    records = settings.records
    try:
        store = read_store(records.store, paths.store_file(), password_file=records.password_file)
        pages = VenuePages(store, names=settings.venue.names == "web")
        server = PageServer(options.host, options.port, pages.application)
    except (CannotServeError, StoreError) as error:
        raise CommandError(str(error)) from None
    streams.drop_lost_output()
    say(f"The results are at {server.address}")
    if not pages.names:
        say('Players are shown by signs; [venue] names = "web" in the configuration shows their names.')
    if server.is_public:
        say("Whoever in this network has that address sees them, and it is not encrypted.")
    say("Ctrl-C ends it.")
    server.run()
    return 0


def run(options: argparse.Namespace) -> int:
    """Fill the store from the journal, once or periodically."""
    from kiosk.results.daemon import Follower  # noqa: PLC0415  its database takes longer to load than all the rest
    from kiosk.results.store import ResultsStore, open_store  # noqa: PLC0415

    records = usable_settings(options)[0].records

    def opening(track: Track) -> ResultsStore:
        return open_store(
            records.store,
            paths.store_file(),
            password_file=records.password_file,
            time_zone=records.time_zone,
            track=track,
        )

    follower = Follower(opening, paths.journal_dir(), records.names_days, track=tracked)
    if options.once:
        return follower.once()
    streams.drop_lost_output()
    return follower.run()
