"""Fingers and mouse in a desktop window, read directly from SDL's events.

Kivy drops SDL's finger events on Linux and lets SDL turn every first finger into a second, false mouse. So the window's
event source is wrapped: fingers, mouse and keys go from here to the gestures and never reach Kivy, and Kivy's own input
providers are removed. Events are stamped when they are polled, at the start and at the end of every frame: a timestamp
is up to a frame late, which is declared to the table's arbiter as the device's uncertainty.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, Final, Protocol

SDL_HINTS: Final = {"SDL_TOUCH_MOUSE_EVENTS": "0", "SDL_MOUSE_TOUCH_EVENTS": "0"}
"""Environment variables to set before SDL starts: they disable emulated mouse events and emulated touches."""

MOUSE: Final = "mouse"
"""The contact of the left mouse button. Other buttons and the wheel are ignored."""
LEFT_BUTTON: Final = 1


class TouchSink(Protocol):
    """A receiver of contacts: window pixels with y upwards, CLOCK_MONOTONIC nanoseconds (``Gestures`` is one)."""

    def down(self, contact: str | int, x: float, y: float, at: int) -> None:
        """Begin a contact."""

    def move(self, contact: str | int, x: float, y: float, at: int) -> None:
        """Move a contact."""

    def up(self, contact: str | int, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""


class _NoTouches:
    """The touches of a window on a table, where touches come from the panel itself: ignored."""

    def ignore(self, contact: str | int, x: float, y: float, at: int) -> None:
        """Do nothing."""

    down = move = up = ignore


NO_TOUCHES: Final[TouchSink] = _NoTouches()


class KeySink(Protocol):
    """A receiver of keys, identified by their place on the keyboard (SDL scancodes)."""

    def down(self, scancode: int) -> None:
        """Take a key press, or a repeat by the system."""

    def up(self, scancode: int) -> None:
        """Take a key release."""


class _NoKeys:
    """The keys of a table in a venue: a keyboard that somebody plugs in is ignored."""

    def ignore(self, scancode: int) -> None:
        """Do nothing."""

    down = up = ignore


NO_KEYS: Final[KeySink] = _NoKeys()


class WindowInput:
    """The window's only input provider. ``window`` is Kivy's; ``on_frame`` is called in every frame, after its touches.

    ``closable``: closing the window ends the display.
    """

    name: Final = "window (SDL)"
    """Description for the operator (``DisplayHealth.touch``)."""

    def __init__(
        self,
        window: Any,
        touches: TouchSink,
        keys: KeySink,
        on_frame: Callable[[int], None],
        clock: Callable[[], int] = time.monotonic_ns,
        *,
        closable: bool = True,
    ) -> None:
        self._closable = closable
        self._window = window
        self._touches = touches
        self._keys = keys
        self._on_frame = on_frame
        self._clock = clock
        self._mouse_down = False
        self._polling = False

    def attach(self, event_loop: Any) -> None:
        """Replace all input providers of Kivy's event loop and listen to the window."""
        for provider in list(event_loop.input_providers):
            event_loop.remove_input_provider(provider)
        event_loop.add_input_provider(self)
        self._window._win = _Tap(self._window._win, self.handle)  # noqa: SLF001  (the only place to stand)

    # ------------------------------------------------------------ as Kivy's input provider

    def start(self) -> None:
        """Do nothing: the window is already open."""

    def stop(self) -> None:
        """Do nothing: the window closes itself."""

    def update(self, dispatch_fn: object = None) -> None:
        """Poll at the start of a frame, so that touches during the wait for it are shown in this frame."""
        if self._polling:  # SDL reports a new window size from within the poll, and Kivy draws a frame there
            return
        self._polling = True
        try:
            self._window.mainloop()
        finally:
            self._polling = False
        self._on_frame(self._clock())

    # ------------------------------------------------------------ events

    def handle(self, event: tuple[Any, ...]) -> bool:
        """Handle one of SDL's events; return False to pass it on to Kivy."""
        handler = _HANDLERS.get(event[0])
        if handler is None:
            return event[0] == _CLOSE and not self._closable
        handler(self, *event[1:])
        return True

    def _finger(self, sx: float, sy: float) -> tuple[float, float, int]:
        """Return window pixels and the time for SDL's 0..1 (y downwards)."""
        width, height = self._window.size
        return sx * (width - 1), (1 - sy) * (height - 1), self._clock()

    def _pointer(self, x: float, y: float) -> tuple[float, float, int]:
        """Return window pixels and the time for the mouse's units (y downwards; several pixels on a dense screen)."""
        density = self._window._density  # noqa: SLF001
        return x * density, self._window.height - 1 - y * density, self._clock()

    def _finger_down(self, finger: int, sx: float, sy: float, _pressure: float = 0) -> None:
        self._touches.down(finger, *self._finger(sx, sy))

    def _finger_move(self, finger: int, sx: float, sy: float, _pressure: float = 0) -> None:
        self._touches.move(finger, *self._finger(sx, sy))

    def _finger_up(self, finger: int, sx: float, sy: float, _pressure: float = 0) -> None:
        self._touches.up(finger, *self._finger(sx, sy))

    def _button_down(self, x: float, y: float, button: int) -> None:
        if button == LEFT_BUTTON:
            self._mouse_down = True
            self._touches.down(MOUSE, *self._pointer(x, y))

    def _button_up(self, x: float, y: float, button: int) -> None:
        if button == LEFT_BUTTON and self._mouse_down:
            self._mouse_down = False
            self._touches.up(MOUSE, *self._pointer(x, y))

    def _mouse_move(self, x: float, y: float) -> None:
        if self._mouse_down:
            self._touches.move(MOUSE, *self._pointer(x, y))

    def _key_down(self, _modifiers: int, _key: int, scancode: int, _text: object = None) -> None:
        self._keys.down(scancode)

    def _key_up(self, _modifiers: int, _key: int, scancode: int, _text: object = None) -> None:
        self._keys.up(scancode)

    def _ignore(self, *_event: object) -> None:
        """Swallow the event."""


_CLOSE: Final = "quit"

_HANDLERS: Final[dict[str, Callable[..., None]]] = {
    "fingerdown": WindowInput._finger_down,  # noqa: SLF001
    "fingermotion": WindowInput._finger_move,  # noqa: SLF001
    "fingerup": WindowInput._finger_up,  # noqa: SLF001
    "mousebuttondown": WindowInput._button_down,  # noqa: SLF001
    "mousebuttonup": WindowInput._button_up,  # noqa: SLF001
    "mousemotion": WindowInput._mouse_move,  # noqa: SLF001
    "mousewheelup": WindowInput._ignore,  # noqa: SLF001
    "mousewheeldown": WindowInput._ignore,  # noqa: SLF001
    "mousewheelleft": WindowInput._ignore,  # noqa: SLF001
    "mousewheelright": WindowInput._ignore,  # noqa: SLF001
    "keydown": WindowInput._key_down,  # noqa: SLF001
    "keyup": WindowInput._key_up,  # noqa: SLF001
}


class _Tap:
    """A wrapper of Kivy's SDL window: it passes everything on, but takes input events out of ``poll``."""

    def __init__(self, window: Any, handle: Callable[[tuple[Any, ...]], bool]) -> None:
        self._window = window
        self._handle = handle

    def __getattr__(self, name: str) -> Any:
        return getattr(self._window, name)

    def poll(self) -> Any:
        """Return the next event for Kivy, None if it was an input event, False if there is none."""
        event = self._window.poll()
        return None if event and self._handle(event) else event
