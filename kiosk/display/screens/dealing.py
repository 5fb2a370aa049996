"""A panel in the countdown: its pieces appear as they are dealt."""

from __future__ import annotations

from kiosk.display.context import SECOND, PanelContext, Table, second_step, shown_s
from kiosk.display.games.deal_times import LASTS_S, waiting
from kiosk.display.games.game import picture_of_game
from kiosk.display.paint.marks import Sketch
from kiosk.display.parts import whole
from kiosk.display.screens.play import draw_play
from kiosk.protocol import SeatView


def dealing_step(table: Table, view: SeatView, step: int) -> int:
    """Return the clock of a panel in the countdown: whole seconds, once its pieces have landed, until the last one.

    In that one the arc of its lock fills.
    """
    slow = second_step(step, view.locked_until)
    return slow if view.locked_until - step >= SECOND and shown_s(table, slow) > LASTS_S else step


def draw_dealing(sketch: Sketch, context: PanelContext) -> None:
    """Draw the panel as in a round, without the pieces that are still in flight."""
    motion = picture_of_game(context.table.game).motion
    seen = whole(context.view)
    parts = waiting(motion.dealt(seen, context.panel), shown_s(context.table, context.now))
    if parts:
        view, kept = motion.undealt(seen, context.kept, parts)
        context = context._replace(view=view, kept=kept)
    draw_play(sketch, context)
