"""``kiosk venue``: keep the results store filled from the journal."""

from __future__ import annotations

import argparse

from kiosk.cli import streams
from kiosk.cli.common import config_option, last_good_option
from kiosk.cli.progress import tracked
from kiosk.cli.settings import usable_settings
from kiosk.system import paths
from kiosk.system.progress import Track


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    last_good_option(parser)
    parser.add_argument("--once", action="store_true", help="fill the store once and exit")
    parser.set_defaults(run=run)


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
