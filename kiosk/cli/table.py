"""``kiosk table``: the table without a window."""

from __future__ import annotations

import kiosk.system.no_openssl  # noqa: F401  # isort: skip  # before hashlib and asyncio

import argparse
from pathlib import Path

from hardware.api import HardwareError
from kiosk.backup.traces import has_traces
from kiosk.cli import streams
from kiosk.cli.common import CommandError, hold_lifeline, last_good_option, lifeline_option, table_options
from kiosk.cli.settings import INSTEAD, last_good_instead, usable_settings
from kiosk.faults.fault import english
from kiosk.journal.file import JournalError
from kiosk.system import paths
from kiosk.system.unix_socket import CannotListen
from kiosk.table_process.assemble import run_table


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    table_options(parser)
    last_good_option(parser)
    lifeline_option(parser)
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Run a table until a signal ends it."""
    hold_lifeline(options)
    streams.drop_lost_output()
    _finish_restore(paths.state_dir())
    settings, fault = usable_settings(options)
    try:
        try:
            return run_table(settings, paths.table_socket(), options.seed, fault, options.config)
        except HardwareError as error:
            if fault or not options.last_good:
                raise
            settings = last_good_instead(CommandError(english(error.fault)))
        return run_table(settings, paths.table_socket(), options.seed, INSTEAD, options.config)
    except HardwareError as error:
        raise CommandError(english(error.fault)) from None
    except (CannotListen, JournalError) as error:
        raise CommandError(str(error)) from None


def _finish_restore(state: Path) -> None:
    if has_traces(state):
        from kiosk.backup.restore import finish  # noqa: PLC0415  hardly any start has a restore to finish

        finish(state)
