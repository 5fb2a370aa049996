"""Standings: players' results, added up in comparable groups.

What is kept (``kiosk.results.keeping``) answers all time, a month and a day; other filters add the results up, which
takes seconds in a large store.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain, groupby, islice
from operator import attrgetter, itemgetter
from statistics import fmean, median
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Double,
    Select,
    and_,
    case,
    cast,
    func,
    literal_column,
    or_,
    select,
    true,
)
from sqlalchemy.orm import Session

from kiosk.results.keeping import ALL, COUNTED, ONE, SUMS, ZERO
from kiosk.results.model import GroupRow, KeptLeftOut, KeptStanding, MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import GROUP, GROUPED, MATCH_WON, Group, ResultFilter, conditions, why_left_out

TREND_ROUNDS: Final = 10
"""Number of latest rounds in a trend; a player with fewer than twice as many rounds: half of them."""

_TREND_LEAST: Final = 4


class OutOfStep(Exception):  # noqa: N818
    """The standings that are kept do not follow from the results."""


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
    """The rankings by group, best first, and the number of excluded results by reason.

    ``players``: the number of rows that a group has, of which only the first may be told.
    """

    groups: Mapping[Group, Iterable[Standing]]
    left_out: dict[str, int]
    players: Mapping[Group, int] = field(default_factory=dict)


Keep: TypeAlias = Callable[[Iterator[Standing]], Iterable[Standing]]
"""Keeps the rows of a ranking, all of which it reads at once, to be read again."""


def standings(session: Session, wanted: ResultFilter, top: int | None = None, keep: Keep = list) -> Standings:
    """Return the rankings of named players, or the ``top`` of each; bots and guests, if wanted, count as one each.

    The higher mean comes first, as an exact fraction; of equal means the one of more rounds; then names are in the
    order of their characters' codes, a player before bots or guests of the same name. ``keep`` gets the rows of one
    group after the other: a large store's need not all be in memory.
    """
    few = top if top is not None and top <= _FEW else None
    period = None if wanted.table is not None or wanted.bots or wanted.guests else wanted.period
    added = _added_up(wanted) if period is None else _kept(wanted, period, few)
    rows: Iterable[_Row] = _best(_rows(session, added), top)
    if few is not None:
        rows = [*rows]
        details = _details(session, wanted, _of_players(wanted, rows))
    else:
        details = _details(session, wanted, (true(),))
    groups: dict[Group, Iterable[Standing]] = {}
    players: dict[Group, int] = {}
    for group, ranked in groupby(rows, attrgetter("group")):
        first = next(ranked)
        theirs = details.get(group, {})
        groups[group] = keep(_standing(row, theirs.get(row.whose)) for row in chain([first], ranked))
        players[group] = first.players
    left_out = _left_out(wanted) if period is None else _kept_left_out(wanted, period)
    whys = sorted((why, count) for why, count in session.execute(left_out))
    return Standings({group: groups[group] for group in sorted(groups)}, dict(whys), players)


class _Row(NamedTuple):
    """What is added up of a player's results. ``players``: the number of rows of the group."""

    group: Group
    player_id: int | None
    several: str
    """The name of all bots or guests together; empty: a player."""
    name: str
    players: int
    rounds: int
    points: int
    won: int
    stops: int
    false_stops: int
    lost_races: int
    matches: int
    matches_won: int

    @property
    def whose(self) -> _Whose:
        """Whose results they are."""
        return self.several if self.player_id is None else self.player_id


_Whose: TypeAlias = int | str
"""A player's id, or the name of all bots or guests together."""
_NOBODY: Final[ColumnElement[str]] = literal_column("''")
_SEVERAL: Final = case(
    (ResultRow.player_id.is_not(None), _NOBODY),
    (ResultRow.bot, "bots (" + RoundRow.bots + ")"),
    else_="guests",
)
"""The name under which a result counts that is no player's; empty: it is a player's."""


def _kept(wanted: ResultFilter, period: str, top: int | None) -> Select[Any]:
    """Return the query of what is kept of a period: group, player, ``several``, ``players``, ``SUMS``.

    ``top``: only the best of each group, with all whose mean is that of the last of them. Its mean is looked for
    first: to sort all, even without their names, takes longer than all the rest.
    """
    prefix = ALL if wanted.handicaps else ""
    sums = {name: getattr(KeptStanding, f"{prefix}{name}") for name in SUMS}
    theirs = (KeptStanding.period == period, KeptStanding.group_id == GroupRow.id, sums["rounds"] > 0)
    if top is None:
        columns = (*_group_columns(), KeptStanding.player_id, _NOBODY.label("several"))
        query = select(*columns, _players(_group_columns()), *_labelled(sums))
        return query.where(*theirs, *_of_groups(wanted))
    mean = _mean(sums["points"], sums["rounds"])
    last = select(mean).where(*theirs).order_by(mean.desc()).limit(1).offset(top - 1).correlate(GroupRow)
    players = select(func.count()).select_from(KeptStanding).where(*theirs).correlate(GroupRow)
    found = (last.scalar_subquery().label("last"), players.scalar_subquery().label("players"))
    groups = select(GroupRow.id, *_group_columns(), *found).where(*_of_groups(wanted)).cte("ranked_groups")
    group = groups.prefix_with("MATERIALIZED").c  # or SQLite looks for the last anew with each player
    columns = (*(group[name] for name in GROUP), KeptStanding.player_id, _NOBODY.label("several"))
    return select(*columns, group.players, *_labelled(sums)).where(
        KeptStanding.period == period,
        KeptStanding.group_id == group.id,
        sums["rounds"] > 0,
        or_(group.last.is_(None), mean >= group.last),
    )


