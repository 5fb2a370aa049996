"""The results store's tables. A change here needs a migration (``kiosk/results/migrations``).

Everything comes from the journal and can be imported again, for as long as the journal keeps its rounds; but for
``PlayerRow.since``, voided rounds, hidden names and the audit trail, which come from the ledger beside it
(``kiosk.journal.ledger``), and deleted names (``kiosk.journal.erasures``). A round beyond the bounds
(``kiosk.journal.bounds``) is not imported, so that every database takes the same. Wall times are labels: stored in UTC,
compared only to filter by a period, and never used to order rounds (``RoundRow.arrived``). Seats count from 1.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    DateTime,
    Dialect,
    ForeignKey,
    Index,
    LargeBinary,
    MetaData,
    String,
    Text,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship
from sqlalchemy.types import TypeDecorator

from kiosk.journal import bounds

PLACE = 400
"""Maximum length of a file's path."""

WORD = String(bounds.WORD)
"""An id, or one of a few values."""

TITLE = String(bounds.TITLE)
"""A name given by a person."""

DAY = String(10)
"""A day as ``2026-11-21``, or a period of days: its beginning, as ``2026-11``; empty: all time."""

_VOIDED = "void_reason IS NOT NULL"


def utc(moment: datetime) -> datetime:
    """Return a time as the store has it (``Utc``)."""
    return moment.astimezone(UTC).replace(tzinfo=None)


class Utc(TypeDecorator[datetime]):
    """A time: timezone-aware in the program, naive UTC in the store."""

    impl = DateTime
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> datetime | None:
        """Convert to the store's form."""
        return None if value is None else utc(value)

    def process_result_value(self, value: Any | None, dialect: Dialect) -> datetime | None:
        """Convert from the store's form."""
        return value.replace(tzinfo=UTC) if isinstance(value, datetime) else None


class Base(DeclarativeBase):
    """Base class of all tables; constraints have names, so that migrations can refer to them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(table_name)s_%(column_0_name)s",
            "uq": "uq_%(table_name)s_%(column_0_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


class MatchRow(Base):
    """A match of which at least one round was counted."""

    __tablename__ = "matches"

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    table_name: Mapped[str] = mapped_column(TITLE)
    started: Mapped[datetime] = mapped_column(Utc)
    """Wall time of the start of its first counted round."""
    ended: Mapped[str | None] = mapped_column(WORD)
    """``decided``, or why it was broken off (``kiosk.journal.records.BrokenOff``); None: not known to be over."""
    winners: Mapped[list[int]] = mapped_column(JSON, default=list)
    """The winners' seats."""


class RoundRow(Base):
    """A counted round. Its id is the journal's, so that it is stored only once."""

    __tablename__ = "rounds"
    __table_args__ = (Index("ix_rounds_voided", "id", sqlite_where=text(_VOIDED), postgresql_where=text(_VOIDED)),)

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    match_id: Mapped[str] = mapped_column(ForeignKey("matches.id"), index=True)
    arrived: Mapped[int] = mapped_column(index=True)
    """Sequence number of the import, in the journal's order: a jump of the wall clock does not change it."""
    number: Mapped[int]
    """Its number in the match, from 1."""
    table_name: Mapped[str] = mapped_column(TITLE)
    version: Mapped[str] = mapped_column(WORD)
    """Version of the program that played it."""
    game: Mapped[str] = mapped_column(WORD)
    edition: Mapped[str] = mapped_column(WORD)
    pro: Mapped[str] = mapped_column(WORD)
    """The pro variant's step; empty: none."""
    house_rules: Mapped[str | None] = mapped_column(Text)
    """The options of the edition that had been changed, with their values: it is in no ranking. None: none had."""
    touch: Mapped[str] = mapped_column(WORD)
    real_dice: Mapped[bool]
    extra: Mapped[bool]
    """True if it is an extra round that resolves a draw."""
    bots: Mapped[str] = mapped_column(WORD)
    """The bots' strength."""
    started: Mapped[datetime] = mapped_column(Utc, index=True)
    lasted_ms: Mapped[int]
    by: Mapped[str] = mapped_column(WORD)
    """The cause of its end (``kiosk.game.refusals.RoundEnd``)."""
    decided: Mapped[bool]
    """False: a round of dice that nobody has won; it is in no ranking."""
    near_ties: Mapped[int]
    void_reason: Mapped[str | None] = mapped_column(Text)
    """The staff's reason for voiding it; None: it counts."""
    day: Mapped[str] = mapped_column(DAY, server_default=text("''"), index=True)
    """The day on which it started, in the store's time zone (``Calendar``), as ``2026-11-21``."""

    story: Mapped[dict[str, Any] | None] = mapped_column(JSON(none_as_null=True))
    """What was remarkable in it: fields of ``kiosk.journal.records.StoryLine``, with seats; None: nothing is known."""
    races: Mapped[list[dict[str, Any]] | None] = mapped_column(JSON(none_as_null=True))
    """Its closest races: fields of ``kiosk.journal.records.RaceLine``, with seats; None: none is known."""
    target: Mapped[int | None]
    """The points that end its match; None: it ends otherwise, or an older version has played it."""

    match: Mapped[MatchRow] = relationship()
    results: Mapped[list[ResultRow]] = relationship(order_by="ResultRow.position", back_populates="round")


