"""What pages read from the store: the latest matches, rankings, and all that is told of a player or a match."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, and_, case, func, or_, select
from sqlalchemy.orm import Session, aliased, joinedload, selectinload

from kiosk.journal.bounds import TITLE, WORD, secret_problem
from kiosk.journal.names import name_key
from kiosk.results.calendar import zone_of
from kiosk.results.model import GroupRow, KeptStanding, MatchRow, PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import DECIDED, GROUP, GROUPED, HANDICAPPED, RANKED, Group, ResultFilter, days_of
from kiosk.results.standings import Standing, standings

PERIODS: Final = ("today", "month", "all")
"""The periods of rankings: those for which the store keeps standings."""

_LOOKED_AT: Final = 400
"""Number of the newest rounds among which the latest matches are looked for."""
_CURVE: Final = 30
"""Number of rounds in a player's curve."""
_RIVALS: Final = 3
"""Number of rivals that are told of a player."""
_COUNTS: Final = RoundRow.void_reason.is_(None)


@dataclass(frozen=True, slots=True)
class Line:
    """A seat's way through a match: its last ``result``, and for each round its result, None: it did not play."""

    result: ResultRow
    results: tuple[ResultRow | None, ...]
    place: int
    won: bool

    @property
    def totals(self) -> tuple[int, ...]:
        """The total before the first of its rounds, and after each round of the match."""
        first = next(one for one in self.results if one is not None)
        totals = [first.total - first.points]
        for one in self.results:
            totals.append(totals[-1] if one is None else one.total)
        return tuple(totals)


@dataclass(frozen=True, slots=True)
class MatchTold:
    """A match with its rounds; ``lines``: its seats, the best first."""

    match: MatchRow
    rounds: tuple[RoundRow, ...]
    lines: tuple[Line, ...]

    @property
    def winners(self) -> tuple[Line, ...]:
        """The seats that have won it; empty: it goes on, or was broken off."""
        return tuple(line for line in self.lines if line.won)

    @property
    def counted(self) -> tuple[RoundRow, ...]:
        """Its rounds that count."""
        return tuple(one for one in self.rounds if one.void_reason is None)

    @property
    def ended(self) -> datetime:
        """When its last round ended."""
        last = self.rounds[-1]
        return last.started + timedelta(milliseconds=last.lasted_ms)


class Ranked(NamedTuple):
    """A player's line in a ranking; ``seat``: where this player sat last. Who is level shares a place."""

    place: int
    player: int
    seat: int
    standing: Standing


class Ranking(NamedTuple):
    """A group's ranking; ``players``: how many it has, of whom only the first may be told."""

    group: Group
    rows: tuple[Ranked, ...]
    players: int


class Rival(NamedTuple):
    """Another player, with the rounds in which each of both had more points."""

    player: int
    name: str
    seat: int
    ahead: int
    behind: int


class AwardCount(NamedTuple):
    """How often a player got an award, and for what figure at most."""

    kind: str
    times: int
    figure: int


class BestRound(NamedTuple):
    """One of a player's best rounds."""

    points: int
    match: str
    started: datetime
    table: str
    seats: int


class PlaceTold(NamedTuple):
    """A player's place in a ranking of a period (``PERIODS``), with the points and rounds in it."""

    period: str
    place: int
    points: int
    rounds: int


@dataclass(frozen=True, slots=True)
class PlayerTold:
    """All that is told of a player; ``points``: of the latest rounds of the ``group`` played last, oldest first.

    ``spread``: in how many of its rounds the player got so many points; ``place``: in the shortest period there is.
    """

    player: PlayerRow
    seat: int
    sums: tuple[tuple[Group, KeptStanding], ...]
    group: Group | None
    points: tuple[int, ...]
    spread: tuple[tuple[int, int], ...]
    place: PlaceTold | None
    bests: tuple[BestRound, ...]
    rivals: tuple[Rival, ...]
    awards: tuple[AwardCount, ...]


# ---------------------------------------------------------------- matches


def latest_matches(session: Session, count: int, *, decided: bool = False) -> list[MatchTold]:
    """Return the matches with the newest rounds, the newest first; ``decided``: only those that have a winner."""
    newest = select(RoundRow.match_id).where(_COUNTS).order_by(RoundRow.arrived.desc()).limit(_LOOKED_AT)
    if decided:
        newest = newest.join(MatchRow).where(MatchRow.ended == DECIDED)
    ids = [*dict.fromkeys(session.scalars(newest))][:count]
    query = select(RoundRow).where(RoundRow.match_id.in_(ids)).order_by(RoundRow.match_id, RoundRow.arrived)
    rounds = session.scalars(query.options(*_whole())).all()
    found = {match: _told([*theirs]) for match, theirs in groupby(rounds, lambda one: one.match_id)}
    return [told for match in ids if (told := found[match]) is not None]


