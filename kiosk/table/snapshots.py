"""What the displays and lamps show of a session: snapshots with nothing in them that is not face up."""

from __future__ import annotations

from typing import Any, Final

from msgspec import structs

from hardware.api import Instant, LampState, TrayLamp
from kiosk import protocol as msg
from kiosk.game.dice_round import DiceRound
from kiosk.game.seats import Roster, SeatNumber
from kiosk.table.games.game import Game
from kiosk.table.look_again import LookAgain
from kiosk.table.match import MatchPlay
from kiosk.table.people import Seat, SeatState
from kiosk.table.replay_player import Replayer
from kiosk.table.round import RoundPlay
from kiosk.table.serving import Serving
from kiosk.table.state import State
from kiosk.table.tray import Problem, Trouble
from kiosk.table.way import Way

_RESULTS = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})
_STANDS = frozenset({State.PAUSED, State.RECOVERY})


def snapshot(session: Way, number: int) -> msg.Snapshot:
    """All that can be seen at the table now; ``number`` grows with every snapshot."""
    table = _table(session, number)
    if isinstance(session, LookAgain) and session.again is not None:
        return _looked_at_again(session, session.again, table)
    return table


def _looked_at_again(session: LookAgain, again: Replayer, table: msg.Snapshot) -> msg.Snapshot:
    """The race as it was, for the people who sit there now."""
    picture = again.show_times(_table(again.stage, table.id), session.now)
    seats = tuple(
        structs.replace(then, **{field: getattr(view, field) for field in _OF_PEOPLE})
        for then, view in zip(picture.seats, table.seats, strict=True)
    )
    return structs.replace(
        picture,
        seats=seats,
        notice=table.notice,
        simulated=table.simulated,
        house=table.house,
        replay=again.view(session.race),
    )


_OF_PEOPLE: Final = ("language", "mirrored", "name", "heard", "fault", "screen_stop", "lamp", "confirmed", "joining")
"""What a seat's view tells of who sits there now, and not of the round."""


def _table(session: Way, number: int) -> msg.Snapshot:
    play, match = session.round, session.match
    running = play.round if play is not None and session.state is not State.MATCH_RESULT else None
    game: Game[Any] = match.game if match is not None else session.choices.game()
    start = play.start if play is not None else Instant(0)
    ended = running.ended if running is not None else None
    rooms = session.rooms()
    return msg.Snapshot(
        id=number,
        now=session.now,
        state=session.state.value,
        seats=tuple(_seat(session, seat, rooms[seat.number]) for seat in session.people),
        game=game.name,
        moves=tuple(session.record.moves) if match is not None else (),
        round_no=0 if match is None else match.match.round_no + (match.result is None),
        extra_round=match is not None and match.extra_round,
        tiebreak=_tiebreak(session, match),
        deadline=session.deadline or 0,
        caller=None if ended is None or ended.seat is None or play is None else play.roster.number(ended.seat),
        ended_by=ended.by.value if ended is not None else None,
        result=match.result if match is not None and session.state in _RESULTS else None,
        lobby=_lobby(session) if session.state is State.READY else None,
        touch_mode=session.choices.touch_mode,
        preset=session.choices.preset,
        pause_by=session.pause_by,
        called=tuple(seat.number for seat in session.called()) if session.state in _STANDS else (),
        notice=session.notice,
        simulated=session.settings.simulated,
        saving=session.saving,
        real_dice=session.real_dice,
        house=session.house,
        service=_service(session),
        **game.table_view(play.moves if play is not None and running is not None else None, start, _roster(match)),
        **game.length_view(len(_roster(match).numbers), _lasted_ms(session, match)),
    )


def _service(session: Way) -> msg.ServiceView | None:
    menu = session.menu if isinstance(session, Serving) else None
    return None if menu is None else menu.view()


def _tiebreak(session: Way, match: MatchPlay | None) -> tuple[SeatNumber, ...]:
    """What comes next is told when the scores are, not when they are counted."""
    if match is None:
        return ()
    return match.tiebreak if session.state in _RESULTS else match.tied


def _lasted_ms(session: Way, match: MatchPlay | None) -> int:
    if match is None:
        return 0
    return match.match.lasted_ms if session.state in _RESULTS else match.lasted_ms


def _lobby(session: Way) -> msg.Lobby:
    lobby = session.choices.view(session.players(), len(session.people.here()), len(session.throwers()))
    takes_names = session.settings.takes_names
    return structs.replace(lobby, takes_names=takes_names, names=session.names if takes_names else ())


def _roster(match: MatchPlay | None) -> Roster:
    return match.roster if match is not None else Roster([])


def welcome(session: Way) -> msg.Welcome:
    """The table's shape, for a display that has just come."""
    settings = session.settings
    boards = tuple(session.trays) if settings.simulated else ()
    return msg.Welcome(msg.PROTOCOL, settings.seats, settings.diagonal_mm, settings.simulated, boards)


def lamps(session: Way) -> dict[SeatNumber, LampState]:
    """What every seat's lamp says now."""
    return {seat.number: _lamp(session, seat) for seat in session.people}


