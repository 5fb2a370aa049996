"""Rounds on their way into the store: their rows are worked out before any writer has to wait, then written together.

Written row by row as objects, a round took several times as long, and most of that while every other writer waited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any, Final, NamedTuple

from msgspec import structs
from sqlalchemy import Connection, and_, bindparam, func, insert, select, update
from sqlalchemy.orm import Session

from kiosk.game.awards import Award
from kiosk.game.changed_editions import old_house_rules
from kiosk.journal.ledger import EMPTY, Ledger
from kiosk.journal.reader import RoundLog
from kiosk.journal.records import BrokenOff, MatchEnded, RoundLine, RoundStarted
from kiosk.results import keeping
from kiosk.results.calendar import day_of, known_zone
from kiosk.results.highlights import highlights_of
from kiosk.results.model import Calendar, MatchRow, ResultRow, RoundRow, Secret
from kiosk.results.players import ImportedPlayers
from kiosk.results.prepared import Prepared
from kiosk.results.ranked import DECIDED

_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_OFF: Final = "off"
_HOUSE: Final = "house "
"""The prefix of a changed option among the choices (``kiosk.game.house_options.HOUSE``)."""


class Arrival(NamedTuple):
    """What a round's log brings into the store, as columns; what only the store knows is left out."""

    round: str
    match: str
    table: str
    boot: str
    started: datetime
    values: dict[str, Any] | None
    """Columns of the round; None: it was not counted, and only tells the end of its match."""
    results: tuple[tuple[str, dict[str, Any]], ...]
    """The name of each seat that has played, empty for nobody's, with the columns of its result."""
    end: dict[str, Any] | None
    """Columns of the match's end; None: it went on."""
    awards: tuple[Award, ...]


def arriving(log: RoundLog) -> Arrival:
    """Return what an admitted round (``kiosk.journal.admission``) brings into the store."""
    begin, ended, over = log.started, log.ended, log.over
    told = highlights_of(log)
    values, results = None, list[tuple[str, dict[str, Any]]]()
    if ended is not None:
        values = {
            "lasted_ms": ended.at // 10**6,
            "by": ended.by,
            "decided": ended.decided,
            "near_ties": ended.near_ties,
            "story": told.story,
            "races": told.races,
            **_told(begin),
        }
        for position, line in enumerate(ended.lines):
            if not line.away:  # a seat that did not play has no result
                columns = {"round_id": begin.round, "position": position, **_result(line)}
                results.append(("" if line.bot else line.name, columns))
    started = _EPOCH + timedelta(seconds=log.entries[0].wall)
    origin = begin.origin
    return Arrival(
        log.round, begin.match, origin.table, origin.boot, started, values, tuple(results), _end(over), told.awards
    )


def _end(over: MatchEnded | BrokenOff | None) -> dict[str, Any] | None:
    """Return the columns of a match's end."""
    if isinstance(over, MatchEnded):
        return {"ended": DECIDED, "winners": [*over.winners]}
    return None if over is None else {"ended": over.why, "winners": []}


def _told(begin: RoundStarted) -> dict[str, Any]:
    """Return the columns taken from a round's first record."""
    pro = begin.chosen.get("pro", _OFF)
    return {
        "id": begin.round,
        "match_id": begin.match,
        "number": begin.number,
        "table_name": begin.origin.table,
        "version": begin.origin.version,
        "game": begin.game,
        "edition": begin.chosen.get("preset", ""),
        "pro": "" if pro == _OFF else pro,
        "house_rules": house_rules(begin),
        "touch": begin.touch,
        "real_dice": begin.real_dice,
        "extra": bool(begin.tied),
        "bots": begin.bots,
    }


def house_rules(begin: RoundStarted) -> str | None:
    """Return the options in which a round differs from what its edition is today; None: in none.

    They were changed by choices made for its match, or the edition has been corrected since.
    """
    chosen = {key.removeprefix(_HOUSE): value for key, value in begin.chosen.items() if key.startswith(_HOUSE)}
    changed = sorted({**dict(old_house_rules(begin.chosen.get("preset", ""), begin.rules)), **chosen}.items())
    return ", ".join(f"{option}: {value}" for option, value in changed) or None


_NO_COLUMNS: Final = frozenset({"name", "away", "deeds"})
"""The fields of a line that the store has no column for."""


def _result(line: RoundLine) -> dict[str, Any]:
    """Return a seat's result as columns, without the player."""
    return {name: value for name, value in structs.asdict(line).items() if name not in _NO_COLUMNS}


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


def _give_awards(connection: Connection, match: str, given: Sequence[Award]) -> None:
    """Store each award with the seat's last result in the match: in an extra round not everybody has one."""
    if given:
        last: Mapping[int, str] = dict(_LAST_ROUNDS.rows(connection, {"match": match}))
        theirs = [
            {"of_round": last.get(one.seat), "of_seat": one.seat, "kind": str(one.kind), "figure": one.figure}
            for one in given
        ]
        _AWARD.run(connection, *theirs)