def match_told(session: Session, match: str) -> MatchTold | None:
    """Return a match; None: the store has none of this id, or no results of it."""
    if secret_problem(match, WORD):
        return None  # a server refuses to be asked for what it could not keep
    query = select(RoundRow).where(RoundRow.match_id == match).order_by(RoundRow.arrived).options(*_whole())
    rounds = session.scalars(query).all()
    return _told(rounds)


def _whole() -> tuple[Any, ...]:
    return (joinedload(RoundRow.match), selectinload(RoundRow.results).joinedload(ResultRow.player))


def _told(rounds: Sequence[RoundRow]) -> MatchTold | None:
    by_round = [{result.seat: result for result in one.results} for one in rounds]
    if not any(by_round):
        return None
    match = rounds[0].match
    seats = {seat: tuple(results.get(seat) for results in by_round) for seat in sorted(set().union(*by_round))}
    last = {seat: next(one for one in reversed(results) if one is not None) for seat, results in seats.items()}
    merits = {seat: (seat in match.winners, one.total) for seat, one in last.items()}
    lines = (
        Line(last[seat], results, 1 + sum(other > merits[seat] for other in merits.values()), seat in match.winners)
        for seat, results in seats.items()
    )
    return MatchTold(match, tuple(rounds), tuple(sorted(lines, key=lambda line: line.place)))


def newest_end(session: Session) -> datetime | None:
    """Return when the newest counted round ended, in the store's time zone; None: there is none."""
    query = select(RoundRow.started, RoundRow.lasted_ms).where(_COUNTS).order_by(RoundRow.arrived.desc()).limit(1)
    found = session.execute(query).first()
    return None if found is None else (found[0] + timedelta(milliseconds=found[1])).astimezone(zone_of(session))


def newest_rounds(session: Session, count: int, match: str = "") -> Sequence[RoundRow]:
    """Return the newest rounds, voided ones too; with the id of a ``match`` its rounds instead."""
    query = select(RoundRow).order_by(RoundRow.arrived.desc()).options(joinedload(RoundRow.match))
    if match and not secret_problem(match, WORD):
        return session.scalars(query.where(RoundRow.match_id == match)).all()
    return session.scalars(query.limit(count)).all()


# ---------------------------------------------------------------- rankings


def rankings(session: Session, period: str, now: datetime, top: int, only: Group | None = None) -> list[Ranking]:
    """Return the rankings of a period (``PERIODS``), that with the most players first; ``only``: that of one group."""
    first, last = days_of(period, now.astimezone(zone_of(session)).date())
    wanted = ResultFilter(first=first, last=last)
    if only is not None:
        wanted = replace(wanted, game=only.game, edition=only.edition, touch=only.touch)
    told = standings(session, wanted, top)
    groups = {group: [*rows] for group, rows in told.groups.items() if only in (None, group)}
    people = _players_of(session, {row.name for rows in groups.values() for row in rows})
    found = (Ranking(group, tuple(_placed(rows, people)), told.players[group]) for group, rows in groups.items())
    return sorted(found, key=lambda one: (-one.players, one.group))


def _placed(rows: Sequence[Standing], people: Mapping[str, tuple[int, int]]) -> Iterator[Ranked]:
    """Yield the lines of a ranking. Of those who are level the order tells nothing of their names."""
    place = 1
    for _, level in groupby(rows, lambda row: (row.mean, row.rounds)):
        theirs = sorted(((people[row.name], row) for row in level), key=itemgetter(0))
        yield from (Ranked(place, player, seat, row) for (player, seat), row in theirs)
        place += len(theirs)


def _last_seat(player: Any) -> Any:
    query = select(ResultRow.seat).join(RoundRow, ResultRow.round_id == RoundRow.id)
    return query.where(ResultRow.player_id == player).order_by(RoundRow.arrived.desc()).limit(1).scalar_subquery()


def _players_of(session: Session, names: Iterable[str]) -> dict[str, tuple[int, int]]:
    query = select(PlayerRow.name, PlayerRow.id, _last_seat(PlayerRow.id)).where(PlayerRow.name.in_([*names]))
    return {name: (player, seat) for name, player, seat in session.execute(query)}


def players_found(session: Session, words: str, most: int) -> list[tuple[int, str, int]]:
    """Return id, name and last seat of ``most`` players whose name has these words in it, in any spelling."""
    if secret_problem(words, TITLE):
        return []
    like = PlayerRow.key.contains(name_key(words), autoescape=True)
    query = select(PlayerRow.id, PlayerRow.name, _last_seat(PlayerRow.id)).where(like).order_by(PlayerRow.key)
    return [(player, name, seat) for player, name, seat in session.execute(query.limit(most)) if seat is not None]


def newest_names(session: Session, most: int) -> list[str]:
    """Return ``most`` names, of who played last first."""
    return [*session.scalars(select(PlayerRow.name).order_by(PlayerRow.last_played.desc(), PlayerRow.key).limit(most))]


# ---------------------------------------------------------------- a player


def seat_of(session: Session, player: int) -> int | None:
    """Return where a player sat last; None: nowhere."""
    return session.scalar(select(_last_seat(player)))


