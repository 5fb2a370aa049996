"""``kiosk doctor``: check this machine as a table."""

from __future__ import annotations

import argparse
import sys
from contextlib import closing
from pathlib import Path

from hardware.api import HardwareError
from kiosk.cli.common import CommandError, config_option, say, say_text
from kiosk.cli.settings import settings_of
from kiosk.display.remote_control import ask_panel_record
from kiosk.doctor import printout
from kiosk.doctor.calibrate import PanelAndButtons, calibrate
from kiosk.doctor.checks import examine
from kiosk.doctor.facts import RunningTable
from kiosk.doctor.gather import gather, running_table
from kiosk.faults.fault import english
from kiosk.protocol.client import NotRunning
from kiosk.system import paths


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options."""
    config_option(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help="write what the touch panel of the running kiosk says within ten seconds, in evemu's format",
    )
    parser.add_argument("--calibrate", action="store_true", help="measure the touch panel's delay against a button")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Examine the machine, and print each finding; the exit status is 1 for a fault."""
    if options.calibrate:
        return _calibrate(options)
    if options.record is not None:
        return _record(options.record)
    facts = gather(options.config)
    answers = examine(facts)
    if options.json:
        say_text(printout.as_json(answers, facts))
    else:
        printout.print_table(answers, sys.stdout)
    return printout.status(answers)


def _record(file: Path) -> int:
    """Have the running display record its panel, and write that into a new file."""
    try:
        with file.open("x", encoding="utf-8") as record:
            say("Recording for ten seconds: touch the screen as you do when it goes wrong.")
            text = ask_panel_record(paths.display_socket())
            record.write(text)
    except FileExistsError:
        raise CommandError(f"{file}: is there already; name another file.") from None
    except NotRunning as error:
        file.unlink()
        raise CommandError(str(error)) from None
    except OSError as error:
        raise CommandError(f"{file}: cannot be written ({error.strerror}).") from None
    events = sum(line.startswith("E: ") for line in text.splitlines())
    say(f"{file}: {events} events. The emulated panels of the project's tests replay it, and so does evemu-play.")
    return 0


def _calibrate(options: argparse.Namespace) -> int:
    settings = settings_of(options.config)
    if running_table(paths.table_socket()) != RunningTable():
        fix = "stop it (on an appliance: sudo systemctl stop ligretto-table ligretto-display), then calibrate."
        raise CommandError(f"A kiosk runs here and holds the buttons and the panel: {fix}")
    try:
        table = PanelAndButtons(settings)
    except HardwareError as error:
        raise CommandError(english(error.fault)) from None
    with closing(table):
        return calibrate(table, settings.hardware.buttons_late_ms, say_text)
