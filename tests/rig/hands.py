"""Quick players: the next touch of a seat, from the newest snapshot. Pure.

They find fitting cards at once, look at no other seat, and call Stop as soon as they may.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from kiosk import protocol as msg
from kiosk.game.cards.cards import parse_card
from kiosk.game.dice.dice import SPACES

ANYWHERE: Final = tuple(range(msg.CELLS))
_TO_GO_ON: Final = frozenset({"round_result", "match_result", "paused", "recovery"})


def touches(snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> Iterator[msg.ToTable]:
    """Yield the seat's next messages, stamped ``now``; none while it waits for others."""
    if snapshot.state == "play":
        yield from _moves(snapshot, view, now)
    elif snapshot.state == "attract" or view.state in ("free", "taken") or waits(snapshot, view):
        yield msg.PressButton(view.seat, "stop", now)


def waits(snapshot: msg.Snapshot, view: msg.SeatView) -> bool:
    """Return whether the table waits for this seat to go on."""
    return snapshot.state in _TO_GO_ON and not view.confirmed


def _moves(snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> Iterator[msg.ToTable]:
    if view.may_stop:
        yield msg.PressButton(view.seat, "stop", now)
    elif snapshot.game == "dice":
        yield from _with_dice(snapshot, view, now)
    else:
        yield from _with_cards(snapshot, view, now)


def _with_cards(snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> Iterator[msg.ToTable]:
    source = _playable(snapshot, view)
    gaps = [slot for slot in view.stack_to if view.row[slot].card is None]
    if source is not None:
        yield msg.Hold(view.seat, source, now)
        yield msg.PlayCard(view.seat, source, ANYWHERE, now)
    elif gaps:
        yield msg.RefillSlot(view.seat, gaps[0], now)
    elif view.stack_to:
        yield msg.TuckCard(view.seat, "stack", view.stack_to[0], now)
    elif any(seat.voted for seat in snapshot.seats):
        yield msg.CastVote(view.seat, now)
    else:
        yield msg.FlipHand(view.seat, now)


def _with_dice(snapshot: msg.Snapshot, view: msg.SeatView, now: int) -> Iterator[msg.ToTable]:
    board = dict(zip(map(str, SPACES), snapshot.board, strict=False))
    lies = now >= view.rolling_until
    fitting = (die for die in view.dice if lies and not board.get(die, 1) and (die[1] == "1" or board[_below(die)]))
    die = next(fitting, None)
    if die is not None:
        yield msg.Hold(view.seat, f"{msg.DIE}{die}", now)
        yield msg.PlaceDie(view.seat, die, now)
    elif any(seat.voted for seat in snapshot.seats):
        yield msg.CastVote(view.seat, now)
    elif lies:
        yield msg.RollDice(view.seat, now)


def _below(die: str) -> str:
    return f"{die[0]}{int(die[1]) - 1}"


def _playable(snapshot: msg.Snapshot, view: msg.SeatView) -> str | None:
    """Return the source of a card that fits the centre."""
    shown = [(f"row {slot}", place.card) for slot, place in enumerate(view.row)]
    shown += [("discard", view.discard_card), ("stack", None if view.stack_barred else view.stack_card)]
    tops = {top for _, top in snapshot.piles}
    for source, text in shown:
        card = parse_card(text) if text else None
        if card is not None and (card.number == 1 or f"{card.color.letter}{card.number - 1}" in tops):
            return source
    return None
