"""Rounds on their way into the store: all that they bring is written together, in one transaction.

Written row by row as objects, a round took several times as long, and most of that while every other writer waited. A
PostgreSQL server does it by itself (``kiosk.results.server_import``).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

import msgspec
from sqlalchemy import Connection, and_, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from kiosk.journal.erasures import digest
from kiosk.journal.ledger import EMPTY, Ledger
from kiosk.journal.names import name_key
from kiosk.results import keeping, outbox
from kiosk.results.arrivals import Arrival, GivenAward
from kiosk.results.calendar import day_of, known_zone
from kiosk.results.model import Calendar, MatchRow, ResultRow, RoundRow, Secret, utc
from kiosk.results.outbox import Told
from kiosk.results.players import ImportedPlayers
from kiosk.results.prepared import Prepared, called, on_server


def _list(name: str) -> Any:
    return bindparam(name, expanding=True)


_ROUNDS: Final[Any] = RoundRow.__table__
_RESULTS: Final[Any] = ResultRow.__table__
_MATCHES: Final[Any] = MatchRow.__table__

_KNOWN: Final = Prepared(
    select(_MATCHES.c.id, _MATCHES.c.started, _MATCHES.c.ended, _ROUNDS.c.id)
    .outerjoin(_ROUNDS, and_(_ROUNDS.c.match_id == _MATCHES.c.id, _ROUNDS.c.id.in_(_list("rounds"))))
    .where(_MATCHES.c.id.in_(_list("matches"))),
    "rounds",
    "matches",
)
"""The matches that are known, each with its rounds that are."""
_STORES_OWN: Final = Prepared(
    select(
        select(Calendar.__table__.c.time_zone).scalar_subquery(),
        select(Secret.__table__.c.key).scalar_subquery(),
        select(func.max(_ROUNDS.c.arrived)).scalar_subquery(),
    )
)
_NEW: Final = [Prepared(insert(table)) for table in (_MATCHES, _ROUNDS, _RESULTS)]
"""A table refers to those before it."""
_END: Final = Prepared(
    update(_MATCHES)
    .where(_MATCHES.c.id == bindparam("match"))
    .values(ended=bindparam("ended"), winners=bindparam("winners"))
)
_LAST_ROUNDS: Final = Prepared(
    select(_RESULTS.c.seat, _ROUNDS.c.id)
    .join_from(_RESULTS, _ROUNDS)
    .where(_ROUNDS.c.match_id == bindparam("match"))
    .order_by(_ROUNDS.c.number)
)
_AWARD: Final = Prepared(
    update(_RESULTS)
    .where(_RESULTS.c.round_id == bindparam("of_round"), _RESULTS.c.seat == bindparam("of_seat"))
    .values(award=bindparam("kind"), award_figure=bindparam("figure"))
)


class _Match(NamedTuple):
    started: datetime
    ended: str | None


def add(session: Session, arrivals: Sequence[Arrival], now: datetime, host: str, left: Ledger = EMPTY) -> int:
    """Add the counted rounds that are not in the store yet, and the ends of their matches; return their number.

    ``host``: the machine that they come from (``kiosk.system.boot``). ``left`` knows which are voided.
    """
    connection = session.connection()
    counted = {one.round: one for one in arrivals if one.values is not None}
    if on_server(connection):
        return _have_server_add(connection, [*counted.values()], [one for one in arrivals if one.end], now, host, left)
    found = _KNOWN.rows(connection, {"rounds": [*counted], "matches": [*{one.match for one in arrivals}]})
    matches = {match: _Match(started, ended) for match, started, ended, _ in found}
    for *_, known in found:
        counted.pop(known, None)
    over = [*{one.match for one in counted.values() if one.match in matches and matches[one.match].ended is not None}]
    keeping.add(session, [], over, -1)
    if counted:
        _write_rounds(connection, counted.values(), matches, ImportedPlayers(connection, now, host, left))
    ends = {}
    for one in arrivals:
        if one.end and one.match in matches and matches[one.match].ended is None and one.match not in ends:
            ends[one.match] = one
    _END.run(connection, *({"match": match, **(one.end or {})} for match, one in ends.items()))
    for match, one in ends.items():
        _give_awards(connection, match, one.awards)
    keeping.add(session, [*counted], [*over, *ends])
    voided = [name for name in counted if name in left.voided]
    if voided:
        alone = outbox.one_by_one(left.changes)
        voided = [name for name in voided if name in alone]
    outbox.tell(connection, (Told.ROUND, counted), (Told.MATCH, ends), (Told.VOID, voided))
    return len(counted)


def _write_rounds(
    connection: Connection, arrivals: Iterable[Arrival], matches: dict[str, _Match], people: ImportedPlayers
) -> None:
    """Write these rounds with their results, and the players and matches that are new; ``matches`` gets the latter."""
    ((zone_name, key, latest),) = _STORES_OWN.rows(connection, {})
    zone = known_zone(zone_name)
    people.look_up(key, {name for one in arrivals for name, _ in one.results if name})
    new, rounds, results = list[dict[str, Any]](), list[dict[str, Any]](), list[tuple[str | None, dict[str, Any]]]()
    for arrived, one in enumerate(arrivals, (latest or 0) + 1):
        match = matches.get(one.match)
        if match is None:
            match = matches[one.match] = _Match(one.started, None)
            new.append({"id": one.match, "table_name": one.table, "started": one.started, "winners": []})
        rounds.append(
            {
                "arrived": arrived,
                "started": one.started,
                "day": day_of(one.started, zone),
                "void_reason": people.left.voided.get(one.round),
                **(one.values or {}),
            }
        )
        for name, columns in one.results:
            results.append((people.came(name, match.started, one.started, one.boot), columns))
    ids = people.write()
    theirs = [{"player_id": None if who is None else ids[who], **columns} for who, columns in results]
    for into, rows in zip(_NEW, (new, rounds, theirs), strict=True):
        into.run(connection, *rows)


def _give_awards(connection: Connection, match: str, given: Sequence[GivenAward]) -> None:
    """Store each award with the seat's last result in the match: in an extra round not everybody has one."""
    if given:
        last: Mapping[int, str] = dict(_LAST_ROUNDS.rows(connection, {"match": match}))
        theirs = [
            {"of_round": last.get(one.seat), "of_seat": one.seat, "kind": str(one.kind), "figure": one.figure}
            for one in given
        ]
        _AWARD.run(connection, *theirs)


