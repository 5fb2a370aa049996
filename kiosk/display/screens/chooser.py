"""The choice of the screen in each panel and in the middle, by the state of the table and of the seat."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from kiosk.display.context import CentreContext, PanelContext
from kiosk.display.corner_notice import draw_corner_notice
from kiosk.display.input.answers import BUTTON
from kiosk.display.paint.high_contrast import heighten
from kiosk.display.paint.marks import Sketch
from kiosk.display.screens.centre import draw_centre, draw_ground, draw_overlay, draw_table_gone
from kiosk.display.screens.closed import draw_closed
from kiosk.display.screens.invitation import draw_attract, draw_tab
from kiosk.display.screens.lobby import draw_ready
from kiosk.display.screens.pause import draw_paused
from kiosk.display.screens.play import draw_dealing, draw_play, is_pressing
from kiosk.display.screens.races import draw_replay
from kiosk.display.screens.recording import draw_recording
from kiosk.display.screens.result import draw_match_result, draw_round_result
from kiosk.display.screens.rules import draw_rules
from kiosk.display.screens.service import add_corners, draw_service
from kiosk.display.screens.staff_touch import draw_fingers
from kiosk.display.widgets.frame import answer_words, draw_answer
from kiosk.display.widgets.seat_light import draw_rings, sends_rings
from kiosk.layout.place import Frame, Place
from kiosk.layout.sides import sides
from kiosk.layout.table_layout import Layout
from kiosk.protocol.state import State

PanelScreen: TypeAlias = Callable[[Sketch, PanelContext], None]

_SCREENS: Final[dict[State, PanelScreen]] = {
    State.ATTRACT: draw_attract,
    State.LOBBY: draw_ready,
    State.COUNTDOWN: draw_dealing,
    State.PLAY: draw_play,
    State.STOPPED: draw_play,
    State.ROUND_RESULT: draw_round_result,
    State.MATCH_RESULT: draw_match_result,
    State.PAUSED: draw_paused,
    State.RECOVERY: draw_paused,
    State.REPLAY: draw_replay,
    State.SERVICE: draw_service,
    State.CLOSED: draw_closed,
}
if len(_SCREENS) < len(State):
    raise AssertionError(f"_SCREENS has no screen for: {', '.join(state for state in State if state not in _SCREENS)}")

_UNTOUCHABLE: Final = frozenset({State.REPLAY, State.CLOSED})
"""States in which nobody can sit down by touching the mark of a seat."""


def new_sketch(context: PanelContext | CentreContext | None) -> Sketch:
    """Return an empty sketch for what is drawn from this context."""
    if isinstance(context, PanelContext):
        return Sketch(context.panel.frame, context.view.seat, rtl=context.panel.rtl)
    return Sketch(Frame())


def sketch_panel(context: PanelContext) -> Sketch:
    """Return the panel's picture and items."""
    sketch = new_sketch(context)
    draw_panel(sketch, context)
    return sketch


def draw_panel(sketch: Sketch, context: PanelContext) -> None:
    """Draw a panel."""
    lobby = context.table.lobby
    if context.shows_rules and lobby is not None and lobby.proposal is not None:
        context = context._replace(open_drawer=None)  # it is put to everybody
    screen = draw_rules if context.shows_rules else _SCREENS[context.table.state]
    screen(sketch, context)
    answer = answer_words(context) if context.view.lesson is None else ""  # a lesson has a place of its own for it
    if context.costly or (is_pressing(context) and context.answer != BUTTON):  # which tells how
        answer = ""
    if answer and any(item.what == "leave" for item in sketch.items):
        draw_answer(sketch, context, answer)
    if context.view.contrast:
        width, depth = context.panel.size
        menu = context.table.service  # whose plate is flat already
        lies = menu is not None and menu.seat == context.view.seat
        heighten(sketch, Place(0, 0, width - 4, depth - 4), lies=lies)


def has_rings(context: PanelContext) -> bool:
    """Return whether light leaves the panel."""
    return sends_rings(context)


def draw_all_rings(sketch: Sketch, contexts: Iterable[PanelContext]) -> None:
    """Draw the light that leaves these panels, below the pieces in the middle: one picture, which costs less."""
    for context in contexts:
        draw_rings(sketch, context)


def sketch_tab(context: PanelContext) -> Sketch:
    """Return the small mark of a seat that is not playing."""
    sketch = new_sketch(context)
    draw_small(sketch, context)
    return sketch


def draw_small(sketch: Sketch, context: PanelContext) -> None:
    """Draw the small mark of a seat that is not playing; nothing while the service menu is open."""
    if context.table.state != State.SERVICE:
        draw_tab(sketch, context)
    if context.table.state in _UNTOUCHABLE:
        sketch.items.clear()
    if context.view.contrast:
        heighten(sketch)


def sketch_ground(context: CentreContext) -> Sketch:
    """Return the picture below the pieces in the middle."""
    sketch = new_sketch(context)
    draw_ground(sketch, context)
    return sketch


def sketch_centre(context: CentreContext) -> Sketch:
    """Return the picture and items of the middle."""
    sketch = new_sketch(context)
    draw_middle(sketch, context)
    return sketch


def draw_middle(sketch: Sketch, context: CentreContext) -> None:
    """Draw the middle below the panels."""
    draw_centre(sketch, context)
    if context.table.contrast:
        heighten(sketch)


def sketch_overlay(
    context: CentreContext | None, layout: Layout, *, table_gone: bool = False, recorded_s: int = 0
) -> Sketch:
    """Return the part of the picture above all panels; ``recorded_s``: how long all touches are still recorded."""
    sketch = new_sketch(context)
    draw_above(sketch, context, layout, table_gone, recorded_s)
    return sketch


def draw_above(
    sketch: Sketch, context: CentreContext | None, layout: Layout, table_gone: bool, recorded_s: int
) -> None:
    """Draw what lies above all panels, as ``sketch_overlay`` does."""
    if context is not None:
        draw_overlay(sketch, context)
        draw_fingers(sketch, context)
        if context.table.state != State.SERVICE:
            add_corners(sketch, layout)
        for notice in context.notices:
            draw_corner_notice(sketch, notice)
    here = sides(layout, context.languages if context else ())
    if table_gone:
        draw_table_gone(sketch, layout, here)
    if recorded_s:
        draw_recording(sketch, layout, here, recorded_s)
    if context is not None and context.table.contrast:
        heighten(sketch)
