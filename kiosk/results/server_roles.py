"""The roles of a hall's database on a PostgreSQL server: who owns the store, who fills it, and who shows it.

A table's role may read and write nothing: it calls the functions for tables (``kiosk.results.server_functions``). That
of pages may read all, and calls those of the staff's acts. Both are owned by a third role, with which nobody connects.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final, NamedTuple

from sqlalchemy import Connection

from kiosk.results import server_functions
from kiosk.results.model import Base
from kiosk.results.prepared import execute
from kiosk.results.store import looking, open_store
from kiosk.results.store_errors import StoreError
from kiosk.results.version import VERSION_TABLE
from kiosk.system.secrecy import public

_ROLE: Final = re.compile(r"[a-z_][a-z0-9_]{0,62}\Z")

_TOO_MUCH: Final = """
SELECT CASE
    WHEN rolname = current_user OR rolname = session_user THEN 'it is the one that prepares the database'
    WHEN rolsuper OR rolcreaterole OR rolcreatedb OR rolbypassrls OR rolreplication THEN 'it has rights of its own'
    WHEN EXISTS (SELECT FROM pg_auth_members WHERE member = pg_roles.oid) THEN 'it is a member of other roles'
    WHEN EXISTS (SELECT FROM pg_database WHERE datname = current_database() AND datdba = pg_roles.oid)
        THEN 'it owns the database'
    WHEN EXISTS (SELECT FROM pg_class WHERE relowner = pg_roles.oid) THEN 'it owns tables here'
    WHEN has_schema_privilege(rolname, current_schema(), 'CREATE') THEN 'it may make tables here'
    WHEN has_database_privilege(rolname, current_database(), 'CREATE, TEMPORARY') THEN 'it may make schemas or tables'
END FROM pg_roles WHERE rolname = %s
"""
"""Why a role may do more than it should; NULL: it may not."""


class Roles(NamedTuple):
    """The names of the roles."""

    owner: str
    tables: str
    pages: str


def prepare(address: str, roles: Roles, names_days: int, *, password_file: str = "", time_zone: str = "") -> list[str]:
    """Make or bring up the store at ``address`` and its roles, as whoever that connects; return the roles that are new.

    ``names_days``: after how many days without a round at any table the hall forgets a name. All of it can be done
    again, and has to be after an upgrade of the programs. Tables may then come from any role again. Raises
    ``StoreError``, also if a role would be able to do more than it should.
    """
    _refuse_files(address)
    for role in roles:
        if not _ROLE.match(role):
            raise StoreError(f"{role!r} is no role: small letters, digits and _, at most 63, no digit first")
    if len({*roles}) < len(roles):
        raise StoreError("owner, tables and pages have to be three different roles")
    with looking(address, Path(), password_file=password_file, section="venue", changing=True) as connection:
        new = [role for role in roles if _make_role(connection, role, can_connect=role != roles.owner)]
        _take_over(connection, roles.owner)
    store = open_store(
        address, Path(), password_file=password_file, section="venue", time_zone=time_zone, role=roles.owner
    )
    store.close()
    with looking(address, Path(), password_file=password_file, section="venue", changing=True) as connection:
        _grant(connection, roles)
        execute(connection, "UPDATE hall_tables SET role = NULL")
        execute(connection, "UPDATE calendar SET names_days = %s", (names_days,))
        for role in (roles.tables, roles.pages):
            ((why,),) = execute(connection, _TOO_MUCH, (role,)).fetchall()
            if why:
                fix = "name another role, or take that away; the schema's rights are its owner's to take"
                raise StoreError(f"{role} may do more than it should: {why}: {fix}")
    return new


def _refuse_files(address: str) -> None:
    if not address.startswith("postgresql+psycopg://"):
        raise StoreError("that is no PostgreSQL server: write it as in postgresql+psycopg://hall_admin@server/hall")


def owner_of(address: str, *, password_file: str = "") -> str:
    """Return the role that owns the prepared store at ``address``. Raises ``StoreError``, also if there is none."""
    _refuse_files(address)
    with looking(address, Path(), password_file=password_file, section="venue") as connection:
        sql = "SELECT tableowner FROM pg_tables WHERE schemaname = current_schema() AND tablename = %s"
        found = execute(connection, sql, (VERSION_TABLE,)).fetchall()
    if not found:
        raise StoreError(f"{public(address)}: there is no hall yet: kiosk venue database ADDRESS prepares one")
    return str(found[0][0])


def _make_role(connection: Connection, role: str, *, can_connect: bool) -> bool:
    """Make a role if it is not there; return whether it is new."""
    if execute(connection, "SELECT FROM pg_roles WHERE rolname = %s", (role,)).fetchall():
        return False
    execute(connection, f"CREATE ROLE {role} {'LOGIN' if can_connect else 'NOLOGIN'}")
    return True


def _take_over(connection: Connection, owner: str) -> None:
    """Give the owner what is there already, and take from everybody else what a new database leaves open."""
    ((schema, database, us, is_member),) = execute(
        connection,
        "SELECT quote_ident(current_schema()), quote_ident(current_database()), quote_ident(current_user),"
        " pg_has_role(current_user, %s, 'MEMBER')",
        (owner,),
    ).fetchall()
    if not is_member:
        execute(connection, f"GRANT {owner} TO {us}")
    execute(connection, f"REVOKE CREATE ON SCHEMA {schema} FROM PUBLIC")
    execute(connection, f"REVOKE CREATE, TEMPORARY ON DATABASE {database} FROM PUBLIC")
    execute(connection, f"GRANT USAGE, CREATE ON SCHEMA {schema} TO {owner}")
    ours = (*Base.metadata.tables, VERSION_TABLE)
    there = execute(
        connection, "SELECT tablename FROM pg_tables WHERE schemaname = current_schema() AND tableowner <> %s", (owner,)
    )
    for (table,) in there.fetchall():
        if table in ours:
            execute(connection, f"ALTER TABLE {table} OWNER TO {owner}")
    names = [signature.partition("(")[0] for signature in server_functions.ALL]
    made = execute(
        connection,
        "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = current_schema()::regnamespace"
        " AND proname = ANY (%s) AND proowner <> %s::regrole",
        (names, owner),
    )
    for (function,) in made.fetchall():
        execute(connection, f"ALTER FUNCTION {function} OWNER TO {owner}")


def _grant(connection: Connection, roles: Roles) -> None:
    """Have each role do what it may, and nothing else."""
    owner, tables, pages = roles
    ((schema,),) = execute(connection, "SELECT quote_ident(current_schema())").fetchall()
    execute(connection, f"GRANT USAGE ON SCHEMA {schema} TO {tables}, {pages}")
    execute(connection, f"SET LOCAL ROLE {owner}")
    others = f"PUBLIC, {tables}, {pages}"
    ours = ", ".join((*Base.metadata.tables, VERSION_TABLE))
    execute(connection, f"REVOKE ALL ON {ours} FROM {others}")
    execute(connection, f"GRANT SELECT ON {VERSION_TABLE} TO {tables}")
    execute(connection, f"GRANT SELECT ON {ours} TO {pages}")
    for signature in server_functions.ALL:
        execute(connection, f"REVOKE ALL ON FUNCTION {signature} FROM {others}")
    for role, functions in ((tables, server_functions.TABLES), (pages, server_functions.STAFF)):
        for signature in functions:
            execute(connection, f"GRANT EXECUTE ON FUNCTION {signature} TO {role}")
    execute(connection, "RESET ROLE")
