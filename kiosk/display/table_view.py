"""The table as one widget: it shows snapshots and finds items for the gestures. It handles no touches itself."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from itertools import chain
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import InstructionGroup
from kivy.uix.widget import Widget

from kiosk.display.context import (
    RESULTS,
    STEP,
    CentreContext,
    PanelContext,
    Table,
    calm,
    clock_step,
    is_locked,
    is_timed,
    margin_ms,
    second_step,
    telling,
)
from kiosk.display.games.count_times import count_times
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.answers import HOLD, OPTIONS, Answer, answer_to
from kiosk.display.input.contact import ContactId, Point
from kiosk.display.input.controls import SEAT_LANGUAGE, Drawers, shows_rules
from kiosk.display.input.keypad import Keypad
from kiosk.display.input.passing import RING, Passing
from kiosk.display.motion.answering import Answering, answering
from kiosk.display.motion.effects import Effect
from kiosk.display.motion.ghost_hand import GhostHands, button_in_rim
from kiosk.display.motion.moment_context import MomentContext
from kiosk.display.motion.moments import Moments
from kiosk.display.motion.movement import Movement
from kiosk.display.motion.player import Player
from kiosk.display.motion.prefetch import Paint, Prefetch, effect_looks, result_looks, turntables
from kiosk.display.motion.quality import QualityControl
from kiosk.display.paint.art import Look
from kiosk.display.paint.atlas import ENOUGH, Atlas
from kiosk.display.paint.backdrop import Backdrop
from kiosk.display.paint.base import base_look
from kiosk.display.paint.layer import Layer, Tier
from kiosk.display.paint.lights import Beats
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.mesh import new_canvas
from kiosk.display.paint.turns import LatePanels, Turns
from kiosk.display.scene import Item
from kiosk.display.screens.ahead import (
    attract_looks,
    count_looks,
    deal_looks,
    feast_looks,
    lobby_looks,
    may_be_over,
    service_looks,
    stop_looks,
)
from kiosk.display.screens.chooser import (
    has_rings,
    sketch_centre,
    sketch_ground,
    sketch_overlay,
    sketch_panel,
    sketch_rings,
    sketch_tab,
)
from kiosk.display.screens.dealing import dealing_step
from kiosk.display.screens.result import tray_clock
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.lobby_parts import practice_places
from kiosk.layout.table_layout import Frame, Layout, Place
from kiosk.layout.table_shape import TableShape
from kiosk.locale.languages import SOURCE
from kiosk.protocol import Fault, SeatView, Snapshot, ToTable, Welcome

TICK: Final = 0.1
"""Seconds between two redraws while something shown depends on the clock."""
_CYCLES: Final = frozenset({"attract", "closed"})
"""States in which nobody sits anywhere: the middle speaks all languages in turn."""
_TOO_SMALL: Final = 200
MEANT: Final = 1_000_000_000
"""Nanoseconds after which a touch is meant for what is shown: a state, or the language of an invitation."""
INVITATION: Final = 2_500_000_000
"""Nanoseconds for which the invitation is shown in one language."""


class TableView(Widget):
    """The widget of the table. ``clock``: CLOCK_MONOTONIC in nanoseconds, as in the snapshots.

    ``in_turn``: it shows plain felt first, and the parts of its first picture come in turn (``is_open``); later, when
    more panels change at once than a frame has time for, some of them change in the next frames.
    """

    def __init__(
        self, welcome: Welcome, clock: Callable[[], int] = time.monotonic_ns, *, in_turn: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(**kwargs)
        self._welcome = welcome
        self._clock = clock
        self._atlas = Atlas()
        self._ahead = Prefetch(self._atlas)
        self._turns = Turns() if in_turn else None
        """None once all parts of the first picture have been painted."""
        self._later = LatePanels() if in_turn else None
        self._snapshot: Snapshot | None = None
        self._layout: Layout | None = None
        self._table: Table | None = None
        self._shape: tuple[TableShape, bool] | None = None
        self._gone = False
        self._touch_fault: Fault | None = None
        self._drawers = Drawers()
        self._turned: list[SeatNumber] = []
        self._staff = Keypad()
        self._fingers: dict[ContactId, Point] = {}
        self._game = registry.usual()
        self._memory = picture_of_game(self._game).memory()
        self._passing = Passing()
        self._sketches: dict[object, tuple[object, Sketch]] = {}
        self._layers: dict[object, Layer] = {}
        self._beating: dict[SeatNumber, PanelContext] = {}  # the seats whose light leaves their edge
        self._backdrop = Backdrop()
        beats, hands = Beats(clock), InstructionGroup()
        self._ground, self._rings, self._below, self._panels = (Tier(self._atlas, beats) for _ in range(4))
        floor, stage = new_canvas(), new_canvas()
        floor["felt"] = 1.0
        above = new_canvas()  # it keeps its colours when a Stop drains those of floor and stage
        self._above = Tier(self._atlas, beats, above)
        self.quality = QualityControl()
        moves = Player(self._atlas, clock, self.quality)
        moments = Player(self._atlas, clock, self.quality, (floor, stage, *moves.pieces), floor)
        floor.add(self._backdrop.canvas)
        low = (self._ground.canvas, self._rings.canvas, moments.low, moves.low)
        for group in (*low, self._below.canvas, self._panels.canvas, moves.high, hands):
            stage.add(group)
        for group in (floor, stage, moments.high, above):
            self.canvas.add(group)
        motion = picture_of_game(self._game).motion
        self._movement = Movement(moves, hands, self._atlas, motion, self._memory)
        self._moments = Moments(moments)
        self._players = moves, moments
        self._ghost_hands = GhostHands(moves)
        self._answering = Answering(moves)
        self._tick = Clock.create_trigger(self._refresh, TICK)
        self._turn_ring = Clock.create_trigger(self._refresh, 1 / RING)
        self._resized = Clock.create_trigger(self._refresh, -1)
        self._lie, self._next_frame = (Clock.create_trigger(self._refresh) for _ in range(2))
        self._open = Clock.create_trigger(lambda _: self._paint_in_turn())
        self.bind(pos=self._resized, size=self._resized)

    # ---- the picture

    def show(self, snapshot: Snapshot) -> None:
        """Show a snapshot; only the differences are drawn."""
        if self._turns is not None:
            self._snapshot = snapshot
            self._backdrop.felt(self._area)
            self._open()
            return
        before, self._snapshot = self._snapshot, snapshot
        self._change_to(snapshot.game)
        self._passing.follow(before, snapshot, self._clock())
        self._drawers.keep(snapshot)
        self._movement.covered = self._drawers.reading
        self._staff.keep(snapshot)
        if not self._tries_fingers:
            self._fingers.clear()
        self._arrange()
        if self._layout is not None:
            game, gentle = picture_of_game(self._game), calm(snapshot)
            calmer = gentle or snapshot.state == "attract"  # there the stream and the invitations are to be seen
            played = self._movement.follow(snapshot, self._layout, first=before is None, calm=calmer)
            self._passing.end_answers(played)
            self._passing.call_with(played, game.texts.words.cries, self._clock())
            if before is not None and (before.state, snapshot.state) == ("play", "stopped"):
                self._players[0].put_out()  # what was played glows no more in the light of the Stop
            self._moments.follow(MomentContext(snapshot, self._layout, game.motion, gentle))
            if before is None or before.state != snapshot.state:
                self._prepare(snapshot, self._layout)
        self._memory.follow(snapshot)  # after the moves: pieces start from where they were
        self._look()

    def _paint_in_turn(self) -> None:
        """Paint further parts of the first picture, as many as fit into a frame; after the last one all moves begin."""
        snapshot, turns = self._snapshot, self._turns
        if snapshot is None or turns is None:
            return
        if turns.begin_frame():
            self._change_to(snapshot.game)
            self._arrange()
            self._look()
            if not turns.are_left:
                self._turns = self._snapshot = self._shape = None
                self.show(snapshot)
                return
        self._open()

    def _prepare(self, snapshot: Snapshot, layout: Layout) -> None:
        """Paint the figures of a count during play; a celebration that may come, once the count is over."""
        table, now = Table.of(snapshot, self._touch_fault), self._clock()
        if snapshot.state == "play":
            self._ahead.add(count_looks(snapshot.seats, self._middle(snapshot, table, layout, now)), 3.0)
        if snapshot.state == "round_result" and snapshot.result is not None and may_be_over(table):
            over = snapshot.since + round(count_times(snapshot.result).over * 1e9)
            self._ahead.add(feast_looks(self._middle(snapshot, table, layout, now)), (over - now) / 1e9)

    def _change_to(self, game: str) -> None:
        """Switch to this game if it is another one."""
        if game != self._game:
            self._game = game
            picture = picture_of_game(game)
            self._memory = picture.memory()
            self._movement.change(picture.motion, self._memory)

    def table_gone(self, gone: bool) -> None:
        """Show on every side that the table process has stopped, or remove that."""
        if gone is not self._gone:
            self._gone = gone
            if gone:
                self._moments.stop()
            self._refresh()

    def touch_lost(self, fault: Fault | None) -> None:
        """Show the fault of the touch panel; None: it works. Called in every frame."""
        if fault != self._touch_fault:
            self._touch_fault = fault
            self._refresh()

    def finish(self) -> None:
        """Wait until the picture of the table is painted, for a picture of this very frame."""
        self._backdrop.finish()

    def _refresh(self, *_: object) -> None:
        """Draw again: the window, the clock or the carried pieces may have changed."""
        if self._turns is None or self._snapshot is None:
            self._arrange()
            self._look()

    def _look(self) -> None:
        """Sketch what has changed, and schedule another look if anything depends on the clock."""
        snapshot, layout = self._snapshot, self._layout
        if layout is None:
            return
        now = self._clock()
        self._movement.send_home(now, layout)
        if snapshot is None:
            inputs = (self._gone, layout.area)
            self._show("overlay", self._above, inputs, lambda: sketch_overlay(None, layout, table_gone=self._gone))
        else:
            self._sketch(snapshot, layout, now)

    def _sketch(self, snapshot: Snapshot, layout: Layout, now: int) -> None:
        """Sketch every part of the picture that differs from the one shown."""
        table = Table.of(snapshot, self._touch_fault)
        if table == self._table:
            table = self._table  # the identical object makes comparing contexts fast
        self._table = table
        timed = is_timed(snapshot, now)
        step = clock_step(now) if timed else 0
        centre = self._middle(snapshot, table, layout, now)._replace(now=step)
        if snapshot.state in RESULTS:
            centre = centre._replace(finished=snapshot.finished)
        ground = centre._replace(board=(), own={}, owners=(), finished=(), now=0)
        self._show("ground", self._ground, ground, lambda: sketch_ground(ground))
        below = centre._replace(now=0) if snapshot.state == "ready" else centre  # the seconds lie above it
        self._show("centre", self._below, below, lambda: sketch_centre(below))
        self._movement.roll(snapshot.seats, layout, now)
        motion, practised = picture_of_game(self._game).motion, self._movement.practised
        shown_moves = [view for view in self._practising(snapshot) if self._passing.answered(view.seat, now) != OPTIONS]
        self._ghost_hands.follow(shown_moves, layout.panels, practised, motion, self._memory, now)
        self._show_rolled(snapshot, now)
        for view in snapshot.seats if self._later is None else self._later.begin_frame(snapshot.seats):
            self._show_seat(view, table, layout, step, now)
            timed = timed or is_locked(view, now) or telling(view, now) > 0
        if self._later is not None and self._later.are_left:
            self._next_frame()
        beating = tuple(self._beating.values())
        self._show("rings", self._rings, beating, lambda: sketch_rings(beating))
        above = centre._replace(piles=(), board=(), own={}, owners=(), finished=())
        above = above._replace(cry=self._passing.cry(now), fingers=tuple(self._fingers.values()))
        above = above._replace(practised=self._practised(snapshot, layout))
        gone = self._gone
        self._show("overlay", self._above, (above, gone), lambda: sketch_overlay(above, layout, table_gone=gone))
        if (
            timed
            or snapshot.state in ("attract", "ready", "closed")
            or self._movement.waiting
            or self._passing.ends(now)
        ):
            self._tick()
        if self._passing.is_pressed:
            self._turn_ring()

    def _middle(self, snapshot: Snapshot, table: Table, layout: Layout, now: int) -> CentreContext:
        """Return the inputs of the picture in the middle."""
        languages = tuple((view.seat, self._language(view, table.state, now)) for view in snapshot.seats)
        return CentreContext(
            *(table, layout, languages, snapshot.piles, now),
            board=snapshot.board,
            own=snapshot.own,
            owners=snapshot.owners,
        )

    def _practising(self, snapshot: Snapshot) -> tuple[SeatView, ...]:
        """Return the seats whose lesson is seen: no drawer and no proposal lies above it."""
        if snapshot.lobby is not None and snapshot.lobby.proposal is not None:
            return ()
        return tuple(view for view in snapshot.seats if self._drawers.open_in(view.seat) is None)

    def _practised(self, snapshot: Snapshot, layout: Layout) -> tuple[Place, ...]:
        """Return where pieces of lessons are seen in the window."""
        panels = (layout.panels.get(view.seat) for view in self._practising(snapshot) if view.lesson is not None)
        places = self._movement.practised
        return tuple(panel.covers(places[panel.seat]) for panel in panels if panel is not None)

    def _show_rolled(self, snapshot: Snapshot, now: int) -> None:
        """Redraw in the very frame in which the next dice come to rest."""
        self._lie.cancel()
        if waits := [view.rolling_until - now for view in snapshot.seats if view.rolling_until > now]:
            self._lie = Clock.schedule_once(self._refresh, min(waits) / 1e9)

    def _show_seat(self, view: SeatView, table: Table, layout: Layout, step: int, now: int) -> None:
        panel = layout.panels.get(view.seat) or layout.tabs.get(view.seat)
        if panel is None:
            self._hide(view.seat)
            self._beating.pop(view.seat, None)
            return
        if table.state == "ready" and view.state != "ready":  # no arc of light runs there
            step = second_step(step, table.deadline) if step else 0
        locked = is_locked(view, now)
        if table.state == "countdown" and step:
            step, locked = dealing_step(table, view, step), False
        if table.state in RESULTS and step:
            step = tray_clock(table, view.seat, step)
        context = PanelContext(
            table=table,
            view=view,
            panel=panel,
            now=clock_step(now) if locked else step,
            open_drawer=self._drawers.open_in(view.seat),
            carried=self._movement.carried_source(view.seat),
            kept=self._memory[view.seat],
            rolling=now < view.rolling_until,
            heard=self._passing.is_heard(view.seat, now),
            counted=len(self._fingers) or self._staff.digits,
            written=self._staff.written if table.service is not None else "",
            glowing=self._staff.glowing(now),
            answer=self._passing.answered(view.seat, now),
            held_for=self._passing.held_for(view.seat, now),
            told=telling(view, now),
            margin_ms=margin_ms(view, now),
            lesson=now // STEP + view.seat if table.state == "ready" and view.state == "taken" else 0,
            practised=self._movement.practised.get(view.seat) if view.lesson is not None else None,
            invitation=self._invitation(view.seat, now) if _invites(view, table) else "",
        )
        draw = sketch_panel if view.seat in layout.panels else sketch_tab
        known = self._sketches.get(view.seat)
        if known is not None and self._later is not None and known[0] != context and self._later.waits(view.seat):
            return
        self._show(view.seat, self._panels, context, lambda: draw(context))
        self._beating.pop(view.seat, None)
        if has_rings(context):
            self._beating[view.seat] = context

    def _show(self, name: object, tier: Tier, inputs: object, draw: Callable[[], Sketch]) -> None:
        """Show a part of the picture, unless its inputs are unchanged."""
        known = self._sketches.get(name)
        if known is not None and known[0] == inputs:
            return
        if known is None and self._turns is not None and not self._turns.take_turn():
            return
        sketch = draw()
        self._sketches[name] = (inputs, sketch)
        layer = self._layers.get(name)
        if layer is None:
            layer = self._layers[name] = tier.layer()
        layer.show(sketch.marks, sketch.frame)

    def _begin_anew(self) -> None:
        """Drop pictures that are not shown: a new layout is drawn again in any case, so this is the moment."""
        self._atlas.begin_anew()
        self._sketches.clear()
        for layer in self._layers.values():
            layer.show((), Frame())

    def _hide(self, name: object) -> None:
        if self._sketches.pop(name, None) is not None:
            self._layers[name].show((), Frame())

    def _arrange(self) -> None:
        """Make a new layout if the size, the seats in play or their hands have changed."""
        if self.width < _TOO_SMALL or self.height < _TOO_SMALL:  # a window that is being made, or is minimized
            return
        area = self._area
        shape = TableShape.of(area, self._welcome, self._snapshot, self._game)
        plain = self._snapshot is not None and self._snapshot.house.contrast
        if (shape, plain) == self._shape:
            return
        self._shape = shape, plain
        if self._later is not None:
            self._later.paint_all()  # panels of two layouts would lie on each other
        try:
            layout = shape.layout(self._welcome)
        except ValueError:  # the window is too small for these seats: keep the old picture until there is room
            return
        self._layout = layout
        self._movement.practised = practice_places(layout)
        self._backdrop.show(base_look(layout, plain=plain), area)
        self._movement.stop()
        if self._turns is not None:
            return
        if self._atlas.pages > ENOUGH:
            self._begin_anew()
        game = picture_of_game(self._game).motion
        if shape.inviting or self._snapshot is None:  # nothing of it ends with a call and a result
            self._ahead.begin(chain(effect_looks(layout), game.looks(layout)), self._elsewhere(area))
            return
        if self._snapshot.service is not None:
            self._ahead.begin(service_looks(self._snapshot, self._snapshot.service, self._welcome, area), threaded=True)
            return
        table = Table.of(self._snapshot, self._touch_fault)
        middle = self._middle(self._snapshot, table, layout, self._clock())
        looks = result_looks(layout), effect_looks(layout), stop_looks(middle), game.looks(layout)
        deals = deal_looks(self._snapshot.seats, middle) if self._snapshot.state == "ready" else ()
        self._ahead.begin(chain(*looks, deals, turntables(layout)))

    def _elsewhere(self, area: Place) -> Iterator[Look | Paint]:
        """Yield what may follow while nobody is here: the lobby and its round, and the other games."""
        if self._snapshot is not None:
            yield from attract_looks(self._snapshot, self._welcome, area)
            yield from lobby_looks(self._snapshot, self._welcome, area)

    def _invitation(self, seat: SeatNumber, now: int) -> str:
        """Return the language of a seat's invitation: languages move round the table, one seat every few seconds."""
        languages = self._snapshot.languages if self._snapshot else (SOURCE,)
        return languages[(now // INVITATION + seat) % len(languages)]

    def _meant_language(self, item: Item, at: int) -> str:
        """Return the language of the invitation that is accepted by a tap on this item; empty if it is none.

        It is that of a moment ago: whoever is about to touch means what they have read.
        """
        shown = self._sketches.get(item.seat)
        is_invited = shown is not None and isinstance(shown[0], PanelContext) and bool(shown[0].invitation)
        if item.seat is None or item.what not in ("seat", SEAT_LANGUAGE) or not is_invited:
            return ""
        return self._invitation(item.seat, at - MEANT)

    def _language(self, view: SeatView, state: str, now: int) -> str:
        """Return the language of the middle for this seat: its own, or that of the invitation on a free seat.

        Where nobody sits it cycles through all languages.
        """
        invited = state in _CYCLES or (state == "ready" and view.state == "free")
        return self._invitation(view.seat, now) if invited else view.language

    @property
    def _area(self) -> Place:
        return Place(self.center_x, self.center_y, self.width, self.height)

    @property
    def is_open(self) -> bool:
        """True once all of the first picture is shown."""
        return self._turns is None

    @property
    def moving(self) -> bool:
        """True if an effect is shown."""
        return any(player.moving for player in self._players)

    # ---- for the gestures (``kiosk.display.scene.Surface``)

    def items(self) -> Sequence[Item]:
        """Return everything that can be touched now, topmost last."""
        if self._gone:
            return []
        order = ["centre", *(plan.seat for plan in self._welcome.seats), "overlay"]
        return [item for name in order if name in self._sketches for item in self._sketches[name][1].items]

    def ghosts(self) -> Sequence[Item]:
        """Return the fingers of the ghost hands that are seen now, as items that nobody can touch."""
        fingers = self._ghost_hands.fingers(self._clock())
        return [Item("ghost", seat, x, y, 1, 1, enabled=False) for seat, x, y in fingers]

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """Return the seat whose panel contains the window point, None in the centre."""
        return self._layout.panel_at(x, y) if self._layout else None

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """Return all cells of the centre's grid, nearest to the window point first."""
        taken = [cell for cell, _ in self._snapshot.piles] if self._snapshot else []
        return self._layout.near_cells(x, y, taken) if self._layout else ()

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        """Show the seat's carried card under the finger at the window point."""
        if self._movement.moves(seat, source, x, y):
            return
        view = self._view(seat)
        if view and self._layout and self._movement.lift(view, self._layout, source, x, y):
            self._refresh()

    def release(self, seat: SeatNumber) -> None:
        """Stop carrying: the card waits a moment for its verdict, then slides home."""
        if self._layout is not None:
            self._movement.release(seat, self._layout, self._clock())
        self._tick()

    def nudge(self, seat: SeatNumber, source: str) -> None:
        """Let a tapped card hop towards the middle, and a hand show how it is pushed."""
        view = self._view(seat)
        if view is not None and self._layout is not None:
            self._movement.nudge(view, self._layout, source, self._clock())
            self._refresh()

    def answer(self, x: float, y: float) -> None:
        """Answer a tap on which nothing else happens, by light, in words, and by a hand."""
        snapshot, layout = self._snapshot, self._layout
        if snapshot is None or layout is None or self._gone:
            return
        answer = answer_to(x, y, snapshot, layout, self.items())
        if answer is None:
            return
        for one in (answer, *answer.trays):
            self._answering.show(one.seat, _seen(one, layout, calm=calm(snapshot)))
            if one.seat is not None:
                self._passing.answer(one.seat, one.told, self._clock())
        self._refresh()

    def press(self, seat: SeatNumber, at: int | None) -> None:
        """Show that the seat's control for leaving is held since ``at``; None: no longer."""
        self._passing.press(seat, at)
        self._resized()

    def tap(self, item: Item, at: int) -> ToTable | None:
        """Return the message for a tapped control; None if it concerns only this picture."""
        if self._snapshot is None or item.seat is None:
            return None
        if self._snapshot.service is not None:
            said = self._staff.tap(item, at, self._snapshot.service) if item.enabled else None
            self._refresh()
            return said
        if item.what == "leave":
            self._passing.answer(item.seat, HOLD, self._clock())
            self._refresh()
            return None
        before = self._drawers.open_in(item.seat)
        answer = self._drawers.tap(item, at, self._snapshot, self._meant_language(item, at))
        if shows_rules(before) or shows_rules(self._drawers.open_in(item.seat)):
            self._turned.append(item.seat)
        self._movement.covered = self._drawers.reading
        self._refresh()  # it may have opened or closed something
        return answer

    def turned(self) -> list[SeatNumber]:
        """Return the seats that have turned a page of the rules since the last call."""
        turned, self._turned = self._turned, []
        return turned

    @property
    def _tries_fingers(self) -> bool:
        service = self._snapshot.service if self._snapshot is not None else None
        return service is not None and service.page == "fingers"

    def touched(self) -> None:
        """Note a touch anywhere: a celebration ends, unless the touch was meant for the state before."""
        if self._snapshot is not None and self._clock() - self._snapshot.since >= MEANT:
            self._moments.skip()

    def finger(self, contact: ContactId, point: Point | None) -> bool:
        """Show a finger, or remove it (None), in the staff's panel test; return whether that test is open."""
        if self._tries_fingers:
            if point is None:
                self._fingers.pop(contact, None)
            else:
                self._fingers[contact] = point
            self._resized()
        return self._tries_fingers

    def _view(self, seat: SeatNumber) -> SeatView | None:
        views = self._snapshot.seats if self._snapshot else ()
        return next((view for view in views if view.seat == seat), None)


def _seen(answer: Answer, layout: Layout, *, calm: bool) -> list[Effect]:
    """Return what is seen of an answer: light, and a hand."""
    panel, target = layout.panels.get(answer.seat) if answer.seat is not None else None, answer.target
    card = panel.card if panel is not None else min(panel.card for panel in layout.panels.values())
    if answer.button and panel is not None:
        tip = Frame(*panel.frame.to_window(*button_in_rim(panel)), panel.frame.rotation + 180.0)
        return answering(answer.around, card, tip=tip, calm=calm)
    if target is None:
        return answering(answer.around, card, calm=calm)
    tip, place = Frame(target.x, target.y, target.rotation), Place(target.x, target.y, target.w, target.h)
    return answering(answer.around, card, tip=tip, target=place, calm=calm)


def _invites(view: SeatView, table: Table) -> bool:
    """Return whether this seat's texts are shown in all languages, one after the other."""
    if table.service is not None:
        return view.seat != table.service.seat
    return table.state == "attract" or view.state == "free"
