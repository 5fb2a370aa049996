"""``kiosk uplink``: carry this table's finished rounds to the hall's store."""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
from typing import TYPE_CHECKING, Final

from kiosk.cli import streams
from kiosk.cli.common import config_option, say
from kiosk.cli.settings import settings_of
from kiosk.system import paths

if TYPE_CHECKING:
    from kiosk.config.schema import Settings
    from kiosk.hall.store import HallStore
    from kiosk.hall.uplink import Uplink

_NICE: Final = 10
"""Niceness: the table and the display have priority."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    parser.description = (
        "Carry what `kiosk venue` tells of finished rounds, and what the table shows now, to the hall's store ([venue] "
        "store), and bring back which rounds the hall's staff have voided, which names they have hidden or deleted, "
        "and the best rounds of the day."
    )
    config_option(parser)
    words = "only say what is wrong on the way to the hall's store: address, certificate, database, role, tables, clock"
    parser.add_argument("--check", action="store_true", help=words)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Carry until SIGTERM or Ctrl-C, or look once."""
    from kiosk.hall.uplink import Uplink  # noqa: PLC0415  it loads SQLAlchemy

    settings = settings_of(options.config)
    if options.check:
        return _checked(settings)
    streams.drop_lost_output()
    os.nice(_NICE)
    uplink = Uplink(paths.rounds_socket(), paths.feed_socket(), lambda: _opened(settings), say, paths.venue_file())
    say(f"Rounds come from {paths.rounds_socket()}, the table's state from {paths.feed_socket()}")
    asyncio.run(_until_ended(uplink))
    return 0


async def _until_ended(uplink: Uplink) -> None:
    work, loop = asyncio.ensure_future(uplink.run()), asyncio.get_running_loop()
    for ending in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(ending, work.cancel)
    await asyncio.wait([work])
    if not work.cancelled():
        work.result()


def _opened(settings: Settings) -> HallStore:
    """Open the hall's store. Raises StoreError."""
    from kiosk.hall.store import HallStore  # noqa: PLC0415  it loads SQLAlchemy
    from kiosk.results.store import open_store  # noqa: PLC0415

    venue, records = settings.venue, settings.records
    store = open_store(
        venue.store,
        paths.hall_file(),
        password_file=venue.password_file,
        section="venue",
        time_zone=records.time_zone,
    )
    return HallStore(store, records.names_days)


def _checked(settings: Settings) -> int:
    """Print a line for each step: what it is about, how it is, and the words; status 1 if something is wrong."""
    from kiosk.hall.checking import Grade, signs  # noqa: PLC0415  it loads SQLAlchemy

    status = 0
    for sign in signs(settings.venue.store, paths.hall_file(), settings.venue.password_file, settings.table.name):
        say(f"{sign.about:<11}  {sign.grade:<5}  {sign.words}")
        if sign.grade is Grade.WRONG:
            status = 1
    return status
