"""A panel after a round and after a match: this seat's count and place, and the control to go on."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from kiosk.display.context import PanelContext, TableContext, shown_s
from kiosk.display.games.game import Tile, picture_of_game
from kiosk.display.games.ranks import celebrated, star_words
from kiosk.display.games.times import TAKEN_S, CountTimes, count_times, home_at, landed, steps, turns_over
from kiosk.display.input.controls import RACES
from kiosk.display.input.drawer import Drawer
from kiosk.display.motion.effects import count_up
from kiosk.display.paint.award_art import AwardLook
from kiosk.display.paint.faces import GLAD, WINK
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import fit
from kiosk.display.paint.theme import ACCENT, ALARM, INK, INK_SOFT, WHITE, Rgba, seat_color
from kiosk.display.parts import part
from kiosk.display.passing_time import TENTH, ring_step
from kiosk.display.screens.centre_result import running
from kiosk.display.screens.races import draw_races, draw_races_control
from kiosk.display.texts.awards import award_words
from kiosk.display.texts.choices import rule_text
from kiosk.display.texts.games import longer
from kiosk.display.widgets.crown import is_crowned
from kiosk.display.widgets.frame import draw_corner, draw_face, draw_ground, draw_head, headline_place
from kiosk.display.widgets.progress import ENDS, draw_text, end_words, joining_text, note_text
from kiosk.display.widgets.score_tray import draw_coin, draw_columns, draw_knob
from kiosk.display.widgets.tally import tally_tile
from kiosk.game.seats import SeatNumber
from kiosk.layout.counting import ScoreParts, award_place, score_parts
from kiosk.layout.place import Place
from kiosk.locale.marks import mark
from kiosk.protocol import RoundResult, SeatScore
from kiosk.protocol.results import ranks
from kiosk.protocol.state import State

SETTLE_S: Final = 0.8
"""Seconds for which a press is a late Stop (0.7), rounded up to the step in which times are shown."""
_NEWS: Final = 0.46
"""Height of the letters of the news, in card widths."""
_LARGER: Final = 1.2
"""The size of labels after a match in a roomy tray, relative to the usual one."""
_PORTRAIT: Final = 0.88
"""The size of a bot's face, in widths of the control to go on."""
_KEPT: Final = {
    "unsaved": (mark("Scores may not be saved"), ALARM.mix(INK, 0.6)),
    "waiting": (mark("Saving the scores…"), INK_SOFT),
}
"""Notices if the scores are not saved normally (``Snapshot.saving``)."""


def own_line(context: PanelContext) -> SeatScore | None:
    """Return the seat's line of the result, None if it did not play."""
    result = context.table.result
    return next((line for line in result.lines if line.seat == context.view.seat), None) if result else None


def tray_clock(table: TableContext, seat: SeatNumber, now: int) -> int:
    """Return the clock of a tray that shows a result: the step of a tenth of a second in which it has changed last.

    Besides the count, only the ring of the time left moves there, which may jump.
    """
    latest = ring_step(now)
    line = next((line for line in table.result.lines if line.seat == seat), None) if table.result else None
    if table.result is None or line is None or table.state != State.ROUND_RESULT:
        return latest
    times = count_times(table.result)
    told = times.place_at(seat)

    def shown(clock: int) -> tuple[object, ...]:
        at = shown_s(table, clock)
        return *steps(line, told, at), at < times.home, at < SETTLE_S, is_crowned(table, seat, clock)

    seen = shown(now)
    if shown(latest) == seen:  # nothing that it tells ever comes again, so it has been the same all the time
        return latest
    return next((clock for clock in range(now, latest, -TENTH) if shown(clock - TENTH) != seen), latest)


# ---------------------------------------------------------------- after a round


