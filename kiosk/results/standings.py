"""Standings: players' results, aggregated in comparable groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from statistics import fmean, median
from typing import Any, Final

from sqlalchemy import ColumnElement, Select, and_, case, func, literal, not_, null, or_, select
from sqlalchemy.orm import Session

from kiosk.results.importer import DECIDED
from kiosk.results.model import MatchRow, PlayerRow, ResultRow, RoundRow

TREND_ROUNDS: Final = 10
"""Number of latest rounds in a trend; a player with fewer than twice as many rounds: half of them."""

_TREND_LEAST: Final = 4


@dataclass(frozen=True, slots=True)
class ResultFilter:
    """A filter of results; None: any. The period is from ``since`` (inclusive) to ``until`` (exclusive)."""

    game: str | None = None
    edition: str | None = None
    table: str | None = None
    touch: str | None = None
    since: datetime | None = None
    until: datetime | None = None
    handicaps: bool = False
    """Include seats that had a handicap, or rolled on the screen in a match with real dice."""
    bots: bool = False
    guests: bool = False


@dataclass(frozen=True, slots=True, order=True)
class Group:
    """The common properties of comparable results. Tapping is faster than dragging, so they are never together."""

    game: str
    edition: str
    pro: str
    touch: str
    real_dice: bool


@dataclass(frozen=True, slots=True)
class Standing:
    """A player's performance. ``trend``: mean points of the latest rounds minus the mean of those before.

    The latest are the last ten, at most half of all; None below four rounds. ``reaction_ms``: median time from the last
    card or die to the player's own correct call. ``matches``: those that are over. The field names are those of
    ``--json`` and ``--csv``: do not change them.
    """

    name: str
    several: bool
    """True for all bots together, or all guests; False for a player."""
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
    """The rankings by group, best first, and the number of excluded results by reason."""

    groups: dict[Group, list[Standing]]
    left_out: dict[str, int]


@dataclass(slots=True)
class _Played:
    """The results of one player so far, in order of play."""

    points: list[int] = field(default_factory=list)
    reactions: list[int] = field(default_factory=list)
    sums: Counter[str] = field(default_factory=Counter)
    """Totals of the columns ``_SUMMED``, by name."""
    matches: dict[str, bool] = field(default_factory=dict)
    """Finished matches: True if won."""


def period(name: str, today: date) -> tuple[datetime | None, datetime | None]:
    """Return start and end of ``today``, this ``week`` (from Monday) or ``month``, local time; other names: all."""
    first = {"today": today, "week": today - timedelta(days=today.weekday()), "month": today.replace(day=1)}
    return (midnight(first[name]), None) if name in first else (None, None)


def midnight(day: date) -> datetime:
    """Return the start of a day in local time."""
    return datetime.combine(day, time()).astimezone()


def standings(session: Session, wanted: ResultFilter) -> Standings:
    """Return the rankings of named players; bots and guests, if wanted, count as one player each."""
    played: dict[tuple[Group, str, bool], _Played] = {}
    for row in session.execute(_query(wanted)):
        group = Group(row.game, row.edition, row.pro, row.touch, row.real_dice)
        who = row.name or (f"bots ({row.bots})" if row.bot else "guests")
        _take(played.setdefault((group, who, row.name is None), _Played()), row)
    groups: dict[Group, list[Standing]] = {}
    for (group, who, several), mine in played.items():
        groups.setdefault(group, []).append(_standing(who, several, mine))
    for rows in groups.values():
        rows.sort(key=lambda row: (-row.mean, -row.rounds, row.name))
    left_out = sorted((why, count) for why, count in session.execute(_left_out_query(wanted)))
    return Standings(dict(sorted(groups.items())), dict(left_out))


_SUMMED: Final = (ResultRow.won, ResultRow.stops, ResultRow.false_stops, ResultRow.lost_races)
_NEEDED: Final[tuple[Any, ...]] = (
    *(
        RoundRow.game,
        RoundRow.edition,
        RoundRow.pro,
        RoundRow.touch,
        RoundRow.real_dice,
        RoundRow.bots,
        RoundRow.match_id,
    ),
    *(MatchRow.ended, MatchRow.winners, PlayerRow.name),
    *(ResultRow.seat, ResultRow.bot, ResultRow.points, ResultRow.reaction_ms, *_SUMMED),
)
_AT_ONCE: Final = 1000
"""Number of results held in memory at once: a busy year has hundreds of thousands."""


def _query(wanted: ResultFilter) -> Select[Any]:
    """Return the query of ranked results, in the order of play."""
    query = _results(select(*_NEEDED), wanted).where(_left_out(wanted).is_(None))
    return query.order_by(RoundRow.arrived, RoundRow.id, ResultRow.position).execution_options(yield_per=_AT_ONCE)


def _left_out_query(wanted: ResultFilter) -> Select[Any]:
    """Return the query that counts excluded results by reason."""
    whys = _results(select(_left_out(wanted).label("why")), wanted).subquery().c.why
    return select(whys, func.count()).where(whys.is_not(None)).group_by(whys)


def _results(columns: Select[Any], wanted: ResultFilter) -> Select[Any]:
    return (
        columns.select_from(ResultRow)
        .join(RoundRow, ResultRow.round_id == RoundRow.id)
        .join(MatchRow, RoundRow.match_id == MatchRow.id)
        .outerjoin(PlayerRow, ResultRow.player_id == PlayerRow.id)
        .where(*conditions(wanted))
    )


def conditions(wanted: ResultFilter) -> Iterable[Any]:
    """Return the filter's conditions on a round."""
    columns = {RoundRow.game: wanted.game, RoundRow.edition: wanted.edition, RoundRow.touch: wanted.touch}
    yield from (column == value for column, value in columns.items() if value is not None)
    if wanted.table is not None:
        yield RoundRow.table_name == wanted.table
    if wanted.since is not None:
        yield RoundRow.started >= wanted.since
    if wanted.until is not None:
        yield RoundRow.started < wanted.until


