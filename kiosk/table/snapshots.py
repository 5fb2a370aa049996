"""Snapshots of a table and its state for displays and lamps. They contain only what is face up."""

from __future__ import annotations

from typing import Any

from hardware.api import Instant, TrayLamp
from kiosk import protocol as msg
from kiosk.bots.strength import STRENGTHS
from kiosk.game.game_rules import changes_of
from kiosk.game.seats import Roster, SeatNumber
from kiosk.protocol.state import SeatState, State
from kiosk.table.games.game import Game
from kiosk.table.lamps import lamp_of
from kiosk.table.match import MatchPlay, leaders_of
from kiosk.table.people import ROOMY, Seat
from kiosk.table.round import RoundPlay
from kiosk.table.seating import MARK, NO_ROOM
from kiosk.table.states.base import TableState
from kiosk.table.table import Table
from kiosk.table.tray import Problem, SeatTray, Trouble

_RESULTS = frozenset({State.ROUND_RESULT, State.MATCH_RESULT})
_RUNS = frozenset({State.PLAY, State.ATTRACT, State.REPLAY})
"""States in which the time of the round on the table goes on."""
_FIRST_ROUND = frozenset({State.COUNTDOWN, State.PLAY})
"""States in which a person plays here for the first time."""
_STANDINGS = frozenset({State.COUNTDOWN, State.PAUSED, State.RECOVERY})
_TALLIED = frozenset({State.MATCH_RESULT, State.LOBBY})


def draw(table: Table, number: int, state: TableState | None = None) -> msg.Snapshot:
    """Return the snapshot's parts common to all states. Without ``state`` the lamps are dark: a recorded round's."""
    match, rooms, roomless = table.match, _rooms(table, state), _no_room_for(table)
    game: Game[Any] = match.game if match is not None else table.choices.game()
    best, age = table.best.told(game.name) if table.state is State.ATTRACT else ((), None)
    return msg.Snapshot(
        id=number,
        now=table.now,
        state=table.state,
        seats=tuple(
            _seat(table, state, seat, game, rooms[seat.number], roomless.get(seat.number, ())) for seat in table.people
        ),
        game=game.name,
        since=table.entered,
        deadline=table.deadline or 0,
        resumes=table.state is State.COUNTDOWN and table.paused_at is not None,
        touch_mode=table.choices.touch_mode,
        preset=table.choices.preset,
        house_rules=tuple(table.choices.house_rules.items()),
        house_name=table.choices.name,
        pause_by=table.pause_by,
        notice=table.notice,
        simulated=table.settings.simulated,
        saving=table.barrier.saving,
        real_dice=table.real_dice,
        house=table.house,
        languages=table.settings.languages,
        best=best,
        best_age=age,
        rules=changes_of(game.name, game.rules),
        usual=_usual(table, game.name),
        tally=_tally(table),
        **({} if match is None else _match(table, match)),
        **_round(table, game, Roster([]) if match is None else match.roster),
    )


def _usual(table: Table, game: str) -> dict[str, Any]:
    """Return the table's own rules; a recorded round may be of another game than the one that is chosen here."""
    return changes_of(game, table.choices.own) if table.choices.kind == game else {}


def _match(table: Table, match: MatchPlay) -> dict[str, Any]:
    """Return the match's fields. What follows from the result is shown with the scores, not when they are counted."""
    shown = table.state in _RESULTS
    return {
        "moves": tuple(table.record.moves),
        "round_no": match.match.round_no + (match.result is None),
        "extra_round": match.extra_round,
        "tiebreak": match.tiebreak if shown else match.tied,
        "result": match.result if shown else None,
        "leaders": leaders_of(match.standings),
        "standings": _standings(table, match),
        "match": match.identity if table.state is State.MATCH_RESULT else "",
        "strength": 1 + [*STRENGTHS.values()].index(match.strength) if match.bots else 0,
    }


def _standings(table: Table, match: MatchPlay) -> tuple[tuple[SeatNumber, int], ...]:
    """Return the totals before the round, the highest first, while they are shown."""
    totals = match.standings.items() if table.state in _STANDINGS else ()
    return tuple(sorted(totals, key=lambda one: (-one[1], one[0])))


