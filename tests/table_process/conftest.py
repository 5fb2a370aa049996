"""A whole table in virtual time, as in the table's own tests."""

from tests.table.conftest import session_table, table

__all__ = ["session_table", "table"]
