"""Standings as they were worked out before any were kept: from every result, in Python. What the store must tell."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from fractions import Fraction
from statistics import fmean, median
from typing import Any, Final

from sqlalchemy import Select, func, select
from sqlalchemy.orm import Session

from kiosk.results.model import MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import DECIDED, Group, ResultFilter, conditions, why_left_out
from kiosk.results.standings import Standing, Standings, trend


@dataclass(slots=True)
class _Played:
    """The results of one player so far, in order of play."""

    points: list[int] = field(default_factory=list)
    reactions: list[int] = field(default_factory=list)
    sums: Counter[str] = field(default_factory=Counter)
    """Totals of the columns ``_SUMMED``, by name."""
    matches: dict[str, bool] = field(default_factory=dict)
    """Finished matches: True if won."""


def standings(session: Session, wanted: ResultFilter) -> Standings:
    """Return the rankings of named players; bots and guests, if wanted, count as one player each."""
    played: dict[tuple[Group, str, bool], _Played] = {}
    for row in session.execute(_query(wanted)):
        group = Group(row.game, row.edition, row.pro, row.touch, row.real_dice)
        who = row.name or (f"bots ({row.bots})" if row.bot else "guests")
        _take(played.setdefault((group, who, row.name is None), _Played()), row)
    groups: dict[Group, list[tuple[Fraction, Standing]]] = {}
    for (group, who, several), mine in played.items():
        mean = Fraction(sum(mine.points), len(mine.points))
        groups.setdefault(group, []).append((mean, _standing(who, several, mine)))
    for rows in groups.values():
        rows.sort(key=lambda row: (-row[0], -row[1].rounds, row[1].name, row[1].several))
    left_out = sorted((why, count) for why, count in session.execute(_left_out_query(wanted)))
    ranked = {group: [row for _, row in rows] for group, rows in sorted(groups.items())}
    return Standings(ranked, dict(left_out))


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
    query = _results(select(*_NEEDED), wanted).where(why_left_out(wanted).is_(None))
    return query.order_by(RoundRow.arrived, RoundRow.id, ResultRow.position).execution_options(yield_per=_AT_ONCE)


def _left_out_query(wanted: ResultFilter) -> Select[Any]:
    """Return the query that counts excluded results by reason."""
    whys = _results(select(why_left_out(wanted).label("why")), wanted).subquery().c.why
    return select(whys, func.count()).where(whys.is_not(None)).group_by(whys)


def _results(columns: Select[Any], wanted: ResultFilter) -> Select[Any]:
    return (
        columns.select_from(ResultRow)
        .join(RoundRow, ResultRow.round_id == RoundRow.id)
        .join(MatchRow, RoundRow.match_id == MatchRow.id)
        .outerjoin(PlayerRow, ResultRow.player_id == PlayerRow.id)
        .where(*conditions(wanted))
    )


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
