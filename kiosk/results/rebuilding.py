"""The standings made anew from the results, and compared with those that were kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.orm import Session

from kiosk.results import calendar
from kiosk.results.keeping import KEY, LEFT_OUT_KEY, NUMBERS, add_groups, left_out_of, standings_of
from kiosk.results.model import GroupRow, KeptLeftOut, KeptStanding, PlayerRow, ResultRow, RoundRow
from kiosk.results.prepared import execute, on_server
from kiosk.results.ranked import Group
from kiosk.system.progress import Track, untracked

_RESULTS: Final = 10_000
"""Number of results that one statement adds up, and somewhat more: a server limits the time of a statement."""
_ROUNDS: Final = 20_000
"""Number of rounds whose results one statement looks through."""

_BY_LOOKING_UP: Final = """
SET LOCAL enable_hashjoin = off;
SET LOCAL enable_mergejoin = off
"""
"""Has a server look up what belongs to each row of a part: its other ways may read all rounds for each part anew."""
_COUNT_GROUPS: Final = "ANALYZE groups"
"""Has a server know how few groups there are: by itself it never looks, and takes those of the rounds for rare."""

_Key: TypeAlias = tuple[Any, ...]
_Numbers: TypeAlias = tuple[int, ...]
_NONE: Final[_Numbers] = ()


class Difference(NamedTuple):
    """Kept numbers that do not follow from the results. ``who``: a player's name, or why results are left out.

    ``kept`` and ``right``: the numbers that differ, by name; empty: there is no such row.
    """

    period: str
    group: Group
    who: str
    kept: Mapping[str, int]
    right: Mapping[str, int]


class Rebuilt(NamedTuple):
    """What was wrong: the number of rounds that had another day, and all differences."""

    days: int
    differences: Sequence[Difference]


def rebuild(session: Session, track: Track = untracked) -> Rebuilt:
    """Make the standings anew from the results; tell how they differ from those that were kept."""
    days = calendar.set_days(session, track)
    connection = session.connection()
    if on_server(connection):
        execute(connection, _BY_LOOKING_UP)
    rounds, players = [*_parts_of_rounds(session)], [*_parts_of_players(session)]
    left_out = Counter[_Key]()
    for first, last in track(rounds, "Looking through rounds", len(rounds)):
        part = RoundRow.arrived.between(first, last)
        connection.execute(add_groups(connection.dialect.name, part))
        left_out.update({tuple(key): results for *key, results in session.execute(left_out_of(part))})
    if on_server(connection):
        execute(connection, _COUNT_GROUPS)
    groups = {row.id: Group(*row[1:]) for row in session.execute(select(GroupRow.__table__))}
    found: list[Difference] = []
    for first, last in track(players, "Adding up", len(players)):
        found += _players(session, groups, first, last)
    found += _left_out(session, groups, {key: (results,) for key, results in left_out.items()})
    return Rebuilt(days, found)


def _parts_of_rounds(session: Session) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of some rounds in the order of arrival, until all are told."""
    first, last = session.execute(select(func.min(RoundRow.arrived), func.max(RoundRow.arrived))).one()
    if first is not None:
        for begin in range(first, last + 1, _ROUNDS):
            yield begin, begin + _ROUNDS - 1


def _parts_of_players(session: Session) -> Iterator[tuple[int, int]]:
    """Yield the first and the last id of some players, until all are told: those of ``_RESULTS`` results, or of one."""
    end, last = session.scalar(select(func.max(PlayerRow.id))) or 0, 0
    while last < end:
        later = select(ResultRow.player_id).where(ResultRow.player_id > last).order_by(ResultRow.player_id)
        first, last = last + 1, session.scalar(later.offset(_RESULTS - 1).limit(1)) or end
        yield first, last


def _players(session: Session, groups: Mapping[int, Group], first: int, last: int) -> Iterator[Difference]:
    theirs = ResultRow.player_id.between(first, last)
    right = {tuple(row[:3]): tuple(row[3:]) for row in session.execute(standings_of(theirs))}
    kept_rows = select(*(getattr(KeptStanding, name) for name in (*KEY, *NUMBERS)))
    kept_rows = kept_rows.where(KeptStanding.player_id.between(first, last))
    kept = {tuple(row[:3]): tuple(row[3:]) for row in session.execute(kept_rows)}
    wrong = _mended(session, KeptStanding, KEY, NUMBERS, kept, right)
    if not wrong:
        return
    names = dict(session.execute(select(PlayerRow.id, PlayerRow.name).where(PlayerRow.id.between(first, last))).all())
    for period, group, player in wrong:
        key = (period, group, player)
        yield _difference(key, groups[group], names[player], NUMBERS, kept.get(key, _NONE), right.get(key, _NONE))


def _left_out(session: Session, groups: Mapping[int, Group], right: Mapping[_Key, _Numbers]) -> Iterator[Difference]:
    columns = (getattr(KeptLeftOut, name) for name in (*LEFT_OUT_KEY, "results"))
    kept = {tuple(row[:3]): tuple(row[3:]) for row in session.execute(select(*columns))}
    wrong = _mended(session, KeptLeftOut, LEFT_OUT_KEY, ("results",), kept, right)
    for key in wrong:
        yield _difference(key, groups[key[1]], key[2], ("results",), kept.get(key, _NONE), right.get(key, _NONE))


def _mended(
    session: Session,
    table: Any,
    names: Sequence[str],
    numbers: Sequence[str],
    kept: Mapping[_Key, _Numbers],
    right: Mapping[_Key, _Numbers],
) -> list[_Key]:
    """Replace the kept rows that are wrong; return their keys, in order."""
    if kept == right:
        return []
    wrong = sorted(key for key in kept.keys() | right.keys() if kept.get(key) != right.get(key))
    gone = [dict(zip((f"the_{name}" for name in names), key, strict=True)) for key in wrong if key in kept]
    new = [dict(zip((*names, *numbers), (*key, *right[key]), strict=True)) for key in wrong if key in right]
    if gone:
        session.connection().execute(_delete(table, names), gone)
    if new:
        session.connection().execute(insert(_table(table)), new)
    return wrong


def _delete(table: Any, names: Sequence[str]) -> Any:
    return delete(_table(table)).where(*(getattr(table, name) == bindparam(f"the_{name}") for name in names))


def _difference(key: _Key, group: Group, who: str, names: Sequence[str], kept: _Numbers, right: _Numbers) -> Difference:
    was, is_now = dict(zip(names, kept, strict=False)), dict(zip(names, right, strict=False))
    differ = [name for name in names if was.get(name) != is_now.get(name)]
    told = ({name: numbers[name] for name in differ if name in numbers} for numbers in (was, is_now))
    return Difference(key[0], group, who, *told)


def _table(row: Any) -> Any:
    """Return the table of rows: what many of them are written into does not go through objects."""
    return row.__table__
