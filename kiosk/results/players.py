"""Players: names imported with rounds, names deleted by hand, and names forgotten automatically."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
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
from kiosk.results.keeping import drop_player
from kiosk.results.model import Forgotten, MatchRow, PlayerRow, ResultRow, RoundRow, Secret
from kiosk.results.prepared import Prepared
from kiosk.system.boot import boot_id, machine

OVERDUE_DAYS: Final = 7
"""Number of consecutive days on which a name must be due before it is forgotten: a clock may say 2036 for a while."""

AT_ONCE: Final = 50
"""Most names that are forgotten in one transaction: each takes some milliseconds, and more on a Raspberry Pi."""


_BY_HAND: Final = "delete-player"
"""What the audit trail calls the deletion of a name by the staff."""

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
                None, played, {"name": name, "key": key, "since": since, "overdue_days": 0}
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


def forgotten_names(session: Session) -> ForgottenNames:
    """Return all forgotten names, as they are written beside the journal."""
    until = {row.digest: row.until.timestamp() for row in session.scalars(select(Forgotten))}
    return ForgottenNames(session.scalars(select(Secret.key)).one(), until)


def stay_forgotten(session: Session, names: ForgottenNames, who: str, now: datetime) -> bool:
    """Forget the names in ``names`` too, a later list of this store: a backup may have brought some of them back.

    At most ``AT_ONCE`` of them; return whether some are left. An empty store adopts the list and its key: it replaces a
    store that was damaged.
    """
    if names.key and session.scalar(select(MatchRow.id).limit(1)) is None:
        session.execute(update(Secret).values(key=names.key))
    known = forgotten_names(session)
    if known.joined(names) == known:
        return False
    people = session.execute(select(PlayerRow.id, PlayerRow.name, PlayerRow.last_played))
    back = [row.id for row in people if names.has(row.name, row.last_played.timestamp())]
    for player in session.scalars(select(PlayerRow).where(PlayerRow.id.in_(back[:AT_ONCE]))).all():
        _forget(session, player, who, "deleted before a backup came back", now)
    if len(back) > AT_ONCE:  # the list comes last: whoever is ended before that begins again
        return True
    known = forgotten_names(session)
    for name, until in known.joined(names).until.items():
        if until > known.until.get(name, float("-inf")):
            with suppress(ValueError, OverflowError, OSError):  # not a time: a damaged entry
                session.merge(Forgotten(digest=name, until=datetime.fromtimestamp(until, UTC)))
    return False


def delete(session: Session, name: str, who: str, now: datetime) -> int | None:
    """Turn all rounds of a player into a guest's, permanently; return their number, None if there is no such player.

    Matches that have begun by now never restore the name; a person who chooses it in a later one counts as new.
    """
    player = find(session, name)
    if player is None:
        return None
    written = player.name
    rounds, until = _forget(session, player, who, _BY_HAND, now)
    outbox.tell_erased(session, written, until)
    return rounds


def delete_digest(session: Session, name: str, until: datetime, who: str, now: datetime) -> None:
    """Delete the name of this digest: no use of it in a match that began up to ``until`` is ever stored.

    Whoever has it here loses it, whenever it was used. Nothing happens if it was deleted up to then before.
    """
    known = session.get(Forgotten, name, populate_existing=True)
    if known is not None and known.until >= until:
        return
    key = session.scalars(select(Secret.key)).one()
    people = session.execute(select(PlayerRow.id, PlayerRow.name))
    found = next((row.id for row in people if digest(key, row.name) == name), None)
    session.merge(Forgotten(digest=name, until=until))
    if found is not None:
        _forget(session, session.get_one(PlayerRow, found), who, _BY_HAND, max(until, now))
    else:
        note(session, who, _BY_HAND, now, {"rounds": 0})


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
            _forget(session, player, "kiosk", "forgotten with the day", now)
            forgotten += 1
        elif player.last_played >= now - timedelta(days=names_days):
            player.overdue_days, player.overdue_on = 0, None
        elif player.overdue_days + 1 < OVERDUE_DAYS:
            player.overdue_days, player.overdue_on = player.overdue_days + 1, now.date()
        else:
            _forget(session, player, "kiosk", f"forgotten after {names_days} days", now)
            forgotten += 1
    return forgotten


def _forget(session: Session, player: PlayerRow, who: str, why: str, now: datetime) -> tuple[int, datetime]:
    """Turn the player's rounds into a guest's and block the name for reimports.

    Return the number of rounds, and the time up to which the name is forgotten.
    """
    theirs = ResultRow.player_id == player.id
    latest = session.scalar(select(func.max(RoundRow.started)).join(ResultRow).where(theirs))
    until = max(now, latest) if latest else now  # the clock may have gone back since they were played
    key = session.scalars(select(Secret.key)).one()
    session.merge(Forgotten(digest=digest(key, player.name), until=until))
    rounds = session.scalar(select(func.count()).select_from(ResultRow).where(theirs)) or 0
    drop_player(session, player.id)
    session.execute(update(ResultRow).where(theirs).values(player_id=None))
    session.execute(remove(PlayerRow).where(PlayerRow.id == player.id))
    erase(session, player.name, player.key)
    note(session, who, why, now, {"rounds": rounds})
    return rounds, until
