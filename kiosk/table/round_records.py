"""The journal's records of a round's beginning and end, and of the seats that change in between. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from hardware.api import Instant
from kiosk import protocol as msg
from kiosk.game.deeds import Deeds
from kiosk.game.game_rules import rules_plain
from kiosk.game.refusals import RoundEnd
from kiosk.game.seats import SeatNumber
from kiosk.journal.records import (
    MatchEnded,
    Origin,
    RaceLine,
    RoundEnded,
    RoundLine,
    RoundStarted,
    SeatChanged,
    Sitting,
    StoryLine,
)
from kiosk.table.match import MatchPlay
from kiosk.table.people import People, Seat
from kiosk.table.round import RoundPlay

_S: Final = 1_000_000_000


def round_started(
    match: MatchPlay, people: People, chosen: Mapping[str, str], now: Instant, *, round_: str, origin: Origin
) -> RoundStarted:
    """Return the record of a round dealt ``now``, called ``round_``, from which it and its match can be rebuilt."""
    seed, lot = match.lots
    return RoundStarted(
        round=round_,
        match=match.identity,
        number=match.match.round_no + 1,
        origin=origin,
        game=match.game.name,
        chosen=dict(chosen),
        rules=rules_plain(match.game.rules),
        seats=tuple(_sitting(match, people, number) for number in match.roster.numbers),
        seed=seed,
        lot=lot,
        tied=match.tied,
        history=tuple(match.match.history),
        lasted_ms=match.lasted_ms,
        near_ties=match.near_ties,
        real_dice=match.real_dice,
        touch=chosen.get("touch_mode", "drag"),
        up_s=now // _S,
        strength=match.strength.name,
    )


def round_ended(match: MatchPlay, play: RoundPlay, result: msg.RoundResult) -> RoundEnded:
    """Return the record of the round that has just been counted, with its result."""
    ended, story = play.round.ended, result.story
    return RoundEnded(
        at=play.round.at * 1_000_000,
        by=str(result.by),
        lines=tuple(_line(match, play, score) for score in result.lines),
        caller=None if ended is None or ended.seat is None else play.roster.number(ended.seat),
        decided=play.round.decided,
        near_ties=result.near_ties,
        story=None if story is None else StoryLine(str(story.kind), story.seats, story.value, story.of),
        races=tuple(
            RaceLine(race.first, race.second, race.at_ms, race.card, race.margin_ms, race.lot) for race in result.races
        ),
    )


def match_ended(match: MatchPlay, result: msg.RoundResult) -> MatchEnded:
    """Return the record of the match's end, with its result."""
    return MatchEnded(result.winners, tuple(match.match.totals))


def seat_changed(seat: Seat, change: str, at: int) -> SeatChanged:
    """Return the record of a change at a seat; ``at``: ns of the round."""
    match change:
        case "joining":
            return SeatChanged(at, seat.number, change, name=seat.name, new=seat.new)
        case "panel":
            return SeatChanged(at, seat.number, change, language=seat.language, **seat.switches)
        case _:
            return SeatChanged(at, seat.number, change)


def _sitting(match: MatchPlay, people: People, number: SeatNumber) -> Sitting:
    seat = people.seats[number]
    return Sitting(
        seat=number,
        bot=number in match.bots,
        gone=number in match.gone,
        away=number in match.away,
        name=match.names.get(number, ""),
        language=seat.language,
        **seat.switches,
        handicap=match.handicaps.get(number),
        cooldown=match.cooldowns.get(number, 0),
        deeds=match.deeds.get(number, Deeds()),
        on_screen=number in match.on_screen,
        new=seat.plays and seat.new,
    )


def _line(match: MatchPlay, play: RoundPlay, score: msg.SeatScore) -> RoundLine:
    return RoundLine(
        seat=score.seat,
        points=score.points,
        total=score.total,
        centered=score.centered,
        left_over=score.stack_left,
        penalty=score.penalty,
        won=score.won,
        name="" if score.bot else match.names.get(score.seat, ""),
        bot=score.bot,
        gone=score.left,
        away=score.away,
        handicap=score.handicap,
        cooldown=score.cooldown,
        on_screen=score.on_screen,
        deeds=match.latest_deeds.get(score.seat, Deeds()),
        **_calls(play, score.seat),
    )


def _calls(play: RoundPlay, number: SeatNumber) -> dict[str, Any]:
    """Return the seat's statistics: its calls, and the races that it lost."""
    ended, index = play.round.ended, play.roster.index(number)
    deeds: dict[str, Any] = {
        "false_stops": play.judging.false_stops[number],
        "lost_races": sum(race.loser == number for race in play.races),
    }
    if ended is not None and ended.by is RoundEnd.STOP and ended.seat is not None and ended.seat == index:
        done_at = play.round.seats[index].emptied_at
        deeds |= {"stops": 1, "reaction_ms": None if done_at is None else ended.at - done_at}
    return deeds
