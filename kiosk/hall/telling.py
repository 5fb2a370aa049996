"""What the hall is told of a table: messages made from its store as they are sent (``kiosk.hall.rounds``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import ColumnElement, or_, select
from sqlalchemy.orm import Session, selectinload

from kiosk.game.seats import SeatNumber
from kiosk.hall import rounds
from kiosk.hall.rounds import (
    AwardGiven,
    Change,
    Changes,
    Erased,
    MatchEnd,
    RoundPut,
    SeatResult,
    Voided,
)
from kiosk.journal.erasures import digest
from kiosk.results.model import Hall, MatchRow, OutboxRow, ResultRow, RoundRow
from kiosk.results.outbox import Told
from kiosk.system.decoders import prepared
from kiosk.system.message_server import LARGEST

MOST_HALLS: Final = 16
"""Most halls that a table remembers, each with the key of its digests."""

_ROOM: Final = LARGEST - 64
"""Bytes for the changes of one message."""

_OF_ROUND: Final = tuple(
    {"round": "id", "match": "match_id", "nth": "number"}.get(name, name)
    for name in RoundPut.__struct_fields__
    if name not in ("number", "story", "races", "results", "house_rules")
)
_OF_RESULT: Final = tuple(name for name in SeatResult.__struct_fields__ if name not in ("name", "digest"))


class UnknownHallError(Exception):
    """The table does not take this hall; the text says why."""


def remember(session: Session, hall: str, key: str, *, names: bool) -> None:
    """Keep the hall's key; ``names``: whether typed names may go to it.

    Raises UnknownHallError: its lists of names are kept by its key, so there is one of each hall, and few halls.
    """
    known = session.get(Hall, hall)
    if known is None:
        if len(session.scalars(select(Hall.id)).all()) >= MOST_HALLS:
            raise UnknownHallError(f"this table knows {MOST_HALLS} halls already")
        session.add(Hall(id=hall, key=key, has_names=names))
    elif known.key != key:
        raise UnknownHallError("it has had another key before, and a hall keeps its key")
    else:
        known.has_names = known.has_names or names


def begin_after(session: Session, after: int, mark: int) -> int:
    """Return the number after which a hall has to be told.

    It is ``after`` if that has this ``mark``, and otherwise 0: the numbers are of another store.
    """
    same = session.scalar(select(OutboxRow.number).where(OutboxRow.number == after, OutboxRow.mark == mark))
    return same or 0


def last_told(session: Session, hall: Hall, *, names: bool) -> int:
    """Return the last number of what a hall is told, which is not what no message can hold; 0: it is told nothing."""
    before: int | None = None
    while True:
        wanted = select(OutboxRow).where(_for(hall.id)).order_by(OutboxRow.number.desc()).limit(rounds.AT_ONCE)
        entries = session.scalars(wanted if before is None else wanted.where(OutboxRow.number < before)).all()
        if not entries:
            return 0
        for entry, change in zip(entries, _changes(session, entries, hall.key if names else ""), strict=True):
            if change is not None and _size(change):
                return entry.number
        before = entries[-1].number


def changes_after(
    session: Session, hall: Hall, after: int, *, names: bool, say: Callable[[str], object]
) -> Changes | None:
    """Return the changes that follow ``after``, as many as one message holds; None: there are none.

    ``names``: whether names go with them. What no message can hold is left out, and told to ``say``.
    """
    while True:
        wanted = select(OutboxRow).where(OutboxRow.number > after, _for(hall.id))
        entries = session.scalars(wanted.order_by(OutboxRow.number).limit(rounds.AT_ONCE)).all()
        if not entries:
            return None
        told, room = list[Change](), _ROOM
        mark = 0
        for entry, change in zip(entries, _changes(session, entries, hall.key if names else ""), strict=True):
            taken = _size(change)
            if change is None or not taken:
                say(f"{entry.kind} {entry.reference}: it is beyond what a hall takes, and stays here alone")
                continue
            if taken > room:
                break
            room -= taken
            told.append(change)
            mark = entry.mark
        if told:
            return Changes(tuple(told), mark)
        after = entries[-1].number


def _for(hall: str) -> ColumnElement[bool]:
    return or_(OutboxRow.hall.is_(None), OutboxRow.hall == hall)


def _size(change: Change | None) -> int:
    """Return the bytes that a change takes; 0: it cannot be sent."""
    data = msgspec.msgpack.encode(change)
    try:
        _decoder.decode(data)
    except ValueError:
        return 0
    return len(data) if len(data) <= _ROOM else 0


_decoder: Final[msgspec.msgpack.Decoder[Change]] = msgspec.msgpack.Decoder(prepared(Change))


def _changes(session: Session, entries: Sequence[OutboxRow], key: str) -> Iterator[Change | None]:
    """Yield the change of each entry; None: what it was about is gone. ``key``: of names; empty: none goes up."""

    def of(*kinds: Told) -> list[str]:
        return [entry.reference for entry in entries if entry.kind in kinds]

    whole = selectinload(RoundRow.results).joinedload(ResultRow.player)
    wanted = select(RoundRow).where(RoundRow.id.in_(of(Told.ROUND, Told.VOID))).options(whole)
    played = {one.id: one for one in session.scalars(wanted)}
    over = {one.id: one for one in session.scalars(select(MatchRow).where(MatchRow.id.in_(of(Told.MATCH))))}
    given = _awards(session, over)
    for entry in entries:
        number, about = entry.number, entry.reference
        match entry.kind:
            case Told.ROUND if about in played:
                yield _round(number, played[about], key)
            case Told.VOID if about in played:
                yield Voided(number, about, _short(played[about].void_reason))
            case Told.MATCH if about in over:
                one = over[about]
                winners = tuple(map(SeatNumber, one.winners))
                yield MatchEnd(number, about, one.ended or "", winners, tuple(given.get(about, ())))
            case Told.ERASED if entry.until is not None:
                yield Erased(number, about, entry.until)
            case _:
                yield None


def _awards(session: Session, matches: Iterable[str]) -> Mapping[str, list[AwardGiven]]:
    query = select(RoundRow.match_id, RoundRow.id, ResultRow.seat, ResultRow.award, ResultRow.award_figure).join(
        ResultRow, ResultRow.round_id == RoundRow.id
    )
    query = query.where(RoundRow.match_id.in_([*matches]), ResultRow.award.is_not(None))
    found = dict[str, list[AwardGiven]]()
    for match, name, seat, kind, figure in session.execute(query.order_by(RoundRow.number, ResultRow.seat)):
        found.setdefault(match, []).append(AwardGiven(name, SeatNumber(seat), kind or "", figure))
    return found


def _round(number: int, row: RoundRow, key: str) -> RoundPut:
    columns: dict[str, Any] = {name: getattr(row, name) for name in _OF_ROUND}
    columns |= {"round": columns.pop("id"), "match": columns.pop("match_id"), "nth": columns.pop("number")}
    return RoundPut(
        number=number,
        story=None if row.story is None else rounds.Story(**{**row.story, "seats": tuple(row.story["seats"])}),
        races=tuple(rounds.Race(**race) for race in (row.races or ())[: rounds.RACES]),
        house_rules=_short(row.house_rules),
        results=tuple(_result(one, key) for one in row.results),
        **columns,
    )


def _result(row: ResultRow, key: str) -> SeatResult:
    name = row.player.name if key and row.player is not None else ""
    columns = {column: getattr(row, column) for column in _OF_RESULT}
    return SeatResult(name=name, digest=digest(key, name) if name else "", **columns)


def _short(text: str | None) -> str | None:
    """Return a text that fits; its end is cut off if need be."""
    return text if text is None or len(text) <= rounds.TEXT else f"{text[: rounds.TEXT - 3]}..."
