"""The first schema: rounds, their results, matches, players, and the audit trail."""

from __future__ import annotations

import secrets
from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0001"
down_revision: Final = None


def upgrade() -> None:
    """Create all tables, and generate the key for the digests of forgotten names."""
    _players()
    _rounds()
    _results()
    _staff()


def _players() -> None:
    """Create the tables of players and of forgotten names."""
    op.create_table(
        "players",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("key", sa.String(length=200), nullable=False),
        sa.Column("since", sa.DateTime(), nullable=False),
        sa.Column("last_played", sa.DateTime(), nullable=False),
        sa.Column("overdue_days", sa.Integer(), nullable=False),
        sa.Column("overdue_on", sa.Date(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("key", name="uq_players_key"),
    )
    op.create_table(
        "forgotten",
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.Column("until", sa.DateTime(), nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_forgotten"),
    )
    op.create_table(
        "secret",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_secret"),
    )
    secret = sa.table("secret", sa.column("id", sa.Integer()), sa.column("key", sa.String()))
    op.bulk_insert(secret, [{"id": 1, "key": secrets.token_hex(32)}])


def _rounds() -> None:
    """Create the tables of matches and rounds."""
    op.create_table(
        "matches",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("table_name", sa.String(length=200), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("ended", sa.String(length=64), nullable=True),
        sa.Column("winners", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_matches"),
    )
    op.create_table(
        "rounds",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("match_id", sa.String(length=64), nullable=False),
        sa.Column("arrived", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=200), nullable=False),
        sa.Column("version", sa.String(length=64), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("edition", sa.String(length=64), nullable=False),
        sa.Column("pro", sa.String(length=64), nullable=False),
        sa.Column("touch", sa.String(length=64), nullable=False),
        sa.Column("real_dice", sa.Boolean(), nullable=False),
        sa.Column("extra", sa.Boolean(), nullable=False),
        sa.Column("bots", sa.String(length=64), nullable=False),
        sa.Column("started", sa.DateTime(), nullable=False),
        sa.Column("lasted_ms", sa.Integer(), nullable=False),
        sa.Column("by", sa.String(length=64), nullable=False),
        sa.Column("decided", sa.Boolean(), nullable=False),
        sa.Column("near_ties", sa.Integer(), nullable=False),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["match_id"], ["matches.id"], name="fk_rounds_match_id"),
        sa.PrimaryKeyConstraint("id", name="pk_rounds"),
    )
    op.create_index("ix_rounds_arrived", "rounds", ["arrived"])
    op.create_index("ix_rounds_match_id", "rounds", ["match_id"])
    op.create_index("ix_rounds_started", "rounds", ["started"])


def _results() -> None:
    """Create the table of results."""
    op.create_table(
        "results",
        sa.Column("round_id", sa.String(length=64), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("player_id", sa.Integer(), nullable=True),
        sa.Column("bot", sa.Boolean(), nullable=False),
        sa.Column("gone", sa.Boolean(), nullable=False),
        sa.Column("handicap", sa.Integer(), nullable=True),
        sa.Column("on_screen", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=False),
        sa.Column("centered", sa.Integer(), nullable=False),
        sa.Column("left_over", sa.Integer(), nullable=False),
        sa.Column("penalty", sa.Integer(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("stops", sa.Integer(), nullable=False),
        sa.Column("false_stops", sa.Integer(), nullable=False),
        sa.Column("reaction_ms", sa.Integer(), nullable=True),
        sa.Column("lost_races", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_results_player_id"),
        sa.ForeignKeyConstraint(["round_id"], ["rounds.id"], name="fk_results_round_id"),
        sa.PrimaryKeyConstraint("round_id", "seat", name="pk_results"),
    )
    op.create_index("ix_results_player_id", "results", ["player_id"])


def _staff() -> None:
    """Create the tables of the audit trail and of imported files."""
    op.create_table(
        "audit",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", sa.DateTime(), nullable=False),
        sa.Column("who", sa.String(length=200), nullable=False),
        sa.Column("what", sa.Text(), nullable=False),
        sa.Column("before", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_audit"),
    )
    op.create_table(
        "read_files",
        sa.Column("host", sa.String(length=200), nullable=False),
        sa.Column("path", sa.String(length=400), nullable=False),
        sa.Column("looks", sa.String(length=200), nullable=False),
        sa.Column("problems", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("host", "path", name="pk_read_files"),
    )
