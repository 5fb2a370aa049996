"""The display process: one window, the table in it, and everything wired together.

Threads: the main thread owns every widget; ``bridge``'s link thread and ``control``'s thread only hand things over.
"""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from kiosk.display.bridge import Bridge
from kiosk.display.control import Control, Pixels, scene_json
from kiosk.display.gestures import Gestures
from kiosk.display.keys import Keys
from kiosk.display.pins import Pins
from kiosk.display.strip import Strip
from kiosk.display.touch import SDL_HINTS, WindowInput
from kiosk.messages import Mark, Snapshot, Welcome

if TYPE_CHECKING:
    from kiosk.display.table_view import TableView

TITLE: Final = "Ligretto Kiosk (unofficial)"
FRAMES: Final = 60
"""Frames a second at most."""
CANNOT: Final = 2
"""Exit status: what is wrong was told, and starting again is no use."""

_ENVIRONMENT: Final = {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_CONFIG": "1",  # nobody's ~/.kivy decides how a table looks, and none is made
    "KIVY_NO_FILELOG": "1",
    "KIVY_WINDOW": "sdl2",  # not Kivy's own X11 window, which ends the process where there is no X server
    "KIVY_LOG_MODE": "PYTHON",  # warnings and errors only
    **SDL_HINTS,
}

_NO_SCREEN: Final = (
    "No screen here: the table runs off-screen. "
    "`kiosk screenshot FILE` saves what it shows, `kiosk scene` prints what can be touched."
)
_NO_WINDOW: Final = (
    "kiosk: no window can be opened: is DISPLAY (or WAYLAND_DISPLAY) that of your desktop? "
    "To run without a screen: SDL_VIDEODRIVER=offscreen kiosk"
)


def run_display(table_socket: Path, control_socket: Path, *, size: tuple[int, int], fullscreen: bool = False) -> int:
    """Show the table that listens at ``table_socket`` until the window is closed; the exit status.

    ``size``: of the window in pixels; not used with ``fullscreen``.
    """
    mailbox = _Wake()
    bridge = Bridge(table_socket, mailbox)
    bridge.start()  # connects while Kivy is being loaded
    try:
        window = _open_window(size, fullscreen=fullscreen)
        if window is None:
            return CANNOT
        display = Display(window, bridge)
        try:
            control = Control(control_socket, display.scene, display.pixels)
        except OSError as error:
            print(f"kiosk: {error}", file=sys.stderr)  # noqa: T201
            return CANNOT
        mailbox.trigger = display.wake
        return display.run(control)
    except KeyboardInterrupt:
        return 0
    finally:
        bridge.close()


class _Wake:
    """Told by the link thread that there is mail; before the window is there, nobody needs to be woken."""

    def __init__(self) -> None:
        self.trigger: Any = None

    def __call__(self) -> None:
        if self.trigger is not None:
            self.trigger()


def has_screen(drm: Path = Path("/sys/class/drm")) -> bool:
    """Whether there is something to show a window on: a desktop's display, or a connected screen of the kernel's."""
    if sys.platform != "linux" or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        return True
    return any(state.read_text().strip() == "connected" for state in drm.glob("card*-*/status"))


def _choose_driver() -> None:
    """Where SDL draws. Left alone, it would go off-screen without a word if the desktop's display cannot be opened."""
    if os.environ.get("SDL_VIDEODRIVER"):
        return
    if not has_screen():
        print(_NO_SCREEN, flush=True)  # noqa: T201
        os.environ["SDL_VIDEODRIVER"] = "offscreen"
    elif sys.platform == "linux":
        os.environ["SDL_VIDEODRIVER"] = "x11,wayland,KMSDRM"


def _open_window(size: tuple[int, int], *, fullscreen: bool) -> Any:
    """Kivy's window, without Kivy's own keys, menus, settings and input; None if there can be none (it was told)."""
    os.environ.update(_ENVIRONMENT)
    _choose_driver()
    from kivy.config import Config  # noqa: PLC0415  only now is everything set that Kivy reads when it is imported

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
            "show_cursor": int(not fullscreen),
        },
        "kivy": {"exit_on_escape": 0, "log_level": "warning"},
    }
    for section, values in settings.items():
        for name, value in values.items():
            Config.set(section, name, value)
    Config.remove_section("input")  # no provider of Kivy's
    Config.add_section("input")
    logging.disable()  # Kivy would tell a missing window with pages of traceback
    from kivy.core.window import Window  # noqa: PLC0415

    logging.disable(logging.NOTSET)
    if Window is None:
        print(_NO_WINDOW, file=sys.stderr)  # noqa: T201
        return None
    Window.set_title(TITLE)
    Window.clearcolor = (0.04, 0.07, 0.09, 1)
    return Window


