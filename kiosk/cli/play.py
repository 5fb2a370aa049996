"""``kiosk`` without a command: the game. ``kiosk dev``: the same, and a new display whenever one of its files changes.

The options of the game are those of the root parser.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from kiosk.cli import streams
from kiosk.cli.common import CommandError, config_arguments, say, table_options, window_arguments, window_options
from kiosk.cli.settings import settings_of
from kiosk.table_process import launcher

_PACKAGE: Final = Path(__file__).parents[1]
_OF_DISPLAY: Final = ("display", "layout", "locale", "rulebook")
"""The folders whose changes are seen once the display has started again; those of all others need a new table."""
_ENDINGS: Final = (".py", ".po", ".wav", ".ttf")


def dev_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the options of ``kiosk``."""
    table_options(parser)
    window_options(parser)
    parser.set_defaults(run=run_dev, config=None, seed=None)


def run(options: argparse.Namespace) -> int:
    """Start a table and its display; return the exit status when the window is closed."""
    streams.drop_lost_output()
    return _launch(options)


def run_dev(options: argparse.Namespace) -> int:
    """Play likewise, with new displays."""
    return _launch(options, file_changes())


def _launch(options: argparse.Namespace, changes: Iterator[object] | None = None) -> int:
    settings_of(options.config)  # reports errors once, before anything starts
    config = config_arguments(options)
    seed = ["--seed", str(options.seed)] if options.seed is not None else []
    return launcher.launch([*config, *seed], [*config, *window_arguments(options)], changes)


def file_changes() -> Iterator[object]:
    """Return an iterator that yields whenever files of the display have changed, and tells which files have."""
    try:
        from watchfiles import watch  # noqa: PLC0415  developers alone have it
    except ModuleNotFoundError:
        raise CommandError("kiosk dev needs the package watchfiles: .venv/bin/pip install watchfiles") from None

    def wanted(_change: object, path: str) -> bool:
        return path.endswith(_ENDINGS)

    def changes() -> Iterator[object]:
        for found in watch(_PACKAGE, watch_filter=wanted, raise_interrupt=False):
            files = sorted({Path(path).relative_to(_PACKAGE) for _, path in found})
            shown = [file for file in files if file.parts[0] in _OF_DISPLAY]
            others = [file for file in files if file not in shown]
            if others:
                _tell(others, "the table goes on as it is: end the kiosk, and start it again")
            if shown:
                _tell(shown, "the display is started again")
                yield shown

    return changes()


def _tell(files: list[Path], what_follows: str) -> None:
    say(f"kiosk: changed: {', '.join(map(str, files))}: {what_follows}", sys.stderr)
