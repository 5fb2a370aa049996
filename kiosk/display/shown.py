"""What is shown: each part of the picture by its name, drawn on a layer of its own; the trays in turn."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Any, NamedTuple

from kiosk.display.context import PanelContext
from kiosk.display.paint.layer import Layer, Tier
from kiosk.display.paint.turns import LateWork, Turns
from kiosk.display.parts import Part, is_noted
from kiosk.display.screens.chooser import draw_all_rings, draw_panel, draw_small, has_rings, new_sketch
from kiosk.game.seats import SeatNumber
from kiosk.layout.table_layout import Frame, Layout
from kiosk.protocol import SeatView


class ShownPicture:
    """The parts of a picture and their layers. ``turns``: while the first picture comes, the time of a frame."""

    def __init__(self, turns: Turns | None) -> None:
        self.turns = turns
        self.parts: dict[object, Part] = {}
        """By name, as they are seen."""
        self._layers: dict[object, Layer] = {}
        self._left: dict[object, Tier] = {}  # what has been drawn in the last frame, and is laid out in this one
        self.ahead: dict[object, Part] = {}
        """Those that have been drawn as they will be seen when they are drawn next."""
        self.sketched: set[object] = set()
        """Those that have been drawn and are still to be laid out."""

    def show(
        self,
        name: object,
        tier: Tier,
        draw: Callable[..., None],
        inputs: Any,
        *args: Any,
        waits: Callable[[], bool] | None = None,
    ) -> None:
        """Show a part, unless nothing that it is drawn from has changed.

        ``waits``: asked once it is drawn, whether it is laid out in the next frame; it waits once at most.
        """
        known = self.parts.get(name)
        if known is None or not known.is_same(draw, inputs, (args, {})):
            lay = waits is None or known is None or name in self._left
            self.draw(name, tier, draw, inputs, *args, lay=lay)
            if not lay:
                self._left[name] = tier
                if waits is not None and not waits():
                    self.lay(name, tier)
        elif name in self._left:
            self.lay(name, tier)

    def draw(
        self, name: object, tier: Tier, draw: Callable[..., None], inputs: Any, *args: Any, lay: bool = True
    ) -> None:
        """Draw a part; a new one only if it is its turn. ``lay``: False if it is seen only once it is laid out."""
        if name not in self.parts:
            if self.turns is not None and not self.turns.take_turn():
                return
            self.parts[name] = Part()
        ahead = self.ahead.pop(name, None)
        if ahead is None or not ahead.is_same(draw, inputs, (args, {})):
            _draw(ahead or self.parts[name], draw, inputs, args)
        if ahead is not None:
            self.parts[name] = ahead
        if lay:
            self.lay(name, tier)
        else:
            self.sketched.add(name)

    def prepare(self, name: object, draw: Callable[..., None], inputs: Any) -> None:
        """Draw a part that is shown as it will be seen later: then it only has to be laid out."""
        part = self.ahead[name] = self.parts[name].successor()
        _draw(part, draw, inputs, ())

    def lay(self, name: object, tier: Tier) -> None:
        """Let a part be seen as it was drawn last."""
        if name not in self._layers:
            self._layers[name] = tier.layer()
        sketch = self.parts[name].sketch
        self._layers[name].show(sketch.marks, sketch.frame)
        self._is_done(name)

    def lay_rest(self) -> None:
        """Let be seen what was left to this frame."""
        for name, tier in [*self._left.items()]:
            self.lay(name, tier)

    def _is_done(self, name: object) -> None:
        self.sketched.discard(name)
        self._left.pop(name, None)

    def hide(self, name: object) -> None:
        """Show this part no more."""
        self._is_done(name)
        self.ahead.pop(name, None)
        if self.parts.pop(name, None) is not None:
            self._layers[name].show((), Frame())

    def hide_all(self) -> None:
        """Show no part any more."""
        for name in [*self.parts]:
            self.hide(name)

    def complete(self) -> None:
        """Draw pictures that have not been there, as some have arrived."""
        for layer in self._layers.values():
            layer.complete()


def _draw(part: Part, draw: Callable[..., None], inputs: Any, args: tuple[Any, ...]) -> None:
    part.draw(draw, new_sketch(inputs), inputs, (args, {}), noted=is_noted(inputs))


class _Wanted(NamedTuple):
    """A tray as it is to be shown; ``context``: None if it is not."""

    view: SeatView
    draw: Callable[..., None]
    context: PanelContext | None


class ShownTrays:
    """The seats' trays, shown in turn: if more change at once than a frame has time for, some wait for the next one.

    ``rings``: where the light of those that beat leaves their edges.
    """

    def __init__(self, shown: ShownPicture, later: LateWork, tier: Tier, rings: Tier) -> None:
        self._shown, self._later = shown, later
        self._tier, self._rings = tier, rings
        self._beating: dict[SeatNumber, PanelContext] = {}  # the seats whose light leaves their edge
        self._wanted: dict[SeatNumber, _Wanted] = {}  # all trays as they are to be shown
        self._held: Collection[SeatNumber] = ()  # those that stay as they are until then
        self._context: Callable[[SeatView], PanelContext | None] = lambda _: None
        self._all_late: Callable[[], None] | None = None  # shows all of them, for which a frame had no time left
        self._seated = False  # whether this frame has shown the tray of somebody who sits down

    def show(
        self,
        views: Sequence[SeatView],
        layout: Layout,
        context: Callable[[SeatView], PanelContext | None],
        held: Collection[SeatNumber] = (),
    ) -> None:
        """Show these trays, or as many of them as there is time for.

        ``held``: the seats whose trays stay as they are, if they are seen, and are drawn ahead meanwhile.
        """
        if self._later.is_late and not self._are_urgent(views):
            self._later.postpone(views)
            self._all_late = partial(self.show, views, layout, context, held)
            return
        self._all_late, self._context = None, context
        self._held = [seat for seat in held if seat in self._shown.parts]
        for view in self._in_turn(views):
            draw = draw_panel if view.seat in layout.panels else draw_small
            self._wanted[view.seat] = _Wanted(view, draw, None if view.seat in self._held else context(view))
            self._show(*self._wanted[view.seat])
        self._show_rings()

    def show_late(self) -> None:
        """Show what has had to wait, as it was wanted then: the middle, and as many trays as there is time for."""
        self._shown.lay_rest()
        if self._all_late is not None:
            self._all_late()
            return
        late = [self._wanted[seat].view for seat in self._later.waiting if seat in self._wanted]
        for view in self._in_turn(late):
            if not (self._later.waiting and self._later.waits(view.seat)):  # else one before it has to wait again
                self._show(*self._wanted[view.seat])
        self._show_rings()

    def _in_turn(self, views: Sequence[SeatView]) -> list[SeatView]:
        """Return the seats in the order in which their trays are painted: who sits down first, what is held last."""
        self._seated = False
        parts, held = self._shown.parts, self._held

        def place(view: SeatView) -> tuple[bool, bool]:
            return view.seat in held, not (view.seat in parts and _sits_down(parts[view.seat], view))

        return sorted(self._later.in_turn(views), key=place)

    def _are_urgent(self, views: Sequence[SeatView]) -> bool:
        """Return whether any of these trays cannot wait: all while the first picture comes."""
        shown = [(self._shown.parts[view.seat], view) for view in views if view.seat in self._shown.parts]
        return self._shown.turns is not None or any(_stop_changes(*one) or _sits_down(*one) for one in shown)

    def _waits(self, shown: Part, view: SeatView) -> bool:
        """Return whether a tray may wait: a Stop does not, nor the first in a frame of those who sit down."""
        if _sits_down(shown, view) and not self._seated:
            self._seated = True
            return False
        return not _stop_changes(shown, view)

    def _show_rings(self) -> None:
        self._shown.show("rings", self._rings, draw_all_rings, tuple(self._beating.values()))

    def _prepare(self, view: SeatView, draw: Callable[..., None]) -> None:
        """Draw a tray that is held, unless that has been done, or there is no time for it."""
        if view.seat not in self._shown.ahead and not self._later.waits(view.seat):
            context = self._context(view)
            if context is not None:
                self._shown.prepare(view.seat, draw, context)

    def _show(self, view: SeatView, draw: Callable[..., None], context: PanelContext | None) -> None:
        seat = view.seat
        if seat in self._held:
            self._prepare(view, draw)
            return
        if context is None:
            self._shown.hide(seat)
            self._beating.pop(seat, None)
            return
        known = self._shown.parts.get(seat)
        if known is None or not known.is_same(draw, context):
            waits = known is not None and self._waits(known, view)
            if waits and self._later.waits(seat):
                return
            is_new = known is not None and (known.context.panel is not context.panel or _sits_down(known, view))
            lay = not (waits and is_new and self._later.goes_on(seat))
            self._shown.draw(seat, self._tier, draw, context, lay=lay)
        elif seat in self._shown.sketched and not self._later.waits(seat):
            self._shown.lay(seat, self._tier)
        self._beating.pop(seat, None)
        if has_rings(context):
            self._beating[seat] = context


def _stop_changes(shown: Part, view: SeatView) -> bool:
    """Return whether the seat's Stop lights up or goes out there."""
    return isinstance(shown.context, PanelContext) and shown.context.view.may_stop != view.may_stop


def _sits_down(shown: Part, view: SeatView) -> bool:
    """Return whether somebody has sat down there since it was shown."""
    return view.state == "taken" and isinstance(shown.context, PanelContext) and shown.context.view.state != "taken"
