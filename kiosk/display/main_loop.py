"""The display's main thread, which owns every widget and connects all parts.

The threads of the table client (``bridge``) and of the remote control (``control``) only pass messages. Import this
module after ``open_window`` has configured Kivy.
"""

from __future__ import annotations

import gc
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import Any

from kivy.base import EventLoop, runTouchApp, stopTouchApp
from kivy.clock import Clock
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

from kiosk.display.context import Finger
from kiosk.display.dev.simulated_buttons import Keys, Pins
from kiosk.display.dev.strip import Strip
from kiosk.display.game_fence import PictureFence
from kiosk.display.health import DisplayCondition, FrameLife
from kiosk.display.input.gestures import Gestures
from kiosk.display.input.keypad import FELT
from kiosk.display.input.panel_input import PanelInput, Reading
from kiosk.display.input.panel_search import PanelOptions
from kiosk.display.input.scripted_fingers import ScriptedFingers, Waypoint
from kiosk.display.input.stroke_log import StrokeLog
from kiosk.display.input.window_input import NO_KEYS, NO_TOUCHES, WindowInput
from kiosk.display.looks.painter import PaintingProcess
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.layer import Beats, Tier
from kiosk.display.paint.mesh import new_canvas
from kiosk.display.paint.pixels import Pixels
from kiosk.display.power.connectors import ScreenWatch
from kiosk.display.power.dimmer import Dimmer
from kiosk.display.power.screen_saver import STEP_NS, Backlights, ScreenSaver, dimmer
from kiosk.display.remote_control import Control
from kiosk.display.scene import Item, scene_json
from kiosk.display.screens.replay_bar import ReplayBar
from kiosk.display.sound.catalogue import lengths
from kiosk.display.sound.cues import PAGE, Cues
from kiosk.display.sound.heard import Heard
from kiosk.display.sound.mixing import Mixing
from kiosk.display.sound.speaker import Speaker
from kiosk.display.table_client import TableClient
from kiosk.display.table_view import TableView
from kiosk.display.texts.people import names_of
from kiosk.display.window import renderer
from kiosk.game.seats import SeatNumber
from kiosk.protocol import Mark, MoveFinger, ServiceTap, Snapshot, Strokes, Welcome, WindowSize
from kiosk.protocol.state import THERE, State
from kiosk.system.ending import USAGE, when_told_to_end
from kiosk.system.paths import looks_dir, state_dir
from kiosk.system.printable import printable
from kiosk.system.sd_notify import SystemdNotifier

SECRET = frozenset({"digit", "letter", "name", "new_name"})
"""Items that are touched to type a PIN, or to type or choose a name."""
TYPING = "Somebody types a PIN or a name at the table now: ask again later."
OF_A_ROUND = frozenset({State.COUNTDOWN, State.PLAY, State.STOPPED, State.PAUSED, State.RECOVERY})
"""The states in which no point of the panel is masked."""
_SOON = 1_000_000_000
"""How far the beginning of a scripted touch may be from now, in nanoseconds."""

_SETTLES_S = 2.0
"""The time after the first picture at which most of what the display keeps is there."""


