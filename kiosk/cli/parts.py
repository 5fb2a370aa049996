"""Options of the game and of the programs that it consists of. Few imports: ``kiosk --help`` loads it."""

from __future__ import annotations

import argparse

from kiosk.cli.common import config_option
from kiosk.system.signals import end_with_parent


def table_options(parser: argparse.ArgumentParser) -> None:
    """Add the options of a table: its configuration and its cards."""
    config_option(parser)
    words = "deal the same cards every time"
    parser.add_argument("--seed", type=int, metavar="N", default=argparse.SUPPRESS, help=words)


def window_options(parser: argparse._ActionsContainer) -> None:
    """Add the options for the size of the window."""
    parser.add_argument(
        "--size", type=window_size, metavar="WxH", help="the window's size in pixels, such as 1920x1080"
    )
    parser.add_argument("--fullscreen", action="store_true", help="the whole screen")


def window_size(text: str) -> tuple[int, int]:
    """Parse the size of a window in pixels."""
    width, times, height = text.partition("x")
    if not (times and width.isdigit() and height.isdigit() and int(width) >= 640 and int(height) >= 360):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size: write width x height, at least 640x360, as in 1920x1080"
        )
    return int(width), int(height)


def window_arguments(options: argparse.Namespace) -> list[str]:
    """Return the arguments that give another program the same window."""
    size = ["--size", "{}x{}".format(*options.size)] if options.size is not None else []
    return [*size, *(["--fullscreen"] if options.fullscreen else [])]


def config_arguments(options: argparse.Namespace) -> list[str]:
    """Return the arguments that give another program the same configuration."""
    return ["--config", str(options.config)] if options.config is not None else []


def lifeline_option(parser: argparse.ArgumentParser) -> None:
    """Add the option that passes the pipe of ``kiosk.system.signals`` to a child program."""
    parser.add_argument("--lifeline", type=int, help=argparse.SUPPRESS)


def hold_lifeline(options: argparse.Namespace) -> None:
    """End this program when its parent ends."""
    if options.lifeline is not None:
        end_with_parent(options.lifeline)
