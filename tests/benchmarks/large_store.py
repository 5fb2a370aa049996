"""A results store of any size, filled by the database itself: what venues with many tables have after years.

A match has eight rounds of the same four seats, of which the last is a bot's. Some people play much, most a little. It
is in none of the standings yet, and nothing in it is random.
"""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import create_engine

ROUNDS_OF_MATCH: Final = 8
SEATS: Final = 4
DAYS: Final = 3 * 365
"""The rounds are spread over this time, up to now."""

_NUMBERS: Final = "WITH RECURSIVE n(i) AS (SELECT CAST(0 AS BIGINT) UNION ALL SELECT i + 1 FROM n WHERE i + 1 < @count)"

_PEOPLE: Final = """
INSERT INTO players (id, name, key, since, last_played, overdue_days)
@numbers SELECT i + 1, 'Player ' || (i + 1), 'player ' || (i + 1), @at, @at, 0 FROM n
"""
_MATCHES: Final = """
INSERT INTO matches (id, table_name, started, ended, winners)
@numbers SELECT 'match-' || i, 'Table ' || (i % 20), @at, 'decided', '[1, 3]' FROM n
"""
_ROUNDS: Final = """
INSERT INTO rounds (id, match_id, arrived, number, table_name, version, game, edition, pro, touch, real_dice, extra,
  bots, started, lasted_ms, by, decided, near_ties, void_reason)
@numbers SELECT 'round-' || i, 'match-' || (i / 8), i + 1, i % 8 + 1, 'Table ' || (i / 8 % 20), '1.0', 'cards',
  CASE WHEN i / 8 % 3 = 0 THEN 'nordic_is' ELSE 'table_default' END, CASE WHEN i / 8 % 3 = 1 THEN 'seat' ELSE '' END,
  CASE WHEN i / 8 % 2 = 0 THEN 'drag' ELSE 'tap' END, false, false, 'steady', @at, 90000, 'stop', true, 0,
  CASE WHEN i % 1000 = 7 THEN 'a test' END FROM n
"""
_RESULTS: Final = """
INSERT INTO results (round_id, seat, position, player_id, bot, gone, handicap, cooldown, on_screen, points, total,
  centered, left_over, penalty, won, stops, false_stops, reaction_ms, lost_races)
@numbers, seats(seat) AS (SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4),
h AS (SELECT i, seat, (i / 8 * 4 + seat) * 2654435761 % 4294967296 / 65536 AS u, (i * 4 + seat) * 40503 % 65536 AS v
  FROM n CROSS JOIN seats)
SELECT 'round-' || i, seat, seat, CASE WHEN seat < 4 THEN seat + 3 * (u * u / 65536 * (@people / 3) / 65536) END,
  seat = 4, false, CASE WHEN i % 50 = 3 AND seat = 1 THEN 8 END, 0, false, v % 40 - 10, 0, 20, 3, 0, i % 4 + 1 = seat,
  CASE WHEN i % 4 + 1 = seat THEN 1 ELSE 0 END, 0, CASE WHEN i % 4 + 1 = seat THEN 250 + v % 500 END, i % 3 FROM h
"""
_AT: Final = {
    "sqlite": "strftime('%Y-%m-%d %H:%M:%S.000000', @begin + i * @step / 1000, 'unixepoch')",
    "postgresql": "to_timestamp(@begin + i * @step / 1000) AT TIME ZONE 'UTC'",
}
"""When the ``i``-th of the rounds was played; ``@step``: milliseconds between two."""


def fill(address: str, rounds: int, people: int, now: datetime) -> None:
    """Fill an empty store. ``rounds``: a multiple of eight; ``people``: of three."""
    engine = create_engine(address)
    begin = int(now.timestamp()) - DAYS * 86_400
    matches = rounds // ROUNDS_OF_MATCH
    with engine.begin() as connection:
        for statement, count in ((_PEOPLE, people), (_MATCHES, matches), (_ROUNDS, rounds), (_RESULTS, rounds)):
            values = {
                "@numbers": _NUMBERS,
                "@at": _AT[engine.dialect.name],
                "@count": count,
                "@people": people,
                "@begin": begin,
                "@step": DAYS * 86_400_000 // count,
            }
            sql = statement
            for name, value in values.items():
                sql = sql.replace(name, str(value))
            connection.exec_driver_sql(sql.replace("%", "%%") if engine.dialect.name == "postgresql" else sql)
        if engine.dialect.name == "postgresql":  # its own count of players knows nothing of these
            connection.exec_driver_sql("SELECT setval(pg_get_serial_sequence('players', 'id'), max(id)) FROM players")
    with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        connection.exec_driver_sql("ANALYZE")
    engine.dispose()