_KEY: Final = "kiosk_secret"
"""What of a connection is the store's key of forgotten names, as it was last."""
_SECRET: Final = Prepared(select(Secret.__table__.c.key))


def _have_server_add(
    connection: Connection, rounds: Sequence[Arrival], ends: Sequence[Arrival], now: datetime, host: str, left: Ledger
) -> int:
    """Have the server add those of the counted ``rounds`` that are new, and the ``ends`` of matches."""
    added = None
    while added is None:
        if (key := connection.info.get(_KEY)) is None:
            ((key,),) = _SECRET.rows(connection, {})
            connection.info[_KEY] = key
        told = {
            "key": key,
            "now": utc(now),
            "host": host,
            **told_of_rounds(rounds, key, left),
            **told_of_ends(ends),
        }
        added = called(connection, "put_rounds", msgspec.json.encode(told).decode())
        if added is None:  # the store has got another key since: that of the store which it replaces
            del connection.info[_KEY]
    return int(added)


def told_of_rounds(rounds: Iterable[Arrival], key: str, left: Ledger = EMPTY) -> dict[str, Any]:
    """Return counted rounds as the server's functions take them; ``key``: of digests of names."""
    return {"rounds": [_round(one, key, left) for one in rounds]}


def told_of_ends(ends: Iterable[Arrival]) -> dict[str, Any]:
    """Return the ends of matches as the server's functions take them."""
    return {"ends": [_end(one) for one in ends]}


def _round(one: Arrival, key: str, left: Ledger) -> dict[str, Any]:
    people = {}
    for name, _ in one.results:
        if name and (known_as := name_key(name)) and known_as not in people:
            since = left.seen(name)
            people[known_as] = {
                "name": name,
                "key": known_as,
                "digest": digest(key, name),
                "since": None if since is None else utc(since),
            }
    return {
        "round": one.round,
        "match": one.match,
        "table": one.table,
        "boot": one.boot,
        "started": utc(one.started),
        "columns": {"void_reason": left.voided.get(one.round), **(one.values or {})},
        "people": [*people.values()],
        "results": [{"key": name_key(name), **columns} for name, columns in one.results],
    }


def _end(one: Arrival) -> dict[str, Any]:
    awards = [{"seat": award.seat, "kind": award.kind, "figure": award.figure} for award in one.awards]
    return {"match": one.match, **(one.end or {}), "awards": awards}
