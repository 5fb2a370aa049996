"""The display without its window: layout, screens and gestures are the real ones, but nothing is painted or moves."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PIL import Image

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.games.game import picture_of_game
from kiosk.display.input.gestures import Gestures
from kiosk.display.input.scripted_fingers import ScriptedFingers, Waypoint
from kiosk.display.paint.flat import paint_flat
from kiosk.display.paint.marks import Sketch
from kiosk.display.scene import Item, Pull, scene_json
from kiosk.display.screens.chooser import sketch_centre, sketch_ground, sketch_overlay, sketch_panel, sketch_tab
from kiosk.display.screens.picture import PictureModel
from kiosk.display.texts.people import names_of
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Place
from kiosk.protocol.state import State
from kiosk.testing.virtual.session import FRAME


class VirtualDisplay:
    """A display of this size in pixels; ``send`` takes its messages. It is the surface of its own gestures."""

    def __init__(
        self,
        welcome: msg.Welcome,
        size: tuple[int, int],
        clock: Callable[[], Instant],
        send: Callable[[msg.ToTable], None],
    ) -> None:
        self.size = size
        self._clock = clock
        self._send = send
        self._picture = PictureModel(welcome, clock)
        self._gestures = Gestures(self, send)
        self._fingers = ScriptedFingers(self._gestures)
        self._frame_at = clock()
        self._carried: dict[SeatNumber, str] = {}
        self._sketches: dict[object, tuple[object, Sketch]] = {}
        self._seen = 0  # the last move seen
        self._gestures.resize(*size, welcome.diagonal_mm)
        send(msg.WindowSize(*size))

    # ------------------------------------------------------------ the table's snapshots, and time

    def show(self, snapshot: msg.Snapshot) -> None:
        """Take a snapshot."""
        picture = self._picture
        picture.change_to(snapshot.game)
        before = picture.follow(snapshot)
        picture.arrange(Place(self.size[0] / 2, self.size[1] / 2, *self.size))
        moves = [move for move in snapshot.moves if move.id > self._seen] if before is not None else []
        self._seen = max((move.id for move in snapshot.moves), default=self._seen)
        picture.passing.end_answers(moves)
        picture.passing.call_with(moves, picture_of_game(picture.game).texts.words.cries, self._clock())
        picture.memory.follow(snapshot)
        self._gestures.apply(snapshot)

    @property
    def due(self) -> Instant | None:
        """The time of the next frame; None while no finger is on the screen: then nothing depends on frames."""
        return self._frame_at if self._fingers.are_down else None

    def frame(self) -> None:
        """Do the work of a frame, if one is due."""
        now = self._clock()
        if self._fingers.are_down and now < self._frame_at:
            return
        self._frame_at = Instant(now + FRAME)
        self._fingers.frame(now)
        self._gestures.tick(now)
        if self._picture.snapshot is not None and self._picture.snapshot.state == State.PLAY:
            self._send(msg.Mark(now))

    def touch(self, way: Sequence[Waypoint]) -> None:
        """Touch at the first point, go to the others, and lift at the last one."""
        now = self._clock()
        if not self._fingers.are_down:
            self._frame_at = Instant(now + FRAME)
        self._fingers.touch(way, now, now)

    @property
    def is_touched(self) -> bool:
        """True if a finger is on the screen."""
        return self._fingers.are_down

    # ------------------------------------------------------------ what is seen

    def scene(self) -> str:
        """Return the scene as JSON (``kiosk.display.scene.scene_json``)."""
        snapshot = self._picture.snapshot
        if snapshot is None:
            return scene_json(self.size, None, ())
        return scene_json(self.size, snapshot.state, self.items(), snapshot.game, names_of(snapshot.seats))

    def picture(self) -> Image.Image:
        """Return the picture, painted without a GPU; ValueError before the first snapshot."""
        snapshot, layout = self._picture.snapshot, self._picture.layout
        if snapshot is None or layout is None:
            raise ValueError("the display shows nothing yet")
        return paint_flat(layout, self.sketches(), plain=self._picture.plain)

    def sketches(self) -> list[Sketch]:
        """Return all parts of the picture, from bottom to top."""
        picture = self._picture
        snapshot, layout, now = picture.snapshot, picture.layout, self._clock()
        if snapshot is None or layout is None:
            return []
        centre = picture.centre(snapshot, picture.look(snapshot), layout, now)
        ground, above = picture.ground(centre), picture.above(centre, now)
        parts = [
            self._part("ground", ground, lambda: sketch_ground(ground)),
            self._part("centre", centre, lambda: sketch_centre(centre)),
        ]
        for view in snapshot.seats:
            context = picture.panel(view, centre, now, self._carried.get(view.seat))
            if context is None:
                self._sketches.pop(view.seat, None)
            else:
                parts.append(self._seat(context, centre))
        parts.append(self._part("overlay", above, lambda: sketch_overlay(above, layout, table_gone=False)))
        return parts

    def _seat(self, context: PanelContext, centre: CentreContext) -> Sketch:
        seat = context.view.seat
        draw = sketch_panel if seat in centre.layout.panels else sketch_tab
        return self._part(seat, context, lambda: draw(context))

    def _part(self, name: object, inputs: object, draw: Callable[[], Sketch]) -> Sketch:
        known = self._sketches.get(name)
        if known is None or known[0] != inputs:
            known = self._sketches[name] = inputs, draw()
        return known[1]

    # ------------------------------------------------------------ for the gestures (``kiosk.display.scene.Surface``)

    def items(self) -> Sequence[Item]:
        """See ``Surface``."""
        self.sketches()
        sketches = (self._sketches[name][1] for name in self._picture.order if name in self._sketches)
        return [item for sketch in sketches for item in sketch.items]

    def panel_at(self, x: float, y: float) -> SeatNumber | None:
        """See ``Surface``."""
        return self._picture.panel_at(x, y)

    def near_cells(self, x: float, y: float) -> tuple[int, ...]:
        """See ``Surface``."""
        return self._picture.near_cells(x, y)

    def carry(self, seat: SeatNumber, source: str, x: float, y: float) -> None:
        """See ``Surface``."""
        self._carried[seat] = source

    def release(self, seat: SeatNumber) -> None:
        """See ``Surface``."""
        self._carried.pop(seat, None)

    def nudge(self, seat: SeatNumber, source: str) -> None:
        """See ``Surface``: nothing moves here."""

    def answer(self, x: float, y: float) -> None:
        """See ``Surface``."""
        self._picture.answer(x, y, self.items())

    def nearest_seat(self, x: float, y: float) -> Item | None:
        """See ``Surface``."""
        return self._picture.nearest_seat(x, y, self.items())

    def press(self, seat: SeatNumber, at: int | None) -> None:
        """See ``Surface``."""
        self._picture.passing.press(seat, at)

    def tap(self, item: Item, at: int, pull: Pull | None = None) -> msg.ToTable | None:
        """See ``Surface``."""
        shown = self._sketches.get(item.seat, (None, None))[0]
        return self._picture.tap(item, at, shown if isinstance(shown, PanelContext) else None, pull)
