"""The rules of the game in a panel: a page of pictures with a sentence each, at last what differs from the usual rules.

They cover the own panel only. In a round the Stop sign and the number of pieces left stay, and the name line tells
whatever is urgent; in a pause and a result the control to go on stays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from kiosk.display.context import RESULTS, STANDS_STILL, PanelContext, TableContext
from kiosk.display.games.game import WrongMove, picture_of_game
from kiosk.display.input.controls import NEXT_PAGE, PREVIOUS_PAGE
from kiosk.display.paint.brass_art import JudgedLook
from kiosk.display.paint.marks import Sketch
from kiosk.display.paint.text import wrap
from kiosk.display.paint.theme import ACCENT, BRASS, INK_SOFT, IVORY, WHITE, Rgba
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.screens.pause import draw_continue
from kiosk.display.screens.play import draw_line, draw_lock, draw_stop
from kiosk.display.screens.result import draw_next
from kiosk.display.screens.rule_pages import WHY, Line, PicturePages, listed, paired_plan, plan_of
from kiosk.display.texts.choices import text_of
from kiosk.display.texts.refusals import reason_text
from kiosk.display.widgets.brass import draw_dots, draw_plate, draw_round
from kiosk.display.widgets.drawer import PAGER_SIGN, draw_pager
from kiosk.display.widgets.drawer_plan import Cell
from kiosk.display.widgets.frame import (
    draw_corner,
    draw_ground,
    draw_head,
    draw_refused,
    message_place,
    refused_place,
    refused_size,
)
from kiosk.display.widgets.progress import start_note
from kiosk.display.widgets.seat_light import draw_seat_light
from kiosk.game.game_rules import rules_with
from kiosk.layout.counting import score_parts
from kiosk.layout.place import Place, box
from kiosk.locale.speaker import Say
from kiosk.protocol.state import State
from kiosk.rulebook import differing, sentences, short

_IN_ROUND: Final = frozenset({State.COUNTDOWN, State.PLAY, State.STOPPED})
"""States in which Stop and the number of pieces left have to be seen."""
_LETTERS: Final = 0.20
"""The size of the sentences, in card widths."""
_TITLE: Final = 0.30
_PAGER: Final = 0.62
"""The width of the ways to the other pages, in card widths."""
_APART: Final = 0.1
_EDGE: Final = 0.1
_SIDE: Final = 0.15
_LOW: Final = 0.02
"""The room beside the pages, above and below them, at their sides, and by how much they lie higher, in card widths."""
_DOTS: Final = 0.27
"""The height of the line with a dot for each page, in card widths."""
_BETWEEN: Final = 0.12
"""The room between what is right and what is wrong, in heights of the picture."""
_JUDGED: Final = 0.3
"""The size of tick and cross, in heights of an example."""
_HEADING: Final = 1.5
"""The height of a heading, in sizes of its letters."""
_ROUND: Final = 0.12
"""The radius of a picture's corners, and its margin, in its heights."""
_MARGIN: Final = 0.09


