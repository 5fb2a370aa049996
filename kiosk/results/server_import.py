"""An import as a function of a PostgreSQL server: one call for some rounds, instead of ten statements.

It does what ``kiosk.results.adding``, which calls it, does in an SQLite file. Its statements of the standings are made
from the expressions of ``kiosk.results.keeping``; the server works out their plans once for each connection. It is made
with the others (``kiosk.results.server_functions``).
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import ARRAY, Text, any_, literal_column
from sqlalchemy.dialects.postgresql.base import PGDialect

from kiosk.results.keeping import Steps, steps_of
from kiosk.results.model import ResultRow, RoundRow

_DIALECT: Final = PGDialect(paramstyle="named")  # type: ignore[no-untyped-call]
"""Not psycopg's, which doubles every percent sign."""


def import_body() -> str:
    """Return the function's body."""
    adds, takes_out = steps_with(1), steps_with(-1)
    statements = {
        "missing_groups": adds.missing_groups,
        "more_left_out": adds.left_out,
        "more_of_rounds": adds.rounds,
        "more_of_matches": adds.matches,
        "less_of_matches": takes_out.matches,
    }
    columns = [column for column in ResultRow.__table__.columns if column.key not in ("round_id", "player_id")]
    told = ", ".join(f"{column.key} {column.type.compile(_DIALECT)}" for column in columns)
    names = ", ".join(column.key for column in columns)
    return _BODY.format(columns=told, names=names, **{name: sql_of(one) for name, one in statements.items()})


def steps_with(sign: int) -> Steps:
    """Return the statements of the rounds and matches in the variables ``_rounds`` and ``_matches``."""
    return steps_of("postgresql", RoundRow.id == _any_of("_rounds"), RoundRow.match_id == _any_of("_matches"), sign)


def _any_of(variable: str) -> Any:
    return any_(literal_column(variable, ARRAY(Text)))


def sql_of(statement: Any) -> str:
    """Return a statement's text, with its values in it."""
    return str(statement.compile(dialect=_DIALECT, compile_kwargs={"literal_binds": True}))


_BODY: Final = """
DECLARE
    _now CONSTANT timestamp := _told ->> 'now';
    _zone CONSTANT text := (SELECT time_zone FROM calendar);
    _arrived integer := (SELECT coalesce(max(arrived), 0) FROM rounds);
    _one record;
    _match record;
    _played timestamp;
    _people text[];
    _rounds text[] := '{{}}';
    _over text[] := '{{}}';
    _matches text[];
BEGIN
    IF _told ->> 'key' IS DISTINCT FROM (SELECT key FROM secret) THEN
        RETURN NULL;
    END IF;
    FOR _one IN SELECT * FROM jsonb_to_recordset(_told -> 'rounds') AS told(
        round text, match text, "table" text, boot text, started timestamp, columns jsonb, people jsonb, results jsonb)
    LOOP
        CONTINUE WHEN EXISTS (SELECT FROM rounds WHERE id = _one.round);
        SELECT started, ended INTO _match FROM matches WHERE id = _one.match;
        IF NOT FOUND THEN
            INSERT INTO matches (id, table_name, started, winners)
            VALUES (_one.match, _one."table", _one.started, '[]') RETURNING started, ended INTO _match;
        ELSIF _match.ended IS NOT NULL AND _one.match <> ALL (_over) THEN
            _over := _over || _one.match;
            _matches := ARRAY[_one.match];
            {less_of_matches};
        END IF;

        _played := least(_one.started, _now);
        SELECT coalesce(array_agg(person ->> 'key'), '{{}}') INTO _people
        FROM jsonb_array_elements(_one.people) AS person WHERE NOT EXISTS (
            SELECT FROM forgotten WHERE digest = person ->> 'digest' AND until >= _match.started);
        UPDATE players SET last_played = _played, host = _told ->> 'host', boot = _one.boot
        WHERE key = ANY (_people) AND last_played <= _played;
        INSERT INTO players (name, key, digest, since, last_played, overdue_days, host, boot)
        SELECT name, key, digest, least(since, _played), _played, 0, _told ->> 'host', _one.boot
        FROM jsonb_to_recordset(_one.people) AS new(name text, key text, digest text, since timestamp)
        WHERE key = ANY (_people) AND NOT EXISTS (SELECT FROM players WHERE players.key = new.key);

        _arrived := _arrived + 1;
        INSERT INTO rounds SELECT * FROM jsonb_populate_record(NULL::rounds, _one.columns || jsonb_build_object(
            'arrived', _arrived, 'started', _one.started,
            'day', to_char(_one.started AT TIME ZONE 'UTC' AT TIME ZONE _zone, 'YYYY-MM-DD')));
        INSERT INTO results (round_id, player_id, {names})
        SELECT _one.round, CASE WHEN key = ANY (_people) THEN (SELECT id FROM players WHERE players.key = line.key) END,
            {names}
        FROM jsonb_to_recordset(_one.results) AS line(key text, {columns});
        _rounds := _rounds || _one.round;
    END LOOP;

    FOR _one IN SELECT * FROM jsonb_to_recordset(_told -> 'ends') AS told(
        match text, ended text, winners json, awards jsonb)
    LOOP
        UPDATE matches SET ended = _one.ended, winners = _one.winners WHERE id = _one.match AND ended IS NULL;
        CONTINUE WHEN NOT FOUND;
        _over := _over || _one.match;
        UPDATE results SET award = given.kind, award_figure = given.figure FROM (
            SELECT seat, kind, figure, (
                SELECT round_id FROM results JOIN rounds ON id = round_id
                WHERE match_id = _one.match AND results.seat = award.seat ORDER BY number DESC LIMIT 1) AS round
            FROM jsonb_to_recordset(_one.awards) AS award(seat integer, kind text, figure integer) OFFSET 0) AS given
        WHERE results.round_id = given.round AND results.seat = given.seat;
    END LOOP;

    IF _rounds <> '{{}}' THEN
        {missing_groups};
        {more_left_out};
        {more_of_rounds};
    END IF;
    IF _over <> '{{}}' THEN
        _matches := _over;
        {more_of_matches};
    END IF;
    RETURN cardinality(_rounds);
END
"""