class Display:
    """Everything that runs on the main thread."""

    def __init__(
        self, window: Any, bridge: TableClient, panel: PanelOptions | None, screen: ScreenWatch, *, appliance: bool
    ) -> None:
        self._appliance = appliance
        if appliance:
            window.show_cursor = False
        self._told_to_end = threading.Event()
        self._screen = screen
        self._window = window
        self._bridge = bridge
        self._view: TableView | None = None
        self._gestures: Gestures | None = None
        self._welcome: Welcome | None = None
        self._snapshot: Snapshot | None = None
        self._again: Snapshot | None = None  # to be shown once more, as the picture has started over
        self._status = 0
        self._told = False  # True after the first snapshot
        self._control: Control | None = None
        self._strip_ground: Any = None
        self._strip_layer: Any = None
        self._draw_strip = Clock.create_trigger(lambda _: self._show_strip(), -1)
        self._pins = Pins(bridge.send, self._draw_strip)
        self._strip = Strip(self._pins, bridge.send)
        self._bar = ReplayBar(bridge.send, self._draw_strip)
        self._panel = None if panel is None else PanelInput(panel, lambda: window.size, self, self)
        fingers = self if self._panel is None else NO_TOUCHES
        keys = NO_KEYS if appliance else Keys(self._pins, self._bar.key)
        self._input = WindowInput(window, fingers, keys, self._frame, closable=not appliance)
        self._scripted = ScriptedFingers(self)
        self._strokes = StrokeLog(self._items, self._panel_at, self._is_staff_served)
        self._condition = DisplayCondition(bridge.send, self._input.name, renderer())
        self._fence = PictureFence(state_dir(), self._start_over)
        self._condition.failed = self._fence.failed
        self._life = FrameLife(SystemdNotifier())
        self._painter = PaintingProcess(looks_dir())
        self._cues, self._speaker = Cues(), Speaker()
        self._mixing: Mixing | None = None
        self._lengths: dict[str, float] = {}  # of the sounds, once the mixer begins
        self._screen_saver, self._screen_saver_due = ScreenSaver(time.monotonic_ns()), 0
        self._dim = dimmer(Backlights() if appliance else None, Dimmer(window).show)
        self.wake = Clock.create_trigger(lambda _: self._read())

    def run(self, control: Control) -> int:
        """Run until the window is closed, and return the exit status."""
        self._control = control
        if self._appliance:
            when_told_to_end(self._told_to_end.set)
        self._input.attach(EventLoop)
        self._window.bind(size=lambda *_: self._resize(), on_flip=lambda *_: self._flip())
        self.wake()
        control.start()
        self._fence.start()
        try:
            runTouchApp()
        finally:
            self._painter.close()
            self._speaker.close()
            self._fence.close()
            self._life.ending()
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
        fresh, self._again = mail.snapshot or self._again, None
        if self._view is not None and self._gestures is not None:
            if fresh is not None and self._fence.show(fresh.game):
                self._show(self._view, self._gestures, fresh)
            if mail.gone:
                self._lose(self._view)

    def _give_up(self, reason: str) -> None:
        """End, because the table refuses this display and would refuse it again."""
        print(f"kiosk: {printable(reason)}", file=sys.stderr)  # noqa: T201
        self._status = USAGE
        stopTouchApp()

    def _greet(self, welcome: Welcome) -> None:
        """Start over for a (new) table: its shape may differ, and its snapshots start from the beginning."""
        if self._view is not None:
            self._window.remove_widget(self._view)
            self._view.close()
        self._welcome = welcome
        self._cues = Cues()
        self._mixing = Mixing(welcome.seats, self._lengths, Random())  # noqa: S311  takes of sounds
        self._window.show_cursor = not self._appliance and (welcome.simulated or not self._window.fullscreen)
        self._view = TableView(welcome, painter=self._painter, in_turn=True, size_hint=(None, None))
        self._gestures = Gestures(self._view, self._bridge.send)
        shows_strip = welcome.simulated and not self._appliance
        self._strip.connect([plan.seat for plan in welcome.seats] if shows_strip else [], welcome.boards)
        self._window.add_widget(self._view)
        self._resize()
        self._condition.attached()

    def _start_over(self) -> None:
        """Make the picture anew: a game in it has failed. The table, which is told, goes on with another."""
        self._again, self._snapshot = self._snapshot, None
        if self._welcome is not None:
            self._greet(self._welcome)
        self.wake()

    def _show(self, view: TableView, gestures: Gestures, snapshot: Snapshot) -> None:
        self._snapshot, self._told = snapshot, True
        self._screen_saver.follow(snapshot, time.monotonic_ns())
        self._screen_saver_due = 0
        self._speaker.configure(snapshot.house.sound_device)
        self._sound(self._cues.follow(snapshot))
        view.show(snapshot)
        gestures.apply(snapshot)
        if self._strip.apply(snapshot):
            self._draw_strip()
        covered = self._bar.height
        if self._bar.apply(snapshot):
            self._draw_strip()
            if self._bar.height != covered:
                self._resize()

    def _lose(self, view: TableView) -> None:
        """Show that the table is gone; touches are ignored until it is back."""
        self._snapshot = None
        self._screen_saver.lost(time.monotonic_ns())
        self._resize()  # cancels all touches
        self._gestures = Gestures(view, self._bridge.send)
        self._resize()
        view.table_gone(True)

    # ------------------------------------------------------------ the window

    def _resize(self) -> None:
        width, height = self._window.size
        if self._view is not None and self._gestures is not None and self._welcome is not None:
            table = (width, height - self._strip.height - self._bar.height)
            self._view.size = table
            self._gestures.resize(*table, self._welcome.diagonal_mm)
            if min(table) > 0:  # not while the window is being made
                self._bridge.send(WindowSize(*map(round, table)))
        self._show_strip()

    def _flip(self) -> None:
        if self._view is not None and self._view.is_open and not self._life.is_drawn:
            self._life.drawn()
            self._show_strip()
            self._lengths.update(lengths())
            self._speaker.begin()
            Clock.schedule_once(lambda _: self._settle(), _SETTLES_S)

    def _settle(self) -> None:
        """Keep what is there by now from being looked through time and again, which would delay frames."""
        gc.collect()
        gc.freeze()

    def _sound(self, heard: Iterable[Heard]) -> None:
        if self._snapshot is not None and self._mixing is not None:
            players = sum(view.state in THERE for view in self._snapshot.seats)
            volume = self._snapshot.house.volume
            self._speaker.send(self._mixing.mix(heard, time.monotonic_ns(), volume, players))

    def _show_strip(self) -> None:
        if not self._life.is_drawn:
            return  # the table's picture comes first
        if self._strip_layer is None:
            atlas, beats = Atlas(512), Beats(time.monotonic_ns)
            tiers = [Tier(atlas, beats, new_canvas()) for _ in range(2)]
            self._strip_ground, self._strip_layer = (tier.layer() for tier in tiers)
            for tier in tiers:
                self._window.canvas.after.add(tier.canvas)
        width, height = self._window.size
        sketch = self._strip.sketch(width, height)
        bar = self._bar.sketch(width, height - self._strip.height)
        ground = self._strip.ground(width, height)
        self._strip_ground.show(ground.marks, ground.frame)
        self._strip_layer.show([*sketch.marks, *bar.marks], sketch.frame)

    def _frame(self, now: int) -> None:
        """Do the work of a frame, after the window's events and before its drawing."""
        if self._told_to_end.is_set() or self._screen.has_changed(now):
            stopTouchApp()  # the service manager starts it again
        read = Reading(now, 0) if self._panel is None else self._poll(self._panel)
        now = read.until
        self._scripted.frame(now)
        if self._gestures is not None:
            self._gestures.tick(now)
        state = None if self._snapshot is None else self._snapshot.state
        if state == State.PLAY:
            self._bridge.send(Mark(now, read.wait))
        self._update_screen_saver(now)
        turned = self._view.turned() if self._view is not None else ()
        self._sound([*self._cues.tick(now), *(Heard(PAGE, seat) for seat in turned)])
        self._condition.frame(now, state)
        if self._view is not None:
            self._view.frame()
            self._view.quality.frame(now, moving=self._view.moving)
            self._condition.quality = self._view.quality.level
        self._speaker.frame()
        self._condition.sound = self._speaker.health
        if self._view is not None:
            self._view.sound_noted(self._speaker.health)
        self._condition.tell()
        self._bridge.flush()
        self._life.frame(now, state)
        self._fence.frame()
        if self._control is not None:
            self._control.answer()

    def _poll(self, panel: PanelInput) -> Reading:
        """Read the display's own panel and report its health; return the time up to which it has been read."""
        read = panel.poll()
        self._condition.touch, self._condition.fault = panel.name, panel.fault
        health = self._condition.panel = panel.health(read.until)
        recorded_s = self._watch_record(panel, read.until)
        if self._view is not None:
            self._view.touch_lost(panel.fault)
            self._view.panel_noted(health, recorded_s)
        return read

    def _watch_record(self, panel: PanelInput, now: int) -> int:
        """Go on with a record of the panel; return for how many seconds more, which the screen tells."""
        seconds = panel.seconds_to_record(now)
        if seconds and self._types_secrets():
            panel.give_up_record(TYPING)
            return 0
        return seconds

    def diagonal_mm(self) -> float:
        """Return the table's diagonal; 0: the table has not told it yet."""
        return 0.0 if self._welcome is None else self._welcome.diagonal_mm

    def carries(self, contact: int) -> bool:
        """Return whether a contact carries a piece."""
        return self._gestures is not None and self._gestures.carries(contact)

    def is_idle(self, contact: int, x: float, y: float) -> bool:
        """Return whether a new touch at this point, by the finger of ``contact``, would do nothing."""
        return self._gestures is not None and self._gestures.is_idle(contact, x, y)

    def may_mask(self, x: float, y: float) -> bool:
        """Return whether a touch at this point may be ignored: no round runs, and nothing there can be pressed."""
        snapshot = self._snapshot
        return (
            snapshot is not None
            and snapshot.state not in OF_A_ROUND
            and self._gestures is not None
            and self._gestures.is_bare(x, y)
        )

    def _update_screen_saver(self, now: int) -> None:
        """Set the brightness and shift the picture against burn-in."""
        if now < self._screen_saver_due:
            return
        self._screen_saver_due = now + STEP_NS
        self._dim(self._screen_saver.level(now))
        self._condition.light = self._screen_saver.light
        if self._view is not None:
            self._view.pos = self._screen_saver.offset(now, self._view.height)

    # ------------------------------------------------------------ touches: the strip's, the bar's or the table's

    def down(self, contact: str | int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Begin a contact."""
        self._condition.down(contact)
        self._screen_saver_due = 0
        if self._screen_saver.touched(at):
            return
        if self._strip.down(contact, x, y) or self._bar.down(contact, x, y):
            return
        if self._view is not None:
            if self._view.touched():
                self._cues.end_fireworks()
            if self._view.finger(contact, self._finger(contact, x, y)):
                self._bridge.send(ServiceTap(FELT, at))  # keeps the service menu open
        if self._gestures is not None:
            self._gestures.down(contact, x, y, at, size_mm)
        self._strokes.down(contact, x, y, at)  # last: a move must not wait

    def move(self, contact: str | int, x: float, y: float, at: int, size_mm: float | None = None) -> None:
        """Move a contact."""
        self._bar.move(contact, x)
        if self._view is not None:
            self._view.finger(contact, self._finger(contact, x, y))
        if self._gestures is not None:
            self._gestures.move(contact, x, y, at, size_mm)
        self._strokes.move(contact, x, y, at)

    def _finger(self, contact: str | int, x: float, y: float) -> Finger:
        own = self._panel.claimed_mm(contact) if self._panel is not None and isinstance(contact, int) else None
        return Finger(x, y, own)

    def up(self, contact: str | int, x: float, y: float, at: int) -> None:
        """End a contact that has lifted."""
        self._let_go(contact)
        if self._gestures is not None:
            self._gestures.up(contact, x, y, at)
        self._strokes.up(contact, x, y, at)

    def cancel(self, contact: str | int, at: int) -> None:
        """End a contact whose lift was not seen."""
        self._strokes.drop(contact)
        self._let_go(contact)
        if self._gestures is not None:
            self._gestures.cancel(contact, at)

    def _let_go(self, contact: str | int) -> None:
        self._condition.up(contact)
        self._strip.up(contact)
        self._bar.up(contact)
        if self._view is not None:
            self._view.finger(contact, None)

    # ------------------------------------------------------------ requests from outside (``control``)

    def scene(self) -> str | None:
        """Return the touchable items as JSON; None before the first picture is whole, the strip with it."""
        if self._view is None or not self._told or not self._view.is_open or not self._life.is_drawn:
            return None
        items = [*self._view.items(), *self._view.ghosts(), *self._strip.items(), *self._bar.items()]
        snapshot = self._snapshot
        if snapshot is None:
            return scene_json(self._window.size, None, items)
        return scene_json(self._window.size, snapshot.state, items, snapshot.game, names_of(snapshot.seats))

    def touch(self, wish: MoveFinger, lifted: Callable[[], None]) -> str | None:
        """Begin a touch by a script, and call ``lifted`` after its lift; return why that cannot be done."""
        if self._welcome is None or not self._welcome.simulated:
            return "The hardware of this table is real: only a table with simulated hardware is touched by scripts."
        width, height = map(round, self._window.size)
        if (width, height) != wish.size:
            return f"The window has {width} x {height} pixels by now: touch again."
        if len(wish.points) != len(wish.times) or list(wish.times) != sorted({0.0, *wish.times}):
            return "A touch needs a time for each of its points, from 0 on, each later than the one before."
        way = [Waypoint(x, height - y, round(at * 1e9)) for (x, y), at in zip(wish.points, wish.times, strict=True)]
        now = time.monotonic_ns()
        if wish.at and abs(wish.at - now) > _SOON:
            return "A touch begins now, or within a second: send it closer to its time."
        self._scripted.touch(way, wish.at or now, now, lifted)
        return None

    def strokes(self, first: int) -> Strokes:
        """Return the touches that have lifted since the first call, from the number ``first`` on."""
        width, height = self._window.size
        return self._strokes.since(first, (round(width), round(height)))

    def record(self, done: Callable[[str | None, str], None]) -> str | None:
        """Record the touch panel, and call ``done`` with the text, or None and why; return why that cannot be done."""
        if self._panel is None:
            return "Touches come from the window system here: only a display that reads its own panel can record it."
        if self._types_secrets():
            return TYPING
        return self._panel.begin_record(time.monotonic_ns(), done)

    def _types_secrets(self) -> bool:
        """Return whether a keypad, or letters of a name, can be touched now."""
        return any(item.what in SECRET for item in self._items())

    def _items(self) -> Sequence[Item]:
        return self._view.items() if self._view is not None else ()

    def _is_staff_served(self) -> bool:
        return self._snapshot is not None and self._snapshot.service is not None

    def _panel_at(self, x: float, y: float) -> SeatNumber | None:
        return self._view.panel_at(x, y) if self._view is not None else None

    def pixels(self) -> Pixels:
        """Return the picture in the window."""
        self._window.dispatch("on_draw")  # draw again: the last picture is no longer in the back buffer
        width, height = self._window.size
        return Pixels(width, height, glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE))