def draw_rules(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page of the rules."""
    table, panel, unit = context.table, context.panel, context.unit
    texts = rule_texts(table.game, table.rules, table.usual, context.say)
    draw_ground(sketch, context)
    room = _draw_frame(sketch, context)
    room = Place(room.x, room.y + _LOW * unit, room.w - 2 * _SIDE * unit, room.h - 2 * _EDGE * unit)
    turning = max(panel.finger, _PAGER * unit)
    pages = room._replace(w=room.w - 2 * (turning + _APART * unit))
    dots = pages._replace(y=pages.bottom + _DOTS * unit / 2, h=_DOTS * unit)
    if panel.roomy:
        pages = box(pages.left, dots.top, pages.right, pages.top)
    size = context.letters(_LETTERS)
    told, plan = _planned(_told(context, texts.short), pages, size, context.letters(0))
    heading = pages._replace(y=pages.top - _HEADING * size / 2, h=_HEADING * size)
    below = box(pages.left, pages.bottom, pages.right, heading.bottom)
    lists = listed(below, tuple(texts.differing), size, rtl=panel.rtl)
    first = plan.pages(len(told))
    count = first + len(lists)
    drawer = context.open_drawer
    page = (drawer.page or 0) % count if drawer is not None else 0
    if page < first:
        _draw_pictures(sketch, context, told[page * plan.each :][: plan.each], plan, pages)
    else:
        sketch.text(context.say("What differs here"), heading, size, ACCENT, bold=True, align=_align(context))
        _draw_list(sketch, context, lists[page - first])
    if count > 1:
        _draw_turning(sketch, context, room, turning, page, count)
    if count > 1 and panel.roomy:
        draw_dots(sketch, dots, count, page, -1 if panel.rtl else 1)


def _part(room: Place, wide: float, side: int) -> Place:
    """Return the part of a room at its right (1) or left (-1) side."""
    return room._replace(x=room.x + side * (room.w - wide) / 2, w=wide)


def _draw_turning(sketch: Sketch, context: PanelContext, room: Place, wide: float, page: int, count: int) -> None:
    """Draw the ways to the next page, which a touch on the page goes, too, and back, on both sides of it."""
    runs, gap = context.panel.runs, 0.02 * context.unit
    touched = room.inset(-0.6 * _EDGE * context.unit)
    back, on = (_part(room, wide, side) for side in (-runs, runs))
    if context.panel.roomy:
        for icon, place in (("back", back), ("open", on)):
            side = 0.94 * min(place.w, place.h)
            draw_round(sketch, place.x, place.y, side)
            sketch.sign(f"icon {icon}", place.x, place.y, 0.56 * side, IVORY)
        sketch.item(NEXT_PAGE, touched, slot=(page + 1) % count, text=context.say("More"))
    else:
        draw_pager(sketch, context, Cell(touched, on.inset(gap)), page, count)
        plate = back.inset(gap)
        draw_plate(sketch, plate, 0.16 * context.unit)
        sketch.sign("icon back", plate.x, plate.y, PAGER_SIGN * min(plate.w, plate.h), IVORY)
    sketch.item(PREVIOUS_PAGE, back, slot=(page - 1) % count, text=context.say("Back"))


def _ink(context: PanelContext, size: float) -> Rgba:
    """Return the ink of a sentence, softer where it is smaller than what is needed in a round."""
    return WHITE if size >= context.letters(0) else INK_SOFT


def _align(context: PanelContext) -> str:
    return "right" if context.panel.rtl else "left"


# ---------------------------------------------------------------- what stays of the state


def _draw_frame(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the name line, and what has to be seen of the state; return the room for the pages."""
    state, playing, body = context.table.state, context.view.state == "playing", context.panel.places["body"]
    if state in _IN_ROUND:
        draw_seat_light(sketch, context)
        draw_line(sketch, context, playing=True, note=context.say("The round goes on. You can still press Stop."))
        draw_lock(sketch, context)
        return _draw_counter(sketch, context) if playing else body
    draw_head(sketch, context, named=context.panel.roomy)
    draw_corner(sketch, context)
    _draw_title(sketch, context)
    if state in STANDS_STILL:
        return draw_continue(sketch, context, body)
    if state not in RESULTS:
        return body
    draw_next(sketch, context)
    return _beside_control(context, body)


def _draw_title(sketch: Sketch, context: PanelContext) -> None:
    """Draw which rules these are, and when a match that is about to begin does; in a small panel that alone."""
    panel, place = context.panel, message_place(context.panel)
    place = place._replace(w=place.w - 0.2 * context.unit)
    words = [context.say("Rules: {edition}", edition=_edition(context.table, context.say))]
    if context.table.state == State.LOBBY and context.table.deadline:
        words = [words[0], start_note(context)] if panel.roomy else [start_note(context)]
    letters, wide = context.letters(_TITLE, needed=False), place.w / len(words)
    for number, text in enumerate(words):
        x = place.x + panel.runs * (number - (len(words) - 1) / 2) * wide
        room = place._replace(x=x, w=wide - (0.2 * context.unit if number else 0.0))
        sketch.paragraph(text, room, letters, ACCENT.mix(IVORY, 0.5), bold=True)


def _edition(table: TableContext, say: Say) -> str:
    """Return what the chosen edition is called, one with house rules too."""
    if table.house_name:
        return table.house_name
    name = text_of("preset", table.game).name(table.preset, say)
    return say("{edition} + house rules", edition=name) if table.house_rules else name


def _beside_control(context: PanelContext, body: Place) -> Place:
    """Return the room that the control to go on leaves in a result."""
    parts, gap = score_parts(context.panel), _EDGE * context.unit
    left, right = min(parts.knob.left, parts.label.left), max(parts.knob.right, parts.label.right)
    if left > body.x:
        return box(body.left, body.bottom, left - gap, body.top)
    return box(right + gap, body.bottom, body.right, body.top)


def _draw_counter(sketch: Sketch, context: PanelContext) -> Place:
    """Draw the Stop sign and the number of pieces left; return the room beside them."""
    places, body, panel = context.panel.places, context.panel.places["body"], context.panel
    draw_stop(sketch, context)
    count = places.get("count", places["stop"])
    if "count" in places and not context.stop_lit:
        side, left = min(count.w, count.h), picture_of_game(context.table.game).pieces_left(context.view)
        sketch.picture(ChipLook(context.view.seat, round(0.96 * side)), count.x, count.y)
        sketch.text(str(left), Place(count.x, count.y, 0.56 * side, 0.7 * side), 0.55 * side, WHITE, heavy=True)
    gap = _EDGE * context.unit
    start, end = (body.left, count.left - gap) if panel.mirrored else (count.right + gap, body.right)
    return box(start, body.bottom, end, body.top)


# ---------------------------------------------------------------- pages


class Told(NamedTuple):
    """A rule: its picture and sentence, and what is wrong instead, with the reason in words.

    ``alone``: only what is wrong is shown, in a place of its own, and ``text`` is the reason.
    """

    key: str
    text: str
    wrong: WrongMove | None = None
    why: str = ""
    alone: bool = False


def _told(context: PanelContext, texts: Sequence[tuple[str, str]]) -> list[Told]:
    """Return the rules with what is wrong instead."""
    table = context.table
    game, rules = picture_of_game(table.game), rules_with(table.game, table.rules)
    told = []
    for key, text in texts:
        wrong = game.wrong_move(rules, key)
        why = "" if wrong is None else context.say(reason_text(wrong.reason, table.game, table.pro))
        told.append(Told(key, text, wrong, why))
    return told


def _planned(told: list[Told], room: Place, size: float, least: int) -> tuple[list[Told], PicturePages]:
    """Return the rules as they are shown: beside what is wrong, or where that is too narrow, before it."""
    texts, reasons = tuple(one.text for one in told), tuple(one.why for one in told if one.why)
    if reasons and (paired := paired_plan(room, texts, reasons, size, least)) is not None:
        return told, paired
    shown = []
    for one in told:
        shown.append(one._replace(wrong=None))
        if one.wrong is not None:
            shown.append(one._replace(text=one.why, alone=True))
    return shown, plan_of(room, tuple(one.text for one in shown), size)


def _draw_pictures(
    sketch: Sketch, context: PanelContext, told: Sequence[Told], plan: PicturePages, room: Place
) -> None:
    """Draw pictures on pieces of felt, with their sentences."""
    rtl, least = context.panel.rtl, context.letters(0)
    for one, cell in zip(told, plan.cells(room, len(told), rtl=rtl), strict=True):
        parts = plan.split(cell, rtl=rtl)
        place = parts.text if _draw_felt(sketch, context, one, parts.picture) else cell
        if one.why and plan.paired:
            _draw_told(sketch, context, one, place, plan)
        elif one.alone and (size := refused_size((one.why,), max(plan.size, least), place)) >= least:
            draw_refused(sketch, context, one.why, place, size)
        else:
            align = "center" if plan.wide is None else _align(context)
            sketch.paragraph(one.text, place, plan.size, _ink(context, plan.size), bold=True, align=align)


def _draw_told(sketch: Sketch, context: PanelContext, one: Told, place: Place, plan: PicturePages) -> None:
    """Draw a sentence, and below it why what is wrong is refused; both together lie in the middle of their place."""
    lines = len(wrap(one.text, plan.size, (place.w, place.h), bold=True))
    room = place._replace(h=WHY * place.h)
    small = refused_size((one.why,), plan.size, room)  # larger than others, if it is short
    plate = refused_place(one.why, room, small)
    high, gap = 1.25 * plan.size * lines, 0.4 * plan.size
    top = min(place.top, place.y + (high + gap + plate.h) / 2)
    text = place._replace(y=top - high / 2, h=high)
    sketch.paragraph(one.text, text, plan.size, _ink(context, plan.size), bold=True, align=_align(context))
    below = place._replace(y=max(place.bottom, top - high - gap - plate.h) + plate.h / 2, h=plate.h)
    draw_refused(sketch, context, one.why, below, small)


def _draw_felt(sketch: Sketch, context: PanelContext, one: Told, place: Place) -> bool:
    """Draw the picture of a rule, and beside it what is wrong; return False if there is none."""
    game, felt = picture_of_game(context.table.game), Sketch(sketch.frame, sketch.seat, rtl=sketch.rtl)
    felt.plaque("well", place, _ROUND * place.h)
    inner = place.inset(max(4.0, _MARGIN * place.h))
    if one.wrong is None:
        drawn = game.draw_rule(felt, context, one.key, inner)
    elif one.alone:
        drawn = True
        game.draw_wrong(felt, context, one.wrong, _below_judged(felt, inner, right=False))
    else:
        gap, runs = _BETWEEN * place.h, context.panel.runs
        wide = (inner.w - gap) / 2
        right, wrong = (inner._replace(x=inner.x + runs * side * (wide + gap) / 2, w=wide) for side in (-1, 1))
        felt.fill(Place(inner.x, inner.y, max(1.0, 0.012 * place.h), 0.8 * inner.h), 1, BRASS.fade(0.5))
        drawn = game.draw_rule(felt, context, one.key, _below_judged(felt, right, right=True))
        game.draw_wrong(felt, context, one.wrong, _below_judged(felt, wrong, right=False))
    felt.items.clear()
    if drawn:
        sketch.add(felt)
    return drawn


def _below_judged(sketch: Sketch, place: Place, *, right: bool) -> Place:
    """Draw the tick or the cross of an example on the upper edge of its felt; return the room below."""
    look = JudgedLook(round(_JUDGED * place.h), right)
    sketch.picture(look, place.x, place.top)
    return box(place.left, place.bottom, place.right, place.top - 0.5 * look.size)


def _draw_list(sketch: Sketch, context: PanelContext, lines: Sequence[Line]) -> None:
    """Draw sentences, each after a dot."""
    way = -1 if context.panel.rtl else 1
    for look, x, y, begins in lines:
        if begins:
            sketch.sign("disc", x - way * (look.extent[0] / 2 + 0.4 * look.size), y, 0.28 * look.size, ACCENT)
        sketch.picture(look, x, y, _ink(context, look.size))


class RuleTexts(NamedTuple):
    """The rules in words.

    ``short``: a key and a sentence for each picture; of a game without pictures all sentences, with empty keys.
    ``differing``: the differences from the table's own rules.
    """

    short: Sequence[tuple[str, str]]
    differing: Sequence[str]


def score_text(game: str, changes: Mapping[str, Any], say: Say) -> str:
    """Return the sentence about the scoring of a round; empty if the game has none."""
    return dict(short(game, rules_with(game, changes), say)).get("score", "")


def rule_texts(game: str, changes: Mapping[str, Any], usual: Mapping[str, Any], say: Say) -> RuleTexts:
    """Return the texts of a match's rules. ``changes``, ``usual``: as in a snapshot (``kiosk.game.game_rules``)."""
    played = rules_with(game, changes)
    differences = differing(game, played, rules_with(game, usual), say) if changes != usual else ()
    return RuleTexts(short(game, played, say) or [("", text) for text in sentences(game, played, say)], differences)