def player_told(session: Session, player: int, now: datetime) -> PlayerTold | None:
    """Return what is told of a player; None: there is none of this id."""
    row = session.get(PlayerRow, player)
    if row is None:
        return None
    mine = and_(ResultRow.player_id == player, RANKED, ~HANDICAPPED)
    results = select(ResultRow.points, ResultRow.seat, *GROUPED).join_from(ResultRow, RoundRow).where(mine)
    latest = session.execute(results.order_by(RoundRow.arrived.desc()).limit(1)).first()
    seat = seat_of(session, player)
    group = None if latest is None else Group(*latest[2:])
    same = () if group is None else _same(group)
    curve = session.execute(results.where(*same).order_by(RoundRow.arrived.desc()).limit(_CURVE)).all() if same else []
    spread = select(ResultRow.points, func.count()).join_from(ResultRow, RoundRow).where(mine, *same)
    counts = session.execute(spread.group_by(ResultRow.points).order_by(ResultRow.points)).all() if same else []
    kept = (
        select(GroupRow, KeptStanding)
        .join(KeptStanding)
        .where(KeptStanding.player_id == player, KeptStanding.period == "", KeptStanding.rounds > 0)
    )
    sums = session.execute(kept.order_by(KeptStanding.rounds.desc())).all()
    return PlayerTold(
        row,
        seat or 1,
        tuple((Group(*(getattr(one, name) for name in GROUP)), standing) for one, standing in sums),
        group,
        tuple(points for points, *_ in reversed(curve)),
        tuple((points, rounds) for points, rounds in counts),
        None if group is None else _place(session, player, group, now),
        _bests(session, mine, same),
        _rivals(session, player),
        _awards(session, player),
    )


def _place(session: Session, player: int, group: Group, now: datetime) -> PlaceTold | None:
    """Return a player's place among those of a group: the higher mean is first, of equal means that of more rounds."""
    today = now.astimezone(zone_of(session)).date()
    same = [getattr(GroupRow, name) == getattr(group, name) for name in GROUP]
    for period in PERIODS:
        first, last = days_of(period, today)
        ranked = (*same, KeptStanding.period == ResultFilter(first=first, last=last).period, KeptStanding.rounds > 0)
        query = select(KeptStanding).join(GroupRow).where(*ranked)
        if mine := session.scalar(query.where(KeptStanding.player_id == player)):
            ahead = KeptStanding.points * mine.rounds - mine.points * KeptStanding.rounds
            better = or_(ahead > 0, and_(ahead == 0, KeptStanding.rounds > mine.rounds))
            count = session.scalar(select(func.count()).select_from(KeptStanding).join(GroupRow).where(*ranked, better))
            return PlaceTold(period, 1 + (count or 0), mine.points, mine.rounds)
    return None


def _same(group: Group) -> tuple[ColumnElement[bool], ...]:
    return tuple(column == getattr(group, name) for column, name in zip(GROUPED, GROUP, strict=True))


def _bests(session: Session, mine: ColumnElement[bool], same: tuple[ColumnElement[bool], ...]) -> tuple[BestRound, ...]:
    other = aliased(ResultRow)
    seats = select(func.count()).where(other.round_id == RoundRow.id).scalar_subquery()
    told = (ResultRow.points, RoundRow.match_id, RoundRow.started, RoundRow.table_name, seats)
    query = select(*told).join_from(ResultRow, RoundRow)
    query = query.where(mine, *same).order_by(ResultRow.points.desc(), RoundRow.arrived).limit(3)
    return tuple(BestRound(*row) for row in session.execute(query))


def _rivals(session: Session, player: int) -> tuple[Rival, ...]:
    """Return those with whom a player has played most rounds that count."""
    mine, theirs = aliased(ResultRow), aliased(ResultRow)
    ahead, behind = (
        func.sum(case((holds, 1), else_=0)) for holds in (mine.points > theirs.points, mine.points < theirs.points)
    )
    query = select(PlayerRow.id, PlayerRow.name, _last_seat(PlayerRow.id), ahead, behind).select_from(mine)
    query = query.join(theirs, and_(theirs.round_id == mine.round_id, theirs.seat != mine.seat))
    query = query.join(RoundRow, RoundRow.id == mine.round_id).join(PlayerRow, PlayerRow.id == theirs.player_id)
    query = query.where(mine.player_id == player, _COUNTS).group_by(PlayerRow.id, PlayerRow.name)
    found = session.execute(query.order_by(func.count().desc(), PlayerRow.id).limit(_RIVALS))
    return tuple(Rival(*row) for row in found)


def _awards(session: Session, player: int) -> tuple[AwardCount, ...]:
    query = select(ResultRow.award, func.count(), func.max(ResultRow.award_figure)).join_from(ResultRow, RoundRow)
    query = query.where(ResultRow.player_id == player, ResultRow.award.is_not(None), _COUNTS).group_by(ResultRow.award)
    found = session.execute(query.order_by(func.count().desc(), ResultRow.award).limit(6))
    return tuple(AwardCount(kind or "", times, figure or 0) for kind, times, figure in found)
