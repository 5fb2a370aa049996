"""The pictures of moments that may come: they are painted before, so that nobody waits for them."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from kiosk.display.context import CentreContext, Table
from kiosk.display.games.ranks import prizes_look
from kiosk.display.paint.art import Look
from kiosk.display.paint.call_art import CallLook
from kiosk.display.paint.marks import Picture, Sketch
from kiosk.display.screens.centre import draw_stopped
from kiosk.display.widgets.feast import draw_feast
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.layout.place import Frame
from kiosk.layout.score_parts import prizes_place


def stop_looks(context: CentreContext) -> Iterator[Look]:
    """Yield the pictures of a Stop, whoever will call it."""
    table = context.table._replace(caller=SeatNumber(1), ended_by=RoundEnd.STOP)
    sketch = Sketch(Frame())
    draw_stopped(sketch, context._replace(table=table))
    yield from (mark.look for mark in sketch.marks if isinstance(mark, Picture) and isinstance(mark.look, CallLook))


def feast_looks(context: CentreContext) -> Iterator[Look]:
    """Yield the pictures of the celebration, if the match ends with this round's totals."""
    result = context.table.result
    if result is None:
        return
    lead = max((line.total for line in result.lines if not line.left), default=0)
    lines = tuple(replace(line, won=line.total == lead and not line.left) for line in result.lines)
    result = replace(result, lines=lines, winners=tuple(line.seat for line in lines if line.won))
    sketch = Sketch(Frame())
    draw_feast(sketch, context._replace(table=context.table._replace(result=result)))
    yield from (mark.look for mark in sketch.marks if isinstance(mark, Picture))
    yield prizes_look(result, prizes_place(context.layout).w)


def may_be_over(table: Table) -> bool:
    """Return whether the match may end with this round; who plays off a draw is not known here."""
    totals = [line.total for line in table.result.lines] if table.result is not None else []
    reached = bool(table.target) and max(totals, default=0) >= table.target
    return reached or table.minutes_left == 0 or (0 < table.rounds <= table.round_no)
