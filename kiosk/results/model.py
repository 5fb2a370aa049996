"""The results store's tables. What changes here needs a migration beside it (``kiosk/results/migrations``).

Everything but ``Player.since``, voided rounds, deletions and the audit trail comes from the journal and could be had
from it again, for as long as that keeps its rounds. Wall times are labels: kept in UTC, compared only where people ask
for a period, and never to put rounds in order (``Round.arrived``). Seats count from 1.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import JSON, DateTime, Dialect, ForeignKey, MetaData, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

WORD = String(64)
"""An identity, or one of few values."""

TITLE = String(200)
"""A name that people have given."""


class Utc(TypeDecorator[datetime]):
    """A moment: always with its zone in the program, always UTC without one in the store."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Into the store."""
        return None if value is None else value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Out of it."""
        return value.replace(tzinfo=UTC) if isinstance(value, datetime) else None


class Base(DeclarativeBase):
    """Base of all tables; constraints have names, so that migrations can speak of them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class Match(Base):
    """A match of which at least one round was counted."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    table_name: Mapped[str] = mapped_column(TITLE)
    started: Mapped[datetime] = mapped_column(Utc)
    """Label of the first of its rounds that was counted."""
    ended: Mapped[str | None] = mapped_column(WORD)
    """``decided``, else why it was broken off (``kiosk.journal.records.BrokenOff``); None: not known to be over."""
    winners: Mapped[list[int]] = mapped_column(JSON, default=list)
    """Their seats."""


class Round(Base):
    """A round that was counted, once and for ever: its identity is the journal's."""

    __tablename__ = "rounds"

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), index=True)
    arrived: Mapped[int] = mapped_column(index=True)
    """Rounds in the order in which they came, as the journal has them: a wall clock that jumps changes nothing."""
    number: Mapped[int]
    """In its match, from 1."""
    table_name: Mapped[str] = mapped_column(TITLE)
    version: Mapped[str] = mapped_column(WORD)
    """Of the program that played it."""
    game: Mapped[str] = mapped_column(WORD)
    edition: Mapped[str] = mapped_column(WORD)
    pro: Mapped[str] = mapped_column(WORD)
    """The pro variant's step; empty: without."""
    touch: Mapped[str] = mapped_column(WORD)
    real_dice: Mapped[bool]
    extra: Mapped[bool]
    """Plays off a draw."""
    bots: Mapped[str] = mapped_column(WORD)
    """The bots' strength in it."""
    started: Mapped[datetime] = mapped_column(Utc, index=True)
    lasted_ms: Mapped[int]
    by: Mapped[str] = mapped_column(WORD)
    """The cause of its end (``kiosk.game.refusals.RoundEnd``)."""
    decided: Mapped[bool]
    """False: dice that nobody has won; they are no result."""
    near_ties: Mapped[int]
    void_reason: Mapped[str | None] = mapped_column(Text)
    """Why the staff has voided it; None: it counts."""

    match: Mapped[Match] = relationship()
    results: Mapped[list[Result]] = relationship(order_by="Result.position", back_populates="round")


class Result(Base):
    """The result of a round for one seat that had cards or dice in it."""

    __tablename__ = "results"

    round_id: Mapped[str] = mapped_column(ForeignKey("rounds.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int]
    """In the order of the game."""
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None: a guest or a bot."""
    bot: Mapped[bool]
    gone: Mapped[bool]
    """Left before the end; the points stand."""
    handicap: Mapped[int | None]
    on_screen: Mapped[bool]
    """In a match of real dice: has rolled on the screen."""
    points: Mapped[int]
    total: Mapped[int]
    centered: Mapped[int]
    left_over: Mapped[int]
    penalty: Mapped[int]
    won: Mapped[bool]
    stops: Mapped[int]
    false_stops: Mapped[int]
    reaction_ms: Mapped[int | None]
    lost_races: Mapped[int]

    round: Mapped[Round] = relationship(back_populates="results")
    player: Mapped[Player | None] = relationship(back_populates="results")


class Player(Base):
    """Somebody who has chosen a name."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(TITLE)
    """As it was first written."""
    key: Mapped[str] = mapped_column(TITLE, unique=True)
    """The name without case (``kiosk.journal.erasures.name_key``)."""
    since: Mapped[datetime] = mapped_column(Utc)
    last_played: Mapped[datetime] = mapped_column(Utc)
    overdue_days: Mapped[int] = mapped_column(default=0)
    """On so many days running the clock has said that the name is to be forgotten (``players.forget``)."""
    overdue_on: Mapped[date | None]
    """The latest of them."""

    results: Mapped[list[Result]] = relationship(back_populates="player")


class Forgotten(Base):
    """A name that is forgotten, unreadable: matches that began up to ``until`` never bring it back."""

    __tablename__ = "forgotten"

    digest: Mapped[str] = mapped_column(WORD, primary_key=True)
    until: Mapped[datetime] = mapped_column(Utc)


class Secret(Base):
    """The key under which forgotten names are unreadable: one row, drawn when the store is made."""

    __tablename__ = "secret"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(WORD)


class Audit(Base):
    """Something that was changed by hand, or a name that was forgotten; never a name itself."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(Utc)
    who: Mapped[str] = mapped_column(TITLE)
    what: Mapped[str] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The values before the change."""


class ReadFile(Base):
    """A journal's file that was read, and how far: one that looks as it did then need not be read again."""

    __tablename__ = "read_files"

    host: Mapped[str] = mapped_column(TITLE, primary_key=True)
    path: Mapped[str] = mapped_column(String(400), primary_key=True)
    looks: Mapped[str] = mapped_column(TITLE)
    """Identity, sizes and times of the file and of what SQLite keeps beside it."""
    problems: Mapped[list[str]] = mapped_column(JSON)
    """Its problems, told at every import."""
