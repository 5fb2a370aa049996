"""``kiosk scene`` and ``kiosk screenshot``: what the running kiosk shows."""

from __future__ import annotations

import argparse
from pathlib import Path

from kiosk.cli.common import Commands, Told
from kiosk.system import paths


def add(commands: Commands) -> None:
    """Both."""
    scene = commands.add_parser("scene", help="print what can be touched on the running kiosk's screen, as JSON")
    scene.set_defaults(run=_scene)

    screenshot = commands.add_parser("screenshot", help="save what the running kiosk shows as a PNG file")
    screenshot.add_argument("file", type=Path, metavar="FILE")
    screenshot.set_defaults(run=_screenshot)


def _scene(_options: argparse.Namespace) -> int:
    from kiosk.display.remote_control import ask_scene  # noqa: PLC0415
    from kiosk.table_process.client import NotRunning  # noqa: PLC0415

    try:
        print(ask_scene(paths.display_socket()))  # noqa: T201
    except NotRunning as error:
        raise Told(str(error)) from None
    return 0


def _screenshot(options: argparse.Namespace) -> int:
    from kiosk.display.remote_control import ask_screenshot  # noqa: PLC0415
    from kiosk.table_process.client import NotRunning  # noqa: PLC0415

    if options.file.suffix.lower() != ".png":
        raise Told(f"{options.file}: screenshots are PNG files: name it {options.file.with_suffix('.png')}")
    try:
        error = ask_screenshot(paths.display_socket(), options.file.absolute())
    except NotRunning as absent:
        raise Told(str(absent)) from None
    if error:
        raise Told(error)
    return 0
