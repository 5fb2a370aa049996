"""What a PostgreSQL server does by itself: functions of the store, which keep its standings in step.

A hall's tables and pages use nothing else to change it (``kiosk.results.server_roles``): the functions act with the
rights of their owner, and only for whoever is granted them. They do what the programs do in an SQLite file, and are
made from the same expressions (``kiosk.results.keeping``).
"""

from __future__ import annotations

from typing import Any, Final

from sqlalchemy import Connection, Integer, Text, literal_column

from kiosk.results.best_rounds import best_rounds
from kiosk.results.keeping import dropping
from kiosk.results.model import CHANNEL, WRITER
from kiosk.results.prepared import execute
from kiosk.results.server_import import import_body, sql_of, steps_with

TABLES: Final = (
    "hall_identity()",
    "hall_place(text)",
    "hall_put(text, text, jsonb)",
    "hall_news(text, bigint)",
    "hall_applied(text, jsonb)",
    "hall_forget(integer)",
    "hall_live(text, text, boolean, bytea, text, interval, interval)",
    "hall_acts()",
    "hall_best()",
)
"""The functions that a hall's tables call."""
STAFF: Final = (
    "hide_name(text, boolean, text, timestamp)",
    "void_round(text, text, text, timestamp)",
    "forget_player(integer, text, text, timestamp)",
)
"""Those of the staff's acts."""

OTHERS_TABLE: Final = "LG001"
"""SQLSTATE: the rounds of this table come from another role."""
OTHER_KEY: Final = "LG002"
"""SQLSTATE: the store has another key of names."""
OTHER_PLACE: Final = "LG003"
"""SQLSTATE: the store stands elsewhere with this table than its uplink thinks."""


def make_functions(connection: Connection) -> None:
    """Make the functions, or replace those of an older version; they find the tables in this connection's schema.

    Whoever changes one adds a migration: a store gets it with that.
    """
    ((schema,),) = execute(connection, "SELECT quote_ident(current_schema())").fetchall()
    for head, body in function_bodies().items():
        name, _, result = head.partition(" -> ")
        execute(connection, _MADE.format(name=name, result=result, schema=schema, body=body))
    for signature in ALL:
        execute(connection, f"REVOKE ALL ON FUNCTION {signature} FROM PUBLIC")


def function_bodies() -> dict[str, str]:
    """Return the functions' bodies by their heads."""
    adds, takes_out = steps_with(1), steps_with(-1)
    names = {
        "drop_player": ";\n    ".join(map(sql_of, dropping("postgresql", literal_column("_player", Integer)))),
        "writer": str(WRITER),
        "others_table": OTHERS_TABLE,
        "other_key": OTHER_KEY,
        "other_place": OTHER_PLACE,
        "channel": CHANNEL,
        "missing_groups": sql_of(adds.missing_groups),
        "best_rounds": sql_of(best_rounds(literal_column("_today", Text))),
    }
    for sign, steps in (("more", adds), ("less", takes_out)):
        names |= {f"{sign}_{name}": sql_of(getattr(steps, name)) for name in ("left_out", "rounds", "matches")}
    return {_IMPORT: import_body()} | {head: _filled(body, names) for head, body in _BODIES.items()}


def _filled(body: str, names: dict[str, str]) -> str:
    for name, text in names.items():
        body = body.replace(f"<{name}>", text)
    return body


_MADE: Final = """
CREATE OR REPLACE FUNCTION {name} RETURNS {result} LANGUAGE plpgsql SECURITY DEFINER
-- Without pg_temp at the end, whoever calls could put tables of their own before ours.
SET search_path = pg_catalog, {schema}, pg_temp
-- The plan for these rounds would be as good as that for any, and takes longer than the statement.
SET plan_cache_mode = force_generic_plan
AS $body${body}$body$
"""
_IMPORT: Final = "put_rounds(_told jsonb) -> integer"
ALL: Final = (*TABLES, *STAFF, "put_rounds(jsonb)", "own_table(text)")
"""All functions of the store."""


