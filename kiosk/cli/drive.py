"""``kiosk drive``: play a script of what hands do at the running kiosk's simulated hardware."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Final

from kiosk.cli.common import Told, file_name
from kiosk.system import paths
from kiosk.system.regular_file import WRITTEN_BYTES, read_regular
from kiosk.system.written_text import NotText, decoded
from kiosk.testing.running_kiosk import running_kiosk
from kiosk.testing.script import ScriptError, play, read_script

_DESCRIPTION: Final = "Play a script: a line for each act. It is read whole before the first act."
_EPILOG: Final = """acts, as from a shell, with a time from the script's beginning, or after the act before:
  press 1 play
  touch 1 ready
  wait play
  8s press 1 stop 2 stop+0.5ms hold 200ms
  9s touch 1 row:1 at:0.4,0.6+80ms centre+150ms
  touch 1 hand takes 200ms
  dice-board throw 4 r1 g2
After a state that is waited for (`wait play`), times count from its beginning.
A place that is not on the screen yet is looked for two seconds long. What follows a # is ignored."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the script."""
    parser.description = _DESCRIPTION
    parser.epilog = _EPILOG
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("script", type=file_name, metavar="FILE", help="the script; -: standard input")
    parser.set_defaults(run=run)


def run(options: argparse.Namespace) -> int:
    """Play the script to its end."""
    name = "standard input" if options.script == "-" else options.script
    try:
        data = (
            sys.stdin.buffer.read(WRITTEN_BYTES)
            if options.script == "-"
            else read_regular(Path(options.script), WRITTEN_BYTES)
        )
        acts = read_script(decoded(data))
        with running_kiosk(paths.table_socket(), paths.display_socket()) as hands:
            play(acts, hands)
    except NotText:
        raise Told(f"{name}: is not UTF-8 text: save it as UTF-8") from None
    except OSError as error:
        raise Told(f"{name}: cannot be read ({error.strerror})") from None
    except ScriptError as error:
        raise Told(f"{name}, {error}") from None
    return 0
