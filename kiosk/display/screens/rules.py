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
from kiosk.display.paint.theme import ACCENT, BRASS, INK_SOFT, IVORY, WHITE, Rgba, rgb
from kiosk.display.paint.tray_art import ChipLook
from kiosk.display.screens.pause import draw_continue
from kiosk.display.screens.play import draw_line, draw_lock, draw_stop
from kiosk.display.screens.result import draw_next
from kiosk.display.screens.rule_pages import (
    Letters,
    Line,
    PicturePage,
    Split,
    listed,
    on_felt,
    paired_plan,
    plan_of,
    reason_place,
)
from kiosk.display.texts.choices import text_of
from kiosk.display.texts.refusals import example_text
from kiosk.display.widgets.brass import draw_dots, draw_plate, draw_round
from kiosk.display.widgets.drawer import PAGER_SIGN, draw_pager
from kiosk.display.widgets.drawer_plan import Cell
from kiosk.display.widgets.frame import (
    draw_corner,
    draw_ground,
    draw_head,
    draw_refused,
    message_place,
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
_LETTERS: Final = (0.20, 0.34)
"""The minimum and the maximum size of the sentences, in card widths."""
_TITLE: Final = 0.30
_PAGER: Final = 0.62
"""The size of the ways to the other pages, in card widths."""
_APART: Final = 0.06
_EDGE: Final = 0.08
_SIDES: Final = (0.07, 0.2)
"""The room beside the ways, above and below pages, and at their sides in a small panel and in a roomy one, in card
widths.
"""
_DOTS: Final = 0.27
"""The size of a dot for each page with the room around it, in card widths."""
_BETWEEN: Final = 0.17
"""The room between what is right and what is wrong, in heights of the picture."""
_JUDGED: Final = 0.29
_BESIDE_WAY: Final = 0.2
_MOVE_HIGH: Final = 0.56
"""The maximum size of tick and cross, in heights of an example; the size for which there is room between its pieces,
and how high these reach, in its widths.
"""
_REASON: Final = 0.78
_ABOVE_REASON: Final = 0.02
"""The maximum size of a reason below what is wrong, in sizes of the sentence, and the room above it, in heights of the
picture.
"""
_HEADING: Final = 1.5
"""The height of a heading, in sizes of its letters."""
_ROUND: Final = 0.09
"""The radius of a picture's corners, in its heights."""
_WRONG: Final = rgb("ffb9b4")
"""The ink of the reason below what is wrong."""


def draw_rules(sketch: Sketch, context: PanelContext) -> None:
    """Draw the open page of the rules."""
    table, panel, unit = context.table, context.panel, context.unit
    texts = rule_texts(table.game, table.rules, table.usual, context.say)
    draw_ground(sketch, context)
    room = _draw_frame(sketch, context)
    room = Place(room.x, room.y, room.w - 2 * _SIDES[panel.roomy] * unit, room.h - 2 * _EDGE * unit)
    turning = max(panel.finger, _PAGER * unit)
    ways = turning if panel.roomy else 0.0
    pages = room if panel.roomy else room._replace(w=room.w - 2 * (turning + _APART * unit))
    letters = Letters(context.letters(_LETTERS[0]), context.letters(_LETTERS[1]), context.letters(0))
    told, plan = _planned(_told(context, texts.short), pages, letters, ways)
    split = plan.split(pages, rtl=panel.rtl)
    heading, below = _list_places(pages, split, letters.size) if panel.roomy else _headed(pages, letters.size)
    lists = listed(below, tuple(texts.differing), letters.size, rtl=panel.rtl)
    count = len(told) + len(lists)
    drawer = context.open_drawer
    page = (drawer.page or 0) % count if drawer is not None else 0
    if page < len(told):
        _draw_page(sketch, context, told[page], plan, pages)
    else:
        text = context.say("What differs here")
        sketch.paragraph(text, heading, plan.size, ACCENT, bold=True, align=_align(context))
        _draw_list(sketch, context, lists[page - len(told)])
    if count > 1:
        _draw_turning(sketch, context, room, split.ways if panel.roomy else room._replace(h=0), page, count)


def _headed(pages: Place, size: float) -> tuple[Place, Place]:
    """Return the places of a heading, and of a list below it."""
    heading = pages._replace(y=pages.top - _HEADING * size / 2, h=_HEADING * size)
    return heading, box(pages.left, pages.bottom, pages.right, heading.bottom)


def _list_places(pages: Place, split: Split, size: float) -> tuple[Place, Place]:
    """Return the places of a heading above the ways to other pages, and of a list beside both."""
    if split.picture.y != pages.y:  # the picture lies above its sentence
        return _headed(box(pages.left, split.ways.top, pages.right, pages.top), size)
    return split.text, split.picture


def _part(room: Place, wide: float, side: int) -> Place:
    """Return the part of a room at its right (1) or left (-1) side."""
    return room._replace(x=room.x + side * (room.w - wide) / 2, w=wide)


def _draw_turning(sketch: Sketch, context: PanelContext, room: Place, ways: Place, page: int, count: int) -> None:
    """Draw the ways to the next page, which a touch on the page goes, too, and back: below the sentence or beside it.

    ``ways``: their place below the sentence, if they lie there; between them a dot for each page.
    """
    touched, unit = room.inset(-0.6 * _EDGE * context.unit), context.unit
    if context.panel.roomy:
        way, dot = -1 if context.panel.rtl else 1, _DOTS * unit
        wide = min(ways.w, 2 * ways.h + 1.6 * count * dot)
        row = _part(ways, wide, -way)
        sketch.item(NEXT_PAGE, touched, slot=(page + 1) % count, text=context.say("More"))
        for icon, side in (("back", -way), ("open", way)):
            place = _part(row, row.h, side)
            draw_round(sketch, place.x, place.y, 0.94 * place.h)
            sketch.sign(f"icon {icon}", place.x, place.y, 0.53 * place.h, IVORY)
        draw_dots(sketch, row._replace(w=row.w - 2 * row.h, h=dot), count, page, way)
        back = _part(row, row.w / 2, -way)
    else:
        runs, gap = context.panel.runs, 0.02 * unit
        back, on = (_part(room, max(context.panel.finger, _PAGER * unit), side) for side in (-runs, runs))
        draw_pager(sketch, context, Cell(touched, on.inset(gap)), page, count)
        plate = back.inset(gap)
        draw_plate(sketch, plate, 0.16 * unit)
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
        why = "" if wrong is None else context.say(example_text(wrong.reason, table.game, table.pro))
        told.append(Told(key, text, wrong, why))
    return told


def _planned(told: list[Told], room: Place, letters: Letters, ways: float) -> tuple[list[Told], PicturePage]:
    """Return the rules as they are shown: beside what is wrong, or where that is too narrow, before it."""
    texts, reasons = tuple(one.text for one in told), tuple(one.why for one in told if one.why)
    if reasons and (paired := paired_plan(room, texts, reasons, letters, ways)) is not None:
        return told, paired
    shown = []
    for one in told:
        shown.append(one._replace(wrong=None))
        if one.wrong is not None:
            shown.append(one._replace(text=one.why, alone=True))
    return shown, plan_of(room, tuple(one.text for one in shown), letters, ways)


def _draw_page(sketch: Sketch, context: PanelContext, told: Told, plan: PicturePage, room: Place) -> None:
    """Draw a picture on a piece of felt, with its sentence."""
    split, least = plan.split(room, rtl=context.panel.rtl), context.letters(0)
    drawn = _draw_felt(sketch, context, told, split.picture, _REASON * plan.size)
    place = split.text if drawn else box(room.left, split.text.bottom, room.right, room.top)
    if told.alone and (size := refused_size((told.why,), max(plan.size, least), place)) >= least:
        draw_refused(sketch, context, told.why, place, size)
    else:
        align = "center" if plan.wide is None else _align(context)
        sketch.paragraph(told.text, place, plan.size, _ink(context, plan.size), bold=True, align=align)


def _draw_felt(sketch: Sketch, context: PanelContext, one: Told, place: Place, asked: float) -> bool:
    """Draw the picture of a rule, and beside it what is wrong, with the reason; return False if there is none.

    ``asked``: the size of the reason's letters, if there is room.
    """
    game, felt = picture_of_game(context.table.game), Sketch(sketch.frame, sketch.seat, rtl=sketch.rtl)
    felt.plaque("well", place, _ROUND * place.h)
    inner = on_felt(place)
    if one.wrong is None:
        drawn = game.draw_rule(felt, context, one.key, inner)
    elif one.alone:
        drawn = True
        game.draw_wrong(felt, context, one.wrong, inner)
        _draw_judged(felt, inner, right=False)
    else:
        reason, size = reason_place(place, one.why, asked, context.letters(0))
        inner = box(inner.left, reason.top + _ABOVE_REASON * place.h, inner.right, inner.top)
        way, gap = -1 if context.panel.rtl else 1, _BETWEEN * place.h
        right, wrong = (_part(inner, (inner.w - gap) / 2, side) for side in (-way, way))
        felt.fill(Place(inner.x, inner.y, max(1.0, 0.012 * place.h), 0.86 * inner.h), 1, BRASS.fade(0.7))
        drawn = game.draw_rule(felt, context, one.key, right)
        game.draw_wrong(felt, context, one.wrong, wrong)
        for example, is_right in ((right, True), (wrong, False)):
            _draw_judged(felt, example, right=is_right)
        align = "left" if context.panel.rtl else "right"
        felt.paragraph(one.why, reason, size, _WRONG, bold=True, align=align)
    felt.items.clear()
    if drawn:
        sketch.add(felt)
    return drawn


def _draw_judged(sketch: Sketch, place: Place, *, right: bool) -> None:
    """Draw the tick or the cross of an example above the way of its piece."""
    free = max(_BESIDE_WAY * place.w, (place.h - _MOVE_HIGH * place.w) / 2)
    look = JudgedLook(round(min(_JUDGED * place.h, free)), right)
    sketch.picture(look, place.x, place.top - 0.4 * look.size)


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
