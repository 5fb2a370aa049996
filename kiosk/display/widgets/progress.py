"""The progress of a match in words: the round, the match's end, the seats that play off a draw."""

from __future__ import annotations

from typing import Final

from kiosk.display.context import PanelContext, TableContext
from kiosk.display.paint.text import width
from kiosk.display.texts.rounds import round_text, who
from kiosk.game.refusals import RoundEnd
from kiosk.locale.marks import mark
from kiosk.locale.speaker import Say

_NAMED: Final = 2
"""The maximum number of seats that are named; there is no room for more."""
ENDS: Final = {
    "dead_by_cards": mark("Nobody can play"),
    "dead_by_order": mark("Nobody can play"),
    "abort": mark("Round ended by vote"),
    "left": mark("The others have left"),
}
"""The texts for the end of a round that nobody stopped (``RoundEnd``)."""


def end_text(table: TableContext, say: Say) -> str:
    """Return what ended the round: the game's own call, or the reason if there was none."""
    return say(ENDS.get(table.ended_by or "", table.texts.words.stop))


def end_words(context: PanelContext) -> str:
    """Return who or what ended the round, as this seat is told."""
    table, say = context.table, context.say
    if table.caller is not None and table.ended_by == RoundEnd.AUTO_STOP:  # nobody has called
        own = table.caller == context.view.seat
        return say("You were done first!") if own else say("{who} was done first", who=context.who(table.caller))
    if table.caller == context.view.seat:
        return say(context.words.you_stopped)
    if table.caller is not None:
        return say("{who} called Stop", who=context.who(table.caller))
    return end_text(table, say) if table.ended_by else ""


def note_text(context: PanelContext, *, on_screen: bool) -> str:
    """Return the number of the round; ``on_screen``: the seat's dice are not real ones, unlike the others'."""
    table, say = context.table, context.say
    return say("Round {round}, on screen", round=table.round_no) if on_screen else round_text(table, say)


def due_text(context: PanelContext) -> str:
    """Return when the round ends by itself; empty: it does not."""
    return context.say("Over in {seconds} s at the latest", seconds=context.due_s) if context.due_s else ""


def draw_text(table: TableContext, say: Say) -> str:
    """Return the text that names who plays an extra round because of a draw."""
    if len(table.tiebreak) > _NAMED:
        return say.count("Tie! Extra round of {n} seat", "Tie! Extra round of {n} seats", len(table.tiebreak))
    return say("Tie! Extra round: {who}", who=", ".join(who(seat, table.names, say) for seat in table.tiebreak))


def watches(context: PanelContext) -> bool:
    """Return whether the seat watches others play an extra round."""
    tied = context.table.tiebreak
    return bool(tied) and context.view.state == "playing" and context.view.seat not in tied


def refused_name(context: PanelContext) -> str:
    """Return the text for somebody who has typed an unwanted name."""
    return context.say("This name can't be used here")


def joining_text(context: PanelContext) -> str:
    """Return the text for somebody who has sat down during a match and waits to play, or whose name was refused."""
    table, say = context.table, context.say
    if context.view.name_refused:
        return refused_name(context)
    return say("You join after the extra round") if table.tiebreak else say("You join in the next round")


def invite_words(context: PanelContext, room: float) -> str:
    """Return what to do to join, as long as ``room`` (pixels) allows."""
    whole = context.say("Touch to join the next round")
    return whole if width(whole, context.letters(0), bold=True) <= room else context.say("Join")


def start_note(context: PanelContext) -> str:
    """Return when the match begins, or what it waits for."""
    say, table = context.say, context.table
    if table.deadline and context.left(table.deadline):
        return say("Starts in {seconds} s", seconds=round(context.left(table.deadline) + 0.49))
    return say("Waiting for players") if context.view.state == "ready" else say("Press READY to play")
