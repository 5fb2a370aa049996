"""The table as one widget: it shows snapshots and finds items for the gestures. It handles no touches itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from kiosk.display.collector import Collector
from kiosk.display.context import RESULTS, CentreContext, Finger, calm
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.answers import OPTIONS
from kiosk.display.input.contact import ContactId
from kiosk.display.input.passing import RING
from kiosk.display.last_seconds import number_changes
from kiosk.display.looks.ahead import PaintPlan, may_alter
from kiosk.display.looks.painter import PaintingProcess
from kiosk.display.motion.dragging import Dragging
from kiosk.display.motion.effects import MomentContext
from kiosk.display.motion.fuse import Burning
from kiosk.display.motion.ghost_hand import Answering, GhostHands, seen
from kiosk.display.motion.moments import Moments
from kiosk.display.motion.movement import Movement
from kiosk.display.motion.player import Player
from kiosk.display.motion.quality import QualityControl
from kiosk.display.motion.stop import still_grey
from kiosk.display.paint.atlas import Atlas
from kiosk.display.paint.backdrop import Backdrop
from kiosk.display.paint.base import base_look
from kiosk.display.paint.layer import Beats, Tier
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.mesh import new_canvas
from kiosk.display.paint.painted import is_painted
from kiosk.display.paint.turns import LateWork, Turns
from kiosk.display.passing_time import goes_on, is_timed
from kiosk.display.scene import Item, Pull
from kiosk.display.screens.centre import draw_ground
from kiosk.display.screens.chooser import draw_above, draw_middle
from kiosk.display.screens.picture import MEANT, PictureModel
from kiosk.display.shown import ShownPicture, ShownTrays
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Layout, Place, stay
from kiosk.protocol import Fault, PanelHealth, Snapshot, SoundHealth, ToTable, Welcome
from kiosk.protocol.state import State

TICK: Final = 0.1
"""Seconds between two redraws while something shown depends on the clock."""
_WITHOUT_PLAY: Final = frozenset({State.ATTRACT, State.LOBBY, State.CLOSED})
_SOON, _NEXT = 70_000_000, 90_000_000
"""Nanoseconds after a look from which the next one may come in any frame, and from which it comes in this one."""
PATIENCE: Final = 5_000_000_000
"""Nanoseconds after which the table opens although pictures are still being painted."""


class TableView(Widget):
    """The widget of the table. ``clock``: CLOCK_MONOTONIC in nanoseconds, as in the snapshots.

    ``in_turn``: it shows plain felt first, and the parts of its first picture come in turn (``is_open``); later, when
    more panels change at once than a frame has time for, some of them change in the next frames. ``painter``: paints
    all pictures; None: they are painted here when they are first shown.
    """

    def __init__(
        self,
        welcome: Welcome,
        clock: Callable[[], int] = time.monotonic_ns,
        painter: PaintingProcess | None = None,
        *,
        in_turn: bool = False,
        **kwargs: Any,
    ) -> None:
        super().__init__(**kwargs)
        self._picture = PictureModel(welcome, clock)
        self._clock = clock
        self._painter = painter if is_painted() else None
        self._planned: PaintPlan | None = None
        self.atlas = Atlas(painter=painter, hurries=in_turn)
        """The pictures of everything but the table itself."""
        self._shown = ShownPicture(Turns() if in_turn else None)
        self._patient_until = clock() + PATIENCE
        self._later = LateWork(clock, late=in_turn)
        self._later.begins = self.atlas.begin_frame
        self._later.is_full = lambda: self._redraw.is_triggered or self._is_tick_near(_NEXT)
        self._collector = Collector() if in_turn else None
        self._looked, self._has_shown = 0, False  # when the last look was; whether this frame has shown a snapshot
        self.backdrop = Backdrop(painter)
        """The picture of the table itself."""
        beats, hands = Beats(clock), InstructionGroup()
        self._ground, self._below = (Tier(self.atlas, beats, covers=self.backdrop.hide) for _ in range(2))
        rings, panels = (Tier(self.atlas, beats) for _ in range(2))
        self._trays = ShownTrays(self._shown, self._later, panels, rings)
        floor, stage = new_canvas(), new_canvas()  # a Stop drains their colours
        floor["felt"] = 1.0
        self._above = Tier(self.atlas, beats, new_canvas())
        self.quality = QualityControl()
        has_time = (lambda: self._later.has_time(may_begin=self.atlas.has_room)) if in_turn else None
        self.moves = moves = Player(self.atlas, clock, self.quality, has_time=has_time)
        """The player of what flies and shines because of moves."""
        moments = Player(self.atlas, clock, self.quality, (floor, stage, *moves.pieces), floor, has_time)
        floor.add(self.backdrop.canvas)
        self._burning = Burning(clock, self.quality, floor)
        low = (self._ground.canvas, self._burning.canvas, rings.canvas, moments.low, moves.low)
        for group in (*low, self._below.canvas, panels.canvas, moves.high, hands):
            stage.add(group)
        for group in (floor, stage, moments.high, self._above.canvas):
            self.canvas.add(group)
        motion = picture_of_game(self._picture.game).motion
        self._movement = Movement(moves, hands, self.atlas, motion, self._picture.memory)
        self._moments = Moments(moments)
        self._players = moves, moments
        self._ghost_hands = GhostHands(moves)
        self._answering = Answering(moves)
        self._redraw = Clock.create_trigger(self._refresh, -1)  # once in a frame: a snapshot of the same one is enough
        times = TICK, 1 / RING, 0
        self._tick, self._turn_ring, self._on_time = (Clock.create_trigger(lambda _: self._redraw(), t) for t in times)
        self._postponed: Snapshot | None = None  # until its layout is there, which takes a frame's time
        self._show_soon = Clock.create_trigger(lambda _: self._postponed and self.show(self._postponed))
        self._draw_late = Clock.create_trigger(self._show_late, -1)
        self._next_frame = Clock.create_trigger(lambda _: self._draw_late())
        self._open = Clock.create_trigger(lambda _: self._paint_in_turn())
        self.bind(pos=self._redraw, size=self._redraw)

    # ---- the picture

    def show(self, snapshot: Snapshot) -> None:
        """Show a snapshot; only the differences are drawn."""
        picture = self._picture
        self._later.begin_frame()
        self._has_shown = True
        if self._shown.turns is not None:
            picture.snapshot = snapshot
            self.backdrop.felt(self._area)
            self._open()
            return
        self._show_soon.cancel()
        if self._later.may_wait and picture.prepare(snapshot, self._area):
            self._postponed = snapshot
            self._show_soon()
            return
        self._change_to(snapshot.game)
        before = picture.follow(snapshot)
        self._movement.covered = picture.drawers.reading
        self._arrange()
        self._movement.practised = picture.practised
        if picture.layout is not None:
            game, gentle = picture_of_game(picture.game), calm(snapshot)
            played = self._movement.follow(snapshot, picture.layout, first=before is None, calm=gentle)
            picture.passing.end_answers(played)
            picture.passing.call_with(played, game.texts.words.cries, self._clock())
            if before is not None and (before.state, snapshot.state) == (State.PLAY, State.STOPPED):
                self._players[0].put_out()  # what was played glows no more in the light of the Stop
            self._moments.follow(MomentContext(snapshot, picture.layout, game.motion, gentle))
            if before is None or may_alter(before, snapshot):
                self._plan(snapshot)
            if before is not None and before.state != snapshot.state and State.PLAY in (before.state, snapshot.state):
                self._later.paint_all()  # it begins and ends for everybody in the same frame
        picture.memory.follow(snapshot)  # after the moves: pieces start from where they were
        self._look()

    def _paint_in_turn(self) -> None:
        """Paint further parts of the first picture, as many as fit into a frame; after the last one all moves begin."""
        snapshot, turns = self._picture.snapshot, self._shown.turns
        if snapshot is None or turns is None:
            return
        if turns.begin_frame():
            self._change_to(snapshot.game)
            self._arrange()
            self._look()
            if not turns.are_left and (self.atlas.is_complete or self._clock() > self._patient_until):
                self._shown.turns = None
                self.atlas.hurries = False
                self._picture.start_over()
                self.show(snapshot)
                self.canvas.ask_update()
                return
        self._open()

    def _plan(self, snapshot: Snapshot) -> None:
        """Tell the painter what is shown, so that what may follow is ready in time."""
        if self._painter is None:
            return
        if (plan := PaintPlan.of(self._picture.welcome, snapshot, self._area)) != self._planned:
            self._planned = plan
            self.atlas.let_go()
            self._painter.plan(plan, self.atlas.hold)

    def frame(self) -> None:
        """Show pictures that have been painted meanwhile. Called in every frame."""
        self._later.begin_frame()
        idle, self._has_shown = self._later.is_idle and not (self._has_shown or self._redraw.is_triggered), False
        if self._painter is not None:
            self._painter.frame()
            if self.atlas.frame(idle=idle):
                self._shown.complete()
                self.canvas.ask_update()
            self.atlas.left -= self.backdrop.frame(self.atlas.at_once)
        snapshot, rests = self._picture.snapshot, idle and self.is_open and not self._is_tick_near(_SOON)
        if rests and self._collector is not None and snapshot is not None and not self._picture.foresee():
            self._collector.frame(plays=snapshot.state not in _WITHOUT_PLAY)

    def _is_tick_near(self, after: int) -> bool:
        """Return whether the next tick is to come, and the last look was so long ago."""
        return self._tick.is_triggered and self._clock() - self._looked > after

    def _change_to(self, game: str) -> None:
        """Switch to this game if it is another one."""
        if self._picture.change_to(game):
            self._movement.change(picture_of_game(game).motion, self._picture.memory)

    def table_gone(self, gone: bool) -> None:
        """Show on every side that the table process has stopped, or remove that."""
        if gone is not self._picture.gone:
            self._picture.gone = gone
            if gone:
                self._moments.stop()
                self._burning.clear()
            self._refresh()

    def touch_lost(self, fault: Fault | None) -> None:
        """Show the fault of the touch panel; None: it works. Called in every frame."""
        if fault != self._picture.touch_fault:
            self._picture.touch_fault = fault
            self._refresh()

    def close(self) -> None:
        """Draw nothing more."""
        again = self._tick, self._turn_ring, self._redraw, self._on_time
        for trigger in (*again, self._next_frame, self._draw_late, self._open, self._show_soon):
            trigger.cancel()
        if self._collector is not None:
            self._collector.close()
        self._picture.snapshot = self._painter = None
        self._movement.stop()
        self._moments.stop()
        self._burning.clear()

    def _refresh(self, *_: object) -> None:
        """Draw again: the window, the clock or the carried pieces may have changed."""
        self._later.begin_frame()
        if self._shown.turns is None or self._picture.snapshot is None:
            self._arrange()
            self._look()

    def _look(self) -> None:
        """Sketch what has changed, and schedule another look if anything depends on the clock."""
        snapshot, layout = self._picture.snapshot, self._picture.layout
        if layout is None:
            return
        for pending in (self._tick, self._redraw, self._next_frame, self._draw_late):  # this look is what they wanted
            pending.cancel()
        now = self._looked = self._clock()
        self._movement.send_home(now, layout)
        if snapshot is None:
            self._show_above(None, layout)
        else:
            self._sketch(snapshot, layout, now)

    def _show_above(self, above: CentreContext | None, layout: Layout) -> None:
        """Show what lies above everything; ``above``: None without a snapshot."""
        picture = self._picture
        self._shown.show("overlay", self._above, draw_above, above, layout, picture.gone, picture.recorded_s)

    def _sketch(self, snapshot: Snapshot, layout: Layout, now: int) -> None:
        """Sketch every part of the picture that differs from the one shown: at last the trays, which may be late."""
        picture = self._picture
        table, timed = picture.look(snapshot), is_timed(snapshot, now)
        centre = picture.centre(snapshot, table, layout, now)._replace(aloft=self._movement.aloft.cells)
        self._shown.show("ground", self._ground, draw_ground, picture.ground(centre))
        leaves = self._later.leaves_middle if table.state in RESULTS and not self._has_shown else None
        self._shown.show("centre", self._below, draw_middle, centre, waits=leaves)  # flights there rest over it
        self._show_above(picture.above(centre, now), layout)
        self._movement.roll(snapshot.seats, layout, now)
        motion, passing = picture_of_game(picture.game).motion, picture.passing
        shown_moves = [view for view in picture.practising(snapshot) if passing.answered(view.seat, now) != OPTIONS]
        self._ghost_hands.follow(shown_moves, layout.panels, picture.practised, motion, picture.memory, now)
        self._burning.follow(snapshot, layout, calm=table.calm)
        self._show_on_time(snapshot, now)
        if table.calm and snapshot.state == State.COUNTDOWN:
            self._later.paint_all()  # no flights show everybody at once what is dealt
        held, carried = still_grey(snapshot, layout, now, calm=table.calm), self._movement.carried_source
        self._trays.show(snapshot.seats, layout, lambda one: picture.panel(one, centre, now, carried(one.seat)), held)
        if self._later.is_left:
            self._next_frame()
        timed = timed or any(goes_on(view, now) for view in snapshot.seats) or picture.tells_winner(now)
        if timed or snapshot.state in _WITHOUT_PLAY or self._movement.waiting or passing.ends(now):
            self._tick()
        if passing.is_pressed:
            self._turn_ring()

    def _show_late(self, _seconds: float) -> None:
        """Show the trays that have had to wait, and nothing else: it is as it was in the frame before."""
        self._later.begin_frame()
        if self._picture.snapshot is not None and not self._redraw.is_triggered:  # that shows them, too
            self._trays.show_late()
            if self._later.is_left:
                self._next_frame()

    def _show_on_time(self, snapshot: Snapshot, now: int) -> None:
        """Redraw in the very frame in which the next dice come to rest or land, or the next last second begins."""
        self._on_time.cancel()
        dues = [*self._movement.dues(snapshot, now), number_changes(snapshot, now)]
        if waits := [due - now for due in dues if due > now]:
            self._on_time = Clock.schedule_once(lambda _: self._redraw(), min(waits) / 1e9)

    def _arrange(self) -> None:
        """Lay everything out anew if the size, the seats in play or their hands have changed."""
        picture, area = self._picture, self._area
        invited, before = picture.invites, picture.layout
        if not picture.arrange(area) or picture.layout is None:
            return
        layout = picture.layout
        if before is None or not ((invited and picture.invites) or stay(before, layout)):  # they would overlap
            self._later.paint_all()
        self.backdrop.show(base_look(layout, plain=picture.plain), area)
        self._movement.stop()
        if self._shown.turns is None and self.atlas.pages > self.atlas.enough:
            self.atlas.begin_anew()  # a new layout is drawn again in any case: what is not shown goes
            self._shown.hide_all()

    @property
    def _area(self) -> Place:
        return Place(*self.center, *self.size)

    @property
    def is_open(self) -> bool:
        """True once all of the first picture is shown."""
        return self._shown.turns is None

    @property
    def layout(self) -> Layout | None:
        """Where everything lies; None before the first snapshot, or in a window that is too small."""
        return self._picture.layout

    @property
    def sketches(self) -> dict[object, Sketch]:
        """What is drawn: each seat's panel by its number, "ground", "centre", "rings" and "overlay"."""
        return {name: part.sketch for name, part in self._shown.parts.items()}

    @property
    def carrying(self) -> Dragging:
        """What is under the fingers, or was a moment ago."""
        return self._movement.carrying

    @property
    def moving(self) -> bool:
        """True if an effect is shown."""
        return any(player.moving for player in self._players)

    # ---- for the gestures (``kiosk.display.scene.Surface``)

    def items(self) -> Sequence[Item]:
        """Return everything that can be touched now, topmost last."""
        if self._picture.gone:
            return []
        parts = self._shown.parts
        return [item for name in self._picture.order if name in parts for item in parts[name].sketch.items]

    def ghosts(self) -> Sequence[Item]:
        """Return the fingers of the ghost hands that are seen now, as items that nobody can touch."""
        fingers = self._ghost_hands.fingers(self._clock())
        return [Item("ghost", seat, x, y, 1, 1, enabled=False) for seat, x, y in fingers]

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """Return the seat whose panel contains the window point, None in the centre."""
        return self._picture.panel_at(x, y)

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """Return all cells of the centre's grid, nearest to the window point first."""
        return self._picture.near_cells(x, y)

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        """Show the seat's carried card under the finger at the window point."""
        if self._movement.moves(seat, source, x, y):
            return
        view, layout = self._picture.view(seat), self._picture.layout
        if view and layout and self._movement.lift(view, layout, source, x, y):
            self._refresh()

    def release(self, seat: SeatNumber) -> None:
        """Stop carrying: the card waits a moment for its verdict, then slides home."""
        if self._picture.layout is not None:
            self._movement.release(seat, self._picture.layout, self._clock())
        self._tick()

    def nudge(self, seat: SeatNumber, source: str) -> None:
        """Let a tapped card hop towards the middle, and a hand show how it is pushed."""
        view, layout = self._picture.view(seat), self._picture.layout
        if view is not None and layout is not None:
            self._movement.nudge(view, layout, source, self._clock())
            self._refresh()

    def answer(self, x: float, y: float) -> None:
        """Answer a tap on which nothing else happens, by light, in words, and by a hand."""
        snapshot, layout = self._picture.snapshot, self._picture.layout
        answer = self._picture.answer(x, y, self.items())
        if answer is not None and snapshot is not None and layout is not None:
            for one in (answer, *answer.trays):
                self._answering.show(one.seat, seen(one, layout, calm=calm(snapshot)))
            self._refresh()

    def nearest_seat(self, x: float, y: float) -> Item | None:
        """Return the nearest seat that may be taken, if the point is on the felt of a table that invites."""
        return self._picture.nearest_seat(x, y, self.items())

    def press(self, seat: SeatNumber, at: int | None) -> None:
        """Show that the seat's control for leaving is held since ``at``; None: no longer."""
        self._picture.passing.press(seat, at)
        self._redraw()

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> ToTable | None:
        """Return the message for a tapped control; None if it concerns only this picture."""
        shown = self._shown.parts.get(item.seat)
        said = self._picture.tap(item, at, None if shown is None else shown.context, pull)
        self._movement.covered = self._picture.drawers.reading
        self._refresh()  # it may have opened or closed something
        return said

    def turned(self) -> list[SeatNumber]:
        """Return the seats that have turned a page of the rules since the last call."""
        return self._picture.turned()

    def touched(self) -> bool:
        """Note a touch anywhere: a celebration ends, unless the touch was meant for the state before.

        Return whether it was not.
        """
        snapshot = self._picture.snapshot
        if ends := snapshot is not None and self._clock() - snapshot.since >= MEANT:
            self._moments.skip()
        return ends

    def panel_noted(self, health: PanelHealth | None, recorded_s: int = 0) -> None:
        """Take what staff should know of the touch panel, and how long it is still recorded. Called in every frame."""
        if self._picture.panel_noted(health, recorded_s):
            self._redraw()

    def sound_noted(self, health: SoundHealth | None) -> None:
        """Take what staff should know of the loudspeaker. Called in every frame."""
        if self._picture.sound_noted(health):
            self._redraw()

    def finger(self, contact: ContactId, point: Finger | None) -> bool:
        """Show a finger, or remove it (None), in the staff's panel test; return whether that test is open."""
        if shown := self._picture.finger(contact, point):
            self._redraw()
        return shown
