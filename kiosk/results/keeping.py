"""The standings that the store keeps: changed with the results, in the same transaction; and made anew from them.

What results add up to is kept (``KeptStanding``, ``KeptLeftOut``); the best, the worst, medians and trends are read
from the results when somebody is shown. All that is kept is a sum over rounds or over matches: a change takes those
that it touches out, and puts them in again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Select,
    and_,
    bindparam,
    case,
    cast,
    delete,
    func,
    literal,
    literal_column,
    not_,
    select,
    true,
    union_all,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from kiosk.results.model import GroupRow, KeptLeftOut, KeptStanding, MatchRow, ResultRow, RoundRow
from kiosk.results.prepared import Prepared
from kiosk.results.ranked import GROUP, GROUPED, HANDICAPPED, MATCH_WON, MONTH, RANKED, ResultFilter, why_left_out

CHUNK: Final = 500
"""Number of rounds in one statement: databases limit its parameters, and a server its time."""

ZERO: Final[ColumnElement[int]] = literal_column("0")
ONE: Final[ColumnElement[int]] = literal_column("1")

COUNTED: Final[dict[str, Any]] = {
    "rounds": ONE,
    "points": ResultRow.points,
    "won": case((ResultRow.won, ONE), else_=ZERO),
    "stops": ResultRow.stops,
    "false_stops": ResultRow.false_stops,
    "lost_races": ResultRow.lost_races,
}
"""What is added up of the results of rounds."""
_MATCHES: Final = ("matches", "matches_won")
ALL: Final = "all_"
"""The prefix of the sums that include results with a handicap."""
SUMS: Final = (*COUNTED, *_MATCHES)


def _with_all(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(f"{kind}{name}" for kind in ("", ALL) for name in names)


NUMBERS: Final = _with_all(SUMS)
"""The sums of ``KeptStanding``."""
KEY: Final = ("period", "group_id", "player_id")
LEFT_OUT_KEY: Final = ("period", "group_id", "why")

_GROUP_ID: Final = GroupRow.id.label("group_id")
_WHY: Final = why_left_out(ResultFilter())
_LENGTHS: Final = (0, MONTH, 10)
"""Lengths of the names of periods, which are beginnings of a day's."""


@contextmanager
def in_step(session: Session, rounds: Sequence[str]) -> Iterator[None]:
    """Keep the standings in step with a change of these stored rounds that is made inside; at most ``CHUNK``."""
    session.flush()
    matches = session.scalars(select(RoundRow.match_id).where(RoundRow.id.in_(rounds)).distinct()).all()
    add(session, rounds, matches, -1)
    of_players = select(ResultRow.player_id).where(ResultRow.round_id.in_(rounds), ResultRow.player_id.is_not(None))
    played = session.scalars(of_players.distinct()).all()  # some of them may have none of these rounds after it
    yield
    session.flush()
    add(session, rounds, matches, 1)
    session.execute(delete(KeptStanding).where(KeptStanding.player_id.in_(played), KeptStanding.all_rounds == 0))
    session.execute(delete(KeptLeftOut).where(KeptLeftOut.results == 0))


def add(session: Session, rounds: Sequence[str], matches: Sequence[str], sign: int = 1) -> None:
    """Add these rounds to the standings, and those of the matches that are over; or take them out (``sign`` -1).

    Of a match that gets another round or its end, only the match itself is taken out and put in again.
    """
    connection = session.connection()  # of a session itself, each statement costs twice as much
    steps = _prepared_steps(connection.dialect.name, sign)
    for part in chunks(rounds):
        for statement in (steps.missing_groups, steps.left_out, steps.rounds):
            statement.run(connection, {"rounds": part})
    for part in chunks(matches):
        steps.matches.run(connection, {"matches": part})


def drop_player(session: Session, player_id: int) -> None:
    """Drop a player's standings: the results become a guest's."""
    for statement in dropping(session.get_bind().dialect.name, literal(player_id)):
        session.execute(statement)