def _added_up(wanted: ResultFilter) -> Select[Any]:
    """Return the query that adds the wanted results up; its columns as those of ``_kept``."""
    key = (*GROUPED, ResultRow.player_id, _SEVERAL.label("several"))
    ended = {"matches": MatchRow.ended.is_not(None), "matches_won": MATCH_WON}
    of_match = _results(
        select(
            *key,
            *(func.sum(value).label(name) for name, value in COUNTED.items()),
            *(func.max(case((holds, ONE), else_=ZERO)).label(name) for name, holds in ended.items()),
        ),
        wanted,
    )
    of_match = of_match.join(MatchRow, RoundRow.match_id == MatchRow.id).where(why_left_out(wanted).is_(None))
    found = of_match.group_by(*key, RoundRow.match_id).subquery().c
    names = (*GROUP, "player_id", "several")
    sums = {name: cast(func.sum(found[name]), BigInteger) for name in SUMS}
    players = _players([found[name] for name in GROUP])
    return select(*(found[name] for name in names), players, *_labelled(sums)).group_by(
        *(found[name] for name in names)
    )


def _players(group: Sequence[ColumnElement[Any]]) -> ColumnElement[int]:
    return func.count().over(partition_by=group).label("players")


def _mean(points: ColumnElement[int], rounds: ColumnElement[int]) -> ColumnElement[Any]:
    """Return the mean; NULL of no rounds: a server may work it out before it looks whether there are any."""
    return cast(points, Double) / cast(func.nullif(rounds, ZERO), Double)  # or a server divides by way of decimals


def _best(rows: Iterable[_Row], top: int | None) -> Iterator[_Row]:
    """Yield the first ``top`` of each group, or all."""
    return chain.from_iterable(islice(theirs, top) for _, theirs in groupby(rows, attrgetter("group")))


def _rows(session: Session, added: Select[Any]) -> Iterator[_Row]:
    """Yield the rows, each group's in the order of its ranking."""
    found = session.execute(_ranking(session, added).execution_options(yield_per=_AT_ONCE))
    return (_Row(Group(*row[:5]), *row[5:]) for row in found)


def _ranking(session: Session, added: Select[Any]) -> Select[Any]:
    """Return the query of the rows, each group's in the order of its ranking: the fields of ``_Row`` one by one."""
    source = added.subquery()
    sums = source.c
    group = [sums[one] for one in GROUP]
    codes = "C" if session.get_bind().dialect.name == "postgresql" else "BINARY"
    name = func.coalesce(PlayerRow.name, sums.several)
    numbers = [sums[one] for one in ("players", *SUMS)]
    query = select(*group, sums.player_id, sums.several, name.label("name"), *numbers)
    query = query.select_from(source.outerjoin(PlayerRow, sums.player_id == PlayerRow.id))
    return query.order_by(
        *group, _mean(sums.points, sums.rounds).desc(), sums.rounds.desc(), name.collate(codes), sums.several
    )


def _labelled(columns: Mapping[str, Any]) -> Iterator[ColumnElement[Any]]:
    return (column.label(name) for name, column in columns.items())


def _group_columns() -> list[ColumnElement[Any]]:
    return [getattr(GroupRow, name) for name in GROUP]


def _of_groups(wanted: ResultFilter) -> Iterator[ColumnElement[bool]]:
    columns = {GroupRow.game: wanted.game, GroupRow.edition: wanted.edition, GroupRow.touch: wanted.touch}
    yield from (column == value for column, value in columns.items() if value is not None)


def _results(columns: Select[Any], wanted: ResultFilter) -> Select[Any]:
    return columns.join_from(ResultRow, RoundRow, ResultRow.round_id == RoundRow.id).where(*conditions(wanted))


def _kept_left_out(wanted: ResultFilter, period: str) -> Any:
    """Return the query of what is kept of the results left out of a period."""
    query = select(KeptLeftOut.why, cast(func.sum(KeptLeftOut.results), BigInteger)).join_from(KeptLeftOut, GroupRow)
    query = query.where(KeptLeftOut.period == period, KeptLeftOut.results > 0, *_of_groups(wanted))
    return (query.where(KeptLeftOut.why != "handicaps") if wanted.handicaps else query).group_by(KeptLeftOut.why)


