"""How well people play: their results, sorted into what can be compared, and summed up."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from statistics import fmean, median
from typing import Any, Final

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from kiosk.venue.filling import DECIDED
from kiosk.venue.model import Match, Player, Result, Round

TREND_ROUNDS: Final = 10
"""The trend looks at so many rounds at most, and at half of them where there are fewer than twice as many."""

_TREND_LEAST: Final = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which results are asked for; None: any. ``since`` is the first moment, ``until`` the first one after."""

    game: str | None = None
    edition: str | None = None
    table: str | None = None
    touch: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    handicaps: bool = False
    """Also seats that had a handicap, or rolled on the screen in a match of real dice."""
    bots: bool = False
    guests: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """What results have in common that can be compared. Tapping is faster than dragging: never together."""

    game: str
    edition: str
    pro: str
    touch: str
    real_dice: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """How well somebody plays. ``trend``: points by which the latest rounds are better than those before, on average.

    The latest: the last ten, at most half of all; None below four rounds. ``reaction_ms``: the median of the times
    from the last card or die to the own right call. Field names are those of ``--json`` and ``--csv``: they stay.
    """

    name: str
    several: bool
    """No player: all bots together, or all guests."""
    rounds: int
    mean: float
    best: int
    worst: int
    trend: float | None
    won: int
    win_rate: float
    stops: int
    false_stops: int
    reaction_ms: int | None
    lost_races: int
    matches: int
    matches_won: int


@dataclass(frozen=True, slots=True)
class Standings:
    """Who stands where, the best first, by group; and how many results are in none, by why."""

    groups: dict[Group, list[Standing]]
    left_out: dict[str, int]


@dataclass(slots=True)
class _Played:
    """The results of one player, in their order."""

    results: list[Result] = field(default_factory=list)
    matches: dict[str, bool] = field(default_factory=dict)


def period(name: str, today: date) -> tuple[datetime | None, datetime | None]:
    """First moment and end of ``today``, this ``week`` (it begins on Monday) or ``month``, here; any other: all."""
    first = {"today": today, "week": today - timedelta(days=today.weekday()), "month": today.replace(day=1)}
    return (midnight(first[name]), None) if name in first else (None, None)


def midnight(day: date) -> datetime:
    """When a day begins, where this machine is."""
    return datetime.combine(day, time()).astimezone()


def standings(session: Session, wanted: Wanted) -> Standings:
    """Everybody who has a name, and has played what is wanted; bots and guests, where they are wanted, together."""
    played: dict[tuple[Group, str, bool], _Played] = {}
    left_out: Counter[str] = Counter()
    for result, round_, match, name in session.execute(_query(wanted)):
        why = _left_out(result, round_, name, wanted)
        if why is not None:
            left_out[why] += 1
            continue
        group = Group(round_.game, round_.edition, round_.pro, round_.touch, round_.real_dice)
        who = name or (f"bots ({round_.bots})" if result.bot else "guests")
        mine = played.setdefault((group, who, name is None), _Played())
        mine.results.append(result)
        won = match.ended == DECIDED and result.seat in match.winners
        mine.matches[round_.match_id] = won or mine.matches.get(round_.match_id, False)
    groups: dict[Group, list[Standing]] = {}
    for (group, who, several), mine in played.items():
        groups.setdefault(group, []).append(_standing(who, several, mine))
    for rows in groups.values():
        rows.sort(key=lambda row: (-row.mean, -row.rounds, row.name))
    return Standings(dict(sorted(groups.items())), dict(sorted(left_out.items())))


def _query(wanted: Wanted) -> Select[Result, Round, Match, str]:
    query = (
        select(Result, Round, Match, Player.name)
        .join(Round, Result.round_id == Round.id)
        .join(Match, Round.match_id == Match.id)
        .outerjoin(Player, Result.player_id == Player.id)
        .order_by(Round.arrived, Round.id, Result.position)
    )
    return query.where(*conditions(wanted))


def conditions(wanted: Wanted) -> Iterable[Any]:
    """What is asked of a round."""
    columns = {Round.game: wanted.game, Round.edition: wanted.edition, Round.touch: wanted.touch}
    yield from (column == value for column, value in columns.items() if value is not None)
    if wanted.table is not None:
        yield Round.table_name == wanted.table
    if wanted.since is not None:
        yield Round.started >= wanted.since
    if wanted.until is not None:
        yield Round.started < wanted.until


def _left_out(result: Result, round_: Round, name: str | None, wanted: Wanted) -> str | None:
    """Why a result is in no ranking."""
    if round_.void_reason is not None:
        return "voided"
    if not round_.decided:
        return "undecided"
    if result.bot:
        return None if wanted.bots else "bots"
    if name is None and not wanted.guests:
        return "guests"
    declared = result.handicap is not None or (round_.real_dice and result.on_screen)
    return "handicaps" if declared and not wanted.handicaps else None


def _standing(name: str, several: bool, played: _Played) -> Standing:
    results = played.results
    points = [result.points for result in results]
    won = sum(result.won for result in results)
    reactions = [result.reaction_ms for result in results if result.reaction_ms is not None]
    return Standing(
        name=name,
        several=several,
        rounds=len(results),
        mean=round(fmean(points), 2),
        best=max(points),
        worst=min(points),
        trend=trend(points),
        won=won,
        win_rate=round(won / len(results), 3),
        stops=sum(result.stops for result in results),
        false_stops=sum(result.false_stops for result in results),
        reaction_ms=round(median(reactions)) if reactions else None,
        lost_races=sum(result.lost_races for result in results),
        matches=len(played.matches),
        matches_won=sum(played.matches.values()),
    )


def trend(points: Sequence[int]) -> float | None:
    """Mean of the latest rounds minus that of those before; see ``Standing``."""
    if len(points) < _TREND_LEAST:
        return None
    latest = min(TREND_ROUNDS, len(points) // 2)
    return round(fmean(points[-latest:]) - fmean(points[:-latest]), 2)