def dropping(dialect: str, player: ColumnElement[int]) -> Iterator[Any]:
    """Yield the statements that drop the standings of a player."""
    theirs = KeptStanding.player_id == player
    for why, results in (
        ("guests", KeptStanding.all_rounds),
        ("handicaps", KeptStanding.rounds - KeptStanding.all_rounds),  # they had counted as that: a minus
    ):
        moved = select(KeptStanding.period, KeptStanding.group_id, literal(why).label("why"), results).where(theirs)
        yield _upsert(dialect, KeptLeftOut, LEFT_OUT_KEY, ("results",), moved)
    yield delete(KeptStanding).where(theirs)
    yield delete(KeptLeftOut).where(KeptLeftOut.results == 0)


def chunks(items: Iterable[str]) -> Iterator[list[str]]:
    """Yield the items in lists of at most ``CHUNK``."""
    wanted = list(items)
    for first in range(0, len(wanted), CHUNK):
        yield wanted[first : first + CHUNK]


def standings_of(which: ColumnElement[bool]) -> Select[Any]:
    """Return the query of what the ranked results of these rounds, and of their matches that are over, add up to.

    Its columns: ``KEY``, then ``NUMBERS``. A match that goes past midnight is one of both days, and one of the month.
    """
    both = _added_up(union_all(_told_of_rounds(which), _told_of_matches(which))).subquery().c
    return select(*(both[name] for name in KEY), *(_whole(both[name]).label(name) for name in NUMBERS))


def _told_of_rounds(which: ColumnElement[bool]) -> Select[Any]:
    by_day = (_GROUP_ID, RoundRow.day, ResultRow.player_id)
    days = _summed(select(*by_day, *_of_results()), which).group_by(*by_day).subquery().c
    lengths = _lengths()
    return select(
        func.substr(days.day, ONE, lengths.c.length).label("period"),
        days.group_id,
        days.player_id,
        *(days[name] if name in days else ZERO.label(name) for name in NUMBERS),
    ).join(lengths, true())


def _told_of_matches(which: ColumnElement[bool]) -> Select[Any]:
    matches = _of_matches(which, _lengths()).subquery().c
    return select(
        *(matches[name] for name in KEY),
        *(matches[name] if name in matches else ZERO.label(name) for name in NUMBERS),
    )


def _added_up(told: Select[Any] | CompoundSelect[Any], names: Collection[str] = NUMBERS, sign: int = 1) -> Select[Any]:
    """Return the query of the sums of ``names``; all other numbers are 0."""
    both = told.subquery().c
    key = [both[name] for name in KEY]
    added = ((_signed(func.sum(both[name]), sign) if name in names else ZERO).label(name) for name in NUMBERS)
    return select(*key, *added).group_by(*key)


def _signed(number: ColumnElement[int], sign: int) -> ColumnElement[int]:
    return -number if sign < 0 else number


def _whole(number: ColumnElement[int]) -> ColumnElement[int]:
    """Return the number as an integer: PostgreSQL's sums of sums are decimal fractions."""
    return cast(number, BigInteger)


def left_out_of(which: ColumnElement[bool], sign: int = 1) -> Select[Any]:
    """Return the query of how many results of these rounds are not ranked; columns: ``LEFT_OUT_KEY``, ``results``."""
    results = _grouped(select(_GROUP_ID, RoundRow.day, _WHY.label("why"), func.count().label("results")))
    results = results.where(which, _WHY.is_not(None))
    days = results.group_by(_GROUP_ID, RoundRow.day, _WHY).subquery().c
    lengths = _lengths()
    period = func.substr(days.day, ONE, lengths.c.length)
    results = _signed(func.sum(days.results), sign)
    query = select(period.label("period"), days.group_id, days.why, _whole(results).label("results"))
    return query.join(lengths, true()).group_by(period, days.group_id, days.why)


def _lengths() -> Any:
    return union_all(*(select(literal_column(str(length)).label("length")) for length in _LENGTHS)).subquery()


