"""A set-up's two questions about a Raspberry Pi's firmware (``systemd/configuration.sh``).

``python -m kiosk.config.pi_setup derive TABLE CONFIG_TXT`` prints the new content of config.txt for a configuration,
``python -m kiosk.config.pi_setup missing TABLE CONFIG_TXT`` what is not there on this machine although it is in it.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Collection, Iterable, Sequence
from pathlib import Path
from typing import NamedTuple, TextIO

from kiosk.config import pi_presence
from kiosk.config.config_txt import Unfit, added_in, lines_of, with_block, without_block
from kiosk.config.loader import ConfigError, load_installed
from kiosk.config.pi_needs import Needs, contradictions, needs
from kiosk.config.schema import Settings
from kiosk.system.printable import printable


class Derived(NamedTuple):
    """A derivation: the new ``text`` of config.txt, the ``needs``, and the reasons not to write it (``refused``)."""

    text: str
    needs: Needs
    refused: tuple[str, ...]


def derive(settings: Settings, before: str, added: str | None = None, present: Collection[str] = ()) -> Derived:
    """Return what becomes of the config.txt ``before``.

    ``added``: an administrator's lines; None: those that are in it already. ``present``: the GPIO chips that are there,
    so somebody's lines, or a HAT, set them up.
    """
    lines = added_in(before) if added is None else added
    found = needs(settings, without_block(before), lines)
    unknown = (one.words for one in found.unknown if one.chip not in present)
    return Derived(with_block(before, found.lines(), lines), found, (*unknown, *contradictions(settings, lines)))


def main(arguments: Sequence[str] | None = None) -> int:
    """Answer; status 1: config.txt is not to be changed so, or something is missing."""
    parser = argparse.ArgumentParser(prog="kiosk.config.pi_setup", description="What a table needs of a Pi's firmware.")
    parser.add_argument("question", choices=("derive", "missing"))
    parser.add_argument("table", type=Path, metavar="TABLE", help="the configuration")
    parser.add_argument("config_txt", type=Path, metavar="CONFIG_TXT", help="the firmware's settings")
    parser.add_argument("--config-txt", dest="added", type=Path, metavar="FILE", help="lines to add to them")
    parser.add_argument("--new", action="store_true", help="refuse what cannot be derived; otherwise it is only told")
    options = parser.parse_args(arguments)
    try:
        settings = load_installed(options.table).settings
        added = lines_of(options.added) if options.added else None
        before = options.config_txt.read_bytes().decode("latin-1")
    except (ConfigError, Unfit, OSError) as error:
        _write(str(error).splitlines(), sys.stderr)
        return 1
    derived = derive(settings, before, added, pi_presence.present_chips())
    if options.question == "missing":
        lines = [sign.words for sign in pi_presence.missing(derived.needs.signs())]
        _write(lines, sys.stdout)
        return 1 if lines else 0
    _write((*derived.refused, *derived.needs.remarks), sys.stderr)
    if derived.refused and options.new:
        return 1
    sys.stdout.buffer.write(derived.text.encode("latin-1"))
    return 0


def _write(lines: Iterable[str], to: TextIO) -> None:
    to.writelines(f"{printable(line)}\n" for line in lines)


if __name__ == "__main__":
    raise SystemExit(main())
