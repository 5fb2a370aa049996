"""Rounds of two editions that were corrected: their old option is a house rule, so that they are ranked apart.

The values are written out here: a migration never changes, whatever later versions correct.
"""

from __future__ import annotations

from typing import Final

import sqlalchemy as sa
from alembic import op

revision: Final = "0005"
down_revision: Final = "0004"

_OLD: Final = (("schmidt_2017_ru", "stack", "direct"), ("wikipedia", "discard_chain", "chain"))


def upgrade() -> None:
    """Name the old option, unless the players had chosen one themselves."""
    rounds = sa.table("rounds", *(sa.column(name, sa.String()) for name in ("id", "game", "edition", "house_rules")))
    connection = op.get_bind()
    for edition, option, word in _OLD:
        of_edition = (rounds.c.game == "cards") & (rounds.c.edition == edition)
        for name, chosen in connection.execute(sa.select(rounds.c.id, rounds.c.house_rules).where(of_edition)).all():
            told = (chosen or "").split(", ") if chosen else []
            if not any(rule.partition(": ")[0] == option for rule in told):
                words = ", ".join(sorted([*told, f"{option}: {word}"]))
                connection.execute(rounds.update().where(rounds.c.id == name).values(house_rules=words))