def _tally(table: Table) -> tuple[tuple[SeatNumber, int], ...]:
    """Return the matches won by each of these people, between two matches of theirs (``protocol.Snapshot.tally``)."""
    match, deals = table.match, table.state is State.COUNTDOWN and table.paused_at is None
    begins = deals and match is not None and not match.match.round_no
    if not begins and table.state not in _TALLIED:
        return ()
    return table.tally.of(table.people)


def _round(table: Table, game: Game[Any], roster: Roster) -> dict[str, Any]:
    """Return the fields of the round on the table (not in the match's result), and of the match's length."""
    match, play = table.match, table.round if table.state is not State.MATCH_RESULT else None
    ended = None if play is None else play.round.ended
    lasted_ms = 0
    if match is not None:
        lasted_ms = match.match.lasted_ms if table.state in _RESULTS else match.lasted_ms
    return {
        "caller": None if play is None else play.caller,
        "ended_by": None if ended is None else ended.by.value,
        **_owners(play),
        **_shared(table, play, game, roster),
        **game.length_view(len(roster.numbers), lasted_ms),
    }


def _shared(table: Table, play: RoundPlay | None, game: Game[Any], roster: Roster) -> dict[str, Any]:
    """Return what the game shows of the middle. While the round stands still no Stop is due: its time is not known."""
    view = game.table_view(None if play is None else play.moves, Instant(0) if play is None else play.start, roster)
    if table.state not in _RUNS:
        view = {name: value for name, value in view.items() if not name.startswith("stop_")}
    return view


def _owners(play: RoundPlay | None) -> dict[str, Any]:
    """Return who laid which card of the centre's piles."""
    owners = None if play is None else play.judging.owners
    return {} if owners is None else {"owners": owners.piles, "finished": owners.finished}


def welcome(table: Table) -> msg.Welcome:
    """Return the table's layout, for a display that has just connected."""
    settings = table.settings
    boards = tuple(table.trays) if settings.simulated else ()
    return msg.Welcome(msg.PROTOCOL, settings.seats, settings.diagonal_mm, settings.simulated, boards)


def tray_lamps(table: Table) -> dict[SeatNumber, TrayLamp]:
    """Return the state of every tray's lamp."""
    return {number: _tray_lamp(table, table.people.seats[number]) for number in table.trays}


def _tray_lamp(table: Table, seat: Seat) -> TrayLamp:
    play = table.round
    if table.state is not State.PLAY or play is None or not _throws(table, seat):
        return TrayLamp.OFF
    if _still(table, play.locked_until(seat.number)):
        return TrayLamp.LOCK
    index, dice = _index(play, seat.number), play.moves.real_dice
    throws = index is not None and dice is not None and dice.to_throw(index)
    awaited = throws and seat.number not in play.carried.held
    return TrayLamp.READY if awaited else TrayLamp.OFF


def _throws(table: Table, seat: Seat) -> bool:
    """Return whether real dice are thrown at this seat; in the lobby, by the current choice."""
    if table.match is not None:
        return table.match.throws.awaited(seat.number)
    return table.real_dice and seat in table.throwers()


def _tray(table: Table, seat: Seat, index: int | None) -> str:
    """Return the state of the seat's dice reader (``protocol.SeatView.tray``)."""
    tray, play = table.trays.get(seat.number), table.round
    if tray is None:
        return ""
    if not tray.works:
        return str(Problem.LOST)
    if table.state is not State.PLAY or play is None or index is None or not _throws(table, seat):
        return ""
    return _in_tray(play, tray, index)


def _in_tray(play: RoundPlay, tray: SeatTray, index: int) -> str:
    """Return the trouble with the dice in the tray, in the words of ``protocol.SeatView.tray``."""
    real = play.moves.real_dice
    dice = () if real is None else real.to_throw(index)
    judged = tray.judge(dice)
    if not isinstance(judged, Trouble):  # the dice are right now, but were not when they came to rest
        return str(Problem.AGAIN)
    lying = real is not None and real.lie(index)
    return "" if not dice or (judged.problem is Problem.THROW and lying) else str(judged)


