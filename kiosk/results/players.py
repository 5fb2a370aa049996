"""Players: names imported with rounds, names deleted by hand, and names forgotten automatically."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time, timedelta
from typing import Any, Final

from sqlalchemy import Connection, and_, bindparam, func, insert, not_, or_, select, update
from sqlalchemy import delete as remove
from sqlalchemy.orm import Session

from kiosk.journal.erasures import ForgottenNames, digest
from kiosk.journal.ledger import EMPTY, Ledger
from kiosk.journal.names import name_key
from kiosk.results import outbox
from kiosk.results.audit import note
from kiosk.results.erasing import erase
from kiosk.results.keeping import chunks, drop_player, in_step
from kiosk.results.model import Forgotten, LiveRow, MatchRow, PlayerRow, ResultRow, RoundRow, utc
from kiosk.results.prepared import Prepared, called, on_server
from kiosk.system.boot import boot_id, machine

OVERDUE_DAYS: Final = 7
"""Number of consecutive days on which a name must be due before it is forgotten: a clock may say 2036 for a while."""

AT_ONCE: Final = 50
"""Most names that are forgotten in one transaction: each takes some milliseconds, and more on a Raspberry Pi."""


_BY_HAND: Final = "delete-player"
"""What the audit trail calls the deletion of a name by the staff."""

_ELSEWHERE: Final = "deleted in the hall"

_LOOKED_AT: Final = 500
"""Most players whose days are counted in one transaction."""


def find(session: Session, name: str) -> PlayerRow | None:
    """Return the player of that name, in any spelling."""
    return session.scalar(select(PlayerRow).where(PlayerRow.key == name_key(name)))


@dataclass(slots=True)
class _Person:
    """A player as an import knows one; ``id`` None: new to the store."""

    id: int | None
    last_played: datetime
    new: dict[str, Any] = field(default_factory=dict)
    """What is to be written of the player."""


class ImportedPlayers:
    """The players of rounds that are being imported from the machine ``host``, within one transaction.

    ``left`` may know when one that is new to the store was first seen.
    """

    def __init__(self, connection: Connection, now: datetime, host: str, left: Ledger = EMPTY) -> None:
        self.left = left
        self._connection = connection
        self._now = now
        self._host = host
        self._known: dict[str, _Person] = {}
        """By the normalised name."""
        self._forgotten = ForgottenNames()

    def look_up(self, key: str, names: Collection[str]) -> None:
        """Look for the players of all these names; ``key``: the store's, of forgotten names."""
        found = _PLAYERS.rows(self._connection, {"keys": [name_key(name) for name in names]})
        self._known = {one: _Person(player, last_played) for player, one, last_played in found}
        gone = _FORGOTTEN.rows(self._connection, {"digests": [digest(key, name) for name in names]})
        self._forgotten = ForgottenNames(key, {of: until.timestamp() for of, until in gone})

    def came(self, name: str, match: datetime, played: datetime, boot: str) -> str | None:
        """Note that the person of that name has played in that ``boot`` of the machine; return the normalised name.

        None: a guest, or a deleted name. ``match``: when the match began. A time in the future counts as now: a wrong
        clock must not keep a name for years.
        """
        key = name_key(name)
        if not key or self._forgotten.has(name, match.timestamp()):
            return None
        played = min(played, self._now)
        person = self._known.get(key)
        if person is None:
            since = min(played, self.left.seen(name) or played)
            person = self._known[key] = _Person(
                None,
                played,
                {
                    "name": name,
                    "key": key,
                    "digest": digest(self._forgotten.key, name),
                    "since": since,
                    "overdue_days": 0,
                },
            )
        if played >= person.last_played:
            person.last_played = played
            person.new |= {"last_played": played, "host": self._host, "boot": boot}
        return key

    def write(self) -> dict[str, int]:
        """Write them; return their ids, by the normalised name."""
        ids, again = {}, defaultdict[tuple[Any, ...], list[int]](list)
        for key, person in self._known.items():
            if person.id is None:
                ((ids[key],),) = _NEW.rows(self._connection, person.new)
                continue
            ids[key] = person.id
            if person.new:
                again[tuple(person.new.items())].append(person.id)
        for played, people in again.items():
            _PLAYED.run(self._connection, {"people": people, **dict(played)})
        return ids


_PEOPLE: Final[Any] = PlayerRow.__table__
_GONE: Final[Any] = Forgotten.__table__
_PLAYERS: Final = Prepared(
    select(_PEOPLE.c.id, _PEOPLE.c.key, _PEOPLE.c.last_played).where(
        _PEOPLE.c.key.in_(bindparam("keys", expanding=True))
    ),
    "keys",
)
_FORGOTTEN: Final = Prepared(
    select(_GONE.c.digest, _GONE.c.until).where(_GONE.c.digest.in_(bindparam("digests", expanding=True))), "digests"
)
_PLAYED: Final = Prepared(
    update(_PEOPLE)
    .where(_PEOPLE.c.id.in_(bindparam("people", expanding=True)))
    .values({name: bindparam(name) for name in ("last_played", "host", "boot")}),
    "people",
)
_NEW: Final = Prepared(insert(_PEOPLE).returning(_PEOPLE.c.id))


def delete(session: Session, name: str, who: str, now: datetime) -> int | None:
    """Turn all rounds of a player into a guest's, permanently; return their number, None if there is no such player.

    Matches that have begun by now never restore the name; a person who chooses it in a later one counts as new.
    """
    player = find(session, name)
    if player is None:
        return None
    connection = session.connection()
    if on_server(connection):
        session.flush()
        rounds = called(connection, "forget_player", player.id, who, _BY_HAND, utc(now))
        session.expunge(player)
        return int(rounds)
    written = player.name
    rounds, until = forget_player(session, player, who, _BY_HAND, now)
    outbox.tell_erased(session, written, until)
    return rounds


