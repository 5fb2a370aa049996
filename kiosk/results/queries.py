"""Listings of rounds and players, and voiding of rounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from sqlalchemy import func, select, update
from sqlalchemy.orm import Session, joinedload, selectinload

from kiosk.results import outbox
from kiosk.results.audit import note
from kiosk.results.keeping import chunks, in_step
from kiosk.results.model import PlayerRow, ResultRow, RoundRow, utc
from kiosk.results.prepared import called, on_server
from kiosk.results.ranked import ResultFilter, conditions
from kiosk.system.progress import Track, untracked

_MANY: Final = 100
"""Most rounds that are fetched for an ambiguous prefix of an id."""


class NoSuchRound(Exception):  # noqa: N818
    """No round, or more than one, matches. The text says which, and how to fix it."""


@dataclass(frozen=True, slots=True)
class KnownPlayer:
    """A player with the number of rounds in the store."""

    name: str
    since: datetime
    last_played: datetime
    rounds: int


HALL: Final = "hall"
"""Who has done what the hall's staff did (``kiosk.results.audit``)."""

AT_ONCE: Final = 500
"""Number of rounds held in memory at once: a store may hold years of them."""


def rounds(session: Session, wanted: ResultFilter) -> Iterator[RoundRow]:
    """Yield the wanted rounds with their results and players, oldest first, including voided ones."""
    query = select(RoundRow).where(*conditions(wanted)).order_by(RoundRow.arrived, RoundRow.id)
    whole = (joinedload(RoundRow.match), selectinload(RoundRow.results).joinedload(ResultRow.player))
    yield from session.scalars(query.options(*whole).execution_options(yield_per=AT_ONCE))


def players(session: Session) -> list[KnownPlayer]:
    """Everybody who has a name, in the order of the alphabet."""
    query = (
        select(PlayerRow, func.count(ResultRow.round_id))
        .outerjoin(ResultRow, ResultRow.player_id == PlayerRow.id)
        .group_by(PlayerRow.id)
        .order_by(PlayerRow.key)
    )
    return [
        KnownPlayer(player.name, player.since, player.last_played, count) for player, count in session.execute(query)
    ]


def void(session: Session, round_id: str, reason: str | None, who: str, now: datetime) -> tuple[str, bool]:
    """Void a round for a ``reason``; None: count it again. Return its id, and whether this changed anything.

    ``round_id`` may be a prefix of the id. Raises ``NoSuchRound``.
    """
    found = _find(session, round_id)
    if found.void_reason == reason:
        return found.id, False
    connection = session.connection()
    if on_server(connection):
        session.flush()
        called(connection, "void_round", found.id, reason, who, utc(now))
    else:
        _void(session, {found.id: found.void_reason}, reason, who, now)
    outbox.tell(connection, (outbox.Told.VOID, [found.id]))
    session.refresh(found)
    return found.id, True


def _void(
    session: Session,
    rounds: Mapping[str, str | None],
    reason: str | None,
    who: str,
    now: datetime,
    track: Track = untracked,
) -> None:
    """Void these rounds for a ``reason``, each with an entry in the audit trail; None: count them again.

    The rounds are told with the reasons that they have now.
    """
    parts = [*chunks(rounds)]
    for part in track(parts, "Voiding" if reason else "Counting again", len(parts)):
        with in_step(session, part):
            session.execute(update(RoundRow).where(RoundRow.id.in_(part)).values(void_reason=reason))
        for name in part:
            what = f"unvoid {name}" if reason is None else f"void {name}: {reason}"
            note(session, who, what, now, {"void_reason": rounds[name]})
        session.flush()


def void_for_hall(session: Session, voided: Mapping[str, str | None], now: datetime) -> int:
    """Void rounds for the hall's reasons, None: count them again; return how many of them are not in the store.

    The hall is not told of its own changes: it may have changed them again meanwhile.
    """
    known = dict[str, str | None]()
    for part in chunks(voided):
        found = select(RoundRow.id, RoundRow.void_reason).where(RoundRow.id.in_(part))
        known.update((row.id, row.void_reason) for row in session.execute(found))
    for name, reason in known.items():
        if reason != voided[name]:
            _void(session, {name: reason}, voided[name], HALL, now)
    return len(voided) - len(known)


def reset(
    session: Session, wanted: ResultFilter, reason: str, who: str, now: datetime, track: Track = untracked
) -> int:
    """Void all wanted rounds that count, each with an entry in the audit trail; return their number."""
    query = select(RoundRow.id).where(*conditions(wanted), RoundRow.void_reason.is_(None)).order_by(RoundRow.id)
    identities = session.scalars(query).all()
    _void(session, dict.fromkeys(identities), reason, who, now, track)
    return len(identities)


def undo_reset(
    session: Session, wanted: ResultFilter, reason: str, who: str, now: datetime, track: Track = untracked
) -> int:
    """Have all wanted rounds count again that were voided for this reason; return their number."""
    query = select(RoundRow.id).where(*conditions(wanted), RoundRow.void_reason == reason).order_by(RoundRow.id)
    identities = session.scalars(query).all()
    _void(session, dict.fromkeys(identities, reason), None, who, now, track)
    return len(identities)


def _find(session: Session, beginning: str) -> RoundRow:
    like = RoundRow.id.startswith(beginning, autoescape=True)
    found = session.scalars(select(RoundRow).where(like).order_by(RoundRow.id).limit(_MANY)).all()
    same = [one for one in found if one.id == beginning]
    if len(found) != 1 and not same:
        why = f"{len(found)} ids begin like this: write more of it" if found else "list them with: kiosk scores rounds"
        raise NoSuchRound(f"{beginning!r} is no round: {why}")
    return (same or found)[0]
