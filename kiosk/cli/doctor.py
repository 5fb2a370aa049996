"""``kiosk doctor``: what is wrong with this machine as a table."""

from __future__ import annotations

import argparse
import sys

from kiosk.cli.common import Commands, Told, config_option, say, settings_of
from kiosk.system import paths


def add(commands: Commands) -> None:
    """The command."""
    doctor = commands.add_parser("doctor", help="say what is wrong with this machine as a table, and the mend")
    config_option(doctor)
    doctor.add_argument("--json", action="store_true", help="print one JSON object")
    doctor.add_argument(
        "--calibrate", action="store_true", help="measure how late the touch panel stamps, against a button"
    )
    doctor.set_defaults(run=_doctor)


def _doctor(options: argparse.Namespace) -> int:
    if options.calibrate:
        return _calibrate(options)
    from kiosk.doctor import printout  # noqa: PLC0415
    from kiosk.doctor.checks import examine  # noqa: PLC0415
    from kiosk.doctor.gather import gather  # noqa: PLC0415

    facts = gather(options.config)
    answers = examine(facts)
    if options.json:
        print(printout.as_json(answers, facts))  # noqa: T201
    else:
        printout.print_table(answers, sys.stdout)
    return printout.status(answers)


def _calibrate(options: argparse.Namespace) -> int:
    from contextlib import closing  # noqa: PLC0415

    from hardware.api import HardwareError  # noqa: PLC0415
    from kiosk.doctor.calibrate import Table, calibrate  # noqa: PLC0415
    from kiosk.doctor.facts import RunningTable  # noqa: PLC0415
    from kiosk.doctor.gather import running_table  # noqa: PLC0415

    settings = settings_of(options.config)
    if running_table(paths.table_socket()) != RunningTable():
        mend = "end it (on an appliance: sudo systemctl stop ligretto-table ligretto-display), then calibrate."
        raise Told(f"A kiosk runs here and holds the buttons and the panel: {mend}")
    try:
        table = Table(settings)
    except HardwareError as error:
        raise Told(str(error)) from None
    with closing(table):
        return calibrate(table, settings.hardware.buttons_late_ms, say)
