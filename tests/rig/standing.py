"""The state of a match as text: it must be the same after a recovery."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import Any

from kiosk.table.people import Seat
from kiosk.table.session import Session


def _chosen(session: Session, strength: str) -> dict[str, str]:
    """Return the choices of the match: newcomers may play with weaker bots than the lobby has shown."""
    choices = session.table.choices
    return {**choices.chosen, **({"bots": strength} if choices.bots else {})}


def standing(session: Session) -> str:
    """Return the complete state of a match, except for timers; empty: no recorded match is on the table."""
    match, play = session.table.match, session.table.round
    if match is None or play is None or not match.log.on:
        return ""
    core = match.match
    parts = {
        "identity": match.identity,
        "round": play.round.key(),
        "ended": play.round.ended,
        "false_stops": +play.judging.false_stops,
        "owners": (play.judging.owners.piles, play.judging.owners.finished),
        "turned": play.judging.rolled_on_screen,
        "races": play.races,
        "totals": (core.totals, core.history, core.departed),
        "next": (core.tiebreak, core.ended, core.winners, core.lasted_ms, match.lasted_ms),
        "roster": (match.roster.numbers, match.gone, match.away, match.watching, match.tied, set(match.bots)),
        "handicaps": (match.handicaps, match.cooldowns),
        "deeds": (match.deeds, vars(play.judging.deeds)),
        "near_ties": (match.near_ties, match.lots),
        "real_dice": (match.real_dice, match.on_screen),
        "result": match.result,
        "chosen": _chosen(session, match.strength.name),
        "seats": [_seat(seat) for seat in session.table.people],
    }
    return "\n".join(f"{name}: {_plain(part)}" for name, part in parts.items())


def _seat(seat: Seat) -> tuple[object, ...]:
    """Return the person of a seat and the panel's settings; defaults at a free seat do not count."""
    place = seat.number, seat.state, seat.bot, seat.joining
    if not (seat.plays or seat.joining):
        return place
    return (*place, seat.name, seat.handicap, seat.cooldown, seat.language, seat.mirrored, seat.new)


def _plain(part: Any) -> str:
    """Return the same text for equal values, whatever the order of unordered ones."""
    if isinstance(part, Mapping):
        return f"{{{', '.join(sorted(f'{key}: {_plain(value)}' for key, value in part.items()))}}}"
    if isinstance(part, AbstractSet):
        return f"{{{', '.join(sorted(map(_plain, part)))}}}"
    if isinstance(part, Sequence) and not isinstance(part, str):
        return f"[{', '.join(map(_plain, part))}]"
    return repr(part)