_BODIES: Final[dict[str, Any]] = {
    "void_round(_round text, _reason text, _who text, _now timestamp) -> boolean": """
DECLARE
    _before text;
    _rounds CONSTANT text[] := ARRAY[_round];
    _matches text[];
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    SELECT void_reason, ARRAY[match_id] INTO _before, _matches FROM rounds WHERE id = _round;
    IF NOT FOUND OR _before IS NOT DISTINCT FROM _reason THEN
        RETURN false;
    END IF;
    <missing_groups>;
    <less_left_out>;
    <less_rounds>;
    <less_matches>;
    UPDATE rounds SET void_reason = _reason WHERE id = _round;
    <more_left_out>;
    <more_rounds>;
    <more_matches>;
    DELETE FROM standings USING results
    WHERE results.round_id = _round AND standings.player_id = results.player_id AND all_rounds = 0;
    DELETE FROM left_out WHERE left_out.results = 0;
    INSERT INTO audit (at, who, what, before) VALUES (
        _now, _who, CASE WHEN _reason IS NULL THEN 'unvoid ' || _round ELSE 'void ' || _round || ': ' || _reason END,
        json_build_object('void_reason', _before));
    RETURN true;
END
""",
    "forget_player(_player integer, _who text, _why text, _now timestamp) -> integer": """
DECLARE
    _digest text;
    _until timestamp;
    _count integer;
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    SELECT digest INTO _digest FROM players WHERE id = _player;
    IF NOT FOUND THEN
        RETURN NULL;
    END IF;
    SELECT greatest(max(started), _now), count(*) INTO _until, _count
    FROM results JOIN rounds ON id = round_id WHERE player_id = _player;
    INSERT INTO forgotten (digest, until) VALUES (_digest, _until)
    ON CONFLICT (digest) DO UPDATE SET until = excluded.until;
    DELETE FROM live WHERE position(_digest IN names) > 0;
    <drop_player>;
    UPDATE results SET player_id = NULL WHERE player_id = _player;
    DELETE FROM players WHERE id = _player;
    INSERT INTO audit (at, who, what, before) VALUES (_now, _who, _why, json_build_object('rounds', _count));
    RETURN _count;
END
""",
    "hide_name(_digest text, _hidden boolean, _who text, _now timestamp) -> boolean": """
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    IF _hidden THEN
        INSERT INTO hidden (digest) VALUES (_digest) ON CONFLICT DO NOTHING;
    ELSE
        DELETE FROM hidden WHERE digest = _digest;
    END IF;
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    INSERT INTO audit (at, who, what, before) VALUES (
        _now, _who, CASE WHEN _hidden THEN 'hide a name' ELSE 'show a hidden name again' END, '{}');
    RETURN true;
END
""",
    "own_table(_table text) -> void": """
BEGIN
    IF EXISTS (SELECT FROM hall_tables WHERE id = _table AND role <> session_user) THEN
        RAISE EXCEPTION 'this table is of another role' USING ERRCODE = '<others_table>';
    END IF;
END
""",
    "hall_identity() -> text": """
BEGIN
    RETURN (SELECT key FROM secret);
END
""",
    "hall_place(_table text) -> hall_tables": """
DECLARE
    _found hall_tables;
BEGIN
    SELECT * INTO _found FROM hall_tables WHERE id = _table;
    RETURN _found;
END
""",
    "hall_put(_table text, _name text, _told jsonb) -> void": """
DECLARE
    _now CONSTANT timestamp := now() AT TIME ZONE 'UTC';
    _step jsonb;
    _one record;
    _player integer;
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    PERFORM own_table(_table);
    IF _told -> 'after' <> coalesce(
        (SELECT jsonb_build_array(last, mark) FROM hall_tables WHERE id = _table), '[0, 0]')
    THEN
        RAISE EXCEPTION 'this table is told from elsewhere' USING ERRCODE = '<other_place>';
    END IF;
    FOR _step IN SELECT value FROM jsonb_array_elements(_told -> 'steps') LOOP
        -- PostgreSQL knows times, infinite ones among them, at which no program of ours could read the store again.
        IF EXISTS (
            SELECT FROM (
                SELECT one ->> 'started' AS moment FROM jsonb_array_elements(_step -> 'rounds') AS told(one)
                UNION ALL SELECT one ->> 'until' FROM jsonb_array_elements(_step -> 'erased') AS told(one)) AS told
            WHERE moment::timestamp NOT BETWEEN '1970-01-01' AND '9999-01-01')
        THEN
            RAISE EXCEPTION 'no time of this store' USING ERRCODE = 'datetime_field_overflow';
        END IF;
        IF put_rounds(jsonb_build_object(
            'key', _told -> 'key', 'now', _now, 'host', '',
            'rounds', (
                SELECT coalesce(jsonb_agg(one || jsonb_build_object('boot', '', 'columns',
                    one -> 'columns' || jsonb_build_object(
                        'id', one -> 'round', 'match_id', one -> 'match', 'void_reason', NULL)) ORDER BY nth), '[]')
                FROM jsonb_array_elements(_step -> 'rounds') WITH ORDINALITY AS told(one, nth)),
            'ends', (
                SELECT coalesce(jsonb_agg(one ORDER BY nth), '[]')
                FROM jsonb_array_elements(_step -> 'ends') WITH ORDINALITY AS told(one, nth) WHERE EXISTS (
                    SELECT FROM rounds JOIN hall_rounds ON round_id = id
                    WHERE match_id = one ->> 'match' AND table_id = _table))
        )) IS NULL THEN
            RAISE EXCEPTION 'the store has another key' USING ERRCODE = '<other_key>';
        END IF;
        INSERT INTO hall_rounds (round_id, table_id)
        SELECT DISTINCT one ->> 'round', _table FROM jsonb_array_elements(_step -> 'rounds') AS told(one)
        ON CONFLICT DO NOTHING;

        FOR _one IN SELECT * FROM jsonb_to_recordset(_step -> 'voided') AS told(round text, reason text) LOOP
            UPDATE hall_rounds SET reason = _one.reason
            WHERE round_id = _one.round AND table_id = _table AND reason IS DISTINCT FROM _one.reason;
            IF FOUND THEN
                PERFORM void_round(_one.round, _one.reason, _name, _now);
            END IF;
        END LOOP;

        FOR _one IN SELECT * FROM jsonb_to_recordset(_step -> 'erased') AS told(digest text, until timestamp) LOOP
            CONTINUE WHEN EXISTS (SELECT FROM forgotten WHERE digest = _one.digest AND until >= _one.until);
            SELECT id INTO _player FROM players WHERE digest = _one.digest;
            IF FOUND THEN
                PERFORM forget_player(_player, _name, 'delete-player', greatest(_one.until, _now));
            ELSE
                INSERT INTO forgotten (digest, until) VALUES (_one.digest, _one.until)
                ON CONFLICT (digest) DO UPDATE SET until = excluded.until;
                DELETE FROM live WHERE position(_one.digest IN names) > 0;
                INSERT INTO audit (at, who, what, before)
                VALUES (_now, _name, 'delete-player', json_build_object('rounds', 0));
            END IF;
        END LOOP;
    END LOOP;
    INSERT INTO hall_tables (id, name, last, mark, role)
    VALUES (_table, _name, (_told ->> 'number')::bigint, (_told ->> 'mark')::bigint, session_user)
    ON CONFLICT (id) DO UPDATE SET name = excluded.name, last = excluded.last, mark = excluded.mark,
        role = excluded.role;
    PERFORM pg_notify('<channel>', _table);
END
""",
    "hall_news(_table text, _audit bigint) -> jsonb": """
DECLARE
    _last CONSTANT bigint := (SELECT max(id) FROM audit);
BEGIN
    IF _last IS NOT DISTINCT FROM _audit THEN
        RETURN NULL;
    END IF;
    RETURN jsonb_build_object(
        'audit', _last,
        'hidden', (SELECT coalesce(jsonb_agg(digest), '[]') FROM hidden),
        'forgotten', (SELECT coalesce(jsonb_object_agg(digest, until), '{}') FROM forgotten),
        'voided', (
            SELECT coalesce(jsonb_object_agg(id, void_reason), '{}') FROM rounds JOIN hall_rounds ON round_id = id
            WHERE table_id = _table AND void_reason IS DISTINCT FROM reason));
END
""",
    "hall_applied(_table text, _reasons jsonb) -> void": """
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    PERFORM own_table(_table);
    UPDATE hall_rounds SET reason = value FROM jsonb_each_text(_reasons) WHERE round_id = key AND table_id = _table;
END
""",
    "hall_live(_table text, _name text, _gone boolean, _state bytea, _names text, _late interval, _kept interval)"
    " -> integer": """
DECLARE
    _now CONSTANT timestamp := clock_timestamp() AT TIME ZONE 'UTC';
BEGIN
    PERFORM own_table(_table);
    INSERT INTO live (table_id, name, heard, gone, state, names) VALUES (_table, _name, _now, _gone, _state, _names)
    ON CONFLICT (table_id) DO UPDATE SET name = excluded.name, heard = excluded.heard, gone = excluded.gone,
        state = excluded.state, names = excluded.names;
    DELETE FROM live WHERE heard < _now - greatest(_kept, '1 hour');
    PERFORM pg_notify('<channel>', _table);
    RETURN (
        SELECT count(*) FROM live
        WHERE NOT gone AND heard > _now - _late AND name = _name AND table_id <> _table);
END
""",
    "hall_forget(_days integer) -> integer": """
DECLARE
    _now CONSTANT timestamp := now() AT TIME ZONE 'UTC';
    _zone CONSTANT text := (SELECT time_zone FROM calendar);
    _today CONSTANT date := now() AT TIME ZONE _zone;
    _kept CONSTANT integer := (SELECT coalesce(names_days, _days) FROM calendar);
    _one record;
    _looked integer := 0;
BEGIN
    PERFORM pg_advisory_xact_lock(<writer>);
    FOR _one IN
        SELECT id, overdue_days, CASE
            WHEN _kept > 0 THEN last_played < _now - _kept * interval '1 day'
            ELSE (last_played AT TIME ZONE 'UTC' AT TIME ZONE _zone)::date <> _today END AS due
        FROM players WHERE CASE
            WHEN _kept > 0 AND last_played < _now - _kept * interval '1 day' THEN overdue_on IS DISTINCT FROM _today
            WHEN _kept > 0 THEN overdue_days > 0
            ELSE (last_played AT TIME ZONE 'UTC' AT TIME ZONE _zone)::date <> _today END
        ORDER BY id LIMIT 50
    LOOP
        _looked := _looked + 1;
        IF _one.due AND (_kept = 0 OR _one.overdue_days + 1 >= 7) THEN
            PERFORM forget_player(_one.id, 'hall', CASE
                WHEN _kept = 0 THEN 'forgotten with the day' ELSE 'forgotten after ' || _kept || ' days' END, _now);
            EXIT; -- each takes some milliseconds, for which all others wait who write
        ELSIF _one.due THEN
            UPDATE players SET overdue_days = overdue_days + 1, overdue_on = _today WHERE id = _one.id;
        ELSE
            UPDATE players SET overdue_days = 0, overdue_on = NULL WHERE id = _one.id;
        END IF;
    END LOOP;
    RETURN _looked;
END
""",
    "hall_acts() -> bigint": """
BEGIN
    RETURN (SELECT max(id) FROM audit);
END
""",
    "hall_best() -> jsonb": """
DECLARE
    _today CONSTANT text := to_char(now() AT TIME ZONE (SELECT time_zone FROM calendar), 'YYYY-MM-DD');
BEGIN
    RETURN (
        SELECT coalesce(jsonb_agg(jsonb_build_array(game, place, seat, points, name) ORDER BY game, place), '[]')
        FROM (<best_rounds>) AS told);
END
""",
}
"""By name, parameters and result. A pair of angle brackets stands for a statement or a number of ours."""