def draw_round_result(sketch: Sketch, context: PanelContext) -> None:
    """Draw the count of this round, the total and the place."""
    result = context.table.result
    if context.open_drawer == Drawer(RACES) and result is not None and result.races:
        draw_races(sketch, context, result.races)
        return
    line = own_line(context)
    draw_ground(sketch, context)
    times = count_times(result) if result is not None else None
    comes_home = line is not None and context.shown_s < home_at(line.centered)  # beside the name, where words would be
    draw_head(sketch, context)
    draw_corner(sketch, context)
    told = times is None or context.shown_s >= times.place_at(context.view.seat)
    words = "" if comes_home else _round_words(context, line) if told else end_words(context)
    on_screen = line is not None and line.on_screen
    remark = note_text(context, on_screen=True) if on_screen else _house_note(context)
    _headline(sketch, context, words, draw_races_control(sketch, context), "" if comes_home else remark)
    if line is not None and result is not None and times is not None:
        _draw_count(sketch, context, result, line, times)
    draw_next(sketch, context)


def _draw_count(sketch: Sketch, context: PanelContext, result: RoundResult, line: SeatScore, times: CountTimes) -> None:
    """Draw coin, pile and figures as they are at this time of the count."""
    parts = score_parts(context.panel)
    at = context.shown_s
    rank = _rank(result, line.seat, final=False)
    told_at = times.place_at(line.seat)
    if context.table.calm or not turns_over(told_at, at):  # meanwhile it flies
        draw_coin(sketch, parts.coin, line.seat, rank, told=at >= told_at or rank is None)
    room = parts.columns
    home = 0 if line.away else landed(line.centered, at)
    if not _draw_home(sketch, context, parts.pile, home):
        room = _wider(parts)
    now = _figures(context, line, at)
    final = _figures(context, line, math.inf) if at < times.taken else now
    _draw_figures(sketch, context, room, now, final)


@part
def _draw_home(sketch: Sketch, context: PanelContext, place: Place, pieces: int) -> bool:
    """Draw the pieces that have come home; return False if none do in this game."""
    return picture_of_game(context.table.game).draw_home(sketch, place, context.view.seat, pieces)


@part
def _draw_figures(
    sketch: Sketch, context: PanelContext, room: Place, tiles: Sequence[Tile], final: Sequence[Tile]
) -> None:
    """Draw the figures as counted so far; ``final``: as they will be, which decides their places."""
    draw_columns(sketch, context.panel, room, tiles, seat_color(context.view.seat), final)


def _wider(parts: ScoreParts) -> Place:
    """Return the room of the columns and of the pile."""
    pile, columns = parts.pile, parts.columns
    left, right = min(pile.left, columns.left), max(pile.right, columns.right)
    return Place((left + right) / 2, columns.y, right - left, columns.h)


def _figures(context: PanelContext, line: SeatScore, at: float) -> list[Tile]:
    """Return the parts of the round's sum, the sum and the total, as counted ``at`` so many seconds."""
    say, points = context.say, running(line, picture_of_game(context.table.game).worth, at)
    total = signed(line.total - line.points + points).removeprefix("+")
    match = Tile("", total, say("match"), is_result=True)
    if line.away:
        return [match]
    left, penalty = (_taken(number, line, at) for number in (line.stack_left, line.penalty))
    so_far = replace(line, centered=landed(line.centered, at), stack_left=left)
    tiles = list(picture_of_game(context.table.game).counted(context, so_far).tiles)
    if line.penalty:
        tiles.append(Tile("\N{MINUS SIGN}", str(penalty), say("penalty")))
    return [*tiles, Tile("", signed(points), say("this round"), is_result=True), match]


def _taken(number: int, line: SeatScore, at: float) -> int:
    """Return how much of a number of this seat has been taken off."""
    return count_up(0, number, home_at(line.centered), TAKEN_S, at)


def _round_words(context: PanelContext, line: SeatScore | None) -> str:
    say, table, seat = context.say, context.table, context.view.seat
    if context.view.joining:
        return joining_text(context)
    speaks_to = not context.view.bot  # nobody reads a bot's tray as one's own
    if speaks_to and seat in table.tiebreak:
        return say("Tie! You play an extra round")
    if table.tiebreak:
        return draw_text(table, say)
    if speaks_to and line is not None and line.won:
        return say("You win this round!")
    taker = _taker(context) if speaks_to else None
    if line is not None and line.points < 0 and taker is not None:
        return say("{who} gets {n} from you", who=context.who(taker), n=-line.points)
    rank = _rank(table.result, seat, final=False)
    if rank is None or table.ended_by in ENDS:
        return end_words(context)
    return say("Place {rank}", rank=rank)