def _of_results() -> Iterator[ColumnElement[int]]:
    """Yield the sums of ranked results, without and with those that had a handicap."""
    for name, value in COUNTED.items():
        yield func.sum(case((HANDICAPPED, ZERO), else_=value)).label(name)
    for name, value in COUNTED.items():
        yield func.sum(value).label(f"{ALL}{name}")


def _of_matches(which: ColumnElement[bool], lengths: Any) -> Any:
    """Return the query of matches that are over, by period, group and player: whether they count, and are won."""
    period = func.substr(RoundRow.day, ONE, lengths.c.length)
    plain, won = not_(HANDICAPPED), MATCH_WON
    told = {"matches": plain, "matches_won": and_(plain, won), f"{ALL}matches": true(), f"{ALL}matches_won": won}
    counted = (func.max(case((holds, ONE), else_=ZERO)).label(name) for name, holds in told.items())
    query = select(period.label("period"), _GROUP_ID, ResultRow.player_id, *counted)
    query = _summed(query, and_(which, MatchRow.ended.is_not(None))).join(MatchRow, RoundRow.match_id == MatchRow.id)
    return query.join(lengths, true()).group_by(RoundRow.match_id, period, _GROUP_ID, ResultRow.player_id)


def _summed(query: Any, which: ColumnElement[bool]) -> Any:
    return _grouped(query).where(which, RANKED)


def _grouped(query: Any) -> Any:
    same = (GroupRow.__table__.c[column.key] == column for column in GROUPED)
    return query.join_from(ResultRow, RoundRow).join(GroupRow, and_(*same))


_INSERTS: Final[dict[str, Any]] = {"sqlite": sqlite.insert, "postgresql": postgresql.insert}
"""``INSERT`` with ``ON CONFLICT``, which both databases have."""


def add_groups(dialect: str, which: ColumnElement[bool]) -> Any:
    """Return the statement that adds the groups of these rounds, if they are missing."""
    groups = select(*GROUPED).where(which).distinct()
    return _INSERTS[dialect](GroupRow.__table__).from_select(GROUP, groups).on_conflict_do_nothing()


class Steps(NamedTuple):
    """The statements that change the standings: of rounds the first three, in this order, of matches the last."""

    missing_groups: Any
    left_out: Any
    rounds: Any
    matches: Any


def steps_of(dialect: str, rounds: ColumnElement[bool], matches: ColumnElement[bool], sign: int) -> Steps:
    """Return the statements that add the rounds of these conditions, or take them out (``sign`` -1)."""
    return Steps(
        add_groups(dialect, rounds),
        _upsert(dialect, KeptLeftOut, LEFT_OUT_KEY, ("results",), left_out_of(rounds, sign)),
        _more_of(dialect, _told_of_rounds(rounds), _with_all(COUNTED), sign),
        _more_of(dialect, _told_of_matches(matches), _with_all(_MATCHES), sign),
    )


@cache
def _prepared_steps(dialect: str, sign: int) -> Steps:
    rounds = RoundRow.id.in_(bindparam("rounds", expanding=True))
    matches = RoundRow.match_id.in_(bindparam("matches", expanding=True))
    steps = steps_of(dialect, rounds, matches, sign)
    return Steps(
        Prepared(steps.missing_groups, "rounds"),
        Prepared(steps.left_out, "rounds"),
        Prepared(steps.rounds, "rounds"),
        Prepared(steps.matches, "matches"),
    )


def _more_of(dialect: str, told: Select[Any], names: Collection[str], sign: int) -> Any:
    """Return the statement that adds up only these numbers: a short text takes both sides less time."""
    return _upsert(dialect, KeptStanding, KEY, NUMBERS, _added_up(told, names, sign), names)


def _upsert(
    dialect: str, table: Any, key: Sequence[str], numbers: Sequence[str], query: Any, names: Collection[str] = ()
) -> Any:
    """Return the statement that adds the query's numbers to those of the same key, or only ``names`` of them."""
    more = _INSERTS[dialect](table.__table__).from_select([*key, *numbers], query)
    kept, added = table.__table__.c, more.excluded
    return more.on_conflict_do_update(
        index_elements=key, set_={name: kept[name] + added[name] for name in names or numbers}
    )