class Display:
    """Everything on the main thread."""

    def __init__(self, window: Any, bridge: Bridge) -> None:
        from kivy.clock import Clock  # noqa: PLC0415

        self._window = window
        self._bridge = bridge
        self._view: TableView | None = None
        self._gestures: Gestures | None = None
        self._welcome: Welcome | None = None
        self._snapshot: Snapshot | None = None
        self._status = 0
        self._told = False  # has the table ever shown anything?
        self._control: Control | None = None
        self._strip_layer: Any = None
        self._draw_strip = Clock.create_trigger(lambda _: self._show_strip(), -1)
        self._pins = Pins(bridge.send, self._draw_strip)
        self._strip = Strip(self._pins)
        self._input = WindowInput(window, self, Keys(self._pins), self._frame)
        self.wake = Clock.create_trigger(lambda _: self._read())

    def run(self, control: Control) -> int:
        """Until the window is closed; the exit status."""
        from kivy.base import EventLoop, runTouchApp, stopTouchApp  # noqa: PLC0415

        self._control = control
        self._input.attach(EventLoop)
        self._window.bind(size=lambda *_: self._resize())
        self.wake()
        control.start()
        try:
            runTouchApp()
        finally:
            control.close()
            stopTouchApp()
        return self._status

    # ------------------------------------------------------------ the table speaks

    def _read(self) -> None:
        mail = self._bridge.take()
        if mail.refused is not None:
            self._give_up(mail.refused)
        if mail.welcome is not None:
            self._greet(mail.welcome)
        if self._view is not None and self._gestures is not None:
            if mail.snapshot is not None:
                self._show(self._view, self._gestures, mail.snapshot)
            if mail.gone:
                self._lose(self._view)

    def _give_up(self, reason: str) -> None:
        """The table does not talk to this display, and would not the next time."""
        from kivy.base import stopTouchApp  # noqa: PLC0415

        print(f"kiosk: {reason}", file=sys.stderr)  # noqa: T201
        self._status = CANNOT
        stopTouchApp()

    def _greet(self, welcome: Welcome) -> None:
        """A (new) table: its shape may be another, and its snapshots begin anew."""
        from kiosk.display.table_view import TableView  # noqa: PLC0415

        if self._view is not None:
            self._window.remove_widget(self._view)
        self._welcome = welcome
        self._view = TableView(welcome, size_hint=(None, None))
        self._gestures = Gestures(self._view, self._bridge.send)
        self._strip.connect([plan.seat for plan in welcome.seats] if welcome.simulated else [])
        self._window.add_widget(self._view)
        self._resize()

    def _show(self, view: TableView, gestures: Gestures, snapshot: Snapshot) -> None:
        self._snapshot, self._told = snapshot, True
        view.show(snapshot)
        gestures.apply(snapshot)
        if self._strip.apply(snapshot):
            self._draw_strip()

    def _lose(self, view: TableView) -> None:
        """The table is gone: said on the screen; what is touched until it is back means nothing."""
        self._snapshot = None
        self._resize()  # lets go of everything
        self._gestures = Gestures(view, self._bridge.send)
        self._resize()
        view.table_gone(True)

    # ------------------------------------------------------------ the window

    def _resize(self) -> None:
        width, height = self._window.size
        if self._view is not None and self._gestures is not None and self._welcome is not None:
            table = (width, height - self._strip.height)
            self._view.pos, self._view.size = (0, 0), table
            self._gestures.resize(*table, self._welcome.diagonal_mm)
        self._show_strip()

    def _show_strip(self) -> None:
        if self._strip_layer is None:
            from kiosk.display.atlas import Atlas  # noqa: PLC0415
            from kiosk.display.stage import Layer  # noqa: PLC0415

            self._strip_layer = Layer(Atlas())
            self._window.canvas.after.add(self._strip_layer.canvas)
        sketch = self._strip.sketch(*self._window.size)
        self._strip_layer.show(sketch.marks, sketch.frame)

    def _frame(self, now: int) -> None:
        """After a frame's touches, before its drawing."""
        if self._gestures is not None:
            self._gestures.tick(now)
        if self._snapshot is not None and self._snapshot.state == "play":
            self._bridge.send(Mark(now))
        self._bridge.flush()
        if self._control is not None:
            self._control.answer()

    # ------------------------------------------------------------ touches: the strip's or the table's

    def down(self, contact: str | int, x: float, y: float, at: int) -> None:
        """A contact has begun."""
        if not self._strip.down(contact, x, y) and self._gestures is not None:
            self._gestures.down(contact, x, y, at)

    def move(self, contact: str | int, x: float, y: float, at: int) -> None:
        """It has moved."""
        if self._gestures is not None:
            self._gestures.move(contact, x, y, at)

    def up(self, contact: str | int, x: float, y: float, at: int) -> None:
        """It has lifted."""
        self._strip.up(contact)
        if self._gestures is not None:
            self._gestures.up(contact, x, y, at)

    # ------------------------------------------------------------ asked from outside (``control``)

    def scene(self) -> str | None:
        """What can be touched, as JSON; None before the table has said anything."""
        if self._view is None or not self._told:
            return None
        items = [*self._view.items(), *self._strip.items()]
        return scene_json(self._window.size, self._snapshot.state if self._snapshot else None, items)

    def pixels(self) -> Pixels:
        """What the window shows."""
        from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels  # noqa: PLC0415

        self._window.dispatch("on_draw")  # anew: what was shown before is gone from this side of the screen
        width, height = self._window.size
        return Pixels(width, height, glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE))
