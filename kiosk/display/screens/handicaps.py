"""The drawers for a seat's own handicaps: the size of its stack or its extra dice, and its cooldown."""

from __future__ import annotations

from kiosk.display.context import PanelContext
from kiosk.display.paint.marks import Sketch
from kiosk.display.texts.games import CooldownText, HandicapText, longer
from kiosk.display.widgets.brass import Knob
from kiosk.display.widgets.drawer import Values, draw_openers, draw_values
from kiosk.protocol import LobbyView


def draw_handicaps(sketch: Sketch, context: PanelContext, drawer: str, lobby: LobbyView, page: int | None) -> None:
    """Draw a drawer: ``handicaps``, with a plate for each; ``handicap`` or ``cooldown``, with its values."""
    handicap, cooldown = context.table.texts.handicap, context.table.texts.cooldown
    if drawer == "cooldown" and cooldown is not None and lobby.cooldowns:
        draw_values(sketch, context, _cooldowns(context, lobby, cooldown), page)
    elif handicap is not None and drawer == "handicaps" and cooldown is not None and has_both(context, lobby):
        _draw_both(sketch, context, handicap, cooldown)
    elif handicap is not None:
        draw_values(sketch, context, _sizes(context, lobby, handicap), page)


def has_both(context: PanelContext, lobby: LobbyView) -> bool:
    """Return whether a seat may choose a cooldown beside the other handicap."""
    texts = context.table.texts
    return texts.cooldown is not None and texts.handicap is not None and bool(lobby.cooldowns and lobby.handicaps)


def has_any(context: PanelContext, lobby: LobbyView) -> bool:
    """Return whether a seat may choose a handicap."""
    return context.table.texts.handicap is not None and bool(lobby.handicaps)


def handicap_shown(context: PanelContext, text: HandicapText) -> str:
    """Return the seat's handicaps as its panel shows them: the size, and the cooldown unless it is the usual one."""
    shown, cooldown = text.shown(context.view.handicap, context.say), context.view.cooldown
    return f"{shown}, {longer(cooldown)}" if cooldown else shown


def cooldown_name(ms: int, context: PanelContext) -> str:
    """Return the name of a cooldown in its drawer."""
    return longer(ms) if ms else context.say("As usual")


def _draw_both(sketch: Sketch, context: PanelContext, handicap: HandicapText, cooldown: CooldownText) -> None:
    """Draw a plate for each handicap, which opens its values."""
    say, view = context.say, context.view
    openers = [
        ("handicap", say(handicap.name or handicap.title), handicap.shown(view.handicap, say)),
        ("cooldown", say(cooldown.name), cooldown_name(view.cooldown, context)),
    ]
    draw_openers(sketch, context, say("My handicap"), _back("more", context), openers)


def _sizes(context: PanelContext, lobby: LobbyView, text: HandicapText) -> Values:
    """Return the sizes of the seat's Ligretto stack (RULES.md E22), or its numbers of extra dice (N15)."""
    say, size, note = context.say, context.view.handicap, context.say(text.note)
    chosen = lobby.handicaps.index(size) if size in lobby.handicaps else None
    names = tuple(text.offered(size, say) for size in lobby.handicaps)
    back = _back("handicaps" if has_both(context, lobby) else "more", context)
    return Values("handicap", say(text.title), names, chosen, back, note, (note,))


def _cooldowns(context: PanelContext, lobby: LobbyView, text: CooldownText) -> Values:
    """Return the cooldowns on offer: longer waits after a flip (E25), longer or shorter rolls (Q16)."""
    note, cooldown = context.say(text.note), context.view.cooldown
    chosen = lobby.cooldowns.index(cooldown) if cooldown in lobby.cooldowns else None
    names = tuple(cooldown_name(ms, context) for ms in lobby.cooldowns)
    return Values("cooldown", context.say(text.title), names, chosen, _back("handicaps", context), note, (note,))


def _back(to: str, context: PanelContext) -> Knob:
    return Knob(to, "back", context.say("Back"))
