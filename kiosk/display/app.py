"""The display process: open the window and run the main loop in it."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

from kiosk.display.input.panel_search import PanelOptions
from kiosk.display.power.connectors import AUTO, ScreenWatch
from kiosk.display.remote_control import Control
from kiosk.display.table_client import TableClient
from kiosk.display.window import open_window, watch_screens
from kiosk.system.allocator import limit_malloc
from kiosk.system.ending import USAGE
from kiosk.system.loading import loading
from kiosk.system.printable import printable
from kiosk.system.unix_socket import CannotListen


def run_display(
    table_socket: Path,
    control_socket: Path,
    *,
    size: tuple[int, int],
    fullscreen: bool = False,
    screen: str = AUTO,
    panel: PanelOptions | None = None,
    appliance: bool = False,
) -> int:
    """Show the table that listens at ``table_socket`` until the window is closed, and return the exit status.

    ``size``: of the window in pixels; not used with ``fullscreen``. ``screen``: see ``open_window``. ``panel``: read
    touches from this panel only, not from the window. ``appliance``: a table in a venue, where no key or gesture ends
    the display and the window cannot be closed; only a signal ends it.
    """
    limit_malloc()  # before there are threads
    mailbox = _Wake()
    bridge = TableClient(table_socket, mailbox)
    bridge.start()  # connects while Kivy is being loaded
    try:
        watch = watch_screens(screen) if appliance else ScreenWatch(None)
        window = open_window(size, fullscreen=fullscreen, screen=screen)
        if window is None:
            return USAGE
        watch.opened()
        with loading():
            from kiosk.display.main_loop import Display  # noqa: PLC0415  it imports Kivy, which is now configured

        display = Display(window, bridge, panel, watch, appliance=appliance)
        try:
            control = Control(
                control_socket, display.scene, display.pixels, display.touch, display.strokes, display.record
            )
        except CannotListen as error:
            print(f"kiosk: {printable(str(error))}", file=sys.stderr)  # noqa: T201
            return USAGE
        mailbox.trigger = display.wake
        return display.run(control)
    except KeyboardInterrupt:
        return 0
    finally:
        bridge.close()


class _Wake:
    """The callback of the link thread for new mail; it does nothing before the main loop exists."""

    def __init__(self) -> None:
        self.trigger: Any = None

    def __call__(self) -> None:
        if self.trigger is not None:
            self.trigger()
