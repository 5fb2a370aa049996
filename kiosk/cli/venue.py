"""``kiosk venue``: keep the results store filled from the journal."""

from __future__ import annotations

import argparse
from functools import partial

from kiosk.cli import streams
from kiosk.cli.common import config_option
from kiosk.cli.progress import tracked
from kiosk.cli.settings import last_good_option, usable_settings
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    last_good_option(parser)
    parser.add_argument("--once", action="store_true", help="fill the store once and exit")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Fill the store from the journal, once or periodically."""
    from kiosk.results.daemon import Follower  # noqa: PLC0415  its database takes longer to load than all the rest
    from kiosk.results.store import open_store  # noqa: PLC0415

    records = usable_settings(options)[0].records
    opening = partial(open_store, records.store, paths.store_file(), password_file=records.password_file)
    follower = Follower(opening, paths.journal_dir(), records.names_days, track=tracked)
    if options.once:
        return follower.once()
    streams.drop_lost_output()
    return follower.run()
