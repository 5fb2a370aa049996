"""``kiosk config``: check, show and draw a table's configuration."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from kiosk.cli import drawing
from kiosk.cli.common import say_all, say_text
from kiosk.cli.settings import public_settings_of, settings_of
from kiosk.config import drivers
from kiosk.config.dump import effective
from kiosk.config.fit_check import summary, warnings
from kiosk.config.loader import DEFAULT
from kiosk.config.schema import Records
from kiosk.config.secrecy import without_secrets
from kiosk.drawings.table_plan import draw
from kiosk.system import paths
from kiosk.system.password_file import UnusablePassword, read_password


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands ``check`` and ``show``."""
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = actions.add_parser("check", help="check a configuration; print every error with its fix")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=run_check)
    show = actions.add_parser("show", help="print a configuration with every default spelled out")
    show.add_argument("file", type=Path, nargs="?", metavar="FILE", help="default: four seats")
    show.add_argument("--svg", type=Path, metavar="PATH", help="draw the table with its seats, buttons and pins there")
    show.set_defaults(run=run_show)


def run_check(options: argparse.Namespace) -> int:
    """Print a summary of the configuration, and warnings."""
    settings = public_settings_of(options.file)
    lines = [*warnings(settings), *drivers.warnings(settings), *_no_store(settings.records)]
    warned = [f"{options.file.name}: warning: {line}" for line in lines]
    say_all([f"{options.file.name}: good", *summary(settings), *warned])
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print the whole configuration, without secrets, and draw the table."""
    file = options.file or options.config or DEFAULT
    settings = settings_of(file)
    drawing.save(options.svg, lambda: draw(settings, file.stem))
    say_text(effective(without_secrets(settings)))
    return 0


def _no_store(records: Records) -> Iterator[str]:
    """Yield a warning if the results store cannot be opened with what is installed on this computer."""
    if not records.store:
        return
    from kiosk.results.store import StoreError, check_address  # noqa: PLC0415  takes longer than all the rest

    try:
        check_address(records.store, paths.store_file())
    except StoreError as error:
        yield f"records.store: {str(error).removeprefix('records.store: ')}"
    if records.password_file:
        try:
            read_password(records.password_file)
        except UnusablePassword as error:
            yield f"records.password_file: {error}"
