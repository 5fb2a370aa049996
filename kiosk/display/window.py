"""Kivy's window, without any of Kivy's own features; off-screen if there is no screen."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from pathlib import Path
from typing import Any, Final, NamedTuple

from kiosk.display.input.window_input import SDL_HINTS
from kiosk.display.power.connectors import AUTO, DRM, ScreenWatch, choose, connectors, left_of

TITLE: Final = "Ligretto Kiosk (unofficial)"
FRAMES: Final = 60
"""The maximum frame rate."""
_ENVIRONMENT: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",  # ignore ~/.kivy: it must not change the look or load modules
    "KIVY_NO_ENV_CONFIG": "1",  # the same for the environment
    "KIVY_NO_FILELOG": "1",
    "KIVY_WINDOW": "sdl2",  # not Kivy's own X11 window, which ends the process if there is no X server
    "KIVY_LOG_MODE": "PYTHON",  # warnings and errors only
    **SDL_HINTS,
}

_NO_SCREEN: Final = (
    "No screen here: the table runs off-screen. "
    "`kiosk screenshot FILE` saves what it shows, `kiosk scene` prints what can be touched."
)
_OTHER_SCREEN: Final = (
    "No screen is switched on at {wanted} (window.screen): the table is shown at {chosen} until there is one."
)
_NO_WINDOW: Final = (
    "kiosk: no window can be opened: is DISPLAY (or WAYLAND_DISPLAY) that of your desktop? "
    "To run without a screen: SDL_VIDEODRIVER=offscreen kiosk"
)


_FELT: Final = (0x0E / 255, 0x2A / 255, 0x30 / 255, 1)
"""The colour of an empty table, as ``systemd/show-picture`` paints it until the window opens."""

_OFFSCREEN: Final = "offscreen"
"""SDL's driver for drawing into memory."""


def on_desktop() -> bool:
    """Return whether a desktop manages the screens."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _WindowPlace(NamedTuple):
    """The place of a window that fills one of the kernel's screens: x offset on SDL's desktop, and size, in pixels."""

    left: int
    size: tuple[int, int]


def watch_screens(wanted: str) -> ScreenWatch:
    """Return a watch over the screen of a window that is about to open; idle on a desktop or in memory."""
    return ScreenWatch(None if on_desktop() or os.environ.get("SDL_VIDEODRIVER") else DRM, wanted)


def _choose_driver(wanted: str) -> _WindowPlace | None:
    """Set SDL's driver and return the place of the window; None if a desktop decides, or it is in memory.

    By default SDL would silently go off-screen if the desktop's display cannot be opened.
    """
    if os.environ.get("SDL_VIDEODRIVER"):
        return None
    if sys.platform == "linux":
        os.environ["SDL_VIDEODRIVER"] = "x11,wayland,KMSDRM"
    if on_desktop():
        return None
    screens = connectors()
    chosen = choose(screens, wanted)
    if chosen is None:
        print(_NO_SCREEN, flush=True)  # noqa: T201
        os.environ["SDL_VIDEODRIVER"] = _OFFSCREEN
        return None
    if wanted not in (AUTO, chosen.name):
        print(_OTHER_SCREEN.format(wanted=wanted, chosen=chosen.name), file=sys.stderr)  # noqa: T201
    return _WindowPlace(left_of(screens, chosen), chosen.size)


def _x_screen() -> tuple[int, int] | None:
    """Return the size of the X server's screen in pixels; None if there is no X server."""
    if "x11" not in os.environ.get("SDL_VIDEODRIVER", ""):
        return None
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:  # then SDL has not found it either
        return None
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(None))
    if not display:
        return None
    try:
        screen = x11.XDefaultScreen(display)
        return x11.XDisplayWidth(display, screen), x11.XDisplayHeight(display, screen)
    finally:
        x11.XCloseDisplay(display)


def open_window(size: tuple[int, int], *, fullscreen: bool, screen: str = AUTO) -> Any:
    """Return Kivy's window without Kivy's keys, menus, settings and input; None, with a message, if none can be opened.

    ``screen``: the connector of the screen to open it on if there is no desktop, or ``auto``.
    """
    os.environ.update(_ENVIRONMENT)
    place = _choose_driver(screen)
    if fullscreen:
        # Without a window manager nothing enlarges it: SDL would only assume that it fills the screen.
        size = _x_screen() or size
    _configure(size, fullscreen, place)
    _leave_out_styles()
    logging.disable()  # Kivy would log pages of traceback if no window can be opened
    from kivy.core.window import Window  # noqa: PLC0415  the import opens the window

    logging.disable(logging.NOTSET)
    if Window is None:
        print(_NO_WINDOW, file=sys.stderr)  # noqa: T201
        return None
    Window.set_title(TITLE)
    Window.clearcolor = (0.04, 0.07, 0.09, 1)
    show_felt(Window)
    if os.environ.get("SDL_VIDEODRIVER") == _OFFSCREEN:
        Window.bind(on_flip=lambda *_: _finish())
    return Window


def _configure(size: tuple[int, int], fullscreen: bool, place: _WindowPlace | None) -> None:
    """Configure Kivy for the window, without any of Kivy's input providers."""
    from kivy.config import Config  # noqa: PLC0415  Kivy reads the environment on import, so it must be set before

    settings: dict[str, dict[str, object]] = {
        "graphics": {
            "width": size[0],
            "height": size[1],
            "fullscreen": "auto" if fullscreen else 0,
            "minimum_width": 640,
            "minimum_height": 360,
            "maxfps": FRAMES,
            "multisamples": 0,  # every picture is drawn at its own size, so no smoothing is needed
            "allow_screensaver": 0,
        },
        "kivy": {"exit_on_escape": 0, "log_level": "warning"},
    }
    if place is not None and all(place.size):
        # The preferred mode: SDL would take the text console's, which is no larger than the first screen's.
        width, height = place.size
        own = {"position": "custom", "left": place.left, "top": 0, "width": width, "height": height, "fullscreen": 1}
        settings["graphics"].update(own)
    for section, values in settings.items():
        for name, value in values.items():
            Config.set(section, name, value)
    Config.remove_section("input")  # no providers of Kivy's
    Config.add_section("input")


def _leave_out_styles() -> None:
    """Let Kivy find an empty file for the looks of its own widgets: none is shown, reading them takes 0.1 s (PC)."""
    from kivy import resources  # noqa: PLC0415  not before Kivy is configured
    from kivy.cache import Cache  # noqa: PLC0415

    Cache.append("kv.resourcefind", str(Path(resources.kivy_data_dir) / "style.kv"), os.devnull)


def show_felt(window: Any) -> None:
    """Show the empty table's colour: the window would be black until the display's modules have been loaded."""
    around, window.clearcolor = window.clearcolor, _FELT
    window.clear()
    window.flip()
    window.clearcolor = around


def _finish() -> None:
    """Wait until OpenGL has drawn everything that was submitted.

    With a screen, each frame waits for the one before. Off-screen nothing does: with slow software rendering the
    backlog grew to gigabytes, and the next picture to be painted into a texture waited for all of it (10 s).
    """
    from kivy.graphics import opengl  # noqa: PLC0415  not before open_window has configured Kivy

    opengl.glFinish()


def renderer() -> str:
    """Return the name of OpenGL's renderer; a window must be open."""
    from kivy.graphics.opengl import GL_RENDERER, glGetString  # noqa: PLC0415  not before open_window has configured Kivy

    return (glGetString(GL_RENDERER) or b"").decode(errors="replace")