class ResultRow(Base):
    """The result of a round for one seat that had cards or dice in it."""

    __tablename__ = "results"

    round_id: Mapped[str] = mapped_column(ForeignKey("rounds.id"), primary_key=True)
    seat: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[int]
    """The seat's place in the game's order."""
    player_id: Mapped[int | None] = mapped_column(ForeignKey("players.id"), index=True)
    """None: a guest or a bot."""
    bot: Mapped[bool]
    gone: Mapped[bool]
    """True if the player left before the end; the points stand."""
    handicap: Mapped[int | None]
    cooldown: Mapped[int] = mapped_column(server_default="0")
    """How much longer than by the rules it waited after a flip, or rolled, ms."""
    on_screen: Mapped[bool]
    """In a match with real dice: True if the seat has rolled on the screen."""
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
    award: Mapped[str | None] = mapped_column(WORD)
    """The person's award of the match, with the seat's last round in it (``kiosk.game.awards.AwardKind``)."""
    award_figure: Mapped[int | None]
    """What the award was given for; 0: no figure."""

    round: Mapped[RoundRow] = relationship(back_populates="results")
    player: Mapped[PlayerRow | None] = relationship(back_populates="results")


class Calendar(Base):
    """How the store counts days: one row, written when the store is made."""

    __tablename__ = "calendar"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    time_zone: Mapped[str] = mapped_column(TITLE)
    names_days: Mapped[int | None]
    """In a hall's store: after how many days without a round a name is forgotten; None: as its tables say."""


