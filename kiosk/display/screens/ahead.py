"""The pictures of moments that may come: they are painted before, so that nobody waits for them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace as replaced
from functools import partial
from itertools import chain
from typing import Any, Final

from msgspec.structs import replace

from kiosk.display.context import CentreContext, PanelContext, Table
from kiosk.display.games.game import picture_of_game
from kiosk.display.games.ranks import prizes_look
from kiosk.display.motion.prefetch import Paint, effect_looks, result_looks, turntables
from kiosk.display.paint.art import Look
from kiosk.display.paint.call_art import CallLook
from kiosk.display.paint.marks import Curve, Picture, Sketch
from kiosk.display.paint.text import TextLook
from kiosk.display.screens.centre import draw_stopped
from kiosk.display.screens.chooser import sketch_centre, sketch_ground, sketch_overlay, sketch_panel
from kiosk.display.widgets.feast import draw_feast
from kiosk.display.widgets.figures import FIGURES
from kiosk.game.game_rules import rules_of_game
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.game_registry import registry
from kiosk.layout.game_layout import layout_of_game
from kiosk.layout.place import Frame, Place
from kiosk.layout.score_parts import prizes_place
from kiosk.layout.table_shape import TableShape
from kiosk.protocol import RoundResult, SeatScore, SeatView, ServiceView, Snapshot, Welcome

_SECONDS: Final = 3
"""The seconds of a countdown."""
_SECOND: Final = 1_000_000_000
_USUAL: Final = ((4, 2, 0), (9, 4, 9), (12, 3, 18), (18, 1, -4), (24, 10, 34))
"""Numbers of results: pieces in the centre and left over, and a total."""


def attract_looks(snapshot: Snapshot, welcome: Welcome, area: Place) -> Iterator[Look | Paint]:
    """Yield the pictures of the other games, which bots play in turn while nobody is here."""
    for game in registry.names():
        if game != snapshot.game:
            seats = tuple(SeatView(view.seat, view.state, bot=view.bot, room=view.room) for view in snapshot.seats)
            yield partial(
                _inviting_looks, replace(snapshot, game=game, seats=seats, piles=(), board=(), own={}), welcome, area
            )


def lobby_looks(snapshot: Snapshot, welcome: Welcome, area: Place) -> Iterator[Look | Paint]:
    """Yield the pictures of the lobby into which the first touch leads, and of the round after it."""
    seats = tuple(
        SeatView(view.seat, "free", room=view.room, language=snapshot.languages[view.seat % len(snapshot.languages)])
        for view in snapshot.seats
    )
    guess = replace(snapshot, state="ready", seats=seats, piles=(), board=(), own={}, deadline=0)
    try:
        layout = TableShape.of(area, welcome, guess, guess.game).layout(welcome)
    except ValueError:
        return
    table = Table.of(guess)
    middle = CentreContext(table, layout, tuple((view.seat, snapshot.languages[0]) for view in seats), ())
    invites = middle._replace(languages=tuple((view.seat, view.language) for view in seats))
    yield from (partial(_looks_of, sketch_centre, context) for context in (middle, invites))
    for view in seats:
        if panel := layout.panels.get(view.seat):
            yield partial(_looks_of, sketch_panel, PanelContext(table, view, panel, invitation=view.language))
            yield partial(
                _looks_of,
                sketch_panel,
                PanelContext(table, replace(view, state="taken", language=snapshot.languages[0]), panel),
            )
    motion = picture_of_game(guess.game).motion
    yield from chain(result_looks(layout), effect_looks(layout), stop_looks(middle), motion.looks(layout))
    yield from turntables(layout)
    yield from deal_looks((replace(view, language=snapshot.languages[0]) for view in seats), middle)


def _inviting_looks(snapshot: Snapshot, welcome: Welcome, area: Place) -> Iterator[Look | Paint]:
    """Yield the pictures of this invitation, in its own layout; none if there is no room for it."""
    shape = TableShape.of(area, welcome, snapshot, snapshot.game)
    players = min(len(shape.shown), rules_of_game(snapshot.game).most_seats)
    shape = shape._replace(parts=layout_of_game(snapshot.game).parts((), players))
    try:
        layout = shape.layout(welcome)
    except ValueError:
        return
    table = Table.of(snapshot)
    middle = CentreContext(table, layout, tuple((view.seat, view.language) for view in snapshot.seats), ())
    yield from (partial(_looks_of, draw, middle) for draw in (sketch_ground, sketch_centre))
    for view in snapshot.seats:
        if view.seat in layout.panels:
            invited = PanelContext(table, view, layout.panels[view.seat], invitation=view.language)
            yield partial(_looks_of, sketch_panel, invited)
    yield from picture_of_game(snapshot.game).motion.looks(layout)


def service_looks(snapshot: Snapshot, service: ServiceView, welcome: Welcome, area: Place) -> Iterator[Look | Paint]:
    """Yield the pictures of the staff's pages with the table's plan, on which the keypad may lead."""
    guess = replace(snapshot, service=replace(service, page="buttons", tiles=()))
    try:
        layout = TableShape.of(area, welcome, guess, guess.game).layout(welcome)
    except ValueError:
        return
    view = next(view for view in snapshot.seats if view.seat == service.seat)
    yield partial(_looks_of, sketch_panel, PanelContext(Table.of(guess), view, layout.panels[service.seat]))


def deal_looks(seats: Iterable[SeatView], middle: CentreContext) -> Iterator[Look | Paint]:
    """Yield the pictures of a countdown: the trays of these seats before the deal, and the seconds."""
    table = middle.table._replace(state="countdown")
    for seat in seats:
        if panel := middle.layout.panels.get(seat.seat):
            view = SeatView(seat.seat, "playing", language=seat.language, name=seat.name)
            yield partial(_looks_of, sketch_panel, PanelContext(table, view, panel))
    for number in range(_SECONDS + 1):
        count = middle._replace(table=table._replace(deadline=number * _SECOND + 1), now=1)
        yield partial(_looks_of, partial(sketch_overlay, layout=middle.layout, table_gone=False), count)


def count_looks(seats: Iterable[SeatView], middle: CentreContext) -> Iterator[Look | Paint]:
    """Yield the figures of a count in the sizes of some usual results."""
    here = [view for view in seats if view.seat in middle.layout.panels]
    known: set[Look] = set()
    for centered, left, total in _USUAL:
        lines = (SeatScore(view.seat, centered, left, 0, centered - 2 * left, total, won=False) for view in here)
        result = RoundResult(RoundEnd.STOP, None, 1, tuple(lines), ())
        table = middle.table._replace(state="round_result", result=result)
        for view in here:
            shown = SeatView(view.seat, "playing", language=view.language, name=view.name)
            yield partial(_figures_of, PanelContext(table, shown, middle.layout.panels[view.seat]), known)


def _figures_of(context: PanelContext, known: set[Look]) -> Iterator[Look]:
    """Yield the pictures in a tray that shows a result, and all figures in the sizes of those that it shows.

    Those in ``known`` are left out; what is yielded is added to it.
    """
    for look in _looks_of(sketch_panel, context):
        if isinstance(look, TextLook) and look.text in FIGURES:
            looks: tuple[Look, ...] = tuple(replaced(look, text=figure) for figure in FIGURES)
        else:
            looks = (look,)
        if looks[0] not in known:
            known.add(looks[0])
            yield from looks


def _looks_of(draw: Callable[[Any], Sketch], context: Any) -> Iterator[Look]:
    """Yield the pictures in a sketch of this context."""
    yield from (mark.look for mark in draw(context).marks if not isinstance(mark, Curve))


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
