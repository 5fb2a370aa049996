"""Standings that are kept: what each player's results add up to, for all time, each month and each day.

The store fills them after its migration (``kiosk.results.store``): they follow from the results.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0006"
down_revision: Final = "0005"

_SUMS: Final = ("rounds", "points", "won", "stops", "false_stops", "lost_races", "matches", "matches_won")


def upgrade() -> None:
    """Create the tables, and the day of each round, which is not known yet."""
    # Not as a batch, which would write all rounds anew.
    op.add_column("rounds", sa.Column("day", sa.String(length=10), server_default=sa.text("''"), nullable=False))
    op.create_index("ix_rounds_day", "rounds", ["day"])
    op.create_table(
        "calendar",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("time_zone", sa.String(length=200), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_calendar"),
    )
    op.create_table(
        "groups",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=64), nullable=False),
        sa.Column("edition", sa.String(length=64), nullable=False),
        sa.Column("pro", sa.String(length=64), nullable=False),
        sa.Column("touch", sa.String(length=64), nullable=False),
        sa.Column("real_dice", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_groups"),
        sa.UniqueConstraint("game", "edition", "pro", "touch", "real_dice", name="uq_groups_game"),
    )
    op.create_table(
        "standings",
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("group_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("player_id", sa.Integer(), autoincrement=False, nullable=False),
        *(sa.Column(f"{kind}{name}", sa.BigInteger(), nullable=False) for kind in ("", "all_") for name in _SUMS),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_standings_group_id"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_standings_player_id"),
        sa.PrimaryKeyConstraint("period", "group_id", "player_id", name="pk_standings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_standings_player_id", "standings", ["player_id"])
    op.create_table(
        "left_out",
        sa.Column("period", sa.String(length=10), nullable=False),
        sa.Column("group_id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("why", sa.String(length=64), nullable=False),
        sa.Column("results", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["group_id"], ["groups.id"], name="fk_left_out_group_id"),
        sa.PrimaryKeyConstraint("period", "group_id", "why", name="pk_left_out"),
    )
