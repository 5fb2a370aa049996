"""Who has played: names that come with rounds, names that are deleted, and names that are forgotten by themselves."""

from __future__ import annotations

import unicodedata
from datetime import datetime, timedelta
from hashlib import blake2b
from typing import Final

from sqlalchemy import func, or_, select, update
from sqlalchemy.orm import Session

from kiosk.venue.audit import note
from kiosk.venue.model import Forgotten, Match, Player, Result, Round, Secret

OVERDUE_DAYS: Final = 7
"""On so many different days running a name has to be due before it is forgotten: a clock may say 2036 for a while."""


def name_key(name: str) -> str:
    """What two spellings of one name have in common: case does not matter, nor how letters are composed."""
    return unicodedata.normalize("NFKC", " ".join(name.split()).casefold())


def find(session: Session, name: str) -> Player | None:
    """The player of that name, however it is spelled."""
    return session.scalar(select(Player).where(Player.key == name_key(name)))


class People:
    """The players of rounds that are being written, within one transaction."""

    def __init__(self, session: Session, now: datetime) -> None:
        self._session = session
        self._now = now
        self._known: dict[str, Player] = {}

    def player(self, name: str, match: Match, played: datetime) -> Player | None:
        """Who played under that name; a new player if there is none yet. None: a guest, or a deleted name.

        A label from the future counts as now: one wrong clock must not keep a name for years.
        """
        key = name_key(name)
        if not key or self._is_forgotten(key, match):
            return None
        played = min(played, self._now)
        player = self._known.get(key) or find(self._session, name)
        if player is None:
            player = Player(name=name, key=key, since=played, last_played=played, overdue_days=0)
            self._session.add(player)
        player.last_played = max(player.last_played, played)
        self._known[key] = player
        return player

    def _is_forgotten(self, key: str, match: Match) -> bool:
        forgotten = self._session.get(Forgotten, _digest(self._session, key))
        return forgotten is not None and match.started <= forgotten.until


def delete(session: Session, name: str, who: str, now: datetime) -> int | None:
    """Make every round of a player a guest's, for ever: how many; None if there is no such player.

    Matches that have begun by now never bring the name back; whoever chooses it in a later one is somebody new.
    """
    player = find(session, name)
    if player is None:
        return None
    digest = _digest(session, player.key)
    latest = session.scalar(select(func.max(Round.started)))
    until = max(now, latest) if latest else now  # the clock may be behind what it said when they were played
    forgotten = session.get(Forgotten, digest)
    if forgotten is None:
        session.add(Forgotten(digest=digest, until=until))
    else:
        forgotten.until = max(forgotten.until, until)
    rounds = _make_guest(session, player)
    note(session, who, "delete-player", now, {"rounds": rounds})
    return rounds


def overdue(session: Session, names_days: int, now: datetime) -> list[Player]:
    """Those who are due to be forgotten, or were on the days before, and of whom today has nothing been noted yet."""
    due = now - timedelta(days=names_days)
    players = session.scalars(select(Player).where(or_(Player.last_played < due, Player.overdue_days > 0)))
    return [player for player in players if player.last_played >= due or player.overdue_on != now.date()]


def forget(session: Session, names_days: int, now: datetime) -> int:
    """Make guests of those who have not played for ``names_days``: how many.

    Only when the clock has said so on ``OVERDUE_DAYS`` different days, and on none in between that they are not due.
    """
    forgotten = 0
    for player in overdue(session, names_days, now):
        if player.last_played >= now - timedelta(days=names_days):
            player.overdue_days, player.overdue_on = 0, None
        elif player.overdue_days + 1 < OVERDUE_DAYS:
            player.overdue_days, player.overdue_on = player.overdue_days + 1, now.date()
        else:
            rounds = _make_guest(session, player)
            note(session, "kiosk", f"forgotten after {names_days} days", now, {"rounds": rounds})
            forgotten += 1
    return forgotten


def _make_guest(session: Session, player: Player) -> int:
    session.flush()
    rounds = session.scalar(select(func.count()).select_from(Result).where(Result.player_id == player.id)) or 0
    session.execute(update(Result).where(Result.player_id == player.id).values(player_id=None))
    session.expire(player, ["results"])
    session.delete(player)
    session.flush()
    return rounds


def _digest(session: Session, key: str) -> str:
    secret = session.scalars(select(Secret.key)).one()
    return blake2b(key.encode(), key=bytes.fromhex(secret), digest_size=32).hexdigest()
