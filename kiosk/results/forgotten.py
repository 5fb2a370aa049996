"""The store's side of the list beside the journal (``kiosk.journal.erasures``): forgotten and hidden names.

Besides the store's own there are lists of digests by other keys: of halls (``kiosk.hall``), and of a store that this
one follows. Whoever sends such a list is not trusted with more than that: of each key a bounded number is kept, and of
forgotten names those that were forgotten last. What is dropped has been applied all the same.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import delete, insert, select, update
from sqlalchemy.orm import Session

from kiosk.journal import bounds
from kiosk.journal.erasures import ForgottenNames, NameList, digest
from kiosk.results.arrivals import Arrival
from kiosk.results.hiding import hidden_names
from kiosk.results.model import Forgotten, ForgottenElsewhere, HiddenElsewhere, MatchRow, PlayerRow, Secret
from kiosk.results.players import AT_ONCE, forget_player, forget_uses

MOST_FORGOTTEN: Final = 5_000
"""Most forgotten names that are kept of a key: the list of 16 halls stays within what the table reads."""
MOST_HIDDEN: Final = 2_000
"""Most hidden names that are kept of a key."""


def forgotten_names(session: Session) -> ForgottenNames:
    """Return all forgotten and hidden names, as they are written beside the journal."""
    own = hidden_names(session)
    until = {row.digest: row.until.timestamp() for row in session.scalars(select(Forgotten))}
    return ForgottenNames(own.key, until, own.digests, lists_elsewhere(session))


def stay_forgotten(session: Session, names: ForgottenNames, who: str, now: datetime) -> bool:
    """Forget the names in ``names`` too, a later list of this store: a backup may have brought some of them back.

    At most ``AT_ONCE`` of them; return whether some are left. An empty store adopts the list and its key: it replaces a
    store that was damaged. For any other the list of another key is one of those from elsewhere.
    """
    if names.key and session.scalar(select(MatchRow.id).limit(1)) is None:
        session.execute(update(Secret).values(key=names.key))
    known = forgotten_names(session)
    both = known.joined(names)
    if both == known:
        return False
    people = session.execute(select(PlayerRow.id, PlayerRow.name, PlayerRow.last_played))
    back = [row.id for row in people if names.has(row.name, row.last_played.timestamp())]
    for player in session.scalars(select(PlayerRow).where(PlayerRow.id.in_(back[:AT_ONCE]))).all():
        forget_player(session, player, who, "deleted before a backup came back", now)
    if len(back) > AT_ONCE:  # the lists come last: whoever is ended before that begins again
        return True
    own = forgotten_names(session).until
    for name, until in both.until.items():
        if until > own.get(name, float("-inf")) and bounds.is_time(until):  # or it is a damaged entry
            session.merge(Forgotten(digest=name, until=datetime.fromtimestamp(until, UTC)))
    for one in both.others:
        times = {name: datetime.fromtimestamp(until, UTC) for name, until in one.until.items() if bounds.is_time(until)}
        forget_elsewhere(session, one.key, times, who, now)
        hide_elsewhere(session, one.key, one.hidden)
    return False


def lists_elsewhere(session: Session) -> tuple[NameList, ...]:
    """Return all lists, in the order of their keys."""
    until, hidden = defaultdict[str, dict[str, float]](dict), defaultdict[str, set[str]](set)
    forgotten = select(ForgottenElsewhere.key, ForgottenElsewhere.digest, ForgottenElsewhere.until)
    for key, name, at in session.execute(forgotten):
        until[key][name] = at.timestamp()
    for key, name in session.execute(select(HiddenElsewhere.key, HiddenElsewhere.digest)):
        hidden[key].add(name)
    keys = sorted(until.keys() | hidden.keys())
    return tuple(NameList(key, until.get(key, {}), frozenset(hidden.get(key, ()))) for key in keys)


def forget_elsewhere(session: Session, key: str, names: Mapping[str, datetime], who: str, now: datetime) -> int:
    """Forget the names of these digests, each up to its time, now and in all that comes; return how many are dropped.

    Dropped are times that no store has, and of more than ``MOST_FORGOTTEN`` those that were forgotten first: they are
    gone from here, but a journal that still has them may bring them back.
    """
    usable = {name: until for name, until in names.items() if bounds.is_time(until.timestamp())}
    theirs = ForgottenElsewhere.key == key
    before = select(ForgottenElsewhere.digest, ForgottenElsewhere.until).where(theirs)
    known = {name: until for name, until in session.execute(before)}  # noqa: C416  a row is no pair for mypy
    later = {name: until for name, until in usable.items() if name not in known or known[name] < until}
    if not later:
        return len(names) - len(usable)
    for player in [*session.scalars(select(PlayerRow))]:
        if (until := later.get(digest(key, player.name))) is not None:
            forget_uses(session, player, until, who, now)
    both = sorted((known | later).items(), key=lambda one: (one[1], one[0]), reverse=True)
    kept = dict(both[:MOST_FORGOTTEN])
    changed = (known.keys() - kept.keys()) | later.keys()
    session.execute(delete(ForgottenElsewhere).where(theirs, ForgottenElsewhere.digest.in_(changed)))
    fresh = [{"key": key, "digest": name, "until": until} for name, until in kept.items() if name in later]
    if fresh:
        session.execute(insert(ForgottenElsewhere), fresh)
    return len(names) - len(usable) + len(both) - len(kept)


def hide_elsewhere(session: Session, key: str, names: Iterable[str]) -> None:
    """Hide the names of these digests, at most ``MOST_HIDDEN``, and no others of this key any more."""
    session.execute(delete(HiddenElsewhere).where(HiddenElsewhere.key == key))
    kept = [{"key": key, "digest": name} for name in sorted({*names})[:MOST_HIDDEN]]
    if kept:
        session.execute(insert(HiddenElsewhere), kept)


def without_forgotten(session: Session, arrivals: Sequence[Arrival]) -> Sequence[Arrival]:
    """Return the arrivals with an empty name for whoever is forgotten elsewhere, in matches that began before that."""
    keys = session.scalars(select(ForgottenElsewhere.key).distinct()).all()
    names = {name for one in arrivals for name, _ in one.results if name} if keys else set[str]()
    if not names:
        return arrivals
    named = {digest(key, name): name for key in keys for name in names}
    rows = select(ForgottenElsewhere.digest, ForgottenElsewhere.until).where(ForgottenElsewhere.digest.in_(named))
    gone = dict[str, datetime]()
    for one, until in session.execute(rows):
        gone[named[one]] = max(until, gone.get(named[one], until))
    known = select(MatchRow.id, MatchRow.started).where(MatchRow.id.in_({one.match for one in arrivals}))
    began = {match: started for match, started in session.execute(known)}  # noqa: C416  as above
    for arrival in arrivals:
        began.setdefault(arrival.match, arrival.started)
    return [
        arrival._replace(
            results=tuple(
                ("" if name in gone and began[arrival.match] <= gone[name] else name, columns)
                for name, columns in arrival.results
            )
        )
        for arrival in arrivals
    ]
