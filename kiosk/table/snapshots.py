"""What the displays and lamps show of a session: snapshots with nothing in them that is not face up."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hardware.api import Instant, LampState, TrayLamp
from kiosk import protocol as msg
from kiosk.game.dice_round import DiceRound
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.game import Game
from kiosk.table.match import MatchPlay
from kiosk.table.people import Seat, SeatState
from kiosk.table.round import RoundPlay
from kiosk.table.seating import MARK, NO_ROOM
from kiosk.table.state import State
from kiosk.table.states.base import TableState
from kiosk.table.table import Table
from kiosk.table.tray import Problem, Trouble

if TYPE_CHECKING:
    from kiosk.table.session import Session

_RESULTS = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})


def snapshot(session: Session, number: int) -> msg.Snapshot:
    """All that can be seen at the table now; ``number`` grows with every snapshot."""
    return session.current.picture(draw(session.table, number, session.current))


def draw(table: Table, number: int, state: TableState | None = None) -> msg.Snapshot:
    """What is there in every state. Without ``state`` the lamps are dark: a recorded round is drawn so."""
    play, match = table.round, table.match
    running = play.round if play is not None and table.state is not State.MATCH_RESULT else None
    game: Game[Any] = match.game if match is not None else table.choices.game()
    start = play.start if play is not None else Instant(0)
    ended = running.ended if running is not None else None
    rooms = _rooms(table, state)
    return msg.Snapshot(
        id=number,
        now=table.now,
        state=table.state.value,
        seats=tuple(_seat(table, state, seat, rooms[seat.number]) for seat in table.people),
        game=game.name,
        moves=tuple(table.record.moves) if match is not None else (),
        round_no=0 if match is None else match.match.round_no + (match.result is None),
        extra_round=match is not None and match.extra_round,
        tiebreak=_tiebreak(table, match),
        deadline=table.deadline or 0,
        caller=None if ended is None or ended.seat is None or play is None else play.roster.number(ended.seat),
        ended_by=ended.by.value if ended is not None else None,
        result=match.result if match is not None and table.state in _RESULTS else None,
        touch_mode=table.choices.touch_mode,
        preset=table.choices.preset,
        pause_by=table.pause_by,
        notice=table.notice,
        simulated=table.settings.simulated,
        saving=table.barrier.saving,
        real_dice=table.real_dice,
        house=table.house,
        **game.table_view(play.moves if play is not None and running is not None else None, start, _roster(match)),
        **game.length_view(len(_roster(match).numbers), _lasted_ms(table, match)),
    )


def _tiebreak(table: Table, match: MatchPlay | None) -> tuple[SeatNumber, ...]:
    """What comes next is told when the scores are, not when they are counted."""
    if match is None:
        return ()
    return match.tiebreak if table.state in _RESULTS else match.tied


def _lasted_ms(table: Table, match: MatchPlay | None) -> int:
    if match is None:
        return 0
    return match.match.lasted_ms if table.state in _RESULTS else match.lasted_ms


def _roster(match: MatchPlay | None) -> Roster:
    return match.roster if match is not None else Roster([])


def welcome(table: Table) -> msg.Welcome:
    """The table's shape, for a display that has just come."""
    settings = table.settings
    boards = tuple(table.trays) if settings.simulated else ()
    return msg.Welcome(msg.PROTOCOL, settings.seats, settings.diagonal_mm, settings.simulated, boards)


def lamps(session: Session) -> dict[SeatNumber, LampState]:
    """What every seat's lamp says now."""
    return {seat.number: _lamp(session.table, session.current, seat) for seat in session.table.people}


def tray_lamps(session: Session) -> dict[SeatNumber, TrayLamp]:
    """What the lamp of every tray says now."""
    table = session.table
    return {number: _tray_lamp(table, table.people.seats[number]) for number in table.trays}


def _tray_lamp(table: Table, seat: Seat) -> TrayLamp:
    play = table.round
    if table.state is not State.PLAY or play is None or not _throws(table, seat):
        return TrayLamp.OFF
    if _still(table, play.locked_until(seat.number)):
        return TrayLamp.LOCK
    index = _index(play, seat.number)
    awaited = index is not None and play.moves.to_throw(index) and seat.number not in play.carried.held
    return TrayLamp.READY if awaited else TrayLamp.OFF


