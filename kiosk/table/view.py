"""What the displays and lamps show of a session: snapshots with nothing in them that is not face up."""

from __future__ import annotations

from collections.abc import Sequence

from hardware.api import Instant, LampState
from kiosk import messages as msg
from kiosk.game.card_seat import CardSeat
from kiosk.game.cards import Card
from kiosk.game.checks import check_refill, check_tuck, stack_barred
from kiosk.game.commands import DISCARD, STACK
from kiosk.game.rules import CardRules, MatchEndKind, StackFace
from kiosk.seats import SeatNumber
from kiosk.table.match_play import MatchPlay
from kiosk.table.play import RoundPlay
from kiosk.table.seat import Seat, SeatState
from kiosk.table.session import Session
from kiosk.table.way import State

_RESULTS = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})


def snapshot(session: Session, number: int) -> msg.Snapshot:
    """All that can be seen at the table now; ``number`` grows with every snapshot."""
    play, match = session.round, session.match
    running = play.round if play is not None and session.state is not State.MATCH_RESULT else None
    rules = match.rules if match is not None else session.choices.rules()
    ended = running.ended if running is not None else None
    return msg.Snapshot(
        id=number,
        now=session.now,
        state=session.state.value,
        seats=tuple(_seat(session, seat) for seat in session.people),
        piles=tuple((cell, str(card)) for cell, card in running.piles.items()) if running is not None else (),
        moves=tuple(session.record.moves),
        round_no=0 if match is None else match.match.round_no + (session.state not in _RESULTS),
        rounds=rules.match_end.n if rules.match_end.kind is MatchEndKind.FIXED_ROUNDS else 0,
        target=rules.match_end.points if rules.match_end.kind is MatchEndKind.TARGET else 0,
        minutes_left=_minutes_left(match) if match is not None else None,
        extra_round=match is not None and match.extra_round,
        tiebreak=match.tiebreak if match is not None else (),
        deadline=session.deadline or 0,
        caller=None if ended is None or ended.seat is None or play is None else play.roster.number(ended.seat),
        ended_by=ended.by.value if ended is not None else None,
        dead=running.dead.value if running is not None and running.dead is not None and ended is None else None,
        dead_due=_dead_due(play),
        dead_shuffles=running is not None and running.reshuffle_sizes() is not None,
        result=match.result if match is not None and session.state in _RESULTS else None,
        lobby=session.choices.view(session.players()) if session.state is State.READY else None,
        touch_mode=session.choices.touch_mode,
        preset=session.choices.preset,
        pro=rules.pro.enabled,
        pause_by=session.pause_by,
        notice=session.notice,
        simulated=session.settings.simulated,
    )


def welcome(session: Session) -> msg.Welcome:
    """The table's shape, for a display that has just come."""
    settings = session.settings
    return msg.Welcome(msg.PROTOCOL, settings.seats, settings.diagonal_mm, settings.simulated)


def lamps(session: Session) -> dict[SeatNumber, LampState]:
    """What every seat's lamp says now."""
    return {seat.number: _lamp(session, seat) for seat in session.people}


