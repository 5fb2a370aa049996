"""Kivy's window: opened with nothing of Kivy's own in it, off-screen where there is no screen."""

from __future__ import annotations

import ctypes
import logging
import os
import sys
from typing import Any, Final, NamedTuple

from kiosk.display.input.window_input import SDL_HINTS
from kiosk.display.power.connectors import AUTO, DRM, ScreenWatch, choose, connectors, left_of

TITLE: Final = "Ligretto Kiosk (unofficial)"
FRAMES: Final = 60
"""Frames a second at most."""
_ENVIRONMENT: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",  # nobody's ~/.kivy decides how a table looks or which of Kivy's modules run
    "KIVY_NO_ENV_CONFIG": "1",  # nor does the environment
    "KIVY_NO_FILELOG": "1",
    "KIVY_WINDOW": "sdl2",  # not Kivy's own X11 window, which ends the process where there is no X server
    "KIVY_AUDIO": "sdl2",  # it comes with Kivy, and plays without waiting for anything
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
"""The colour of an empty table, as ``systemd/show-picture`` paints it until there is a window."""

_OFFSCREEN: Final = "offscreen"
"""SDL's driver that draws into memory."""


def on_desktop() -> bool:
    """Return whether a desktop has the screens."""
    return sys.platform != "linux" or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))


class _Place(NamedTuple):
    """The place of a window that fills a screen of the kernel's: pixels to the right on SDL's desktop, and size."""

    left: int
    size: tuple[int, int]


def watch_screens(wanted: str) -> ScreenWatch:
    """Looks after the screen of a window that is about to be opened, unless it is a desktop's or in memory."""
    return ScreenWatch(None if on_desktop() or os.environ.get("SDL_VIDEODRIVER") else DRM, wanted)


def _choose_driver(wanted: str) -> _Place | None:
    """Return where SDL draws; None: a desktop decides, or it is in memory.

    Left alone, it would go off-screen without a word if the desktop's display cannot be opened.
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
    return _Place(left_of(screens, chosen), chosen.size)


def _x_screen() -> tuple[int, int] | None:
    """The size of the X server's screen in pixels; None: the window is none of an X server's."""
    if "x11" not in os.environ.get("SDL_VIDEODRIVER", ""):
        return None
    try:
        x11 = ctypes.CDLL("libX11.so.6")
    except OSError:  # nor has SDL found it
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
    """Kivy's window, without Kivy's own keys, menus, settings and input; None if there can be none (it was told).

    ``screen``: the connector whose screen it is opened on where there is no desktop, or ``auto``.
    """
    os.environ.update(_ENVIRONMENT)
    place = _choose_driver(screen)
    if fullscreen:
        # Without a window manager nobody makes it larger: SDL would only believe that it fills the screen.
        size = _x_screen() or size
    _configure(size, fullscreen, place)
    logging.disable()  # Kivy would tell a missing window with pages of traceback
    from kivy.core.window import Window  # noqa: PLC0415  the import opens the window

    logging.disable(logging.NOTSET)
    if Window is None:
        print(_NO_WINDOW, file=sys.stderr)  # noqa: T201
        return None
    Window.set_title(TITLE)
    Window.clearcolor = (0.04, 0.07, 0.09, 1)
    if place is not None:
        _show_felt(Window)
    if os.environ.get("SDL_VIDEODRIVER") == _OFFSCREEN:
        Window.bind(on_flip=lambda *_: _finish())
    return Window


def _configure(size: tuple[int, int], fullscreen: bool, place: _Place | None) -> None:
    """Set Kivy's configuration for the window, and for no input of Kivy's own."""
    from kivy.config import Config  # noqa: PLC0415  only now is the environment set that Kivy reads on import

    settings: dict[str, dict[str, object]] = {
        "graphics": {
            "width": size[0],
            "height": size[1],
            "fullscreen": "auto" if fullscreen else 0,
            "minimum_width": 640,
            "minimum_height": 360,
            "maxfps": FRAMES,
            "multisamples": 0,  # every picture is drawn at its own size: nothing to smooth
            "allow_screensaver": 0,
        },
        "kivy": {"exit_on_escape": 0, "log_level": "warning"},
    }
    if place is not None and all(place.size):
        # Its preferred mode: SDL would take the text console's, which is no larger than the first screen was.
        width, height = place.size
        own = {"position": "custom", "left": place.left, "top": 0, "width": width, "height": height, "fullscreen": 1}
        settings["graphics"].update(own)
    for section, values in settings.items():
        for name, value in values.items():
            Config.set(section, name, value)
    Config.remove_section("input")  # no provider of Kivy's
    Config.add_section("input")


def _show_felt(window: Any) -> None:
    """Until the table is drawn the screen would be black: SDL has taken it from whoever showed a picture before."""
    around, window.clearcolor = window.clearcolor, _FELT
    window.clear()
    window.flip()
    window.clearcolor = around


def _finish() -> None:
    """Wait until all that was told to OpenGL is drawn.

    A screen takes one picture after the other. Without one nobody waits: where a processor draws, and slowly, what is
    not drawn yet became gigabytes, and the next picture to be painted into a texture waited for all of it (10 s).
    """
    from kivy.graphics import opengl  # noqa: PLC0415  not before open_window has configured Kivy

    opengl.glFinish()


def renderer() -> str:
    """The name of what draws, as OpenGL tells it; there must be a window."""
    from kivy.graphics.opengl import GL_RENDERER, glGetString  # noqa: PLC0415  not before open_window has configured Kivy

    return (glGetString(GL_RENDERER) or b"").decode(errors="replace")