def _rank(result: RoundResult | None, seat: SeatNumber, *, final: bool) -> int | None:
    """Return the seat's place, None if it has none (``ranks``)."""
    places = ranks(result, final=final) if result is not None else ()
    return next((rank for rank, line in places if line.seat == seat), None)


def _taker(context: PanelContext) -> SeatNumber | None:
    """Return the seat that gets the others' points, None if nobody does."""
    result = context.table.result
    return picture_of_game(context.table.game).taker(result) if result else None


@part
def _headline(
    sketch: Sketch, context: PanelContext, text: str, place: Place, remark: str = "", ink: Rgba = ACCENT
) -> None:
    """Draw the news, as large as its line allows; below it a remark, or that the scores are not saved normally."""
    align = "left" if context.panel.runs < 0 else "right"
    small, soft = (
        (context.say(_KEPT[context.table.saving][0]), _KEPT[context.table.saving][1])
        if context.table.saving in _KEPT
        else (remark, INK_SOFT)
    )
    if small:
        below = place._replace(y=place.y - 0.29 * place.h, h=0.4 * place.h)
        sketch.text(small, below, context.letters(0.28, needed=False), soft, align=align)
        place = place._replace(y=place.y + 0.2 * place.h, h=0.47 * place.h)
    line = min(_NEWS * context.unit, place.h / 1.3)  # Arabic letters are high
    if text and fit(text, line, place.w, heavy=True).size >= 0.36 * context.unit:
        sketch.text(text, place, line, ink, heavy=True, align=align)
    else:
        sketch.paragraph(text, place, 0.36 * context.unit, ink, bold=True, align=align)


def signed(number: int) -> str:
    """Return a number with its sign, a real minus instead of a hyphen."""
    return f"+{number}" if number > 0 else f"\N{MINUS SIGN}{-number}" if number else "0"


# ---------------------------------------------------------------- the control


def draw_next(sketch: Sketch, context: PanelContext) -> None:
    """Draw the control to go on, to join, or to play again; for a bot its face there."""
    if context.view.bot:
        _draw_bot(sketch, context, _does(context))
    else:
        _draw_way_on(sketch, context)


@part
def _draw_way_on(sketch: Sketch, context: PanelContext) -> None:
    view, say = context.view, context.say
    if context.table.state == State.MATCH_RESULT:
        draw_go_on(sketch, context, "again", say("Again"))
    elif view.state == "playing":
        draw_go_on(sketch, context, "go_on", say("Continue"))
    elif not view.joining:
        draw_go_on(sketch, context, "go_on", say("Join"))


def _does(context: PanelContext) -> str:
    """Return what the bot's face does: it is glad if it has won, otherwise it winks, once its place is told."""
    result, line = context.table.result, own_line(context)
    if result is None or line is None:
        return ""
    final = context.table.state == State.MATCH_RESULT
    told = final or context.shown_s >= count_times(result).place_at(line.seat)
    return "" if not told else GLAD if line.won else WINK


@part
def _draw_bot(sketch: Sketch, context: PanelContext, does: str) -> None:
    """Draw the bot's face where people go on."""
    knob = score_parts(context.panel).knob
    draw_face(sketch, context, knob.x, knob.y, _PORTRAIT * knob.w, does)


def draw_go_on(sketch: Sketch, context: PanelContext, what: str, text: str, parts: ScoreParts | None = None) -> None:
    """Draw the control to go on, in a ring of the time left; below it what it does. ``parts``: where."""
    view, table = context.view, context.table
    if view.bot:
        return
    parts = parts or score_parts(context.panel)
    whole = (table.deadline - table.since) / 1e9 if table.deadline else 0.0
    left = min(1.0, context.left(table.deadline) / whole) if whole > 0 else 0.0
    usable = context.shown_s >= SETTLE_S
    draw_knob(sketch, what, parts, context.panel, text, pressed=view.confirmed, usable=usable, left=left)