def tray_lamps(session: Way) -> dict[SeatNumber, TrayLamp]:
    """What the lamp of every tray says now."""
    return {number: _tray_lamp(session, session.people.seats[number]) for number in session.trays}


def _tray_lamp(session: Way, seat: Seat) -> TrayLamp:
    play = session.round
    if session.state is not State.PLAY or play is None or not _throws(session, seat):
        return TrayLamp.OFF
    if _still(session, play.locked_until(seat.number)):
        return TrayLamp.LOCK
    index = _index(play, seat.number)
    awaited = index is not None and play.moves.to_throw(index) and seat.number not in play.held
    return TrayLamp.READY if awaited else TrayLamp.OFF


def _throws(session: Way, seat: Seat) -> bool:
    """Whether real dice are thrown here; in the lobby, as it is chosen now."""
    if session.match is not None:
        return session.match.throws.awaited(seat.number)
    return session.real_dice and seat in session.throwers()


def _tray(session: Way, seat: Seat, index: int | None) -> str:
    """What the seat has to know of its dice reader (``messages.SeatView.tray``)."""
    tray, play = session.trays.get(seat.number), session.round
    if tray is None:
        return ""
    if not tray.works:
        return str(Problem.LOST)
    if session.state is not State.PLAY or play is None or index is None or not _throws(session, seat):
        return ""
    dice = play.moves.to_throw(index)
    told = tray.judge(dice)
    if not isinstance(told, Trouble):  # they lie as they should, but when they came to rest they did not
        return str(Problem.AGAIN)
    lying = isinstance(play.round, DiceRound) and play.round.seats[index].rolled is not None
    return "" if not dice or (told.problem is Problem.THROW and lying) else str(told)


def _seat(session: Way, seat: Seat, room: str) -> msg.SeatView:
    play = session.round
    index = _index(play, seat.number)
    held = play.held.get(seat.number) if play is not None else None
    ongoing = play is not None and index is not None and play.round.ended is None
    return msg.SeatView(
        seat=seat.number,
        state=SeatState.PLAYING.value if session.state is State.ATTRACT else seat.state.value,
        bot=seat.bot or session.state is State.ATTRACT,
        language=seat.language,
        mirrored=seat.mirrored,
        held=held.source if held is not None else None,
        locked_until=_still(session, play.locked_until(seat.number)) if play is not None and ongoing else 0,
        may_stop=play is not None and index is not None and ongoing and play.round.may_stop(index),
        voted=play is not None and index is not None and play.round.seats[index].voted,
        joining=seat.joining,
        asked=seat.asked,
        wants_pause=seat.asks_pause is not None,
        confirmed=seat.confirmed,
        screen_stop=seat.screen_stop,
        lamp=_lamp(session, seat).value,
        heard=seat.heard,
        ticker=tuple(session.record.tickers[seat.number]) if seat.number in session.record.tickers else (),
        fault=seat.fault,
        penalty=play.round.penalties[index] if play is not None and index is not None else 0,
        room=room,
        name=seat.name,
        handicap=_handicap(session, seat),
        real=_throws(session, seat),
        tray=_tray(session, seat, index),
        **_pieces(session, index),
    )


def _pieces(session: Way, index: int | None) -> dict[str, Any]:
    """What lies before a seat that plays in the round."""
    if session.match is None or session.round is None or index is None:
        return {}
    play = session.round
    return session.match.game.seat_view(play.moves, index, play.start, play.time(session.now))


def _handicap(session: Way, seat: Seat) -> int:
    """As it is chosen in the lobby, else as it was dealt."""
    match = session.match
    own = seat.handicap if match is None else match.handicaps.get(seat.number)
    game: Game[Any] = session.choices.game() if match is None else match.game
    return game.usual_handicap if own is None else own


def _still(session: Way, until: Instant | None) -> int:
    """A lock's end while it lasts, else 0: what has passed is not told, so that snapshots stay equal."""
    return until if until is not None and until > session.now else 0


def _index(play: RoundPlay | None, number: SeatNumber) -> int | None:
    """The core's index of a seat that plays in the round, None if it does not."""
    index = play.roster.index(number) if play is not None else None
    if play is None or index is None or not play.round.seated(index):
        return None
    return index


def _lamp(session: Way, seat: Seat) -> LampState:
    if isinstance(session, Serving) and session.menu is not None and session.menu.lamp is not None:
        return LampState.READY if session.menu.lamp == seat.number else LampState.OFF
    if seat.fault is not None:
        return LampState.FAULT
    if session.now < seat.heard_at + session.settings.times.heard:
        return LampState.HEARD
    play = session.round
    match session.state:
        case State.ATTRACT:
            return LampState.BREATHING if session.may_sit(seat) else LampState.OFF
        case State.READY if session.may_sit(seat):
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
        case State.PAUSED | State.RECOVERY:
            return LampState.OFF if seat.confirmed else LampState.READY
    return LampState.OFF