def _no_room_for(table: Table) -> dict[SeatNumber, tuple[str, ...]]:
    """Return the switches for which there is no room, by seat, while they can be chosen."""
    if table.state is not State.LOBBY:
        return {}
    beside, found = table.company(), dict[frozenset[SeatNumber], tuple[str, ...]]()
    by_seat = {}
    for seat in table.people:
        company = frozenset(beside | {seat.number})  # the same for everybody who is here already
        if company not in found:
            found[company] = tuple(switch for switch in ROOMY if not table.has_room_for(seat, switch))
        by_seat[seat.number] = found[company]
    return by_seat


def _seat(
    table: Table, state: TableState | None, seat: Seat, game: Game[Any], room: str, no_room_for: tuple[str, ...]
) -> msg.SeatView:
    index = _index(table.round, seat.number)
    return msg.SeatView(
        seat=seat.number,
        state=SeatState.PLAYING.value if table.state is State.ATTRACT else seat.state.value,
        bot=seat.bot or table.state is State.ATTRACT,
        language=seat.language,
        **seat.switches,
        no_room_for=no_room_for,
        joining=seat.joining,
        asked=seat.asked,
        wants_pause=seat.asks_pause is not None,
        confirmed=seat.confirmed,
        screen_stop=seat.screen_stop,
        lamp=lamp_of(table, state, seat).value,
        heard=seat.heard,
        ticker=tuple(table.record.tickers[seat.number]) if seat.number in table.record.tickers else (),
        fault=seat.fault,
        room=room,
        name=seat.name,
        name_refused=seat.name_refused,
        handicap=_handicap(table, seat, game),
        cooldown=_cooldown(table, seat),
        new=table.state in _FIRST_ROUND and table.paused_at is None and seat.plays and seat.new,
        real=_throws(table, seat),
        tray=_tray(table, seat, index),
        guest=seat.guest,
        character=0 if table.match is None else table.match.character(seat.number),
        **_part(table, seat.number, index),
    )


def _part(table: Table, number: SeatNumber, index: int | None) -> dict[str, Any]:
    """Return the seat's part in the round, if it plays, and its pieces."""
    match, play = table.match, table.round
    if match is None or play is None:
        return {}
    held = play.carried.held.get(number)
    view: dict[str, Any] = {"held": None if held is None else held.source}
    if index is not None:
        view |= match.game.seat_view(play.moves, index, play.start, play.dealt.time(table.now))
        view["voted"] = play.round.seats[index].voted
        view["penalty"] = play.round.penalties[index]
        if play.round.ended is None:
            view["locked_until"] = _still(table, play.locked_until(number))
            view["may_stop"] = play.round.may_stop(index)
            view["may_stop_from"] = play.may_stop_from(number) or 0
            view["hot_until"] = _still(table, play.hot_until(number))
    return view


def _handicap(table: Table, seat: Seat, game: Game[Any]) -> int:
    """Return the seat's handicap: in the lobby as chosen, otherwise as dealt."""
    own = seat.handicap if table.match is None else table.match.handicaps.get(seat.number)
    return game.usual_handicap if own is None else own


def _cooldown(table: Table, seat: Seat) -> int:
    """Return the seat's own cooldown, ms: in the lobby as chosen, 0 while it has no effect; otherwise as dealt."""
    if table.match is not None:
        return table.match.cooldowns.get(seat.number, 0)
    return 0 if table.real_dice else seat.cooldown


def _still(table: Table, until: Instant | None) -> int:
    """Return a lock's end while it lasts, otherwise 0, so that snapshots stay equal afterwards."""
    return until if until is not None and until > table.now else 0


def _index(play: RoundPlay | None, number: SeatNumber) -> int | None:
    """Return the core's index of a seat that plays in the round, None if it does not."""
    index = play.roster.index(number) if play is not None else None
    if play is None or index is None or not play.round.seated(index):
        return None
    return index


def _rooms(table: Table, state: TableState | None) -> dict[SeatNumber, str]:
    """Return ``protocol.SeatView.room`` of each seat."""
    barred = table.barred()
    offered = set(table.people.seats) if state is None else state.offered(barred)
    return {number: NO_ROOM if number in barred else "" if number in offered else MARK for number in table.people.seats}
