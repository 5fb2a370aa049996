"""``kiosk dice-board``: monitor or simulate a dice-reader board."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from kiosk.cli.common import CommandError, file_name, number, say_text
from kiosk.cli.hands import move_hardware
from kiosk.doctor.dice_board import monitor, simulator
from kiosk.protocol.client import NotRunning
from kiosk.testing.presses import WORDS, Deeds, read_deed


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands ``monitor`` and ``simulate``."""
    actions = parser.add_subparsers(title="commands", metavar="COMMAND", required=True)
    listen = actions.add_parser("monitor", help="show every frame that a board sends; Ctrl-C ends with the counters")
    listen.add_argument(
        "port", type=file_name, metavar="PORT", help="its serial port, such as one of /dev/serial/by-id"
    )
    listen.add_argument("--seconds", type=number(1, 10**6), metavar="N", help="end after N seconds")
    listen.set_defaults(run=run_monitor)
    simulate = actions.add_parser(
        "simulate", help="simulate a board at a virtual serial port; dice are typed or piped in"
    )
    simulate.add_argument("--id", default="LDR-SIMULATED", metavar="ID", help="default: LDR-SIMULATED")
    simulate.add_argument("--seat", type=number(0, 12), default=0, metavar="N", help="the seat set on the board")
    simulate.add_argument("--folder", type=Path, metavar="DIR", help="folder for its port (default: a temporary one)")
    simulate.add_argument(
        "--fault",
        action="append",
        default=[],
        metavar="FAULT",
        help="a fault from the start, such as garbage; may be repeated; an unknown name lists all faults",
    )
    simulate.set_defaults(run=run_simulate)
    for do, meaning in _DEEDS.items():
        action = actions.add_parser(do, help=meaning)
        action.add_argument("seat", metavar="SEAT", help="the seat of the board, from 1")
        words = WORDS[do]
        if words.most:
            action.add_argument("words", nargs="*", metavar=words.called.upper(), help=words.help)
        action.set_defaults(run=run_drive, do=do, words=[])


_DEEDS: Final[dict[Deeds, str]] = {
    "throw": "throw dice into the tray of a simulated board of the running kiosk",
    "plug": "plug such a board in",
    "unplug": "unplug it",
    "fault": "begin faults of it",
    "repair": "end its faults",
}
"""What can be done at a simulated board, and its line in the help."""


def run_drive(options: argparse.Namespace) -> int:
    """Do something at a simulated board of the running kiosk."""
    try:
        move_hardware(read_deed((options.do, options.seat, *options.words)))
    except (ValueError, NotRunning) as error:
        raise CommandError(str(error)) from None
    return 0


def run_monitor(options: argparse.Namespace) -> int:
    """Print a board's frames."""
    try:
        monitor.monitor(options.port, say_text, options.seconds)
    except monitor.NoPort as error:
        look = "is the board plugged in, no kiosk running with it, and are you in the group dialout?"
        raise CommandError(f"{options.port}: cannot be opened ({error}): {look}") from None
    return 0


def run_simulate(options: argparse.Namespace) -> int:
    """Simulate a board until the input ends."""
    try:
        simulator.simulate(options.id, options.seat, options.fault, options.folder, sys.stdin, say_text)
    except simulator.Wrong as wrong:
        raise CommandError(str(wrong)) from None
    return 0