def _throws(table: Table, seat: Seat) -> bool:
    """Whether real dice are thrown here; in the lobby, as it is chosen now."""
    if table.match is not None:
        return table.match.throws.awaited(seat.number)
    return table.real_dice and seat in table.throwers()


def _tray(table: Table, seat: Seat, index: int | None) -> str:
    """What the seat has to know of its dice reader (``messages.SeatView.tray``)."""
    tray, play = table.trays.get(seat.number), table.round
    if tray is None:
        return ""
    if not tray.works:
        return str(Problem.LOST)
    if table.state is not State.PLAY or play is None or index is None or not _throws(table, seat):
        return ""
    dice = play.moves.to_throw(index)
    told = tray.judge(dice)
    if not isinstance(told, Trouble):  # they lie as they should, but when they came to rest they did not
        return str(Problem.AGAIN)
    lying = isinstance(play.round, DiceRound) and play.round.seats[index].rolled is not None
    return "" if not dice or (told.problem is Problem.THROW and lying) else str(told)


def _seat(table: Table, state: TableState | None, seat: Seat, room: str) -> msg.SeatView:
    play = table.round
    index = _index(play, seat.number)
    held = play.carried.held.get(seat.number) if play is not None else None
    ongoing = play is not None and index is not None and play.round.ended is None
    return msg.SeatView(
        seat=seat.number,
        state=SeatState.PLAYING.value if table.state is State.ATTRACT else seat.state.value,
        bot=seat.bot or table.state is State.ATTRACT,
        language=seat.language,
        mirrored=seat.mirrored,
        held=held.source if held is not None else None,
        locked_until=_still(table, play.locked_until(seat.number)) if play is not None and ongoing else 0,
        may_stop=play is not None and index is not None and ongoing and play.round.may_stop(index),
        voted=play is not None and index is not None and play.round.seats[index].voted,
        joining=seat.joining,
        asked=seat.asked,
        wants_pause=seat.asks_pause is not None,
        confirmed=seat.confirmed,
        screen_stop=seat.screen_stop,
        lamp=_lamp(table, state, seat).value,
        heard=seat.heard,
        ticker=tuple(table.record.tickers[seat.number]) if seat.number in table.record.tickers else (),
        fault=seat.fault,
        penalty=play.round.penalties[index] if play is not None and index is not None else 0,
        room=room,
        name=seat.name,
        handicap=_handicap(table, seat),
        real=_throws(table, seat),
        tray=_tray(table, seat, index),
        **_pieces(table, index),
    )


def _pieces(table: Table, index: int | None) -> dict[str, Any]:
    """What lies before a seat that plays in the round."""
    if table.match is None or table.round is None or index is None:
        return {}
    play = table.round
    return table.match.game.seat_view(play.moves, index, play.start, play.dealt.time(table.now))


def _handicap(table: Table, seat: Seat) -> int:
    """As it is chosen in the lobby, else as it was dealt."""
    match = table.match
    own = seat.handicap if match is None else match.handicaps.get(seat.number)
    game: Game[Any] = table.choices.game() if match is None else match.game
    return game.usual_handicap if own is None else own


def _still(table: Table, until: Instant | None) -> int:
    """A lock's end while it lasts, else 0: what has passed is not told, so that snapshots stay equal."""
    return until if until is not None and until > table.now else 0


def _index(play: RoundPlay | None, number: SeatNumber) -> int | None:
    """The core's index of a seat that plays in the round, None if it does not."""
    index = play.roster.index(number) if play is not None else None
    if play is None or index is None or not play.round.seated(index):
        return None
    return index


def _lamp(table: Table, state: TableState | None, seat: Seat) -> LampState:
    tested = None if state is None else state.test_lamp(seat)
    if tested is not None:
        return tested
    if seat.fault is not None:
        return LampState.FAULT
    if table.now < seat.heard_at + table.settings.times.heard:
        return LampState.HEARD
    return LampState.OFF if state is None else state.lamp(seat)


def _rooms(table: Table, state: TableState | None) -> dict[SeatNumber, str]:
    """``protocol.SeatView.room`` of each seat."""
    barred = table.barred()
    offered = set(table.people.seats) if state is None else state.offered(barred)
    return {number: NO_ROOM if number in barred else "" if number in offered else MARK for number in table.people.seats}