class GroupRow(Base):
    """The common properties of comparable results (``standings.Group``)."""

    __tablename__ = "groups"
    __table_args__ = (UniqueConstraint("game", "edition", "pro", "touch", "real_dice", name="uq_groups_game"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(WORD)
    edition: Mapped[str] = mapped_column(WORD)
    pro: Mapped[str] = mapped_column(WORD)
    touch: Mapped[str] = mapped_column(WORD)
    real_dice: Mapped[bool]


class KeptStanding(Base):
    """What a player's ranked results of a group add up to, in a period: all time, a month or a day.

    It follows from the results alone, and is changed with them (``kiosk.results.keeping``). The fields with ``all_``
    are the same with the results that had a handicap; matches: those that are over, with at least one such result.
    """

    __tablename__ = "standings"
    __table_args__ = ({"sqlite_with_rowid": False},)

    period: Mapped[str] = mapped_column(DAY, primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True, autoincrement=False)
    player_id: Mapped[int] = mapped_column(ForeignKey("players.id"), primary_key=True, autoincrement=False, index=True)
    rounds: Mapped[int] = mapped_column(BigInteger)
    points: Mapped[int] = mapped_column(BigInteger)
    won: Mapped[int] = mapped_column(BigInteger)
    stops: Mapped[int] = mapped_column(BigInteger)
    false_stops: Mapped[int] = mapped_column(BigInteger)
    lost_races: Mapped[int] = mapped_column(BigInteger)
    matches: Mapped[int] = mapped_column(BigInteger)
    matches_won: Mapped[int] = mapped_column(BigInteger)
    all_rounds: Mapped[int] = mapped_column(BigInteger)
    all_points: Mapped[int] = mapped_column(BigInteger)
    all_won: Mapped[int] = mapped_column(BigInteger)
    all_stops: Mapped[int] = mapped_column(BigInteger)
    all_false_stops: Mapped[int] = mapped_column(BigInteger)
    all_lost_races: Mapped[int] = mapped_column(BigInteger)
    all_matches: Mapped[int] = mapped_column(BigInteger)
    all_matches_won: Mapped[int] = mapped_column(BigInteger)


class KeptLeftOut(Base):
    """The number of results of a group that are not ranked, in a period, by the first reason that holds."""

    __tablename__ = "left_out"

    period: Mapped[str] = mapped_column(DAY, primary_key=True)
    group_id: Mapped[int] = mapped_column(ForeignKey("groups.id"), primary_key=True, autoincrement=False)
    why: Mapped[str] = mapped_column(WORD, primary_key=True)
    results: Mapped[int] = mapped_column(BigInteger)


class PlayerRow(Base):
    """A person who has chosen a name."""

    __tablename__ = "players"

    id: Mapped[int] = mapped_column(primary_key=True)
    name: Mapped[str] = mapped_column(TITLE)
    """The name in its first spelling."""
    key: Mapped[str] = mapped_column(TITLE, unique=True)
    """The normalised name (``kiosk.journal.names.name_key``)."""
    since: Mapped[datetime] = mapped_column(Utc)
    last_played: Mapped[datetime] = mapped_column(Utc)
    overdue_days: Mapped[int] = mapped_column(default=0)
    """Number of consecutive days on which the name was due to be forgotten (``players.forget``)."""
    overdue_on: Mapped[date | None]
    """The latest of these days."""
    host: Mapped[str | None] = mapped_column(TITLE)
    """The machine from which the name came last (``kiosk.system.boot``); None: not known, as of ``boot``."""
    boot: Mapped[str | None] = mapped_column(WORD)
    """The start of the machine in which it was used last (``kiosk.system.boot``)."""
    digest: Mapped[str] = mapped_column(WORD, server_default=text("''"), index=True)
    """That of the name under the store's key (``Secret``)."""

    results: Mapped[list[ResultRow]] = relationship(back_populates="player")


class Forgotten(Base):
    """A forgotten name as a digest: matches that began up to ``until`` never restore it."""

    __tablename__ = "forgotten"

    digest: Mapped[str] = mapped_column(WORD, primary_key=True)
    until: Mapped[datetime] = mapped_column(Utc)


class HiddenName(Base):
    """A name as a digest that pages and screens do not show (``kiosk.results.hiding``)."""

    __tablename__ = "hidden"

    digest: Mapped[str] = mapped_column(WORD, primary_key=True)


class ForgottenElsewhere(Base):
    """A name that a hall has forgotten, or a store that this one follows: as ``Forgotten``, by another key."""

    __tablename__ = "forgotten_elsewhere"

    key: Mapped[str] = mapped_column(String(128), primary_key=True)
    digest: Mapped[str] = mapped_column(WORD, primary_key=True)
    until: Mapped[datetime] = mapped_column(Utc)


class HiddenElsewhere(Base):
    """A name that a hall has hidden: as ``HiddenName``, by another key."""

    __tablename__ = "hidden_elsewhere"

    key: Mapped[str] = mapped_column(String(128), primary_key=True)
    digest: Mapped[str] = mapped_column(WORD, primary_key=True)


class Secret(Base):
    """The key of the digests of forgotten and hidden names: one row, generated when the store is created."""

    __tablename__ = "secret"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    key: Mapped[str] = mapped_column(WORD)


class OutboxRow(Base):
    """What a hall is told of this table, in the order in which it happened (``kiosk.results.outbox``)."""

    __tablename__ = "outbox"

    number: Mapped[int] = mapped_column(primary_key=True)
    kind: Mapped[str] = mapped_column(WORD)
    reference: Mapped[str] = mapped_column(WORD)
    """The round's or match's id, or a digest of the name."""
    hall: Mapped[str | None] = mapped_column(WORD)
    """The only hall that is told, as the digest is by its key; None: any."""
    until: Mapped[datetime | None] = mapped_column(Utc)
    """Of a deleted name: matches that began up to then never restore it."""
    mark: Mapped[int] = mapped_column(BigInteger)
    """A random number: this entry is not one of the same number in a store that was lost, or restored since."""


class Hall(Base):
    """A hall that has asked for this table's rounds."""

    __tablename__ = "halls"

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    key: Mapped[str] = mapped_column(String(128))
    """The key of its digests of names, hexadecimal."""
    has_names: Mapped[bool]
    """True if a name that somebody has typed may have gone to it."""


class Audit(Base):
    """A manual change, or the deletion of a name; never contains a player's name."""

    __tablename__ = "audit"

    id: Mapped[int] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(Utc)
    who: Mapped[str] = mapped_column(TITLE)
    what: Mapped[str] = mapped_column(Text)
    before: Mapped[dict[str, Any]] = mapped_column(JSON)
    """The values before the change."""


class HallTable(Base):
    """In a hall's store: how far it has taken over a table's own store (``kiosk.hall.rounds``)."""

    __tablename__ = "hall_tables"

    id: Mapped[str] = mapped_column(WORD, primary_key=True)
    name: Mapped[str] = mapped_column(TITLE)
    last: Mapped[int] = mapped_column(BigInteger)
    """The number of the last change."""
    mark: Mapped[int] = mapped_column(BigInteger)
    """Its mark: a store that was made anew has no change of this number and mark."""
    role: Mapped[str | None] = mapped_column(TITLE)
    """On a server: the only role that may send its rounds; None: the next that does."""


class HallRound(Base):
    """In a hall's store: the table that a round came from."""

    __tablename__ = "hall_rounds"

    round_id: Mapped[str] = mapped_column(ForeignKey("rounds.id"), primary_key=True)
    table_id: Mapped[str] = mapped_column(WORD, index=True)
    reason: Mapped[str | None] = mapped_column(Text)
    """The reason for which it is voided in the table's own store, as far as that is known; None: it counts there."""


WRITER = 0x4C494752
"""The number of the advisory lock of a PostgreSQL server that every writer of results holds."""
CHANNEL = "kiosk_live"
"""The name by which a server tells its listeners the id of a table of which something has changed."""


class LiveRow(Base):
    """In a hall's store: a table as it is now (``kiosk.hall.live``). A server loses it in a crash."""

    __tablename__ = "live"

    table_id: Mapped[str] = mapped_column(WORD, primary_key=True)
    name: Mapped[str] = mapped_column(TITLE)
    heard: Mapped[datetime] = mapped_column(Utc)
    """When it was heard of last, by the store's clock."""
    gone: Mapped[bool]
    """True if its program has ended; its state has no seats then."""
    state: Mapped[bytes] = mapped_column(LargeBinary)
    """A message of ``kiosk.hall.feed``."""
    names: Mapped[str] = mapped_column(Text, server_default=text("''"))
    """The digests of the names in it under the store's key, with spaces between them: whoever is deleted goes."""


class ReadFile(Base):
    """A journal's file that was read: if its fingerprint is unchanged, it need not be read again."""

    __tablename__ = "read_files"

    host: Mapped[str] = mapped_column(TITLE, primary_key=True)
    path: Mapped[str] = mapped_column(String(PLACE), primary_key=True)
    """Its folder (``importer._place``) and its name."""
    looks: Mapped[str] = mapped_column(TITLE)
    """Fingerprint: inode, size and time of the file and its write-ahead log (``import_mark.looks``); of one that is
    still written also where it is read on (``import_mark.grown``)."""
    problems: Mapped[list[str]] = mapped_column(JSON)
    """Its problems, reported at every import."""
    set_aside: Mapped[list[dict[str, str]] | None] = mapped_column(JSON(none_as_null=True))
    """Its rounds that could not be imported: fields of ``kiosk.journal.set_aside.SetAside``. None: it has none."""
