"""``kiosk config`` and ``kiosk pinout``: how a table is configured and wired."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path

from kiosk.cli.common import Commands, Told, config_option, settings_of


def add(commands: Commands) -> None:
    """Both."""
    config = commands.add_parser("config", help="check a table's configuration, or show and draw it")
    actions = config.add_subparsers(title="commands", metavar="COMMAND", required=True)
    check = actions.add_parser("check", help="say that a configuration is good, or every error in it with its mend")
    check.add_argument("file", type=Path, metavar="FILE")
    check.set_defaults(run=_config_check)
    show = actions.add_parser("show", help="print a configuration with every default spelled out")
    show.add_argument("file", type=Path, nargs="?", metavar="FILE", help="default: four seats")
    show.add_argument("--svg", type=Path, metavar="PATH", help="draw the table with its seats, buttons and pins there")
    show.set_defaults(run=_config_show)

    pinout = commands.add_parser("pinout", help="show the 40-pin header with the seats' buttons and lamps")
    config_option(pinout)
    pinout.add_argument("--svg", type=Path, metavar="PATH", help="draw it there, to be printed")
    pinout.set_defaults(run=_pinout)


def _config_check(options: argparse.Namespace) -> int:
    from kiosk.config.fit_check import summary, warnings  # noqa: PLC0415

    settings = settings_of(options.file)
    warned = [f"{options.file.name}: warning: {line}" for line in warnings(settings)]
    print("\n".join([f"{options.file.name}: good", *summary(settings), *warned]))  # noqa: T201
    return 0


def _config_show(options: argparse.Namespace) -> int:
    from kiosk.config.dump import effective  # noqa: PLC0415
    from kiosk.config.loader import DEFAULT  # noqa: PLC0415
    from kiosk.drawings.table_plan import draw  # noqa: PLC0415

    file = options.file or options.config or DEFAULT
    settings = settings_of(file)
    _save(options.svg, lambda: draw(settings, file.stem))
    print(effective(settings))  # noqa: T201
    return 0


def _pinout(options: argparse.Namespace) -> int:
    from kiosk.config.loader import DEFAULT  # noqa: PLC0415
    from kiosk.drawings.pinout import draw, text  # noqa: PLC0415

    file = options.config or DEFAULT
    settings = settings_of(file)
    _save(options.svg, lambda: draw(settings, file.stem))
    print(text(settings))  # noqa: T201
    return 0


def _save(path: Path | None, drawing: Callable[[], str]) -> None:
    """Write a drawing if there is a place for it."""
    if path is not None:
        try:
            path.write_text(drawing(), encoding="utf-8")
        except OSError as error:
            raise Told(f"{path}: cannot be written ({error.strerror}): choose another place") from None
