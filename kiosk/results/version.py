"""The store's schema version, read without Alembic: loading that takes a quarter of the time of ``kiosk scores``."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, String, column, inspect, select, table

from kiosk.results.model import Base

VERSION_TABLE: Final = "store_version"
"""Not Alembic's default name: another program may use Alembic in the same database."""
_VERSION: Final = select(column("version_num", String)).select_from(table(VERSION_TABLE))

MIGRATIONS: Final = Path(__file__).parent / "migrations"
"""Its files in ``versions`` are named after the versions that they lead to: ``v0001_first.py``."""


STANDINGS: Final = "0006"
"""The last version that has changed results, or how they add up: only a store from before it needs its standings made
anew, which takes minutes in a large one. Whoever writes such a migration raises it."""


class NewerStore(Exception):  # noqa: N818  it is no error of ours
    """The store was written by a newer program. The text: its version and ours."""


class ForeignStore(Exception):  # noqa: N818
    """The database has tables of another program with our names. The text: which."""


def is_ours(connection: Connection, migrations: Path = MIGRATIONS) -> bool:
    """Return whether the store has our version; False if it is empty or has to be migrated.

    Raises ``NewerStore`` or ``ForeignStore`` if it must not be changed.
    """
    versions = _versions(migrations)
    names = set(inspect(connection).get_table_names())
    there = _there(connection, names)
    if there - versions:
        raise NewerStore(f"version {', '.join(sorted(there - versions))}, this program knows {max(versions)}")
    if not there and (taken := names & set(Base.metadata.tables)):
        raise ForeignStore(", ".join(sorted(taken)))
    return there == {max(versions)}


def has_standings(connection: Connection) -> bool:
    """Return whether the store's standings are still right once it is migrated."""
    return max(_there(connection, set(inspect(connection).get_table_names())), default="") >= STANDINGS


def _there(connection: Connection, tables: set[str]) -> set[str]:
    """Return the store's version; empty: it has none."""
    return set(connection.scalars(_VERSION)) if VERSION_TABLE in tables else set()


@lru_cache
def _versions(migrations: Path) -> frozenset[str]:
    """Return all versions that the migrations lead to; the largest is the newest."""
    return frozenset(file.name[1:].partition("_")[0] for file in (migrations / "versions").glob("v*.py"))
