"""What was remarkable in a round, taken from its log: its story, its closest races, and a match's awards. Pure.

They name seats, never people. The table writes stories and races into the journal, because only it knows how exactly
its devices tell the time; awards follow from the deeds that are there.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from msgspec import structs

from kiosk.game.awards import Award, awards
from kiosk.game.deeds import Deeds
from kiosk.game.seats import SeatNumber
from kiosk.journal import bounds
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import MatchEnded, RoundEnded, SeatChanged


class Highlights(NamedTuple):
    """``story`` and ``races``: fields of ``StoryLine`` and ``RaceLine``, None if there is nothing to tell.

    ``awards``: if the match was decided after this round, that of each person who was there.
    """

    story: dict[str, Any] | None
    races: list[dict[str, Any]] | None
    awards: tuple[Award, ...]


def highlights_of(log: RoundLog) -> Highlights:
    """Return what is told of a round, which is admitted (``kiosk.journal.admission``)."""
    ended = log.ended
    if ended is None:
        return Highlights(None, None, ())
    story = None if ended.story is None else structs.asdict(ended.story)
    races = [structs.asdict(race) for race in ended.races] or None
    return Highlights(story, races, _awards(log, ended) if isinstance(log.over, MatchEnded) else ())


def _awards(log: RoundLog, ended: RoundEnded) -> tuple[Award, ...]:
    """Return the awards that the table has shown at the match's end (``kiosk.table.match``)."""
    before = {sitting.seat: sitting.deeds for sitting in log.started.seats}
    deeds = {line.seat: before.get(line.seat, Deeds()).plus(line.deeds) for line in ended.lines}
    given = awards({seat: done for seat, done in deeds.items() if done.points}, _people(log, ended), *_match(log))
    return tuple(award for award in given if abs(award.figure) <= bounds.NUMBER)


def _match(log: RoundLog) -> tuple[str, str]:
    return log.started.game, log.started.match


def _people(log: RoundLog, ended: RoundEnded) -> list[SeatNumber]:
    """Return the seats of those who were there at the match's end."""
    after = log.records[log.records.index(ended) :]
    left = {record.seat for record in after if isinstance(record, SeatChanged) and record.change in _LEFT}
    return [line.seat for line in ended.lines if not line.bot and not line.gone and line.seat not in left]


_LEFT: Final = ("left", "to_bot")