def delete_digest(session: Session, name: str, until: datetime, who: str, now: datetime) -> None:
    """Delete the name of this digest: no use of it in a match that began up to ``until`` is ever stored.

    Whoever has it here loses it, whenever it was used. Nothing happens if it was deleted up to then before.
    """
    known = session.get(Forgotten, name, populate_existing=True)
    if known is not None and known.until >= until:
        return
    found = session.scalar(select(PlayerRow).where(PlayerRow.digest == name))
    session.merge(Forgotten(digest=name, until=until))
    _leave_tables(session, name)
    if found is not None:
        forget_player(session, found, who, _BY_HAND, max(until, now))
    else:
        note(session, who, _BY_HAND, now, {"rounds": 0})


def forget_uses(session: Session, player: PlayerRow, until: datetime, who: str, now: datetime) -> None:
    """Turn the player's rounds of matches that began up to ``until`` into a guest's.

    If there are later ones, they are of a new person of that name, who stays.
    """
    theirs = ResultRow.player_id == player.id
    uses = select(ResultRow.round_id, MatchRow.started <= until).join_from(ResultRow, RoundRow).join(MatchRow)
    uses = uses.where(theirs)
    played = session.execute(uses).all()
    gone = [name for name, before in played if before]
    if len(gone) == len(played):
        forget_player(session, player, who, _ELSEWHERE, now, until)
        return
    for part in chunks(gone):
        with in_step(session, part):
            session.execute(update(ResultRow).where(theirs, ResultRow.round_id.in_(part)).values(player_id=None))
    if gone:
        player.since = session.scalars(select(func.min(RoundRow.started)).join(ResultRow).where(theirs)).one()
        note(session, who, _ELSEWHERE, now, {"rounds": len(gone)})


def overdue(session: Session, names_days: int, now: datetime, most: int) -> Sequence[PlayerRow]:
    """Return the players who are forgotten now, or whose count of overdue days needs an update today; at most ``most``.

    If ``names_days`` is 0: those who have not played today, nor since this machine was started if they last played at
    it. If it is not known which start this is, or that was, they go by the calendar.
    """
    if names_days:
        due = now - timedelta(days=names_days)
        counted = PlayerRow.overdue_on == now.date()
        wanted = or_(
            and_(PlayerRow.last_played < due, or_(PlayerRow.overdue_on.is_(None), not_(counted))),
            and_(PlayerRow.last_played >= due, PlayerRow.overdue_days > 0),
        )
    else:
        today = now.astimezone().date()
        begins, ends = (datetime.combine(day, time()).astimezone() for day in (today, today + timedelta(days=1)))
        wanted = or_(PlayerRow.last_played < begins, PlayerRow.last_played >= ends)
        if boot := boot_id():
            wanted |= and_(PlayerRow.host == machine(), PlayerRow.boot != "", PlayerRow.boot != boot)
    return session.scalars(select(PlayerRow).where(wanted).order_by(PlayerRow.id).limit(most)).all()


def forget(session: Session, names_days: int, now: datetime) -> int:
    """Forget the players who have not played for ``names_days``, at most ``AT_ONCE`` of them; return their number.

    A player is forgotten only after being due on ``OVERDUE_DAYS`` different days, with no day in between when not due;
    but if it is 0, at once on another day, and after another start of the machine.
    """
    forgotten = 0
    for player in overdue(session, names_days, now, _LOOKED_AT):
        if forgotten == AT_ONCE:
            break
        if not names_days:
            forget_player(session, player, "kiosk", "forgotten with the day", now)
            forgotten += 1
        elif player.last_played >= now - timedelta(days=names_days):
            player.overdue_days, player.overdue_on = 0, None
        elif player.overdue_days + 1 < OVERDUE_DAYS:
            player.overdue_days, player.overdue_on = player.overdue_days + 1, now.date()
        else:
            forget_player(session, player, "kiosk", f"forgotten after {names_days} days", now)
            forgotten += 1
    return forgotten


def _leave_tables(session: Session, name: str) -> None:
    """Forget how tables are now at which the name of this digest sits: they tell it again, without the name."""
    session.execute(remove(LiveRow).where(LiveRow.names.contains(name)))


def forget_player(
    session: Session, player: PlayerRow, who: str, why: str, now: datetime, until: datetime | None = None
) -> tuple[int, datetime]:
    """Turn the player's rounds into a guest's and block the name for reimports.

    Return the number of rounds, and the time up to which the name is forgotten: ``until``, by default now.
    """
    theirs = ResultRow.player_id == player.id
    latest = session.scalar(select(func.max(RoundRow.started)).join(ResultRow).where(theirs))
    until = until or now
    until = max(until, latest) if latest else until  # the clock may have gone back since they were played
    session.merge(Forgotten(digest=player.digest, until=until))
    _leave_tables(session, player.digest)
    rounds = session.scalar(select(func.count()).select_from(ResultRow).where(theirs)) or 0
    drop_player(session, player.id)
    session.execute(update(ResultRow).where(theirs).values(player_id=None))
    session.execute(remove(PlayerRow).where(PlayerRow.id == player.id))
    erase(session, player.name, player.key)
    note(session, who, why, now, {"rounds": rounds})
    return rounds, until
