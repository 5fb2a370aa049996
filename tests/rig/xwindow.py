"""The actions of a desktop's window manager: it resizes and closes the kiosk's window."""

from __future__ import annotations

import ctypes
from typing import Final

_X11: Final = "libX11.so.6"


def resize(display_name: str, width: int, height: int) -> None:
    """Move the largest window of the X display to the screen's top left corner, with this size in pixels."""
    x11 = ctypes.CDLL(_X11)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
    if not display:
        raise ConnectionError(f"no X server at {display_name}")
    try:
        window = max(_windows(x11, display), key=lambda window: _area(x11, display, window))
        x11.XMoveResizeWindow(display, ctypes.c_ulong(window), 0, 0, width, height)
        x11.XSync(display, 0)
    finally:
        x11.XCloseDisplay(display)


def _windows(x11: ctypes.CDLL, display: ctypes.c_void_p) -> list[int]:
    x11.XDefaultRootWindow.restype = ctypes.c_ulong
    root = ctypes.c_ulong(x11.XDefaultRootWindow(display))
    parent, found, count = ctypes.c_ulong(), ctypes.POINTER(ctypes.c_ulong)(), ctypes.c_uint()
    x11.XQueryTree(display, root, ctypes.byref(root), ctypes.byref(parent), ctypes.byref(found), ctypes.byref(count))
    windows = found[: count.value]
    x11.XFree(found)
    return windows


def _area(x11: ctypes.CDLL, display: ctypes.c_void_p, window: int) -> int:
    root, x, y = ctypes.c_ulong(), ctypes.c_int(), ctypes.c_int()
    width, height, border, depth = (ctypes.c_uint() for _ in range(4))
    answers = (root, x, y, width, height, border, depth)
    x11.XGetGeometry(display, ctypes.c_ulong(window), *(ctypes.byref(answer) for answer in answers))
    return width.value * height.value


class _ClientMessage(ctypes.Structure):
    """XClientMessageEvent, padded to the size of an XEvent."""

    _fields_ = [
        ("type", ctypes.c_int),
        ("serial", ctypes.c_ulong),
        ("send_event", ctypes.c_int),
        ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong),
        ("message_type", ctypes.c_ulong),
        ("format", ctypes.c_int),
        ("data", ctypes.c_long * 5),
        ("rest", ctypes.c_long * 24),
    ]


_CLIENT_MESSAGE: Final = 33


def close(display_name: str) -> None:
    """Ask the largest window of the X display to close, as a window manager's button does."""
    x11 = ctypes.CDLL(_X11)
    x11.XOpenDisplay.restype = ctypes.c_void_p
    x11.XInternAtom.restype = ctypes.c_ulong
    display = ctypes.c_void_p(x11.XOpenDisplay(display_name.encode()))
    if not display:
        raise ConnectionError(f"no X server at {display_name}")
    try:
        window = max(_windows(x11, display), key=lambda window: _area(x11, display, window))
        protocols, delete = (x11.XInternAtom(display, name, 0) for name in (b"WM_PROTOCOLS", b"WM_DELETE_WINDOW"))
        event = _ClientMessage(_CLIENT_MESSAGE, 0, 1, display, window, protocols, 32, (ctypes.c_long * 5)(delete, 0))
        x11.XSendEvent(display, ctypes.c_ulong(window), 0, ctypes.c_long(0), ctypes.byref(event))
        x11.XSync(display, 0)
    finally:
        x11.XCloseDisplay(display)
