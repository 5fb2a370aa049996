"""``kiosk``, ``kiosk table``, ``kiosk display``: the game itself."""

from __future__ import annotations

import argparse

from kiosk.cli.common import (
    INSTEAD,
    Commands,
    Told,
    config_option,
    last_good_instead,
    last_good_option,
    settings_of,
    usable_settings,
)
from kiosk.system import paths


def add_to(parser: argparse.ArgumentParser) -> None:
    """Without a command: play."""
    _table_options(parser)
    display_options(parser)
    parser.set_defaults(run=_play, config=None, seed=None)  # a command that is given the same option overrides it


def add(commands: Commands) -> None:
    """The two programs that a kiosk is made of."""
    table = commands.add_parser("table", help="only the table: state of play, buttons and lamps, no window")
    _table_options(table)
    last_good_option(table)
    _lifeline(table)
    table.set_defaults(run=_table)

    display = commands.add_parser("display", help="only the display: a window on a running table")
    config_option(display)
    display_options(display)
    words = "as on a table in a venue: the whole screen, no cursor, no strip, no keyboard, and only a signal ends it"
    display.add_argument("--appliance", action="store_true", help=words)
    last_good_option(display)
    _lifeline(display)
    display.set_defaults(run=_display)


def _table_options(parser: argparse.ArgumentParser) -> None:
    config_option(parser)
    words = "repeat the same cards every time"
    parser.add_argument("--seed", type=int, metavar="N", default=argparse.SUPPRESS, help=words)


def display_options(parser: argparse._ActionsContainer) -> None:
    """How large the window is."""
    parser.add_argument("--size", type=_size, metavar="WxH", help="the window's size in pixels, such as 1920x1080")
    parser.add_argument("--fullscreen", action="store_true", help="the whole screen")


def _lifeline(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lifeline", type=int, help=argparse.SUPPRESS)


def _size(text: str) -> tuple[int, int]:
    width, times, height = text.partition("x")
    if not (times and width.isdigit() and height.isdigit() and int(width) >= 640 and int(height) >= 360):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no size: write width x height, at least 640x360, as in 1920x1080"
        )
    return int(width), int(height)


def _play(options: argparse.Namespace) -> int:
    from kiosk.table_process.launcher import launch  # noqa: PLC0415

    settings_of(options.config)  # what is wrong with it is told once, before anything starts
    config = ["--config", str(options.config)] if options.config is not None else []
    seed = ["--seed", str(options.seed)] if options.seed is not None else []
    return launch([*config, *seed], [*config, *window_options(options)])


def window_options(options: argparse.Namespace) -> list[str]:
    """The window's options for the display's own command line."""
    size = ["--size", "{}x{}".format(*options.size)] if options.size is not None else []
    return [*size, *(["--fullscreen"] if options.fullscreen else [])]


def _table(options: argparse.Namespace) -> int:
    from hardware.api import HardwareError  # noqa: PLC0415
    from kiosk.backup.restore import finish  # noqa: PLC0415
    from kiosk.journal.file import JournalError  # noqa: PLC0415
    from kiosk.table_process.assemble import run_table  # noqa: PLC0415
    from kiosk.table_process.display_server import CannotListen  # noqa: PLC0415

    hold_lifeline(options)
    finish(paths.state_dir())
    settings, told = usable_settings(options)
    try:
        try:
            return run_table(settings, paths.table_socket(), options.seed, told, options.config)
        except HardwareError as error:
            if told or not options.last_good:
                raise
            settings = last_good_instead(error)
        return run_table(settings, paths.table_socket(), options.seed, INSTEAD, options.config)
    except (CannotListen, HardwareError, JournalError) as error:
        raise Told(str(error)) from None


def _display(options: argparse.Namespace) -> int:
    from kiosk.config.last_good import keep  # noqa: PLC0415
    from kiosk.display.app import run_display  # noqa: PLC0415
    from kiosk.display.input.touch_panel import PanelOptions  # noqa: PLC0415

    hold_lifeline(options)
    settings, told = usable_settings(options)
    if options.last_good and not told:
        keep(settings)  # the display's own, which may not read the table's
    window, touch = settings.window, settings.touch
    panel = PanelOptions(touch.device, touch.rotation, touch.matrix, touch.grab) if touch.provider == "evdev" else None
    return run_display(
        paths.table_socket(),
        paths.display_socket(),
        size=options.size or (window.width, window.height),
        fullscreen=options.fullscreen or window.fullscreen or options.appliance,
        screen=window.screen,
        panel=panel,
        appliance=options.appliance,
    )


def hold_lifeline(options: argparse.Namespace) -> None:
    """End when whoever started this program does."""
    if options.lifeline is not None:
        from kiosk.system.parent_watch import end_with_parent  # noqa: PLC0415

        end_with_parent(options.lifeline)
