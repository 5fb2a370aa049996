"""The standings made anew from the results, and compared with those that were kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

from sqlalchemy import bindparam, delete, func, insert, select, true
from sqlalchemy.orm import Session

from kiosk.results import calendar
from kiosk.results.keeping import KEY, LEFT_OUT_KEY, NUMBERS, left_out_of, missing_groups, standings_of
from kiosk.results.model import GroupRow, KeptLeftOut, KeptStanding, PlayerRow, ResultRow, RoundRow
from kiosk.results.ranked import GROUP, Group
from kiosk.system.progress import Track, untracked

_PLAYERS: Final = 200
"""Number of players whose standings are held in memory at once."""
_ROUNDS: Final = 20_000
"""Number of rounds whose results are looked through at once: a server limits the time of a statement."""

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
    session.execute(insert(_table(GroupRow)).from_select(GROUP, _new_groups()))
    groups = {row.id: Group(*row[1:]) for row in session.execute(select(GroupRow.__table__))}
    found: list[Difference] = []
    work = [*_parts_of_players(session), *_parts_of_rounds(session)]
    left_out = Counter[_Key]()
    for kind, first, last in track(work, "Rebuilding", len(work)):
        if kind is KeptStanding:
            found += _players(session, groups, first, last)
        else:
            part = left_out_of(RoundRow.arrived.between(first, last))
            left_out.update({tuple(key): results for *key, results in session.execute(part)})
    found += _left_out(session, groups, {key: (results,) for key, results in left_out.items()})
    return Rebuilt(days, found)


def _new_groups() -> Any:
    return missing_groups(true()).except_(select(*(getattr(GroupRow, name) for name in GROUP)))


def _parts_of_players(session: Session) -> Iterator[tuple[type, int, int]]:
    """Yield the first and the last id of some players, until all are told."""
    ids = session.scalars(select(PlayerRow.id).order_by(PlayerRow.id)).all()
    for first in range(0, len(ids), _PLAYERS):
        part = ids[first : first + _PLAYERS]
        yield KeptStanding, part[0], part[-1]


def _parts_of_rounds(session: Session) -> Iterator[tuple[type, int, int]]:
    """Yield the first and the last of some rounds in the order of arrival, until all are told."""
    first, last = session.execute(select(func.min(RoundRow.arrived), func.max(RoundRow.arrived))).one()
    if first is not None:
        for begin in range(first, last + 1, _ROUNDS):
            yield KeptLeftOut, begin, begin + _ROUNDS - 1


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
