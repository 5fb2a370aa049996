"""``kiosk config`` and ``kiosk pinout``: check, show and draw a table's configuration and its wiring."""

from __future__ import annotations

import argparse
import contextlib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from kiosk.cli import common
from kiosk.cli.common import CommandError, config_option, say_all, say_text
from kiosk.cli.settings import public_settings_of, settings_of
from kiosk.config import drivers, pi_needs
from kiosk.config.dump import effective
from kiosk.config.fit_check import summary, warnings
from kiosk.config.loader import DEFAULT
from kiosk.config.schema import Settings
from kiosk.config.secrecy import without_secrets
from kiosk.drawings import drilling_plan, table_plan, wiring_plan
from kiosk.drawings.drilling_plan import Drill
from kiosk.drawings.pinout import draw, text
from kiosk.service.staff_settings import service_file, set_at_table
from kiosk.system import paths
from kiosk.system.password_file import UnusablePassword, read_password

SMALLEST, LARGEST = 10.0, 400.0
"""Limits of a hole's diameter and the rim's width, in millimetres."""

PLANS: Final[Mapping[str, Callable[[Settings, str, Drill], str]]] = {
    "table": lambda settings, name, _drill: table_plan.draw(settings, name),
    "wiring": lambda settings, name, _drill: wiring_plan.draw(settings, name),
    "drilling": drilling_plan.draw,
}
"""What can be drawn of a table."""


def config_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands ``check`` and ``show``."""
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = actions.add_parser("check", help="check a configuration; print every error with its fix")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=run_check)
    show = actions.add_parser("show", help="print a configuration with every default spelled out")
    show.add_argument("file", type=Path, nargs="?", metavar="FILE", help="default: four seats")
    show.add_argument("--svg", type=Path, metavar="PATH", help="draw a plan there")
    show.add_argument(
        "--plan",
        choices=PLANS,
        default="table",
        help="table: seats, buttons and pins (default); wiring: every wire and part; drilling: the holes, 1:1",
    )
    drill = Drill()
    show.add_argument(
        "--holes",
        nargs=2,
        type=_millimetres,
        metavar=("STOP", "PLAY"),
        default=(drill.stop, drill.play),
        help=f"diameters of the holes for the drilling plan, in mm (default: {drill.stop:.0f} {drill.play:.0f})",
    )
    show.add_argument(
        "--rim",
        type=_millimetres,
        metavar="MM",
        default=drill.rim,
        help=f"width of the rim around the picture for the drilling plan (default: {drill.rim:.0f})",
    )
    show.set_defaults(run=run_show)


def _millimetres(text: str) -> float:
    with contextlib.suppress(ValueError):
        if SMALLEST <= float(text) <= LARGEST:
            return float(text)
    raise argparse.ArgumentTypeError(f"{text!r}: write millimetres, from {SMALLEST:.0f} to {LARGEST:.0f}")


def run_check(options: argparse.Namespace) -> int:
    """Print a summary of the configuration, and warnings."""
    settings = public_settings_of(options.file)
    firmware = pi_needs.needs(settings)
    unknown = (one.words for one in firmware.unknown)
    lines = [
        *warnings(settings),
        *unknown,
        *firmware.remarks,
        *drivers.warnings(settings),
        *_no_store("records", settings.records.store, settings.records.password_file),
        *_no_store("venue", settings.venue.store, settings.venue.password_file),
        *_not_at_table(settings.brand.name),
    ]
    warned = [f"{options.file.name}: warning: {line}" for line in lines]
    set_up = [f"on a Pi, in config.txt: {line}" for line in firmware.summary()]
    say_all([f"{options.file.name}: good", *summary(settings), *set_up, *warned])
    return 0


def run_show(options: argparse.Namespace) -> int:
    """Print the whole configuration, without secrets, and draw the table."""
    file = options.file or options.config or DEFAULT
    settings = settings_of(file)
    stop, play = options.holes
    drill = Drill(stop, play, options.rim)
    if drill.rim < drill.narrowest_rim:
        raise CommandError(
            f"--rim: {drill.rim:g} mm is too narrow for such holes: write {drill.narrowest_rim:g} or more"
        )
    common.save_drawing(options.svg, lambda: PLANS[options.plan](settings, file.stem, drill))
    say_text(effective(without_secrets(settings), _made_at_table(settings)))
    return 0


def _made_at_table(settings: Settings) -> dict[str, str]:
    """Return a remark on each key that has another value on this machine, made in the service menu."""
    made = set_at_table(settings, service_file())
    remarks: dict[str, list[str]] = {}
    for one in made:
        section, _, key = one.place.partition(".")
        table, _, inner = key.partition(".")
        value = one.value or '""'
        remarks.setdefault(f"{section}.{table}", []).append(f"{inner}: {value}" if inner else value)
    return {place: f"at this table {', '.join(values)} (service menu)" for place, values in remarks.items()}


def _not_at_table(name: str) -> Iterator[str]:
    """Yield a warning if the table cannot write the house's name."""
    if not name:
        return
    from kiosk.display.paint.text import unknown_letters  # noqa: PLC0415  it loads Pillow, which few tables need here

    if letters := unknown_letters(name):
        yield f"brand.name: the table's typeface has no {letters}: only pages show this name; write another one"


def _no_store(section: str, store: str, password_file: str) -> Iterator[str]:
    """Yield a warning if a section's store cannot be opened with what is installed on this computer."""
    if not store:
        return
    from kiosk.results.store import check_address  # noqa: PLC0415  takes longer than all the rest
    from kiosk.results.store_errors import StoreError  # noqa: PLC0415  as above

    try:
        check_address(store, paths.store_file())
    except StoreError as error:
        yield f"{section}.store: {str(error).removeprefix('records.store: ')}"
    if password_file:
        try:
            read_password(password_file)
        except UnusablePassword as error:
            yield f"{section}.password_file: {error}"


def pinout_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    parser.add_argument("--svg", type=Path, metavar="PATH", help="draw it there, to be printed")
    parser.set_defaults(run=run_pinout)


def run_pinout(options: argparse.Namespace) -> int:
    """Print the header with its wiring, and draw it."""
    file = options.config or DEFAULT
    settings = settings_of(file)
    common.save_drawing(options.svg, lambda: draw(settings, file.stem))
    say_text(text(settings))
    return 0