def _left_out(wanted: ResultFilter) -> ColumnElement[str | None]:
    """Return the SQL expression for the first reason that excludes a result from the rankings; NULL if none does."""
    whys: list[tuple[ColumnElement[bool], ColumnElement[Any]]] = [
        (RoundRow.void_reason.is_not(None), literal("voided")),
        (not_(RoundRow.decided), literal("undecided")),
        (RoundRow.house_rules.is_not(None), literal("house_rules")),
        (ResultRow.bot.is_(True), null() if wanted.bots else literal("bots")),
    ]
    if not wanted.guests:
        whys.append((ResultRow.player_id.is_(None), literal("guests")))
    if not wanted.handicaps:
        rolled = and_(RoundRow.real_dice, ResultRow.on_screen)
        whys.append((or_(ResultRow.handicap.is_not(None), ResultRow.cooldown != 0, rolled), literal("handicaps")))
    return case(*whys)


def _take(mine: _Played, row: Any) -> None:
    """Add a result (a row of ``_NEEDED``)."""
    mine.points.append(row.points)
    if row.reaction_ms is not None:
        mine.reactions.append(row.reaction_ms)
    for column in _SUMMED:
        mine.sums[column.key] += getattr(row, column.key)
    if row.ended is not None:
        won = row.ended == DECIDED and row.seat in row.winners
        mine.matches[row.match_id] = won or mine.matches.get(row.match_id, False)


def _standing(name: str, several: bool, played: _Played) -> Standing:
    points, sums = played.points, played.sums
    return Standing(
        name=name,
        several=several,
        rounds=len(points),
        mean=round(fmean(points), 2),
        best=max(points),
        worst=min(points),
        trend=trend(points),
        won=sums["won"],
        win_rate=round(sums["won"] / len(points), 3),
        stops=sums["stops"],
        false_stops=sums["false_stops"],
        reaction_ms=round(median(played.reactions)) if played.reactions else None,
        lost_races=sums["lost_races"],
        matches=len(played.matches),
        matches_won=sum(played.matches.values()),
    )


def trend(points: Sequence[int]) -> float | None:
    """Return the mean of the latest rounds minus that of the earlier ones; see ``Standing``."""
    if len(points) < _TREND_LEAST:
        return None
    latest = min(TREND_ROUNDS, len(points) // 2)
    return round(fmean(points[-latest:]) - fmean(points[:-latest]), 2)