def _left_out(wanted: ResultFilter) -> Any:
    """Return the query that counts excluded results by reason."""
    whys = _results(select(why_left_out(wanted).label("why")), wanted).subquery().c.why
    return select(whys, func.count()).where(whys.is_not(None)).group_by(whys)


class _Detail(NamedTuple):
    """What does not add up: it is read from the results themselves."""

    rounds: int
    best: int
    worst: int
    trend: float | None
    reaction_ms: int | None


_FEW: Final = 2000
"""Number of players of a ranking up to which the database is asked for their results alone."""
_AT_ONCE: Final = 1000
"""Number of rows of the database held in memory at once."""


def _of_players(wanted: ResultFilter, rows: Iterable[_Row]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions of results, each for a query of its own, that together hold for those of these rows."""
    players: dict[Group, list[int | None]] = {}
    for row in rows:
        players.setdefault(row.group, []).append(row.player_id)
    all_players = {*chain.from_iterable(players.values())}
    if None in all_players or ((wanted.first or wanted.last) and len(all_players) > _FEW):
        yield true()
    elif wanted.first or wanted.last:  # "+ 0": by the days, which have fewer results than the players
        yield (ResultRow.player_id + ZERO).in_(all_players)
    else:
        yield from _together(players)


def _together(players: Mapping[Group, Sequence[int | None]]) -> Iterator[ColumnElement[bool]]:
    """Yield conditions of the results of these players of each group: of as many at once as the databases take.

    For each condition by itself a server might look through all rounds.
    """
    some: list[ColumnElement[bool]] = []
    of_some: list[int | None] = []
    for group, theirs in players.items():
        if some and len(of_some) + len(theirs) > _FEW:
            yield and_(ResultRow.player_id.in_({*of_some}), or_(*some))
            some, of_some = [], []
        same = (column == getattr(group, column.key) for column in GROUPED)
        some.append(and_(*same, ResultRow.player_id.in_(theirs)))
        of_some += theirs
    if some:
        yield and_(ResultRow.player_id.in_({*of_some}), or_(*some))


def _details(
    session: Session, wanted: ResultFilter, conditions: Iterable[ColumnElement[bool]]
) -> dict[Group, dict[_Whose, _Detail]]:
    """Return the details of the players in the results for which one of the conditions holds."""
    key = (ResultRow.player_id, _SEVERAL.label("several"))
    query = _results(select(*key, *GROUPED, ResultRow.points, ResultRow.reaction_ms), wanted)
    query = query.where(why_left_out(wanted).is_(None)).execution_options(yield_per=_AT_ONCE)
    query = query.order_by(*key, RoundRow.arrived, RoundRow.id, ResultRow.position)
    found: dict[Group, dict[_Whose, _Detail]] = {}
    for condition in conditions:
        for (player, several), theirs in groupby(session.execute(query.where(condition)), itemgetter(0, 1)):
            for group, played in _by_group(theirs).items():
                found.setdefault(Group(*group), {})[several if player is None else player] = _detail(*played)
    return found


_Played: TypeAlias = "tuple[array[int], array[int]]"
"""The points and the reactions of a player, in the order of play."""


def _by_group(results: Iterable[Any]) -> dict[tuple[Any, ...], _Played]:
    played: dict[tuple[Any, ...], _Played] = {}
    for _player, _several, *group, points, reaction in results:
        key = tuple(group)
        if (mine := played.get(key)) is None:
            mine = played[key] = (array("q"), array("q"))
        mine[0].append(points)
        if reaction is not None:
            mine[1].append(reaction)
    return played


def _detail(points: Sequence[int], reactions: Sequence[int]) -> _Detail:
    reaction_ms = round(median(reactions)) if reactions else None
    return _Detail(len(points), max(points), min(points), trend(points), reaction_ms)


def _standing(row: _Row, detail: _Detail | None) -> Standing:
    if detail is None or detail.rounds != row.rounds:
        raise OutOfStep
    return Standing(
        name=row.name,
        several=bool(row.several),
        rounds=row.rounds,
        mean=round(row.points / row.rounds, 2),
        best=detail.best,
        worst=detail.worst,
        trend=detail.trend,
        won=row.won,
        win_rate=round(row.won / row.rounds, 3),
        stops=row.stops,
        false_stops=row.false_stops,
        reaction_ms=detail.reaction_ms,
        lost_races=row.lost_races,
        matches=row.matches,
        matches_won=row.matches_won,
    )


def trend(points: Sequence[int]) -> float | None:
    """Return the mean of the latest rounds minus that of the earlier ones; see ``Standing``."""
    if len(points) < _TREND_LEAST:
        return None
    latest = min(TREND_ROUNDS, len(points) // 2)
    return round(fmean(points[-latest:]) - fmean(points[:-latest]), 2)