def _minutes_left(match: MatchPlay) -> int | None:
    end = match.rules.match_end
    if end.kind is not MatchEndKind.TIME:
        return None
    return max(0, end.minutes - match.match.lasted_ms // 60_000)


def _dead_due(play: RoundPlay | None) -> int:
    if play is None or play.round.dead is None or play.round.dead_due is None:
        return 0
    return play.instant(play.round.dead_due)


def _seat(session: Session, seat: Seat) -> msg.SeatView:
    play = session.round
    cards = _cards(play, seat.number)
    held = play.held.get(seat.number) if play is not None else None
    index = play.roster.index(seat.number) if play is not None else None
    ongoing = play is not None and index is not None and cards is not None and play.round.ended is None
    return msg.SeatView(
        seat=seat.number,
        state=SeatState.PLAYING.value if session.state is State.ATTRACT else seat.state.value,
        bot=seat.bot or session.state is State.ATTRACT,
        language=seat.language,
        mirrored=seat.mirrored,
        row=tuple(msg.Slot(_top(pile), len(pile)) for pile in cards.row) if cards is not None else (),
        stack_card=_stack_card(session, cards),
        stack_count=len(cards.stack) if cards is not None else 0,
        discard_card=_top(cards.discard) if cards is not None else None,
        discard_count=len(cards.discard) if cards is not None else 0,
        hand_count=len(cards.hand) if cards is not None else 0,
        centered=cards.centered if cards is not None else 0,
        held=str(held.source) if held is not None else None,
        locked_until=_still(session, play.locked_until(seat.number)) if play is not None and ongoing else 0,
        may_stop=play is not None and index is not None and ongoing and play.round.may_stop(index),
        voted=cards is not None and cards.voted,
        joining=seat.joining,
        asked=seat.asked,
        wants_pause=seat.pause_wish is not None,
        confirmed=seat.confirmed,
        screen_stop=seat.screen_stop,
        lamp=_lamp(session, seat).value,
        heard=seat.heard,
        ticker=tuple(session.record.tickers[seat.number]) if seat.number in session.record.tickers else (),
        fault=seat.fault,
        stack_to=_stack_to(play.round.rules, cards) if play is not None and cards is not None and ongoing else (),
        discard_to=_discard_to(play.round.rules, cards) if play is not None and cards is not None and ongoing else (),
        stack_barred=play is not None and cards is not None and ongoing and _is_barred(play.round.rules, cards),
        penalty=play.round.penalties[index] if play is not None and index is not None and cards is not None else 0,
        stack_size=_stack_size(session, seat),
    )


def _stack_size(session: Session, seat: Seat) -> int:
    """Of the next deal in the lobby, else as it was dealt."""
    index = session.round.roster.index(seat.number) if session.round is not None else None
    if session.round is not None and index is not None and index < len(session.round.round.seats):
        return session.round.round.rules.stack_size_of(index)
    rules = session.match.rules if session.match is not None else session.choices.rules()
    return seat.handicap or rules.stack_size_of(0)


def _stack_to(rules: CardRules, seat: CardSeat) -> tuple[int, ...]:
    """Where on the row the stack's top may be laid; of a card face down nobody knows on which pile it could."""
    fills = {slot for slot in range(len(seat.row)) if check_refill(seat, slot) is None}
    if rules.stack_face is StackFace.UP:
        fills.update(slot for slot in range(len(seat.row)) if check_tuck(rules, seat, STACK, slot) is None)
    return tuple(sorted(fills))


def _discard_to(rules: CardRules, seat: CardSeat) -> tuple[int, ...]:
    return tuple(slot for slot in range(len(seat.row)) if check_tuck(rules, seat, DISCARD, slot) is None)


def _is_barred(rules: CardRules, seat: CardSeat) -> bool:
    return bool(seat.stack) and stack_barred(rules, seat) is not None


def _still(session: Session, until: Instant | None) -> int:
    """A lock's end while it lasts, else 0: what has passed is not told, so that snapshots stay equal."""
    return until if until is not None and until > session.now else 0


def _cards(play: RoundPlay | None, number: SeatNumber) -> CardSeat | None:
    index = play.roster.index(number) if play is not None else None
    if play is None or index is None or index >= len(play.round.seats) or not play.round.seats[index].active:
        return None
    return play.round.seats[index]


def _stack_card(session: Session, cards: CardSeat | None) -> str | None:
    """The stack's top, where the edition lays it face up."""
    if cards is None or session.match is None or session.match.rules.stack_face is StackFace.DOWN:
        return None
    return _top(cards.stack)


def _top(pile: Sequence[Card]) -> str | None:
    return str(pile[-1]) if pile else None


def _lamp(session: Session, seat: Seat) -> LampState:
    if seat.fault is not None:
        return LampState.FAULT
    if session.now < seat.heard_at + session.settings.times.heard:
        return LampState.HEARD
    play = session.round
    match session.state:
        case State.ATTRACT:
            return LampState.BREATHING
        case State.READY:
            return LampState.READY if seat.state is SeatState.READY else LampState.BREATHING
        case State.PLAY if play is not None and seat.plays:
            index = play.roster.index(seat.number)
            if _still(session, play.locked_until(seat.number)):
                return LampState.LOCKED
            return LampState.MAY_STOP if index is not None and play.round.may_stop(index) else LampState.OFF
        case State.STOPPED if play is not None and play.round.ended is not None and play.round.ended.seat is not None:
            return LampState.WINNER if play.roster.number(play.round.ended.seat) == seat.number else LampState.OFF
        case State.ROUND_RESULT | State.MATCH_RESULT if session.match is not None and session.match.result is not None:
            if seat.number in session.match.result.winners:
                return LampState.WINNER
            return LampState.OFF if seat.confirmed else LampState.READY
        case State.PAUSED:
            return LampState.OFF if seat.confirmed else LampState.READY
    return LampState.OFF