# ---------------------------------------------------------------- after a match


def draw_match_result(sketch: Sketch, context: PanelContext) -> None:
    """Draw the seat's place, its award and its total, and the control to play again."""
    result = context.table.result
    line = own_line(context)
    draw_ground(sketch, context)
    draw_head(sketch, context)
    draw_corner(sketch, context)
    if result is not None and line is not None:
        _headline(
            *(sketch, context, _match_words(context, result), headline_place(context.panel), _remarks(context, line)),
            ACCENT.mix(WHITE, 0.6) if line.won else ACCENT,
        )
        _draw_place(sketch, context, result, line)
    draw_next(sketch, context)


def _draw_place(sketch: Sketch, context: PanelContext, result: RoundResult, line: SeatScore) -> None:
    """Draw the coin, the award's medal and figure, the seat's total, and the matches won by the people here."""
    parts, say, panel = score_parts(context.panel), context.say, context.panel
    draw_coin(sketch, parts.coin, line.seat, _rank(result, line.seat, final=True))
    match = Tile("", signed(line.total).removeprefix("+"), say("match"), is_result=True)
    beside, tiles = parts.coin, [match, *tally_tile(context)]
    award = next((award for award in result.awards if award.seat == line.seat), None)
    if award is not None:
        beside, tiles = award_place(panel), [Tile("", *award_words(award, say)), *tiles]
        sketch.picture(AwardLook(award.kind, round(beside.w)), beside.x, beside.y)
    room = _beside(beside, _wider(parts), 0.1 * context.unit)
    draw_columns(sketch, panel, room, tiles, seat_color(line.seat), larger=_LARGER if panel.roomy else 1.0)


def _beside(thing: Place, room: Place, gap: float) -> Place:
    """Return the part of a room that is left beside a thing at its one end."""
    left, right = (thing.right + gap, room.right) if thing.x < room.x else (room.left, thing.left - gap)
    return Place((left + right) / 2, room.y, right - left, room.h)


def _match_words(context: PanelContext, result: RoundResult) -> str:
    say, seat = context.say, context.view.seat
    if seat in result.winners and not context.view.bot:
        return say("You share the win!") if len(result.winners) > 1 else say("You win the match!")
    rank = _rank(result, seat, final=True)
    if rank is None:
        return say("Left the match")
    return star_words(result, say) if seat in celebrated(result) else say("Place {rank}", rank=rank)


def _house_note(context: PanelContext) -> str:
    """Return the house rules of the match, or their number if they are too long; empty: it had none."""
    say, table = context.say, context.table
    if not table.house_rules:
        return ""
    rules = ", ".join(rule_text(key, value, table.game, say) for key, value in table.house_rules)
    told, size = say("House rules: {rules}", rules=rules), context.letters(0.28, needed=False)
    if fit(told, size, headline_place(context.panel).w).size >= size:
        return told
    return say("House rules: {rules}", rules=len(table.house_rules))


def _remarks(context: PanelContext, line: SeatScore | None) -> str:
    """Return what made this seat's match another one: handicap, dice on the screen, house rules; empty: nothing."""
    own, house = _own_remark(context, line), _house_note(context)
    return f"{own} · {house}" if own and house else own or house


def _own_remark(context: PanelContext, line: SeatScore | None) -> str:
    """Return the handicaps with which the seat played, if they were not usual, or that its dice were not real."""
    say, handicap, cooldown = context.say, context.table.texts.handicap, context.table.texts.cooldown
    if line is not None and line.on_screen:
        return say("Final result, on screen")
    if line is None:
        return ""
    size = "" if line.handicap is None or handicap is None else say(handicap.told, size=line.handicap)
    if not line.cooldown or cooldown is None:
        return size
    wait = longer(line.cooldown, say)
    return f"{size}, {wait}" if size else say(cooldown.told, wait=wait)
